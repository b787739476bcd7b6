"""Expert iteration: runs are reproducible, and a network comes to imitate search."""

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.training.runs import other_data, same
from wistar_env import RatsOfWistar
from wistar_env.kit.networks.loading import load_network
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.training.distil import Config, Run, train
from wistar_env.training.learner import Loss
from wistar_env.training.search_targets import SearchSelfPlay

pytestmark = pytest.mark.usefixtures("drawn_once")

TINY = Config(
    hidden1=32,
    hidden2=16,
    iterations=3,
    games=2,
    simulations=4,
    window=4,
    epochs=2,
    minibatch_size=64,
    evaluate_every=2,
    evaluate_games=4,
)


@pytest.mark.interpreted
def test_an_iteration_moves_the_network() -> None:
    run = Run(replace(TINY, iterations=1, games=1, simulations=1, hidden1=16))
    before = run.network.copy()
    metrics = run.update()
    assert run.finished
    assert metrics["decisions"] == len(run.window) > 0
    assert not np.array_equal(run.network.weights, before.weights)
    assert np.isfinite(run.network.weights).all()


def test_a_run_that_is_killed_loses_only_the_games_that_it_was_playing(tmp_path: Path) -> None:
    whole = train(TINY, tmp_path / "whole")

    class KilledError(Exception):
        pass

    def kill(run: Run, ended: int) -> None:
        if run.iteration == 2 and ended == 1:
            raise KilledError

    folder = tmp_path / "killed"
    with pytest.raises(KilledError):
        train(TINY, folder, on_step=kill)
    assert len((folder / "curve.jsonl").read_text().splitlines()) == 2
    assert load_network(folder / "network.npz").metadata["games"] == 4
    assert same(whole, train(TINY, folder))


@pytest.mark.parametrize("settings", [{}, {"code": 8, "data": "permuted:v1:{1..3}"}])
def test_any_number_of_threads_gives_the_same_run(tmp_path: Path, settings: dict[str, Any]) -> None:
    config = replace(TINY, **settings)
    one = train(config, tmp_path / "one")
    assert same(one, train(config, tmp_path / "two", threads=2))
    assert not same(one, train(replace(config, seed=2), tmp_path / "other"))


def test_a_run_leaves_a_network_and_a_curve(tmp_path: Path) -> None:
    run = train(TINY, tmp_path)
    network = load_network(tmp_path / "network.npz")
    assert np.array_equal(network.weights, run.network.weights)
    assert network.metadata["settings"] == asdict(TINY)
    assert json.loads((tmp_path / "config.json").read_text()) == asdict(TINY)
    rows = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()]
    assert [row["games"] for row in rows] == [2, 4, 6]
    assert ["eval_score" in row for row in rows] == [False, True, True]


def test_only_games_of_the_window_are_trained_on() -> None:
    run = Run(TINY)
    for games in ({0, 1}, {0, 1, 2, 3}, {2, 3, 4, 5}):
        run.update()
        assert {*run.window.game.tolist()} == games


