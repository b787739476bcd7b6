"""Bots against each other."""

from collections import Counter
from pathlib import Path

import pytest

from wistar_env import Game
from wistar_env.benchmark import BotError, arena
from wistar_env.benchmark.portions import Plan, game_seed, run
from wistar_env.benchmark.results import ResultRow, Results

FIRST = "tests.benchmark.bots:FirstBot"


def play(plan: Plan, tmp_path: Path) -> list[ResultRow]:
    with Results.open(tmp_path / "arena.jsonl", plan.header, plan.key_of) as results:
        run(plan, results, workers=1, on_progress=lambda games: None)
    return plan.rows(results)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_bot_sits_in_every_chair_once(seats: int) -> None:
    seatings = arena.rotations(seats)
    assert len(seatings) == seats
    for bot in range(seats):
        assert sorted(seating.index(bot) for seating in seatings) == list(range(seats))


def test_every_game_is_replayed_with_each_rotation(tmp_path: Path) -> None:
    plan = arena.plan(["random", FIRST, "random"], games=2, seed=3, batch=2)
    rows = play(plan, tmp_path)
    assert len(plan) == len(rows) == 6
    assert Counter(row["game"] for row in rows) == {0: 3, 1: 3}
    assert {row["seed"] for row in rows} == {game_seed(3, 0), game_seed(3, 1)}
    assert {tuple(row["seats"]) for row in rows} == {(0, 1, 2), (1, 2, 0), (2, 0, 1)}


def test_a_row_gives_scores_and_ranks_by_chair(tmp_path: Path) -> None:
    rows = play(arena.plan([FIRST, FIRST], games=1, seed=3, batch=1), tmp_path)
    game = Game.new(num_players=2, seed=game_seed(3, 0))
    while not game.finished:
        game.step(int(game.legal_actions()[0]))
    scores = game.scores()
    for row in rows:
        assert row["scores"] == [score["total"] for score in scores]
        assert row["ranks"][game.winner()] == 1
        assert sorted(row["ranks"]) == [1, 2]
        assert [part["track"] for part in row["breakdowns"]] == [s["track"] for s in scores]


@pytest.mark.parametrize("count", [0, 1, 5])
def test_an_arena_takes_2_to_4_bots(count: int) -> None:
    with pytest.raises(BotError, match=f"takes 2 to 4 bots, found {count}"):
        arena.plan(["random"] * count, games=1, seed=1, batch=1)


ALTERED: dict[str, tuple[object, str]] = {
    "rotation": (2, "rotation 2 with the seats"),
    "seats": ([1, 0], "rotation 0 with the seats"),
    "scores": ([40], "not of 2 seats"),
    "ranks": ("first", "ranks"),
    "game": (1, "game 1 has not the seed"),
}


@pytest.mark.parametrize("field", ALTERED)
def test_a_row_of_another_arena_is_refused(field: str, tmp_path: Path) -> None:
    two = arena.plan([FIRST, FIRST], games=1, seed=3, batch=1)
    row = play(two, tmp_path)[0]
    value, message = ALTERED[field]
    assert two.key_of(row) == (0, 0)
    with pytest.raises(ValueError, match=message):
        two.key_of({**row, field: value})
