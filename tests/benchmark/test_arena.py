"""Bots against each other."""

from collections import Counter
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest

from tests.benchmark import bots
from tests.benchmark.runs import FIRST, MOODY, play
from wistar_env import RatsOfWistar
from wistar_env.benchmark import BotError, arena
from wistar_env.benchmark.work_units import game_seed


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_bot_sits_in_every_seat_once(seats: int) -> None:
    seatings = arena.rotations(seats)
    assert len(seatings) == seats
    for bot in range(seats):
        assert sorted(seating.index(bot) for seating in seatings) == list(range(seats))


def test_every_game_is_replayed_with_each_rotation(tmp_path: Path) -> None:
    plan = arena.plan(RatsOfWistar, ["random", FIRST, "random"], games=2, seed=3, batch=2)
    rows = play(plan, tmp_path / "x.jsonl")
    assert len(plan) == len(rows) == 6
    assert Counter(row["game"] for row in rows) == {0: 3, 1: 3}
    assert {row["seed"] for row in rows} == {game_seed(3, 0), game_seed(3, 1)}
    assert {tuple(row["seats"]) for row in rows} == {(0, 1, 2), (1, 2, 0), (2, 0, 1)}


def test_a_row_gives_scores_and_ranks_by_seat(tmp_path: Path) -> None:
    rows = play(
        arena.plan(RatsOfWistar, [FIRST, FIRST], games=1, seed=3, batch=1), tmp_path / "x.jsonl"
    )
    game = RatsOfWistar.new(num_players=2, seed=game_seed(3, 0))
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
        arena.plan(RatsOfWistar, ["random"] * count, games=1, seed=1, batch=1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_combination_of_the_bots_plays_every_game_in_every_seat(
    players: int, tmp_path: Path
) -> None:
    plan = arena.plan(RatsOfWistar, [FIRST] * 5, games=2, seed=3, batch=1, players=players)
    rows = play(plan, tmp_path / "x.jsonl")
    tables = [*combinations(range(5), players)]
    assert len(plan) == len(rows) == 2 * len(tables) * players
    met = Counter((row["game"], tuple(sorted(row["seats"]))) for row in rows)
    assert met == {(game, table): players for game in (0, 1) for table in tables}
    sat = Counter((bot, seat) for row in rows for seat, bot in enumerate(row["seats"]))
    assert len(sat) == 5 * players
    assert len({*sat.values()}) == 1
    assert all(row["seed"] == game_seed(3, row["game"]) for row in rows)
    rotations = Counter((row["game"], *sorted(row["seats"]), row["rotation"]) for row in rows)
    assert {*rotations.values()} == {1}
    assert {row["rotation"] for row in rows} == {*range(players)}


def test_a_row_names_the_bots_of_its_table_by_their_places(tmp_path: Path) -> None:
    rows = play(
        arena.plan(RatsOfWistar, [FIRST, "greedy", "random"], games=1, seed=3, batch=1, players=2),
        tmp_path / "x.jsonl",
    )
    for row in rows:
        scores = dict(zip(row["seats"], row["scores"], strict=True))
        assert 1 not in scores or scores[1] == max(scores.values()) > 40


def test_tables_give_their_bots_other_chances() -> None:
    plan = arena.plan(RatsOfWistar, [MOODY] * 4, games=2, seed=3, batch=1, players=2)
    players = [player for unit in plan.units for player in unit.players()]
    drawn = [player.rng.integers(2**63) for player in players]  # type: ignore[attr-defined]
    assert len({*drawn}) == len(drawn) == 24


def test_no_decision_of_any_table_shares_its_chances_with_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    monkeypatch.setattr(bots.ListeningBot, "told", told)
    listening = "tests.benchmark.bots:ListeningBot"
    rows = play(
        arena.plan(RatsOfWistar, [listening] * 3, games=2, seed=3, batch=2, players=2),
        tmp_path / "x.jsonl",
    )
    assert len({*told}) == len(told) == sum(row["decisions"] for row in rows)


def test_each_game_is_played_by_all_tables_before_the_next_portion_begins() -> None:
    plan = arena.plan(RatsOfWistar, [FIRST] * 3, games=4, seed=3, batch=2, players=2)
    assert [(unit.games, unit.places) for unit in plan.units] == [
        (games, table) for games in (range(2), range(2, 4)) for table in [(0, 1), (0, 2), (1, 2)]
    ]


@pytest.mark.parametrize("count", [2, 3, 4])
def test_as_many_players_as_bots_is_the_run_without_the_option(count: int) -> None:
    named, unnamed = (
        arena.plan(RatsOfWistar, [FIRST] * count, games=1, seed=1, batch=1, players=players)
        for players in (count, None)
    )
    assert named.header == unnamed.header
    assert named.units == unnamed.units
    (unit,) = named.units
    assert named.keys(unit) == [(0, rotation) for rotation in range(count)]


def test_another_number_of_players_is_another_run() -> None:
    two, three = (
        arena.plan(RatsOfWistar, [FIRST] * 4, games=1, seed=1, batch=1, players=players)
        for players in (2, 3)
    )
    assert two.header.digest() != three.header.digest()


@pytest.mark.parametrize(
    ("count", "players", "message"),
    [
        (5, None, "takes 2 to 4 bots, found 5; up to 12 with --players"),
        (13, None, "takes 2 to 4 bots, found 13$"),
        (13, 2, "takes 2 to 12 bots, found 13"),
        (1, 2, "takes 2 to 12 bots, found 1"),
        (6, 5, "--players must be 2 to 4, found 5"),
        (6, 1, "--players must be 2 to 4, found 1"),
    ],
)
def test_a_number_of_players_that_cannot_be_is_rejected(
    count: int, players: int | None, message: str
) -> None:
    with pytest.raises(BotError, match=message):
        arena.plan(RatsOfWistar, ["random"] * count, games=1, seed=1, batch=1, players=players)


def test_the_last_bot_takes_the_seats_that_are_left() -> None:
    given: dict[str, Any] = {"games": 1, "seed": 1, "batch": 1}
    filled = arena.plan(RatsOfWistar, [FIRST, "random"], players=4, **given)
    named = arena.plan(RatsOfWistar, [FIRST, "random", "random", "random"], **given)
    assert filled.header.digest() == named.header.digest()
    assert filled.units == named.units


def test_a_run_of_many_tables_goes_on_with_more_games(tmp_path: Path) -> None:
    few, many = (
        arena.plan(
            RatsOfWistar, [FIRST, "random", "random"], games=games, seed=3, batch=2, players=2
        )
        for games in (1, 3)
    )
    first = play(few, tmp_path / "x.jsonl")
    rows = play(many, tmp_path / "x.jsonl")
    assert [row for row in rows if row["game"] == 0] == first
    assert play(few, tmp_path / "x.jsonl") == first
    (tmp_path / "x.jsonl").unlink()
    assert play(many, tmp_path / "x.jsonl") == rows


def test_only_the_seatings_of_a_table_are_rows_of_a_run(tmp_path: Path) -> None:
    plan = arena.plan(RatsOfWistar, [FIRST] * 4, games=1, seed=3, batch=1, players=3)
    row = play(plan, tmp_path / "x.jsonl")[0]
    keys = set()
    for seats in permutations(range(4), 3):
        for rotation in range(3):
            try:
                keys.add(plan.key_of({**row, "seats": [*seats], "rotation": rotation}))
            except ValueError:
                continue
    assert keys == {(0, replay) for replay in range(12)}
    for wrong in ([0, 0, 1], [0, 1], [0, 1, 4], [0, 1, 2, 3], []):
        with pytest.raises(ValueError, match="rotation 0 with the seats"):
            plan.key_of({**row, "seats": wrong})


ALTERED: dict[str, tuple[object, str]] = {
    "rotation": (2, "rotation 2 with the seats"),
    "seats": ([1, 0], "rotation 0 with the seats"),
    "scores": ([40], "must each have 2 items"),
    "ranks": ("first", "ranks"),
    "breakdowns": ([], "must each have 2 items"),
    "game": (1, "game 1 must have the seed"),
}


@pytest.mark.parametrize(
    ("ranks", "message"),
    [
        ([1, 1], r"ranks must be 1 to 2 in any order, found \[1, 1\]"),
        ([0, 1], r"ranks \[0, 1\] are impossible for 2 seats"),
        ([2, 3], r"ranks \[2, 3\] are impossible for 2 seats"),
    ],
)
def test_ranks_that_no_game_gives_are_rejected(
    ranks: list[int], message: str, tmp_path: Path
) -> None:
    plan = arena.plan(RatsOfWistar, [FIRST, FIRST], games=1, seed=3, batch=1)
    row = play(plan, tmp_path / "x.jsonl")[0]
    with pytest.raises(ValueError, match=message):
        plan.key_of({**row, "ranks": ranks})


@pytest.mark.parametrize("field", ALTERED)
def test_a_row_of_another_arena_is_rejected(field: str, tmp_path: Path) -> None:
    two = arena.plan(RatsOfWistar, [FIRST, FIRST], games=1, seed=3, batch=1)
    row = play(two, tmp_path / "x.jsonl")[0]
    value, message = ALTERED[field]
    assert two.key_of(row) == (0, 0)
    with pytest.raises(ValueError, match=message):
        two.key_of({**row, field: value})
