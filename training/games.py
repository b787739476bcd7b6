"""The games that a network learns from: who plays them, and what came of their decisions."""

import re
from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wistar_env.arguments import integer, number
from wistar_env.batch.rows import COMPILED
from wistar_env.bots import Batch, View
from wistar_env.chances import decision_seeds
from wistar_env.compiled.streams import FOR_MANY_CHOICES, number_of
from wistar_env.components import open_components
from wistar_env.gate import GAME, MAX_SEATS, TOTAL, WEIGHTS, sparse_width
from wistar_env.kit.head import heads
from wistar_env.networks.forward import NUM_HEADS
from wistar_env.networks.losses import DECISION
from wistar_env.networks.network import Network
from wistar_env.registry import load
from wistar_env.rewards import Weighted
from wistar_env.rewards.custom import spec_of
from wistar_env.training.rollouts import (
    DRAWS,
    FOLLOWS,
    GREEDY,
    NEWEST,
    RANDOM,
    TAKES,
    add_hints,
    decide,
    give_targets,
    look_on,
)
from wistar_env.vector import BatchGame, Sparse
from wistar_env.vector.threads import Threads

#: Bots that play inside compiled code, by name.
FIXED: Final = MappingProxyType({"greedy": GREEDY, "random": RANDOM})
#: VP that one of what is hinted at can be worth.
MOST_HINTED: Final = 20
#: From here on evaluations count the seeds of their games, which those of training do not have.
EVALUATION: Final = 2**40


def levels_of(text: str) -> tuple[int, int]:
    """Return the lowest and the highest level of Rat-o-bot, as in ``"3"`` or ``"0-9"``.

    Raises
    ------
    ValueError
        If these are no levels.
    """
    if not re.fullmatch(r"[0-9](-[0-9])?", text):
        raise ValueError(f"levels must be as in 3 or 0-9, found {text!r}")
    low, _, high = text.partition("-")
    return int(low), int(high or low)


def hints_of(text: str) -> Weighted | None:
    """Return what is hinted at, as in ``"beds_built=4,rooms_dug=2"``; None for nothing.

    Raises
    ------
    ValueError
        If a feature is none of ``wistar_env.rewards.FEATURES``, or there twice, or if its VP are no
        number of at most ``MOST_HINTED``: scores are counted in 16 bits.
    """
    if not text:
        return None
    weights = {}
    for each in text.split(","):
        name, _, vp = each.partition("=")
        if name in weights:
            raise ValueError(f"hint must name a feature once, found {name!r} twice in {text!r}")
        try:
            worth = float(vp)
        except ValueError:
            raise ValueError(
                f"hint must be as in beds_built=4,rooms_dug=2, found {text!r}"
            ) from None
        weights[name] = number(f"hint: {name}", worth, -MOST_HINTED, MOST_HINTED)
    return Weighted(weights)


class Rollout:
    """Decisions of many games, ``length`` of each and the position behind them.

    Parameters
    ----------
    games, length, num_players
        Games, decisions of each, and players of each.

    Attributes
    ----------
    seen
        The observations, one row a decision; row ``step * games + game``.
    decisions
        Who decided what, and what came of it.
    """

    def __init__(self, games: int, length: int, num_players: int) -> None:
        self.games, self.length = games, length
        rows = games * (length + 1)
        self.seen = Sparse.zeros(rows, sparse_width(num_players))
        self.decisions = np.zeros(rows, DECISION)
        self.ends = np.zeros((MAX_SEATS * games, NUM_HEADS), np.float32)

    def at(self, step: int) -> tuple[Sparse, NDArray[Any]]:
        """Return the rows of a step: observations and decisions."""
        rows = slice(step * self.games, (step + 1) * self.games)
        indices, values, count = self.seen
        return Sparse(indices[rows], values[rows], count[rows]), self.decisions[rows]

    def begin_with(self, seen: Any) -> None:
        """Take what a batch shows now as the first observations."""
        for name, own in self.at(0)[0]._asdict().items():
            own[:] = getattr(seen, name)

    def learnable(self) -> NDArray[np.int64]:
        """Return the rows in which the network that learns decided."""
        decisions = self.decisions[: self.games * self.length]
        return np.flatnonzero((decisions["own"] == 1) & (decisions["legal"][:, 0] > 0))

    def finish(self, seats: int, trace: float, shares: Sequence[float]) -> None:
        """Find what each decision should have been; see ``give_targets``."""
        worth = np.array(shares, np.float32)
        size = (self.games, self.length)
        give_targets(self.decisions, self.ends, *size, seats, trace, worth)
        rows = self.learnable()
        advantage = self.decisions["advantage"][rows].astype(np.float64)
        if len(rows):
            scaled = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            self.decisions["advantage"][rows] = scaled


