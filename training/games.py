"""Rollouts: playing games, recording decisions, computing advantages, and evaluation."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from wistar_env.arguments import integer
from wistar_env.compiled.streams import FOR_MANY_CHOICES, number_of
from wistar_env.errors import RulesError
from wistar_env.kit.batch.observation_writers import TOO_MANY
from wistar_env.kit.common_fields import NOBODY, common_fields
from wistar_env.kit.limits import MAX_SEATS
from wistar_env.kit.networks.forward import NUM_HEADS
from wistar_env.kit.networks.losses import DECISION
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.kit.rewards import RewardFn, Weighted
from wistar_env.kit.rewards.custom import spec_of
from wistar_env.kit.vector.arrays import Sparse
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.kit.vector.sparse import no_room
from wistar_env.kit.vector.threads import Threads
from wistar_env.training.players import PlayerPool, Teacher
from wistar_env.training.rewards import FunctionRewards
from wistar_env.training.rollout_actions import (
    ARGMAX,
    IMITATE,
    SAMPLE,
    choose_by_bots,
    choose_by_networks,
    turns_of,
)
from wistar_env.training.rollouts import (
    LEARNER,
    add_shaping,
    bootstrap,
    compute_gae,
    record_views,
)

#: First seed of evaluation games, far from the usual seeds of runs.
EVALUATION_SEED: Final = 2**40


def check_room(observations: Sparse) -> None:
    """Raise RulesError if an observation did not fit."""
    if (observations.used == TOO_MANY).any():
        raise RulesError(no_room(observations.values.shape[1]))


class EndedGame(NamedTuple):
    """A game that ended during a rollout."""

    step: int  # the step of the rollout in which it ended
    # ``scores``, ``won``, ``players``: final score, share of the win, and player, by seat.
    scores: list[int]
    won: list[float]
    players: list[int]


class Rollout:
    """A buffer of ``num_steps`` decisions of each game, and the position after the last one.

    ``has_views``: whether each decision has room for a view: the observation of a seat that does
    not decide. ``has_rewards``: whether the collector records rewards, which take the place of
    points.
    """

    def __init__(
        self,
        envs: BatchGame,
        num_steps: int,
        has_views: bool = False,
        has_rewards: bool = False,
    ) -> None:
        self.num_envs, self.num_steps, self.has_views = len(envs), num_steps, has_views
        self._num_seats = envs.num_seats
        self._scale = 1 if has_rewards else envs.spec.networks.value_scale
        # Rewards of all seats for each step.
        self.rewards = np.zeros((num_steps * has_rewards, len(envs), MAX_SEATS), np.float32)
        rows = self.num_envs * (num_steps + 1 + (num_steps if has_views else 0))
        # Sparse observations, one row per decision; row ``step * num_envs + env``. Views follow
        # after the last position, in the same order.
        self.observations = Sparse.zeros(rows, envs.spec.observation.sparse_width(envs.num_players))
        # The decisions in the same order: dtype ``DECISION``.
        self.decisions = np.zeros(rows, DECISION)
        self.sets = np.zeros(rows, np.int16)  # the data set of the game of each decision
        self.first_set = 0  # the number of the first data set, if the games use only some sets
        # Value heads of every seat in the position after the last step.
        self.bootstrap_values = np.zeros((MAX_SEATS * self.num_envs, NUM_HEADS), np.float32)

    def at(self, step: int) -> tuple[Sparse, NDArray[Any]]:
        """Return NumPy views of the observations and decisions of a step."""
        rows = slice(step * self.num_envs, (step + 1) * self.num_envs)
        indices, values, used = self.observations
        return Sparse(indices[rows], values[rows], used[rows]), self.decisions[rows]

    def views_at(self, step: int) -> tuple[Sparse, NDArray[Any]]:
        """Return NumPy views of the recorded views of a step: observations and decisions."""
        return self.at(self.num_steps + 1 + step)

    def record_sets(self, step: int, set_of_game: NDArray[np.int16]) -> None:
        """Record the data sets of a step."""
        rows = slice(step * self.num_envs, (step + 1) * self.num_envs)
        self.sets[rows] = set_of_game + self.first_set

    def by_game(self) -> list[NDArray[Any]]:
        """Return views of all arrays that a collector fills, of shape (steps, games, ...)."""
        arrays = (*self.observations, self.decisions, self.sets)
        others = [self.rewards, self.bootstrap_values.reshape(1, self.num_envs, -1)]
        return [a.reshape(-1, self.num_envs, *a.shape[1:]) for a in arrays] + others

    def start_from(self, observation: Any) -> None:
        """Copy the current observations of the games into the first step."""
        for name, first in self.at(0)[0]._asdict().items():
            first[:] = getattr(observation, name)

    def trainable_rows(self) -> NDArray[np.int64]:
        """Return the indices of the rows in which the learning network decided."""
        decisions = self.decisions[: self.num_envs * self.num_steps]
        return np.flatnonzero((decisions["own"] == 1) & (decisions["legal"][:, 0] > 0))

    def view_rows(self) -> NDArray[np.int64]:
        """Return the indices of the rows in which a view was recorded."""
        first = self.num_envs * (self.num_steps + 1)
        return first + np.flatnonzero(self.decisions["seat"][first:] != NOBODY)

    def _totals(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return each seat's total before every step, and after the steps that ended a game.

        Totals are points, or cumulative rewards, which are not reset when games end.
        """
        if len(self.rewards) == 0:
            decisions = self.decisions[: self.num_envs * (self.num_steps + 1)]
            before, after = (decisions[name] for name in ("scores", "final_scores"))
            return before.astype(np.float32), after.astype(np.float32)
        sums = np.zeros((self.num_steps + 1, self.num_envs, MAX_SEATS), np.float32)
        self.rewards.cumsum(axis=0, out=sums[1:])
        return sums.reshape(-1, MAX_SEATS), sums[1:].reshape(-1, MAX_SEATS)

    def compute_advantages(
        self, gamma: float, gae_lambda: float, reward_weights: Sequence[float]
    ) -> None:
        """Compute returns, and advantages normalized over the rollout; see ``compute_gae``."""
        compute_gae(
            self.decisions,
            *self._totals(),
            self.bootstrap_values,
            self.num_envs,
            self.num_steps,
            self._num_seats,
            self._scale,
            gamma,
            gae_lambda,
            np.array(reward_weights, np.float32),
        )
        rows = self.trainable_rows()
        advantage = self.decisions["advantage"][rows].astype(np.float64)
        if len(rows):
            normalized = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            self.decisions["advantage"][rows] = normalized

    def explained_variance(self) -> float:
        """Return the explained variance of the seat's own score head; 0 if returns do not vary."""
        rows = self.trainable_rows()
        seats = self.decisions["seat"][rows]
        returns, values = (self.decisions[name][rows, seats] for name in ("returns", "values"))
        variance = float(returns.var()) if len(rows) else 0.0
        return 1 - float((returns - values).var()) / variance if variance else 0.0


