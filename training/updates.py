"""What runs of PPO have in common: update by update until the end, kept and shown on the way."""

import time
from collections.abc import Callable
from typing import Final, Protocol, TypeVar

from rich.progress import Progress

from wistar_env.training.checkpoints import RunFolder

#: Games over which score and wins are averaged.
RECENT: Final = 500


class UpdatesConfig(Protocol):
    """Of the settings of a run, what its updates go by."""

    @property
    def evaluate_every(self) -> int:
        """Updates between two evaluations."""

    @property
    def updates(self) -> int:
        """Updates in all."""

    @property
    def size(self) -> int:
        """Decisions of an update."""


class LearningRun(Protocol):
    """A run that learns by updates."""

    updated: int

    @property
    def config(self) -> UpdatesConfig:
        """What the run is."""

    @property
    def phase(self) -> str:
        """What it does now, in a word."""

    @property
    def iteration(self) -> int:
        """Updates so far, those of a warm start too."""

    @property
    def steps(self) -> int:
        """Decisions learned from so far, without those of a warm start."""

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do."""

    def advance(self) -> dict[str, float]:
        """Go on by an update, and return how it went."""

    def evaluate(self) -> dict[str, float]:
        """Return how what was learned plays."""

    def save(self, kept: RunFolder) -> None:
        """Keep all of it as of now, the state last."""


_Run = TypeVar("_Run", bound=LearningRun)


def learn_on(
    run: _Run,
    kept: RunFolder,
    minutes: float,
    stop: Callable[[], bool],
    tell: Callable[[_Run, dict[str, float]], None],
) -> None:
    """Go on with a run until it is finished or is to stop.

    Parameters
    ----------
    run, kept
        The run, and where it is kept.
    minutes
        How much may be lost when the run is killed.
    stop
        Asked after each update; what is there by then is kept.
    tell
        Told after each update how it went.
    """
    kept.cut(run.iteration)
    saved = time.monotonic()
    ends = False
    while not (run.finished or ends):
        told = run.advance()
        if run.updated and (run.updated % run.config.evaluate_every == 0 or run.finished):
            told |= run.evaluate()
        kept.tell({"iteration": run.iteration, "steps": run.steps, **told})
        tell(run, told)
        ends = stop()
        if ends or run.finished or time.monotonic() - saved > 60 * minutes:
            run.save(kept)
            saved = time.monotonic()


class Display:
    """A bar of progress with what is of interest."""

    def __init__(self, progress: Progress, config: UpdatesConfig) -> None:
        self._progress, self._config = progress, config
        self._task = progress.add_task("beginning", total=config.updates, told="")
        self._time = time.perf_counter()
        self._best = ""

    def tell(self, run: LearningRun, told: dict[str, float]) -> None:
        """Show how an update went."""
        now = time.perf_counter()
        speed, self._time = self._config.size / (now - self._time), now
        if "best_score" in told:
            self._best = f", best {told['best_score']:.1f} VP {told['best_wins']:.0%}"
        words = (
            f"{speed / 1000:.1f}k/s, {told['score']:.1f} VP {told['wins']:.0%}{self._best}, "
            f"entropy {told['entropy']:.2f}, KL {told['divergence']:.4f}"
        )
        self._progress.update(self._task, completed=run.updated, description=run.phase, told=words)
        if "best_score" in told and not self._progress.console.is_terminal:
            done = f"update {run.updated:,} of {self._config.updates:,}: {words}"
            self._progress.console.print(done, soft_wrap=True)
