"""The path that everybody knows: ``wistar train sb3``.

sb3-contrib's ``MaskablePPO`` on ``make_sb3``, with a policy that skips what is zero and what is not
legal. ``docs/training.md`` tells how to use it.
"""

import io
import json
import pickle
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import typer
from rich.progress import Progress

from wistar_env.arguments import integer
from wistar_env.cli.options import count_option, level_option
from wistar_env.gate import MAX_SEATS
from wistar_env.networks.network import Network
from wistar_env.training.checkpoints import RunFolder, held
from wistar_env.training.commands import (
    carry_out,
    command_of,
    extra_imports,
    folder_option,
    option,
    threads_option,
)
from wistar_env.training.games import EVALUATION, evaluate, levels_of
from wistar_env.training.updates import RECENT, Display, learn_on

with extra_imports(__name__):
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.logger import Logger
    from stable_baselines3.common.utils import FloatSchedule, set_random_seed

    from wistar_env.training.sb3_games import GainingVecEnv
    from wistar_env.training.sb3_policy import SparsePolicy, settings_for, take_over, to_network

#: Settings of 1 or more.
_COUNTS: Final = (
    "steps",
    "games",
    "length",
    "epochs",
    "minibatch",
    "evaluate_every",
    "evaluate_games",
)
#: What SB3 logs, by the names of the curve.
_LOGGED: Final = {
    "loss": "train/loss",
    "policy loss": "train/policy_gradient_loss",
    "explained variance": "train/explained_variance",
    "error": "train/value_loss",
    "divergence": "train/approx_kl",
    "clipped": "train/clip_fraction",
}
_ENTROPY: Final = "train/entropy_loss"
_BATCH: Final = "batch "


