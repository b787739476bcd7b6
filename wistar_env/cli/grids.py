"""Output shared by ``wistar replay`` and ``play``: explanations, scores, prompts."""

import sys
import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from wistar_env.text.text_table import TextTable

if TYPE_CHECKING:
    from wistar_env.explanations import Explanation
    from wistar_env.kit.game import Game
    from wistar_env.kit.game.breakdown import Breakdown

_SHOWN: Final = 5
_INDENT: Final = 4


def interactive() -> bool:
    """Return whether input and output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def hanging(text: str, width: int) -> str:
    """Wrap lines to a width, with hanging indents."""
    lines = []
    for line in text.splitlines():
        below = " " * (len(line) - len(line.lstrip()) + _INDENT)
        wrapped = textwrap.wrap(line, width, subsequent_indent=below, break_on_hyphens=False)
        lines += wrapped or [""]
    return "\n".join(lines)


def choice_grid(sentences: Iterable[str]) -> Grid:
    """Return a grid of numbered sentences; wrapped lines are aligned."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right", min_width=4)
    grid.add_column(overflow="fold")
    for number, sentence in enumerate(sentences, start=1):
        grid.add_row(str(number), Text(sentence))
    return grid


def explanation_grid(explanation: "Explanation", game: "Game", played: int | None = None) -> Grid:
    """Return the evaluations of the best legal actions, with the played action marked."""
    options = explanation.options[:_SHOWN]
    words = {item.action: item.text for item in game.presentation.menu()}
    columns = [
        name
        for name in ("visits", "probability", "value")
        if any(getattr(option, name) is not None for option in options)
    ]
    worth = (
        "" if explanation.value is None else f"value of the position {explanation.value:.2f} of 1"
    )
    grid = Grid(title=worth or None, title_justify="left", show_edge=False, pad_edge=False)
    grid.add_column("action", overflow="fold")
    for name in columns:
        grid.add_column(name, justify="right", overflow="fold")
    for option in options:
        numbers = [_number(getattr(option, name)) for name in columns]
        style = "bold" if option.action == played else ""
        named = words.get(option.action) or game.describe(option.action)
        grid.add_row(Text(named), *numbers, style=style)
    return grid


def _number(number: float | int | None) -> str:
    if number is None:
        return "-"
    return str(number) if isinstance(number, int) else f"{number:.2f}"


def score_grid(found: "Breakdown", title: str) -> TextTable:
    """Return the points of every seat by category, the best seat first."""
    rows = [
        *([category, *(str(vps[seat]) for seat in found.ranking)] for category, vps in found.rows),
        ["Total", *(str(found.totals[seat]) for seat in found.ranking)],
    ]
    names = [found.names[seat] for seat in found.ranking]
    last = frozenset({len(rows) - 2})
    return TextTable(title, [""], [[name] for name in names], rows, names, last)


def ask(console: Console, question: str) -> str | None:
    """Return a line of input without surrounding spaces; None at the end of the input."""
    try:
        return console.input(Text(question, style="bold")).strip()
    except EOFError:
        return None
