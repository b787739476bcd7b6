"""Checks that the tests of all trainers share."""

import json
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import wistar_env
from tests.command_line import wistar
from wistar_env.kit.networks.loading import load_network
from wistar_env.kit.networks.network import Network
from wistar_env.training.checkpoints import RunFolder, SettingsError, lock_run


def options_of(config: Any) -> list[str]:
    """Return the options of a command for a config."""
    return [
        part
        for name, value in asdict(config).items()
        if value != ""
        for part in (f"--{name.replace('_', '-')}", str(value))
    ]


def same(one: Any, other: Any) -> bool:
    """Return whether all that two runs depend on is the same."""
    (about, arrays), (others, theirs) = one.state(), other.state()
    return bool(about == others) and all(
        array.tobytes() == theirs[name].tobytes() for name, array in arrays.items()
    )


def other_data(folder: Path) -> str:
    """Write data with which every Tool costs 9 wood, and return where they are."""
    shutil.copytree(Path(wistar_env.__file__).parent / "games" / "rats_of_wistar" / "data", folder)
    tools = folder / "inventions_tools.toml"
    text, count = re.subn(r'^cost = ".*"$', 'cost = "wood 9"', tools.read_text("utf-8"), flags=re.M)
    assert count > 20
    tools.write_text(text, "utf-8")
    return str(folder)


def last_iteration(folder: Path) -> int:
    """Return the iteration that the curve of a run tells of last."""
    return int(
        json.loads((folder / "curve.jsonl").read_text("utf-8").splitlines()[-1])["iteration"]
    )


def check_that_the_end_is_kept(
    train: Callable[[Any, Path], Any], config: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kill runs while they keep their end, before either file, and let them go on."""
    train(config, folder / "whole")
    end = last_iteration(folder / "whole")
    for owner in (RunFolder, Network):
        torn, keep = folder / owner.__name__, owner.save

        def die_at_the_end(self: Any, *given: Any, torn: Path = torn, keep: Any = keep) -> None:
            if last_iteration(torn) == end:
                raise KeyboardInterrupt
            keep(self, *given)

        with monkeypatch.context() as patch:
            patch.setattr(owner, "save", die_at_the_end)
            with pytest.raises(KeyboardInterrupt):
                train(config, torn)
        train(config, torn)
        left, whole = (load_network(at / "network.npz") for at in (torn, folder / "whole"))
        assert np.array_equal(left.weights, whole.weights), f"killed before {owner.__name__}.save"


def check_that_damage_is_named(
    train: Callable[[Any, Path], Any], config: Any, folder: Path
) -> None:
    """Damage each of the files that a run goes on from."""
    train(config, folder)
    for name in ("state.npz", "config.json"):
        whole = (folder / name).read_bytes()
        for damaged in (b"", whole[: len(whole) // 2], b"[1]", b"null", whole[::-1]):
            (folder / name).write_bytes(damaged)
            with pytest.raises(SettingsError, match=f"{name} is not .*, or is damaged"):
                train(config, folder)
        (folder / name).write_bytes(whole)
    train(config, folder)


def check_that_a_folder_is_held(
    train: Callable[[Any, Path], Any], config: Any, folder: Path
) -> None:
    """Begin a run where another process already is, and once that has ended."""
    folder = folder / "run"
    settings = json.loads(json.dumps(asdict(config)))
    with lock_run(folder, settings), pytest.raises(SettingsError, match=r"is being written by pr"):
        train(config, folder)
    assert not folder.exists()
    train(config, folder)
    with pytest.raises(SettingsError, match="other settings"):
        train(replace(config, seed=config.seed + 1), folder)
    train(config, folder)  # what was refused has let go


def check_that_what_is_missing_is_named(
    train: Callable[[Any, Path], Any], config: Any, folder: Path
) -> None:
    """Take each number and array out of a state, and put something else there."""
    train(config, folder)
    kept = RunFolder(folder, {})
    state = kept.load()
    assert state is not None
    about, arrays = state
    for name in {*about, *arrays}:
        kept.save(
            {each: about[each] for each in about if each != name},
            {each: arrays[each] for each in arrays if each != name},
        )
        lacking = rf"state\.npz is not .*, or is damaged: .*{re.escape(name.rpartition(' ')[2])}"
        with pytest.raises(SettingsError, match=lacking):
            train(config, folder)
    for name in arrays:
        kept.save(about, arrays | {name: np.array([["none of this"]])})
        with pytest.raises(SettingsError, match=r"state\.npz is not .*, or is damaged"):
            train(config, folder)
    kept.save(about, arrays)
    (folder / "curve.jsonl").write_text('{"steps": 3}\n')
    with pytest.raises(
        SettingsError, match=r"curve.jsonl is not .*, or is damaged: it lacks 'iteration'"
    ):
        train(config, folder)


def check_that_a_longer_run_is_told_how_to_begin(
    train: Callable[[Any, Path], Any], config: Any, longer: Any, folder: Path
) -> None:
    """Ask for more of a run that is finished."""
    train(config, folder)
    with pytest.raises(SettingsError, match=f"--begin-with {re.escape(str(folder))}/network.npz"):
        train(longer, folder)
    with pytest.raises(SettingsError) as refused:
        train(replace(longer, seed=9), folder)
    assert "--begin-with" not in str(refused.value)


def check_that_unknown_settings_are_refused(
    train: Callable[[Any, Path], Any], config: Any, unknown: dict[str, Any], folder: Path
) -> None:
    """Resume a run whose settings have other names."""
    folder.mkdir(exist_ok=True)
    before = {"players": 1, **unknown}
    (folder / "config.json").write_text(json.dumps(before))
    with pytest.raises(SettingsError) as refused:
        train(config, folder)
    text = str(refused.value)
    names = ", ".join(sorted(unknown))
    assert text.startswith(
        f"{folder / 'config.json'} has settings that this command does not have: {names}."
    )
    assert f"--begin-with {folder / 'network.npz'}" in text
    assert json.loads((folder / "config.json").read_text()) == before


def check_that_ctrl_c_ends_a_run(trainer: str, config: Any, folder: Path) -> None:
    """Interrupt a trainer after its first update: it saves the run and exits without an error."""
    run = subprocess.Popen(
        [
            *(sys.executable, "-m", "wistar_env", "train", trainer),
            *("--folder", str(folder), *options_of(config)),
        ],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        text=True,
    )
    curve = folder / "curve.jsonl"
    while run.poll() is None and not (curve.exists() and curve.stat().st_size):
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    output, _ = run.communicate(timeout=60)
    assert run.returncode == 0
    assert "interrupted; to resume" in output
    assert load_network(folder / "network.npz").num_players == 1
    assert (folder / "state.npz").exists()


def check_that_no_score_comes_before_a_game(run: Any) -> None:
    """Check that an update has a score from the first finished game on."""
    metrics = run.update()
    assert "entropy" in metrics
    assert not run.recent_games
    while not run.recent_games:
        assert not {"score", "win_rate"} & metrics.keys()
        metrics = run.update()
    assert metrics["score"] == np.mean([score for score, _ in run.recent_games])


def check_that_its_command_takes_every_setting(trainer: str, config: Any, folder: Path) -> str:
    """Train by the command of a trainer, and go on with another seed; return what it printed."""
    given = ["train", trainer, "--folder", str(folder)]
    trained = wistar(*given, *options_of(config))
    assert trained.exit_code == 0, trained.output
    assert load_network(folder / "network.npz").hidden == (config.hidden1, config.hidden2)
    result = wistar(*given, "--seed", "9")
    assert result.exit_code == 2
    assert "seed was 1 and is 9" in result.output
    return trained.output
