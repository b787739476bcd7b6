"""The tables and plots of ``docs/baselines.md``, computed from the measurements file."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

import matplotlib as mpl
import numpy as np

from experiments.baseline_algorithms import ALGORITHMS, SETTINGS, Algorithm, M, Setting
from website.doc_tables import table
from wistar_env.benchmark.report import mean
from wistar_env.kit.game.registry import find_game
from wistar_env.training.curves import compared

#: A measurement: a row of the file.
Row: TypeAlias = dict[str, Any]
_OF_A_RUN: Final = ("--game {game}", "--players {players}", "--seed {seed}")
_PPO: Final = "wistar_env train ppo --threads 1"
_USUAL: Final = ("--folder {folder}", "--steps {steps}")
_NOT_RUN: Final = "not run"
_NO_RUNS: Final = "No runs yet."
#: Fewest runs that get an interval.
_LEAST_RUNS: Final = 3
#: Settings whose curves are plotted.
_PLOTTED: Final = ("solo", "two")
#: The last columns, which only learning algorithms have.
_LEARNED: Final = 5


def spread(values: Sequence[float], form: str = ".1f", factor: float = 1.0) -> str:
    """Return the mean over seeds as text, with half of its 95% interval by Student's t.

    Two seeds get no interval: they may agree by chance.
    """
    if not values:
        return _NOT_RUN
    found = mean([factor * each for each in values])
    half = f" ± {found.high - found.value:{form}}" if len(values) >= _LEAST_RUNS else ""
    return f"{found.value:{form}}{half}"


def reached(row: Row, score: float | None) -> float:
    """Return the decisions at the first evaluation as good as ``greedy``; infinity if none is.

    In the solo game this compares mean scores at level 9; otherwise, winning ``1 / players`` of the
    games against ``greedy`` is enough.
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
    """Return the cells after an algorithm's name: its runs and their results."""

    def won(task: str, what: str) -> list[float]:
        return [row["tasks"][task][what] for row in rows if task in row.get("tasks", {})]

    trained = [row for row in rows if "decisions" in row]
    played = [spread(won(task, "margin")) for task in setting.tasks]
    if setting.players == 1:
        played.append(spread(won("levels", "win_rate"), ".0f", 100))
    else:
        played.append(spread(won(setting.tasks[0], "win_rate"), ".0f", 100))
    last = [row["curve"][-1] for row in trained if row["curve"]]
    speeds = [row["decisions"] / row["cpu_seconds"] for row in trained if row["curve"]]
    hours = [row["cpu_seconds"] / 3600 for row in trained]
    learned = [spread([each[1] for each in last]), spread([each[2] for each in last], ".0f", 100)]
    learned += [_reached(trained, score), spread(speeds, ",.0f")]
    return [str(len(rows)), *played, *learned, spread(hours, ".3f")]


def _budget(algorithm: Algorithm, budget: int) -> str:
    if not budget:
        return "-"
    size = f"{budget / M:g} M" if budget >= M else f"{budget:,}"
    return size if algorithm.unit == "decisions" else f"{size} {algorithm.unit}"


def results(rows: Sequence[Row], setting: Setting) -> str:
    """Return the table of a setting: a row for each algorithm and budget that was run."""
    groups: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in rows:
        if row["key"][1] == setting.name:
            groups[row["key"][0], row["key"][2]].append(row)
    greedy = groups.get(("greedy", 0), [])
    # In a trial, greedy may not have played this task.
    score = greedy[0]["tasks"].get("solo-9", {}).get("score") if greedy else None
    lines = [
        [algorithm.name, _budget(algorithm, budget), *_without(algorithm, found)]
        for algorithm in ALGORITHMS
        for budget, *_ in algorithm.budgets
        if setting.name in algorithm.settings and (algorithm.name, budget) in groups
        for found in [cells(groups[algorithm.name, budget], setting, score)]
    ]
    evaluated = "level 9" if setting.players == 1 else "against greedy"
    won = "won, levels 0-9 (%)" if setting.players == 1 else "won (%)"
    head = ["algorithm", "budget", "runs", *(f"`{each}`" for each in setting.tasks), won]
    points = find_game(setting.game).spec.scores.points_text
    head += [f"{points} {evaluated}", f"wins {evaluated} (%)"]
    head += ["reaches `greedy` at", "decisions/s", "core-hours"]
    return table(head, lines) if lines else _NO_RUNS


