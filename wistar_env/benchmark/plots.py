"""Plots of a run: win rate, margin and ratings with intervals, as PNG and SVG."""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from wistar_env.benchmark.report import CONFIDENCE, Estimate, Line

if TYPE_CHECKING:
    from wistar_env.benchmark.ratings import Ratings

_QUIET: Final = {"color": "grey", "linewidth": 0.8, "linestyle": ":"}
#: Metadata of each file type, fixed so that files are reproducible.
_FILES: Final[dict[str, Any]] = {".png": {"dpi": 150}, ".svg": {"metadata": {"Date": None}}}
#: Maximum columns of a legend, maximum letters per line, and the width of a symbol in letters.
_MOST_COLUMNS: Final = 3
_LETTERS: Final = 128
_SYMBOL: Final = 8


def _ends(estimates: Sequence[Estimate]) -> tuple[Any, Any]:
    """Return the values of estimates, and the extent of their intervals below and above."""
    values = np.array([estimate.value for estimate in estimates])
    low = values - [estimate.low for estimate in estimates]
    high = [estimate.high for estimate in estimates] - values
    # A missing end is not drawn; rounding errors may put an end slightly inside the value.
    return values, np.maximum(np.nan_to_num([low, high]), 0)


def _draw_curve(axes: Any, places: Sequence[int], estimates: Sequence[Estimate], bot: str) -> None:
    values, ends = _ends(estimates)
    # Matplotlib omits labels that begin with an underscore from the legend.
    label = f" {bot}" if bot.startswith("_") else bot
    axes.errorbar(places, values, yerr=ends, fmt="o-", capsize=3, label=label)


def _draw_rows(axes: Any, estimates: Sequence[Estimate], what: str, even: float) -> None:
    """Draw one row per bot, with room for long names."""
    for place, estimate in enumerate(estimates):
        values, ends = _ends([estimate])
        axes.errorbar(values, [place], xerr=ends, fmt="o", capsize=3)
    axes.set_xlabel(what)
    axes.locator_params(axis="x", nbins=6)
    axes.axvline(even, **_QUIET)
    axes.set_ylim(len(estimates) - 0.5, -0.5)
    axes.set_yticks(range(len(estimates)), [""] * len(estimates))
    axes.grid(alpha=0.25)


def _columns(names: Sequence[str]) -> int:
    """Return the largest number of legend columns in which the names fit."""
    for number in range(_MOST_COLUMNS, 1, -1):
        columns = np.array_split([len(name) for name in names], number)
        if sum(max(each, default=0) + _SYMBOL for each in columns) <= _LETTERS:
            return number
    return 1


def _margin(lines: Sequence[Line]) -> str:
    return f"margin in {lines[0].points}"


def _draw_steps(figure: Figure, lines: Sequence[Line]) -> None:
    """Draw one curve per bot, over the levels or opponents of a ladder."""
    rate, margin = figure.subplots(1, 2)
    steps = _steps(lines)
    for bot in dict.fromkeys(line.bot for line in lines):
        own = [line for line in lines if line.bot == bot]
        places = [steps[line.level] for line in own if line.level is not None]
        _draw_curve(rate, places, [line.win_rate for line in own], bot)
        _draw_curve(margin, places, [line.margin for line in own], bot)
    for axes, what, even in ((rate, "win rate", lines[0].even), (margin, _margin(lines), 0)):
        axes.set_xlabel("level of Rat-o-bot" if lines[0].step == "level" else lines[0].step)
        axes.set_xticks([*steps.values()], [str(step) for step in steps])
        if lines[0].step == "opponent":  # long names
            axes.tick_params("x", rotation=20)
        axes.set_ylabel(what)
        axes.axhline(even, **_QUIET)
        axes.grid(alpha=0.25)
    rate.set_ylim(-0.03, 1.03)
    curves, names = rate.get_legend_handles_labels()
    figure.legend(curves, names, loc="outside lower center", ncols=_columns(names))


def _steps(lines: Sequence[Line]) -> dict[int | str, int]:
    """Return the positions of the steps of a ladder: levels by number, opponents in order."""
    found = dict.fromkeys(line.level for line in lines if line.level is not None)
    levels = sorted(step for step in found if isinstance(step, int))
    return {level: level for level in levels} or {step: k for k, step in enumerate(found)}


def _draw_bots(figure: Figure, lines: Sequence[Line], ratings: "Ratings | None") -> None:
    rate, margin, *rest = figure.subplots(1, 2 if ratings is None else 3)
    _draw_rows(rate, [line.win_rate for line in lines], "win rate", lines[0].even)
    _draw_rows(margin, [line.margin for line in lines], _margin(lines), 0)
    rate.set_yticks(range(len(lines)), [line.bot for line in lines])
    if ratings is not None:
        rated = {line.bot: line.elo for line in ratings.ratings}
        estimates = [rated[line.bot] for line in lines]
        _draw_rows(rest[0], estimates, f"rating, {ratings.anchor} = 0", 0)


def draw(lines: Sequence[Line], title: str, ratings: "Ratings | None" = None) -> Figure:
    """Draw win rate and margin by ladder step, or by bot for an arena, and ratings if given."""
    height = max(4.8, 1.2 + 0.4 * len({line.bot for line in lines}))
    figure = Figure(figsize=(10 if ratings is None else 15, height), layout="constrained")
    if lines[0].level is None:
        _draw_bots(figure, lines, ratings)
    else:
        _draw_steps(figure, lines)
    figure.suptitle(f"{title} ({CONFIDENCE:.0%} intervals)", fontsize=11)
    return figure


def save(
    lines: Sequence[Line], title: str, path: Path, ratings: "Ratings | None" = None
) -> list[Path]:
    """Save the plot next to ``path`` as PNG and SVG, and return both files."""
    # A ``$`` in a bot's spec must not begin a formula.
    with mpl.rc_context({"text.parse_math": False}):
        stills = drawn(draw(lines, title, ratings))
    files = [path.with_suffix(suffix) for suffix in stills]
    for file, data in zip(files, stills.values(), strict=True):
        file.write_bytes(data)
    return files


def drawn(figure: Figure) -> dict[str, bytes]:
    """Return a figure as reproducible PNG and SVG, by file suffix."""
    stills = {}
    with mpl.rc_context({"svg.hashsalt": "wistar"}):
        for suffix, options in _FILES.items():
            stream = io.BytesIO()
            figure.savefig(stream, format=suffix[1:], **options)
            stills[suffix] = stream.getvalue()
    return stills
