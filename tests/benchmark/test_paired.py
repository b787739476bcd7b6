"""Paired differences of bots that played the same games."""

import math
import re
from itertools import product
from typing import Any

import pytest

from tests.benchmark.test_report import arena_row, ladder_row, printed
from wistar_env.benchmark import paired, report


def ladder_rows(bot: str, margins: dict[int, int], level: int = 3) -> list[dict[str, Any]]:
    return [
        ladder_row(margin > 0, 50 + margin, 50, bot=bot, level=level, game=game, seed=game)
        for game, margin in margins.items()
    ]


def test_bots_of_a_ladder_are_compared_game_by_game_with_the_first() -> None:
    rows = [
        *ladder_rows("greedy", {0: 30, 1: -20, 2: 5}),
        *ladder_rows("mine", {2: 8, 0: 31, 1: 4}),
    ]
    (line,) = paired.compare_ladder(rows)
    assert (line.bot, line.level, line.games) == ("mine", 3, 3)
    assert line.points == report.mean([3, 1, 24])
    assert line.win_rate.value == report.mean([0, 0, 1]).value


def test_each_level_has_a_comparison_of_its_own() -> None:
    rows = [
        row
        for bot, better in (("greedy", 0), ("mine", 2), ("other", -1))
        for level in (0, 9)
        for row in ladder_rows(bot, {0: level + better, 1: 3 + better}, level)
    ]
    lines = paired.compare_ladder(rows)
    assert [(line.bot, line.level, line.points.value) for line in lines] == [
        ("mine", 0, 2),
        ("mine", 9, 2),
        ("other", 0, -1),
        ("other", 9, -1),
    ]


def test_bots_are_compared_for_each_opponent_by_the_means_of_their_rotations() -> None:
    played = [
        ("greedy", 0, [30, 40, 20], [2, 1, 3]),  # lost by 10
        ("greedy", 2, [10, 20, 50], [3, 2, 1]),  # won by 30
        ("mine", 0, [60, 10, 10], [1, 2, 2]),  # won by 50
        ("mine", 2, [5, 8, 9], [3, 2, 1]),  # won by 1
    ]
    rows = [
        {"bot": bot, "rotation": seat, "scores": scores, "ranks": ranks}
        | {"opponent": opponent, "game": game}
        for opponent in ("random", "search")
        for game in range(2)
        for bot, seat, scores, ranks in played
    ]
    lines = paired.compare_ladder(rows)
    found = [(line.bot, line.level, line.games) for line in lines]
    assert found == [("mine", "random", 2), ("mine", "search", 2)]
    for line in lines:
        assert (line.win_rate.value, line.points.value) == (0.5, 15.5)


@pytest.mark.parametrize("games", range(2, 12))
def test_no_interval_of_a_difference_of_win_rates_leaves_what_is_possible(games: int) -> None:
    for first, mine in product((1, -1), repeat=2):
        other = dict.fromkeys(range(games), first)
        own = {game: mine if game else -mine for game in range(games)}
        (line,) = paired.compare_ladder(ladder_rows("a", other) + ladder_rows("b", own))
        assert -1 <= line.win_rate.low <= line.win_rate.value <= line.win_rate.high <= 1
        text = printed(*paired.paired_tables([line], "a"))
        assert all(float(rate) <= 100 for rate in re.findall(r"([\d.]+)%", text))


def test_the_luck_that_bots_share_does_not_widen_the_interval() -> None:
    luck = {game: (-1) ** game * 40 for game in range(20)}
    better = {game: margin + 3 + game % 2 for game, margin in luck.items()}
    rows = ladder_rows("greedy", luck) + ladder_rows("mine", better)
    first, mine = report.summarise_ladder(rows)
    assert first.margin.high > mine.margin.low
    (line,) = paired.compare_ladder(rows)
    assert line.points.value == 3.5
    assert 3 < line.points.low < line.points.high < 4


def test_a_shared_win_is_a_part_of_one_in_differences() -> None:
    rows = [
        arena_row(1, [0, 1, 2], [5, 5, 3], [1, 1, 3], game=0),
        arena_row(1, [1, 2, 0], [4, 4, 4], [1, 1, 1], game=0),
        arena_row(2, [2, 0, 1], [1, 3, 2], [3, 1, 2], game=1),
    ]
    second, third = paired.compare_arena(rows, ["a", "b", "c"])
    assert second.win_rate.value == pytest.approx((0 - 1) / 2)
    assert third.win_rate.value == pytest.approx((1 / 6 - 5 / 12 - 1) / 2)


def test_bots_of_an_arena_are_compared_by_the_means_of_their_replays() -> None:
    rows = [
        arena_row(1, [0, 1], [60, 50], [1, 2], game=0),
        arena_row(1, [1, 0], [40, 70], [2, 1], game=0),
        arena_row(2, [0, 1], [50, 50], [2, 1], game=1),
        arena_row(2, [1, 0], [44, 40], [1, 2], game=1),
    ]
    (line,) = paired.compare_arena(rows, ["greedy", "random"])
    assert (line.bot, line.level, line.games) == ("random", None, 2)
    assert line.points == report.mean([-20, 2])
    assert line.win_rate == report.Estimate(0, -1, 1)


def test_bots_of_an_arena_are_compared_where_they_sat_at_one_table() -> None:
    rows = [
        arena_row(1, [0, 1], [60, 50], [1, 2], game=0),
        arena_row(1, [0, 2], [10, 20], [2, 1], game=0),
        arena_row(1, [1, 2], [90, 80], [1, 2], game=0),
        arena_row(2, [0, 1], [40, 50], [2, 1], game=1),
        arena_row(2, [0, 2], [10, 40], [2, 1], game=1),
        arena_row(2, [1, 2], [99, 80], [1, 2], game=1),
    ]
    one, two = paired.compare_arena(rows, ["a", "b", "c"])
    assert (one.bot, one.games, two.bot, two.games) == ("b", 2, "c", 2)
    assert one.points == report.mean([-10, 10])
    assert two.points == report.mean([10, 30])
    assert two.win_rate.value == 1


def test_a_single_game_has_a_difference_without_an_interval() -> None:
    rows = ladder_rows("greedy", {0: 1}) + ladder_rows("mine", {0: 4})
    (line,) = paired.compare_ladder(rows)
    assert line.points.value == 3
    assert math.isnan(line.points.low)
    assert " - " in printed(*paired.paired_tables([line], "greedy"))


def test_differences_that_are_all_the_same_have_no_interval() -> None:
    lost = {game: -game for game in range(1, 30)}
    (line,) = paired.compare_ladder(ladder_rows("greedy", lost) + ladder_rows("mine", lost))
    assert line.win_rate.value == line.points.value == 0
    assert math.isnan(line.win_rate.low)
    assert math.isnan(line.points.high)


def test_the_table_names_the_first_bot_and_shows_signs_and_intervals() -> None:
    rows = ladder_rows("greedy", {0: 1, 1: -4}) + ladder_rows("mine", {0: 4, 1: 1})
    text = printed(*paired.paired_tables(paired.compare_ladder(rows), "greedy"))
    for words in ["Differences from greedy", "mine", "+50.0%", "+4.0", "-8.7 to +16.7", "margin"]:
        assert words in text


def test_a_bot_that_played_alone_is_compared_with_nobody() -> None:
    rows = ladder_rows("greedy", {0: 1, 1: 3})
    assert paired.paired_tables(paired.compare_ladder(rows), "greedy") == []
