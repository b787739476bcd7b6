"""Expert iteration: ``wistar train distil``.

Search with a network plays better than the network alone. The network is therefore trained on the
visit distributions and game outcomes of search, and the next games are searched with the new
network (Anthony, Tian and Barber 2017, *Thinking Fast and Slow with Deep Learning and Tree Search*,
arXiv:1705.08439). ``docs/training.md`` explains the settings.
"""

import json
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np
from rich.progress import Progress

from wistar_env.compiled.streams import FOR_MANY_GAMES, number_of
from wistar_env.kit.game import GameData
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.kit.vector.data_sets import DataSets
from wistar_env.system.ray_tasks import Cluster, connected
from wistar_env.training.callbacks import Callback, call_all
from wistar_env.training.checkpoints import arrays_of, lock_run
from wistar_env.training.distil_config import Config
from wistar_env.training.games import EVALUATION_SEED, evaluate
from wistar_env.training.learner import Learner, Loss, initial_network
from wistar_env.training.ray_parts import RaySelfPlay
from wistar_env.training.search_targets import SearchTargets, open_self_play
from wistar_env.training.shared_learner import SharedLearner, initial_shared

__all__ = ["Config", "ProgressDisplay", "Run", "train"]

#: Purpose of the random numbers that shuffle the rows of an epoch.
_SHUFFLE: Final = 2
#: Prefix of the arrays of the window in a state.
_WINDOW: Final = "window "