@pytest.mark.parametrize("settings", [{}, {"code": 8, "data": "permuted:v1:{1..3}"}])
def test_the_next_games_are_searched_with_the_trained_network(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    first = train(replace(TINY, **settings), tmp_path, callbacks=[lambda *_: True])
    first.update()
    config = replace(TINY, **settings, begin_with=str(tmp_path / "network.npz"))
    fresh = Run(config)
    fresh.iteration = 1
    fresh.update()
    newest = first.window.since(2)
    assert np.array_equal(newest.policy_targets, fresh.window.policy_targets)


def test_a_reader_becomes_a_network_for_the_cards_of_the_games(tmp_path: Path) -> None:
    reader = SharedNetwork.random(RatsOfWistar, (1,), (32, 16), code=8, seed=3, ids=False)
    reader.save(tmp_path / "network.npz")
    begin = str(tmp_path / "network.npz")
    network = Run(replace(TINY, data="permuted:v1:3", begin_with=begin)).network
    assert isinstance(network, Network)
    expected = reader.network_for(data="permuted:v1:3")
    assert np.array_equal(network.weights, expected.weights)
    assert network.data == expected.data


def test_noise_and_temperature_reach_the_search_and_a_run_with_them_is_resumed(
    tmp_path: Path,
) -> None:
    noisy = replace(TINY, root_noise_fraction=0.5, dirichlet_alpha=0.5)
    flat = replace(TINY, prior_temperature=50.0, simulations=40)
    sharp = replace(TINY, root_prior_temperature=0.1)
    targets = []
    for config in (TINY, noisy, replace(noisy, dirichlet_alpha=5.0), flat, sharp):
        run = Run(config)
        run.update()
        targets.append(run.window.policy_targets.tobytes())
    assert len({*targets}) == len(targets)
    whole = train(noisy, tmp_path / "whole")
    part = train(noisy, tmp_path / "part", callbacks=[lambda *_: True])
    while not part.finished:
        part = train(noisy, tmp_path / "part", callbacks=[lambda *_: True])
    assert same(whole, part)


@pytest.mark.parametrize("settings", [{}, {"code": 8, "data": "permuted:v1:{1..2}"}])
def test_a_network_comes_to_imitate_search(settings: dict[str, Any]) -> None:
    config = replace(
        TINY,
        games=4,
        window=4,
        epochs=40,
        simulations=30,
        learning_rate=3e-3,
        iterations=9,
        **settings,
    )
    run = Run(config)
    run.update()
    shares, rows = run.window.policy_targets, np.arange(len(run.window))
    early, late = (
        each.learner.train_epoch(
            run.window, rows, len(rows), 0.0, Loss(imitate=True), policy_targets=shares
        )
        for each in (Run(config), run)
    )
    least = -float((shares * np.log(shares + 1e-12)).sum(axis=1).mean())
    assert late["cross_entropy"] - least < 0.5 * (early["cross_entropy"] - least)
    assert late["accuracy"] > early["accuracy"] + 0.1
    assert late["value_loss"] < early["value_loss"]


@pytest.mark.parametrize("settings", [{}, {"code": 8, "data": "permuted:v1:{1..2}"}])
def test_values_are_learned_from_the_views_of_other_seats_too(settings: dict[str, Any]) -> None:
    config = replace(
        TINY, players="2", games=4, window=4, epochs=30, learning_rate=3e-3, **settings
    )
    plain, viewed = (Run(replace(config, value_views=views)) for views in (0.0, 1.0))
    for run in (plain, viewed):
        metrics = run.update()
        assert metrics["decisions"] == len(run.window.decision_rows())
    assert not len(plain.window.view_rows())
    views = viewed.window.view_rows()
    told = viewed.window.decisions.copy()
    told["legal"][views, 0] = 1  # metrics are of rows with legal actions
    window = replace(viewed.window, decisions=told)
    alone, both = (
        run.learner.train_epoch(window, views, len(views), 0.0, Loss(imitate=True))["value_loss"]
        for run in (plain, viewed)
    )
    assert both < 0.9 * alone


def test_games_of_several_sets_are_learned_as_what_they_are() -> None:
    run = Run(replace(TINY, code=8, data="permuted:v1:{1..3}", games=8))
    run.update()
    assert isinstance(run.self_play, SearchSelfPlay)
    assert isinstance(run.network, SharedNetwork)
    assert {*run.window.sets.tolist()} == {0, 1, 2}
    played = run.self_play.envs.set_of_game
    assert np.array_equal(run.window.sets, played[run.window.game])


def test_a_set_that_does_not_exist_is_rejected() -> None:
    run = Run(replace(TINY, code=8, data="permuted:v1:{1..3}"))
    run.update()
    scalars, arrays = run.state()
    arrays["window sets"][3] = 3
    with pytest.raises(ValueError, match="'sets' of decision 3"):
        run.restore(scalars, arrays)


def test_a_run_plays_with_the_data_folder_of_the_user(tmp_path: Path) -> None:
    data = other_data(tmp_path / "data")
    run = Run(replace(TINY, data=data))
    run.update()
    assert isinstance(run.self_play, SearchSelfPlay)
    assert run.self_play.envs.game(0).data.folder == data
    network, other = run.network, Run(TINY).network
    assert isinstance(network, Network)
    assert isinstance(other, Network)
    assert network.data != other.data
    assert 0 <= run.evaluate()["eval_win_rate"] <= 1
