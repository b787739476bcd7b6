"""Generated Missions and Objectives."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar.card_sets import prices
from wistar_env.games.rats_of_wistar.card_sets.contents import Entry, draw_new
from wistar_env.games.rats_of_wistar.card_sets.draws import Draws
from wistar_env.games.rats_of_wistar.card_sets.effect_lines import Weights, two, written
from wistar_env.games.rats_of_wistar.card_sets.held_out import unheard_in
from wistar_env.games.rats_of_wistar.card_sets.requirements_drawn import (
    Shape,
    draw_cost,
    draw_requirement,
    shape_of,
)
from wistar_env.games.rats_of_wistar.card_sets.set_names import CardSet
from wistar_env.games.rats_of_wistar.tables import load, schema

#: The range of the balance of a Mission's row (``prices.row_balance``), and of the price of a
#: reveal bonus and an Objective's bonus (``prices.effect_price``), in hundredths of a VP. Most
#: bundled ones are in range. The best rows are not: with rows as good, ``greedy`` scored 6 VP more.
ROW_BALANCES: Final = (110, 330)
REVEALS: Final = (80, 220)
OBJECTIVES: Final = (400, 580)

_WOOD: Final = 50
_MOST_VP: Final = 6
_OBJECTIVE_VP: Final = (3, 4, 4, 5)

_REVEALED: Final[Weights] = (
    ("wood 1/2", 5),
    ("metal 1/2", 5),
    ("movement 1/2", 4),
    ("wild 1", 1),
    ("draw basic 1/2", 2),
    ("draw advanced 1", 1),
    ("vp 1/2", 2),
    ("explore 1", 1),
    ("move_explorer", 1),
    ("deploy 1", 1),
)
_REWARDS: Final[Weights] = (
    ("wood 1/2", 6),
    ("metal 1/2", 6),
    ("movement 1/2", 4),
    ("wild 1", 7),
    ("electricity", 3),
    ("draw basic 1/2", 2),
    ("draw advanced 1/2", 4),
    ("explore 1/2", 2),
    ("dig_free 1", 4),
    ("build_bed_free 1", 3),
    ("potion", 2),
    ("guest home/basement", 3),
    ("take_guest", 1),
    ("play_free structure/tool/automaton/basic", 1),
    ("play_cheaper any/structure/tool/automaton either/both 1", 1),
    ("remove_cube brown/grey", 1),
    ("skill_token", 1),
    ("open_any_door", 1),
    ("pitch_tent", 1),
    ("round_guest", 1),
    ("take_type structure/tool/automaton basic/advanced", 1),
    ("main wood/dig/metal/beds/projects/explore", 1),
)
_BONUSES: Final[Weights] = (
    ("wood 1/2", 3),
    ("metal 1/2", 3),
    ("movement 1/2", 2),
    ("wild 1", 3),
    ("draw basic 1/2", 3),
    ("draw advanced 1", 3),
    ("potion", 2),
    ("explore 1", 2),
    ("dig 1", 1),
    ("build_bed 1", 1),
    ("move_explorer", 1),
    ("deploy 1/2", 1),
    ("project 1", 1),
    ("reveal_mission", 1),
    ("open_door", 1),
    ("take_type structure/tool/automaton basic/advanced", 1),
)
#: Counts for Objectives, with the possible amounts on the top space.
OBJECTIVE_COUNTS: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {
        "rooms_dug": (2, 3),
        "beds": (2, 3),
        "mission_cubes": (3, 4),
        "guests": (3,),
        "home_guests": (2,),
        "doors": (3,),
        "structures": (2, 3),
        "tools": (2, 3),
        "automata": (2,),
        "basics": (3, 4),
        "advanced": (2,),
        "immediates": (2,),
        "inventions": (5,),
        "best_skill": (3,),
        "skill_icons": (6, 7),
        "energy": (1, 2),
        "power": (1, 2),
        "brown_cubes": (2, 3),
        "workers_in_one_area": (2, 3, 4),
        "strength": (2,),
        "agility": (2,),
        "perception": (2,),
        "intelligence": (2,),
        "stamina": (2,),
        "items": (6, 7),
        "hand": (4,),
    }
)
#: How much more the spaces below the top one require.
_STEPS: Final = ((1, 2, 3), (1, 2, 4), (2, 3, 4))
_STEPS_OF_MANY: Final = ((2, 4, 6), (1, 3, 5))
_MANY: Final = frozenset({"skill_icons", "items"})
#: For counts whose maximum is small.
_STEPS_OF_FEW: Final = ((1, 2, 3),)
_FEW: Final = frozenset({"beds", "rooms_dug", "brown_cubes"})


@dataclass(frozen=True)
class _Locks:
    needs: int | None
    gives: int | None


@cache
def _bundled() -> tuple[schema.Mission, ...]:
    return tuple(load.validated().missions.mission)


def _draw_line(draws: Draws, choices: Weights, band: tuple[int, int]) -> Entry | None:
    line = two(draws, choices, choices) if draws.chance(50) else written(draws, choices)
    fits = band[0] <= prices.effect_price(line, "immediate") <= band[1]
    return {"effect": line} if fits and not unheard_in(line) else None


def _draw_row(draws: Draws, shape: Shape, locks: _Locks) -> Entry | None:
    """Draw a row of a Mission; None if its reward uses held-out words or no VP balance the row."""
    cost = draw_cost(draws, shape, _WOOD)
    requires = draw_requirement(draws, shape, hard=True)
    reward = draws.weighted(((written, 3), (_two_rewards, 2)))(draws, _REWARDS)
    low, high = ROW_BALANCES
    without = prices.row_balance(cost, requires, reward)
    fitting = [vp for vp in range(_MOST_VP + 1) if low <= without + prices.VP * vp <= high]
    if unheard_in(reward) or not fitting:
        return None
    vp = draws.pick(fitting)
    row: Entry = {
        "cost": cost,
        "requires": requires,
        "effect": f"{reward}, vp {vp}" if vp else reward,
    }
    if locks.gives is not None:
        row["gives_lock"] = locks.gives
    if locks.needs is not None:
        row["needs_lock"] = locks.needs
    return row


def _two_rewards(draws: Draws, choices: Weights) -> str:
    return two(draws, choices, choices)


def _deal_rows(draws: Draws, missions: Sequence[schema.Mission]) -> list[list[Shape]]:
    """Return the shapes of all rows of these Missions, shuffled, as a list for each Mission."""
    rows = [row for mission in missions for row in mission.row]
    shapes = draws.shuffled([shape_of(row.cost, row.requires) for row in rows])
    size = len(missions[0].row)
    return [shapes[k : k + size] for k in range(0, len(shapes), size)]


def draw_missions(card_set: CardSet) -> list[Entry]:
    """Draw the 10 Missions of a card set, those of the Home first, without names."""
    draws = Draws(f"{card_set} missions")
    taken: set[str] = set()
    missions: list[Entry] = []
    for kind in ("home", "basement"):
        alike = [mission for mission in _bundled() if mission.kind == kind]
        locks = draws.shuffled([[_Locks(r.needs_lock, r.gives_lock) for r in m.row] for m in alike])
        for shapes, locked in zip(_deal_rows(draws, alike), locks, strict=True):
            rows = [
                draw_new(partial(_draw_row, draws, shape, lock), card_set.split, taken)
                for shape, lock in zip(shapes, locked, strict=True)
            ]
            reveal = None
            while reveal is None:
                reveal = _draw_line(draws, _REVEALED, REVEALS)
            missions.append({"kind": kind, "reveal": reveal["effect"], "row": rows})
    return missions


def _draw_objective(draws: Draws, count: str) -> Entry | None:
    bonus = f"vp {draws.pick(_OBJECTIVE_VP)}, {written(draws, _BONUSES)}"
    low, high = OBJECTIVES
    if unheard_in(bonus) or not low <= prices.effect_price(bonus, "immediate") <= high:
        return None
    steps = _STEPS_OF_MANY if count in _MANY else _STEPS_OF_FEW if count in _FEW else _STEPS
    top, more = draws.pick(OBJECTIVE_COUNTS[count]), draws.pick(steps)
    return {"count": count, "spaces": [top, *(top + each for each in more)], "effect": bonus}


def draw_objectives(card_set: CardSet) -> list[Entry]:
    """Draw the 13 Objectives of a set, without names, each with a different count."""
    draws = Draws(f"{card_set} objectives")
    taken: set[str] = set()
    counts = draws.shuffled([*OBJECTIVE_COUNTS])[: len(load.validated().objectives.objective)]
    return [
        draw_new(partial(_draw_objective, draws, count), card_set.split, taken) for count in counts
    ]
