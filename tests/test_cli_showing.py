"""What the commands show alike, on terminals of any width."""

import io
import re
import sys

import pytest
from rich.console import Console

from wistar_env import Game
from wistar_env.calibration import calibrate
from wistar_env.calibration.report import table
from wistar_env.cli import measuring
from wistar_env.cli.command import plain_console
from wistar_env.cli.grids import explanation_grid
from wistar_env.explanations import Explanation, Option


@pytest.mark.parametrize("width", [24, 40, 80])
def test_an_explanation_is_complete_on_a_narrow_terminal(width: int) -> None:
    game = Game.new(num_players=1, seed=1)
    first = int(game.legal_actions()[0])
    option = Option(first, visits=123456, probability=0.25, value=0.75)
    console = Console(file=io.StringIO(), width=width)
    with console.capture() as captured:
        console.print(
            explanation_grid(Explanation(first, value=0.5, options=(option,)), game, first)
        )
    seen = captured.get()
    assert "…" not in seen
    assert max(map(len, seen.splitlines())) <= width


HEAD = ["level", "Rat-o-bot's VP", "greedy's VP", "greedy wins", "Rat-o-bot's VP against random"]
ROWS = [
    [str(k), "90.0 (72.2 to 107.8)", f"{k} a|b [bold]", "0.0% (0.0% to 9.0%)", ""] for k in (1, 2)
]
NOTE = f"- {'a long note ' * 12}end"
REPORT = ["# Report", "", *table(HEAD, ROWS), NOTE, ""]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def calibrated(monkeypatch: pytest.MonkeyPatch, stdout: io.StringIO, width: int) -> str:
    """Return what ``wistar calibration`` writes there, if its report is ``REPORT``."""
    monkeypatch.setattr(calibrate, "calibrate", lambda *_, **__: iter([REPORT]))
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setattr(sys, "stdout", stdout)
    measuring.calibration(games=2, seed=1)
    return re.sub(r"\x1b\[[\d;]*m", "", stdout.getvalue())


@pytest.mark.parametrize("width", [40, 60, 80, 132])
def test_a_calibration_is_complete_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    seen = calibrated(monkeypatch, Terminal(), width)
    assert max(map(len, seen.splitlines())) <= width
    for text in ("# Report", NOTE, *HEAD, *ROWS[0], *ROWS[1]):
        for word in text.split():
            assert word in seen, word
    assert "| level" not in seen
    assert (f"parts: here are {width} columns" in seen) == (width < 80)


def test_elsewhere_a_calibration_is_markdown(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = calibrated(monkeypatch, io.StringIO(), 80)
    assert "\n".join(REPORT) in seen
    assert r"| 1 a\|b [bold] |" in seen


@pytest.mark.parametrize("spec", ["hb:P:[/x]", "[bold]x", ":smile:"])
def test_what_is_printed_is_neither_markup_nor_emoji(spec: str) -> None:
    written = io.StringIO()
    plain_console(file=written, width=80).print(spec)
    assert written.getvalue() == f"{spec}\n"
