"""The loop of PPO in one file: ``wistar train ppo``.

PPO (Schulman et al. 2017, arXiv:1707.06347) as in CleanRL, with the network, the games and the
losses in compiled code. The parts and their compiled kernels:

=====================  =============================================  ==========================
part                   here                                           compiled
=====================  =============================================  ==========================
collect rollouts       ``Run.collect_rollouts``                       ``training.rollouts``
advantages (GAE)       ``Run.compute_advantages``                     ``training.rollouts``
epochs, minibatches    ``Run.train_epochs``                           ``networks.optimizer``
losses, gradients      ``loss = policy_loss - entropy_coef * entropy  ``networks.losses``
                       + value_coef * value_loss``
Adam, max_grad_norm    ``Learner``                                    ``networks.optimizer``
=====================  =============================================  ==========================

Three things differ from CleanRL. The value function has two heads for each seat, future score and
win probability, so returns are vectors and the advantage is a weighted sum of them
(``Config.reward_weights``). Several seats can share the network: advantages are computed between
consecutive decisions of the same seat. A bot can be imitated first (``Run.pretrain``).

On a Ray cluster, ``RayCollector`` takes the place of ``RolloutCollector``, and with
``ray_gradients`` ``RayLearner`` that of ``Learner``; the results are the same.

``docs/training.md`` explains the settings.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wistar_env.kit.networks.network import REWARD, Network
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.system.ray_tasks import Cluster, connected
from wistar_env.training.callbacks import (
    RECENT_GAMES,
    Callback,
    PPORun,
    ProgressDisplay,
    game_metrics,
    train_in,
)
from wistar_env.training.checkpoints import arrays_of
from wistar_env.training.collectors import open_games
from wistar_env.training.games import EVALUATION_SEED, evaluate
from wistar_env.training.learner import Learner, Loss, initial_network
from wistar_env.training.ppo_config import CPU, Config
from wistar_env.training.ray_parts import RayLearner
from wistar_env.training.rollout_games import RolloutGames, SetGroup
from wistar_env.training.rollouts import LEARNER
from wistar_env.training.shared_learner import Part, SharedLearner, initial_shared

if TYPE_CHECKING:
    from wistar_env.training.device_learner import DeviceLearner

__all__ = ["Config", "ProgressDisplay", "Run", "train"]

_PRETRAINING_LEARNING_RATE: Final = 1e-3
_PRETRAINING_EPOCHS: Final = 2
_PRETRAINING_VALUE_COEF: Final = 0.1
#: Purpose of the random numbers that shuffle the rows of an epoch.
_SHUFFLE: Final = 1


class Run(PPORun[Config]):
    """A training run: network, optimizer, games, rollout buffer and counters.

    Raises ValueError if ``ray_gradients`` is set without a cluster, for several player counts, or
    for a card-feature network; or if a cluster is combined with several set groups or a curriculum.
    """

    def __init__(
        self,
        config: Config,
        threads: int = 1,
        cluster: Cluster | None = None,
        ray_gradients: bool = False,
    ) -> None:
        super().__init__("ppo", config)
        c = config
        if cluster and c.set_groups > 1:
            raise ValueError(f"set_groups must be 1 with --ray, found {c.set_groups}")
        self._curriculum = c.curriculum_of_option
        if cluster and self._curriculum:
            raise ValueError(f"curriculum must be empty with --ray, found {c.curriculum!r}")
        batches = [
            [open_games(each, each.num_envs, threads) for each in games.by_set_group()]
            for games in c.by_player_count()
        ]
        self._batches = [envs for games in batches for envs in games]
        self._widen_options(self._curriculum.low if self._curriculum else 0)
        self.network, self.learner = self._trainee(batches, threads, cluster, ray_gradients)
        self.rollout_games: list[RolloutGames] = []
        first_set, first_game, first_seed = 0, 0, c.seed
        for counted, envs in zip(c.by_player_count(), batches, strict=True):
            firsts = first_set, first_game, first_seed
            games = RolloutGames(counted, self.network, envs, *firsts, threads, cluster)
            self.rollout_games.append(games)
            first_set += sum(len(each.data_sets) for each in envs)
            first_game += counted.num_envs
            first_seed += sum(map(len, envs))
        self.pretraining_games = 0 if c.imitates else c.pretraining_games
        self.pretraining_updates = 0

    def _trainee(
        self,
        batches: Sequence[Sequence[BatchGame]],
        threads: int,
        cluster: Cluster | None,
        ray_gradients: bool,
    ) -> "tuple[Network | SharedNetwork, Learner | SharedLearner | DeviceLearner]":
        """Return the network, or shared parameters, and the optimizer."""
        c, hidden = self.config, (self.config.hidden1, self.config.hidden2)
        if ray_gradients and (c.is_shared or not cluster):
            raise ValueError(
                "ray_gradients needs --ray, a single player count and --code 0, found "
                f"{'--ray' if cluster else 'no --ray'}, --players {c.players} and --code {c.code}"
            )
        played = [
            (envs.num_players, data)
            for games in batches
            for envs in games
            for data in envs.data_sets
        ]
        if c.is_shared:
            about = c.game_class, tuple(c.player_counts), hidden, c.code, c.encoder, c.seed
            shared = initial_shared(c.begin_with, *about)
            shared.value_scale = c.value_scale
            if c.device == CPU:
                return shared, SharedLearner(shared, played, threads)
            from wistar_env.training.device_learner import DeviceLearner

            return shared, DeviceLearner(shared, [data for _, data in played], c.device)
        sets = [data for _, data in played]
        network = initial_network(c.begin_with, c.game_class, c.num_players, hidden, c.seed, sets)
        network.value_scale = c.value_scale
        if cluster and ray_gradients:
            return network, RayLearner(network, cluster)
        return network, Learner(network, threads)

    def _widen_options(self, top: int) -> None:
        """Let new games draw the curriculum's option up to ``top``, if they have this option."""
        self.curriculum_top = top
        if found := self._curriculum:
            for envs in self._batches:
                if found.fits(envs.spec, envs.num_players):
                    envs.set_options(**envs.options | found.options(top))

    def _advance(self) -> None:
        """Unlock the curriculum's next value if enough recent games were won; then count anew."""
        found, games = self._curriculum, self.recent_games
        if not found or len(games) < RECENT_GAMES or self.curriculum_top == found.high:
            return
        if game_metrics(games)["win_rate"] >= found.advance:
            games.clear()
            self._widen_options(self.curriculum_top + 1)

    # ------------------------------------------------------------------ one update

    def next_update(self) -> dict[str, float]:
        """Imitate the teacher during pretraining; after that, do one PPO update."""
        return self.pretrain() if self.is_pretraining else self.update()

    def update(self) -> dict[str, float]:
        """Do one PPO update and return its metrics."""
        c = self.config
        # Linear annealing, from 1 at the first update to 0 after the last.
        remaining = self.remaining
        learning_rate = c.learning_rate * (remaining if c.anneal_lr else 1)

        self.collect_rollouts()
        self.compute_advantages(c.gae_lambda)
        metrics = self.train_epochs(
            c.epochs,
            learning_rate,
            Loss(
                clip_coef=c.clip_coef,
                entropy_coef=remaining * c.entropy_coef,
                value_coef=c.value_coef,
                value_grad_norm=c.value_grad_norm,
                other_heads_coef=c.other_heads_coef,
            ),
        )

        self.updates += 1
        if self.updates % c.snapshot_every == 0:
            for group in self.groups:
                group.players.take_snapshot()
        metrics = {**game_metrics(self.recent_games), "learning_rate": learning_rate, **metrics}
        if self._curriculum:
            metrics["curriculum_top"] = self.curriculum_top
            self._advance()
        return metrics

    @property
    def groups(self) -> list[SetGroup]:
        """The groups of data sets of all player counts."""
        return [group for games in self.rollout_games for group in games.groups]

    def collect_rollouts(self, imitate: bool = False) -> int:
        """Play ``num_steps`` decisions in each game of the current group, for each player count.

        Returns how many games ended.
        With ``imitate`` the teacher chooses the actions of all seats.
        """
        ended = 0
        for games in self.rollout_games:
            for game in games.collect(self.iteration, imitate, self.shaping_weight):
                own = [k for k in range(games.config.num_learners) if game.players[k] == LEARNER]
                self.recent_games += [[float(game.scores[k]), float(game.won[k])] for k in own]
                ended += 1
        return ended

    def compute_advantages(self, gae_lambda: float) -> None:
        """Compute returns and normalized advantages (GAE)."""
        for games in self.rollout_games:
            games.compute_advantages(gae_lambda)

    def train_epochs(self, epochs: int, learning_rate: float, loss: Loss) -> dict[str, float]:
        """Go through the rollouts in shuffled minibatches; return metrics of the last epoch.

        Stop early if the KL divergence of an epoch exceeds ``target_kl``, unless that is 0 or
        ``loss.imitate`` is set.
        """
        rng = np.random.default_rng((self.config.seed, _SHUFFLE, self.iteration))
        rollouts, size = [games.rollout for games in self.rollout_games], self.config.minibatch_size
        metrics: dict[str, float] = {}
        for _ in range(epochs):
            parts = [
                Part(
                    each, rng.permutation(each.trainable_rows()), rng.permutation(each.view_rows())
                )
                for each in rollouts
            ]
            if isinstance(self.learner, SharedLearner):
                metrics = self.learner.train_parts(parts, size, learning_rate, loss)
            else:
                (part,) = parts
                metrics = self.learner.train_epoch(
                    part.experience, part.rows, size, learning_rate, loss, views=part.views
                )
            if not loss.imitate and 0 < self.config.target_kl < metrics["approx_kl"]:
                break
        explained = float(np.mean([each.explained_variance() for each in rollouts]))
        return {**metrics, "explained_variance": explained}

    def pretrain(self) -> dict[str, float]:
        """Imitate a teacher rollout: cross-entropy for the policy, returns for the values.

        After the last one, reset the optimizer and forget the recent games.
        """
        learning_rate = self.pretraining_learning_rate
        games = self.collect_rollouts(imitate=True)
        self.compute_advantages(gae_lambda=1.0)
        metrics = self.train_epochs(
            _PRETRAINING_EPOCHS,
            learning_rate,
            Loss(value_coef=_PRETRAINING_VALUE_COEF, imitate=True),
        )
        self.pretraining_updates += 1
        self.pretraining_games += games
        if not self.is_pretraining:
            self.learner.reset()
            self.recent_games.clear()
        return {**game_metrics(self.recent_games), "learning_rate": learning_rate, **metrics}

    # ------------------------------------------------------------------ progress

    @property
    def is_pretraining(self) -> bool:
        """Whether the teacher is still imitated."""
        return self.pretraining_games < self.config.pretraining_games

    @property
    def pretraining_learning_rate(self) -> float:
        """Learning rate of imitation, annealed to 0 over the pretraining games."""
        done = self.pretraining_games / max(1, self.config.pretraining_games)
        return _PRETRAINING_LEARNING_RATE * (1 - done)

    @property
    def phase(self) -> str:
        """``"pretraining"`` until the first PPO update, then ``"training"``."""
        return "pretraining" if self.updates == 0 else "training"

    @property
    def iteration(self) -> int:
        """Updates so far, pretraining included."""
        return self.pretraining_updates + self.updates

    @property
    def finished(self) -> bool:
        """Whether pretraining and all PPO updates are done."""
        return not self.is_pretraining and super().finished

    @property
    def shaping_weight(self) -> float:
        """Weight of reward shaping: 1 at the start, 0 from ``shaping_until`` on."""
        return max(0.0, 1 - (1 - self.remaining) / self.config.shaping_until)

    def evaluate(self) -> dict[str, float]:
        """Play evaluation games with the most probable actions; return mean score and win rate.

        All other seats are automata or ``evaluate_opponent``. With several player counts, the mean
        over them comes first, then the metrics per player count.
        """
        found = {}
        for games in self.rollout_games:
            c = games.config
            found[c.num_players] = evaluate(
                self.network,
                c.evaluate_games,
                EVALUATION_SEED,
                data=c.data_folder,
                opponent=c.evaluate_opponent,
                num_players=c.num_players,
            )
        score, win_rate = np.mean([*found.values()], axis=0).tolist()
        metrics = {"eval_score": score, "eval_win_rate": win_rate}
        if len(found) > 1:
            for num_players, (score, win_rate) in found.items():
                metrics[f"eval_score_{num_players}"] = score
                metrics[f"eval_win_rate_{num_players}"] = win_rate
        return metrics

    # ------------------------------------------------------------------ checkpoints

    @property
    def metadata(self) -> dict[str, Any]:
        """Metadata to store in the network file, including a reward that search cannot use."""
        own = self.config.own_reward is not None
        return {**super().metadata, **({REWARD: self.config.reward} if own else {})}

    def to_network(self) -> Network | SharedNetwork:
        """Return the network that learns."""
        return self.network

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return everything that the rest of the run depends on, as scalars and arrays."""
        scalars = {
            "pretraining_updates": self.pretraining_updates,
            "updates": self.updates,
            "pretraining_games": self.pretraining_games,
            "adam_steps": self.learner.adam_steps,
            "snapshots_taken": self.groups[0].players.snapshots_taken,
            "recent_games": list(self.recent_games),
            "curriculum_top": self.curriculum_top,
        }
        # All groups have the same snapshots.
        networks = [self.network, *self.learner.moments, *self.groups[0].players.snapshots]
        arrays: dict[str, Any] = {"weights": np.stack([each.weights for each in networks])}
        for k, group in enumerate(self.groups):
            arrays[f"seats {k}"] = group.players.seats
            arrays |= {f"batch {k} {name}": array for name, array in group.save().items()}
        return scalars, arrays

    def restore(self, scalars: dict[str, Any], arrays: dict[str, Any]) -> None:
        """Continue from the scalars and arrays that ``state`` returned."""
        self.pretraining_updates = scalars["pretraining_updates"]
        self.updates = scalars["updates"]
        self.pretraining_games = scalars["pretraining_games"]
        self.learner.adam_steps = scalars["adam_steps"]
        self.recent_games.extend(scalars["recent_games"])
        self._widen_options(scalars["curriculum_top"])
        for k, group in enumerate(self.groups):
            networks = [self.network, *self.learner.moments, *group.players.snapshots]
            for network, weights in zip(networks, arrays["weights"], strict=True):
                network.weights[:] = weights
            group.players.restore(scalars["snapshots_taken"], arrays[f"seats {k}"])
            group.load(arrays_of(f"batch {k} ", arrays))


def train(
    config: Config,
    folder: Path,
    threads: int = 1,
    checkpoint_minutes: float = 5.0,
    callbacks: Sequence[Callback[Run]] = (),
    ray: str | None = None,
    ray_gradients: bool = False,
) -> Run:
    """Train in a folder until the run is finished or stopped; resume a run in that folder.

    ``callbacks``: functions called after each update with the run and its metrics, those of the
    evaluation included; one that returns True saves a checkpoint and stops. ``ray``,
    ``ray_gradients``: address of the Ray cluster to play on, and whether gradients are computed
    there as well; results do not depend on it, and a run can continue without it.
    """
    with ExitStack() as stack:

        def make_run(config: Config) -> Run:
            cluster = stack.enter_context(connected(ray)) if ray else None
            return Run(config, threads, cluster, ray_gradients)

        return train_in(folder, config, make_run, checkpoint_minutes, callbacks)
