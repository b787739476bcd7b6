"""Baselines: ``python -m experiments.baselines`` trains, evaluates, and writes page and plots.

Every algorithm of ``baseline_algorithms`` is trained with several seeds in each of its settings,
with one thread, in ``results/baselines``. The trained networks play tasks of the benchmark protocol
and, solo, all levels of Rat-o-bot. To resume, repeat the command; ``--budgets none`` only writes
``docs/baselines.md`` and its plots from the measurements in ``docs/results/baselines.json``.
"""

import json
import re
import resource
import shlex
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import typer

from experiments.baseline_algorithms import (
    ALGORITHMS,
    PPO,
    SETTINGS,
    TRIALS,
    Algorithm,
    Setting,
)
from experiments.baseline_page import Row, plots_of, tables_of
from experiments.best_responses import measured, write
from website.doc_tables import rewrite
from wistar_env.benchmark.protocol.bench import Entrant, bench
from wistar_env.benchmark.protocol.tasks import TASKS
from wistar_env.benchmark.results import read
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.networks.files import ABOUT
from wistar_env.system.atomic_files import replacing
from wistar_env.system.cpu import machine
from wistar_env.system.processes import run_module

PAGE: Final = Path("docs/baselines.md")
MEASURED: Final = Path("docs/results/baselines.json")
FOLDER: Final = Path("results/baselines")
#: Games per level of Rat-o-bot.
GAMES_OF_LEVEL: Final = 40
#: Simulations in the first iteration of expert iteration: 64 games with about 110 searched
#: decisions each, and 50 simulations per decision.
_ITERATION: Final = 350_000


