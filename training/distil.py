"""Expert iteration: ``wistar train distil``.

Search with a network plays better than the network alone, so the network learns to do at once what
search found out, and the next games are searched with the new one (Anthony, Tian and Barber 2017,
*Thinking Fast and Slow with Deep Learning and Tree Search*, arXiv:1705.08439).
``docs/training.md`` tells how to use it, and what the settings do.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import typer
from rich.progress import Progress

from wistar_env.arguments import integer, number
from wistar_env.cli.options import count_option, level_option
from wistar_env.compiled.streams import FOR_MANY_GAMES, number_of
from wistar_env.gate import MAX_SEATS
from wistar_env.search import Mcts
from wistar_env.training.checkpoints import held
from wistar_env.training.commands import (
    carry_out,
    command_of,
    folder_option,
    option,
    threads_option,
)
from wistar_env.training.games import EVALUATION, evaluate, levels_of
from wistar_env.training.learner import Learner, network_to_begin_with
from wistar_env.training.lessons import Lessons, SearchedGames
from wistar_env.vector import BatchGame

_SHUFFLE: Final = 2
#: Settings of 1 or more.
_COUNTS: Final = (
    "iterations",
    "games",
    "simulations",
    "window",
    "epochs",
    "minibatch",
    "evaluate_every",
    "evaluate_games",
)
#: Names of what is kept of the window begin with it.
_WINDOW: Final = "window "


@dataclass(frozen=True)
class Config:
    """What a run is: with the same settings it gives the same network."""

    players: Annotated[int, option("Players: 1 is the solo game.")] = 1
    levels: Annotated[str, level_option("Solo: levels of Rat-o-bot, drawn anew for each game.")] = (
        "0-9"
    )
    seed: Annotated[int, option("Seed of everything.")] = 1
    data: Annotated[str, option("Folder of data to play with; else the bundled ones.")] = ""
    begin_with: Annotated[str, option("Network to begin with, instead of random numbers.")] = ""
    wide: Annotated[int, option("Size of the first hidden layer, without such a network.")] = 128
    narrow: Annotated[int, option("Size of the second hidden layer, likewise.")] = 64
    iterations: Annotated[
        int, count_option("How often games are played and then learned from.")
    ] = 100
    games: Annotated[int, count_option("Games of an iteration, played at once.")] = 64
    simulations: Annotated[int, count_option("Simulations of each decision.")] = 200
    c: Annotated[float, option("How much search tries that promises less.")] = 0.1
    temperature: Annotated[
        float, option("How much is left to chance in openings: 1 draws by visits, 0 nothing.")
    ] = 1.0
    opening: Annotated[int, count_option("Decisions of a game that are its opening.")] = 30
    focus: Annotated[
        float, option("Temperature of the visits that are learned; below 1 the best counts more.")
    ] = 1.0
    window: Annotated[int, count_option("Newest games that are learned from.")] = 512
    epochs: Annotated[int, count_option("How often an iteration goes through them.")] = 1
    minibatch: Annotated[int, count_option("Decisions of a step of Adam.")] = 256
    rate: Annotated[float, option("How far Adam steps at the start; 0 at the end.")] = 2e-4
    value: Annotated[float, option("What the outlook weighs.")] = 0.1
    evaluate_every: Annotated[int, count_option("Iterations between two evaluations.")] = 1
    evaluate_games: Annotated[int, count_option("Games of an evaluation.")] = 500

    def __post_init__(self) -> None:
        """Check what would otherwise fail late or not at all."""
        integer("players", self.players, 1, MAX_SEATS)
        for name in _COUNTS:
            integer(name, getattr(self, name), 1, 2**40)
        integer("opening", self.opening, 0, 2**40)
        number("temperature", self.temperature, 0, 100)
        number("focus", self.focus, 0.01, 100)
        number("rate", self.rate, 0, 1)
        number("value", self.value, 0, 1000)
        levels_of(self.levels)

    @property
    def folder(self) -> str | None:
        """The folder of data, None for the bundled ones."""
        return self.data or None

    @property
    def level(self) -> tuple[int, int] | None:
        """The lowest and the highest level of Rat-o-bot."""
        return levels_of(self.levels) if self.players == 1 else None


class Run:
    """One run of training: all that it is made of, and how it goes on.

    Parameters
    ----------
    config
        What the run is.
    threads
        Threads that share the work; nothing else depends on it.
    """

    def __init__(self, config: Config, threads: int = 1) -> None:
        c = self.config = config
        hidden = c.wide, c.narrow
        self.network = network_to_begin_with(c.begin_with, c.players, hidden, c.seed, c.folder)
        self.learner = Learner(self.network, threads)
        # The searcher evaluates by this very network, which changes as it learns.
        searcher = Mcts(c.simulations, threads=threads, network=self.network, c_puct=c.c)
        batch = BatchGame(
            c.games,
            c.players,
            level=c.level,
            data=c.folder,
            observation="sparse",
            autoreset=False,
            num_threads=threads,
        )
        self.games = SearchedGames(searcher, batch, c.temperature, c.opening, c.focus)
        self.lessons = Lessons.room(0, c.players)
        self.iteration = 0

    @property
    def played(self) -> int:
        """Games played so far."""
        return self.iteration * self.config.games

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do."""
        return self.iteration >= self.config.iterations

    def advance(self, watch: Callable[[int], None] = lambda ended: None) -> dict[str, float]:
        """Play games, learn from the newest ones, and return how it went.

        Parameters
        ----------
        watch
            Told while games are played how many of them have ended.
        """
        c, first = self.config, self.played
        seeds = [number_of(c.seed, FOR_MANY_GAMES, first + k) >> 1 for k in range(c.games)]
        new = self.games.play(seeds, first, watch)
        self.lessons = Lessons.joined([self.lessons, new]).since(first + c.games - c.window)
        told = self._learn()
        self.iteration += 1
        score, wins = self.games.results()
        return {"score": score, "wins": wins, "decisions": len(new), **told}

    def _learn(self) -> dict[str, float]:
        c, lessons = self.config, self.lessons
        rng = np.random.default_rng((c.seed, _SHUFFLE, self.iteration))
        rate = c.rate * (1 - self.iteration / c.iterations)
        told: dict[str, float] = {}
        for _ in range(c.epochs):
            told = self.learner.learn(
                lessons,
                rng.permutation(len(lessons)),
                min(c.minibatch, len(lessons)),
                rate,
                value=c.value,
                imitates=True,
                shares=lessons.shares,
            )
        return {name: told[name] for name in ("surprise", "entropy", "agreed", "error")}

    def evaluate(self) -> dict[str, float]:
        """Let the network play alone, its best: on level 9, or against greedy."""
        c = self.config
        score, wins = evaluate(self.network, c.evaluate_games, EVALUATION, data=c.folder)
        return {"best_score": score, "best_wins": wins}

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return all that the run depends on, as numbers and arrays."""
        about = {"iteration": self.iteration, "adam": self.learner.number}
        numbers = [self.network, *self.learner.means]
        arrays: dict[str, Any] = {"numbers": np.stack([each.weights for each in numbers])}
        window = {f"{_WINDOW}{name}": array for name, array in self.lessons.save().items()}
        return about, arrays | window

    def restore(self, about: dict[str, Any], arrays: dict[str, Any]) -> None:
        """Go on from a state."""
        self.iteration, self.learner.number = about["iteration"], about["adam"]
        networks = [self.network, *self.learner.means]
        for network, numbers in zip(networks, arrays["numbers"], strict=True):
            network.weights[:] = numbers
        window = {
            name.removeprefix(_WINDOW): array
            for name, array in arrays.items()
            if name.startswith(_WINDOW)
        }
        self.lessons = Lessons.load(window, self.config.players)


def train(
    config: Config,
    folder: Path,
    threads: int = 1,
    stop: Callable[[], bool] = lambda: False,
    watch: Callable[[Run, int], None] = lambda run, ended: None,
    tell: Callable[[Run, dict[str, float]], None] = lambda run, told: None,
) -> Run:
    """Train in a folder until the run is finished or is to stop; go on with what is there.

    Parameters
    ----------
    config, folder
        What the run is, and where it is kept after each iteration.
    threads
        Threads that share the work; the numbers do not depend on it.
    stop
        Asked after each iteration.
    watch
        Told at the start, and while games are played, how many of an iteration have ended.
    tell
        Told after each iteration how it went.
    """
    with held(folder, json.loads(json.dumps(asdict(config)))) as kept:
        run = Run(config, threads)
        kept.restore(run)
        kept.cut(run.iteration)
        watch(run, 0)
        while not run.finished:
            told = run.advance(lambda ended: watch(run, ended))
            if run.iteration % config.evaluate_every == 0 or run.finished:
                told |= run.evaluate()
            kept.tell({"iteration": run.iteration, "games": run.played, **told})
            run.network.metadata = {
                "command": "wistar train distil",
                "games": run.played,
                "settings": asdict(config),
            }
            # The state comes last: who is killed before it plays the end once more.
            run.network.save(kept.network)
            kept.save(*run.state())
            tell(run, told)
            if stop():
                break
    return run


class _Display:
    """A bar of progress, counted in games, with what is of interest."""

    def __init__(self, progress: Progress, config: Config) -> None:
        self._progress = progress
        self._total = config.iterations * config.games
        self._task = progress.add_task("searching", total=self._total, told="")
        self._begun = False
        self._best = ""

    def watch(self, run: Run, ended: int) -> None:
        """Show how many games have ended."""
        if not self._begun:  # what was played before says nothing about how long the rest takes
            self._progress.reset(self._task, completed=run.played)
            self._begun = True
        self._progress.update(self._task, completed=run.played + ended)

    def tell(self, run: Run, told: dict[str, float]) -> None:
        """Show how an iteration went."""
        if "best_score" in told:
            self._best = f", alone {told['best_score']:.1f} VP {told['best_wins']:.0%}"
        words = (
            f"{run.played:,} of {self._total:,} games, {told['score']:.1f} VP {told['wins']:.0%}"
            f"{self._best}, surprise {told['surprise']:.3f}, error {told['error']:.2f}"
        )
        self._progress.update(self._task, completed=run.played, told=words)
        if not self._progress.console.is_terminal:
            self._progress.console.print(words, soft_wrap=True)


def main(folder: Path, threads: int, **settings: Any) -> None:
    """Let a network learn from search; the same command goes on with an interrupted run."""

    def work(progress: Progress, stop: Callable[[], bool]) -> bool:
        config = Config(**settings)
        display = _Display(progress, config)
        return train(config, folder, threads, stop, display.watch, display.tell).finished

    carry_out(work, folder, settings)


def command() -> Callable[..., None]:
    """Return the command, with an option for each setting."""
    return command_of(
        Config, main, folder=folder_option("results/distil"), threads=threads_option()
    )


if __name__ == "__main__":
    typer.run(command())
