"""What the studies reached: the table and the plot of ``docs/results.md``.

The results of finished runs are in ``docs/results/studies``, a file for each, so that the page can
be written without the runs.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from experiments.studies import (
    FOLDER,
    SEEDS,
    STUDIES,
    Result,
    Study,
    kept_file,
    runs_of,
    usable,
)
from website.doc_tables import table
from wistar_env.benchmark.plots import drawn
from wistar_env.benchmark.report import Estimate, mean

NOT_YET: Final = "No run has finished yet."


def keep(folder: Path, kept: Path) -> None:
    """Copy the results of all finished runs in a folder to that of the repository."""
    for run in runs_of(STUDIES, SEEDS):
        if result := usable(run, run.result(folder)):
            kept.mkdir(parents=True, exist_ok=True)
            result.save(kept_file(run, kept))


def results_of(study: Study, kept: Path) -> dict[int, Result]:
    """Return the results of a study by seed."""
    found = {seed: usable(study.run(seed), kept_file(study.run(seed), kept)) for seed in SEEDS}
    return {seed: result for seed, result in found.items() if result}


def _text(estimate: Estimate, form: str = ".1f") -> str:
    """Return a number and its interval, which a single run does not have."""
    if np.isnan(estimate.low):
        return f"{estimate.value:{form}}"
    return f"{estimate.value:{form}} ({estimate.low:{form}} to {estimate.high:{form}})"


def _differences(own: Mapping[int, Result], usual: Mapping[int, Result]) -> list[str]:
    """Return by how much VP and wins are more than those of the runs with the same seeds."""
    pairs = [(own[seed], usual[seed]) for seed in own if seed in usual]
    if not pairs:
        return ["", ""]
    vp = [one.vp - other.vp for one, other in pairs]
    wins = [100 * (one.wins - other.wins) for one, other in pairs]
    return [_text(mean(vp), "+.1f"), _text(mean(wins), "+.1f")]


def _minutes(found: Mapping[int, Result]) -> str:
    known = [each.core_minutes for each in found.values() if each.core_minutes is not None]
    return f"{np.mean(known):.1f}" if known else ""


def studies_table(kept: Path) -> str:
    """Return the commands of the first run of each study, and the table of their results."""
    rows, commands, usual = [], [], results_of(STUDIES[0], kept)
    for study in STUDIES:
        if not (found := results_of(study, kept)):
            continue
        words = study.run(SEEDS[0]).command(FOLDER)
        commands.append(f"wistar train {study.module} {' '.join(words)}")
        some = next(iter(found.values()))
        vp, wins = _differences(found, usual) if study is not STUDIES[0] else ["", ""]
        rows.append(
            [
                study.what,
                len(found) if len(found) == len(SEEDS) else f"{len(found)} of {len(SEEDS)}",
                f"{some.curve[-1][0] / 1e6:.1f} M",
                _minutes(found),
                _text(mean([each.vp for each in found.values()])),
                vp,
                _text(mean([100 * each.wins for each in found.values()])),
                wins,
            ]
        )
    if not rows:
        return NOT_YET
    head = ["training", "runs", "decisions", "core-minutes", "own VP, level 9", "difference"]
    head += ["wins, level 9, %", "difference"]
    return "\n".join(("```text", *commands, "```", "", table(head, rows)))


def draw_studies(kept: Path, file: Path) -> None:
    """Draw own VP at level 9 while learning: means of the runs, and their range."""
    figure = Figure(figsize=(10, 5.6), layout="constrained")
    axes = figure.subplots()
    for number, study in enumerate(STUDIES):
        if found := [*results_of(study, kept).values()]:
            steps, vp = _curves(found)
            colour = f"C{number}"
            label = f"{study.what} ({len(found)})"
            axes.plot(steps / 1e6, vp.mean(axis=0), "o-", color=colour, markersize=3, label=label)
            axes.fill_between(
                steps / 1e6, vp.min(axis=0), vp.max(axis=0), color=colour, alpha=0.15, linewidth=0
            )
    axes.set(xlabel="decisions, millions", ylabel="own VP at level 9, mean and range of the runs")
    axes.grid(alpha=0.25)
    if axes.lines:
        axes.legend()
    file.write_bytes(drawn(figure)[".svg"])


def _curves(found: Sequence[Result]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return decisions by evaluation, and VP by run and evaluation."""
    curves = np.array([each.curve for each in found], np.float64)
    return curves[0, :, 0], curves[:, :, 1]
