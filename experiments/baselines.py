"""Baselines: ``python -m experiments.baselines`` trains, evaluates, and writes the page.

Every algorithm of ``baseline_algorithms`` is trained with several seeds in each setting, with one
thread, in ``results/baselines``. What it leaves plays tasks of the benchmark protocol and, alone,
Rat-o-bot on all levels. To resume, repeat the command; ``--budgets none`` only writes
``docs/baselines.md`` from the measurements in ``docs/results/baselines.json``.
"""

import json
import re
import resource
import shlex
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import numpy as np
import typer

from experiments.baseline_algorithms import ALGORITHMS, PPO, SETTINGS, Algorithm, Setting
from experiments.best_responses import measured, write
from website.doc_tables import rewrite, table
from wistar_env.benchmark.protocol.bench import Entrant, bench
from wistar_env.benchmark.protocol.tasks import TASKS
from wistar_env.benchmark.report import mean
from wistar_env.benchmark.results import read
from wistar_env.kit.game.registry import find_game
from wistar_env.system.atomic_files import replacing
from wistar_env.system.cpu import machine
from wistar_env.system.processes import run_module

PAGE: Final = Path("docs/baselines.md")
MEASURED: Final = Path("docs/results/baselines.json")
_OF_A_RUN: Final = ("--game {game}", "--players {players}", "--seed {seed}")
FOLDER: Final = Path("results/baselines")
#: Games on each of the ten levels.
GAMES_OF_LEVEL: Final = 40
#: About as many decisions as an iteration of expert iteration plays: 64 games.
_ITERATION: Final = 10_000
_NOT_RUN: Final = "not run"
_NO_RUNS: Final = "No runs yet."
#: A measurement, as in the file.
Row: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Run:
    """A run of an algorithm in a setting, or the games of a bot."""

    # ``algorithm``, ``setting``, ``budget``, ``seed``: what is run.
    algorithm: Algorithm
    setting: Setting
    budget: int
    seed: int
    share: float = 1.0  # the share of decisions and games, for a trial

    @property
    def key(self) -> list[Any]:
        """What the measurement holds for: the run, and the rules."""
        rules = find_game(self.setting.game).spec.rules_version
        return [self.algorithm.name, self.setting.name, self.budget, self.seed, rules]

    @property
    def steps(self) -> int:
        """Decisions of the run, or games of the teacher."""
        return max(4, round(self.share * self.budget))

    def words(self, folder: Path) -> Mapping[str, Any]:
        """Return what stands for the words in braces."""
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
        """Return what is run to train, word by word."""
        words = self.words(folder)
        return [shlex.split(command.format(**words)) for command in self.algorithm.commands]

    def bot(self, folder: Path) -> str:
        """Return the spec of the bot that plays; empty without one."""
        return self.algorithm.bot.format(**self.words(folder))


def runs(only: Sequence[str], settings: Sequence[str], share: float) -> Iterator[Run]:
    """Yield all runs, or those of some algorithms and settings; small budgets come first."""
    for algorithm in ALGORITHMS:
        if only and algorithm.name not in only:
            continue
        for budget in algorithm.budgets:
            for setting in SETTINGS:
                if setting.name not in algorithm.settings or setting.name not in settings:
                    continue
                for seed in range(1, 1 + (algorithm.seeds if share == 1 else 1)):
                    yield Run(algorithm, setting, budget, seed, share)


def train(commands: Sequence[Sequence[str]], folder: Path) -> float:
    """Run commands that have not finished, and return the CPU seconds of all.

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
    """Return the CPU seconds of all processes that this one started and that ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def curve_of(folder: Path) -> list[list[float]]:
    """Return the evaluations of a run: decisions, mean score, win rate."""
    if not (file := folder / "curve.jsonl").exists():
        return []
    rows, decisions, found = map(json.loads, file.read_text("utf-8").splitlines()), 0, []
    for row in rows:
        decisions += row.get("decisions", 0)  # expert iteration counts those of an iteration
        if "eval_score" in row:
            at = row.get("steps", decisions)
            found.append([at, round(row["eval_score"], 3), round(row["eval_win_rate"], 4)])
    return found


def play(run: Run, bot: str, folder: Path, games: int | None) -> Row:
    """Play the tasks of a setting and, alone, all levels; return what was won."""
    found: Row = {}
    for name in run.setting.tasks:
        entrant = Entrant((bot,), bot if run.algorithm.seeds == 1 else "baseline")
        row = bench(TASKS[name], entrant, folder / "tasks", games=games)
        numbers = {what: getattr(row.numbers, what).value for what in ("margin", "score")}
        found[name] = {**numbers, "win_rate": row.numbers.win_rate.value, "games": row.games}
    if run.setting.players == 1:
        file, each = folder / "levels.jsonl", max(1, round(run.share * GAMES_OF_LEVEL))
        words = ["ladder", bot, "--levels", "0-9", "--games", str(each), "--out", str(file)]
        words += ["--workers", "1"]  # so that runs side by side do not share cores
        if status := run_module("wistar_env", *words):
            raise typer.Exit(status)
        won = [row["won"] for row in read(file)[1]]
        found["levels"] = {"win_rate": float(np.mean(won)), "games": len(won)}
    return found


