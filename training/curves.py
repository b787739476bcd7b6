"""Learning curves: pictures, and TensorBoard logs if that is installed."""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from matplotlib.figure import Figure

from wistar_env.benchmark.plots import drawn

#: Possible x axes: metric, unit and label.
_AXES: Final = (
    ("steps", 1e6, "decisions, millions"),
    ("games", 1, "games played"),
)
#: Panels of a picture: label, and the metrics of training and of evaluation.
_PANELS: Final = (
    ("own VP", "score", "eval_score"),
    ("win rate", "win_rate", "eval_win_rate"),
)
#: Tags of metrics in TensorBoard; the others are in the group ``train``.
_TAGS: Final = MappingProxyType(
    {
        "score": "rollout/score",
        "win_rate": "rollout/win_rate",
        "eval_score": "eval/score",
        "eval_win_rate": "eval/win_rate",
    }
)


def pictures(rows: Sequence[Mapping[str, Any]]) -> dict[str, bytes]:
    """Return a curve as PNG and SVG, by file suffix; nothing if no row can be drawn.

    Parameters
    ----------
    rows
        The rows of a curve. Those of pretraining, which have no steps, are left out.
    """
    axis = next((axis for axis in _AXES if any(row.get(axis[0]) for row in rows)), None)
    if axis is None:
        return {}
    name, unit, label = axis
    figure = Figure(figsize=(10, 4.2), layout="constrained")
    for axes, (label_y, training, evaluation) in zip(figure.subplots(1, 2), _PANELS, strict=True):
        for key, style, legend in (
            (training, {"alpha": 0.5}, "training"),
            (evaluation, {"marker": "o", "markersize": 3}, "evaluation, most probable actions"),
        ):
            shown = [row for row in rows if key in row and row.get(name)]
            axes.plot(
                [row[name] / unit for row in shown], [row[key] for row in shown], **style,
                label=legend,
            )  # fmt: skip
        axes.set_xlabel(label)
        axes.set_ylabel(label_y)
        axes.grid(alpha=0.25)
    axes.set_ylim(-0.03, 1.03)
    axes.legend()
    return drawn(figure)


class EventLog:
    """Writes metrics for TensorBoard; does nothing if that is not installed.

    Parameters
    ----------
    folder
        Folder of the log.
    """

    def __init__(self, folder: Path) -> None:
        self._writer: Any = None
        if find_spec("tensorboard") is not None:
            from tensorboard.summary import Writer

            self._writer = Writer(str(folder))

    def write(self, row: Mapping[str, Any]) -> None:
        """Write a row of the curve."""
        steps = [row[name] for name, *_ in _AXES if name in row]
        if self._writer is None or not steps:
            return
        for name, number in row.items():
            if isinstance(number, int | float):
                self._writer.add_scalar(_TAGS.get(name, f"train/{name}"), float(number), steps[0])

    def close(self) -> None:
        """Flush and close."""
        if self._writer is not None:
            self._writer.close()
