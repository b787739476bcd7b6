"""The fast path of learning: ``wistar train ppo``.

PPO (Schulman et al. 2017, arXiv:1707.06347) whose network runs and learns in compiled code, on what
is not zero in an observation and on the actions that are legal. ``docs/training.md`` tells how to
use it, and what the settings do.
"""

import json
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import typer
from rich.progress import Progress

from wistar_env.arguments import choice, integer, number
from wistar_env.cli.options import count_option, level_option
from wistar_env.gate import MAX_SEATS
from wistar_env.training.checkpoints import RunFolder, held
from wistar_env.training.commands import (
    carry_out,
    command_of,
    folder_option,
    option,
    threads_option,
)
from wistar_env.training.games import (
    EVALUATION,
    FIXED,
    Players,
    Rollout,
    Table,
    Teacher,
    evaluate,
    hints_of,
    levels_of,
)
from wistar_env.training.learner import Learner, network_to_begin_with
from wistar_env.training.updates import RECENT, Display, learn_on
from wistar_env.vector import BatchGame

#: Imitating goes this far a step, goes through a rollout this often, and minds the outlook less.
_WARM_RATE: Final = 1e-3
_WARM_EPOCHS: Final = 2
_WARM_VALUE: Final = 0.1
_SHUFFLE: Final = 1
#: Settings of 1 or more.
_COUNTS: Final = (
    "steps",
    "games",
    "length",
    "epochs",
    "minibatch",
    "snapshot_every",
    "evaluate_every",
    "evaluate_games",
)