class RolloutCollector:
    """Plays a batch of games and records the decisions.

    ``value_views``: fraction of decisions with a recorded view, in rollouts that have views.
    ``reward``: the reward function, in rollouts that have rewards; None for the rewards of the
    batch.
    """

    def __init__(
        self,
        envs: BatchGame,
        players: PlayerPool,
        threads: int = 1,
        shaping: Weighted | None = None,
        value_views: float = 0.0,
        reward: RewardFn | None = None,
    ) -> None:
        self.envs, self.players, self._value_views = envs, players, value_views
        self._reward = reward
        spec = envs.spec
        self._shaping = None if shaping is None else spec_of(shaping, spec)
        self._threads = Threads(integer("threads", threads, 1, 1024))
        self._scratch = [common_fields(np.zeros(2, spec.record)) for _ in range(threads)]
        self._rules = envs.rules
        self.weights = spec.bots.weights.copy()
        self._actions = np.zeros(len(envs), np.int64)
        self._seats = players.seats  # the players in the latest step

    def choose_actions(
        self, observation: Any, decisions: NDArray[Any], how: int, seed: int, first_game: int = 0
    ) -> NDArray[np.int64]:
        """Return the action of each game, and record the decisions.

        ``how``: ``SAMPLE``, ``ARGMAX`` or ``IMITATE``, see ``rollout_actions``. ``seed``: seed of
        the random numbers, which also depend on the game's number. ``first_game``: number of the
        first game, if these are some games of a larger batch. The next call overwrites the result.
        """
        players, games = self.players, common_fields(self.envs.records)
        indices, values, used = observation
        start = np.uint64((seed >> 1) + first_game)
        self._seats = players.seats
        if how != IMITATE:
            self._seats = players.playing(self.envs)
            players.ask(self.envs, self._seats, self._actions)
        turns = turns_of(self.envs, self._seats, self._actions, how, players.first_network_bot)
        of_networks = turns["player"] >= LEARNER
        by_networks, by_bots = turns[of_networks], turns[~of_networks]

        def networks(_: int, progress: NDArray[np.int64]) -> None:
            choose_by_networks(
                self._rules,
                games,
                players.records,
                by_networks,
                indices,
                values,
                used,
                start,
                decisions,
                progress,
            )

        def bots(thread: int, progress: NDArray[np.int64]) -> None:
            scratch = self._scratch[thread]
            choose_by_bots(
                self._rules, games, by_bots, self.weights, scratch, start, decisions, progress
            )

        for chosen, work in ((by_networks, networks), (by_bots, bots)):
            self._threads.spread(len(chosen), work)
            self._actions[chosen["game"]] = chosen["action"]
        return self._actions

    def _record_views(self, rollout: Rollout, step: int, seed: int, first_game: int) -> None:
        """Record views of seats that do not decide; parameters as in ``choose_actions``."""
        observation, views = rollout.views_at(step)
        sets = self.envs.set_of_game
        rollout.record_sets(rollout.num_steps + 1 + step, sets)
        start = np.uint64((seed >> 1) + first_game)

        def work(_: int, progress: NDArray[np.int64]) -> None:
            record_views(
                self._rules,
                sets,
                common_fields(self.envs.records),
                self.players.records,
                self._seats,
                self._value_views,
                start,
                *observation,
                views,
                progress,
            )

        self._threads.spread(len(self.envs), work)
        check_room(observation)

    def _bootstrap(self, rollout: Rollout) -> None:
        """Record the positions after the last step, and their values."""
        _, decisions = rollout.at(rollout.num_steps)
        sets = self.envs.set_of_game

        def work(_: int, progress: NDArray[np.int64]) -> None:
            bootstrap(
                self._rules,
                sets,
                common_fields(self.envs.records),
                self.players.records,
                decisions,
                rollout.bootstrap_values,
                progress,
            )

        self._threads.spread(len(self.envs), work)

    def _add_shaping(self, decisions: NDArray[Any], weight: float) -> None:
        if self._shaping is not None:
            games, sets = common_fields(self.envs.records), self.envs.set_of_game
            add_shaping(self._rules, sets, games, self._shaping, weight, decisions)

    def collect(
        self,
        rollout: Rollout,
        seed: int,
        first_step: int,
        teacher: Teacher | None = None,
        shaping_weight: float = 0.0,
        first_game: int = 0,
    ) -> list[EndedGame]:
        """Fill a rollout and return the games that ended, in the order of step and game.

        ``teacher``: chooses all actions; with None the seats' players choose theirs, the learning
        network and its snapshots by sampling.
        """
        ended: list[EndedGame] = []
        how = IMITATE if teacher else SAMPLE
        function = FunctionRewards(self._reward, self.envs) if self._reward else None
        for step in range(rollout.num_steps):
            observation, decisions = rollout.at(step)
            rollout.record_sets(step, self.envs.set_of_game)
            if teacher is not None:
                teacher.choose(self.envs, self._actions)
            step_seed = number_of(seed, FOR_MANY_CHOICES, first_step + step)
            actions = self.choose_actions(observation, decisions, how, step_seed, first_game)
            self._add_shaping(decisions, shaping_weight)
            if rollout.has_views:
                self._record_views(rollout, step, step_seed, first_game)
            stepped = self.envs.step(actions, out=rollout.at(step + 1)[0])
            if len(rollout.rewards):
                paid = function.after(actions) if function else stepped.reward
                rollout.rewards[step, :, : self.envs.num_seats] = paid
            if stepped.done.any():
                games = np.flatnonzero(stepped.done)
                ended += self._record_ends(step, decisions, games)
                if teacher is None:
                    self._assign_players(games)
        self._bootstrap(rollout)
        self._add_shaping(rollout.at(rollout.num_steps)[1], shaping_weight)
        return ended

    def _record_ends(
        self, step: int, decisions: NDArray[Any], games: NDArray[np.int64]
    ) -> list[EndedGame]:
        """Record the final scores and wins of games that have just ended, and return these games.

        The shaping term is that of the last decision, since the game is already reset.
        """
        totals = self.envs.final_scores[games, :, self.envs.spec.scores.total_column]
        won = shares_of_wins(self.envs.final_ranks[games])
        decisions["done"][games] = 1
        seats = totals.shape[1]  # records have room for more
        decisions["final_scores"][games, :seats] = totals + decisions["shaping"][games, :seats]
        decisions["won"][games, :seats] = won
        played = self._seats[games].tolist()
        ended = zip(totals.tolist(), won.tolist(), played, strict=True)
        return [EndedGame(step, *each) for each in ended]

    def _assign_players(self, games: NDArray[np.int64]) -> None:
        seeds = self.envs.seed
        for i in games.tolist():
            self.players.assign(i, int(seeds[i]))


