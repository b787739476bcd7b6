"""Tables that lose nothing in a narrow terminal."""

import re
from functools import cache
from io import StringIO
from itertools import combinations
from typing import Any

import pytest
from rich.console import Console, Group
from rich.text import Text

from tests.benchmark.test_report import arena_row, ladder_row
from wistar_env.benchmark import paired, ratings, report
from wistar_env.cli.grids import score_grid
from wistar_env.kit.game.breakdown import Breakdown
from wistar_env.speed.speed_tables import speed_tables
from wistar_env.speed.timing import Measurement
from wistar_env.text.text_table import TextTable

SPECS = [
    "mcts:simulations=3000,network=results/long/folder/network.npz",
    "greedy",
    "my_package.with_a_long_name.and_more.bots:TheBotThatHasALongNameToo:depth=2,width=3,[/bold]",
    "flat:rollouts=32,width=4",
]
CATEGORIES = ["track", "beds", "dig", "guests", "missions", "objectives", "inventions", "wilds"]
WIDTHS = [60, 72, 80, 100, 132, 250]


def printed(width: int, *tables: Any) -> str:
    out = StringIO()
    console = Console(file=out, width=width, color_system=None)
    for table in tables:
        console.print(table)
    return out.getvalue()


def parts(**vp: int) -> dict[str, int]:
    return dict.fromkeys(CATEGORIES, 5) | {"long category of points": 0, **vp}


def ladder(bots: list[str]) -> list[Any]:
    rows = [
        ladder_row(
            (game + place) % 3 > 0,
            60 + 70 * (game % 2) + place,
            120 - level,
            bot=bot,
            level=level,
            game=game,
            breakdown=parts(),
            opponent_breakdown=parts(),
        )
        for place, bot in enumerate(bots)
        for level in range(10)
        for game in range(4)
    ]
    lines = report.summarise_ladder(rows, "VP")
    return [
        *report.breakdown_tables(lines),
        report.main_table(lines, "Ladder, 500 games per level, seed 1"),
        *paired.paired_tables(paired.compare_ladder(rows), bots[0]),
    ]


def arena(bots: list[str]) -> list[Any]:
    rows = [
        arena_row(
            game,
            list(seats),
            [160 + game, 50],
            [1, 2],
            game=game,
            breakdowns=[parts(), parts()],
        )
        for game in range(3)
        for seats in combinations(range(len(bots)), 2)
    ]
    lines = report.summarise_arena(rows, bots)
    names = report.names_of(bots)
    rated = [ratings.Rating(name, 600, report.Estimate(-1200, -1350, -1050)) for name in names]
    return [
        *report.breakdown_tables(lines),
        report.main_table(lines, "Arena, 3 games in 2 rotations, seed 1"),
        *paired.paired_tables(paired.compare_arena(rows, bots), bots[0]),
        ratings.ratings_table(ratings.Ratings(names[0], 3, rated, [names])),
    ]


def scores(bots: list[str]) -> list[Any]:
    ranking = tuple(range(len(bots)))
    rows = tuple((category, tuple(100 + seat for seat in ranking)) for category in CATEGORIES)
    totals = tuple(180 + seat for seat in ranking)
    return [score_grid(Breakdown(tuple(bots), ranking, rows, totals, ranking[:1], "VP"), "The end")]


def speeds(_: list[str]) -> list[Any]:
    measured = [
        Measurement("One core", f"a thing of length {k}", (1e6,), "steps/s", column)
        for k in range(3)
        for column in ("1 thread", "2 threads", "all threads", "a wide heading", "another heading")
    ]
    return speed_tables(measured)


@cache
def _tables(tables_of: Any, bots: tuple[str, ...]) -> list[Any]:
    return list(tables_of(list(bots)))


def cells_of(table: Any) -> list[str]:
    if isinstance(table, Group):
        return cells_of(table.renderables[0])
    if isinstance(table, Text):
        return [table.plain]
    headings = [heading for group in (table.keys, *table.groups) for heading in group]
    return [*headings, *(cell for row in table.rows for cell in row)]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("bots", [SPECS[:1], SPECS[:2], SPECS, [*SPECS, "random", "a:B", "c:D"]])
@pytest.mark.parametrize("tables_of", [ladder, arena, scores, speeds])
def test_no_cell_and_no_name_is_lost_at_any_width(
    tables_of: Any, bots: list[str], width: int
) -> None:
    if tables_of is arena and len(bots) < 2:
        bots = bots * 2
    for table in _tables(tables_of, tuple(bots)):
        text = printed(width, table)
        assert all(len(line) <= width for line in text.splitlines())
        assert "…" not in text
        joined = re.sub(r"\s+", "", text)
        for wanted in cells_of(table):
            if re.sub(r"\s+", "", wanted) in joined:
                continue
            # A heading of several words stands on several lines, each above its column.
            assert all(word in text for word in wanted.split()), (wanted, text)


@pytest.mark.parametrize("tables_of", [ladder, arena])
def test_at_80_columns_the_results_are_one_table_with_a_key(tables_of: Any) -> None:
    for table in tables_of(SPECS)[-2:]:
        text = printed(80, table)
        assert "parts" not in text
        assert f"2 = {SPECS[1]}" in text
        assert f"3={SPECS[2]}" in re.sub(r"\s", "", text)


def test_short_names_stay_in_the_rows() -> None:
    text = printed(110, *ladder(["greedy", "random"]))
    assert " = greedy" not in text
    assert "│ greedy │" in text


def test_a_table_in_parts_says_why_and_repeats_what_tells_rows_apart() -> None:
    table = TextTable(
        "T", ["bot"], [["wins", "between"], ["margin"]], [["mine", "12", "3 to 4", "5"]]
    )
    whole = printed(40, table)
    assert "parts" not in whole
    text = printed(20, table)
    assert text.count("mine") == 2
    assert "(in 2 parts: the terminal has 20 columns, and" in " ".join(text.split())


def test_a_terminal_too_narrow_for_any_column_breaks_cells_and_says_why() -> None:
    text = printed(12, TextTable("T", ["bot"], [["wins"]], [["mcts:simulations=3000", "1234567"]]))
    assert "broken within cells" in " ".join(text.split())
    assert "…" not in text


def test_nothing_in_a_name_is_taken_for_a_style() -> None:
    text = printed(250, *ladder(["mine:Bot:[bold]", "mine:Bot:[/x]"]))
    assert "mine:Bot:[bold]" in text
    assert "mine:Bot:[/x]" in text
