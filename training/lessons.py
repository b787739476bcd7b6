"""What search teaches: how often it tried each action of a decision, and how its games ended."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wistar_env.chances import decision_seeds
from wistar_env.gate import MAX_SEATS, NUM_ACTIONS, TOTAL, observation_layout, sparse_width
from wistar_env.kit.head import heads
from wistar_env.networks.forward import VP_SCALE
from wistar_env.networks.losses import DECISION, MAX_LEGAL
from wistar_env.search import Mcts, Report
from wistar_env.training.rollouts import note_positions
from wistar_env.vector import BatchGame, Sparse

#: Arrays whose last columns are often all zeros: these are not kept in files.
_WIDE: Final = ("indices", "values", "shares")


def _within(numbers: NDArray[Any], end: Any) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = (numbers >= 0) & (numbers < end)
    return found


@dataclass(frozen=True)
class Lessons:
    """Decisions that were searched, one a row.

    Attributes
    ----------
    seen
        The observations.
    decisions
        Who decided what, and as targets what each seat then gained.
    shares
        What is to be imitated of each legal action, by its visits: float32, shape (n, MAX_LEGAL),
        in the order of ``decisions["legal"]``.
    game
        Number of the game of each row, int64, ascending from game to game that was played.
    """

    seen: Sparse
    decisions: NDArray[Any]
    shares: NDArray[np.float32]
    game: NDArray[np.int64]

    @classmethod
    def room(cls, rows: int, num_players: int) -> "Lessons":
        """Return lessons of nothing yet."""
        seen = Sparse.zeros(rows, sparse_width(num_players))
        shares = np.zeros((rows, MAX_LEGAL), np.float32)
        return cls(seen, np.zeros(rows, DECISION), shares, np.zeros(rows, np.int64))

    def __len__(self) -> int:
        return len(self.game)

    def _arrays(self) -> tuple[NDArray[Any], ...]:
        return (*self.seen, self.decisions, self.shares, self.game)

    @classmethod
    def _of(cls, arrays: Sequence[NDArray[Any]]) -> "Lessons":
        indices, values, used, *others = arrays
        return cls(Sparse(indices, values, used), *others)

    @classmethod
    def joined(cls, parts: Sequence["Lessons"]) -> "Lessons":
        """Return the lessons of several parts, one after the other."""
        arrays = zip(*(part._arrays() for part in parts), strict=True)
        return cls._of([np.concatenate(each) for each in arrays])

    def since(self, game: int) -> "Lessons":
        """Return the lessons of the games from a number on."""
        return self._of([array[self.game >= game] for array in self._arrays()])

    def _named(self) -> dict[str, NDArray[Any]]:
        return {**self.seen._asdict(), "shares": self.shares, "game": self.game}

    def save(self) -> dict[str, NDArray[Any]]:
        """Return all arrays by name, for ``load`` or a file, without columns of zeros."""
        named = self._named()
        for name in _WIDE:
            used = np.flatnonzero(named[name].any(axis=0))
            named[name] = named[name][:, : used.max(initial=-1) + 1]
        bytes_of = self.decisions.view(np.uint8).reshape(len(self), DECISION.itemsize)
        return named | {"decisions": bytes_of}

    @classmethod
    def load(cls, saved: Mapping[str, NDArray[Any]], num_players: int) -> "Lessons":
        """Return the lessons of arrays that ``save`` returned."""
        lessons = cls.room(len(saved["game"]), num_players)
        for name, array in lessons._named().items():
            array[..., : saved[name].shape[-1]] = saved[name]
        lessons.decisions[:] = np.ascontiguousarray(saved["decisions"]).view(DECISION)[:, 0]
        lessons._check(num_players)
        return lessons

    def _check(self, num_players: int) -> None:
        """Check what compiled code uses as indices; files may be made up by anybody."""
        d, (indices, _, used) = self.decisions, self.seen
        legal, seats = d["legal"][:, :1], max(2, num_players)
        listed = np.arange(MAX_LEGAL) < legal
        sound = {
            "used": (used >= 0) & (used <= indices.shape[1]),
            "indices": ((indices >= 0) & (indices < observation_layout(num_players).size)).all(1),
            "legal": ((legal > 0) & (legal <= MAX_LEGAL))[:, 0],
            "legal actions": (~listed | _within(d["legal"][:, 1:], NUM_ACTIONS)).all(1),
            "place": _within(d["place"], legal[:, 0]),
            "seat": _within(d["seat"], seats),
            "turned": _within(d["turned"], seats).all(1),
        }
        for name, rows in sound.items():
            if not rows.all():
                raise ValueError(f"{name!r} of decision {int(rows.argmin())} is out of range")


def shares_of(report: Report, temperature: float) -> NDArray[np.float64]:
    """Return shares of the legal actions: of the visits at a temperature of 1, else more alike.

    Below 1 they are less alike than the visits.
    """
    powers = (report.visits / report.visits.max()) ** (1 / temperature)
    shares: NDArray[np.float64] = powers / powers.sum()
    return shares


def choice_of(report: Report, temperature: float, seed: int) -> int:
    """Return the action to play: drawn by such shares, or the best one at a temperature of 0."""
    if temperature == 0 or report.simulations == 0:
        return report.best
    drawn = np.random.default_rng(seed).choice(report.actions, p=shares_of(report, temperature))
    return int(drawn)


def _note(report: Report, focus: float, decision: Any, shares: NDArray[np.float32]) -> None:
    """Write what search found out about a decision."""
    count = len(report.actions)
    decision["own"] = 1
    decision["place"] = np.flatnonzero(report.actions == report.best)[0]
    decision["legal"][0], decision["legal"][1 : 1 + count] = count, report.actions
    shares[:count] = shares_of(report, focus)


class SearchedGames:
    """Games of which search decides everything.

    Parameters
    ----------
    searcher
        Searches for every seat.
    batch
        The games: with sparse observations, and without the next ones after their end.
    temperature
        As for ``choice_of``.
    opening
        Decisions of a game in which it holds; the others are left to no chance.
    focus
        Temperature of the shares that are to be imitated.
    """

    def __init__(
        self,
        searcher: Mcts,
        batch: BatchGame,
        temperature: float = 1.0,
        opening: int = 30,
        focus: float = 1.0,
    ) -> None:
        self.searcher, self.batch = searcher, batch
        self._temperature, self._opening, self._focus = temperature, opening, focus

    def play(
        self,
        seeds: Sequence[int],
        first: int = 0,
        watch: Callable[[int], None] = lambda ended: None,
    ) -> Lessons:
        """Play games to their ends and return what they teach.

        Parameters
        ----------
        seeds
            One a game.
        first
            Number of the first of these games.
        watch
            Told after each step how many games have ended.
        """
        batch = self.batch
        step, parts = batch.reset(seeds), [Lessons.room(0, batch.num_players)]
        actions = np.zeros(len(batch), np.int64)
        while not step.done.all():
            parts.append(self._decide(step.observation, np.flatnonzero(~step.done), actions, first))
            step = batch.step(actions)
            watch(int(step.done.sum()))
        lessons = Lessons.joined(parts)
        self._tell_ends(lessons, lessons.game - first)
        return lessons

    def _decide(
        self, seen: Any, rows: NDArray[np.int64], actions: NDArray[np.int64], first: int
    ) -> Lessons:
        """Search the decisions of some games, and write the actions to play."""
        batch = self.batch
        decided = batch.records["decisions"][rows].tolist()
        sources = zip(batch.seed[rows].tolist(), decided, strict=True)
        seeds = decision_seeds(sources).tolist()
        games = [batch.game(i) for i in rows.tolist()]
        reports = self.searcher.search_all(games, seeds)
        positions = np.zeros(len(batch), DECISION)
        note_positions(games[0].components._rules, heads(batch.records), positions)
        shares = np.zeros((len(rows), MAX_LEGAL), np.float32)
        shown = Sparse(*(array[rows] for array in seen))
        lessons = Lessons(shown, positions[rows], shares, first + rows)
        for k, report in enumerate(reports):
            temperature = self._temperature if decided[k] < self._opening else 0.0
            actions[rows[k]] = choice_of(report, temperature, seeds[k])
            if 1 < len(report.actions) <= MAX_LEGAL:
                _note(report, self._focus, lessons.decisions[k], shares[k])
        teaches = lessons.decisions["own"] == 1
        return Lessons._of([array[teaches] for array in lessons._arrays()])

    def _tell_ends(self, lessons: Lessons, games: NDArray[np.int64]) -> None:
        """Write what each seat gained after each decision, and who won."""
        decisions, finals = lessons.decisions, self.batch.final_scores[games, :, TOTAL]
        target = decisions["target"]
        target[:, :MAX_SEATS] = (finals - decisions["totals"]) / np.float32(VP_SCALE)
        target[:, MAX_SEATS:] = self.batch.final_ranks[games] == 1

    def results(self) -> tuple[float, float]:
        """Return the mean final score of the players, and the share of seats that won."""
        players = slice(self.batch.num_players)
        scores = self.batch.final_scores[:, players, TOTAL]
        return float(scores.mean()), float((self.batch.final_ranks[:, players] == 1).mean())
