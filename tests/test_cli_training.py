"""``wistar train``, and the options that it shares with other commands."""

import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer.main

from tests.command_line import commands, wistar
from tests.command_line import in_an_empty_folder as in_an_empty_folder
from wistar_env import cli
from wistar_env.cli import training
from wistar_env.kit.networks.loading import load_network

TINY = (
    "--num-envs 2 --evaluate-games 2 --num-steps 8 --minibatch-size 8 "
    "--hidden1 16 --hidden2 16 --pretraining none"
)
#: What counts something that there may be thousands of.
COUNTS = {
    "games",
    "bot_games",
    "steps",
    "iterations",
    "num_envs",
    "num_steps",
    "minibatch_size",
    "evaluate_games",
}


def trainers() -> Iterator[Any]:
    yield from map(training.trainer, training.TRAINERS)


@cache
def every_command() -> list[Any]:
    return [*(each for _, each in commands()), *trainers()]


def test_a_network_is_trained_by_the_options_of_its_module() -> None:
    result = wistar("train", "ppo", "--folder", "run", "--steps", "1.6e1", *TINY.split())
    assert result.exit_code == 0, result.output
    network = load_network("run/network.npz")
    assert network.metadata["steps"] == 16
    assert network.metadata["command"] == "wistar train ppo"


def test_help_of_a_trainer_names_its_settings() -> None:
    result = wistar("train", "distil", "--help")
    assert result.exit_code == 0, result.output
    assert "wistar train distil [OPTIONS]" in result.output
    assert "--simulations" in result.output


@pytest.mark.parametrize("name", training.TRAINERS)
def test_every_option_of_a_trainer_has_a_help(name: str) -> None:
    options = training.trainer(name).params
    assert [option.name for option in options if not getattr(option, "help", None)] == []


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--stepps", "3"], "No such option: --stepps"),
        (["--steps", "1.5"], "'1.5' is not a whole number of up to 18 digits, such as 300"),
        (["--steps", "many"], "'many' is not a whole number"),
        (["--players", "9"], "players must be an integer from 1 to 4, found 9"),
    ],
)
def test_impossible_settings_of_a_trainer_are_rejected_with_a_sentence(
    options: list[str], problem: str
) -> None:
    result = wistar("train", "ppo", *options)
    assert result.exit_code == cli.USER_ERROR
    assert problem in " ".join(result.output.replace("│", " ").split())
    assert not Path("results").exists()


#: The modules of the extras, by package.
EXTRAS = (
    *("torch", "stable_baselines3", "sb3_contrib", "tqdm", "fastapi", "starlette"),
    *("uvicorn", "mcp", "ray", "minari", "pyarrow", "pygame", "moviepy"),
)
#: Prints the help of every command where no extra is installed.
EVERY_HELP = f"""
import sys
for name in {EXTRAS!r}:
    sys.modules[name] = None
import typer
from wistar_env.cli import app, command

def show(group, *words):
    print("##", *words, flush=True)
    app([*words, "--help"], standalone_mode=False)
    for name, each in getattr(group, "commands", {{}}).items():
        show(each, *words, name)

show(typer.main.get_command(app))
for words in (["sb3", "--steps", "8"], ["clone", "folder"]):
    try:
        app(["train", *words], standalone_mode=False)
    except typer.BadParameter as error:
        print(error.message)
"""


def test_help_needs_no_extra() -> None:
    done = subprocess.run(
        [sys.executable, "-c", EVERY_HELP], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    parts = done.stdout.split("## ")
    assert len(parts) > 25
    assert all("Usage:" in part for part in parts[1:])
    assert all("--learning-rate" in part for part in parts if part.startswith("train sb"))
    assert done.stdout.count("this needs the extra 'train'") == 2


HELP = """
import sys
from wistar_env.cli import app
app(["train", "--help"], standalone_mode=False)
slow = ("numba", "torch", "matplotlib", "wistar_env.training", "wistar_env.games")
print("loaded:", [name for name in sys.modules if name.startswith(slow)])
"""


def test_help_loads_no_trainer_and_no_game() -> None:
    done = subprocess.run([sys.executable, "-c", HELP], capture_output=True, text=True, check=True)
    assert all(name in done.stdout for name in training.TRAINERS)
    assert done.stdout.endswith("loaded: []\n")


def test_levels_are_given_in_the_singular_and_the_plural_everywhere() -> None:
    names = [{*option.opts} for command in every_command() for option in command.params]
    about_levels = [each for each in names if each & {"--level", "--levels"}]
    assert about_levels
    assert all(each == {"--level", "--levels"} for each in about_levels)


def test_whatever_is_counted_may_be_written_with_an_exponent() -> None:
    options = [
        (command, option.name, option.opts[0])
        for command in every_command()
        for option in command.params
        if option.name in COUNTS
    ]
    assert len(options) >= 12
    for command, name, written in options:
        for text in ("1e2", "1_00", "100"):
            context = command.make_context("x", [written, text], resilient_parsing=True)
            assert context.params[name] == 100
        with pytest.raises(typer.BadParameter, match="is not a whole number"):
            command.make_context("x", [written, "1.5"])


def test_a_callback_of_ones_own_ends_a_run() -> None:
    """The module is in the current folder."""
    Path("ending.py").write_text("def at_once(run, metrics): return run.updates == 1")
    line = f"train ppo --folder run --steps 1.6e2 --callback ending:at_once {TINY}"
    assert wistar(*line.split()).exit_code == 0
    assert len(Path("run", "curve.jsonl").read_text().splitlines()) == 1
    result = wistar(*line.replace("at_once", "never").split())
    assert result.exit_code == 2
    assert "found 'ending:never'" in result.output


@pytest.mark.parametrize("name", training.TRAINERS)
def test_help_has_the_options_of_a_trainer_in_groups(name: str) -> None:
    panels = {each.rich_help_panel for each in training.trainer(name).params if each.name != "help"}
    assert None not in panels
    assert panels > {"Run", "Games", "Learning", "Network"}
