"""Reviews as a table: rows of decisions whose gifts and luck add up, and the files of them."""

import csv
from pathlib import Path
from typing import Any

import pytest

from tests.command_line import wistar
from tests.test_review import random_game
from wistar_env.benchmark.report import win_share
from wistar_env.datasets import Dataset, record
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.replays import Replay
from wistar_env.play.review import Reviewed, summarize
from wistar_env.play.review_table import Row, grouped, rows_of, write


@pytest.fixture(scope="module")
def replay() -> Replay[Any]:
    return random_game(LabRats, 3, 2)


@pytest.fixture(scope="module")
def reviewed(replay: Replay[Any]) -> list[Reviewed]:
    """A review with values that no search is needed for."""
    decisions = [
        (number, game.seat, game.decision, action)
        for number, (game, action) in enumerate(replay.positions())
        if action is not None and len(game.legal_actions()) > 1
    ]
    return [
        Reviewed(number, seat, kind, action, action, 0.3 + number % 7 / 20, 0.3 - number % 5 / 20)
        for number, seat, kind, action in decisions
    ]


@pytest.fixture(scope="module")
def rows(replay: Replay[Any], reviewed: list[Reviewed]) -> list[Row]:
    return list(rows_of("a game", replay, reviewed))


def test_a_row_is_a_decision_with_its_seat_kind_and_round(
    replay: Replay[Any], reviewed: list[Reviewed], rows: list[Row]
) -> None:
    assert [row.number for row in rows] == [each.number for each in reviewed]
    for row in rows:
        game = replay.at(row.number)
        assert (row.seat, row.kind) == (game.seat, game.decision)
        assert row.stage == game.presentation.stage
        assert row.player == f"player {row.seat}"
        assert row.game == "a game"
    assert len({row.stage for row in rows}) > 1


def test_losses_gifts_and_luck_of_the_rows_of_a_seat_are_those_of_its_review(
    replay: Replay[Any], reviewed: list[Reviewed], rows: list[Row]
) -> None:
    ranks = [int(rank) for rank in replay.resume().ranks()]
    for summary in summarize(replay, reviewed):
        own = [row for row in rows if row.seat == summary.seat]
        for name in ("loss", "gifts", "luck"):
            total = sum(getattr(row, name) for row in own)
            assert total == pytest.approx(getattr(summary, name)), name
        result = own[0].value + sum(row.gifts + row.luck - row.loss for row in own)
        assert result == pytest.approx(win_share(ranks, summary.seat))


def test_gifts_of_a_row_are_what_others_lost_until_the_next_one(
    reviewed: list[Reviewed], rows: list[Row]
) -> None:
    later = {seat: [row for row in rows if row.seat == seat][1:] for seat in range(3)}
    for seat, own in later.items():
        ends = [*(row.number for row in own[1:]), 10**6]
        for row, end in zip(own, ends, strict=True):
            lost = sum(
                each.loss
                for each in reviewed
                if row.number < each.number < end and each.seat != seat
            )
            assert row.gifts == pytest.approx(lost / 2)


def test_a_group_is_divided_by_all_games_of_its_player(rows: list[Row]) -> None:
    again = [row._replace(game="another") for row in rows if row.stage == rows[0].stage]
    groups = {each[:2]: each for each in grouped([*rows, *again], lambda row: row.stage)}
    last = groups[rows[-1].player, rows[-1].stage]
    assert last.games == 2
    assert last.a_game("loss") == pytest.approx(sum(row.loss for row in last.rows) / 2)


def test_a_seat_is_divided_by_the_games_in_that_seat(rows: list[Row]) -> None:
    one = [row._replace(player="a bot") for row in rows if row.seat == 0]
    again = [row._replace(player="a bot", game="another") for row in rows if row.seat == 1]

    def by_seat(row: Row) -> str:
        return str(row.seat)

    assert [group.games for group in grouped([*one, *again], by_seat)] == [2, 2]
    of_seats = grouped([*one, *again], by_seat, lambda row: (row.player, row.seat))
    assert [group.games for group in of_seats] == [1, 1]


def test_csv_and_parquet_have_the_same_rows(rows: list[Row], tmp_path: Path) -> None:
    write(rows, tmp_path / "x.csv")
    with (tmp_path / "x.csv").open(newline="", encoding="utf-8") as stream:
        found = list(csv.DictReader(stream))
    assert [each["kind"] for each in found] == [row.kind for row in rows]
    assert [float(each["luck"]) for each in found] == [row.luck for row in rows]
    parquet = pytest.importorskip("pyarrow.parquet")
    write(rows, tmp_path / "x.parquet")
    table = parquet.read_table(tmp_path / "x.parquet")
    assert table.column_names == list(Row._fields)
    assert [Row(**each) for each in table.to_pylist()] == rows


def test_games_of_a_dataset_are_reviewed_with_the_names_of_their_players(tmp_path: Path) -> None:
    record(tmp_path / "games", RatsOfWistar, ["random"], 3, 1, seed=1)
    assert Dataset(tmp_path / "games").replay(2).players == ("random",)
    table, out = tmp_path / "x.csv", tmp_path / "kept.jsonl"
    words = ["review", str(tmp_path / "games"), "--games", "2", "--search", "mcts:simulations=2"]
    result = wistar(*words, "--table", str(table), "--out", str(out), "--worst", "0")
    assert result.exit_code == 0, result.output
    assert "2 games by round, a game" in result.stdout
    with table.open(newline="", encoding="utf-8") as stream:
        found = list(csv.DictReader(stream))
    assert {each["game"] for each in found} == {f"{tmp_path / 'games'}/{k}" for k in (0, 1)}
    assert {each["player"] for each in found} == {"random"}
    kept = out.read_text("utf-8")
    again = wistar(*words, "--table", str(table), "--out", str(out), "--worst", "0")
    assert again.stdout == result.stdout
    assert out.read_text("utf-8") == kept, "what is kept is not searched again"