def shares_of_wins(ranks: NDArray[np.int16]) -> NDArray[np.float64]:
    """Return each seat's share of the win, shape (n, seats): tied winners share one win."""
    first = ranks == 1
    shares: NDArray[np.float64] = first / first.sum(axis=1, keepdims=True)
    return shares


def evaluate(
    network: Network | SharedNetwork,
    games: int,
    seed: int,
    data: Any = None,
    opponent: str = "greedy",
    options: Mapping[str, Any] | None = None,
    num_players: int | None = None,
) -> tuple[float, float]:
    """Play games with the most probable actions; return the mean score and win rate.

    All other seats are automata or ``opponent``; tied winners share a win. Several data sets are
    assigned as ``BatchGame`` does. Options default to the game's ``evaluation_options``, the player
    count to the smallest of the network.
    """
    spec, num_players = network.game.spec, num_players or network.player_counts[0]
    envs = BatchGame(
        network.game,
        games,
        num_players,
        **(spec.evaluation_options(num_players) if options is None else options),
        data=data,
        observation="sparse",
        autoreset_mode=AutoresetMode.DISABLED,
    )
    pool = PlayerPool(
        network,
        games,
        seed,
        num_snapshots=0,
        bots=(opponent,),
        sets=envs.data_sets,
        num_players=num_players,
    )
    own = np.arange(games) % pool.num_learners
    if pool.num_learners > 1:
        pool.seats[:] = pool.bots[0]
        pool.seats[np.arange(games), own] = LEARNER
    collector, decisions = RolloutCollector(envs, pool), np.zeros(games, DECISION)
    step, number = envs.reset(seed), 0
    while not step.done.all():
        actions = collector.choose_actions(
            step.observation, decisions, ARGMAX, number_of(seed, FOR_MANY_CHOICES, number)
        )
        step, number = envs.step(actions), number + 1
    scores = envs.final_scores[np.arange(games), own, spec.scores.total_column]
    wins = shares_of_wins(envs.final_ranks)[np.arange(games), own]
    return float(scores.mean()), float(wins.mean())