def response_to(run: Run, folder: Path) -> float:
    """Train a best response to what a run left, and return the share of games that it wins."""
    there, network = folder / "response", f"network:{folder}/network.npz"
    words = shlex.split(PPO.format(**run.words(there)))
    words += f"--folder {there} --steps {run.steps} --self-play-share 0 --snapshots 0".split()
    words += f"--opponents {network} --evaluate-opponent {network} --pretraining none".split()
    train([words], there)
    return curve_of(there)[-1][2]


def measure(run: Run, folder: Path, games: int | None) -> Row:
    """Train and evaluate, and return the row of the file."""
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
        row["sha256"] = sha256(network.read_bytes()).hexdigest()
    if run.algorithm.exploited:
        row["response"] = response_to(run, folder)
    return row | {"processor": machine()["processor"]}


# ---------------------------------------------------------------------- the page


def spread(values: Sequence[float], form: str = ".1f", factor: float = 1.0) -> str:
    """Return the mean over seeds as text, with half of its 95% interval by Student's t."""
    if not values:
        return _NOT_RUN
    found = mean([factor * each for each in values])
    half = f" ± {found.high - found.value:{form}}" if len(values) > 1 else ""
    return f"{found.value:{form}}{half}"


def reached(row: Row, score: float | None) -> float:
    """Return the decisions at the first evaluation that is as good as ``greedy``; else infinity.

    Alone this is the mean score at level 9, else to win half of the games that two equal bots would
    share: the evaluation is against ``greedy``.
    """
    players = {each.name: each.players for each in SETTINGS}[row["key"][1]]
    for decisions, found, won in row["curve"]:
        if won >= 1 / players if players > 1 else score is not None and found >= score:
            return float(decisions)
    return float("inf")


def _reached(rows: Sequence[Row], score: float | None) -> str:
    curves = [row for row in rows if row.get("curve")]
    if not curves or (curves[0]["key"][1] == "solo" and score is None):
        return _NOT_RUN if not curves else "-"
    found = [reached(row, score) for row in curves]
    finite = [each for each in found if each < float("inf")]
    if not finite:
        return "never"
    return f"{np.mean(finite) / 1e6:.2g} M" + f" ({len(finite)} of {len(found)})" * (
        len(finite) < len(found)
    )


def cells(rows: Sequence[Row], setting: Setting, score: float | None) -> list[str]:
    """Return what follows the name in the row of an algorithm: its runs, and what they won."""

    def won(task: str, what: str) -> list[float]:
        return [row["tasks"][task][what] for row in rows if task in row.get("tasks", {})]

    trained = [row for row in rows if "decisions" in row]
    played = [spread(won(task, "margin")) for task in setting.tasks]
    if setting.players == 1:
        played.append(spread(won("levels", "win_rate"), ".0f", 100))
    else:
        played.append(spread(won(setting.tasks[0], "win_rate"), ".0f", 100))
    last = [row["curve"][-1][1] for row in trained if row["curve"]]
    speeds = [row["decisions"] / row["cpu_seconds"] for row in trained if row["curve"]]
    hours = [row["cpu_seconds"] / 3600 for row in trained]
    learned = [spread(last), _reached(trained, score), spread(speeds, ",.0f")]
    return [str(len(rows)), *played, *learned, spread(hours, ".3f")]


def _budget(algorithm: Algorithm, budget: int) -> str:
    if algorithm.unit == "games":
        return f"{budget:,} games"
    return f"{budget / 1e6:g} M" if budget else "-"


def results(rows: Sequence[Row], setting: Setting) -> str:
    """Return the table of a setting: a row for each algorithm and budget that was run."""
    groups: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in rows:
        if row["key"][1] == setting.name:
            groups[row["key"][0], row["key"][2]].append(row)
    greedy = groups.get(("greedy", 0), [])
    score = greedy[0]["tasks"]["solo-9"]["score"] if greedy and setting.players == 1 else None
    lines = [
        [algorithm.name, _budget(algorithm, budget), *_without(algorithm, found)]
        for algorithm in ALGORITHMS
        for budget in algorithm.budgets
        if setting.name in algorithm.settings and (algorithm.name, budget) in groups
        for found in [cells(groups[algorithm.name, budget], setting, score)]
    ]
    evaluated = "level 9" if setting.players == 1 else "against greedy"
    won = "won, levels 0-9 (%)" if setting.players == 1 else "won (%)"
    head = ["algorithm", "budget", "runs", *(f"`{each}`" for each in setting.tasks), won]
    head += [f"score {evaluated}", "reaches `greedy` at", "decisions/s", "core-hours"]
    return table(head, lines) if lines else _NO_RUNS


