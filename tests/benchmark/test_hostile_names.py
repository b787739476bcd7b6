"""Texts that users choose are printed literally: bot names have no markup and no emoji codes."""

import ast
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import RenderableType

from tests.benchmark.test_report import arena_row, ladder_row
from wistar_env.benchmark import paired, report
from wistar_env.benchmark.ratings import rate, ratings_table
from wistar_env.cli.command import print_tables

PACKAGE = Path(__file__).parents[2] / "wistar_env"
NAMES = ["b:P:[/x]", "b:P:[bold]", "b:fire:x", "b:P:[link=x]"]


def ladder_tables(names: list[str]) -> list[RenderableType]:
    rows = [
        ladder_row(game > 0, 60, 50, bot=name, game=game) for name in names for game in range(2)
    ]
    lines = report.summarise_ladder(rows)
    differences = paired.compare_ladder(rows)
    return [
        report.main_table(lines, names[0]),
        *report.breakdown_tables(lines),
        *paired.paired_tables(differences, names[0]),
    ]


def arena_tables(names: list[str]) -> list[RenderableType]:
    rows = [
        arena_row(game, [0, 1, 2, 3], [60, 50, 40, 30], ranks, game=game)
        for game, ranks in enumerate([[1, 2, 3, 4], [4, 3, 2, 1]])
    ]
    lines = report.summarise_arena(rows, names)
    differences = paired.compare_arena(rows, names)
    return [
        report.main_table(lines, names[0]),
        *report.breakdown_tables(lines),
        *paired.paired_tables(differences, names[0]),
        ratings_table(rate(rows, names, 0, 1)),
    ]


@pytest.mark.parametrize("tables", [ladder_tables, arena_tables])
def test_a_bot_is_called_by_its_spec_in_every_table(
    tables: Callable[[list[str]], list[RenderableType]], capsys: pytest.CaptureFixture[str]
) -> None:
    for table in tables(NAMES):
        print_tables([table])
        shown = capsys.readouterr().out
        assert any(name in shown for name in NAMES)
        assert "🔥" not in shown
    print_tables(tables(NAMES))
    shown = capsys.readouterr().out
    assert all(name in shown for name in NAMES)


def calls(file: Path, name: str) -> int:
    return sum(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
    )


def test_a_status_is_no_markup_either() -> None:
    # Rich's Status and Spinner parse markup whatever the console's setting.
    playing = ast.parse((PACKAGE / "cli" / "playing.py").read_text("utf-8"))
    shown = [
        node.args[0]
        for node in ast.walk(playing)
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".status")
    ]
    assert shown
    assert all(ast.unparse(each).startswith("Text(") for each in shown)


def test_the_package_has_one_console_which_reads_no_markup() -> None:
    made = {file.name: calls(file, "Console") for file in PACKAGE.rglob("*.py")}
    assert {name for name, count in made.items() if count} == {"command.py"}
    assert made["command.py"] == 1
