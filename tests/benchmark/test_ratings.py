"""Ratings of an arena: they recover known strengths, with correct intervals and notes."""

import json
import math
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.benchmark.test_report import arena_row, printed
from wistar_env.benchmark import BotError, arena, ratings
from wistar_env.benchmark.plots import draw, save
from wistar_env.benchmark.ratings import POINTS, Ratings, anchor_place, rate
from wistar_env.benchmark.report import summarise_arena

TEN = math.log(10) / POINTS


def row(game: int, *placed: int, **more: Any) -> dict[str, Any]:
    """Return a game, given the bots in the order of their ranks."""
    seats = sorted(placed)
    ranks = [placed.index(bot) + 1 for bot in seats]
    scores = [50 - rank for rank in ranks]
    return {**arena_row(game, seats, scores, ranks, game=game), **more}


def simulated(points: list[float], players: int, deals: int, seed: int, luck: float = 0) -> Any:
    """Return games of the model of Plackett and Luce, with luck that all games of a deal share."""
    rng = np.random.default_rng(seed)
    rows = []
    for deal in range(deals):
        strengths = np.array(points) * TEN + luck * rng.normal(size=len(points))
        for table in combinations(range(len(points)), players):
            for _ in arena.rotations(players):
                drawn = strengths[[*table]] + rng.gumbel(size=players)
                rows.append(row(deal, *(table[place] for place in np.argsort(-drawn))))
    return rows


def names(bots: int) -> list[str]:
    return list("abcdefghijkl"[:bots])


def elo(found: Ratings) -> list[float]:
    return [line.elo.value for line in found.ratings]


@pytest.fixture
def _few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "RESAMPLES", 200)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.usefixtures("_few_resamples")
def test_ratings_recover_the_strengths_that_rankings_were_drawn_with(players: int) -> None:
    known = [0.0, 150.0, -250.0, 60.0, 400.0]
    found = rate(simulated(known, players, 150, seed=players), names(5), 0, seed=1)
    assert elo(found) == pytest.approx(known, abs=45)
    for true, line in zip(known[1:], found.ratings[1:], strict=True):
        assert line.elo.low - 20 < true < line.elo.high + 20
        assert 10 < line.elo.high - line.elo.low < 160


def test_three_games_out_of_four_are_odds_of_three_to_one() -> None:
    rows = [row(game, *((0, 1) if game % 4 else (1, 0))) for game in range(4000)]
    assert elo(rate(rows, ["a", "b"], 1, 1))[0] == pytest.approx(
        POINTS * math.log10(3000.5 / 1000.5), abs=1e-6
    )


@pytest.mark.usefixtures("_few_resamples")
def test_the_interval_covers_also_where_all_games_of_a_deal_share_their_luck() -> None:
    covered = 0
    for seed in range(60):
        rows = simulated([0, 0, 0], 2, 40, seed, luck=2)
        estimate = rate(rows, names(3), 0, seed).ratings[2].elo
        covered += estimate.low <= 0 <= estimate.high
    assert 52 <= covered < 60


def test_games_of_the_same_deal_count_as_one_observation() -> None:
    rows = simulated([0, 100, 200], 3, 30, seed=4)
    again = [{**each, "game": each["game"] + 30} for each in rows]
    once, same, other = (
        rate(each, names(3), 0, 1).ratings[2].elo for each in (rows, rows + rows, rows + again)
    )
    assert same.high - same.low == pytest.approx(once.high - once.low, rel=0.05)
    assert other.high - other.low == pytest.approx((once.high - once.low) / 2**0.5, rel=0.15)


def test_intervals_repeat_by_the_seed_and_ratings_do_not_need_it() -> None:
    rows = simulated([0, 100, 200], 2, 20, seed=4)
    first, again, other = (rate(rows, names(3), 0, seed) for seed in (1, 1, 2))
    assert repr(first) == repr(again)
    assert elo(first) == elo(other)
    assert first.ratings[1].elo.low != other.ratings[1].elo.low