@dataclass(frozen=True)
class Run:
    """A run of an algorithm in a setting, or the games of a bot."""

    # ``algorithm``, ``setting``, ``budget``, ``seed``: the run's parameters.
    algorithm: Algorithm
    setting: Setting
    budget: int
    seed: int
    share: float = 1.0  # the fraction of decisions and games; below 1 for a trial

    @property
    def key(self) -> list[Any]:
        """The run and the rules version for which the measurement is valid."""
        rules = find_game(self.setting.game).spec.rules_version
        return [self.algorithm.name, self.setting.name, self.budget, self.seed, rules]

    @property
    def steps(self) -> int:
        """The length of the run, in the algorithm's unit."""
        return max(4, round(self.share * self.budget))

    def folder(self, runs: Path) -> Path:
        """Return the folder of the run, in the folder of all runs."""
        # Bot specs separate arguments by commas, so file names must not contain commas.
        place = re.sub(r"[^a-z0-9]+", "-", "-".join(map(str, self.key)).lower())
        return runs / (f"share-{self.share:g}" if self.share < 1 else "whole") / place

    def words(self, folder: Path) -> Mapping[str, Any]:
        """Return the values of the words in braces."""
        return {
            "folder": folder,
            "game": self.setting.game,
            "players": self.setting.players,
            "steps": self.steps,
            "quarter": -(-self.steps // 4),
            "iterations": -(-self.steps // _ITERATION),
            "seed": self.seed,
        }

    def commands(self, folder: Path) -> list[list[str]]:
        """Return the training commands, as lists of words."""
        words = self.words(folder)
        return [self._tried(command.format(**words)) for command in self.algorithm.commands]

    def best_response(self, folder: Path, network: Path) -> list[str]:
        """Return the command that trains a best response to a network."""
        words = f"{PPO.format(**self.words(folder))} --folder {folder} --steps {self.steps} "
        words += "--self-play-share 0 --snapshots 0 --pretraining none "
        words += f"--opponents network:{network} --evaluate-opponent network:{network}"
        return self._tried(words)

    def _tried(self, command: str) -> list[str]:
        """Return the words of a command, with the extra options of a trial."""
        words = shlex.split(command)
        more = TRIALS.get(" ".join(words[:3]), "") if self.share < 1 else ""
        return [*words, *more.split()]

    def bot(self, folder: Path) -> str:
        """Return the spec of the bot that plays the tasks; empty if there is none."""
        return self.algorithm.bot.format(**self.words(folder))


def check_names(only: Sequence[str], settings: Sequence[str] = ()) -> None:
    """Raise typer.BadParameter for an unknown algorithm or setting."""
    for option, names, known in (("--only", only, ALGORITHMS), ("--setting", settings, SETTINGS)):
        allowed = [each.name for each in known]
        if unknown := sorted({*names} - {*allowed}):
            raise typer.BadParameter(
                f"allowed: {', '.join(allowed)}; found {unknown[0]!r}", param_hint=option
            )


def runs(
    only: Sequence[str], settings: Sequence[str], share: float, once: bool = False
) -> Iterator[Run]:
    """Yield all runs, or those of some algorithms and settings; by algorithm, then by budget.

    ``once``: only the first budget and last setting of each algorithm, without ablations. A trial
    has one seed.
    """
    for algorithm in ALGORITHMS:
        if (only and algorithm.name not in only) or (once and algorithm.ablation):
            continue
        for size, seeds, places in algorithm.budgets[: 1 if once else None]:
            names = {*settings} & {*(places or algorithm.settings)}
            own = [each for each in SETTINGS if each.name in names]
            for setting in own[-1 if once else 0 :]:
                for seed in range(1, 1 + (seeds if share == 1 else 1)):
                    yield Run(algorithm, setting, size, seed, share)


def train(commands: Sequence[Sequence[str]], folder: Path) -> float:
    """Run the commands that have not finished, and return the CPU seconds of all commands.

    Raises typer.Exit with the status of a command that failed or was interrupted.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "cpu-seconds.json"
    seconds: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    for name, *arguments in commands:
        command = shlex.join([name, *arguments])
        if seconds.get(command, {}).get("finished"):
            continue
        print(f"python -m {command}", flush=True)
        before, status = _cpu_seconds(), 1
        try:
            status = run_module(name, *arguments)
        finally:
            spent = _cpu_seconds() - before + seconds.get(command, {}).get("seconds", 0)
            seconds[command] = {"seconds": spent, "finished": status == 0}
            with replacing(file) as unfinished:
                unfinished.write_text(json.dumps(seconds), "utf-8")
        if status:
            raise typer.Exit(status)
    return float(sum(each["seconds"] for each in seconds.values()))


def _cpu_seconds() -> float:
    """Return the CPU seconds of all finished child processes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def curve_of(folder: Path) -> list[list[float]]:
    """Return the evaluations of a run: decisions, mean score, win rate.

    The decisions of earlier stages, whose folders are numbered, count.
    """
    before, found = 0, []
    for stage in (*sorted(folder.glob("[0-9]")), folder):
        if not (file := stage / "curve.jsonl").exists():
            continue
        at = decisions = before
        for row in map(json.loads, file.read_text("utf-8").splitlines()):
            decisions += row.get("decisions", 0)  # expert iteration counts decisions per iteration
            at = before + row["steps"] if "steps" in row else decisions
            if "eval_score" in row:
                found.append([at, round(row["eval_score"], 3), round(row["eval_win_rate"], 4)])
        before = at
    return found


def play(run: Run, bot: str, folder: Path, games: int | None) -> Row:
    """Play the tasks of a setting, and solo all levels; a trial plays one task and one level."""
    found: Row = {}
    tried = 1 if run.share < 1 else None
    for name in run.setting.tasks[:tried]:
        entrant = Entrant((bot,), "baseline" if run.algorithm.commands else bot)
        row = bench(TASKS[name], entrant, folder / "tasks", games=games)
        numbers = {what: getattr(row.numbers, what).value for what in ("margin", "score")}
        found[name] = {**numbers, "win_rate": row.numbers.win_rate.value, "games": row.games}
    if run.setting.players == 1:
        file, each = folder / "levels.jsonl", max(1, round(run.share * GAMES_OF_LEVEL))
        levels = "9" if tried else "0-9"
        words = ["ladder", bot, "--levels", levels, "--games", str(each), "--out", str(file)]
        words += ["--workers", "1"]  # so that parallel runs do not share cores
        if status := run_module("wistar_env", *words):
            raise typer.Exit(status)
        won = [row["won"] for row in read(file)[1]]
        found["levels"] = {"win_rate": float(np.mean(won)), "games": len(won)}
    return found


def response_to(run: Run, folder: Path) -> float:
    """Train a best response to a run's network, and return its win rate."""
    there = folder / "response"
    train([run.best_response(there, folder / "network.npz")], there)
    return curve_of(there)[-1][2]


def weights_sha256(network: Path) -> str:
    """Return the SHA-256 of the weights in a file, without metadata, which contain settings."""
    found = sha256()
    with np.load(network) as arrays:
        for name in sorted({*arrays.files} - {ABOUT}):
            found.update(arrays[name].tobytes())
    return found.hexdigest()


def measure(run: Run, folder: Path, games: int | None) -> Row:
    """Train and evaluate a run, and return its row for the file."""
    began = time.strftime("%Y-%m-%d")
    seconds = train(run.commands(folder), folder)
    curve = curve_of(folder)
    row: Row = {"key": run.key, "date": began, "unit": run.algorithm.unit}
    if run.algorithm.commands:
        decisions = int(curve[-1][0]) if curve else run.steps
        row |= {"decisions": decisions, "cpu_seconds": round(seconds, 1), "curve": curve}
    if bot := run.bot(folder):
        row["tasks"] = play(run, bot, folder, games)
    if (network := folder / "network.npz").exists():
        row["weights_sha256"] = weights_sha256(network)
    if run.algorithm.exploited:
        row["response"] = response_to(run, folder)
    return row | {"processor": machine()["processor"]}


def main(
    only: Annotated[
        list[str] | None,
        typer.Option(help="Algorithm, as in docs/baselines.md; repeatable. Default: all."),
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option(help="Setting: solo, two, four or lab-rats; repeatable. Default: all."),
    ] = None,
    budgets: Annotated[
        str,
        typer.Option(
            help="Budgets in decisions (or games to imitate, or simulations), separated by commas; "
            "none only writes the page. Default: all."
        ),
    ] = "",
    share: Annotated[
        float, typer.Option(min=1e-6, max=1, help="Fraction of decisions and games, for a trial.")
    ] = 1.0,
    games: Annotated[
        int | None, typer.Option(min=1, help="Play about this many games per task. Default: all.")
    ] = None,
    once: Annotated[
        bool,
        typer.Option(
            "--once", help="Run each algorithm (no ablations) with one budget in one setting."
        ),
    ] = False,
    folder: Annotated[Path, typer.Option(help="Folder of the runs.")] = FOLDER,
    file: Annotated[Path, typer.Option(help="JSON file of measurements.")] = MEASURED,
    page: Annotated[
        Path, typer.Option(help="The page to write; its plots go to the folder images beside it.")
    ] = PAGE,
) -> None:
    """Train and evaluate the baselines that are not in --file yet, and write --page and plots."""
    check_names(only or (), setting or ())
    if share < 1 and (file, page) == (MEASURED, PAGE):
        file, page = folder / f"share-{share:g}.json", folder / f"share-{share:g}.md"
        folder.mkdir(parents=True, exist_ok=True)
        page.write_text(PAGE.read_text("utf-8"), "utf-8")
    every = setting or [each.name for each in SETTINGS]
    for run in runs(only or [], every, share, once):
        wanted = not budgets or run.budget in [*map(float, _numbers(budgets))]
        if not wanted or any(row["key"] == run.key for row in measured(file)):
            continue
        trial = max(2, round(share * 1700)) if share < 1 and games is None else games
        row = measure(run, run.folder(folder), trial)
        # Runs with earlier rules are dropped.
        write([*(each for each in measured(file) if each["key"][:4] != run.key[:4]), row], file)
    rewrite(page, tables_of(measured(file)))
    (page.parent / "images").mkdir(exist_ok=True)
    for name, plot in plots_of(measured(file)).items():
        (page.parent / "images" / f"baselines-{name}.svg").write_bytes(plot)


def _numbers(budgets: str) -> list[str]:
    return [] if budgets == "none" else budgets.split(",")


if __name__ == "__main__":
    typer.run(main)