class Players:
    """Who plays each seat of each game: the newest network, snapshots of it, or fixed bots.

    Parameters
    ----------
    newest
        The network that learns.
    games, seed
        How many games there are, and what seats are drawn from.
    slots
        Snapshots that are kept; a further one takes the place of the oldest.
    fixed
        Names of fixed bots, as in ``FIXED``.
    alone
        The share of games in which the newest network plays all seats.
    """

    def __init__(
        self,
        newest: Network,
        games: int,
        seed: int,
        slots: int = 8,
        fixed: Sequence[str] = ("greedy",),
        alone: float = 0.5,
    ) -> None:
        self._seed, self._alone = seed, alone
        self._fixed = [FIXED[name] for name in fixed]
        self.newest = newest
        self.snapshots = [newest.copy() for _ in range(slots)]
        self.records = newest.records(*self.snapshots)
        self.taken = 0
        self.seats = np.full((games, MAX_SEATS), NEWEST, np.int16)

    def restore(self, taken: int, seats: NDArray[Any]) -> None:
        """Go on with as many snapshots, and these players.

        Raises
        ------
        ValueError
            If a seat is played by nobody that there is.
        """
        known = [*range(len(self.snapshots) + 1), *FIXED.values()]
        if seats.shape != self.seats.shape or not np.isin(seats, known).all():
            raise ValueError(f"the state has players that the run has not: {np.unique(seats)}")
        self.taken, self.seats[:] = taken, seats

    def take_snapshot(self) -> None:
        """Keep the newest network as it is now."""
        self.snapshots[self.taken % len(self.snapshots)].weights[:] = self.newest.weights
        self.taken += 1

    def draw(self, game: int, seed: int, num_players: int) -> None:
        """Draw who plays a game, from the game's seed."""
        self.seats[game] = NEWEST
        rng = np.random.default_rng((self._seed, seed))
        kept = min(self.taken, len(self.snapshots))
        others = [*range(1, kept + 1), *self._fixed]
        if num_players > 1 and others and rng.random() >= self._alone:
            self.seats[game, :num_players] = rng.choice(others, num_players)
            self.seats[game, rng.integers(num_players)] = NEWEST


