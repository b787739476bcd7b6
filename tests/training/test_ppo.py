"""Runs of PPO: they are reproducible, however often they are interrupted."""

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.training.runs import other_data, same
from wistar_env.errors import BotError
from wistar_env.games.rats_of_wistar.components import open_components
from wistar_env.kit.networks.loading import load_network
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.training.learner import Learner
from wistar_env.training.ppo import Config, Run, train

pytestmark = pytest.mark.usefixtures("drawn_once")

SIZE = 4 * 16
TINY = Config(
    num_envs=4,
    num_steps=16,
    minibatch_size=32,
    epochs=2,
    hidden1=32,
    hidden2=16,
    pretraining_games=1,
    steps=4 * SIZE,
    snapshots=2,
    snapshot_every=1,
    evaluate_every=2,
    evaluate_games=4,
)


def advance(run: Run) -> dict[str, float]:
    """Do the next update of a run, and return its metrics."""
    return run.pretrain() if run.is_pretraining else run.update()


@pytest.mark.interpreted
@pytest.mark.parametrize("code", [0, 8])
def test_an_update_moves_the_network(code: int) -> None:
    run = Run(replace(TINY, num_envs=2, num_steps=8, minibatch_size=8, steps=16, code=code))
    for number in range(1, 3):
        before = run.network.copy()
        metrics = advance(run)
        run.pretraining_games = TINY.pretraining_games
        assert run.iteration == number
        assert run.learner.adam_steps > 0
        assert all(np.isfinite(value) for value in metrics.values())
        assert not np.array_equal(run.network.weights, before.weights)
        assert np.isfinite(run.network.weights).all()
    assert run.finished


@pytest.mark.parametrize(("num_players", "views"), [(1, 0.0), (3, 0.0), (3, 0.5)])
def test_any_number_of_threads_gives_the_same_run(
    tmp_path: Path, num_players: int, views: float
) -> None:
    config = replace(TINY, players=str(num_players), value_views=views)
    one = train(config, tmp_path / "one")
    assert same(one, train(config, tmp_path / "two", threads=2))
    assert not same(one, train(replace(config, seed=2), tmp_path / "other"))


def test_a_run_leaves_a_network_that_says_how_it_was_made(tmp_path: Path) -> None:
    run = train(TINY, tmp_path)
    network = load_network(tmp_path / "network.npz")
    assert np.array_equal(network.weights, run.network.weights)
    assert network.metadata["steps"] == 4 * SIZE
    assert network.metadata["settings"] == asdict(TINY)
    assert json.loads((tmp_path / "config.json").read_text()) == asdict(TINY)
    rows = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()]
    assert [row["steps"] for row in rows if row["steps"]] == [SIZE * k for k in range(1, 5)]
    assert ["eval_score" in row for row in rows[-4:]] == [False, True, False, True]


def test_the_network_of_a_run_that_was_stopped_says_how_far_it_came(tmp_path: Path) -> None:
    run = train(replace(TINY, pretraining="none"), tmp_path, callbacks=[lambda *_: True])
    assert run.updates == 1
    assert load_network(tmp_path / "network.npz").metadata["steps"] == SIZE


@pytest.mark.parametrize("code", [0, 8])
@pytest.mark.parametrize("setting", [{"value_grad_norm": 1e-3}, {"other_heads_coef": 0.0}])
def test_settings_of_the_value_heads_change_what_is_learned(
    setting: dict[str, Any], code: int
) -> None:
    plain = Run(replace(TINY, code=code, pretraining="none"))
    other = Run(replace(plain.config, **setting))
    for run in (plain, other):
        run.update()
    assert not np.array_equal(plain.network.weights, other.network.weights)


def test_views_change_what_is_learned() -> None:
    plain, viewed = (Run(replace(TINY, players="2", value_views=views)) for views in (0.0, 0.5))
    for run in (plain, viewed):
        while not run.finished:
            advance(run)
    assert not np.array_equal(plain.network.weights, viewed.network.weights)


def test_a_network_that_was_trained_can_be_trained_on(tmp_path: Path) -> None:
    first = train(TINY, tmp_path / "first")
    config = replace(TINY, begin_with=str(tmp_path / "first" / "network.npz"))
    assert np.array_equal(Run(config).network.weights, first.network.weights)


def test_a_reader_that_was_trained_gets_longer_codes(tmp_path: Path) -> None:
    first = train(replace(TINY, code=8), tmp_path)
    config = replace(TINY, code=20, begin_with=str(tmp_path / "network.npz"))
    run = Run(config)
    assert isinstance(run.network, SharedNetwork)
    assert run.network.code == 20
    assert isinstance(first.network, SharedNetwork)
    assert np.allclose(
        run.network.network_for().weights, first.network.network_for().weights, atol=1e-5
    )
    with pytest.raises(ValueError, match=r"code .* 8 to 512, found 4"):
        Run(replace(config, code=4))


def test_a_reader_that_was_trained_becomes_a_network_for_one_set(tmp_path: Path) -> None:
    reader = train(replace(TINY, code=8), tmp_path).network
    config = replace(TINY, data="permuted:v1:3", begin_with=str(tmp_path / "network.npz"))
    network = Run(config).network
    assert isinstance(reader, SharedNetwork)
    assert isinstance(network, Network)
    made = reader.network_for(data="permuted:v1:3")
    assert np.array_equal(network.weights, made.weights)
    assert network.data == made.data
    assert network.shared is None
    with pytest.raises(ValueError, match=r"one data folder .* found 2"):
        Run(replace(config, data="permuted:v1:3,permuted:v1:4"))


