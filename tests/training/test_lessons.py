"""What search teaches: visits, and how the games ended."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.networks.networks import lively
from wistar_env.chances import decision_seeds
from wistar_env.game import Game
from wistar_env.gate import TOTAL
from wistar_env.networks.losses import MAX_LEGAL
from wistar_env.search import Mcts, Report
from wistar_env.training.lessons import Lessons, SearchedGames, choice_of
from wistar_env.vector import BatchGame, Sparse, densify

SIMULATIONS = 6


def table(num_players: int, games: int = 2, threads: int = 1, **how: Any) -> SearchedGames:
    level = (0, 9) if num_players == 1 else None
    batch = BatchGame(games, num_players, level=level, observation="sparse", autoreset=False)
    searcher = Mcts(SIMULATIONS, threads=threads, network=lively(num_players))
    return SearchedGames(searcher, batch, **how)


def report(visits: list[int]) -> Report:
    n = len(visits)
    actions, value = np.arange(10, 10 + n, dtype=np.int16), np.zeros(n)
    return Report(0, actions, np.array(visits), np.full(n, 1 / n), value)


def searched(games: SearchedGames, game: Game, seed: int) -> Report:
    """Return what search finds out about a decision of a game that began with a seed."""
    source = [(seed, int(game.record["decisions"][0]))]
    return games.searcher.search_all([game], decision_seeds(source).tolist())[0]


def check(lessons: Lessons, row: int, game: Game, found: Report, end: Game) -> None:
    """Check one lesson against the decision of a game and the end of it."""
    d, shares = lessons.decisions[row], lessons.shares[row]
    seats, n = game.num_seats, len(found.actions)
    assert d["legal"][: 1 + n].tolist() == [n, *found.actions.tolist()]
    assert d["legal"][1 + d["place"]] == found.best
    assert np.allclose(shares, np.append(found.visits / SIMULATIONS, np.zeros(MAX_LEGAL - n)))
    indices, values, used = lessons.seen
    seen = Sparse(indices[row : row + 1], values[row : row + 1], used[row : row + 1])
    dense = densify(seen, game.layout)
    assert np.array_equal(dense[0], game.observe(game.seat))
    assert d["turned"][0] == game.seat
    assert sorted(d["turned"][:seats]) == [*range(seats)]
    now, finals = ([each["total"] for each in then.scores()] for then in (game, end))
    assert np.allclose(d["target"][:seats], np.subtract(finals, now) / 10)
    assert d["target"][4 : 4 + seats].tolist() == [k == end.winner() for k in range(seats)]


@pytest.mark.parametrize("num_players", [1, 3])
def test_lessons_are_what_search_found_out_and_how_the_game_ended(num_players: int) -> None:
    games = table(num_players, opening=0)
    lessons, seeds = games.play([11, 12], first=5), [11, 12]
    games.batch.reset(seeds)
    for i, seed in enumerate(seeds):
        game, told = games.batch.game(i), []
        while not game.finished:
            found = searched(games, game, seed)
            told.append((game.clone(), found))
            game.step(found.best)
        several = [each for each in told if len(each[1].actions) > 1]
        rows = np.flatnonzero(lessons.game == 5 + i).tolist()
        for row, (then, found) in zip(rows, several, strict=True):
            check(lessons, row, then, found, game)


def test_results_are_those_of_the_players() -> None:
    games = table(1, games=3)
    games.play([1, 2, 3])
    score, wins = games.results()
    assert score == pytest.approx(games.batch.final_scores[:, 0, TOTAL].mean())
    assert wins == pytest.approx((games.batch.final_ranks[:, 0] == 1).mean())


def test_who_watches_is_told_how_many_games_have_ended() -> None:
    told: list[int] = []
    table(2).play([1, 2], watch=told.append)
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0, 2)


def test_any_number_of_threads_teaches_the_same() -> None:
    one, other = (table(2, threads=threads).play([3, 4]).save() for threads in (1, 2))
    assert all(np.array_equal(array, other[name]) for name, array in one.items())


def test_chance_plays_in_openings_only() -> None:
    def lines(**how: Any) -> Any:
        return table(1, games=1, temperature=2.0, **how).play([1]).decisions["legal"]

    settled, short, long = lines(opening=0), lines(opening=1), lines(opening=10_000)
    assert np.array_equal(settled, lines(opening=0))
    assert np.array_equal(settled[0], short[0])
    assert not np.array_equal(settled, long)
    assert not np.array_equal(short, long)


def test_actions_are_drawn_by_visits() -> None:
    found = report([60, 30, 0, 10])
    for temperature, chances in ((1.0, [0.6, 0.3, 0, 0.1]), (0.5, [36 / 46, 9 / 46, 0, 1 / 46])):
        counts = Counter(choice_of(found, temperature, seed) for seed in range(1000))
        for k, chance in enumerate(chances):
            assert abs(counts[10 + k] - 1000 * chance) <= 5 * (1000 * chance) ** 0.5
    assert {choice_of(found, 0.0, seed) for seed in range(9)} == {10}
    assert choice_of(report([0]), 1.0, 1) == 10


def test_what_is_imitated_can_be_more_decided_than_search() -> None:
    plain, focused = (table(2, opening=0, focus=focus).play([5, 6]) for focus in (1.0, 0.5))
    squares = plain.shares**2
    assert np.allclose(focused.shares, squares / squares.sum(axis=1, keepdims=True), atol=1e-6)


def test_lessons_are_saved_and_loaded_as_they_are() -> None:
    lessons = table(4).play([1, 2])
    loaded = Lessons.load(lessons.save(), 4)
    assert loaded.seen.indices.shape == lessons.seen.indices.shape
    assert loaded.save()["indices"].shape[1] < loaded.seen.indices.shape[1]
    for mine, other in zip(loaded._arrays(), lessons._arrays(), strict=True):
        assert mine.dtype == other.dtype
        assert mine.tobytes() == other.tobytes()
    nothing = Lessons.room(0, 4)
    assert len(Lessons.load(nothing.save(), 4)) == 0


def test_old_games_are_left_out() -> None:
    lessons = table(1).play([1, 2], first=8)
    assert {*lessons.game.tolist()} == {8, 9}
    newest = lessons.since(9)
    assert {*newest.game.tolist()} == {9}
    assert np.array_equal(newest.shares, lessons.shares[lessons.game == 9])
    joined = Lessons.joined([newest, lessons])
    assert len(joined) == len(newest) + len(lessons)
    assert np.array_equal(joined.seen.values[len(newest) :], lessons.seen.values)