def test_the_rank_decides_where_scores_are_equal() -> None:
    rows = [row(game, 1, 0, scores=[50, 50]) for game in range(9)]
    assert elo(rate([*rows, row(9, 0, 1)], ["a", "b"], 0, 1))[1] > 200


def tied(game: int, first: list[int], *others: int) -> dict[str, Any]:
    """Return a game in which some bots share the first place."""
    bots = [*first, *others]
    ranks = [1] * len(first) + [*range(len(first) + 1, len(bots) + 1)]
    return arena_row(game, bots, [50 - rank for rank in ranks], ranks, game=game)


def test_a_shared_place_is_half_a_win_against_each_who_shares_it() -> None:
    (wins,) = ratings.wins_by_deal([tied(0, [0, 2, 3], 1)], 4)
    assert wins.tolist() == [
        [0, 1, 0.5, 0.5],
        [0, 0, 0, 0],
        [0.5, 1, 0, 0.5],
        [0.5, 1, 0.5, 0],
    ]


def test_two_ties_rate_as_a_win_and_a_loss() -> None:
    decided = [row(0, 0, 1), row(1, 0, 1), row(2, 0, 1), row(3, 1, 0)]
    ties = [row(0, 0, 1), row(1, 0, 1), tied(2, [0, 1]), tied(3, [0, 1])]
    known, found = (elo(rate(rows, names(2), 1, 1)) for rows in (decided, ties))
    assert found == pytest.approx(known)
    assert found[0] > 100


def test_bots_that_only_ever_tie_are_equal_and_can_be_compared() -> None:
    found = rate([tied(game, [0, 1]) for game in range(5)], names(2), 0, 1)
    assert found.groups == [["a", "b"]]
    assert elo(found) == pytest.approx([0, 0], abs=1e-6)


@pytest.mark.usefixtures("_few_resamples")
def test_ratings_with_ties_are_those_of_ties_broken_by_lot() -> None:
    rng = np.random.default_rng(1)
    ties = [tied(game, [0, 1], 2) if game % 2 else row(game, 0, 2, 1) for game in range(3000)]
    lots = [
        row(game, *rng.permutation(2).tolist(), 2) if game % 2 else each
        for game, each in enumerate(ties)
    ]
    broken, kept = (elo(rate(rows, names(3), 0, 1)) for rows in (lots, ties))
    assert kept == pytest.approx(broken, abs=25)


def test_a_bot_that_won_all_games_has_a_finite_rating_and_no_interval() -> None:
    rows = [row(game, *(0, 1, 2) if game % 2 else (0, 2, 1)) for game in range(10)]
    found = rate(rows, names(3), 1, 1)
    best, anchor, other = (line.elo for line in found.ratings)
    assert found.groups == [["a"], ["b", "c"]]
    assert 300 < best.value < 2000
    assert (anchor.value, other.value) == pytest.approx((0, 0), abs=1e-6)
    assert math.isnan(best.low)
    assert math.isnan(best.high)
    assert other.low < 0 < other.high
    text = " ".join(printed(ratings.ratings_table(found)).split())
    assert "No game went against this order: a before b, c." in text
    assert "so only the group of b has intervals" in text


def test_a_bot_that_lost_all_games_is_the_last_group() -> None:
    rows = [row(game, *(0, 1, 2) if game % 2 else (1, 0, 2)) for game in range(10)]
    found = rate(rows, names(3), 2, 1)
    assert found.groups == [["a", "b"], ["c"]]
    assert all(math.isnan(line.elo.low) for line in found.ratings)
    assert min(elo(found)[:2]) > 300


def test_groups_are_told_from_the_strongest_to_the_weakest() -> None:
    found = rate([row(game, 3, 0, 2, 1) for game in range(3)], names(4), 0, 1)
    assert found.groups == [["d"], ["a"], ["c"], ["b"]]
    assert sorted(names(4), key=lambda name: -elo(found)[names(4).index(name)]) == list("dacb")


def test_bots_that_can_be_compared_have_no_note() -> None:
    found = rate(simulated([0, 10], 2, 20, seed=1), names(2), 0, 1)
    assert found.groups == [["a", "b"]]
    assert "No game" not in printed(ratings.ratings_table(found))


