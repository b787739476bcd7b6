"""The pictures of a run: win rate, margin and ratings with intervals, as PNG and SVG."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from wistar_env.benchmark.report import CONFIDENCE, Estimate, Line

if TYPE_CHECKING:
    from wistar_env.benchmark.ratings import Ratings

_SIDE_BY_SIDE: Final = 4


def _bars(axes: Any, x: Any, estimates: Sequence[Estimate], label: str, style: str) -> None:
    values = np.array([estimate.value for estimate in estimates])
    low = values - [estimate.low for estimate in estimates]
    high = [estimate.high for estimate in estimates] - values
    # An end that is missing is not drawn, and rounding may put one a hair inside its value.
    ends = np.maximum(np.nan_to_num([low, high]), 0)
    axes.errorbar(x, values, yerr=ends, fmt=style, capsize=3, label=label)


def _finish(rate: Any, margin: Any, break_even: float) -> None:
    rate.set_ylabel("win rate")
    rate.set_ylim(-0.03, 1.03)
    rate.axhline(break_even, color="grey", linewidth=0.8, linestyle=":")
    margin.set_ylabel("margin in VP")
    margin.axhline(0, color="grey", linewidth=0.8, linestyle=":")
    for axes in (rate, margin):
        axes.grid(alpha=0.25)


def _draw_ratings(axes: Any, ratings: "Ratings") -> None:
    for place, line in enumerate(ratings.ratings):
        _bars(axes, [place], [line.elo], line.bot, "o")
    _name_bots(axes, [line.bot for line in ratings.ratings])
    axes.set_ylabel(f"rating, {ratings.anchor} = 0")
    axes.axhline(0, color="grey", linewidth=0.8, linestyle=":")
    axes.grid(alpha=0.25)


def _name_bots(axes: Any, bots: Sequence[str]) -> None:
    # More than a few names side by side would run into each other.
    slanted = {"rotation": 30, "ha": "right"} if len(bots) > _SIDE_BY_SIDE else {}
    axes.set_xticks(range(len(bots)), bots, **slanted)
    axes.margins(x=0.3 if len(bots) <= _SIDE_BY_SIDE else 0.05)


def draw(lines: Sequence[Line], title: str, ratings: "Ratings | None" = None) -> Figure:
    """Draw win rate and margin by level, or by bot where there are no levels; and ratings."""
    panels = 2 if ratings is None else 3
    figure = Figure(figsize=(5 * panels, 4.2), layout="constrained")
    rate, margin, *rest = figure.subplots(1, panels)
    if ratings is not None:
        _draw_ratings(rest[0], ratings)
    bots = list(dict.fromkeys(line.bot for line in lines))
    for place, bot in enumerate(bots):
        own = [line for line in lines if line.bot == bot]
        by_level = own[0].level is not None
        x = [line.level if by_level else place for line in own]
        _bars(rate, x, [line.win_rate for line in own], bot, "o-")
        _bars(margin, x, [line.margin for line in own], bot, "o-")
    for axes in (rate, margin):
        if lines[0].level is None:
            _name_bots(axes, bots)
        else:
            axes.set_xlabel("level of Rat-o-bot")
            axes.set_xticks(sorted({line.level for line in lines if line.level is not None}))
            axes.legend()
    _finish(rate, margin, lines[0].even)
    figure.suptitle(f"{title} ({CONFIDENCE:.0%} intervals)", fontsize=11)
    return figure


def save(
    lines: Sequence[Line], title: str, path: Path, ratings: "Ratings | None" = None
) -> list[Path]:
    """Save the picture beside ``path`` as PNG and as SVG, and return the two files."""
    figure = draw(lines, title, ratings)
    files = [path.with_suffix(".png"), path.with_suffix(".svg")]
    # Without these the same run would draw a different file each time.
    with mpl.rc_context({"svg.hashsalt": "wistar"}):
        figure.savefig(files[0], dpi=150)
        figure.savefig(files[1], metadata={"Date": None})
    return files
