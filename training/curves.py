"""The learning curve of a run: as pictures, and for TensorBoard where that is installed."""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from matplotlib.figure import Figure

from wistar_env.benchmark.plots import drawn

#: What rows of a curve are counted by: its name, what to divide by, and what to write below.
_AXES: Final = (
    ("steps", 1e6, "decisions learned from, millions"),
    ("games", 1, "games played"),
)
#: For each picture: what is written beside it, and the names of the two curves in it.
_PANELS: Final = (("own VP", "score", "best_score"), ("wins", "wins", "best_wins"))


def pictures(rows: Sequence[Mapping[str, Any]]) -> dict[str, bytes]:
    """Return a curve as PNG and as SVG, by the suffixes of files; none of no rows.

    Parameters
    ----------
    rows
        The rows of a curve. Those of a warm start, which have no steps, are left out.
    """
    axis = next((axis for axis in _AXES if any(row.get(axis[0]) for row in rows)), None)
    if axis is None:
        return {}
    name, unit, label = axis
    figure = Figure(figsize=(10, 4.2), layout="constrained")
    for axes, (what, learning, evaluated) in zip(figure.subplots(1, 2), _PANELS, strict=True):
        for key, style, legend in (
            (learning, {"alpha": 0.5}, "while it learns"),
            (evaluated, {"marker": "o", "markersize": 3}, "evaluated, best actions"),
        ):
            shown = [row for row in rows if key in row and row.get(name)]
            axes.plot(
                [row[name] / unit for row in shown], [row[key] for row in shown], **style,
                label=legend,
            )  # fmt: skip
        axes.set_xlabel(label)
        axes.set_ylabel(what)
        axes.grid(alpha=0.25)
    axes.set_ylim(-0.03, 1.03)
    axes.legend()
    return drawn(figure)


class EventLog:
    """The numbers of a run for TensorBoard; nothing is written where that is not installed.

    Parameters
    ----------
    folder
        Where to.
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
                self._writer.add_scalar(f"run/{name.replace(' ', '_')}", float(number), steps[0])

    def close(self) -> None:
        """Write what is left."""
        if self._writer is not None:
            self._writer.close()
