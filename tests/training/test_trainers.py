"""Common behaviour of all trainers: the run's folder, its files, and the command."""

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

import numpy as np
import pytest

from tests.command_line import wistar
from tests.docs import ROOT
from tests.training import test_distil, test_ppo, test_sb3
from tests.training.runs import options_of, same
from wistar_env.kit.networks.loading import load_network
from wistar_env.kit.networks.network import Network
from wistar_env.training.checkpoints import RunFolder, SettingsError, lock_run

pytestmark = pytest.mark.usefixtures("drawn_once")


class Trainer(NamedTuple):
    """A trainer, and a run of seconds."""

    name: str  # the name of its command
    tiny: Any  # the settings of the run
    longer: dict[str, Any]  # settings that make it longer
    unknown: dict[str, Any]  # settings that it does not have

    @property
    def module(self) -> ModuleType:
        """Its module."""
        return import_module(f"wistar_env.training.{self.name}")

    @property
    def train(self) -> Callable[..., Any]:
        """Trains in a folder."""
        found: Callable[..., Any] = self.module.train
        return found


_STEPS: Final = {"steps": 10**6}
PPO: Final = Trainer("ppo", test_ppo.TINY, _STEPS, {"games": 4, "rate": 0.0005})
SB3: Final = Trainer("sb3", test_sb3.TINY, _STEPS, {"games": 4, "gradient": 0.5})
DISTIL: Final = Trainer(
    "distil", test_distil.TINY, {"iterations": 99}, {"rate": 0.0002, "focus": 1.0}
)
#: All of them.
TRAINERS: Final = (PPO, SB3, DISTIL)


def each(*trainers: Trainer) -> pytest.MarkDecorator:
    """Run a test with these trainers."""
    return pytest.mark.parametrize("trainer", trainers, ids=lambda trainer: trainer.name)


def last_iteration(folder: Path) -> int:
    """Return the iteration that the curve of a run tells of last."""
    return int(
        json.loads((folder / "curve.jsonl").read_text("utf-8").splitlines()[-1])["iteration"]
    )


@pytest.mark.parametrize(
    ("trainer", "settings"),
    [
        (PPO, {}),
        (PPO, {"players": "2"}),
        (PPO, {"players": "2", "value_views": 0.5}),
        (PPO, {"players": "4"}),
        (SB3, {}),
        (SB3, {"players": "3"}),
        (DISTIL, {}),
        (DISTIL, {"players": 2}),
        (DISTIL, {"players": 4}),
        (DISTIL, {"code": 8, "data": "permuted:v1:{1..3}"}),
    ],
    ids=lambda each: getattr(each, "name", None),
)
def test_a_stopped_run_is_resumed(
    trainer: Trainer, settings: dict[str, Any], tmp_path: Path
) -> None:
    config = replace(trainer.tiny, **settings)
    whole = trainer.train(config, tmp_path / "whole")
    part = trainer.train(config, tmp_path / "part", callbacks=[lambda *_: True])
    assert part.iteration == 1
    assert not part.finished
    while not part.finished:
        part = trainer.train(config, tmp_path / "part", callbacks=[lambda *_: True])
    assert same(whole, part)
    curves = [(tmp_path / name / "curve.jsonl").read_text() for name in ("whole", "part")]
    assert curves[0] == curves[1]
    networks = [(tmp_path / name / "network.npz").read_bytes() for name in ("whole", "part")]
    assert networks[0] == networks[1]


@pytest.mark.parametrize(
    ("trainer", "settings"),
    [(PPO, {}), (PPO, {"code": 8, "data": "permuted:v1:{1..2}"}), (SB3, {})],
    ids=lambda each: getattr(each, "name", None),
)
def test_a_run_that_is_killed_loses_what_came_after_its_last_state(
    trainer: Trainer, settings: dict[str, Any], tmp_path: Path
) -> None:
    config, folder = replace(trainer.tiny, **settings), tmp_path / "killed"
    whole = trainer.train(config, tmp_path / "whole")
    trainer.train(config, folder, callbacks=[lambda *_: True])

    class KilledError(Exception):
        pass

    def kill(run: Any, metrics: dict[str, float]) -> None:
        if run.iteration == 3:
            raise KilledError

    with pytest.raises(KilledError):
        trainer.train(config, folder, callbacks=[kill])
    (folder / ".state.npz.123").write_bytes(b"half a sta")
    assert len((folder / "curve.jsonl").read_text().splitlines()) == 3
    with (folder / "curve.jsonl").open("a") as stream:
        stream.write('{"iteration": 4, "st')
    assert same(whole, trainer.train(config, folder))
    assert not [*folder.glob(".*.123")]
    curves = [(at / "curve.jsonl").read_text() for at in (folder, tmp_path / "whole")]
    assert curves[0] == curves[1]


