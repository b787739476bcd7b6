"""Learning curves: plots of one or several runs, and logs for TensorBoard if it is installed."""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from wistar_env.benchmark.plots import drawn
from wistar_env.benchmark.report import Estimate, interval, mean
from wistar_env.text.text_table import TextTable

#: The rows of a run's curve.
Curve: TypeAlias = Sequence[Mapping[str, Any]]

#: Possible x axes: metric, unit and label.
_AXES: Final = (
    ("steps", 1e6, "decisions, millions"),
    ("games", 1, "games played"),
)
#: Panels of a plot: label, metric of training and metric of evaluation.
_PANELS: Final = (
    ("score", "score", "eval_score"),
    ("win rate", "win_rate", "eval_win_rate"),
)
#: Tags of metrics in TensorBoard; all other metrics are in the group ``train``.
_TAGS: Final = MappingProxyType(
    {
        "score": "rollout/score",
        "win_rate": "rollout/win_rate",
        "eval_score": "eval/score",
        "eval_win_rate": "eval/win_rate",
    }
)


def pictures(rows: Sequence[Mapping[str, Any]]) -> dict[str, bytes]:
    """Return a plot of a curve as PNG and SVG, by file suffix; empty if no row can be drawn.

    ``rows``: the rows of a curve. Rows of pretraining, which have no steps, are skipped.
    """
    name, unit, label = _axis(rows)
    if not any(row.get(name) for row in rows):
        return {}
    figure, panels = _panels(label)
    for axes, (_, training, evaluation) in zip(panels, _PANELS, strict=True):
        for key, style, legend in (
            (training, {"alpha": 0.5}, "training"),
            (evaluation, {"marker": "o", "markersize": 3}, "evaluation, most probable actions"),
        ):
            shown = [row for row in rows if key in row and row.get(name)]
            axes.plot(
                [row[name] / unit for row in shown], [row[key] for row in shown], **style,
                label=legend,
            )  # fmt: skip
    axes.legend()
    return drawn(figure)


def compared(
    methods: Mapping[str, Sequence[Curve]], scale: Literal["linear", "log"] = "linear"
) -> dict[str, bytes]:
    """Return the evaluations of several methods as PNG and SVG, by file suffix.

    ``methods``: the curves of each method's runs, by its name. Runs of a method should differ only
    in their seeds; their mean is drawn with its 95% interval. ``scale``: that of the x axis.
    """
    name, unit, label = _axis([row for runs in methods.values() for rows in runs for row in rows])
    figure, panels = _panels(label)
    for axes, (_, _, metric) in zip(panels, _PANELS, strict=True):
        for method, runs in methods.items():
            found = _evaluations(runs, metric, name)
            places = [place / unit for place in found]
            (line,) = axes.plot(
                places, [each.value for each in found.values()], marker="o", ms=3, label=method
            )
            if len(runs) > 1:
                low, high = ([getattr(e, end) for e in found.values()] for end in ("low", "high"))
                axes.fill_between(places, low, high, alpha=0.2, color=line.get_color(), lw=0)
        axes.set_xscale(scale)
        axes.xaxis.set_major_formatter("{x:g}")
    axes.legend()
    return drawn(figure)


def last_evaluations(methods: Mapping[str, Sequence[Curve]]) -> TextTable:
    """Return a table of the last evaluation that all runs of a method reached; see ``compared``."""
    name, *_ = _axis([row for runs in methods.values() for rows in runs for row in rows])
    lines = []
    for method, runs in methods.items():
        cells = ["-"] * 5
        if scores := _evaluations(runs, "eval_score", name):
            last = max(scores)
            cells[:3] = f"{last:,.0f}", f"{scores[last].value:.1f}", interval(scores[last], ".1f")
            if won := _evaluations(runs, "eval_win_rate", name).get(last):
                cells[3:] = f"{won.value:.1%}", interval(won, ".1%")
        lines.append([method, str(len(runs)), *cells])
    groups = [
        ["runs", {"steps": "decisions"}.get(name, name)],
        ["score", "95% interval"],
        ["win rate", "95% interval"],
    ]
    return TextTable("", ["run"], groups, lines, names=[*methods])


def _panels(label: str) -> tuple[Figure, Sequence[Axes]]:
    """Return a figure with an empty panel for scores and one for win rates."""
    figure = Figure(figsize=(10, 4.2), layout="constrained")
    panels: Sequence[Axes] = figure.subplots(1, 2)
    for axes, (label_y, _, _) in zip(panels, _PANELS, strict=True):
        axes.set_xlabel(label)
        axes.set_ylabel(label_y)
        axes.grid(alpha=0.25)
    panels[1].set_ylim(-0.03, 1.03)
    return figure, panels


def _axis(rows: Sequence[Mapping[str, Any]]) -> tuple[str, float, str]:
    """Return the x-axis of rows: the metric, its unit and its label."""
    return next((each for each in _AXES if any(row.get(each[0]) for row in rows)), _AXES[0])


def _evaluations(runs: Sequence[Curve], metric: str, axis: str) -> dict[float, Estimate]:
    """Return each evaluation that all runs reached, averaged over the runs, by its x value."""
    found = [
        {row[axis]: float(row[metric]) for row in rows if metric in row and row.get(axis)}
        for rows in runs
    ]
    places = sorted(set.intersection(*map(set, found)))
    return {place: mean([each[place] for each in found]) for place in places}


class EventLog:
    """Writes metrics for TensorBoard; does nothing if TensorBoard is not installed."""

    def __init__(self, folder: Path) -> None:
        self._writer: Any = None
        if find_spec("tensorboard") is not None:
            from tensorboard.summary import Writer

            self._writer = Writer(str(folder))

    def write(self, row: Mapping[str, Any]) -> None:
        """Write the numbers of a curve's row, unless it counts neither decisions nor games."""
        steps = [row[name] for name, *_ in _AXES if name in row]
        if self._writer is None or not steps:
            return
        for name, number in row.items():
            if isinstance(number, int | float):
                self._writer.add_scalar(_TAGS.get(name, f"train/{name}"), float(number), steps[0])

    def close(self) -> None:
        """Flush and close the log, if there is one."""
        if self._writer is not None:
            self._writer.close()
