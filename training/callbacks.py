"""The training loop of PPO runs, with evaluation, logging, progress display and checkpoints."""

import json
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, Final, Generic, TypeAlias, TypeVar

import numpy as np
from rich.progress import Progress

from wistar_env.arguments import shown
from wistar_env.kit.networks.loading import load_network
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.training.checkpoints import RunFolder, lock_run
from wistar_env.training.config import PPOConfig
from wistar_env.training.games import EVALUATION_SEED, evaluate

_Config = TypeVar("_Config", bound=PPOConfig)
#: Number of latest results over which score and win rate are averaged: one for each learning seat
#: of a game.
RECENT_GAMES: Final = 500


def game_metrics(recent_games: Sequence[Sequence[float]]) -> dict[str, float]:
    """Return mean score and win rate of results; empty until a game has ended.

    ``recent_games``: score and win (1 or 0) of each learning seat of each game.
    """
    if not recent_games:
        return {}
    score, win_rate = np.mean(recent_games, axis=0)
    return {"score": float(score), "win_rate": float(win_rate)}


def game_metrics_in_words(metrics: Mapping[str, float]) -> str:
    """Return the score and win rate as text; without them, say that no game has finished."""
    if "score" not in metrics:
        return "no game finished"
    return f"score {metrics['score']:.1f}, {metrics['win_rate']:.0%} won"


