"""Golden transcripts of Lab Rats: whole games as text, to be read by people and compared by a test.

``python -m tests.lab_rats.golden`` writes them anew. A transcript starts with the sizes and
versions that it depends on. Then follows every decision: the lines of the state that changed, at
some decisions each seat's observation by name, the legal actions, and after ``>`` the action taken.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.transcribing import Changes, ending, observations, weighted
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.lab_rats.actions import ACTION_BLOCKS, NUM_ACTIONS
from wistar_env.games.lab_rats.kinds import COLOURS, DOOR_NAMES, POTION_NAMES
from wistar_env.games.lab_rats.state import NO_CARD, SLOTS

FOLDER: Final = Path(__file__).parent
COMMAND: Final = "python -m tests.lab_rats.golden"
#: Weights of the actions of a block, resembling players who spend Potions on obstacles and stop
#: before all Doors are open.
WEIGHTS: Final = {"injury": 0.05, "stop": 1.5, "exit": 1.0, "keep": 3.0}
#: The weight of each action, by its id.
_WEIGHTS: Final = [WEIGHTS.get(name, 1.0) for name, size in ACTION_BLOCKS for _ in range(size)]
#: Decisions (from 0) before which every seat's observation is written, besides the last position.
OBSERVED: Final = {0, 40}
_ON_THE_TABLE: Final = 3  # Exits
_CONDITIONS: Final = ("healthy", "injured", "dead")


@dataclass(frozen=True)
class Script:
    """One game: how many play, from which seed, and the scenes that it was chosen for."""

    name: str
    num_players: int
    seed: int
    shows: tuple[str, ...]

    @property
    def path(self) -> Path:
        """The file of the transcript."""
        return FOLDER / f"{self.name}.txt"


SCRIPTS: Final = (
    Script("three_exits", 3, 58, (": pay the Exit", "from_exits 4", "cheese 5")),
    Script("three_survive", 3, 17, ("from_surviving 3", "to be resolved: Double Door")),
    Script("three_fail", 3, 49, ("> try an Exit", "could not pay Exits: 4", ": hand limit")),
    Script("four_exit", 4, 34, (": pay the Exit", "put by: 1 ", "exchanged: ")),
    Script("four_double_door", 4, 45, ("to be resolved: Double Door", ": Confusion")),
    Script("five_short", 5, 2, (": pay the Exit", ": Confusion", "own Door opened: ")),
    Script("five_double_door", 5, 26, ("aside: 1 blue, 1 Double Door", "knows: seat ")),
)


def _cards(counts: Iterable[int], names: tuple[str, ...]) -> str:
    words = [f"{n} {name}" for n, name in zip(counts, names, strict=True) if n]
    return ", ".join(words) or "-"


def _bits(bits: int) -> str:
    return " ".join(str(k) for k in range(int(bits).bit_length()) if int(bits) >> k & 1) or "-"


def _table(g: Any) -> str:
    """Return the Doors on the table as text, closed Doors in brackets."""
    words = []
    for place in range(SLOTS):
        kind = int(g["table"][place])
        name = "-" if kind == NO_CARD else DOOR_NAMES[kind]
        words.append(name if kind == NO_CARD or g["opened"] >> place & 1 else f"[{name}]")
    return " | ".join(words)


def lines(game: LabRats) -> dict[str, str]:
    """Return every line of the state by its name."""
    g = game.record[0]
    pending = g["pending"][: g["num_pending"]]
    exits = [str(card) for card in g["exits"]]
    found = {
        "starter": str(g["starter"]),
        "active": str(g["active"]),
        "table": _table(g),
        "aside": _cards(g["aside"], DOOR_NAMES),
        "to be resolved": ", ".join(DOOR_NAMES[kind] for kind in pending[::-1]) or "-",
        "Exits": f"{' '.join(exits[:_ON_THE_TABLE])} | {' '.join(exits[_ON_THE_TABLE:])}",
        "asked by an Exit": ", ".join(
            colour for k, colour in enumerate(COLOURS) if g["to_pay"] >> k & 1
        )
        or "-",
        "decks": f"{g['num_door_deck']} Doors, {g['num_potion_deck']} Potions",
        "discarded Doors": _cards(g["door_discards"], DOOR_NAMES),
        "discarded Potions": _cards(g["potion_discards"], POTION_NAMES),
        "exchanged": _bits(g["exchanged"]),
        "own Door opened": _bits(g["own_opened"]),
    }
    for seat in range(game.num_players):
        found |= _seat(seat, g["players"][seat], game.num_players)
    return found


def _seat(seat: int, p: Any, num_players: int) -> dict[str, str]:
    chips = ", ".join(f"{p[name]} {name}" for name in ("crumbs", "pollution", "cheese"))
    known = [
        f"seat {other}: {_cards(p['known'][other], POTION_NAMES)}"
        for other in range(num_players)
        if p["known"][other].any()
    ]
    return {
        f"seat {seat}": f"{COLOURS[p['specimen']]}, {_CONDITIONS[p['condition']]}, {chips}",
        f"seat {seat} turns": str(p["turns"]),
        f"seat {seat} Potions": _cards(p["potions"], POTION_NAMES),
        f"seat {seat} put by": _cards(p["put_by"], POTION_NAMES),
        f"seat {seat} Doors": _cards(p["doors"], DOOR_NAMES),
        f"seat {seat} could not pay Exits": _bits(p["unpaid"]),
        f"seat {seat} knows": "; ".join(known) or "-",
    }


def transcribe(script: Script) -> Iterator[str]:
    """Play a game and yield its transcript line by line."""
    game, chance = LabRats.new(script.num_players, script.seed), random.Random(script.seed)
    changes = Changes()
    yield f"{script.num_players} players, seed {script.seed}"
    yield (
        f"{NUM_ACTIONS} actions, observation of {game.layout.size} numbers, record of "
        f"{game.spec.record.itemsize} bytes, rules version {game.spec.rules_version}"
    )
    while not game.finished:
        number = game.num_decisions
        yield f"#{number} {game.presentation.stage} seat {game.seat}: {game.decision}"
        yield from changes.of(lines(game))
        if number in OBSERVED:
            yield from observations(game)
        legal = [int(action) for action in game.legal_actions()]
        yield f"  legal: {'; '.join(map(game.describe, legal))}"
        action = weighted(legal, [_WEIGHTS[action] for action in legal], chance)
        yield f"  > {game.describe(action)}"
        game.step(action)
    yield from changes.of(lines(game))
    yield from observations(game)
    yield from ending(game)


def write() -> None:
    """Write all transcripts."""
    for script in SCRIPTS:
        script.path.write_text("\n".join(transcribe(script)) + "\n", "utf-8")
