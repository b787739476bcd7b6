"""What the command line does about mistakes, whichever command they are made in."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from typer.testing import Result

from tests.command_line import functions, wistar
from tests.command_line import in_an_empty_folder as in_an_empty_folder
from tests.networks.networks import lively
from wistar_env import RatsOfWistar, cli
from wistar_env.cli.training import TRAINERS
from wistar_env.kit.replays import Replay

#: How each command is told of a bot, and the parameter that takes it.
WITH_BOTS = {
    ("ladder", "bots"): ["--games", "1", "--levels", "0", "--workers", "1"],
    ("arena", "bots"): ["random", "--games", "1", "--workers", "1"],
    ("arena", "anchor"): ["random", "random", "--games", "1", "--workers", "1", "--anchor"],
    ("bench run", "bots"): ["--games", "1", "--tasks", "solo-5", "--folder", "folder"],
    ("play", "bots"): [],
    ("play", "hint"): ["--hint"],
    ("dataset", "bot"): ["folder", "--games", "1", "--bot"],
    ("solve", "bot"): ["tests.kit.kuhn:Kuhn", "--bot"],
    ("serve", "bots"): ["--no-browser", "--port", "0", "--bot"],
}
BAD_SPECS = {
    "": "''",
    "gredy": "'gredy'",
    ":": "':'",
    "greedy:1": "too many positional arguments; allowed: none",
    "random:depth=2": "unexpected keyword argument 'depth'; allowed: none",
    "network:nofile.npz": "there is no network 'nofile.npz'",
    "network:.": "there is no network '.'",
    "network:wistar,sample=7": "sample must be true or false, found 7",
    "mcts:simulations=ten": "simulations must be an integer from 1 to 1000000000, found 'ten'",
    "mcts:simulationz=2": "unexpected keyword argument 'simulationz'; allowed: simulations",
    "mcts:network=nofile": "there is no network 'nofile'",
    "mcts:c_puct=nan": "c_puct must be a finite number from 0 to 1,000, found nan",
    "flat:rollouts=-3": "rollouts must be an integer from 1 to 1000000000, found -3",
    "flat:rollouts=": "rollouts must be an integer from 1 to 1000000000, found ''",
    "flat:rollout_depth=1e999": "rollout_depth must be an integer from 0",
    "flat:=3": "'=3' is neither a value nor name=value",
    "no_such_module:Bot": "there is no module 'no_such_module'",
    "json:no_such_class": "has no 'no_such_class'",
    "json:JSONDecoder": "needs the methods reset(seed) and act(batch)",
    "solitary_bots:FirstBot:depth=2": "'depth'; allowed: pace, name",
}
#: Paths that a command reads, or makes a folder of.
READ = {
    "config",
    "data",
    "resume",
    "file",
    "files",
    "folder",
    "folders",
    "entries",
    "parquet",
    "seal",
}


def told(result: Result) -> str:
    """Return what a command complained of, without the frame around it."""
    return " ".join(result.stderr.replace("│", " ").split())


def parameters() -> Iterator[tuple[tuple[str, ...], str, Any]]:
    """Yield every parameter of every command: the command, its name, and what it takes."""
    for words, function in functions():
        if words[0] != "train" or words[1] not in TRAINERS:
            for name, hint in get_type_hints(function).items():
                yield words, name, hint


OUTPUTS = [
    (*command, f"--{name}")
    for command, name, hint in parameters()
    if Path in (hint, *get_args(hint)) and name not in READ
]


def test_no_command_takes_bots_that_the_tests_below_leave_out() -> None:
    known = {name for _, name in WITH_BOTS}
    found = {(" ".join(each), name) for each, name, _ in parameters() if name in known}
    assert found == {*WITH_BOTS}


@pytest.mark.parametrize("spec", BAD_SPECS)
@pytest.mark.parametrize("place", WITH_BOTS, ids=" ".join)
def test_a_mistake_in_a_bot_is_one_sentence_in_every_command(
    place: tuple[str, str], spec: str
) -> None:
    result = wistar(*place[0].split(), *WITH_BOTS[place], spec)
    assert result.exit_code == cli.USER_ERROR, result.output
    assert "Traceback" not in result.output
    assert len(result.stderr.splitlines()) <= 2, result.stderr
    expected = (
        f"--anchor {spec!r} is not one of the bots" if place[1] == "anchor" else BAD_SPECS[spec]
    )
    assert expected in told(result)
    assert not list(Path().iterdir())


def test_an_error_in_a_user_s_bot_has_its_traceback(tmp_path: Path) -> None:
    source = "import wistar_env\nclass Bot:\n    reset = act = None.__eq__\n"
    source += "    def __init__(self):\n        "
    for number, line in enumerate(["int('ten')", "wistar_env.RatsOfWistar.new(num_players=9)"]):
        (tmp_path / f"own{number}.py").write_text(source + line)
        result = wistar("ladder", f"own{number}:Bot", "--games", "1")
        assert result.exit_code == cli.USER_ERROR
        assert "Traceback" in result.stderr
        assert line in result.stderr


@pytest.mark.parametrize("option", OUTPUTS, ids=" ".join)
def test_outputs_into_missing_folders_are_rejected(option: tuple[str, ...]) -> None:
    arguments = {"ladder": ["random"], "arena": ["random"] * 2, "card": ["5"]}
    arguments |= {name: ["game"] for name in ("replay", "report", "review")}
    Path("game").touch()
    result = wistar(*option[:-1], *arguments.get(option[0], []), option[-1], "missing/file")
    assert result.exit_code == cli.USER_ERROR
    assert "there is no folder 'missing' to write 'file' into" in told(result)
    assert not Path("missing").exists()
    result = wistar(*option[:-1], *arguments.get(option[0], []), option[-1], ".")
    assert result.exit_code == cli.USER_ERROR
    assert "is a directory" in told(result)


def test_there_are_outputs_to_check() -> None:
    assert ("ladder", "--out") in OUTPUTS
    assert len(OUTPUTS) >= 8


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("saved") / "game.replay"
    game = RatsOfWistar.new(num_players=1, seed=1, level=0)
    actions = []
    while not game.finished:
        actions.append(int(game.legal_actions()[0]))
        game.step(actions[-1])
    Replay(RatsOfWistar, 1, 1, game.options, actions=actions).save(file)
    return file


@pytest.mark.parametrize(
    "command",
    [
        "--help",
        "--version",
        "card 5",
        "data check",
        "gallery cards",
        "replay SAVED",
        "replay SAVED --html x.html",
        "play --seed 1",
        "ladder random --games 1 --levels 0 --workers 1",
        "arena random random --games 1 --workers 1",
    ],
)
def test_a_closed_pipe_is_not_reported(command: str, saved: Path) -> None:
    words = [str(saved) if word == "SAVED" else word for word in command.split()]
    ours, theirs = os.pipe()
    os.close(ours)
    try:
        finished = subprocess.run(
            [sys.executable, "-m", "wistar_env", *words],
            # Unbuffered, each print would fail at once, and nothing would be left to flush at exit.
            env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONUNBUFFERED": ""},
            stdin=subprocess.DEVNULL,
            stdout=theirs,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    finally:
        os.close(theirs)
    assert finished.returncode == 1
    for complaint in ("Broken pipe", "Traceback", "Exception ignored", "error"):
        assert complaint not in finished.stderr


@pytest.mark.parametrize("bot", ["network:{}", "mcts:simulations=2,network={}"])
def test_a_network_for_another_number_of_players_is_rejected_in_a_sentence(
    tmp_path: Path, bot: str
) -> None:
    file = tmp_path / "two.npz"
    lively(2).save(file)
    bots = [bot.format(file), "random", "random"]
    result = wistar("arena", *bots, "--games", "1", "--workers", "1")
    assert result.exit_code == cli.USER_ERROR, result.output
    assert "games of 2 players, but this game has 3" in told(result)
    assert "Traceback" not in result.output