@pytest.mark.parametrize(("anneal", "rates"), [(True, [5e-4, 3.75e-4]), (False, [5e-4, 5e-4])])
@pytest.mark.parametrize(
    ("trainer", "settings"), [(PPO, {"pretraining": "none"}), (SB3, {})], ids=["ppo", "sb3"]
)
def test_the_learning_rate_is_annealed_or_fixed(
    trainer: Trainer, settings: dict[str, Any], anneal: bool, rates: list[float]
) -> None:
    run = trainer.module.Run(replace(trainer.tiny, **settings, anneal_lr=anneal))
    assert [run.update()["learning_rate"] for _ in range(2)] == pytest.approx(rates)


@each(SB3)
def test_another_seed_is_another_run(trainer: Trainer, tmp_path: Path) -> None:
    one, other = (
        trainer.train(replace(trainer.tiny, seed=seed), tmp_path / str(seed)) for seed in (1, 2)
    )
    assert not same(one, other)


@each(PPO, SB3)
def test_an_update_has_no_score_before_the_first_game_has_ended(trainer: Trainer) -> None:
    longer: dict[str, Any] = {"steps": 40 * test_ppo.SIZE}
    if trainer is PPO:
        longer["pretraining"] = "none"
    run = trainer.module.Run(replace(trainer.tiny, **longer))
    metrics = run.update()
    assert "entropy" in metrics
    assert not run.recent_games
    while not run.recent_games:
        assert not {"score", "win_rate"} & metrics.keys()
        metrics = run.update()
    assert metrics["score"] == np.mean([score for score, _ in run.recent_games])


