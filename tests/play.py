"""Whole games through ``Game``, for tests that play more than one position."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from tests.engine import determinize, legal_actions, new_game, step
from wistar_env.games.rats_of_wistar.rules import decisions, invariants
from wistar_env.games.rats_of_wistar.rules.actions import LEGAL_SIZE
from wistar_env.games.rats_of_wistar.rules.numbers import number
from wistar_env.games.rats_of_wistar.rules.state import GAME
from wistar_env.games.rats_of_wistar.tables import codes

#: Every choice of Track cards that BOT-12 allows, as (Structure, Tool, Automaton) indices.
TRACKS = [
    (structure, tool, automaton)
    for structure, tool, automaton in product(range(4), repeat=3)
    if max(structure, tool, automaton) - min(structure, tool, automaton) <= 1
]


def tracks_of(level: int) -> tuple[int, int, int]:
    """Return one legal choice of Track cards for a difficulty level."""
    return next(indices for indices in TRACKS if sum(indices) == level)


#: Choices that cannot be declined (GEN-06), such as placing a Chief or paying an agreed price.
FORCED = {
    decisions.CHOOSE_PAIR,
    decisions.TURN,
    decisions.PAY_ITEMS,
    decisions.USE_DISCOUNT,
    decisions.DISCARD_CARDS,
    decisions.DISCARD_GUEST,
    decisions.RECEIVE_ITEM,
    decisions.BOT_TAKES_GUEST,
}


class Play:
    """One running game: a batch of one record and the legal actions of its current decision.

    ``tables``: the loaded tables, shape (1,). ``players``: seats of people: 1 is the solo game, for
    which ``tracks`` says the difficulty. ``seed``: seed of the game. ``tracks``: difficulty index
    of the Structure, Tool and Automaton Track card.
    """

    def __init__(
        self,
        tables: np.ndarray[Any, Any],
        players: int,
        seed: int,
        tracks: tuple[int, int, int] = (0, 0, 0),
    ) -> None:
        self.tables = tables
        self.games = np.zeros(1, GAME)
        self.legal = np.zeros(LEGAL_SIZE, np.int16)
        new_game(tables, self.games, 0, players, seed, self.legal, tracks)

    @property
    def game(self) -> Any:
        """The record of the game."""
        return self.games[0]

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return bool(self.game["finished"])

    @property
    def top(self) -> Any:
        """The pending decision on top of the stack."""
        return self.game["stack"][int(self.game["depth"]) - 1]

    @property
    def seat(self) -> int:
        """The seat that decides now."""
        return int(self.top["seat"])

    @property
    def forced(self) -> bool:
        """Whether the current decision is one that may not be declined (GEN-06)."""
        entry = self.top
        if entry["kind"] == decisions.REMOVE_CUBE:
            return not number(entry, "declinable")  # of a completed Mission
        if entry["kind"] == decisions.PITCH_TENT:
            return bool(number(entry, "taken_up"))  # a Tent was taken up
        if entry["kind"] == decisions.CHOOSE_OPTION:
            op = self.tables["ops"][0, number(entry, "first_option")]["op"]
            return op in codes.TAKING_OPS  # of a victim
        return int(entry["kind"]) in FORCED

    @property
    def actions(self) -> list[int]:
        """The legal actions in ascending order."""
        return sorted(int(action) for action in self.legal[1 : int(self.legal[0]) + 1])

    @property
    def bytes(self) -> bytes:
        """The whole record, padding included."""
        return self.games.tobytes()

    def step(self, action: int) -> bool:
        """Take an action; return False if the core rejected it."""
        return step(self.tables, self.games, 0, action, self.legal)

    def clone(self) -> "Play":
        """Return an independent game in the same position, through the bytes of its record."""
        other = object.__new__(Play)
        other.tables = self.tables
        other.games = np.frombuffer(bytearray(self.bytes), GAME)
        other.legal = np.zeros_like(self.legal)
        legal_actions(other.tables, other.games, 0, other.legal)
        return other

    def determinized(self, seat: int, seed: int) -> "Play":
        """Return a copy in which everything hidden from a seat is reshuffled."""
        copy = self.clone()
        determinize(copy.tables, copy.games, 0, seat, seed, copy.legal)
        return copy

    def tells_nothing(self, seat: int) -> bool:
        """Whether copies of one seed are equal, of this game and of one the same for the seat."""
        other = self.determinized(seat, 2)
        return other.determinized(seat, 1).bytes == self.determinized(seat, 1).bytes

    def violations(self) -> int:
        """Return the code of the first broken invariant, 0 if all hold."""
        return int(invariants.violations(self.tables, self.games, 0))

    def random(self, rng: np.random.Generator) -> Iterator[int]:
        """Play to the end with random legal actions, yielding each action before it is taken."""
        while not self.finished:
            actions = self.actions
            assert actions, "no legal action in an unfinished game"
            action = actions[rng.integers(len(actions))]
            yield action
            assert self.step(action), f"legal action {action} was rejected"
