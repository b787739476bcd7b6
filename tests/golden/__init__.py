"""Golden transcripts: whole games as text, to be read by people and compared by a test.

``python -m tests.golden`` writes them anew. A transcript starts with the sizes and versions that
it depends on. Then follows every decision: the lines of the state that changed, at some decisions
each seat's observation by name, the legal actions, and after ``>`` the action taken.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.transcribing import Changes, ending, observations, weighted
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.games.rats_of_wistar.rules import RULES_VERSION
from wistar_env.games.rats_of_wistar.rules.actions import ACTION_BLOCKS, NUM_ACTIONS
from wistar_env.games.rats_of_wistar.rules.state import GAME, NONE

FOLDER: Final = Path(__file__).parent
COMMAND: Final = "python -m tests.golden"

#: Weights of the actions of a block, so that the games resemble those of players; other blocks have
#: weight 1.
WEIGHTS: Final = {
    "PASS": 0.1,
    "END_TURN": 0.02,
    "HUT": 0.5,
    "BUY_WILD": 0.002,
    "BUY_ELECTRICITY": 0.01,
    "USE_MOVEMENT": 0.1,
    "MOVE": 0.5,
    **dict.fromkeys(("DEPLOY", "OPEN", "TENT", "CLAIM", "USE", "DIG", "BUILD"), 4.0),
    **dict.fromkeys(("MAIN", "PLAY", "COMPLETE", "REVEAL", "GUEST", "CHEESE"), 8.0),
}
#: Decisions (from 0) before which every seat's observation is written, besides the last position.
OBSERVED: Final = {0, 60}


@dataclass(frozen=True)
class Script:
    """One game: who plays, from which seed, and the rare scenes that it was chosen for."""

    name: str
    num_players: int
    seed: int
    shows: tuple[str, ...]
    level: int | None = None

    @property
    def path(self) -> Path:
        """The file of the transcript."""
        return FOLDER / f"{self.name}.txt"

    def new_game(self) -> RatsOfWistar:
        """Start the game."""
        return RatsOfWistar.new(num_players=self.num_players, seed=self.seed, level=self.level)


SCRIPTS: Final = (
    Script("two_players", 2, 167, (": recover card", ": fly")),
    Script("two_players_copying", 2, 978, (": copy once", ": discard guest")),
    Script("three_players", 3, 5, (": accept guest", ": explore")),
    Script("four_players", 4, 226, (": keep objective", ": use discount")),
    Script("solo_level_5", 1, 6719, (": take of type", ": choose option"), level=5),
    Script("solo_level_9", 1, 247, ("6 Exploration cards used", ": play invention"), level=9),
    Script("solo_no_energy", 1, 292, ("> play Electric Drill (15)",), level=9),
)


class State:
    """The state of a game in lines."""

    def __init__(self, game: RatsOfWistar) -> None:
        self.game = game
        self.labels = game.components.labels

    def lines(self) -> dict[str, str]:
        """Return every line of the state by its name."""
        lines = {
            "turn order": self._numbers("order", self.game.num_seats),
            "wheel": self._words("sector", self._g["wheel"]),
            "chiefs": self._chiefs(),
            "decks": f"basic {self._g['deck_size'][0]}, advanced {self._g['deck_size'][1]}",
            "objectives": self._words("objective", self._g["objectives"]),
            "display basic": self._words("card", self._g["display"][0]),
            "display advanced": self._words("card", self._g["display"][1]),
            "missions": self._missions(),
            "doors": self._doors(),
            "round guest": self._words("guest", [self._g["round_guest"]]),
        }
        for seat in range(self.game.num_seats):
            lines |= self._seat(seat)
        if self._g["automata"]:
            lines["Rat-o-bot"] = self._bot()
        return lines

    @property
    def _g(self) -> Any:
        return self.game.record[0]

    def _numbers(self, field: str, size: int) -> str:
        return " ".join(str(value) for value in self._g[field][:size])

    def _words(self, axis: str, values: Any) -> str:
        words = self.labels.of(axis)
        return " | ".join("-" if value == NONE else words[value] for value in values)

    def _bits(self, axis: str, bits: int) -> str:
        words = self.labels.of(axis)
        return ", ".join(word for at, word in enumerate(words) if bits >> at & 1) or "-"

    def _chain(self, card: int) -> str:
        words, names = self.labels.of("card"), []
        while card != NONE:
            names.append(words[card])
            card = int(self._g["next"][card])
        return ", ".join(names) or "-"

    def _chiefs(self) -> str:
        sectors = self.labels.of("sector")
        spaces = [
            f"{sectors[sector]}.{space + 1} seat {seat}"
            for sector, seats in enumerate(self._g["chiefs"])
            for space, seat in enumerate(seats)
            if seat != NONE
        ]
        hut = self._numbers("hut", int(self._g["hut_size"])) or "-"
        return ", ".join([*spaces, f"Hut {hut}"])

    def _missions(self) -> str:
        places, names = self.labels.of("place"), self.labels.of("mission")
        texts = []
        for place, card in enumerate(self._g["mission_card"]):
            if card != NONE:
                cubes = [
                    "." if seat == NONE else str(seat) for seat in self._g["mission_cubes"][place]
                ]
                name = names[card] if self._g["mission_open"][place] else "face down"
                texts.append(f"{places[place]} {name} {''.join(cubes)}")
        return " | ".join(texts)

    def _doors(self) -> str:
        passages = self.labels.of("passage")
        closed = [passages[at] for at, door in enumerate(self._g["doors"]) if door != NONE]
        return " ".join(closed) or "-"

    def _seat(self, seat: int) -> dict[str, str]:
        p = self._g["players"][seat]
        rooms = self.labels.of("room")
        tents = [rooms[room][0] for room in p["tents"] if room != NONE]
        tokens = ", ".join(
            f"{p[name]} {name}" for name in ("wood", "metal", "movement", "wild", "electricity")
        )
        areas = " ".join(str(workers) for workers in p["workers"])
        return {
            f"seat {seat}": f"{p['vp']} VP, {tokens}",
            f"seat {seat} workers": f"{areas}, entrance {p['entrance']}",
            f"seat {seat} lair": f"{p['beds_built']} beds built, {p['rooms_dug']} rooms dug",
            f"seat {seat} farm": " ".join(
                [f"Explorer {rooms[p['explorer']][0]}, doors {p['doors']}, Tents", *tents]
            ),
            f"seat {seat} guests": self._words("guest", p["guests"][: p["guests_size"]]) or "-",
            f"seat {seat} hand": self._chain(int(p["hand"])),
            f"seat {seat} played": self._chain(int(p["played"])),
            f"seat {seat} abilities": self._bits("ability", int(p["cubes_gone"])),
            f"seat {seat} objectives": self._bits("objective", int(p["claims"])),
        }

    def _bot(self) -> str:
        bot = self._g["bot"]
        spaces = " ".join(str(space) for space in bot["positions"])
        return (
            f"{bot['cards']} cards, {bot['workers']} Workers in stock, {bot['cubes']} cubes moved, "
            f"tracks {spaces}, {bot['exploration_next']} Exploration cards used"
        )


def _weight(action: int) -> float:
    block = next(block for block in ACTION_BLOCKS if action < block.start + block.size)
    return WEIGHTS.get(block.name, 1.0)


def choose(game: RatsOfWistar, chance: random.Random) -> int:
    """Return a legal action, drawn with the weights of players."""
    legal = [int(action) for action in game.legal_actions()]
    return weighted(legal, map(_weight, legal), chance)


def _header(script: Script, game: RatsOfWistar) -> Iterator[str]:
    who = "solo" if script.num_players == 1 else f"{script.num_players} players"
    level = "" if game.level is None else f", level {game.level}, tracks {game.tracks}"
    yield f"{who}, seed {script.seed}{level}"
    sizes = f"{NUM_ACTIONS} actions, observation of {len(game.observe(0))} numbers"
    yield f"{sizes}, record of {GAME.itemsize} bytes, rules version {RULES_VERSION}"


def transcribe(script: Script) -> Iterator[str]:
    """Play a game and yield its transcript line by line."""
    game, chance = script.new_game(), random.Random(script.seed)
    state, changes = State(game), Changes()
    yield from _header(script, game)
    number = 0
    while not game.finished:
        turn = int(game.record[0]["turn"])
        yield f"#{number} round {game.round} turn {turn} seat {game.seat}: {game.decision}"
        yield from changes.of(state.lines())
        if number in OBSERVED:
            yield from observations(game)
        legal = [game.describe(int(action)) for action in game.legal_actions()]
        yield f"  legal: {'; '.join(legal)}"
        action = choose(game, chance)
        yield f"  > {game.describe(action)}"
        game.step(action)
        number += 1
    yield from changes.of(state.lines())
    yield from observations(game)
    yield from ending(game)


def write() -> None:
    """Write all transcripts."""
    for script in SCRIPTS:
        script.path.write_text("\n".join(transcribe(script)) + "\n", "utf-8")
