"""The sequence form of a game: its information sets, and the utilities of each end.

A *sequence* of a seat is the series of its own actions up to a position. At the end of a game, only
the last sequence of each seat matters (Koller, Megiddo and von Stengel, *Efficient Computation of
Equilibria for Extensive Two-Person Games*, 1996). So positions are visited once, and solvers only
process arrays.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.errors import TooLargeError
from wistar_env.kit.game import Game
from wistar_env.kit.game.memory import Memory
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.rewards.utility import check_utility, utilities_of

#: Maximum number of decisions and ends of a game.
MAX_POSITIONS: Final = 1_000_000
#: For each seat, the probability of every sequence given its parent; 1 for the first.
Policy: TypeAlias = tuple[npt.NDArray[np.float64], ...]
_Indices: TypeAlias = npt.NDArray[np.int64]
#: The sequence of a seat that has not acted.
_NONE: Final = 0
_TELL_AFTER: Final = 1_000
#: Maximum difference between the total utilities of ends in constant-sum games.
_ALIKE: Final = 1e-9


class Level(NamedTuple):
    """The information sets of a seat that has made a given number of decisions."""

    # ``sets``, ``sequences``: the indices of the sets, and of the sequences that end in them.
    sets: slice
    sequences: slice
    first: _Indices  # the offset of each set's first sequence within the level


@dataclass(frozen=True, eq=False)
class SeatSets:
    """The information sets of a seat, and its sequences; sequence 0 is empty."""

    games: list[Game]  # one game of each set
    before: _Indices  # the sequence that leads to each set
    sizes: _Indices  # the number of actions of each set
    # ``set_of``, ``actions``: the set in which each sequence ends, and its last action; of sequence
    # 0 both are -1.
    set_of: _Indices
    actions: _Indices
    levels: list[Level]  # the sets, grouped by the number of earlier decisions

    @property
    def num_sequences(self) -> int:
        """The number of sequences, including the empty one."""
        return len(self.actions)

    def reach(self, policy: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Return the probability that a seat plays each sequence."""
        reach = policy.copy()
        for level in self.levels:
            reach[level.sequences] *= reach[self.before[self.set_of[level.sequences]]]
        return reach

    def normalized(self, weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Return weights of sequences as probabilities in each set, uniform if all are 0."""
        policy = np.ones(self.num_sequences)
        for level in self.levels:
            part, sizes = weights[level.sequences], self.sizes[level.sets]
            totals = np.repeat(np.add.reduceat(part, level.first), sizes)
            even = 1 / np.repeat(sizes, sizes)
            policy[level.sequences] = np.divide(part, totals, out=even, where=totals > 0)
        return policy


class _Growing:
    """The information sets of a seat while they are enumerated."""

    def __init__(self) -> None:
        self.numbers: dict[bytes, int] = {}
        self.games: list[Game] = []
        self.before: list[int] = []
        self.first: list[int] = []
        self.depth: list[int] = []
        self.set_of = [-1]
        self.actions = [-1]

    def find(self, key: bytes, game: Game, before: int) -> int:
        """Return the first sequence of an information set, which is added if it is new."""
        if key not in self.numbers:
            self.numbers[key] = len(self.games)
            self.first.append(len(self.actions))
            legal = game.legal_actions().tolist()
            self.set_of += [len(self.games)] * len(legal)
            self.actions += legal
            self.games.append(game)
            self.before.append(before)
            self.depth.append(1 + self.depth[self.set_of[before]] if before else 0)
        return self.first[self.numbers[key]]

    def sorted(self) -> tuple[SeatSets, _Indices]:
        """Return the sets sorted by number of earlier decisions, and new indices of sequences."""
        depth = np.array(self.depth, np.int64)
        order = np.argsort(depth, kind="stable")
        ends = [*self.first[1:], len(self.actions)]
        old = [k for each in order for k in range(self.first[each], ends[each])]
        renamed = np.zeros(len(self.actions), np.int64)
        renamed[old] = np.arange(1, len(self.actions))
        sizes = np.array([ends[k] - self.first[k] for k in order], np.int64)
        first = 1 + np.cumsum(sizes) - sizes
        levels = []
        for each in range(depth.max(initial=-1) + 1):
            low, high = np.searchsorted(depth[order], [each, each + 1])
            start, end = int(first[low]), int(first[high - 1] + sizes[high - 1])
            levels.append(Level(slice(low, high), slice(start, end), first[low:high] - start))
        found = SeatSets(
            games=[self.games[k] for k in order],
            before=renamed[np.array([self.before[k] for k in order], np.int64)],
            sizes=sizes,
            set_of=np.concatenate([[-1], np.repeat(np.arange(len(sizes)), sizes)]),
            actions=np.array([-1, *(self.actions[k] for k in old)], np.int64),
            levels=levels,
        )
        return found, renamed


class SequenceForm:
    """A game in sequence form.

    Raises TooLargeError if the game has more than ``MAX_POSITIONS`` positions, or too many chance
    outcomes.

    Attributes
    ----------
    positions
        The number of decisions and ends.
    seats
        The information sets of each player.
    ends
        The last sequence of each seat at every end of the game: shape (n, players). Ends with equal
        sequences are merged.
    payoffs
        The utility of each seat at the ends, times the probability of chance: shape (n, players).
    total
        The sum of all seats' utilities at every end; None if it varies.
    """

    def __init__(
        self,
        game: type[Game] | str,
        num_players: int = 2,
        utility: str = "points",
        options: Mapping[str, Any] | None = None,
        on_progress: Callable[[int], None] = lambda positions: None,
    ) -> None:
        self.utility: Final = check_utility(utility)
        self.positions = 0
        self._on_progress: Final = on_progress
        first = find_game(game).new(num_players, options=options)
        growing = [_Growing() for _ in range(num_players)]
        ends, chances, payoffs = self._visit(first, growing)
        self.seats, renamed = zip(*(each.sorted() for each in growing), strict=True)
        last = np.array(ends, np.int64).reshape(-1, num_players)
        for seat, names in enumerate(renamed):
            last[:, seat] = names[last[:, seat]]
        paid = np.array(payoffs)
        totals = paid.sum(axis=1)
        self.total: Final = float(totals[0]) if np.ptp(totals) < _ALIKE else None
        self.ends, place = np.unique(last, axis=0, return_inverse=True)
        self.payoffs: Final = np.zeros((len(self.ends), num_players))
        np.add.at(self.payoffs, place.reshape(-1), paid * np.array(chances)[:, None])

    def _visit(
        self, first: Game, growing: list[_Growing]
    ) -> tuple[list[tuple[int, ...]], list[float], list[list[float]]]:
        """Visit all positions; return sequences, chance probabilities and payoffs of the ends."""
        nobody = tuple(Memory() for _ in growing), (_NONE,) * len(growing), 1.0
        open_positions = [(each, *nobody[:2], float(p)) for p, each in first.chance_outcomes()]
        ends: list[tuple[int, ...]] = []
        chances: list[float] = []
        payoffs: list[list[float]] = []
        while open_positions:
            game, earlier, last, chance = open_positions.pop()
            self._count(first)
            if game.finished:
                ends.append(last)
                chances.append(chance)
                payoffs.append(utilities_of(game, self.utility))
                continue
            seat, memories = game.seat, tuple(each.copy() for each in earlier)
            for viewer, memory in enumerate(memories):
                memory.see(game, viewer)
            sequence = growing[seat].find(memories[seat].key, game, last[seat])
            for k, action in enumerate(game.legal_actions().tolist()):
                acted = memories[seat].copy()
                acted.act(action)
                after = (*memories[:seat], acted, *memories[seat + 1 :])
                reached = (*last[:seat], sequence + k, *last[seat + 1 :])
                open_positions += [
                    (each, after, reached, chance * float(p))
                    for p, each in game.chance_outcomes(action)
                ]
        return ends, chances, payoffs

    def _count(self, first: Game) -> None:
        self.positions += 1
        if self.positions % _TELL_AFTER == 0:
            self._on_progress(self.positions)
        if self.positions > MAX_POSITIONS:
            raise TooLargeError(
                f"{first.spec.title} with {first.num_players} players has more than "
                f"{MAX_POSITIONS:,} positions, too many for exact game theory; make the game "
                "smaller, for example by its options"
            )

    @property
    def is_adversarial(self) -> bool:
        """Whether the game is a two-player constant-sum game, which CFR+ solves."""
        return len(self.seats) == 2 and self.total is not None

    @property
    def information_sets(self) -> list[int]:
        """The number of information sets of each seat."""
        return [len(seat.games) for seat in self.seats]

    def reaching(
        self, reach: tuple[npt.NDArray[np.float64], ...], without: int = -1
    ) -> npt.NDArray[np.float64]:
        """Return the probability that all seats except ``without`` play to each end."""
        found = np.ones(len(self.ends))
        for seat, each in enumerate(reach):
            if seat != without:
                found *= each[self.ends[:, seat]]
        return found

    def values(self, policy: Policy) -> npt.NDArray[np.float64]:
        """Return the expected utility of each seat if all play a policy."""
        reach = tuple(s.reach(p) for s, p in zip(self.seats, policy, strict=True))
        found: npt.NDArray[np.float64] = self.reaching(reach) @ self.payoffs
        return found


def uniform_policy(form: SequenceForm) -> Policy:
    """Return the policy that plays each legal action with the same probability."""
    return tuple(seat.normalized(np.zeros(seat.num_sequences)) for seat in form.seats)