def test_a_network_is_for_the_cards_that_it_was_trained_on_with(tmp_path: Path) -> None:
    train(TINY, tmp_path)
    config = replace(TINY, data="permuted:v1:3", begin_with=str(tmp_path / "network.npz"))
    network = Run(config).network
    assert isinstance(network, Network)
    assert network.data == TINY.game_class.spec.open_data("permuted:v1:3").fingerprint.hex()


def test_a_network_for_another_number_of_players_begins_with_the_blocks_of_the_same_names(
    tmp_path: Path,
) -> None:
    solo = train(TINY, tmp_path).network
    two = Run(replace(TINY, players="2", begin_with=str(tmp_path / "network.npz"))).network
    assert isinstance(solo, Network)
    assert isinstance(two, Network)
    assert np.array_equal(two.parameters["second"], solo.parameters["second"])
    there, here = (TINY.game_class.spec.observation_layout(n) for n in (1, 2))
    rows = [
        (a.start, b.start) for a in there.blocks for b in here.blocks if a.name == b.name == "me.vp"
    ]
    ((old, new),) = rows
    assert np.array_equal(two.parameters["first"][new], solo.parameters["first"][old])
    assert two.parameters["first"][new].any()


def test_pretraining_makes_a_network_agree_with_its_teacher() -> None:
    config = replace(TINY, num_envs=16, num_steps=32, minibatch_size=64, pretraining_games=10_000)
    run = Run(config)
    accuracy = [run.pretrain()["accuracy"] for _ in range(8)]
    assert np.mean(accuracy[-2:]) > accuracy[0] + 0.1


def test_a_divergence_beyond_the_target_ends_the_epochs_of_an_update(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def epochs(target: float) -> int:
        run = Run(replace(TINY, pretraining="none", epochs=5, learning_rate=0.01, target_kl=target))
        learner = run.learner
        assert isinstance(learner, Learner)
        train, learned = learner.train_epoch, []

        def counted(*given: Any, **more: Any) -> Any:
            learned.append(given)
            return train(*given, **more)

        monkeypatch.setattr(learner, "train_epoch", counted)
        run.update()
        return len(learned)

    assert [epochs(each) for each in (0, 1e-9, 1e6)] == [5, 1, 5]


def test_learning_prefers_what_pays() -> None:
    """With the own VP as the only reward, entropy falls and the score rises within seconds."""
    config = replace(
        TINY, num_envs=32, num_steps=64, minibatch_size=256, pretraining="none", steps=30 * 2048,
        options="level=3", learning_rate=2e-3, entropy_coef=0.0,
    )  # fmt: skip
    run = Run(config)
    metrics = [run.update() for _ in range(30)]
    early, late = (
        np.mean([each["score"] for each in part]) for part in (metrics[3:6], metrics[-3:])
    )
    assert late > early + 5
    assert metrics[-1]["entropy"] < metrics[0]["entropy"]


@pytest.mark.parametrize("setting", ["opponents", "openings", "evaluate_opponent", "pretraining"])
def test_unknown_bots_are_rejected_before_anything_runs(setting: str) -> None:
    settings: dict[str, Any] = {setting: "mine"}
    with pytest.raises(BotError, match="there is no bot 'mine'"):
        replace(TINY, **settings)


def test_a_run_plays_with_the_data_folder_of_the_user(tmp_path: Path) -> None:
    data = other_data(tmp_path / "data")
    run = Run(replace(TINY, data=data))
    run.pretrain()
    (group,), (bundled,) = run.groups, Run(TINY).groups
    assert group.envs.rules is open_components(data).rules
    assert group.envs.rules is not open_components(None).rules
    assert group.players.networks[0].data != bundled.players.networks[0].data
    assert 0 <= run.evaluate()["eval_win_rate"] <= 1


@pytest.mark.parametrize("code", [9, -3])
def test_missing_players_are_rejected(code: int) -> None:
    """A player is the number of a network to compiled code."""
    run = Run(replace(TINY, players="2"))
    scalars, arrays = run.state()
    arrays["seats 0"] = np.full_like(arrays["seats 0"], code)
    with pytest.raises(ValueError, match="the saved state has unknown opponents"):
        run.restore(scalars, arrays)


def test_shaping_is_annealed_to_0() -> None:
    run = Run(replace(TINY, shaping="wood=2", shaping_until=0.5))
    weights = []
    while not run.finished:
        weights.append(run.shaping_weight)
        advance(run)
    assert weights[0] == 1
    assert weights == sorted(weights, reverse=True)
    assert run.shaping_weight == 0
    hints = run.rollout_games[0].rollout.decisions["shaping"]
    assert not hints.any(), "half of the run is over"


def test_shaping_changes_what_is_learned() -> None:
    plain, shaped = Run(TINY), Run(replace(TINY, shaping="wood=2"))
    for run in (plain, shaped):
        while not run.finished:
            advance(run)
    assert not np.array_equal(plain.network.weights, shaped.network.weights)