class Run:
    """A training run: network, optimizer, search, games, and the window of recent targets."""

    def __init__(self, config: Config, threads: int = 1, cluster: Cluster | None = None) -> None:
        c = self.config = config
        sets = DataSets(c.game_class.spec, c.data_folder).sets
        self._num_sets = len(sets)
        self.network, self.learner = self._trainee(sets, threads)
        self.self_play = (
            RaySelfPlay(self.network, c, cluster)
            if cluster
            else open_self_play(c, self.network, c.games, threads)
        )
        self.window = SearchTargets.zeros(0, c.game_class.spec, c.num_players)
        self.iteration = 0

    def _trainee(
        self, sets: Sequence[GameData], threads: int
    ) -> tuple[Network | SharedNetwork, Learner | SharedLearner]:
        """Return the network, or shared parameters, and the optimizer."""
        c, hidden = self.config, (self.config.hidden1, self.config.hidden2)
        if c.code:
            about = c.game_class, (c.num_players,), hidden, c.code, c.encoder
            shared = initial_shared(c.begin_with, *about, c.seed)
            return shared, SharedLearner(shared, [(c.num_players, each) for each in sets], threads)
        network = initial_network(c.begin_with, c.game_class, c.num_players, hidden, c.seed, sets)
        return network, Learner(network, threads)

    @property
    def games_played(self) -> int:
        """Games played so far."""
        return self.iteration * self.config.games

    @property
    def finished(self) -> bool:
        """Whether all iterations are done."""
        return self.iteration >= self.config.iterations

    def update(self, on_step: Callable[[int], None] = lambda ended: None) -> dict[str, float]:
        """Do one iteration: play games, train on the window, and return metrics.

        ``on_step``: called after each step with the number of games finished in this iteration; on
        a cluster, when workers return games.
        """
        c, first = self.config, self.games_played
        seeds = [number_of(c.seed, FOR_MANY_GAMES, first + k) >> 1 for k in range(c.games)]
        played = self.self_play.play(seeds, first, on_step)
        window = SearchTargets.concatenate([self.window, played.targets])
        self.window = window.since(first + c.games - c.window)
        metrics = self._train_epochs()
        self.iteration += 1
        score, win_rate = played.results()
        decisions = len(played.targets.decision_rows())
        return {"score": score, "win_rate": win_rate, "decisions": decisions, **metrics}

    def _train_epochs(self) -> dict[str, float]:
        c, window = self.config, self.window
        rng = np.random.default_rng((c.seed, _SHUFFLE, self.iteration))
        learning_rate = c.learning_rate * (1 - self.iteration / c.iterations)
        metrics: dict[str, float] = {}
        rows, views = window.decision_rows(), window.view_rows()
        for _ in range(c.epochs):
            metrics = self.learner.train_epoch(
                window,
                rng.permutation(rows),
                min(c.minibatch_size, len(rows)),
                learning_rate,
                Loss(value_coef=c.value_coef, imitate=True),
                policy_targets=window.policy_targets,
                views=rng.permutation(views),
            )
        names = ("cross_entropy", "entropy", "accuracy", "value_loss")
        return {"learning_rate": learning_rate, **{name: metrics[name] for name in names}}

    def evaluate(self) -> dict[str, float]:
        """Play evaluation games with the most probable actions; return mean score and win rate.

        All other seats are automata or ``greedy`` bots.
        """
        c = self.config
        score, win_rate = evaluate(
            self.network, c.evaluate_games, EVALUATION_SEED, data=c.data_folder
        )
        return {"eval_score": score, "eval_win_rate": win_rate}

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return everything that the rest of the run depends on, as scalars and arrays."""
        scalars = {"iteration": self.iteration, "adam_steps": self.learner.adam_steps}
        networks = [self.network, *self.learner.moments]
        arrays: dict[str, Any] = {"weights": np.stack([each.weights for each in networks])}
        window = {f"{_WINDOW}{name}": array for name, array in self.window.save().items()}
        return scalars, arrays | window

    def restore(self, scalars: dict[str, Any], arrays: dict[str, Any]) -> None:
        """Continue from the scalars and arrays that ``state`` returned."""
        self.iteration, self.learner.adam_steps = scalars["iteration"], scalars["adam_steps"]
        networks = [self.network, *self.learner.moments]
        for network, weights in zip(networks, arrays["weights"], strict=True):
            network.weights[:] = weights
        c, window = self.config, arrays_of(_WINDOW, arrays)
        self.window = SearchTargets.load(window, c.game_class.spec, c.num_players, self._num_sets)


def train(
    config: Config,
    folder: Path,
    threads: int = 1,
    callbacks: Sequence[Callback[Run]] = (),
    on_step: Callable[[Run, int], None] = lambda run, ended: None,
    ray: str | None = None,
) -> Run:
    """Train in a folder until the run is finished or stopped; resume a run in that folder.

    ``config``, ``folder``: the settings, and the folder of the run, which is saved after each
    iteration. ``callbacks``: functions called after each iteration with the run and its metrics;
    one that returns True stops. ``on_step``: called at the start, and after each step with the
    number of games that have ended in the current iteration. ``ray``: address of the Ray cluster to
    play on; results do not depend on it, and a run can continue without it.
    """
    with (
        lock_run(folder, json.loads(json.dumps(asdict(config)))) as run_folder,
        connected(ray) if ray else nullcontext() as cluster,
    ):
        run = Run(config, threads, cluster)
        run_folder.restore(run)
        run_folder.begin(run.iteration)
        on_step(run, 0)
        while not run.finished:
            metrics = run.update(lambda ended: on_step(run, ended))
            if run.iteration % config.evaluate_every == 0 or run.finished:
                metrics |= run.evaluate()
            row = {"iteration": run.iteration, "games": run.games_played, **metrics}
            run_folder.log(row)
            run.network.metadata = {
                "command": "wistar train distil",
                "games": run.games_played,
                "settings": asdict(config),
            }
            # The state is saved last: a run killed before that repeats its last iteration.
            run.network.save(run_folder.network)
            run_folder.save(*run.state())
            if call_all(callbacks, run, metrics):
                break
    return run


class ProgressDisplay:
    """A progress bar over all games, with the main metrics."""

    def __init__(self, progress: Progress, config: Config) -> None:
        self._progress = progress
        self._total = config.iterations * config.games
        self._task = progress.add_task("searching", total=self._total, details="")
        self._started = False
        self._evaluation = ""

    def on_step(self, run: Run, ended: int) -> None:
        """Show the number of finished games."""
        if not self._started:  # games of an earlier session do not count for the remaining time
            self._progress.reset(self._task, completed=run.games_played)
            self._started = True
        self._progress.update(self._task, completed=run.games_played + ended)

    def __call__(self, run: Run, metrics: dict[str, float]) -> None:
        """Show the metrics of an iteration."""
        if "eval_score" in metrics:
            self._evaluation = (
                f", evaluation: score {metrics['eval_score']:.1f}, "
                f"{metrics['eval_win_rate']:.0%} won"
            )
        details = (
            f"{run.games_played:,} of {self._total:,} games, score {metrics['score']:.1f}, "
            f"{metrics['win_rate']:.0%} won{self._evaluation}, "
            f"cross-entropy {metrics['cross_entropy']:.3f}, value loss {metrics['value_loss']:.2f}"
        )
        self._progress.update(self._task, completed=run.games_played, details=details)
        if not self._progress.console.is_terminal:
            self._progress.console.print(details, soft_wrap=True)
