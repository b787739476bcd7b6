"""Rollouts: playing games, their decisions and advantages, and evaluation."""

import re
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wistar_env.arguments import integer, number
from wistar_env.compiled.streams import FOR_MANY_CHOICES, number_of
from wistar_env.components import open_components
from wistar_env.games.rats_of_wistar import RATS_OF_WISTAR
from wistar_env.gate import GAME, TOTAL, WEIGHTS, sparse_width
from wistar_env.kit.head import heads
from wistar_env.kit.limits import MAX_SEATS
from wistar_env.kit.vector.threads import Threads
from wistar_env.networks.forward import NUM_HEADS
from wistar_env.networks.losses import DECISION
from wistar_env.networks.network import Network
from wistar_env.rewards import Weighted
from wistar_env.rewards.custom import spec_of
from wistar_env.training.players import PlayerPool, Teacher
from wistar_env.training.rollouts import (
    ARGMAX,
    GREEDY,
    IMITATE,
    LEARNER,
    SAMPLE,
    add_shaping,
    bootstrap,
    choose_actions,
    compute_gae,
)
from wistar_env.vector import BatchGame, Sparse

#: Maximum VP that shaping gives for one unit of a feature.
MAX_SHAPING: Final = 20
#: First seed of evaluation games; training does not use seeds this large.
EVALUATION_SEED: Final = 2**40


def parse_levels(text: str) -> tuple[int, int]:
    """Return the lowest and the highest level of Rat-o-bot, as in ``"3"`` or ``"0-9"``.

    Raises
    ------
    ValueError
        If the text has another form.
    """
    if not re.fullmatch(r"[0-9](-[0-9])?", text):
        raise ValueError(f"levels must be as in 3 or 0-9, found {text!r}")
    low, _, high = text.partition("-")
    return int(low), int(high or low)


def parse_shaping(text: str) -> Weighted | None:
    """Return the shaping reward of a text such as ``"beds_built=4,rooms_dug=2"``, None if empty.

    Raises
    ------
    ValueError
        If a feature is not in ``spec.features`` or repeated, or if its VP are not a
        number of at most ``MAX_SHAPING``: scores have 16 bits.
    """
    if not text:
        return None
    weights = {}
    for each in text.split(","):
        name, _, vp = each.partition("=")
        if name in weights:
            raise ValueError(f"shaping must name a feature once, found {name!r} twice in {text!r}")
        try:
            weight = float(vp)
        except ValueError:
            raise ValueError(
                f"shaping must be as in beds_built=4,rooms_dug=2, found {text!r}"
            ) from None
        weights[name] = number(f"shaping: {name}", weight, -MAX_SHAPING, MAX_SHAPING)
    shaping = Weighted(weights)
    spec_of(shaping, RATS_OF_WISTAR)  # refuses features that there are not
    return shaping


class Rollout:
    """A buffer of ``num_steps`` decisions of each game, and the position after them.

    Parameters
    ----------
    num_envs, num_steps, num_players
        Number of games, decisions of each, and players of each.

    Attributes
    ----------
    observations
        Sparse observations, one row per decision; row ``step * num_envs + env``.
    decisions
        The decisions in the same order: dtype ``DECISION``.
    bootstrap_values
        Value heads of every seat in the position after the last step.
    """

    def __init__(self, num_envs: int, num_steps: int, num_players: int) -> None:
        self.num_envs, self.num_steps = num_envs, num_steps
        rows = num_envs * (num_steps + 1)
        self.observations = Sparse.zeros(rows, sparse_width(num_players))
        self.decisions = np.zeros(rows, DECISION)
        self.bootstrap_values = np.zeros((MAX_SEATS * num_envs, NUM_HEADS), np.float32)

    def at(self, step: int) -> tuple[Sparse, NDArray[Any]]:
        """Return views of the observations and decisions of a step."""
        rows = slice(step * self.num_envs, (step + 1) * self.num_envs)
        indices, values, used = self.observations
        return Sparse(indices[rows], values[rows], used[rows]), self.decisions[rows]

    def start_from(self, observation: Any) -> None:
        """Copy an observation of the games to the first step."""
        for name, first in self.at(0)[0]._asdict().items():
            first[:] = getattr(observation, name)

    def trainable_rows(self) -> NDArray[np.int64]:
        """Return the rows in which the learning network decided."""
        decisions = self.decisions[: self.num_envs * self.num_steps]
        return np.flatnonzero((decisions["own"] == 1) & (decisions["legal"][:, 0] > 0))

    def compute_advantages(
        self, num_seats: int, gae_lambda: float, reward_weights: Sequence[float]
    ) -> None:
        """Compute returns, and advantages normalized over the rollout; see ``compute_gae``."""
        weights = np.array(reward_weights, np.float32)
        size = (self.num_envs, self.num_steps)
        compute_gae(self.decisions, self.bootstrap_values, *size, num_seats, gae_lambda, weights)
        rows = self.trainable_rows()
        advantage = self.decisions["advantage"][rows].astype(np.float64)
        if len(rows):
            normalized = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            self.decisions["advantage"][rows] = normalized

    def explained_variance(self) -> float:
        """Return which share of the variance of own score returns the value head explains."""
        rows = self.trainable_rows()
        seats = self.decisions["seat"][rows]
        returns, values = (self.decisions[name][rows, seats] for name in ("target", "outlook"))
        variance = float(returns.var()) if len(rows) else 0.0
        return 1 - float((returns - values).var()) / variance if variance else 0.0


