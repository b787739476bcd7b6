"""The page of results: its tables come from games that were played by the commands above them."""

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from experiments import kept_matches, results
from experiments.decision_times import DecisionTimes
from experiments.kept_matches import SEED, Match
from experiments.results import BOTS, PAGE, TIMED, TIMES, main, matches, tables
from website.doc_tables import present, written
from wistar_env import cli
from wistar_env.kit.bots.registry import load

#: One small match of each table.
SMALL = (
    Match("solo", "ladder", ("random", "network"), "--levels 0-9", 1, 20),
    Match("players", "arena", ("network", "greedy"), "--players 2", 1, 2),
    Match("players", "arena", ("network", "greedy"), "--players 3", 1, 3),
    Match("players", "arena", ("network", "greedy"), "--players 4", 1, 4),
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which the small matches were played."""
    folder = tmp_path_factory.mktemp("played")
    for match in SMALL:
        words = [*match.command, "--workers", "1", "--out", str(match.file(folder))]
        result = CliRunner().invoke(cli.app, words)
        assert result.exit_code == 0, result.output
        assert match.is_played(folder)
    return folder


def test_games_of_another_network_are_not_reused(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = SMALL[0]
    before = match.file(played)
    code_of = kept_matches.code_of
    monkeypatch.setattr(
        kept_matches,
        "code_of",
        lambda bot, game: code_of(bot, game) + ("!" if bot == "network" else ""),
    )
    assert match.file(played) != before
    assert not match.is_played(played)


def test_tables_stay_where_games_are_missing(tmp_path: Path) -> None:
    page = PAGE.read_text("utf-8")
    assert written(page, tables(tmp_path, page)) == page


def test_a_table_is_written_when_all_its_matches_are_played(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "matches", lambda share: [*SMALL])
    monkeypatch.setattr(results, "BOTS", ("random", "network"))
    page = PAGE.read_text("utf-8")
    now, before = present(written(page, tables(played, page))), present(page)
    assert f"wistar ladder random network --levels 0-9 --games 1 --seed {SEED}" in (now["solo"])
    assert [line.split(" | ")[0] for line in now["solo"].splitlines()[-2:]] == [
        "| `random`",
        "| `network`",
    ]
    row = now["players"].splitlines()[-1]
    assert row.startswith("| `network` | `greedy` | ")
    games = [cell.rpartition(", ")[2] for cell in row.strip("| ").split(" | ")[2:]]
    assert games == ["2", "3", "4"]
    more = Match("players", "arena", ("random", "greedy"), "--players 2", 1, 2)
    monkeypatch.setattr(results, "matches", lambda share: [*SMALL, more])
    assert present(written(page, tables(played, page)))["players"] == before["players"]


def test_the_milliseconds_of_all_tables_are_written_once_they_are_measured(tmp_path: Path) -> None:
    page, times = PAGE.read_text("utf-8"), DecisionTimes(tmp_path / TIMES)
    times.processor = "a processor"
    for game, number, _ in TIMED:
        assert present(written(page, tables(tmp_path, page)))["costs"] == present(page)["costs"]
        times.ms[f"{game}, {number}"] = dict.fromkeys(BOTS, 1.5)
        times.save()
    told = present(written(page, tables(tmp_path, page)))["costs"]
    assert told.startswith("a processor\n")
    assert told.count("1.5") == len(BOTS) * len(TIMED)


def test_bots_can_be_built_and_shares_of_games_are_other_games() -> None:
    for bot in BOTS:
        load(bot)
    whole, some = matches(), matches(0.01)
    assert [each.bots for each in whole] == [each.bots for each in some]
    assert {each.table for each in whole} == {*results.WRITERS}
    folder = Path("games")
    assert {each.file(folder) for each in whole}.isdisjoint(each.file(folder) for each in some)
    assert len({each.file(folder) for each in whole}) == len(whole)


def test_an_unknown_table_is_rejected_with_the_known_ones() -> None:
    app = typer.Typer()
    app.command()(main)
    result = CliRunner().invoke(app, ["--only", "duel"])
    assert result.exit_code == 2
    assert "'duel' is not one of solo, players" in result.output