class PPORun(ABC, Generic[_Config]):
    """A PPO training run: counters, evaluation and checkpoints."""

    def __init__(self, command: str, config: _Config) -> None:
        self._command, self.config = command, config
        self.updates = 0  # updates so far, pretraining excluded
        # Score and win (1 or 0) of the learners in the latest games.
        self.recent_games: deque[list[float]] = deque(maxlen=RECENT_GAMES)

    @abstractmethod
    def update(self) -> dict[str, float]:
        """Do one PPO update and return its metrics."""

    def next_update(self) -> dict[str, float]:
        """Do the next update, of pretraining or PPO, and return its metrics."""
        return self.update()

    @abstractmethod
    def to_network(self) -> Network | SharedNetwork:
        """Return the policy as the network of a bot."""

    @abstractmethod
    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return everything that the rest of the run depends on, as scalars and arrays."""

    @abstractmethod
    def restore(self, scalars: dict[str, Any], arrays: dict[str, Any]) -> None:
        """Continue from the scalars and arrays that ``state`` returned."""

    @property
    def phase(self) -> str:
        """The phase of the run, which the progress bar shows."""
        return "training"

    @property
    def iteration(self) -> int:
        """Updates so far, pretraining included."""
        return self.updates

    @property
    def steps(self) -> int:
        """Decisions so far, pretraining excluded."""
        return self.updates * self.config.batch_size

    @property
    def finished(self) -> bool:
        """Whether all PPO updates are done."""
        return self.updates >= self.config.num_updates

    @property
    def remaining(self) -> float:
        """Fraction of the updates still to do."""
        return 1 - self.updates / self.config.num_updates

    def evaluate(self) -> dict[str, float]:
        """Play evaluation games with the most probable actions; return mean score and win rate.

        All other seats are automata or ``greedy`` bots.
        """
        c = self.config
        found = evaluate(self.to_network(), c.evaluate_games, EVALUATION_SEED, c.data_folder)
        return dict(zip(("eval_score", "eval_win_rate"), found, strict=True))

    @property
    def metadata(self) -> dict[str, Any]:
        """Metadata to store in the network file."""
        return {
            "command": f"wistar train {self._command}",
            "steps": self.steps,
            "settings": asdict(self.config),
        }

    def save(self, run_folder: RunFolder) -> None:
        """Save the network, then the state."""
        network = self.to_network()
        network.metadata = self.metadata
        # The state is saved last: a run killed before that repeats its last updates.
        network.save(run_folder.network)
        run_folder.save(*self.state())


_Run = TypeVar("_Run")
#: What ``train`` calls after each update, with the run and the metrics of the update. If it returns
#: True, the run is saved and stops.
Callback: TypeAlias = Callable[[_Run, dict[str, float]], object]
_Updating = TypeVar("_Updating", bound=PPORun[Any])


def callback_of(name: str) -> Callback[Any]:
    """Return the callback ``module:function``, or an instance of ``module:Class``.

    Raises ValueError if it does not exist or is not callable.
    """
    problem = f"callback must be module:function or module:Class, found {shown(name)}"
    try:
        found = resolve_name(name)
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(f"{problem}: {error}") from error
    made = found() if isinstance(found, type) else found
    if not callable(made):
        raise ValueError(f"{problem}: the function, or the instance of the class, is not callable")
    callback: Callback[Any] = made
    return callback


def call_all(callbacks: Iterable[Callback[_Run]], run: _Run, metrics: dict[str, float]) -> bool:
    """Call all callbacks; return whether one of them stops the run."""
    stops = [callback(run, metrics) is True for callback in callbacks]
    return any(stops)


class UpdateCallback(Generic[_Updating]):
    """Evaluates, logs and saves a run.

    ``run``, ``run_folder``: the run and its folder. At the start, rows of iterations after the
    current one are removed from the curve.
    """

    def __init__(
        self,
        run: _Updating,
        run_folder: RunFolder,
        checkpoint_minutes: float,
        callbacks: Sequence[Callback[_Updating]],
    ) -> None:
        self._run, self._run_folder = run, run_folder
        self._interval = 60 * checkpoint_minutes
        self._callbacks = callbacks
        self._saved = time.monotonic()
        self.stopped = False  # whether a callback has stopped the run
        run_folder.begin(run.iteration)

    def on_update(self, metrics: dict[str, float]) -> None:
        """Evaluate the run if it is time, log the metrics, call the callbacks, and save if due."""
        run = self._run
        if run.updates and (run.updates % run.config.evaluate_every == 0 or run.finished):
            metrics = metrics | run.evaluate()
        self._run_folder.log({"iteration": run.iteration, "steps": run.steps, **metrics})
        self.stopped = call_all(self._callbacks, run, metrics)
        if self.stopped or run.finished or time.monotonic() - self._saved > self._interval:
            run.save(self._run_folder)
            self._saved = time.monotonic()


class ProgressDisplay:
    """A progress bar with the main metrics."""

    def __init__(self, progress: Progress, config: PPOConfig) -> None:
        self._progress, self._config = progress, config
        self._task = progress.add_task("starting", total=config.num_updates, details="")
        # End times of as many updates as lie from one evaluation to the next, since an update with
        # an evaluation is much slower.
        self._times = deque([time.perf_counter()], maxlen=config.evaluate_every + 1)
        self._evaluation = ""

    def __call__(self, run: PPORun[Any], metrics: dict[str, float]) -> None:
        """Show the metrics of an update; without a terminal, print them after an evaluation."""
        self._times.append(time.perf_counter())
        updates, seconds = len(self._times) - 1, self._times[-1] - self._times[0]
        speed = updates * self._config.batch_size / seconds
        evaluated = "eval_score" in metrics
        if evaluated:
            self._evaluation = (
                f", evaluation: score {metrics['eval_score']:.1f}, "
                f"{metrics['eval_win_rate']:.0%} won"
            )
        details = (
            f"{speed / 1000:.1f}k/s, {game_metrics_in_words(metrics)}"
            f"{self._evaluation}, entropy {metrics['entropy']:.2f}, KL {metrics['approx_kl']:.4f}"
        )
        self._progress.update(
            self._task, completed=run.updates, description=run.phase, details=details
        )
        if evaluated and not self._progress.console.is_terminal:
            done = f"update {run.updates:,} of {self._config.num_updates:,}: {details}"
            self._progress.console.print(done, soft_wrap=True)


def train_in(
    folder: Path,
    config: _Config,
    make_run: Callable[[_Config], _Updating],
    checkpoint_minutes: float,
    callbacks: Sequence[Callback[_Updating]],
) -> _Updating:
    """Train in a folder until the run is finished or stopped; resume a run in that folder.

    Raises NetworkError if the folder's network is damaged, or has other actions or observations.
    Raises SettingsError if another process has locked the folder, a file of its run is damaged, or
    the run has other settings, rules or data.
    """
    settings: dict[str, Any] = json.loads(json.dumps(asdict(config)))
    with lock_run(folder, settings) as run_folder:
        _check_network(run_folder, config)
        run = make_run(config)
        run_folder.restore(run)
        callback = UpdateCallback(run, run_folder, checkpoint_minutes, callbacks)
        while not (run.finished or callback.stopped):
            callback.on_update(run.next_update())
    return run


def _check_network(run_folder: RunFolder, config: PPOConfig) -> None:
    """Raise NetworkError if a saved run's network does not fit the game, before it is restored."""
    if run_folder.load() is not None:
        load_network(run_folder.network, config.game_class)
