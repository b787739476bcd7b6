"""Training targets from search: its policies at decisions, and the outcomes of the games.

A search values leaves from its own seat's view, whichever seat decides there. So value heads also
learn from *views*: a seat's observation at a decision of another seat.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from wistar_env.compiled.work_sharing import new_progress
from wistar_env.kit.common_fields import NOBODY, common_fields
from wistar_env.kit.game import GameSpec
from wistar_env.kit.limits import MAX_SEATS
from wistar_env.kit.networks.losses import DECISION, MAX_LEGAL
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.kit.search import Mcts, Report
from wistar_env.kit.vector.arrays import Sparse
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.seeds import decision_seeds
from wistar_env.training.distil_config import Config
from wistar_env.training.games import check_room, shares_of_wins
from wistar_env.training.policy_targets import (
    PolicyTarget,
    policy_target_of,
    select_action,
    visit_distribution,
)
from wistar_env.training.rollouts import LEARNER, OUTSIDE, record_positions, record_views

#: Purpose of the random numbers that draw views; it differs from that of ``openings``.
_VIEWS: Final = 2
#: Arrays that are saved without trailing columns of zeros, which are often many.
_PADDED: Final = ("indices", "values", "policy_targets")


def _within(numbers: NDArray[Any], end: Any) -> NDArray[np.bool_]:
    inside: NDArray[np.bool_] = (numbers >= 0) & (numbers < end)
    return inside


@dataclass(frozen=True)
class SearchTargets:
    """Searched decisions and views with their targets, one per row."""

    observations: Sparse
    # The decisions, with value targets: dtype ``DECISION``. Views have no legal actions, and their
    # seat is the observing seat.
    decisions: NDArray[Any]
    # Target probabilities of the legal actions: float32, shape (n, MAX_LEGAL), in the order of
    # ``decisions["legal"]``.
    policy_targets: NDArray[np.float32]
    game: NDArray[np.int64]  # number of the game of each row, int64, ascending in the order of play
    sets: NDArray[np.int16]  # number of the data set of the game of each row, int16

    @classmethod
    def zeros(cls, rows: int, spec: GameSpec, num_players: int) -> "SearchTargets":
        """Return this many rows of zeros."""
        observations = Sparse.zeros(rows, spec.observation.sparse_width(num_players))
        policy_targets = np.zeros((rows, MAX_LEGAL), np.float32)
        game, sets = np.zeros(rows, np.int64), np.zeros(rows, np.int16)
        return cls(observations, np.zeros(rows, DECISION), policy_targets, game, sets)

    def __len__(self) -> int:
        return len(self.game)

    def _arrays(self) -> tuple[NDArray[Any], ...]:
        return (*self.observations, self.decisions, self.policy_targets, self.game, self.sets)

    @classmethod
    def _from_arrays(cls, arrays: Sequence[NDArray[Any]]) -> "SearchTargets":
        indices, values, used, *others = arrays
        return cls(Sparse(indices, values, used), *others)

    @classmethod
    def concatenate(cls, parts: Sequence["SearchTargets"]) -> "SearchTargets":
        """Return the rows of several parts."""
        arrays = zip(*(part._arrays() for part in parts), strict=True)
        return cls._from_arrays([np.concatenate(each) for each in arrays])

    def rows(self, which: NDArray[Any]) -> "SearchTargets":
        """Return the rows that an index or a mask selects."""
        return self._from_arrays([array[which] for array in self._arrays()])

    def since(self, game: int) -> "SearchTargets":
        """Return the rows of the games with this number or a higher one."""
        return self.rows(self.game >= game)

    def decision_rows(self) -> NDArray[np.int64]:
        """Return the indices of the rows that are searched decisions."""
        return np.flatnonzero(self.decisions["own"] == 1)

    def view_rows(self) -> NDArray[np.int64]:
        """Return the indices of the rows that are views."""
        return np.flatnonzero(self.decisions["own"] == 0)

    def _named(self) -> dict[str, NDArray[Any]]:
        return {
            **self.observations._asdict(),
            "policy_targets": self.policy_targets,
            "game": self.game,
            "sets": self.sets,
        }

    def save(self) -> dict[str, NDArray[Any]]:
        """Return all arrays by name, without trailing columns of zeros, for ``load`` or a file."""
        named = self._named()
        for name in _PADDED:
            used = np.flatnonzero(named[name].any(axis=0))
            named[name] = named[name][:, : used.max(initial=-1) + 1]
        bytes_of = self.decisions.view(np.uint8).reshape(len(self), DECISION.itemsize)
        return named | {"decisions": bytes_of}

    @classmethod
    def load(
        cls, saved: Mapping[str, NDArray[Any]], spec: GameSpec, num_players: int, num_sets: int = 1
    ) -> "SearchTargets":
        """Return the targets of arrays from ``save``.

        Raises ValueError if a value that compiled code uses as an index is out of range.
        """
        targets = cls.zeros(len(saved["game"]), spec, num_players)
        for name, array in targets._named().items():
            array[..., : saved[name].shape[-1]] = saved[name]
        targets.decisions[:] = np.ascontiguousarray(saved["decisions"]).view(DECISION)[:, 0]
        targets._check(spec, num_players, num_sets)
        return targets

    def _check(self, spec: GameSpec, num_players: int, num_sets: int) -> None:
        """Check the values that compiled code uses as indices, as a file may have been edited."""
        d, (indices, _, used) = self.decisions, self.observations
        legal, own, (seats, _) = d["legal"][:, :1], d["own"], spec.seats_of(num_players)
        size = spec.observation_layout(num_players).size
        listed = np.arange(MAX_LEGAL) < legal
        valid = {
            "used": (used >= 0) & (used <= indices.shape[1]),
            "indices": ((indices >= 0) & (indices < size)).all(1),
            "own": _within(own, 2),
            "legal": (legal[:, 0] >= own) & (legal[:, 0] <= MAX_LEGAL * own),
            "legal actions": (~listed | _within(d["legal"][:, 1:], spec.num_actions)).all(1),
            "action_index": _within(d["action_index"], np.maximum(legal[:, 0], 1)),
            "seat": _within(d["seat"], seats),
            "seat_order": _within(d["seat_order"], seats).all(1),
            "sets": _within(self.sets, num_sets),
        }
        for name, rows in valid.items():
            if not rows.all():
                raise ValueError(f"field {name!r} of decision {int(rows.argmin())} is out of range")


def _record(report: Report, decision: Any) -> None:
    """Write the best action and the legal actions of a search into a decision."""
    count = len(report.actions)
    decision["own"] = 1
    decision["action_index"] = np.flatnonzero(report.actions == report.best)[0]
    decision["legal"][0], decision["legal"][1 : 1 + count] = count, report.actions


@dataclass(frozen=True)
class SearchedGames:
    """Games played by search, with their training targets."""

    targets: SearchTargets  # the searched decisions and views, by step and then by game
    steps: NDArray[np.int64]  # the step of each row of ``targets``, int64
    # ``scores``, ``wins``: final score and share of the win of each game (rows) and player
    # (columns).
    scores: NDArray[np.int16]
    wins: NDArray[np.float64]

    @classmethod
    def concatenate(cls, parts: Sequence["SearchedGames"]) -> "SearchedGames":
        """Return the games of several parts, as if they had been played together."""
        targets = SearchTargets.concatenate([part.targets for part in parts])
        steps = np.concatenate([part.steps for part in parts])
        order = np.lexsort((targets.game, steps))
        scores = np.concatenate([part.scores for part in parts])
        wins = np.concatenate([part.wins for part in parts])
        return cls(targets.rows(order), steps[order], scores, wins)

    def results(self) -> tuple[float, float]:
        """Return the mean final score and the win rate of the players."""
        return float(self.scores.mean()), float(self.wins.mean())


class SearchSelfPlay:
    """Games in which search decides for every seat.

    ``envs``: the games: with sparse observations and without autoreset. ``temperature``: that of
    sampling the first ``num_sampling_moves`` decisions of a game; later decisions have 0.
    ``shared``: the shared network that learns, if any; its current network is used whenever games
    are played.
    """

    def __init__(
        self,
        searcher: Mcts,
        envs: BatchGame,
        temperature: float = 1.0,
        num_sampling_moves: int = 30,
        policy_target: PolicyTarget = visit_distribution,
        value_views: float = 0.0,
        shared: SharedNetwork | None = None,
    ) -> None:
        self.searcher, self.envs, self._shared = searcher, envs, shared
        self._temperature, self._num_sampling_moves = temperature, num_sampling_moves
        self._policy_target, self._value_views = policy_target, value_views

    def play(
        self,
        seeds: Sequence[int],
        first_game: int = 0,
        on_step: Callable[[int], None] = lambda ended: None,
    ) -> SearchedGames:
        """Play games with these seeds to their ends.

        ``first_game``: the number of the first one. ``on_step``: called after each step with the
        number of games that have ended.
        """
        envs = self.envs
        if self._shared:
            network = self._shared.network_for(envs.num_players, envs.data_sets[0])
            self.searcher.network = network
        step, parts = envs.reset(seeds), [SearchTargets.zeros(0, envs.spec, envs.num_players)]
        actions = np.zeros(len(envs), np.int64)
        while not step.done.all():
            rows = np.flatnonzero(~step.done)
            parts.append(self._decide(step.observation, rows, actions, first_game))
            step = envs.step(actions)
            on_step(int(step.done.sum()))
        targets = SearchTargets.concatenate(parts)
        self._write_outcomes(targets, targets.game - first_game)
        steps = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
        return SearchedGames(targets, steps, *self._results())

    def _decide(
        self,
        observation: Any,
        rows: NDArray[np.int64],
        actions: NDArray[np.int64],
        first_game: int,
    ) -> SearchTargets:
        """Search the decisions of some games, write the actions to play, and return the targets.

        Decisions with one legal action, or more than ``MAX_LEGAL``, have no targets.
        """
        envs = self.envs
        moves = envs.records["decisions"][rows].tolist()
        seeds = decision_seeds(zip(envs.seed[rows].tolist(), moves, strict=True)).tolist()
        games = [envs.game(i) for i in rows.tolist()]
        reports = self.searcher.search_all(games, seeds)
        positions = np.zeros(len(envs), DECISION)
        record_positions(envs.rules, envs.set_of_game, common_fields(envs.records), positions)
        policy_targets = np.zeros((len(rows), MAX_LEGAL), np.float32)
        observations = Sparse(*(array[rows] for array in observation))
        targets = SearchTargets(
            observations, positions[rows], policy_targets, first_game + rows, envs.set_of_game[rows]
        )
        for k, report in enumerate(reports):
            temperature = self._temperature if moves[k] < self._num_sampling_moves else 0.0
            actions[rows[k]] = select_action(report, temperature, seeds[k])
            if 1 < len(report.actions) <= MAX_LEGAL:
                _record(report, targets.decisions[k])
                policy_targets[k, : len(report.actions)] = self._policy_target(report)
        targets = targets.rows(targets.decisions["own"] == 1)
        if not self._value_views or envs.num_players == 1:
            return targets
        both = SearchTargets.concatenate([targets, self._views(targets, positions, first_game)])
        return both.rows(np.argsort(both.game, kind="stable"))

    def _views(
        self, targets: SearchTargets, positions: NDArray[Any], first_game: int
    ) -> SearchTargets:
        """Return views of a fraction of the decisions, each of a random other seat."""
        envs = self.envs
        players = np.full((len(envs), MAX_SEATS), OUTSIDE, np.int16)
        moves = envs.records["decisions"].tolist()
        for row in (targets.game - first_game).tolist():
            rng = np.random.default_rng((int(envs.seed[row]), moves[row], _VIEWS))
            if rng.random() < self._value_views:
                others = [k for k in range(envs.num_players) if k != positions["seat"][row]]
                players[row, rng.choice(others)] = LEARNER
        views, seen = positions.copy(), SearchTargets.zeros(len(envs), envs.spec, envs.num_players)
        network = self.searcher.network_for(envs.game(0))
        assert network is not None
        record_views(
            envs.rules,
            envs.set_of_game,
            common_fields(envs.records),
            network.records(*[network] * (len(envs.data_sets) - 1)),
            players,
            1.0,
            np.uint64(0),
            *seen.observations,
            views,
            new_progress(),
        )
        check_room(seen.observations)
        drawn = np.flatnonzero(views["seat"] != NOBODY)
        return replace(
            seen, decisions=views, game=first_game + np.arange(len(envs)), sets=envs.set_of_game
        ).rows(drawn)

    def _write_outcomes(self, targets: SearchTargets, games: NDArray[np.int64]) -> None:
        """Write value targets: each seat's gain after each decision, and its share of the win."""
        spec, decisions, target = self.envs.spec, targets.decisions, targets.decisions["returns"]
        finals = self.envs.final_scores[games, :, spec.scores.total_column]
        won = shares_of_wins(self.envs.final_ranks[games])
        for seat in range(self.envs.num_seats):
            gain = finals[:, seat] - decisions["scores"][:, seat]
            target[:, seat] = gain / np.float32(spec.networks.value_scale)
            target[:, MAX_SEATS + seat] = won[:, seat]

    def _results(self) -> tuple[NDArray[np.int16], NDArray[np.float64]]:
        """Return the players' final scores and their shares of the win."""
        seats, automata = self.envs.spec.seats_of(self.envs.num_players)
        players = slice(seats - automata)
        scores = self.envs.final_scores[:, players, self.envs.spec.scores.total_column]
        return scores, shares_of_wins(self.envs.final_ranks)[:, players]


def open_self_play(
    config: Config, network: Network | SharedNetwork, games: int, threads: int = 1
) -> SearchSelfPlay:
    """Return self-play by search in this many games, with the settings of a run."""
    shared, played = None, network
    if isinstance(played, SharedNetwork):
        shared, played = played, played.network_for(config.num_players)
    searcher = Mcts(
        config.simulations,
        threads=threads,
        network=played,
        c_puct=config.c_puct,
        prior_temperature=config.prior_temperature,
        root_prior_temperature=config.root_prior_temperature,
        root_noise_fraction=config.root_noise_fraction,
        dirichlet_alpha=config.dirichlet_alpha,
    )
    envs = BatchGame(
        config.game_class,
        games,
        config.num_players,
        **config.game_options,
        data=config.data_folder,
        observation="sparse",
        autoreset_mode=AutoresetMode.DISABLED,
        num_threads=threads,
    )
    policy_target = policy_target_of(
        config.policy_target,
        config.target_temperature,
        config.root_prior_temperature,
        config.completed_q_scale,
    )
    return SearchSelfPlay(
        searcher,
        envs,
        config.temperature,
        config.num_sampling_moves,
        policy_target,
        config.value_views,
        shared,
    )
