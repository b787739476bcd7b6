"""``wistar train sb3``: sb3-contrib's ``MaskablePPO`` on ``make_sb3``.

Its policy computes only on nonzero inputs and legal actions. ``docs/training.md`` explains it.
"""

import io
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.kit.bots.registry import listed
from wistar_env.kit.envs.conventions import ILLEGAL_REWARD
from wistar_env.kit.networks.network import Network
from wistar_env.kit.vector.sb3 import Infos
from wistar_env.training.callbacks import Callback, PPORun, ProgressDisplay, game_metrics, train_in
from wistar_env.training.checkpoints import RunFolder, arrays_of
from wistar_env.training.learner import initial_network
from wistar_env.training.sb3_config import Config

__all__ = ["Config", "ProgressDisplay", "Run", "train"]

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.utils import FloatSchedule, set_random_seed

from wistar_env.training.sb3_games import GainingVecEnv
from wistar_env.training.sb3_policy import SparsePolicy, settings_for, take_over, to_network

#: Metrics of the curve, and their names in SB3's log.
_LOGGED: Final = {
    "loss": "train/loss",
    "policy_loss": "train/policy_gradient_loss",
    "value_loss": "train/value_loss",
    "approx_kl": "train/approx_kl",
    "clip_fraction": "train/clip_fraction",
    "explained_variance": "train/explained_variance",
}
_ENTROPY: Final = "train/entropy_loss"
_BATCH: Final = "batch "
#: SB3 stops the epochs when the KL divergence exceeds this multiple of its target.
_KL_FACTOR: Final = 1.5


class PenalizingVecEnv(GainingVecEnv):
    """Games of ``GainingVecEnv`` in which an illegal action has a negative reward."""

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Take the actions that ``step_wait`` plays, and note which are illegal."""
        self._illegal = self.action_masks()[np.arange(len(actions)), actions] == 0
        super().step_async(actions)

    def step_wait(self) -> tuple[Any, npt.NDArray[np.float32], Any, Infos]:
        """Play the legal actions, and penalize the others."""
        seen, gains, done, infos = super().step_wait()
        gains[self._illegal] += ILLEGAL_REWARD
        return seen, gains, done, infos


class Run(PPORun[Config]):
    """A training run: SB3's model, its games and counters."""

    def __init__(self, config: Config, threads: int = 1) -> None:
        super().__init__("sb3", config)
        c = config
        sets = [c.game_class.spec.open_data(c.one_data_folder)]
        hidden = c.hidden1, c.hidden2
        start = initial_network(c.begin_with, c.game_class, c.num_players, hidden, c.seed, sets)
        kind, on_illegal = (GainingVecEnv, "raise") if c.masks else (PenalizingVecEnv, "penalize")
        self.envs = kind(
            c.game_class,
            c.num_envs,
            c.num_players,
            **c.game_options,
            data=c.one_data_folder,
            opponents=listed(c.opponents),
            observation="uint8",
            num_threads=threads,
            on_illegal=on_illegal,
        )
        self.envs.seed(c.seed)
        self.model = MaskablePPO(
            SparsePolicy,
            self.envs,
            n_steps=c.num_steps,
            batch_size=c.minibatch_size,
            n_epochs=c.epochs,
            gamma=c.gamma,
            gae_lambda=c.gae_lambda,
            clip_range=c.clip_coef,
            vf_coef=c.value_coef,
            max_grad_norm=c.max_grad_norm,
            target_kl=c.target_kl / _KL_FACTOR or None,
            policy_kwargs=settings_for(c.game_class, c.num_players, start.hidden),
            device="cpu",
        )
        self.model.set_logger(Logger(None, []))
        take_over(self.policy, start)

    @property
    def policy(self) -> SparsePolicy:
        """The model's policy."""
        policy: Any = self.model.policy
        assert isinstance(policy, SparsePolicy)
        return policy

    def to_network(self) -> Network:
        """Return the policy as the network of a bot."""
        return to_network(self.policy, self.config.one_data_folder)

    @property
    def steps(self) -> int:
        """Decisions so far."""
        return int(self.model.num_timesteps)

    def update(self) -> dict[str, float]:
        """Do one PPO update and return its metrics."""
        c, model = self.config, self.model
        # Each update seeds all generators from its number, so their states need not be saved.
        seeds = np.random.SeedSequence((c.seed, self.updates)).generate_state(1)
        set_random_seed(int(seeds[0]))
        learning_rate = c.learning_rate * (self.remaining if c.anneal_lr else 1)
        model.lr_schedule = FloatSchedule(learning_rate)
        model.ent_coef = self.remaining * c.entropy_coef
        model.learn(
            c.batch_size,
            log_interval=c.batch_size,
            reset_num_timesteps=False,
            use_masking=c.masks,
        )
        self.updates += 1
        self.recent_games += self.envs.ended
        self.envs.ended.clear()
        logged = model.logger.name_to_value
        metrics = {name: float(logged[place]) for name, place in _LOGGED.items()}
        metrics["entropy"] = -float(logged[_ENTROPY])
        return {**game_metrics(self.recent_games), "learning_rate": learning_rate, **metrics}

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return everything that the rest of the run depends on, as scalars and arrays."""
        scalars = {
            "updates": self.updates,
            "steps": self.steps,
            "epochs": self.model._n_updates,
            "recent_games": list(self.recent_games),
        }
        stream = io.BytesIO()
        torch.save(self.model.get_parameters(), stream)
        arrays = {
            "parameters": np.frombuffer(stream.getvalue(), np.uint8),
            "starts": self.model._last_episode_starts,
        }
        return scalars, arrays | {f"{_BATCH}{n}": a for n, a in self.envs.save().items()}

    def restore(self, scalars: dict[str, Any], arrays: dict[str, Any]) -> None:
        """Continue from the scalars and arrays that ``state`` returned."""
        model = self.model
        self.updates, model.num_timesteps = scalars["updates"], scalars["steps"]
        model._n_updates = scalars["epochs"]
        self.recent_games.extend(scalars["recent_games"])
        stream = io.BytesIO(arrays["parameters"].tobytes())
        parameters = torch.load(stream, weights_only=True)
        model.set_parameters(parameters, device="cpu")
        # SB3 continues from this observation when it learns without a reset.
        model._last_obs = self.envs.load(arrays_of(_BATCH, arrays))
        starts = arrays["starts"]
        if starts.shape != (self.config.num_envs,) or starts.dtype != np.bool_:
            raise ValueError(f"'starts' must have one Boolean per game, found {starts!r}")
        model._last_episode_starts = starts

    def save(self, run_folder: RunFolder) -> None:
        """Save SB3's own file, the network, then the state."""
        stream = io.BytesIO()
        self.model.save(stream, exclude=["_last_obs"])
        run_folder.write("model.zip", stream.getvalue())
        super().save(run_folder)


def train(
    config: Config,
    folder: Path,
    threads: int = 1,
    checkpoint_minutes: float = 5.0,
    callbacks: Sequence[Callback[Run]] = (),
) -> Run:
    """Train in a folder until the run is finished or stopped; see ``callbacks.train_in``."""
    # More threads would change torch's order of summation, and the layers are small.
    torch.set_num_threads(1)
    return train_in(folder, config, partial(Run, threads=threads), checkpoint_minutes, callbacks)