@each(*TRAINERS)
def test_a_run_that_is_killed_while_it_saves_its_end_ends_with_the_same_network(
    trainer: Trainer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trainer.train(trainer.tiny, tmp_path / "whole")
    end = last_iteration(tmp_path / "whole")
    for owner in (RunFolder, Network):
        torn, save = tmp_path / owner.__name__, owner.save

        def die_at_the_end(self: Any, *given: Any, torn: Path = torn, save: Any = save) -> None:
            if last_iteration(torn) == end:
                raise KeyboardInterrupt
            save(self, *given)

        with monkeypatch.context() as patch:
            patch.setattr(owner, "save", die_at_the_end)
            with pytest.raises(KeyboardInterrupt):
                trainer.train(trainer.tiny, torn)
        trainer.train(trainer.tiny, torn)
        left, whole = (load_network(at / "network.npz") for at in (torn, tmp_path / "whole"))
        assert np.array_equal(left.weights, whole.weights), f"killed before {owner.__name__}.save"


@each(*TRAINERS)
def test_files_that_are_damaged_are_named(trainer: Trainer, tmp_path: Path) -> None:
    trainer.train(trainer.tiny, tmp_path)
    for name in ("state.npz", "config.json"):
        whole = (tmp_path / name).read_bytes()
        for damaged in (b"", whole[: len(whole) // 2], b"[1]", b"null", whole[::-1]):
            (tmp_path / name).write_bytes(damaged)
            with pytest.raises(SettingsError, match=f"{name} is not .*, or is damaged"):
                trainer.train(trainer.tiny, tmp_path)
        (tmp_path / name).write_bytes(whole)
    trainer.train(trainer.tiny, tmp_path)


@each(*TRAINERS)
def test_a_run_has_its_folder_to_itself(trainer: Trainer, tmp_path: Path) -> None:
    train, config, folder = trainer.train, trainer.tiny, tmp_path / "run"
    settings = json.loads(json.dumps(asdict(config)))
    with lock_run(folder, settings), pytest.raises(SettingsError, match=r"is being written by pr"):
        train(config, folder)
    assert not folder.exists()
    train(config, folder)
    with pytest.raises(SettingsError, match="other settings"):
        train(replace(config, seed=config.seed + 1), folder)
    train(config, folder)  # what was rejected has let go


@each(*TRAINERS)
def test_what_a_state_lacks_is_named(trainer: Trainer, tmp_path: Path) -> None:
    train, config = trainer.train, trainer.tiny
    train(config, tmp_path)
    kept = RunFolder(tmp_path, {})
    state = kept.load()
    assert state is not None
    about, arrays = state
    for name in {*about, *arrays}:
        kept.save(
            {each: about[each] for each in about if each != name},
            {each: arrays[each] for each in arrays if each != name},
        )
        problem = r"is not .*, or is damaged|the run cannot be resumed"
        lacking = rf"state\.npz:? ({problem}): .*{re.escape(name.rpartition(' ')[2])}"
        with pytest.raises(SettingsError, match=lacking):
            train(config, tmp_path)
    for name in arrays:
        kept.save(about, arrays | {name: np.array([["none of this"]])})
        with pytest.raises(SettingsError, match=r"state\.npz.*(damaged|cannot be resumed)"):
            train(config, tmp_path)
    kept.save(about, arrays)
    (tmp_path / "curve.jsonl").write_text('{"steps": 3}\n')
    with pytest.raises(SettingsError, match=r"curve\.jsonl .* 'iteration'"):
        train(config, tmp_path)


@each(*TRAINERS)
def test_extending_a_finished_run_is_rejected_with_how_to_begin_another(
    trainer: Trainer, tmp_path: Path
) -> None:
    longer = replace(trainer.tiny, **trainer.longer)
    trainer.train(trainer.tiny, tmp_path)
    advice = f"--begin-with {re.escape(str(tmp_path))}/network.npz"
    with pytest.raises(SettingsError, match=advice):
        trainer.train(longer, tmp_path)
    with pytest.raises(SettingsError) as rejected:
        trainer.train(replace(longer, seed=9), tmp_path)
    assert "--begin-with" not in str(rejected.value)


@each(*TRAINERS)
def test_a_run_with_unknown_settings_is_rejected(trainer: Trainer, tmp_path: Path) -> None:
    before = {"players": 1, **trainer.unknown}
    (tmp_path / "config.json").write_text(json.dumps(before))
    with pytest.raises(SettingsError) as rejected:
        trainer.train(trainer.tiny, tmp_path)
    text, names = str(rejected.value), ", ".join(sorted(trainer.unknown))
    assert text.startswith(
        f"{tmp_path / 'config.json'} contains settings that this command does not know: {names}."
    )
    assert f"--begin-with {tmp_path / 'network.npz'}" in text
    assert json.loads((tmp_path / "config.json").read_text()) == before


@pytest.mark.parametrize(
    ("trainer", "setting", "problem"),
    [
        (PPO, {"learning_rate": 0.1}, "learning_rate was 0.0005 and is 0.1"),
        (SB3, {"learning_rate": 0.1}, "learning_rate was 0.0005 and is 0.1"),
        (DISTIL, {"c_puct": 0.5}, "c_puct was 0.1 and is 0.5"),
    ],
)
def test_a_run_is_not_continued_with_other_settings(
    trainer: Trainer, setting: dict[str, Any], problem: str, tmp_path: Path
) -> None:
    trainer.train(trainer.tiny, tmp_path, callbacks=[lambda *_: True])
    with pytest.raises(SettingsError, match=problem):
        trainer.train(replace(trainer.tiny, **setting), tmp_path)


@pytest.mark.parametrize(
    ("trainer", "sent", "status"), [(PPO, signal.SIGINT, 0), (SB3, signal.SIGTERM, 143)]
)
def test_ctrl_c_and_sigterm_save_the_run_and_end_it(
    trainer: Trainer, sent: signal.Signals, status: int, tmp_path: Path
) -> None:
    config = replace(trainer.tiny, steps=10**9)
    command = [sys.executable, "-m", "wistar_env", "train", trainer.name, "--folder", str(tmp_path)]
    run = subprocess.Popen(
        [*command, *options_of(config)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    curve = tmp_path / "curve.jsonl"
    while run.poll() is None and not (curve.exists() and curve.stat().st_size):
        time.sleep(0.05)
    run.send_signal(sent)
    output, _ = run.communicate(timeout=60)
    assert run.returncode == status
    assert "interrupted; to resume" in output
    assert load_network(tmp_path / "network.npz").num_players == 1
    assert (tmp_path / "state.npz").exists()


@pytest.mark.parametrize(
    ("trainer", "changed", "expected"),
    [(PPO, {}, ""), (SB3, {"steps": 250}, ""), (DISTIL, {}, "6 of 6 games")],
)
def test_the_command_has_an_option_for_every_setting(
    trainer: Trainer, changed: dict[str, Any], expected: str, tmp_path: Path
) -> None:
    config = replace(trainer.tiny, **changed)
    given = ["train", trainer.name, "--folder", str(tmp_path)]
    trained = wistar(*given, *options_of(config))
    assert trained.exit_code == 0, trained.output
    assert expected in trained.output
    assert load_network(tmp_path / "network.npz").hidden == (config.hidden1, config.hidden2)
    result = wistar(*given, "--seed", "9")
    assert result.exit_code == 2
    assert "seed was 1 and is 9" in result.output


#: Invalid settings, and a part of the error.
REJECTED: Final = (
    *((each, {"players": 5}, "players") for each in TRAINERS),
    *((each, {"options": "level=easy"}, "level") for each in TRAINERS),
    *((each, {"num_envs": 0}, "num_envs") for each in (PPO, SB3)),
    (SB3, {"steps": 0}, "steps .* 1 to .* 0"),
    (PPO, {"minibatch_size": 100}, "minibatch_size .* 64, found 100"),
    (PPO, {"options": "level=0-12"}, "level"),
    (PPO, {"options": "easy"}, "size=0-9"),
    (PPO, {"options": "depth=3"}, "'depth'"),
    (PPO, {"snapshots": -1}, "snapshots"),
    (PPO, {"shaping": "bunks=4"}, "feature"),
    (PPO, {"shaping": "beds_built"}, "'beds_built'"),
    (PPO, {"shaping": "wood=1,wood=2"}, "'wood' twice"),
    (PPO, {"shaping": "wood=1e6"}, "shaping: wood"),
    (PPO, {"shaping": "wood=nan"}, "shaping: wood"),
    (PPO, {"shaping_until": 0.0}, "shaping_until"),
    (PPO, {"reward": "victory"}, "reward .* win, rank, score, vp.* 'victory'"),
    (PPO, {"reward": "rank", "shaping": "wood=2"}, "shaping .* rank"),
    (PPO, {"reward": "win", "win_weight": 1.0}, "^win_weight must be 0 .* found 1.0"),
    (PPO, {"players": 2, "value_views": 1.5}, "value_views"),
    (PPO, {"value_views": 0.5}, "value_views must be 0 .* found 0.5"),
    (PPO, {"value_grad_norm": -1.0}, "value_grad_norm"),
    (PPO, {"opening_share": 1.5}, "opening_share"),
    (PPO, {"opening_decisions": 0}, "opening_decisions"),
    (PPO, {"other_heads_coef": -1.0}, "other_heads_coef"),
    (DISTIL, {"games": 0}, "games"),
    (DISTIL, {"simulations": 0}, "simulations"),
    (DISTIL, {"temperature": -1.0}, "temperature"),
    (DISTIL, {"target_temperature": 0.0}, "target_temperature"),
    (DISTIL, {"prior_temperature": 0.0}, "prior_temperature"),
    (DISTIL, {"root_prior_temperature": 0.0}, "root_prior_temperature"),
    (DISTIL, {"code": -1}, "code"),
    (DISTIL, {"data": "permuted:v1:{1..2}"}, "data .* found 2"),
    (DISTIL, {"root_noise_fraction": 1.5}, "root_noise_fraction"),
    (DISTIL, {"dirichlet_alpha": 0.0}, "dirichlet_alpha"),
)


@pytest.mark.parametrize(
    ("trainer", "settings", "named"),
    REJECTED,
    ids=[f"{each.name}-{settings}" for each, settings, _ in REJECTED],
)
def test_settings_that_make_no_sense_are_rejected(
    trainer: Trainer, settings: dict[str, Any], named: str
) -> None:
    with pytest.raises((TypeError, ValueError), match=named):
        replace(trainer.tiny, **settings)
