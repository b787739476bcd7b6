"""Games of Lab Rats that are compared with an independent referee.

``python -m tests.lab_rats.watching [GAMES [PLAYERS ...]]`` plays this many games per player count,
by default 667 games each with 3, 4 and 5 players. The test suite plays fewer (``test_referee.py``).
"""

import pickle
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from time import perf_counter
from typing import Any, Final

import numpy as np

from tests.lab_rats.arranging import begin_histories
from tests.lab_rats.referee.asking import Choice, NotToldError
from tests.lab_rats.referee.cards import read_cards
from tests.lab_rats.referee.players import STYLES
from tests.lab_rats.referee.rules import LAST_ROUND, Referee
from tests.lab_rats.referee.table import Deal, Drawn, ImpossibleError
from tests.lab_rats.referee.views import CONDITIONS, view
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.lab_rats.actions import ACTION_BLOCKS
from wistar_env.games.lab_rats.kinds import DOOR_NAMES, POTION_NAMES

CARDS: Final = read_cards(POTION_NAMES, DOOR_NAMES)
#: What each action does, by its id.
CHOICES: Final[tuple[Choice, ...]] = tuple(
    (name, number) for name, size in ACTION_BLOCKS for number in range(size)
)
IDS: Final = {choice: action for action, choice in enumerate(CHOICES)}


def _deal(game: LabRats) -> Deal:
    record = game.record[0]
    players = record["players"][: game.num_players]
    return Deal(
        players["specimen"].tolist(),
        players["potions"].tolist(),
        players["doors"].tolist(),
        record["exits"].tolist(),
        int(record["starter"]),
        int(record["round_number"]),
    )


def _from_the_deal(record: Any) -> None:
    """Change nothing."""


def _late(record: Any) -> None:
    """Begin in the last round but one (AMB-93)."""
    record["round_number"] = LAST_ROUND - 1


def _poor(record: Any) -> None:
    """Begin with empty hands, which do not occur in games from the deal."""
    for player in record["players"]:
        record["potion_deck"] += player["potions"]
        record["num_potion_deck"] += player["num_potions"]
        player["potions"], player["num_potions"] = 0, 0


STARTS: Final = (*(_from_the_deal,) * 8, _late, _poor)


class WatchedGame:
    """A game in which every decision is compared with the referee's.

    ``num_players``, ``seed``: as for ``LabRats.new``; how it starts, and the players' choices,
    follow from the seed, too. ``seen``: where to count what occurs.
    """

    def __init__(self, num_players: int, seed: int, seen: Counter[str]) -> None:
        start = STARTS[seed % len(STARTS)]
        self._name_now = f"{num_players} players, seed {seed}, {start.__name__}"
        self._name = self._name_now
        self.game = LabRats.new(num_players, seed)
        start(self.game.record[0])
        begin_histories(self.game.record[0])
        self.game = LabRats.from_bytes(self.game.to_bytes())
        self._chance = random.Random(seed)
        self._styles = [self._chance.choice(STYLES) for _ in range(num_players)]
        self._seen = seen
        self.referee = Referee(CARDS, _deal(self.game), seen)
        self.referee.settle(self._drawn())

    def play(self) -> None:
        """Play to the end."""
        self._check(self.referee)
        while not self.referee.finished:
            choice = self._styles[self.referee.mover](self.referee, self._chance)
            before = self.referee
            self._name_now = f"{self._name}, decision {self.game.num_decisions}: {choice}"
            self.game.step(IDS[choice])
            if before.may_turn_up(choice):
                self.referee = self._told(before, choice)
            else:
                before.answer(choice)
                before.settle(self._drawn())
            self._check(self.referee)
        for name in ("potions", "doors"):
            self._seen[f"{name} made anew"] += getattr(self.referee, name).times_made_anew

    def _told(self, before: Referee, choice: Choice) -> Referee:
        """Find Doors that may have been turned up, such that all is as it is."""
        was, now = before.doors.deck, self.game.record[0]["door_deck"].tolist()
        fewer = [kind for kind, many in enumerate(now) if many < was[kind]]
        all_kinds = range(len(now))  # if the deck was made anew
        problems: list[tuple[list[int], str]] = []
        for kinds in (fewer, all_kinds):
            found = self._explained(before, choice, kinds, problems)
            if found is not None:
                return found
        raise AssertionError((self._name_now, "no cards explain it", problems))

    def _explained(
        self,
        before: Referee,
        choice: Choice,
        kinds: Sequence[int],
        problems: list[tuple[list[int], str]],
    ) -> Referee | None:
        """Carry an action out as if Doors of some kinds were turned up; None if none fit."""
        saved = pickle.dumps(before)
        open_ends: list[list[int]] = [[]]
        while open_ends:
            told = open_ends.pop()
            referee: Referee = pickle.loads(saved)
            try:
                referee.answer(choice, told)
                referee.settle(self._drawn())
            except NotToldError:
                open_ends += [[*told, kind] for kind in kinds]
                continue
            except ImpossibleError as error:
                problems.append((told, str(error)))
                continue
            problem = next(self._differences(referee), "")
            if not problem:
                self._seen.clear()
                self._seen.update(referee.seen)
                referee.seen = self._seen
                return referee
            problems.append((told, problem))
        return None

    def _drawn(self) -> Drawn:
        record = self.game.record[0]
        players = record["players"][: self.game.num_players]
        return Drawn(
            players["potions"].tolist(),
            players["doors"].tolist(),
            record["table"].tolist(),
            record["exits"].tolist(),
        )

    def _check(self, referee: Referee) -> None:
        problems = list(self._differences(referee))
        assert not problems, (self._name_now, problems)

    def _differences(self, referee: Referee) -> Iterator[str]:
        """Yield the differences between the game and the referee."""
        expected, found = _expected(referee), _found(self.game)
        for name, value in expected.items():
            if found[name] != value:
                yield f"{name}: {found[name]}, not {value}"
        for viewer in range(referee.n):
            yield from self._view_differences(referee, viewer)

    def _view_differences(self, referee: Referee, viewer: int) -> Iterator[str]:
        layout = self.game.layout
        own = referee.choices.get(viewer)
        blocks = view(referee, viewer, 1 + IDS[own] if own else 0)
        lacking = [block.name for block in layout.blocks if block.name not in blocks]
        assert not lacking, f"write them in tests/lab_rats/referee/views.py, too: {lacking}"
        numbers = np.array([n for block in layout.blocks for n in blocks[block.name]], np.float32)
        expected = np.minimum(numbers, layout.limit) * layout.scale
        observed, mask = self.game.observe_and_mask(viewer)
        if not np.array_equal(expected, observed):
            at = int(np.flatnonzero(expected != observed)[0])
            name = next(b.name for b in layout.blocks if b.start <= at < b.start + b.size)
            yield f"seat {viewer} sees {name} {layout.counts(observed)[name]}, not {blocks[name]}"
        legal = referee.options() if viewer == referee.mover else set()
        if {CHOICES[action] for action in np.flatnonzero(mask)} != legal:
            yield f"mask of seat {viewer}"