@dataclass(frozen=True)
class Config:
    """What a run is: with the same settings it gives the same network."""

    players: Annotated[int, option("Players: 1 is the solo game.")] = 1
    levels: Annotated[str, level_option("Solo: levels of Rat-o-bot, drawn anew for each game.")] = (
        "0-9"
    )
    seed: Annotated[int, option("Seed of everything.")] = 1
    data: Annotated[str, option("Folder of data to play with; else the bundled ones.")] = ""
    steps: Annotated[int, count_option("Decisions to play in all, but those of the teacher.")] = (
        5_000_000
    )
    games: Annotated[int, count_option("Games at once.")] = 128
    length: Annotated[int, count_option("Decisions of each game between two updates.")] = 256
    epochs: Annotated[int, count_option("How often each decision is learned from.")] = 3
    minibatch: Annotated[int, count_option("Decisions of a step of Adam.")] = 1024
    rate: Annotated[float, option("How far Adam steps at the start; 0 at the end.")] = 5e-4
    trace: Annotated[float, option("Lambda of the returns.")] = 0.97
    clip: Annotated[float, option("PPO's bound of the ratio.")] = 0.2
    entropy: Annotated[float, option("What entropy weighs at the start; 0 at the end.")] = 0.01
    value: Annotated[float, option("What the outlook weighs.")] = 0.5
    wide: Annotated[int, option("Size of the first hidden layer.")] = 128
    narrow: Annotated[int, option("Size of the second hidden layer.")] = 64
    begin_with: Annotated[str, option("Network to begin with, instead of random numbers.")] = ""
    rivalry: Annotated[
        float, option("What VP of others cost, in own VP; -1: 0.5, and 0 in the solo game.")
    ] = -1.0
    win: Annotated[float, option("What a win is worth, in tens of VP.")] = 0.0
    hint: Annotated[
        str, option("VP to count at first besides, by features: beds_built=4,rooms_dug=2.")
    ] = ""
    hint_until: Annotated[float, option("Share of the run after which hints are worth 0.")] = 0.5
    warm_start: Annotated[str, option("Bot to imitate first, or none.")] = "greedy"
    warm_games: Annotated[int, count_option("Games of that bot.")] = 2000
    snapshots: Annotated[
        int, count_option("Past networks to play against; the oldest goes first.")
    ] = 8
    snapshot_every: Annotated[int, count_option("Updates between two of them.")] = 20
    alone: Annotated[float, option("Share of games in which the network plays all seats.")] = 0.5
    opponents: Annotated[str, option("Bots among the other players, by commas.")] = "greedy"
    evaluate_every: Annotated[int, count_option("Updates between two evaluations.")] = 20
    evaluate_games: Annotated[int, count_option("Games of an evaluation.")] = 500

    def __post_init__(self) -> None:
        """Check what would otherwise fail late or not at all."""
        integer("players", self.players, 1, MAX_SEATS)
        for name in _COUNTS:
            integer(name, getattr(self, name), 1, 2**40)
        if self.minibatch > self.size:
            raise ValueError(
                f"minibatch must be at most games x length = {self.size}, found {self.minibatch}"
            )
        levels_of(self.levels)
        hints_of(self.hint)
        number("hint_until", self.hint_until, 0.001, 1)
        for name in self.fixed:
            choice("opponents", name, (*FIXED,))

    @property
    def fixed(self) -> list[str]:
        """Names of the bots among the other players."""
        return [name for name in self.opponents.split(",") if name]

    @property
    def folder(self) -> str | None:
        """The folder of data, None for the bundled ones."""
        return self.data or None

    @property
    def seats(self) -> int:
        """Seats of a game."""
        return max(2, self.players)

    @property
    def shares(self) -> tuple[float, float, float]:
        """What own VP, others' VP and winning are worth."""
        rivalry = self.rivalry
        if rivalry < 0:
            rivalry = 0.0 if self.players == 1 else 0.5
        return 1.0, -rivalry / (self.seats - 1), self.win

    @property
    def level(self) -> tuple[int, int] | None:
        """The lowest and the highest level of Rat-o-bot."""
        return levels_of(self.levels) if self.players == 1 else None

    @property
    def size(self) -> int:
        """Decisions of an update."""
        return self.games * self.length

    @property
    def updates(self) -> int:
        """Updates in all, after the warm start."""
        return -(-self.steps // self.size)


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
        self.players = Players(
            self.network,
            c.games,
            c.seed,
            c.snapshots,
            c.fixed,
            c.alone,
        )
        self.batch = BatchGame(
            c.games,
            c.players,
            level=c.level,
            data=c.folder,
            observation="sparse",
            num_threads=threads,
        )
        self.table = Table(self.batch, self.players, threads, c.folder, hints_of(c.hint))
        self.rollout = Rollout(c.games, c.length, c.players)
        self.rollout.begin_with(self.batch.reset(c.seed).observation)
        #: Updates: of imitating, and of learning.
        self.warmed, self.updated = 0, 0
        self.teacher = Teacher(c.warm_start) if c.warm_start != "none" else None
        self.taught = 0 if self.teacher else c.warm_games
        self.recent: deque[list[float]] = deque(maxlen=RECENT)

    @property
    def iteration(self) -> int:
        """Updates so far, of both kinds."""
        return self.warmed + self.updated

    @property
    def warming(self) -> bool:
        """Whether a bot is still imitated."""
        return self.taught < self.config.warm_games

    @property
    def phase(self) -> str:
        """What it does now."""
        return "imitating" if self.updated == 0 else "learning"

    @property
    def steps(self) -> int:
        """Decisions learned from so far, but those of the teacher."""
        return self.updated * self.config.size

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do."""
        return not self.warming and self.updated >= self.config.updates

    @property
    def left(self) -> float:
        """What is left of the run: 1 at the start, 0 at the end."""
        return 1 - self.updated / self.config.updates

    @property
    def hinted(self) -> float:
        """How much of what is hinted at counts: 1 at the start, 0 from ``hint_until`` on."""
        return max(0.0, 1 - (1 - self.left) / self.config.hint_until)

    def advance(self) -> dict[str, float]:
        """Play a rollout, learn from it, and return how it went."""
        c, warming = self.config, self.warming
        teacher = self.teacher if warming else None
        begun = self.iteration * c.length
        ended = self.table.play(self.rollout, c.seed, begun, teacher, self.hinted)
        self.rollout.finish(c.seats, 1.0 if warming else c.trace, c.shares)
        for totals, won, played in ended:
            own = [k for k in range(c.players) if played[k] == 0]
            self.recent += [[float(totals[k]), float(won[k])] for k in own]
        told = self._imitate() if warming else self._improve()
        self.rollout.begin_with(self.rollout.at(c.length)[0])
        if warming:
            self.warmed, self.taught = self.warmed + 1, self.taught + len(ended)
            if not self.warming:
                self.learner.forget()
                self.recent.clear()
        else:
            self.updated += 1
            if self.updated % c.snapshot_every == 0:
                self.players.take_snapshot()
        score, wins = np.mean(self.recent, axis=0) if self.recent else (0.0, 0.0)
        return {"score": float(score), "wins": float(wins), **told}

    def _epochs(self, count: int, rate: float, **how: Any) -> dict[str, float]:
        rng = np.random.default_rng((self.config.seed, _SHUFFLE, self.iteration))
        rows = self.rollout.learnable()
        told: dict[str, float] = {}
        for _ in range(count):
            order = rng.permutation(rows)
            told = self.learner.learn(self.rollout, order, self.config.minibatch, rate, **how)
        return told

    def _imitate(self) -> dict[str, float]:
        return self._epochs(_WARM_EPOCHS, _WARM_RATE, value=_WARM_VALUE, imitates=True)

    def _improve(self) -> dict[str, float]:
        c, left = self.config, self.left
        how = {"clip": c.clip, "entropy": left * c.entropy, "value": c.value}
        return self._epochs(c.epochs, left * c.rate, **how)

    def evaluate(self) -> dict[str, float]:
        """Let the network play its best: on level 9, or against greedy."""
        c = self.config
        score, wins = evaluate(self.network, c.evaluate_games, EVALUATION, data=c.folder)
        return {"best_score": score, "best_wins": wins}

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return all that the run depends on, as numbers and arrays."""
        about = {
            "warmed": self.warmed,
            "updated": self.updated,
            "taught": self.taught,
            "adam": self.learner.number,
            "snapshots": self.players.taken,
            "recent": list(self.recent),
        }
        numbers = [self.network, *self.learner.means, *self.players.snapshots]
        arrays: dict[str, Any] = {"numbers": np.stack([each.weights for each in numbers])}
        arrays["players"] = self.players.seats
        return about, arrays | {f"batch {name}": a for name, a in self.batch.save().items()}

    def restore(self, about: dict[str, Any], arrays: dict[str, Any]) -> None:
        """Go on from a state."""
        self.warmed, self.updated = about["warmed"], about["updated"]
        self.taught, self.learner.number = about["taught"], about["adam"]
        self.recent.extend(about["recent"])
        networks = [self.network, *self.learner.means, *self.players.snapshots]
        for network, numbers in zip(networks, arrays["numbers"], strict=True):
            network.weights[:] = numbers
        self.players.restore(about["snapshots"], arrays["players"])
        saved = {name[6:]: a for name, a in arrays.items() if name.startswith("batch ")}
        self.rollout.begin_with(self.batch.load(saved).observation)

    def save(self, kept: RunFolder) -> None:
        """Keep the network, and last the state, as of now."""
        self.network.metadata = {
            "command": "wistar train ppo",
            "steps": self.steps,
            "settings": asdict(self.config),
        }
        # The state comes last: who is killed before it plays the end once more.
        self.network.save(kept.network)
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
        Threads that share the work; the numbers do not depend on it.
    minutes
        How much may be lost when the run is killed.
    stop
        Asked after each update; what is there by then is kept.
    tell
        Told after each update how it went.
    """
    with held(folder, json.loads(json.dumps(asdict(config)))) as kept:
        run = Run(config, threads)
        kept.restore(run)
        learn_on(run, kept, minutes, stop, tell)
    return run


def main(folder: Path, threads: int, minutes: float, **settings: Any) -> None:
    """Train a network; the same command goes on with a run that was interrupted."""

    def work(progress: Progress, stop: Callable[[], bool]) -> bool:
        config = Config(**settings)
        shown = Display(progress, config)
        return train(config, folder, threads, minutes, stop, shown.tell).finished

    carry_out(work, folder, settings)


def command() -> Callable[..., None]:
    """Return the command, with an option for each setting."""
    return command_of(
        Config,
        main,
        folder=folder_option("results/ppo"),
        threads=threads_option(),
        minutes=(Annotated[float, option("Minutes that may be lost.")], 5.0),
    )


if __name__ == "__main__":
    typer.run(command())
