"""Random effect lines: the grammar and weights of each timing.

The weights follow the bundled cards, and include words that these cards do not use.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from wistar_env.games.rats_of_wistar.card_sets.draws import Draws
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.ops import OPS

Weights: TypeAlias = Sequence[tuple[str, int]]

_SKILLS: Final = ("strength", "agility", "perception", "intelligence", "stamina")
_WITHOUT_SKILL: Final = tuple(f"no_{skill}" for skill in _SKILLS)


def _draws(words: Iterable[str]) -> Weights:
    return tuple(
        (f"{word} {arguments}".strip(), weight)
        for word in words
        for arguments, weight in OPS[word].draws
    )


def _words_of(members: tuple[int, ...]) -> tuple[str, ...]:
    words = {code: word for word, code in codes.names("OP").items()}
    return tuple(words[code] for code in members)


TAKING: Final[Weights] = _draws(_words_of(codes.TAKING_OPS))
STANDING: Final[Weights] = _draws(_words_of(codes.STANDING_OPS))
#: Ops that happen at once. Slashes separate values of an argument; repeating one makes it likelier.
INSTANT: Final[Weights] = _draws(
    word for word in OPS if codes.names("OP")[word] not in codes.TAKING_OPS + codes.STANDING_OPS
)
#: Ops that combine well with others, and that may respond to frequent events.
SMALL: Final[Weights] = (
    ("wood 1", 10),
    ("metal 1", 10),
    ("movement 1", 10),
    ("wild 1", 5),
    ("vp 1", 16),
    ("vp 2", 3),
    ("draw basic 1", 5),
    ("draw advanced 1", 3),
    ("project 1", 3),
    ("explore 1", 6),
    ("move_explorer", 4),
    ("fly", 3),
    ("open_door", 2),
    ("build_bed 1", 4),
    ("dig 1", 4),
    ("deploy 1", 3),
    ("move_workers 1", 3),
    ("potion", 2),
    ("exchange", 2),
    ("recover", 2),
    ("play_cheaper any/basic/structure/tool/automaton either/wood/metal 1", 3),
    (f"play_cheaper {'/'.join(_WITHOUT_SKILL)} either/both/wood/metal 1", 6),
)
MULTIPLIED: Final[Weights] = (
    ("vp 1", 12),
    ("vp 2", 4),
    ("wood 1", 1),
    ("metal 1", 1),
    ("movement 1", 1),
    ("draw basic 1", 1),
    ("draw advanced 1", 1),
    ("dig_free 1", 1),
    ("explore 1", 1),
)
EVENTS: Final[Weights] = (
    ("reveal_mission", 3),
    ("play_card", 1),
    ("play_card structure/tool/automaton/basic/advanced", 4),
    ("play_icon strength/agility/perception/intelligence/stamina/energy", 8),
    ("take_card structure/tool/automaton/basic/advanced", 4),
    ("take_wood", 2),
    ("take_metal", 2),
    ("take_wild", 2),
    ("score_vp", 1),
    ("claim_objective", 2),
    ("open_door", 3),
    ("complete_mission", 2),
    ("build_bed", 2),
    ("dig_room", 2),
    ("take_guest", 1),
    ("take_guest home/basement", 3),
    ("use_movement", 2),
    ("gain_electricity", 2),
)
PAYS: Final[Weights] = (
    ("wood 1/1/2", 4),
    ("metal 1/1/2", 4),
    ("movement 1", 3),
    ("wild 1", 2),
    ("item 1/1/2", 5),
    ("card 1/1/2", 2),
    ("basic_card 1", 2),
    ("advanced_card 1", 2),
    ("guest 1", 2),
    ("bed 1", 2),
)
#: Counts that Aggressive effects compare: they hit opponents with more.
COMPARED: Final = (
    *("wood", "metal", "movement", "wild", "hand", "items", "inventions", "structures", "tools"),
    *("automata", "advanced", "guests", "doors", "tents", "beds", "rooms_dug", "mission_cubes"),
    *("grey_cubes", "objectives", "skill_icons", "energy"),
)
#: Counts that multiply ops, during the game and at its end.
COUNTED: Final = (
    *_SKILLS,
    *("energy", "power", "best_skill", "structures", "tools", "automata", "advanced", "basics"),
    *("immediates", "onces", "incomes", "permanents", "endgames", "guests", "home_guests"),
    *("basement_guests", "doors", "tents", "beds", "rooms_dug", "mission_cubes", "brown_cubes"),
    *("grey_cubes", "objectives", "workers_in_one_area", "wild", "wood", "metal", "movement"),
    *("hand", "aggressives"),
)
#: Conditions: counts and the required numbers.
ASKED: Final[Weights] = (
    ("electricity 1/1/2", 8),
    ("energy 1/2", 3),
    ("power 2/3", 2),
    ("strength/agility/perception/intelligence/stamina 2", 4),
    ("best_skill 3", 1),
    ("guests 2/3", 2),
    ("home_guests/basement_guests 1/2", 1),
    ("beds 2/3", 2),
    ("rooms_dug 2/3", 2),
    ("doors 2/3", 2),
    ("tents 1", 1),
    ("mission_cubes 2/3", 2),
    ("structures/tools/automata 2/3", 4),
    ("basics/advanced 2/3", 2),
    ("objectives 1", 1),
    ("permanents/incomes/onces 1", 1),
    ("grey_cubes/brown_cubes 1/2", 1),
    ("workers_in_one_area 3", 1),
)
#: Conditions at the end of the game, with larger numbers.
ASKED_LAST: Final[Weights] = (
    ("inventions 6/7/8", 3),
    ("items 5/6", 2),
    ("skill_icons 8/9", 2),
    ("mission_cubes 5/6", 2),
    ("beds/guests/doors/structures/tools 4", 3),
    ("automata/rooms_dug/objectives/grey_cubes/advanced 3", 4),
    ("power 3/4", 1),
    ("best_skill 4", 1),
    ("workers_in_one_area 5", 1),
)


def written(draws: Draws, choices: Weights) -> str:
    """Draw one of ``choices`` by weight, and one of each argument's values between slashes."""
    words = draws.weighted(choices).split(" ")
    return " ".join(draws.pick(word.split("/")) for word in words)