class RolloutCollector:
    """Plays a batch of games and records the decisions.

    Parameters
    ----------
    envs
        Games with sparse observations.
    players
        Who plays which seat.
    threads
        Number of threads.
    data
        The data folder of the games; None for the bundled data.
    shaping
        Reward shaping, counted as VP.
    """

    def __init__(
        self,
        envs: BatchGame,
        players: PlayerPool,
        threads: int = 1,
        data: str | None = None,
        shaping: Weighted | None = None,
    ) -> None:
        self.envs, self.players = envs, players
        self._shaping = None if shaping is None else spec_of(shaping, RATS_OF_WISTAR)
        self._threads = Threads(integer("threads", threads, 1, 1024))
        self._scratch = [heads(np.zeros(2, GAME)) for _ in range(threads)]
        self._rules = open_components(data).rules
        self._weights = WEIGHTS.copy()
        self._actions = np.zeros(len(envs), np.int64)

    def choose_actions(
        self, observation: Any, decisions: NDArray[Any], how: int, seed: int
    ) -> NDArray[np.int64]:
        """Return the action of each game, and record the decisions."""
        start, players = np.uint64(seed >> 1), self.players
        indices, values, used = observation

        def work(thread: int, progress: NDArray[np.int64]) -> None:
            choose_actions(
                self._rules,
                heads(self.envs.records),
                players.records,
                players.seats,
                self._weights,
                self._scratch[thread],
                indices,
                values,
                used,
                how,
                start,
                decisions,
                self._actions,
                progress,
            )

        self._threads.spread(len(self.envs), work)
        return self._actions

    def _bootstrap(self, rollout: Rollout) -> None:
        """Record the positions after the last step, and their values."""
        _, decisions = rollout.at(rollout.num_steps)

        def work(_: int, progress: NDArray[np.int64]) -> None:
            bootstrap(
                self._rules,
                heads(self.envs.records),
                self.players.records,
                decisions,
                rollout.bootstrap_values,
                progress,
            )

        self._threads.spread(len(self.envs), work)

    def _add_shaping(self, decisions: NDArray[Any], weight: float) -> None:
        if self._shaping is not None:
            add_shaping(self._rules, heads(self.envs.records), self._shaping, weight, decisions)

    def collect(
        self,
        rollout: Rollout,
        seed: int,
        first_step: int,
        teacher: Teacher | None = None,
        shaping_weight: float = 0.0,
    ) -> list[Any]:
        """Fill a rollout and return the games that ended.

        Parameters
        ----------
        rollout
            Its first observations are those of the games now.
        seed, first_step
            Seed of the actions, and number of steps done before.
        teacher
            Chooses the actions; None samples them from the network.
        shaping_weight
            Weight of reward shaping.

        Returns
        -------
        For each game: final score, whether it won, and player, by seat.
        """
        ended = []
        how = IMITATE if teacher else SAMPLE
        for step in range(rollout.num_steps):
            observation, decisions = rollout.at(step)
            if teacher is not None:
                teacher.choose(self.envs, self._actions)
            step_seed = number_of(seed, FOR_MANY_CHOICES, first_step + step)
            actions = self.choose_actions(observation, decisions, how, step_seed)
            self._add_shaping(decisions, shaping_weight)
            done = self.envs.step(actions, out=rollout.at(step + 1)[0]).done
            if done.any():
                games = np.flatnonzero(done)
                ended += self._record_ends(decisions, games)
                if teacher is None:
                    self._assign_players(games)
        self._bootstrap(rollout)
        self._add_shaping(rollout.at(rollout.num_steps)[1], shaping_weight)
        return ended

    def _record_ends(self, decisions: NDArray[Any], games: NDArray[np.int64]) -> list[Any]:
        """Record final scores. Shaping is that of the last decision: the game is gone."""
        totals = self.envs.final_scores[games, :, TOTAL]
        won = self.envs.final_ranks[games] == 1
        decisions["done"][games] = 1
        seats = totals.shape[1]  # records have room for more
        decisions["finals"][games, :seats] = totals + decisions["hints"][games, :seats]
        decisions["won"][games, :seats] = won
        played = self.players.seats[games].tolist()
        return [*zip(totals.tolist(), won.tolist(), played, strict=True)]

    def _assign_players(self, games: NDArray[np.int64]) -> None:
        seeds = self.envs.seed
        for i in games.tolist():
            self.players.assign(i, int(seeds[i]), self.envs.num_players)


def evaluate(
    network: Network, games: int, seed: int, level: int = 9, data: str | None = None
) -> tuple[float, float]:
    """Play games with the most probable actions: against Rat-o-bot, or against greedy.

    Returns
    -------
    The network's mean final score and its win rate.
    """
    players = network.num_players
    envs = BatchGame(
        games,
        players,
        level=level if players == 1 else None,
        data=data,
        observation="sparse",
        autoreset=False,
    )
    pool = PlayerPool(network, games, seed, num_snapshots=0)
    own = np.arange(games) % players
    if players > 1:
        pool.seats[:] = GREEDY
        pool.seats[np.arange(games), own] = LEARNER
    collector, decisions = RolloutCollector(envs, pool, data=data), np.zeros(games, DECISION)
    step, number = envs.reset(seed), 0
    while not step.done.all():
        actions = collector.choose_actions(
            step.observation, decisions, ARGMAX, number_of(seed, FOR_MANY_CHOICES, number)
        )
        step, number = envs.step(actions), number + 1
    scores = envs.final_scores[np.arange(games), own, TOTAL]
    return float(scores.mean()), float((envs.final_ranks[np.arange(games), own] == 1).mean())