def _without(algorithm: Algorithm, found: list[str]) -> list[str]:
    """Return the cells, with dashes for missing training or results."""
    if not algorithm.commands:
        return [*found[:-_LEARNED], *["-"] * _LEARNED]
    if algorithm.unit == "games":  # clones are not evaluated during training
        return [*found[:-_LEARNED], *["-"] * (_LEARNED - 1), found[-1]]
    if not algorithm.bot:
        return [found[0], *["-"] * (len(found) - 1 - _LEARNED), *found[-_LEARNED:]]
    return found


def exploited(rows: Sequence[Row]) -> str:
    """Return the table of population methods: win rates of a new best response to each."""
    lines = []
    for algorithm in (each for each in ALGORITHMS if each.exploited):
        own = [row["response"] for row in rows if row["key"][0] == algorithm.name]
        budget = _budget(algorithm, algorithm.budgets[0].size)
        if own:
            lines.append([algorithm.name, budget, len(own), spread(own, ".1f", 100)])
    head = ["algorithm", "budget", "runs", "won by a best response (%)"]
    return table(head, lines) if lines else _NO_RUNS


def facts(rows: Sequence[Row]) -> str:
    """Return sentences on what was measured, and on which machine."""
    if not rows:
        return _NO_RUNS
    trained = sum("decisions" in row for row in rows)
    hours = sum(row.get("cpu_seconds", 0) for row in rows) / 3600
    games = sorted({task["games"] for row in rows for task in row.get("tasks", {}).values()})
    where = ", ".join(sorted({row["processor"] for row in rows}))
    return (
        f"{trained} runs were trained in {hours:.1f} core-hours, not counting best responses "
        f"({where}). Each run plays {games[0]:,} to {games[-1]:,} games per task."
    )


def _shortened(command: str) -> str:
    """Return a command as the page shows it, with RUN and PPO for common prefixes."""
    if all(option in command for option in _OF_A_RUN):
        for option in _OF_A_RUN:
            command = command.replace(f" {option}", "", 1)
        command += " RUN"
    others = command
    for each in _USUAL:
        others = others.replace(f"{each} ", "")
    if command.startswith(_PPO) and others != f"{_PPO} RUN":
        return others.replace(_PPO, "PPO").removesuffix(" RUN")
    return f"python -m {command}"


def commands(rows: Sequence[Row]) -> str:
    """Return the table of commands of measured algorithms, with placeholders in braces."""
    measured = {row["key"][0] for row in rows}
    lines = [
        [each.name, "<br>".join(f"`{_shortened(command)}`" for command in each.commands)]
        for each in ALGORITHMS
        if each.commands and each.name in measured
    ]
    return table(["algorithm", "commands"], lines)


def tables_of(rows: Sequence[Row]) -> Mapping[str, Callable[[], str]]:
    """Return a function that writes each table of the page, by the table's name."""
    tables = {each.name.replace("-", "_"): partial(results, rows, each) for each in SETTINGS}
    own = {"facts": partial(facts, rows), "exploited": partial(exploited, rows)}
    return {**tables, **own, "commands": partial(commands, rows)}


def plots_of(rows: Sequence[Row]) -> dict[str, bytes]:
    """Return plots (SVG) of learning curves with 95% intervals over seeds, by setting.

    Each shows the largest budget of every algorithm that has curves; ablations are left out.
    """
    plots = {}
    for setting in _PLOTTED:
        methods = {}
        for each in (each for each in ALGORITHMS if not each.ablation):
            own = [row for row in rows if row["key"][:2] == [each.name, setting]]
            budget = max((row["key"][2] for row in own if row.get("curve")), default=None)
            curves = [row["curve"] for row in own if row["key"][2] == budget]
            if budget is not None:
                methods[each.name] = [[*map(_evaluation, curve)] for curve in curves]
        if methods:
            # As text: outlines of its letters would depend on the fonts of this machine.
            with mpl.rc_context({"svg.fonttype": "none"}):
                plots[setting] = compared(methods, "log")[".svg"]
    return plots


def _evaluation(point: Sequence[float]) -> dict[str, float]:
    """Return an evaluation as a row of a run's ``curve.jsonl``."""
    return dict(zip(("steps", "eval_score", "eval_win_rate"), point, strict=True))