@dataclass(frozen=True)
class Config:
    """What a run is: with the same settings it gives the same network."""

    players: Annotated[int, option("Players: 1 is the solo game.")] = 1
    levels: Annotated[str, level_option("Solo: levels of Rat-o-bot, drawn anew for each game.")] = (
        "0-9"
    )
    opponents: Annotated[str, option("Bots that play the other seats, by commas.")] = "greedy"
    seed: Annotated[int, option("Seed of everything.")] = 1
    steps: Annotated[int, count_option("Decisions to play in all, such as 5e6.")] = 5_000_000
    games: Annotated[int, count_option("Games at once.")] = 128
    length: Annotated[int, count_option("Decisions of each game between two updates.")] = 256
    epochs: Annotated[int, count_option("How often each decision is learned from.")] = 3
    minibatch: Annotated[int, count_option("Decisions of a step of Adam.")] = 1024
    rate: Annotated[float, option("How far Adam steps at the start; 0 at the end.")] = 5e-4
    trace: Annotated[float, option("Lambda of the returns.")] = 0.97
    clip: Annotated[float, option("PPO's bound of the ratio.")] = 0.2
    entropy: Annotated[float, option("What entropy weighs at the start; 0 at the end.")] = 0.01
    value: Annotated[float, option("What the value weighs.")] = 0.5
    gradient: Annotated[float, option("Bound of the norm of gradients.")] = 0.5
    wide: Annotated[int, option("Size of the first hidden layer.")] = 128
    narrow: Annotated[int, option("Size of the second hidden layer.")] = 64
    begin_with: Annotated[str, option("Network to begin with, instead of random numbers.")] = ""
    evaluate_every: Annotated[int, count_option("Updates between two evaluations.")] = 20
    evaluate_games: Annotated[int, count_option("Games of an evaluation.")] = 500

    def __post_init__(self) -> None:
        """Check what would otherwise fail late or not at all."""
        integer("players", self.players, 1, MAX_SEATS)
        for name in _COUNTS:
            integer(name, getattr(self, name), 1, 2**40)
        levels_of(self.levels)

    @property
    def size(self) -> int:
        """Decisions of an update."""
        return self.games * self.length

    @property
    def updates(self) -> int:
        """Updates in all."""
        return -(-self.steps // self.size)


class Run:
    """One run of training: all that it is made of, and how it goes on.

    Parameters
    ----------
    config
        What the run is.
    threads
        Threads that share the games.
    """

    def __init__(self, config: Config, threads: int = 1) -> None:
        c = self.config = config
        self.games = GainingVecEnv(
            c.games,
            c.players,
            level=levels_of(c.levels) if c.players == 1 else None,
            opponents=c.opponents.split(","),
            observation="uint8",
            num_threads=threads,
        )
        self.games.seed(c.seed)
        hidden = c.wide, c.narrow
        self.model = MaskablePPO(
            SparsePolicy,
            self.games,
            n_steps=c.length,
            batch_size=c.minibatch,
            n_epochs=c.epochs,
            gamma=1.0,
            gae_lambda=c.trace,
            clip_range=c.clip,
            vf_coef=c.value,
            max_grad_norm=c.gradient,
            policy_kwargs=settings_for(c.players, hidden),
            device="cpu",
        )
        self.model.set_logger(Logger(None, []))
        begin = Network.load(c.begin_with) if c.begin_with else None
        take_over(self.policy, begin or Network.random(c.players, hidden, c.seed))
        self.updated = 0
        self.recent: deque[list[float]] = deque(maxlen=RECENT)

    @property
    def policy(self) -> SparsePolicy:
        """The policy that learns."""
        policy: Any = self.model.policy
        assert isinstance(policy, SparsePolicy)
        return policy

    @property
    def phase(self) -> str:
        """What it does now."""
        return "learning"

    @property
    def iteration(self) -> int:
        """Updates so far."""
        return self.updated

    @property
    def steps(self) -> int:
        """Decisions learned from so far."""
        return int(self.model.num_timesteps)

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do."""
        return self.updated >= self.config.updates

    @property
    def left(self) -> float:
        """What is left of the run: 1 at the start, 0 at the end."""
        return 1 - self.updated / self.config.updates

    def advance(self) -> dict[str, float]:
        """Play a rollout, learn from it, and return how it went."""
        c, model = self.config, self.model
        # Whatever an update draws depends on its number: there are no generators to be kept.
        drawn = np.random.SeedSequence((c.seed, self.updated)).generate_state(1)
        set_random_seed(int(drawn[0]))
        model.lr_schedule = FloatSchedule(self.left * c.rate)
        model.ent_coef = self.left * c.entropy
        model.learn(c.size, log_interval=c.size, reset_num_timesteps=False)
        self.updated += 1
        self.recent += self.games.ended
        self.games.ended.clear()
        logged = model.logger.name_to_value
        told = {name: float(logged[place]) for name, place in _LOGGED.items()}
        told["entropy"] = -float(logged[_ENTROPY])
        score, wins = np.mean(self.recent, axis=0) if self.recent else (0.0, 0.0)
        return {"score": float(score), "wins": float(wins), **told}

    def evaluate(self) -> dict[str, float]:
        """Let the policy play its best: on level 9, or against greedy."""
        score, wins = evaluate(to_network(self.policy), self.config.evaluate_games, EVALUATION)
        return {"best_score": score, "best_wins": wins}

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return all that the run depends on, as numbers and arrays."""
        about = {
            "updated": self.updated,
            "steps": self.steps,
            "epochs": self.model._n_updates,
            "recent": list(self.recent),
        }
        stream = io.BytesIO()
        torch.save(self.model.get_parameters(), stream)
        arrays = {
            "parameters": np.frombuffer(stream.getvalue(), np.uint8),
            "starts": self.model._last_episode_starts,
        }
        return about, arrays | {f"{_BATCH}{n}": a for n, a in self.games.save().items()}

    def restore(self, about: dict[str, Any], arrays: dict[str, Any]) -> None:
        """Go on from a state."""
        model = self.model
        self.updated, model.num_timesteps = about["updated"], about["steps"]
        model._n_updates = about["epochs"]
        self.recent.extend(about["recent"])
        stream = io.BytesIO(arrays["parameters"].tobytes())
        try:
            parameters = torch.load(stream, weights_only=True)
        except pickle.UnpicklingError as error:
            raise ValueError(f"'parameters' are no tensors: {error}") from None
        model.set_parameters(parameters, device="cpu")
        names = (name for name in arrays if name.startswith(_BATCH))
        saved = {name.removeprefix(_BATCH): arrays[name] for name in names}
        # What SB3 itself goes on from when it learns without a reset.
        model._last_obs = self.games.load(saved)
        starts = arrays["starts"]
        if starts.shape != (self.config.games,) or starts.dtype != np.bool_:
            raise ValueError(f"'starts' must be a Boolean for each game, found {starts!r}")
        model._last_episode_starts = starts

    def save(self, kept: RunFolder) -> None:
        """Keep SB3's own file, the network that it plays as, and last the state, as of now."""
        stream = io.BytesIO()
        self.model.save(stream, exclude=["_last_obs"])
        kept.write("model.zip", stream.getvalue())
        network = to_network(self.policy)
        network.metadata = {
            "command": "wistar train sb3",
            "steps": self.steps,
            "settings": asdict(self.config),
        }
        network.save(kept.network)
        kept.save(*self.state())


def train(
    config: Config,
    folder: Path,
    threads: int = 1,
    minutes: float = 5.0,
    stop: Callable[[], bool] = lambda: False,
    tell: Callable[[Run, dict[str, float]], None] = lambda run, told: None,
) -> Run:
    """Train in a folder until the run is finished or is to stop; go on with what is there.

    Parameters
    ----------
    config, folder
        What the run is, and where it is kept.
    threads
        Threads that share the games; the numbers do not depend on it.
    minutes
        How much may be lost when the run is killed.
    stop
        Asked after each update; what is there by then is kept.
    tell
        Told after each update how it went.

    Raises
    ------
    NetworkError
        If the folder has a run of other actions or observations.
    ReplayError
        If it has a run of other rules or data.
    SettingsError
        If it has a run of other settings.
    """
    with held(folder, json.loads(json.dumps(asdict(config)))) as kept:
        if kept.load() is not None:
            Network.load(kept.network)  # what it was made for is still there
        run = Run(config, threads)
        kept.restore(run)
        learn_on(run, kept, minutes, stop, tell)
    return run


def main(folder: Path, threads: int, minutes: float, **settings: Any) -> None:
    """Train a policy of Stable-Baselines3; the same command goes on with an interrupted run."""

    def work(progress: Progress, stop: Callable[[], bool]) -> bool:
        # With more, torch would add up in another order, and its layers are small.
        torch.set_num_threads(1)
        config = Config(**settings)
        shown = Display(progress, config)
        return train(config, folder, threads, minutes, stop, shown.tell).finished

    carry_out(work, folder, settings)


def command() -> Callable[..., None]:
    """Return the command, with an option for each setting."""
    return command_of(
        Config,
        main,
        folder=folder_option("results/sb3"),
        threads=threads_option(),
        minutes=(Annotated[float, option("Minutes that may be lost.")], 5.0),
    )


if __name__ == "__main__":
    typer.run(command())
