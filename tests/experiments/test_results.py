"""The page of results: its tables come from games that were played by the commands above them."""

import json
import shlex
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from experiments import page_matches, results
from experiments.decision_times import DecisionTimes
from experiments.page_matches import MATCHES, Match
from experiments.results import MS, PAGE, tables
from experiments.studies import FOLDER as STUDIED
from experiments.studies import KEPT, STUDIES
from website.doc_tables import present, written
from wistar_env import RatsOfWistar, cli

LADDERS = (
    Match("ladder", "ladder", ("random",), "--workers 1 --levels 0,9 --games 3 --seed 1"),
    Match("ladder", "ladder", ("greedy",), "--workers 1 --levels 9 --games 2 --seed 1"),
)
ARENA = Match(
    "players2", "arena", ("random", "greedy"), "--workers 1 --players 2 --games 2 --seed 1"
)

#: As ``ARENA``, in a table of pairs.
PAIR = Match("pairs", ARENA.kind, ARENA.bots, ARENA.options)

#: The winners' places in the turn order of four games.
PLACES = (0, 0, 1, 0)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which all matches of these tests were played.

    One is played as ``Match.play`` does, in a process of its own; the others need none.
    """
    folder = tmp_path_factory.mktemp("played") / "new"
    assert LADDERS[0].play(folder) == 0
    for match in (LADDERS[1], ARENA, PAIR):
        result = CliRunner().invoke(cli.app, [*match.command, "--out", str(match.file(folder))])
        assert result.exit_code == 0, result.output
    return folder


def cells(text: str, bot: str) -> list[str]:
    """Return the cells of a bot's row."""
    line = next(line for line in text.splitlines() if line.startswith(f"| `{bot}`"))
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_tables_are_those_of_the_kept_runs_and_cards_and_stay_where_games_are_missing() -> None:
    page = PAGE.read_text("utf-8")
    assert written(page, tables(Path("none"), KEPT, page)) == page


