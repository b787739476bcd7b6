"""The arena of any game on the command line."""

import json
from pathlib import Path

import pytest

from tests.benchmark import bots
from tests.command_line import in_an_empty_folder as in_an_empty_folder
from tests.command_line import wistar
from wistar_env import cli
from wistar_env.cli.parameters import DEFAULT_GAME

NIM = ["--game", "tests.kit.nim:Nim"]
FIRST = "solitary_bots:FirstBot"


def test_an_arena_of_another_game_ends_with_its_tables_and_files() -> None:
    options = ["--players", "3", "--games", "3", "--workers", "1", "--out", "x.jsonl"]
    result = wistar("arena", *NIM, "random", "greedy", "flat:rollouts=4", FIRST, *options)
    assert result.exit_code == 0, result.output
    title = "Arena of Nim with a hidden card, 3 games in 3 rotations at 4 tables, seed 1"
    assert title in result.stdout
    assert "Ratings, greedy = 0" in result.stdout
    header, *rows = map(json.loads, Path("x.jsonl").read_text().splitlines())
    assert header["settings"]["game"] == "nim"
    assert len(rows) == 36
    assert "margin in points" in Path("x.svg").read_text()
    assert Path("x.ratings.json").exists()


@pytest.mark.parametrize("game", ["tests.kit.nim:Nim", "tests.kit.goofspiel:Goofspiel"])
def test_a_ladder_of_another_game_ends_with_its_table_and_files(game: str) -> None:
    options = ["--players", "3", "--games", "2", "--workers", "1", "--out", "x.jsonl"]
    opponents = ["--opponent", "random", "--opponent", FIRST]
    command = ["ladder", "--game", game, "random", FIRST, *opponents, *options]
    result = wistar(*command)
    assert result.exit_code == 0, result.output
    assert ", 2 games in 3 rotations an opponent, seed 1" in result.stdout
    assert "Differences from random on the same games" in result.stdout
    header, *rows = map(json.loads, Path("x.jsonl").read_text().splitlines())
    assert [*header["settings"]["opponents"]] == ["random", FIRST]
    assert len(rows) == 24
    assert "margin in points" in Path("x.svg").read_text()
    again = wistar(*command)
    assert "24 of 24 games are saved in x.jsonl; resuming" in again.stdout


def test_a_ladder_of_another_game_has_its_own_opponents() -> None:
    command = ["ladder", *NIM, FIRST, "--games", "1", "--workers", "1", "--out", "x.jsonl"]
    assert wistar(*command).exit_code == 0
    header, *rows = map(json.loads, Path("x.jsonl").read_text().splitlines())
    assert [*header["settings"]["opponents"]] == ["random"]
    assert len(rows) == 2


def test_an_interrupted_arena_of_another_game_is_resumed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots.InterruptedBot, "units", 0)
    command = ["arena", *NIM, "tests.benchmark.bots:InterruptedBot", "mcts:simulations=8"]
    command += ["--games", "2", "--batch", "1", "--workers", "1"]
    assert wistar(*command, "--out", "x.jsonl").exit_code == cli.INTERRUPTED
    again = wistar(*command, "--out", "x.jsonl")
    assert again.exit_code == 0, again.output
    assert "2 of 4 games are saved in x.jsonl; resuming" in again.stdout
    assert wistar(*command, "--out", "through.jsonl").exit_code == 0
    assert Path("x.jsonl").read_bytes() == Path("through.jsonl").read_bytes()