def _without(algorithm: Algorithm, found: list[str]) -> list[str]:
    """Return cells, with dashes in the place of what a bot has not: training, or a file to play."""
    if not algorithm.commands:
        return [*found[:-4], *["-"] * 4]
    if not algorithm.bot:
        return [found[0], *["-"] * (len(found) - 5), *found[-4:]]
    return found


def exploited(rows: Sequence[Row]) -> str:
    """Return the table of population methods: the games that a fresh best response won."""
    lines = []
    for algorithm in (each for each in ALGORITHMS if each.exploited):
        own = [row["response"] for row in rows if row["key"][0] == algorithm.name]
        budget = _budget(algorithm, algorithm.budgets[0])
        if own:
            lines.append([algorithm.name, budget, len(own), spread(own, ".1f", 100)])
    head = ["algorithm", "budget", "runs", "won by a best response (%)"]
    return table(head, lines) if lines else _NO_RUNS


def facts(rows: Sequence[Row]) -> str:
    """Return in sentences what was measured, and where."""
    if not rows:
        return _NO_RUNS
    trained = sum("decisions" in row for row in rows)
    hours = sum(row.get("cpu_seconds", 0) for row in rows) / 3600
    games = sorted({task["games"] for row in rows for task in row.get("tasks", {}).values()})
    where = ", ".join(sorted({row["processor"] for row in rows}))
    return (
        f"{trained} runs were trained in {hours:.1f} core-hours ({where}). Each run plays "
        f"{games[0]:,} to {games[-1]:,} games per task."
    )


def _shortened(command: str) -> str:
    """Return a command as the page shows it: RUN stands for the options that most share."""
    if all(option in command for option in _OF_A_RUN):
        for option in _OF_A_RUN:
            command = command.replace(f" {option}", "", 1)
        command += " RUN"
    return f"python -m {command}"


def commands() -> str:
    """Return the table of commands; words in braces are those of a run."""
    lines = [
        [each.name, "<br>".join(f"`{_shortened(command)}`" for command in each.commands)]
        for each in ALGORITHMS
        if each.commands
    ]
    return table(["algorithm", "commands"], lines)


def main(
    only: Annotated[list[str] | None, typer.Option(help="An algorithm; repeatable.")] = None,
    setting: Annotated[list[str] | None, typer.Option(help="A setting; repeatable.")] = None,
    budgets: Annotated[
        str, typer.Option(help="Budgets, separated by commas; none only writes the page.")
    ] = "",
    share: Annotated[
        float, typer.Option(min=1e-6, max=1, help="Share of decisions and games, for a trial.")
    ] = 1.0,
    games: Annotated[
        int | None, typer.Option(min=1, help="About as many games of each task; default: all.")
    ] = None,
    folder: Annotated[Path, typer.Option(help="Folder of the runs.")] = FOLDER,
    file: Annotated[Path, typer.Option(help="The measurements.")] = MEASURED,
    page: Annotated[Path, typer.Option(help="The page.")] = PAGE,
) -> None:
    """Train and evaluate what the file does not have yet, and write the page."""
    names = [each.name for each in ALGORITHMS]
    if unknown := {*(only or ())} - {*names}:
        allowed = ", ".join(names)
        raise typer.BadParameter(f"must be one of {allowed}, found {min(unknown)}")
    if share < 1 and (file, page) == (MEASURED, PAGE):
        file, page = folder / f"share-{share:g}.json", folder / f"share-{share:g}.md"
        folder.mkdir(parents=True, exist_ok=True)
        page.write_text(PAGE.read_text("utf-8"), "utf-8")
    every = setting or [each.name for each in SETTINGS]
    for run in runs(only or [], every, share):
        rows = measured(file)
        wanted = not budgets or run.budget in [*map(float, _numbers(budgets))]
        if not wanted or any(row["key"] == run.key for row in rows):
            continue
        # Specs of bots separate arguments by commas, so no file may have one in its name.
        place = re.sub(r"[^a-z0-9]+", "-", "-".join(map(str, run.key)).lower())
        there = folder / (f"share-{share:g}" if share < 1 else "whole") / place
        # Runs with former rules go.
        rows = [row for row in rows if row["key"][:4] != run.key[:4]]
        trial = max(2, round(share * 1700)) if share < 1 and games is None else games
        write([*rows, measure(run, there, trial)], file)
    rows = measured(file)
    tables = {each.name.replace("-", "_"): partial(results, rows, each) for each in SETTINGS}
    own = {"facts": partial(facts, rows), "exploited": partial(exploited, rows)}
    rewrite(page, {**tables, **own, "commands": commands})


def _numbers(budgets: str) -> list[str]:
    return [] if budgets == "none" else budgets.split(",")


if __name__ == "__main__":
    typer.run(main)