def two(draws: Draws, first: Weights, second: Weights) -> str:
    """Draw two ops with different names, to be carried out one after the other."""
    one, other = written(draws, first), written(draws, second)
    while other.split()[0] == one.split()[0]:
        other = written(draws, second)
    return f"{one}, {other}"


def _either(draws: Draws, choices: Weights) -> str:
    return two(draws, choices, choices).replace(", ", " or ")


def _per(draws: Draws) -> str:
    return f"per {draws.pick(COUNTED)}: {written(draws, MULTIPLIED)}"


def _guarded(draws: Draws, guard: str) -> str:
    return f"{guard}: {draws.weighted(((written, 3), (_small_two, 2)))(draws, INSTANT)}"


def _small_two(draws: Draws, choices: Weights) -> str:
    return two(draws, SMALL, SMALL)


def _asked(draws: Draws) -> str:
    return _guarded(draws, f"if {written(draws, ASKED)}")


def _paid(draws: Draws) -> str:
    return _guarded(draws, f"pay {written(draws, PAYS)}")


def _one(draws: Draws) -> str:
    return written(draws, INSTANT)


def _pair(draws: Draws) -> str:
    return two(draws, INSTANT, SMALL)


def _choice(draws: Draws) -> str:
    return _either(draws, INSTANT)


def _clauses(draws: Draws) -> str:
    return f"{written(draws, SMALL)}; {_per(draws)}"


def _whenever(draws: Draws) -> str:
    return f"on {written(draws, EVENTS)}: {written(draws, SMALL)}"


def _whenever_two(draws: Draws) -> str:
    return f"on {written(draws, EVENTS)}: {two(draws, SMALL, SMALL)}"


def _whenever_paid(draws: Draws) -> str:
    return f"on {written(draws, EVENTS)}: pay {written(draws, PAYS)}: {written(draws, INSTANT)}"


def _standing(draws: Draws) -> str:
    return written(draws, STANDING)


def _counted_last(draws: Draws) -> str:
    return f"per {draws.pick(COUNTED)}: vp {draws.pick((1, 1, 1, 2, 2, 3))}"


def _counted_two(draws: Draws) -> str:
    return f"per {draws.pick(COUNTED)}: vp 1; per {draws.pick(COUNTED)}: vp 1"


def _asked_last(draws: Draws) -> str:
    return f"if {written(draws, ASKED_LAST)}: vp {draws.between(3, 6)}"


def _struck(draws: Draws) -> str:
    return f"foes_more {draws.pick(COMPARED)}: {written(draws, TAKING)}"


def _struck_or(draws: Draws) -> str:
    return f"foes_more {draws.pick(COMPARED)}: {_either(draws, TAKING)}"


#: The forms of effect lines for each timing, with weights.
SHAPES: Final[Mapping[str, Sequence[tuple[Callable[[Draws], str], int]]]] = MappingProxyType(
    {
        "immediate": (
            *((_one, 45), (_pair, 20), (_per, 18), (_choice, 6), (_asked, 6), (_clauses, 5)),
        ),
        "once": ((_paid, 48), (_asked, 26), (_one, 18), (_choice, 4), (_pair, 4)),
        "income": ((_one, 44), (_asked, 22), (_pair, 12), (_choice, 14), (_per, 8)),
        "permanent": ((_whenever, 58), (_standing, 24), (_whenever_two, 12), (_whenever_paid, 6)),
        "endgame": ((_counted_last, 80), (_counted_two, 6), (_asked_last, 14)),
        "aggressive": ((_struck, 55), (_struck_or, 45)),
    }
)


def draw_line(draws: Draws, timing: str) -> str:
    """Draw an effect line for a timing, regardless of its price."""
    return draws.weighted(SHAPES[timing])(draws)