def _of_record(record: Any, n: int) -> dict[str, Any]:
    """Return what a record holds, by the names of its fields."""
    players = record["players"][:n]
    found = {name: record[name].tolist() for name in record.dtype.names if name != "players"}
    return found | {f"each {name}": players[name].tolist() for name in players.dtype.names}


def _found(game: LabRats) -> dict[str, Any]:
    found = _of_record(game.record[0], game.num_players)
    found["each known"] = [rows[: game.num_players] for rows in found["each known"]]
    found["sealed_choice"] = found["sealed_choice"][: game.num_players]
    pending = found.pop("num_pending")
    found["pending"] = found["pending"][:pending]
    found["ranks"], found["scores"] = game.ranks(), game.scores()
    found["legal"] = {CHOICES[action] for action in game.legal_actions()}
    found["decision"] = game.decision
    return found


def _bits(numbers: Any) -> int:
    return sum(1 << number for number in numbers)


def _expected(referee: Referee) -> dict[str, Any]:
    """Return what the record of the game should hold, by the names of its fields."""
    seats = referee.seats
    pending = referee.pending
    done = [many - pending.count(kind) for kind, many in enumerate(referee.aside)]
    made = {seat: IDS[choice] for seat, choice in referee.choices.items()}
    return {
        "legal": referee.options(),
        "finished": int(referee.finished),
        "mover": -1 if referee.finished else referee.mover,
        "sealed_open": _bits(referee.waiting),
        "sealed_made": _bits(made),
        "sealed_choice": [made.get(seat, 0) for seat in range(referee.n)],
        "round_number": referee.round_number,
        "starter": referee.starter,
        "active": referee.active,
        "to_pay": _bits(referee.to_pay),
        "opened": _bits(referee.opened),
        "exchanged": _bits(referee.exchanged),
        "own_opened": _bits(referee.own_opened),
        "table": referee.table,
        "pending": pending,
        "num_aside": sum(done),
        "aside": done,
        "exits": referee.exits,
        "num_potion_deck": referee.potions.size,
        "num_door_deck": referee.doors.size,
        "potion_deck": referee.potions.deck,
        "potion_discards": referee.potions.discards,
        "door_deck": referee.doors.deck,
        "door_discards": referee.doors.discards,
        "each specimen": [seat.specimen for seat in seats],
        "each condition": [CONDITIONS.index(seat.condition) for seat in seats],
        "each turns": [seat.turns for seat in seats],
        "each crumbs": [seat.crumbs for seat in seats],
        "each pollution": [seat.pollution for seat in seats],
        "each cheese": [seat.all_cheese for seat in seats],
        "each from_crumbs": [seat.cheese["crumbs"] for seat in seats],
        "each from_exits": [seat.cheese["exits"] for seat in seats],
        "each from_surviving": [seat.cheese["surviving"] for seat in seats],
        "each num_potions": [seat.num_potions for seat in seats],
        "each num_put_by": [sum(seat.put_by) for seat in seats],
        "each num_doors": [seat.num_doors for seat in seats],
        "each unpaid": [_bits(seat.unpaid) for seat in seats],
        "each potions": [seat.potions for seat in seats],
        "each put_by": [seat.put_by for seat in seats],
        "each doors": [seat.doors for seat in seats],
        "each known": [seat.known for seat in seats],
        "ranks": referee.places(),
        "scores": [
            {f"from_{source}": many for source, many in seat.cheese.items()}
            | {"cheese": seat.all_cheese}
            for seat in seats
        ],
    }


def watch(num_players: int, seeds: Iterable[int], seen: Counter[str]) -> None:
    """Play and compare games with these seeds, and count what occurs."""
    for seed in seeds:
        WatchedGame(num_players, seed, seen).play()


if __name__ == "__main__":
    occurred: Counter[str] = Counter()
    games = range(int(sys.argv[1]) if sys.argv[1:] else 667)
    for players in [int(number) for number in sys.argv[2:]] or (3, 4, 5):
        began = perf_counter()
        watch(players, games, occurred)
        print(
            f"{len(games)} games of {players}: {perf_counter() - began:.0f} s, all alike",
            flush=True,
        )
    for what, times in sorted(occurred.items()):
        print(f"{times:9,} {what}")
