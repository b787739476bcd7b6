"""The arithmetic of the reports."""

import math
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from scipy import stats

from wistar_env.benchmark import report
from wistar_env.benchmark.plots import draw, save


def ladder_row(won: bool, score: int, opponent: int, **more: Any) -> dict[str, Any]:
    row = {
        "bot": "greedy",
        "level": 3,
        "seed": score,
        "won": won,
        "score": score,
        "opponent": opponent,
        "breakdown": {"track": score - 4, "beds": 4},
        "opponent_breakdown": {"track": opponent, "beds": 0},
    }
    return {**row, **more}


def arena_row(
    seed: int, seats: list[int], scores: list[int], ranks: list[int], **more: Any
) -> dict[str, Any]:
    breakdowns = [{"track": score} for score in scores]
    return {
        "seed": seed,
        "seats": seats,
        "scores": scores,
        "ranks": ranks,
        "breakdowns": breakdowns,
        **more,
    }


LADDER = [ladder_row(True, 60, 50), ladder_row(False, 41, 50, level=4)]


def printed(*tables: Any) -> str:
    out = StringIO()
    console = Console(file=out, width=140)
    for table in tables:
        console.print(table)
    return out.getvalue()


def test_a_win_rate_has_wilsons_interval() -> None:
    estimate = report.proportion(8, 10)
    assert estimate.value == 0.8
    assert (estimate.low, estimate.high) == pytest.approx((0.4901625, 0.9433178), abs=1e-6)


def test_the_interval_of_no_win_at_all_stays_within_0_and_1() -> None:
    estimate = report.proportion(0, 10)
    assert estimate.low == pytest.approx(0, abs=1e-12)
    assert estimate.high == pytest.approx(0.2775328, abs=1e-6)