def test_the_default_game_is_rats_of_wistar() -> None:
    command = ["arena", FIRST, FIRST, "--games", "1", "--workers", "1"]
    assert wistar(*command, "--out", "x.jsonl").exit_code == 0
    assert wistar(*command, "--out", "y.jsonl", "--game", DEFAULT_GAME).exit_code == 0
    assert Path("x.jsonl").read_bytes() == Path("y.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["arena", *NIM, FIRST, "--players", "5"], "error: the arena takes 2 to 12 bots, found 1"),
        (["arena", *NIM, FIRST, FIRST, "--data", "x"], "Nim with a hidden card: data must be None"),
        (
            ["arena", *NIM, FIRST, "network:wistar", "--workers", "1"],
            "wistar.npz plays Rats of Wistar, but this game is Nim with a hidden card",
        ),
        (["arena", "--game", "chess", FIRST, FIRST], "error: there is no game 'chess'"),
        (
            ["ladder", *NIM, FIRST, "--levels", "3"],
            "does not apply to the ladder of Nim with a hidden card",
        ),
        (
            ["ladder", FIRST, "--opponent", "random"],
            "does not apply to the ladder of Rats of Wistar",
        ),
        (["ladder", FIRST, "--players", "2"], "does not apply to the ladder of Rats of Wistar"),
        (
            ["ladder", *NIM, FIRST, "--players", "5"],
            "--players must be 2 to 4 for Nim with a hidden card, found 5",
        ),
        (["ladder", *NIM, FIRST, "--opponent", "gredy"], "error: there is no bot 'gredy'"),
        (["ladder", "--game", "chess", FIRST], "error: there is no game 'chess'"),
    ],
)
def test_a_mistake_is_answered_by_one_message(arguments: list[str], message: str) -> None:
    result = wistar(*arguments)
    assert result.exit_code == cli.USER_ERROR
    assert message in " ".join(result.stderr.replace("│", " ").split())
    assert "Traceback" not in result.output


def test_a_file_of_another_game_is_rejected() -> None:
    command = ["arena", FIRST, FIRST, "--games", "1", "--workers", "1", "--out", "x.jsonl"]
    assert wistar(*command, *NIM).exit_code == 0
    rejected = wistar(*command)
    assert rejected.exit_code == cli.USER_ERROR
    assert (
        "x.jsonl contains another run (game: 'nim' in the file, now 'rats-of-wistar',"
        in rejected.stderr
    )


@pytest.mark.parametrize("kind", ["arena", "ladder"])
def test_shards_are_reported_as_one_run(kind: str) -> None:
    command = [kind, *NIM, "random", FIRST, "--games", "4", "--batch", "1", "--workers", "1"]
    whole = wistar(*command, "--out", "whole.jsonl")
    for shard in ("1/2", "2/2"):
        part = wistar(*command, "--out", "x.jsonl", "--shard", shard)
        assert part.exit_code == 0, part.output
        told = f"shard {shard}: x-{shard[0]}-of-2.jsonl; when all shards exist, "
        assert f"{told}wistar report FILES --trust {FIRST} merges them" in part.stdout
    files = ["x-2-of-2.jsonl", "x-1-of-2.jsonl", *NIM, "--out", "merged.jsonl"]
    merged = wistar("report", *files, "--trust", FIRST)
    assert merged.exit_code == 0, merged.output
    assert merged.stdout.replace("merged.", "whole.") == whole.stdout
    assert Path("merged.jsonl").read_bytes() == Path("whole.jsonl").read_bytes()
    rejected = wistar(*command, "--shard", "3/2")
    assert rejected.exit_code == 2
    assert "'3/2'" in rejected.output


def test_shards_of_a_task_say_what_makes_the_row(tmp_path: Path) -> None:
    command = ["bench", FIRST, "--tasks", "solo-5", "--games", "30", "--folder", str(tmp_path)]
    for number in (1, 2):
        result = wistar(*command, "--shard", f"{number}/2", "--workers", "1")
        assert result.exit_code == 0, result.output
        assert f"shard {number}/2: " in result.stdout
        assert not (tmp_path / "solo-5.json").exists()
    assert wistar(*command).exit_code == 0
    assert (tmp_path / "solo-5.json").exists()


def test_options_of_a_benchmark_may_come_before_the_bot(tmp_path: Path) -> None:
    options = ["--tasks", "solo-5", "--games", "2", "--folder", str(tmp_path), "--workers", "1"]
    result = wistar("bench", *options, FIRST)
    assert result.exit_code == 0, result.output
    assert (tmp_path / "solo-5.json").exists()
    assert "verify" in wistar("bench", "--help").stdout
