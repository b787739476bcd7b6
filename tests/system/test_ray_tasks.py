"""Work on a Ray cluster, where Ray is not installed; tests/research has the rest."""

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from wistar_env import cli
from wistar_env.system.ray_tasks import in_order


@pytest.fixture(autouse=True)
def _without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)


def test_a_missing_library_is_reported_with_its_extra() -> None:
    with pytest.raises(ImportError, match="extra 'ray'"):
        next(in_order(str, [1], "local"))


@pytest.mark.parametrize(
    "command",
    [
        ["ladder", "random", "--levels", "0", "--games", "1", "--out", "x.jsonl"],
        ["arena", "random", "greedy", "--games", "1", "--out", "x.jsonl"],
        ["bench", "random", "--tasks", "solo-5", "--games", "1", "--folder", "x"],
        ["dataset", "x", "--games", "1"],
        ["train", "ppo", "--folder", "x"],
        ["train", "distil", "--folder", "x"],
    ],
)
def test_commands_say_so_in_a_line(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli.app, [*command, "--ray", "local"])
    assert result.exit_code == cli.USER_ERROR, result.output
    assert not any(tmp_path.iterdir())
    assert "this needs the extra 'ray'" in " ".join(result.stderr.replace("│", " ").split())