def test_a_single_deal_and_the_anchor_have_no_interval() -> None:
    rows = [row(0, 0, 1), row(0, 1, 0), row(1, 0, 1), row(1, 1, 0)]
    one, two = rate(rows[:2], names(2), 0, 1), rate(rows, names(2), 0, 1)
    assert (one.deals, two.deals) == (1, 2)
    assert math.isnan(one.ratings[1].elo.low)
    assert two.ratings[1].elo.low == pytest.approx(0, abs=1e-6)
    assert math.isnan(two.ratings[0].elo.low)


@pytest.mark.parametrize(
    ("bots", "anchor", "place"),
    [
        (["random", "greedy", "mcts"], None, 1),
        (["random", "flat"], None, 0),
        (["random", "greedy", "greedy"], None, 1),
        (["random", "greedy"], "random", 0),
        (["random", "greedy", "greedy"], "greedy", 1),
        (["random", "greedy", "greedy"], "greedy (2)", 2),
    ],
)
def test_the_anchor_is_greedy_or_the_first_bot_or_the_one_that_is_named(
    bots: list[str], anchor: str | None, place: int
) -> None:
    assert anchor_place(bots, anchor) == place


def test_an_anchor_that_does_not_play_is_rejected_with_those_who_do() -> None:
    message = (
        r"--anchor 'mcts' is not one of the bots of this run: random, greedy \(1\), greedy \(2\)"
    )
    with pytest.raises(BotError, match=message):
        anchor_place(["random", "greedy", "greedy"], "mcts")


def test_another_anchor_shifts_all_ratings_alike() -> None:
    rows = simulated([0, 100, 200], 2, 20, seed=4)
    first, last = elo(rate(rows, names(3), 0, 1)), elo(rate(rows, names(3), 2, 1))
    assert (first[0], last[2]) == (0, 0)
    assert [value - first[2] for value in first] == pytest.approx(last, abs=1e-4)


def test_the_table_begins_with_the_strongest_bot() -> None:
    found = rate(simulated([0, 300, -300], 2, 30, seed=2), ["greedy", "best", "worst"], 0, 1)
    text = printed(ratings.ratings_table(found))
    assert "Ratings, greedy = 0, 400 points for odds of 10 to 1" in text
    assert text.index("best") < text.index("│ greedy") < text.index("worst")
    high = found.ratings[1].elo.high
    assert f"to {high:+.0f}" in text


def test_ratings_are_saved_as_json_beside_the_games(tmp_path: Path) -> None:
    found = rate(simulated([0, 100, 3000], 2, 20, seed=4), names(3), 0, 7)
    file = ratings.save_ratings(found, "12345678", 7, tmp_path / "arena.x.jsonl")
    assert file.name == "arena.x.ratings.json"
    document = json.loads(file.read_text("utf-8"))
    assert (document["run"], document["anchor"], document["deals"]) == ("12345678", "a", 20)
    assert document["groups"] == [["c"], ["a", "b"]]
    a, b, c = document["ratings"]
    assert (a["bot"], a["rating"], a["low"], a["games"]) == ("a", 0, None, 80)
    assert b["low"] < b["rating"] == round(elo(found)[1], 2) < b["high"]
    assert c["high"] is None


def test_the_plot_of_an_arena_shows_its_ratings_and_is_the_same_each_time(tmp_path: Path) -> None:
    rows = simulated([0, 100, 3000, 5, 6], 2, 3, seed=4)
    found = rate(rows, names(5), 0, 7)
    lines = summarise_arena(rows, names(5), "cheese")
    axes = draw(lines, "A title", found).axes
    shown = ["win rate", "margin in cheese", "rating, a = 0"]
    assert [each.get_xlabel() for each in axes] == shown
    assert [tick.get_text() for tick in axes[0].get_yticklabels()] == names(5)
    _, svg = save(lines, "A title", tmp_path / "run.jsonl", found)
    first = svg.read_text()
    save(lines, "A title", tmp_path / "run.jsonl", found)
    assert svg.read_text() == first
