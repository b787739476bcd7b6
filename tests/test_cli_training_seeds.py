"""``wistar train`` with ``--config``, ``--print-config`` and ``--seeds``, and ``wistar curves``."""

import json
import re
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from tests.command_line import in_an_empty_folder as in_an_empty_folder
from tests.command_line import wistar
from wistar_env.cli.training_seeds import _words_of

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")
TINY = (
    "--num-envs 2 --evaluate-games 2 --num-steps 8 --minibatch-size 8 --evaluate-every 1 "
    "--hidden1 16 --hidden2 16 --pretraining none"
).split()


def test_printed_settings_are_a_file_that_gives_the_same_settings() -> None:
    printed = wistar("train", "ppo", "--print-config", "--steps", "5e1", *TINY).output
    settings = tomllib.loads(printed)
    assert (settings["steps"], settings["num_envs"], settings["anneal_lr"]) == (50, 2, True)
    Path("a.toml").write_text(printed)
    assert wistar("train", "ppo", "--print-config", "--config", "a.toml").output == printed
    assert not Path("results").exists()


def test_options_override_a_file_and_the_settings_of_a_run_are_one() -> None:
    Path("a.toml").write_text("steps = 16\nnum-envs = 2\nseed = 5\nanneal_lr = false\n")
    result = wistar("train", "ppo", "--config", "a.toml", "--folder", "run", *TINY, "--seed", "7")
    assert result.exit_code == 0, result.output
    used = json.loads(Path("run/config.json").read_text())
    assert (used["steps"], used["seed"], used["anneal_lr"]) == (16, 7, False)
    words = ("--config", "run/config.json", "--folder", "again")
    assert wistar("train", "ppo", *words).exit_code == 0
    assert Path("again/network.npz").read_bytes() == Path("run/network.npz").read_bytes()


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("stepz = 3", "stepz is not a setting; --print-config prints all settings"),
        ("steps = ", "must be a TOML file, or the config.json of a run: Invalid value"),
        ("steps = 'many'", "'many' is not a whole number"),
        ("config = 'b.toml'", "config is not a setting"),
        ("folder = '/tmp/elsewhere'", "folder is not a setting"),
        ("game = 'mine:Game'", "names the game 'mine:Game', which is not installed"),
        ("opponents = 'greedy,mine:Bot'", "names bots outside of the registry"),
        ("pretraining = 'network:a.npz'", "give other names as options"),
        ("begin_with = 'a.npz'", "names bots outside of the registry"),
        ("reward = 'mine:reward'", "names rewards outside of the registry"),
        ("data = 'permuted:v1:1,cards{0..2}'", "names data folders outside of the registry"),
    ],
)
def test_a_file_with_wrong_settings_is_rejected(text: str, wrong: str) -> None:
    Path("a.toml").write_text(text)
    result = wistar("train", "ppo", "--config", "a.toml")
    assert result.exit_code == 2
    assert wrong in " ".join(result.output.replace("│", "").split())
    assert not Path("results").exists()


def test_what_an_option_overrides_in_a_file_need_not_be_in_the_registry() -> None:
    Path("a.toml").write_text("game = 'mine:Game'\nopponents = 'mine:Bot'\nseed = 4\n")
    words = ("--config", "a.toml", "--game", "lab-rats", "--opponents", "greedy")
    result = wistar("train", "ppo", *words, "--print-config")
    assert result.exit_code == 0, result.output
    settings = tomllib.loads(result.output)
    assert [settings[name] for name in ("game", "opponents", "seed")] == ["lab-rats", "greedy", 4]


def test_a_missing_file_and_one_that_is_no_object_are_rejected() -> None:
    assert "there is no such file" in wistar("train", "distil", "--config", "none.toml").output
    Path("a.json").write_text("[1]")
    assert "the text is not a JSON object" in " ".join(
        wistar("train", "distil", "--config", "a.json").output.split()
    )


def test_options_that_are_zero_reach_every_run() -> None:
    options = {"checkpoint_minutes": 0.0, "fresh": True, "ray": None, "quiet": False, "each": ["a"]}
    assert [*_words_of(options)] == ["--checkpoint-minutes=0.0", "--fresh", "--each=a"]


def test_runs_with_several_seeds_are_compared_and_repeat_what_one_run_does() -> None:
    words = ("--folder", "three", "--steps", "32", "--seeds", "3", "--seed", "4", *TINY)
    result = wistar("train", "ppo", *words)
    assert result.exit_code == 0, result.output
    assert "three" in result.output
    assert Path("three/curves.png").exists()
    alone = wistar("train", "ppo", "--folder", "one", "--steps", "32", "--seed", "5", *TINY)
    assert alone.exit_code == 0, alone.output
    one = Path("one/network.npz").read_bytes()
    found = [Path(f"three/seed-{seed}/network.npz").read_bytes() for seed in (4, 5, 6)]
    assert found[1] == one
    assert len({*found}) == 3


def test_a_run_that_fails_ends_the_others_and_names_its_log() -> None:
    words = ("--folder", "two", "--seeds", "2", "--steps", "32", "--begin-with", "none.npz", *TINY)
    result = wistar("train", "ppo", *words)
    assert result.exit_code == 2
    # Both fail, and either may be the first.
    told = re.search(r"error: (seed-[12]) failed, see (two/\1\.log): ", result.output)
    assert told is not None, result.output
    assert "none.npz" in Path(told[2]).read_text()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_runs_that_are_told_to_end_save_and_are_resumed() -> None:
    words = ("--folder", "two", "--seeds", "2", "--steps", "4000", *TINY)
    command = [sys.executable, "-m", "wistar_env", "train", "ppo", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as running:
        end = time.monotonic() + 120
        while not Path("two/seed-1/curve.jsonl").exists() and time.monotonic() < end:
            time.sleep(0.05)
        running.send_signal(signal.SIGTERM)
        told = running.communicate()[0].decode()
    assert running.returncode == 143, told
    assert "to resume two, repeat the command" in told
    assert wistar("train", "ppo", *words).exit_code == 0
    rows = Path("two/seed-1/curve.jsonl").read_text().splitlines()
    assert [json.loads(row)["iteration"] for row in rows] == [*range(1, 251)]


def test_curves_of_folders_without_a_run_are_rejected() -> None:
    Path("empty").mkdir()
    result = wistar("curves", "empty")
    assert result.exit_code == 2
    assert "empty must be a run or have subfolders with runs" in " ".join(result.output.split())


@pytest.mark.parametrize("value", ['"high"', "null", "[1]", "true"])
def test_a_curve_with_what_is_no_number_is_rejected(value: str) -> None:
    Path("run").mkdir()
    line = f'{{"iteration": 1, "steps": 100, "eval_score": {value}}}\n'
    Path("run/curve.jsonl").write_text(line)
    result = wistar("curves", "run")
    assert result.exit_code == 2
    assert "is not a learning curve, or is damaged: eval_score must be" in result.output


def test_curves_of_several_runs_are_drawn_where_they_are_asked_for() -> None:
    for name, score in (("a/seed-1", 1), ("a/seed-2", 3), ("b", 9)):
        Path(name).mkdir(parents=True)
        row = {"iteration": 1, "steps": 100, "eval_score": score, "eval_win_rate": 0.5}
        Path(name, "curve.jsonl").write_text(f"{json.dumps(row)}\n")
    Path("drawn").mkdir()
    result = wistar("curves", "a", "b", "--out", "drawn/both.png")
    assert result.exit_code == 0, result.output
    assert Path("drawn/both.png").exists()
    assert Path("drawn/both.svg").exists()
    assert " 9.0 " in result.output