@pytest.mark.parametrize("trials", [1, 2, 7, 100, 4000])
def test_the_interval_of_whole_wins_is_that_of_scipy(trials: int) -> None:
    for successes in {0, 1, trials // 3, trials}:
        known = stats.binomtest(successes, trials).proportion_ci(0.95, method="wilson")
        estimate = report.proportion(successes, trials)
        assert (estimate.low, estimate.high) == pytest.approx((known.low, known.high), abs=1e-14)


def test_the_interval_of_parts_of_wins_lies_between_those_of_whole_ones() -> None:
    two, between, three = (report.proportion(wins, 10) for wins in (2, 2.5, 3))
    assert between.value == 0.25
    assert two.low < between.low < three.low
    assert two.high < between.high < three.high


@pytest.mark.parametrize(
    ("ranks", "shares"),
    [
        ([2, 1, 3], [0, 1, 0]),
        ([1, 1, 3], [1 / 2, 1 / 2, 0]),
        ([1, 2, 2], [1, 0, 0]),
        ([1, 1, 1], [1 / 3, 1 / 3, 1 / 3]),
    ],
)
def test_who_shares_the_first_place_shares_the_win(ranks: list[int], shares: list[float]) -> None:
    assert [report.win_share(ranks, seat) for seat in range(3)] == shares


def test_a_mean_has_students_interval() -> None:
    estimate = report.mean([1, 2, 3, 4, 5])
    assert estimate.value == 3
    half = 2.7764451 * math.sqrt(2.5 / 5)
    assert (estimate.low, estimate.high) == pytest.approx((3 - half, 3 + half))


def test_a_single_value_has_no_interval() -> None:
    estimate = report.mean([4])
    assert estimate.value == 4
    assert math.isnan(estimate.low)
    assert math.isnan(estimate.high)


def test_a_ladder_is_summarised_by_bot_and_level() -> None:
    rows = [
        ladder_row(True, 60, 50),
        ladder_row(False, 40, 50),
        ladder_row(False, 30, 70, level=4),
        ladder_row(True, 80, 70, bot="random"),
    ]
    lines = report.summarise_ladder(rows)
    assert [(line.bot, line.level, line.games) for line in lines] == [
        ("greedy", 3, 2),
        ("greedy", 4, 1),
        ("random", 3, 1),
    ]
    first = lines[0]
    assert first.win_rate.value == 0.5
    assert (first.score, first.opponent, first.margin.value) == (50, 50, 0)
    assert first.breakdown == {"track": 46, "beds": 4}
    assert first.opponent_breakdown == {"track": 50, "beds": 0}
    assert (first.even, first.unread) == (1 / 2, None)


def test_a_ladder_tells_the_share_of_unread_replies_of_each_step() -> None:
    rows = [
        {**ladder_row(True, 60, 50), "replies": {"greedy": [4, 1]}},
        {**ladder_row(True, 60, 50, level=4), "replies": {"greedy": [4, 3]}},
    ]
    assert [line.unread for line in report.summarise_ladder(rows)] == [1 / 4, 3 / 4]


def test_an_arena_follows_the_bots_through_the_seats() -> None:
    rows = [
        arena_row(1, [0, 1], [60, 50], [1, 2]),
        arena_row(1, [1, 0], [40, 70], [2, 1]),
        arena_row(2, [0, 1], [50, 50], [2, 1]),
        arena_row(2, [1, 0], [44, 40], [1, 2]),
    ]
    greedy, random = report.summarise_arena(rows, ["greedy", "random"])
    assert (greedy.games, greedy.score, greedy.opponent) == (4, 55, 46)
    assert (greedy.win_rate.value, random.win_rate.value) == (0.5, 0.5)
    assert greedy.margin.value == 9
    assert random.margin.value == -9
    per_game = report.mean([20, -2])
    assert (greedy.margin.low, greedy.margin.high) == (per_game.low, per_game.high)


def test_the_margin_is_to_the_best_of_several_others() -> None:
    rows = [arena_row(1, [0, 1, 2], [60, 50, 55], [1, 3, 2])]
    lines = report.summarise_arena(rows, ["a", "b", "c"])
    assert [line.margin.value for line in lines] == [5, -10, -5]
    assert [line.opponent for line in lines] == [55, 60, 60]


def test_a_bot_is_summarised_by_the_games_that_it_played_in() -> None:
    rows = [
        arena_row(1, [0, 1], [60, 50], [1, 2]),
        arena_row(1, [0, 2], [40, 70], [2, 1]),
        arena_row(1, [1, 2], [30, 31], [2, 1]),
        arena_row(2, [2, 1], [20, 10], [1, 2]),
    ]
    lines = report.summarise_arena(rows, ["a", "b", "c"])
    assert [line.games for line in lines] == [2, 3, 3]
    assert [line.win_rate.value for line in lines] == [0.5, 0, 1]
    assert [line.score for line in lines] == [50, 30, pytest.approx(121 / 3)]
    assert {line.even for line in lines} == {0.5}


@pytest.mark.parametrize(("bots", "first_row"), [(4, "track"), (5, "a")])
def test_the_categories_of_many_bots_are_columns(bots: int, first_row: str) -> None:
    rows = [arena_row(1, [place, (place + 1) % bots], [60, 50], [1, 2]) for place in range(bots)]
    (table,) = report.breakdown_tables(report.summarise_arena(rows, [*"abcde"][:bots]))
    assert printed(table).splitlines()[4].split()[1] == first_row
    assert "60" in printed(table) or "55.0" in printed(table)


def test_win_rates_add_up_where_places_are_shared() -> None:
    rows = [
        arena_row(1, [0, 1, 2], [5, 5, 3], [1, 1, 3]),
        arena_row(1, [1, 2, 0], [4, 4, 4], [1, 1, 1]),
        arena_row(1, [2, 0, 1], [1, 3, 2], [3, 1, 2]),
    ]
    lines = report.summarise_arena(rows, ["a", "b", "c"])
    rates = [line.win_rate.value for line in lines]
    assert rates == pytest.approx([11 / 18, 5 / 18, 2 / 18])
    assert sum(rates) == pytest.approx(1)


@pytest.mark.parametrize("bots", [2, 5])
def test_points_are_called_as_the_game_calls_them(bots: int) -> None:
    rows = [arena_row(1, [place, (place + 1) % bots], [60, 50], [1, 2]) for place in range(bots)]
    lines = report.summarise_arena(rows, [*"abcde"][:bots], "cheese")
    assert "mean cheese" in printed(*report.breakdown_tables(lines))
    assert [axes.get_xlabel() for axes in draw(lines, "A title").axes][1] == "margin in cheese"
    assert "mean VP" in printed(*report.breakdown_tables(report.summarise_ladder(LADDER, "VP")))


def test_scores_without_parts_have_no_table_of_them() -> None:
    rows = [arena_row(1, [0, 1], [60, 50], [1, 2], breakdowns=[{}, {}])]
    assert report.breakdown_tables(report.summarise_arena(rows, ["a", "b"])) == []


def test_a_bot_that_plays_twice_is_numbered() -> None:
    assert report.names_of(["greedy", "random", "greedy"]) == [
        "greedy (1)",
        "random",
        "greedy (2)",
    ]


def test_the_tables_of_a_ladder_show_rates_margins_and_categories() -> None:
    lines = report.summarise_ladder([ladder_row(True, 60, 50), ladder_row(False, 41, 50)])
    text = printed(report.main_table(lines, "Ladder"), *report.breakdown_tables(lines))
    for words in ["greedy", "50.0%", "9.5% to 90.5%", "50.5", "+0.5", "Scoring of Rat-o-bot"]:
        assert words in text


def test_a_line_is_drawn_between_the_bots_of_a_ladder_and_none_in_an_arena() -> None:
    rows = [ladder_row(True, 60, 50, bot=bot, level=k) for bot in "abb" for k in (3, 4)]
    table = report.main_table(report.summarise_ladder(rows), "Ladder")
    assert [row[:2] for row in table.rows] == [["a", "3"], ["a", "4"], ["b", "3"], ["b", "4"]]
    assert table.sections == {1}
    arena = report.summarise_arena([arena_row(1, [0, 1], [60, 50], [1, 2])], ["a", "b"])
    table = report.main_table(arena, "Arena")
    assert [*table.keys] == ["bot"]
    assert table.sections == frozenset()
    assert ["unread replies"] not in table.groups


def test_the_share_of_unread_replies_is_a_column_if_a_bot_replies() -> None:
    rows = [
        ladder_row(True, 60, 50),
        {**ladder_row(True, 60, 50, bot="model"), "replies": {"model": [8, 1]}},
    ]
    table = report.main_table(report.summarise_ladder(rows), "Ladder")
    assert ["unread replies"] in table.groups
    assert [row[-1] for row in table.rows] == ["-", "12.5%"]


def test_a_table_shows_a_missing_interval_as_a_dash() -> None:
    lines = report.summarise_ladder([ladder_row(True, 60, 50)])
    assert " - " in printed(report.main_table(lines, "Ladder"))


@pytest.mark.parametrize("games", range(1, 40))
def test_no_win_and_nothing_but_wins_can_be_drawn(games: int) -> None:
    for won in (True, False):
        lines = report.summarise_ladder([ladder_row(won, 60, 50)] * games)
        assert len(draw(lines, "A title").axes) == 2


@pytest.mark.parametrize("levels", [True, False])
def test_a_plot_is_saved_as_png_and_svg_and_is_the_same_each_time(
    tmp_path: Path, levels: bool
) -> None:
    if levels:
        lines = report.summarise_ladder(
            [ladder_row(True, 60, 50), ladder_row(False, 41, 50, level=4)]
        )
    else:
        lines = report.summarise_arena(
            [arena_row(1, [0, 1], [60, 50], [1, 2])], ["greedy", "random"]
        )
    png, svg = save(lines, "A title", tmp_path / "run.jsonl")
    assert png.read_bytes().startswith(b"\x89PNG")
    first = svg.read_text()
    assert first.startswith("<?xml")
    save(lines, "A title", tmp_path / "run.jsonl")
    assert svg.read_text() == first
