"""``wistar dataset`` and ``wistar export`` on the command line."""

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from wistar_env import cli
from wistar_env.datasets import Dataset


def wistar(*arguments: object) -> Result:
    return CliRunner().invoke(cli.app, ["dataset", *map(str, arguments)])


def test_games_are_recorded_and_the_command_prints_a_summary(tmp_path: Path) -> None:
    result = wistar(tmp_path / "a", "--games", 3, "--options", "level=7-9", "--seed", 2)
    assert result.exit_code == 0, result.output
    made = Dataset(tmp_path / "a")
    assert f"3 games, {made.num_decisions} decisions, 0.00 MB in {tmp_path / 'a'}" in result.stdout
    assert {made.replay(number).options["level"] for number in range(3)} <= {7, 8, 9}


def test_players_are_named_one_by_one(tmp_path: Path) -> None:
    bots = ("--bot", "greedy", "--bot", "random")
    assert wistar(tmp_path, "--games", 1, "--players", 2, *bots).exit_code == 0
    assert Dataset(tmp_path).description.players == ["greedy", "random"]


def test_several_data_sets_are_named_one_by_one(tmp_path: Path) -> None:
    sets = ("--data", "permuted:v1:1", "--data", "permuted:v1:2")
    assert wistar(tmp_path / "two", "--games", 1, *sets).exit_code == 0
    assert Dataset(tmp_path / "two").description.data == ["permuted:v1:1", "permuted:v1:2"]
    assert wistar(tmp_path / "one", "--games", 1, *sets[:2]).exit_code == 0
    assert Dataset(tmp_path / "one").description.data == "permuted:v1:1"


def test_a_shard_says_where_it_is_and_what_merges_it(tmp_path: Path) -> None:
    result = wistar(tmp_path / "a", "--games", 2, "--shard", "1/1")
    assert result.exit_code == 0, result.output
    said = " ".join(result.stdout.split())
    assert f"shard 1/1: {tmp_path / 'a'}-1-of-1; when all shards exist" in said
    assert wistar(tmp_path / "a", "--games", 2).exit_code == 0
    assert len(Dataset(tmp_path / "a")) == 2


def test_mistakes_are_reported_in_one_line(tmp_path: Path) -> None:
    for arguments, problem in (
        (("--bot", "nobody"), "nobody"),
        (("--options", "level"), "options must look like"),
        (("--options", "level=12", "--players", "1"), "level must be"),
        (("--players", "9"), "num_players must be"),
        (("--shard", "3/2"), "a shard must be i/n"),
        (("--shard", "1/2"), "1 games fill 1 files of 1000 games, but 2 shards need"),
        (("--data", "/no/such"), "/no/such"),
    ):
        result = wistar(tmp_path / "x", "--games", 1, *arguments)
        assert result.exit_code == cli.USER_ERROR, (arguments, result.output)
        assert problem in result.stderr
        assert "Traceback" not in result.stderr


def test_an_export_says_where_to_and_with_which_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert wistar(tmp_path / "games", "--games", 1).exit_code == 0
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for arguments, problem in (
        ((), "give --parquet FOLDER, --minari NAME, or both"),
        (
            ("--parquet", str(tmp_path / "out")),
            "this needs the extra 'export' (pyarrow is missing)",
        ),
    ):
        command = ["export", str(tmp_path / "games"), *arguments]
        result = CliRunner().invoke(cli.app, command)
        assert result.exit_code == cli.USER_ERROR, result.output
        assert problem in " ".join(result.stderr.replace("│", " ").split())
