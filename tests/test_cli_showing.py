"""What the commands show alike, on terminals of any width."""

import io

import pytest
from rich.console import Console

from wistar_env import RatsOfWistar
from wistar_env.cli.command import plain_console
from wistar_env.cli.grids import choice_grid, explanation_grid, hanging
from wistar_env.explanations import Explanation, Option


@pytest.mark.parametrize("width", [24, 40, 80])
def test_an_explanation_is_complete_on_a_narrow_terminal(width: int) -> None:
    game = RatsOfWistar.new(num_players=1, seed=1)
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


@pytest.mark.parametrize("spec", ["hb:P:[/x]", "[bold]x", ":smile:"])
def test_what_is_printed_is_neither_markup_nor_emoji(spec: str) -> None:
    written = io.StringIO()
    plain_console(file=written, width=80).print(spec)
    assert written.getvalue() == f"{spec}\n"


def test_the_lines_of_a_long_choice_are_below_each_other() -> None:
    console = Console(width=40, record=True, file=io.StringIO())
    console.print(choice_grid(["Pass", "take a card that says very much about itself"]))
    assert [line.rstrip() for line in console.export_text().splitlines()] == [
        "   1  Pass",
        "   2  take a card that says very much",
        "      about itself",
    ]


def test_a_long_line_is_indented_below_its_beginning() -> None:
    text = "Objectives\n  Full House: 3/4/5/6 Guests; bonus: Score 3 VP\n\nend"
    assert hanging(text, 30).splitlines() == [
        "Objectives",
        "  Full House: 3/4/5/6 Guests;",
        "      bonus: Score 3 VP",
        "",
        "end",
    ]