class Teacher:
    """A bot that plays instead of the network, which imitates it.

    Parameters
    ----------
    name
        As for the ladder: ``"greedy"``, or any bot of your own as ``module:Class``.

    Raises
    ------
    BotError
        If there is no such bot.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._player = None if name in COMPILED else load(name)

    def choose(self, batch: BatchGame, actions: NDArray[np.int64]) -> None:
        """Write the action of each game."""
        if self._player is None:
            batch.choose(self._name, actions)
            return
        games = [batch.game(i) for i in range(len(batch))]
        views = tuple(View(game, game.seat) for game in games)
        seeds = zip(batch.seed.tolist(), batch.records["decisions"].tolist(), strict=True)
        actions[:] = self._player.act(Batch(views, decision_seeds(seeds)))


class Table:
    """A batch of games and the players who play them.

    Parameters
    ----------
    batch
        Games with sparse observations.
    players
        Who plays them.
    threads
        Threads that share the deciding.
    data
        The folder of data that the batch plays with; None for the bundled ones.
    hint
        What is to count as VP besides, though it is worth none.
    """

    def __init__(
        self,
        batch: BatchGame,
        players: Players,
        threads: int = 1,
        data: str | None = None,
        hint: Weighted | None = None,
    ) -> None:
        self.batch, self.players = batch, players
        self._hint = None if hint is None else spec_of(hint)
        self._threads = Threads(integer("threads", threads, 1, 1024))
        self._scratch = [heads(np.zeros(2, GAME)) for _ in range(threads)]
        self._rules = open_components(data)._rules
        self._weights = WEIGHTS.copy()
        self._actions = np.zeros(len(batch), np.int64)

    def decide(self, seen: Any, decisions: NDArray[Any], how: int, seed: int) -> Any:
        """Return the action of each game, and write what is to be known of it."""
        start, players = np.uint64(seed >> 1), self.players
        indices, values, count = seen

        def work(thread: int, progress: NDArray[np.int64]) -> None:
            decide(
                self._rules,
                heads(self.batch.records),
                players.records,
                players.seats,
                self._weights,
                self._scratch[thread],
                indices,
                values,
                count,
                how,
                start,
                decisions,
                self._actions,
                progress,
            )

        self._threads.spread(len(self.batch), work)
        return self._actions

    def look_on(self, decisions: NDArray[Any], ends: NDArray[np.float32]) -> None:
        """Write positions and outlooks where a rollout ends."""

        def work(_: int, progress: NDArray[np.int64]) -> None:
            records = self.players.records
            look_on(self._rules, heads(self.batch.records), records, decisions, ends, progress)

        self._threads.spread(len(self.batch), work)

    def _add_hints(self, decisions: NDArray[Any], worth: float) -> None:
        if self._hint is not None:
            add_hints(self._rules, heads(self.batch.records), self._hint, worth, decisions)

    def play(
        self,
        rollout: Rollout,
        seed: int,
        begun: int,
        teacher: "Teacher | None",
        worth: float = 0.0,
    ) -> list[Any]:
        """Play on, so that a rollout is full of decisions; return the games that ended.

        Parameters
        ----------
        rollout
            Its first observations are those of now.
        seed, begun
            What is drawn from, and how many steps were drawn for before.
        teacher
            Who plays instead of the network; None lets the network draw.
        worth
            How much of what is hinted at counts.

        Returns
        -------
        For each game the final scores of its seats, whether each won, and who played it.
        """
        ended = []
        for step in range(rollout.length):
            seen, decisions = rollout.at(step)
            if teacher is not None:
                teacher.choose(self.batch, self._actions)
            chance = number_of(seed, FOR_MANY_CHOICES, begun + step)
            actions = self.decide(seen, decisions, FOLLOWS if teacher else DRAWS, chance)
            self._add_hints(decisions, worth)
            done = self.batch.step(actions, out=rollout.at(step + 1)[0]).done
            if done.any():
                ended += self._note(decisions, np.flatnonzero(done), draws=teacher is None)
        self.look_on(rollout.at(rollout.length)[1], rollout.ends)
        self._add_hints(rollout.at(rollout.length)[1], worth)
        return ended

    def _note(self, decisions: NDArray[Any], games: NDArray[np.int64], *, draws: bool) -> list[Any]:
        """Write how games ended, and draw who plays the next ones.

        What is hinted at is what it was at the last decision: the game is gone.
        """
        totals = self.batch.final_scores[games, :, TOTAL]
        won = self.batch.final_ranks[games] == 1
        decisions["done"][games] = 1
        decisions["finals"][games] = totals + decisions["hints"][games]
        decisions["won"][games] = won
        played = self.players.seats[games].tolist()
        seeds = self.batch.seed
        for i in games.tolist() if draws else ():
            self.players.draw(i, int(seeds[i]), self.batch.num_players)
        return [*zip(totals.tolist(), won.tolist(), played, strict=True)]


def evaluate(
    network: Network, games: int, seed: int, level: int = 9, data: str | None = None
) -> tuple[float, float]:
    """Play games with the most probable actions: against Rat-o-bot, or against greedy.

    Returns
    -------
    The mean final score of the network, and the share of games that it won.
    """
    players = network.num_players
    batch = BatchGame(
        games,
        players,
        level=level if players == 1 else None,
        data=data,
        observation="sparse",
        autoreset=False,
    )
    seated = Players(network, games, seed, slots=0)
    chairs = np.arange(games) % players
    if players > 1:
        seated.seats[:] = GREEDY
        seated.seats[np.arange(games), chairs] = NEWEST
    table, decisions = Table(batch, seated, data=data), np.zeros(games, DECISION)
    step, number = batch.reset(seed), 0
    while not step.done.all():
        actions = table.decide(
            step.observation, decisions, TAKES, number_of(seed, FOR_MANY_CHOICES, number)
        )
        step, number = batch.step(actions), number + 1
    scores = batch.final_scores[np.arange(games), chairs, TOTAL]
    return float(scores.mean()), float((batch.final_ranks[np.arange(games), chairs] == 1).mean())