def test_a_table_is_written_anew_when_all_its_matches_are_played(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = PAGE.read_text("utf-8")
    monkeypatch.setattr(page_matches, "MATCHES", (*LADDERS, ARENA))
    current = present(written(page, tables(played, KEPT, page)))
    assert "--levels 0,9 --games 3" in current["ladder"]
    more = Match("ladder", "ladder", ("flat",), "--workers 1 --levels 9 --games 2 --seed 1")
    monkeypatch.setattr(page_matches, "MATCHES", (*LADDERS, more, ARENA))
    current = present(written(page, tables(played, KEPT, page)))
    assert current["ladder"] == present(page)["ladder"]
    assert "--players 2 --games 2" in current["players2"]


def test_a_table_stays_until_the_last_game_of_its_matches(
    played: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(page_matches, "MATCHES", (*LADDERS, ARENA, PAIR))
    for match in (*LADDERS, ARENA, PAIR):
        lines = match.file(played).read_text("utf-8").splitlines(keepends=True)
        match.file(tmp_path).write_text("".join(lines[:-1]), "utf-8")
        assert results.is_played(played, match.table)
        assert not results.is_played(tmp_path, match.table)


def test_the_page_tells_the_measured_milliseconds_of_each_bot() -> None:
    times, told = DecisionTimes(), dict[str, set[str]]()
    for each in page_matches.timed():
        for bot in each.bots:
            told.setdefault(f"`{bot}`", set()).add(times.text(each, bot))
    found, column = 0, None
    for line in PAGE.read_text("utf-8").splitlines():
        row = [cell.strip() for cell in line.strip("|").split("|")]
        if MS in row:
            column = row.index(MS)
        elif not line.startswith("|"):
            column = None
        elif column is not None and row[0].startswith("`"):
            assert row[column] in told[row[0]], line
            found += 1
    assert found > 30


def test_commands_on_the_page_are_those_that_are_played() -> None:
    commands = {f"wistar {shlex.join(each.command)}": each.table for each in MATCHES}
    trained = {
        f"wistar train {study.module} {shlex.join(study.run(1).command(STUDIED))}"
        for study in STUDIES
    }
    page = PAGE.read_text("utf-8")
    # Those of Lab Rats and of the best response were played by hand.
    by_hand = ("--game lab-rats", "results/best-response")
    told = {
        line
        for line in page.splitlines()
        if line.startswith(("wistar ", "python -m experiments.results"))
        and not any(words in line for words in by_hand)
    }
    assert told <= {*commands, *trained, "python -m experiments.results"}


def test_a_table_of_ladders_tells_times_shares_intervals_and_games(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = Match("ladder", "ladder", ("flat",), "--workers 1 --levels 9 --games 2 --seed 1")
    monkeypatch.setattr(page_matches, "MATCHES", (*LADDERS, more))
    text = results.ladder("ladder", played)
    assert "wistar ladder random --workers 1 --levels 0,9 --games 3 --seed 1" in text
    assert "flat" not in text, "it was not played"
    random, greedy = cells(text, "random"), cells(text, "greedy")
    assert greedy[1] == DecisionTimes().text(LADDERS[1].timed, "greedy") != ""
    assert random[2] == random[3] == "0.0 (0-56)"
    assert random[-1] == "3"
    assert greedy[2] == ""
    assert greedy[-1] == "2"
    scores = [row["score"] for row in LADDERS[1].rows(played)]
    assert greedy[4] == f"{sum(scores) / 2:.1f}"


def test_a_table_of_pairs_tells_what_the_first_bot_reaches(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_matches, "MATCHES", (*LADDERS, PAIR))
    text = results.pairs("pairs", played)
    assert "wistar arena random greedy --workers 1 --players 2" in text
    row = cells(text, "random")
    assert row[1:3] == ["`greedy`", "0.0 (0-49)"]
    assert row[4] == "4"
    rows = PAIR.rows(played)
    own, other = ([row["scores"][row["seats"].index(bot)] for row in rows] for bot in range(2))
    ahead = [one - best for one, best in zip(own, other, strict=True)]
    assert row[3].split(" ")[0] == f"{sum(ahead) / 4:.1f}"


def test_what_was_played_is_not_played_again(played: Path) -> None:
    match = LADDERS[0]
    before = match.file(played).read_bytes()
    assert match.play(played) == 0
    assert match.file(played).read_bytes() == before


def test_a_table_of_an_arena_tells_times_and_ratings(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_matches, "MATCHES", (ARENA,))
    text = results.arena("players2", played)
    assert "rating, greedy = 0" in text
    assert cells(text, "greedy")[1] == DecisionTimes().text(ARENA.timed, "greedy") != ""
    assert cells(text, "greedy")[2:4] == ["4", "100.0 (51-100)"]
    assert cells(text, "greedy")[-1] == "+0"


def test_wins_are_counted_by_place_in_the_first_turn_order(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = Match(
        "budget2", "arena", ("random", "greedy"), "--workers 1 --players 2 --games 2 --seed 2"
    )
    monkeypatch.setattr(page_matches, "MATCHES", (*LADDERS, ARENA, again))
    header, *rows = ARENA.file(played).read_text("utf-8").splitlines()
    won = []
    for row, place in zip(map(json.loads, rows), PLACES, strict=True):
        # Starting pairs are chosen in reverse turn order (SETUP-21): who decides first is last.
        last = RatsOfWistar.new(num_players=2, seed=row["seed"]).seat
        winner = last if place == 1 else 1 - last
        won.append(row | {"ranks": [1, 2] if winner == 0 else [2, 1]})
    for match, half in ((ARENA, won[:2]), (again, won[2:])):
        lines = (header, *map(json.dumps, half))
        match.file(tmp_path).write_text("".join(f"{line}\n" for line in lines), "utf-8")
    text = results.turn_order(tmp_path)
    assert "| first | 75.0 (30-95) |" in text
    assert "| second | 25.0 (5-70) |" in text
    assert "third" not in text


def test_a_table_that_is_none_is_refused() -> None:
    app = typer.Typer()
    app.command()(results.main)
    result = CliRunner().invoke(app, ["--only", "ladders"])
    assert result.exit_code == 2
    assert "'ladders' is not one of ladder, budget" in " ".join(
        result.output.replace("│", "").split()
    )


def test_plots_show_the_available_results(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_matches, "MATCHES", LADDERS)
    monkeypatch.setattr(results, "SOLO", (tmp_path / "one", tmp_path / "two"))
    results.draw(played, KEPT, tmp_path / "images")
    drawn = {file.name for file in (tmp_path / "images").iterdir()}
    assert drawn == {"ladder.png", "ladder.svg", "studies.svg"}
    results.draw(tmp_path, KEPT, tmp_path / "without")
    assert {file.name for file in (tmp_path / "without").iterdir()} == {"studies.svg"}


def test_a_run_that_continues_another_is_drawn_after_it(tmp_path: Path) -> None:
    for name, steps in (("one", (1, 3)), ("two", (2, 4))):
        (tmp_path / name).mkdir()
        rows = [
            {"iteration": k, "steps": k * 10**6, "eval_score": k + 60.0, "eval_win_rate": 0}
            for k in steps
        ]
        text = "".join(f"{json.dumps(row)}\n" for row in rows)
        (tmp_path / name / "curve.jsonl").write_text(text, "utf-8")
    curves = results.curves_of_solo((tmp_path / "one", tmp_path / "none", tmp_path / "two"))
    assert [(steps, scores) for _, steps, scores in curves] == [
        ([1.0, 3.0], [61.0, 63.0]),
        ([5.0, 7.0], [62.0, 64.0]),
    ]
