"""The command line: what it prints, saves and rejects."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from importlib.resources import files
from pathlib import Path
from types import ModuleType

import pytest
from rich.progress import Progress
from typer.testing import CliRunner

from tests.benchmark import bots
from tests.command_line import in_an_empty_folder as in_an_empty_folder
from tests.command_line import wistar
from wistar_env import __version__, cli
from wistar_env.benchmark import work_units
from wistar_env.cli.benchmarks import parse_levels
from wistar_env.kit.game.compiled_game import compiled_game

FIRST = "solitary_bots:FirstBot"
LADDER = ["ladder", FIRST, "--levels", "1", "--games", "2", "--workers", "1"]


def test_the_version_is_printed() -> None:
    result = wistar("--version")
    assert result.exit_code == 0
    assert result.stdout == f"wistar-env {__version__}\n"


def test_a_ladder_ends_with_its_table_and_the_paths_of_games_and_plots() -> None:
    result = wistar(*LADDER)
    assert result.exit_code == 0, result.output
    *_, games, plots = result.stdout.splitlines()
    assert "Ladder, 2 games per level, seed 1" in result.stdout
    assert f"Scoring of Rat-o-bot against {FIRST}" in result.stdout
    path = Path(games.removeprefix("games: "))
    assert len(path.read_text().splitlines()) == 3
    for plot in plots.removeprefix("plots: ").split(", "):
        assert Path(plot).stat().st_size > 0


@pytest.mark.parametrize("workers", ["1", "2"])
def test_games_are_compiled_before_the_progress_bar_is_shown(
    monkeypatch: pytest.MonkeyPatch, workers: str
) -> None:
    happened: list[str] = []
    start = Progress.start

    def compiled() -> ModuleType:
        happened.append("compiled")
        return compiled_game()

    def show(bar: Progress) -> None:
        happened.append("bar")
        start(bar)

    monkeypatch.setattr(work_units, "compiled_game", compiled)
    monkeypatch.setattr(Progress, "start", show)
    result = wistar(*LADDER, "--workers", workers)
    assert result.exit_code == 0, result.output
    assert happened[:2] == ["compiled", "bar"]


def test_an_arena_ends_with_its_table_and_the_paths_of_games_and_plots() -> None:
    result = wistar("arena", FIRST, FIRST, "--games", "1", "--workers", "1", "--out", "a.jsonl")
    assert result.exit_code == 0, result.output
    assert "Arena, 1 games in 2 rotations, seed 1" in result.stdout
    assert f"Differences from {FIRST} (1) on the same games" in result.stdout
    assert f"{FIRST} (2)" in result.stdout
    assert Path("a.svg").exists()
    assert "Ratings, solitary_bots:FirstBot (1) = 0" in result.stdout
    assert result.stdout.splitlines()[-1] == "ratings: a.ratings.json"


def test_an_arena_with_more_bots_than_seats_rates_them_and_resumes_after_an_interruption(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    command = ["arena", "tests.benchmark.bots:InterruptedBot", "random", "greedy", FIRST]
    command += ["--players", "2", "--games", "3", "--batch", "2", "--workers", "1"]
    monkeypatch.setattr(bots.InterruptedBot, "units", 2)
    through = wistar(*command, "--out", "through.jsonl")
    assert through.exit_code == 0, through.output
    assert "Arena, 3 games in 2 rotations at 6 tables, seed 1" in through.stdout
    assert "Ratings, greedy = 0" in through.stdout
    monkeypatch.setattr(bots.InterruptedBot, "units", 0)
    assert wistar(*command, "--out", "x.jsonl").exit_code == cli.INTERRUPTED
    assert not Path("x.ratings.json").exists()
    again = wistar(*command, "--out", "x.jsonl")
    assert "4 of 36 games are saved in x.jsonl; resuming" in again.stdout
    assert Path("x.jsonl").read_bytes() == Path("through.jsonl").read_bytes()
    rated = Path("x.ratings.json").read_text()
    assert rated == Path("through.ratings.json").read_text().replace("through", "x")
    assert json.loads(rated)["deals"] == 3


def test_an_anchor_changes_the_ratings_and_not_the_games() -> None:
    command = ["arena", FIRST, "random", "--games", "2", "--workers", "1", "--out", "x.jsonl"]
    assert wistar(*command).exit_code == 0
    games = Path("x.jsonl").read_bytes()
    result = wistar(*command, "--anchor", "random")
    assert "4 of 4 games are saved" in result.stdout
    assert "Ratings, random = 0" in result.stdout
    assert json.loads(Path("x.ratings.json").read_text())["anchor"] == "random"
    assert Path("x.jsonl").read_bytes() == games


def test_an_interrupted_run_says_how_to_resume_and_resumes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots.InterruptedBot, "units", 0)
    command = ["ladder", "tests.benchmark.bots:InterruptedBot", "--levels", "1", "--games", "2"]
    command += ["--workers", "1", "--batch", "1", "--out", "x.jsonl"]
    first = wistar(*command)
    assert first.exit_code == cli.INTERRUPTED
    assert "interrupted: 1 of 2 games are saved in x.jsonl" in first.stderr
    second = wistar(*command)
    assert second.exit_code == 0, second.output
    assert "1 of 2 games are saved in x.jsonl; resuming" in second.stdout
    assert len(Path("x.jsonl").read_text().splitlines()) == 3


@pytest.mark.parametrize(
    ("sent", "status"), [(signal.SIGINT, cli.INTERRUPTED), (signal.SIGTERM, 143)]
)
def test_ctrl_c_and_sigterm_end_a_run_with_worker_processes_at_once(
    sent: signal.Signals, status: int
) -> None:
    # In the background, as behind `make test &`, a process begins with Ctrl-C ignored.
    listen = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    script = f"{listen}; from wistar_env.cli import app; app()"
    options = ["--levels", "1", "--games", "9999", "--workers", "2", "--batch", "1"]
    command = [sys.executable, "-c", script, "ladder", "random", *options, "--out", "x.jsonl"]
    with subprocess.Popen(
        command,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as run:
        rows = Path("x.jsonl")
        while not (rows.exists() and rows.read_text().count("\n") > 1):
            assert run.poll() is None, run.communicate()[1]
            time.sleep(0.05)
        os.killpg(run.pid, sent)
        # The pipes are closed when the workers have ended too.
        _, messages = run.communicate(timeout=60)
    assert run.returncode == status
    assert "repeat the command to resume" in messages
    assert "Traceback" not in messages


@pytest.mark.parametrize(
    ("command", "function"),
    [
        ("dataset games --games 2", "wistar_env.datasets.record"),
        ("bench random --games 2", "wistar_env.benchmark.protocol.bench.bench"),
    ],
)
def test_sigterm_says_what_is_saved(
    command: str, function: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(function, lambda *_, **__: signal.raise_signal(signal.SIGTERM))
    result = wistar(*command.split())
    assert result.exit_code == 143
    assert "repeat the command to resume" in result.stderr


def test_a_file_of_another_run_is_rejected_without_fresh() -> None:
    assert wistar(*LADDER, "--out", "x.jsonl").exit_code == 0
    other = wistar(*LADDER, "--out", "x.jsonl", "--seed", "2")
    assert other.exit_code == cli.USER_ERROR
    assert "seed: 1 in the file, now 2" in other.stderr
    assert wistar(*LADDER, "--out", "x.jsonl", "--seed", "2", "--fresh").exit_code == 0


def test_a_bot_in_the_current_folder_is_found() -> None:
    Path("own_bots.py").write_text("from tests.benchmark.bots import FirstBot as MyBot\n")
    result = wistar("ladder", "own_bots:MyBot", "--levels", "0", "--games", "1", "--workers", "1")
    assert result.exit_code == 0, result.output


def test_a_bot_that_hangs_is_stopped_and_named() -> None:
    command = ["ladder", "solitary_bots:HaltingBot:asked,hang", "--levels", "0"]
    result = wistar(*command, "--games", "1", "--workers", "1", "--bot-timeout", "0.2")
    assert result.exit_code == cli.USER_ERROR
    assert "bot 'solitary_bots:HaltingBot:asked,hang' failed" in result.stderr
    assert "no answer within 0.2 s, the limit of --bot-timeout" in result.stderr


def test_a_run_of_more_games_says_how_many_are_there() -> None:
    assert wistar(*LADDER).exit_code == 0
    more = wistar(*LADDER, "--games", "3")
    assert "2 of 3 games are saved in" in more.stdout
    assert "Ladder, 3 games per level" in more.stdout
    fewer = wistar(*LADDER, "--games", "1")
    assert "1 of 1 games are saved in" in fewer.stdout
    assert len([*Path("results").glob("*.jsonl")]) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ladder", FIRST, "--bot-timeout", "0"], "--bot-timeout"),
        (["ladder", "gredy"], "error: there is no bot 'gredy'"),
        (["ladder", FIRST, FIRST], "error: each bot can be named only once"),
        (["ladder", FIRST, "--levels", "3-12"], "levels must be 0 to 9"),
        (["ladder", FIRST, "--levels", "5-3"], "levels must be 0 to 9"),
        (["ladder", FIRST, "--levels", "low"], "must look like 0-9"),
        (["ladder", FIRST, "--games", "0"], "--games"),
        (["ladder", FIRST, "--seed", "-1"], "--seed"),
        (["ladder", FIRST, "--data", "missing"], "error: data folder"),
        (["ladder", FIRST, "--out", "/proc/x/y.jsonl"], "create it, or name another one"),
        (["ladder", "solitary_bots:WrongBot", "--workers", "1"], "returned -5"),
        (["arena", FIRST], "error: the arena takes 2 to 4 bots"),
        (["arena", FIRST, "random", "--players", "5"], "--players must be 2 to 4, found 5"),
        (
            ["arena", FIRST, "random", "--anchor", "gredy"],
            "error: --anchor 'gredy' is not one of the bots",
        ),
        (["card", "181"], "numbers are 1 to 180"),
        (["card", "No Such Card"], "no Invention is called"),
        (["card", "6", "--kind", "hero"], "no Hero is called '6'; the numbers are 1 to 5"),
        (["card", "1", "--kind", "heroes"], "the kinds are invention, guest, cheese, mission"),
        (["card", "1", "--png", "x.png", "--width", "9000"], "at most 8192 pixels"),
        (["card", "1", "--svg", "missing/x.svg"], "there is no folder 'missing'"),
        (["gallery", "/proc/x/y"], "error: "),
        (["data", "check", "missing"], "is not a folder"),
        (["replay", "missing.replay"], "missing.replay"),
        (["serve", "--port", "99999"], "--port"),
        (["serve", "--games", "0"], "--games"),
        (["dance"], "No such command"),
    ],
)
def test_a_mistake_is_answered_by_one_message_and_an_exit_code(
    arguments: list[str], message: str
) -> None:
    result = wistar(*arguments)
    assert result.exit_code == cli.USER_ERROR
    assert message in " ".join(result.stderr.replace("│", " ").split())
    assert "Traceback" not in result.output


def test_levels_may_be_ranges_and_lists() -> None:
    assert parse_levels("0-9") == list(range(10))
    assert parse_levels("7, 0-2,1") == [7, 0, 1, 2]


def test_characters_that_the_terminal_cannot_show_are_replaced() -> None:
    shutil.copytree(str(files("wistar_env.games.rats_of_wistar") / "data"), "box")
    file = Path("box/heroes.toml")
    file.write_text(file.read_text("utf-8").replace("strength", "f\xf6rce", 1), "utf-8")
    result = CliRunner(charset="ascii").invoke(cli.app, ["data", "check", "box"])
    assert result.exit_code == 1
    assert "found 'f\\xf6rce'" in result.stdout
