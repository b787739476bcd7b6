"""Expert iteration: runs repeat exactly, and a network comes to do what search finds out."""

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from tests.training.runs import (
    check_that_a_folder_is_held,
    check_that_a_longer_run_is_told_how_to_begin,
    check_that_damage_is_named,
    check_that_the_end_is_kept,
    check_that_what_is_missing_is_named,
    options_of,
    other_data,
    same,
)
from wistar_env.networks.network import Network
from wistar_env.training import distil
from wistar_env.training.checkpoints import SettingsError
from wistar_env.training.distil import Config, Run, train
from wistar_env.training.learner import Learner

TINY = Config(
    wide=32,
    narrow=16,
    iterations=3,
    games=2,
    simulations=4,
    window=4,
    epochs=2,
    minibatch=64,
    evaluate_every=2,
    evaluate_games=4,
)


@pytest.mark.interpreted
def test_an_iteration_moves_the_network() -> None:
    run = Run(replace(TINY, iterations=1, games=1, simulations=1, wide=16))
    before = run.network.copy()
    told = run.advance()
    assert run.finished
    assert told["decisions"] == len(run.lessons) > 0
    assert not np.array_equal(run.network.weights, before.weights)
    assert np.isfinite(run.network.weights).all()


@pytest.mark.parametrize("num_players", [1, 2, 4])
def test_a_run_goes_on_from_where_it_was_stopped(tmp_path: Path, num_players: int) -> None:
    config = replace(TINY, players=num_players)
    whole = train(config, tmp_path / "whole")
    part = train(config, tmp_path / "part", stop=lambda: True)
    assert part.iteration == 1
    while not part.finished:
        part = train(config, tmp_path / "part", stop=lambda: True)
    assert same(whole, part)
    curves = [(tmp_path / name / "curve.jsonl").read_text() for name in ("whole", "part")]
    assert curves[0] == curves[1]


def test_a_run_that_is_killed_loses_only_the_games_that_it_was_playing(tmp_path: Path) -> None:
    whole = train(TINY, tmp_path / "whole")

    class KilledError(Exception):
        pass

    def kill(run: Run, ended: int) -> None:
        if run.iteration == 2 and ended == 1:
            raise KilledError

    folder = tmp_path / "killed"
    with pytest.raises(KilledError):
        train(TINY, folder, watch=kill)
    assert len((folder / "curve.jsonl").read_text().splitlines()) == 2
    assert Network.load(folder / "network.npz").metadata["games"] == 4
    assert same(whole, train(TINY, folder))


def test_any_number_of_threads_gives_the_same_run(tmp_path: Path) -> None:
    one = train(TINY, tmp_path / "one")
    assert same(one, train(TINY, tmp_path / "two", threads=2))
    assert not same(one, train(replace(TINY, seed=2), tmp_path / "other"))


def test_a_run_leaves_a_network_and_a_curve(tmp_path: Path) -> None:
    run = train(TINY, tmp_path)
    network = Network.load(tmp_path / "network.npz")
    assert np.array_equal(network.weights, run.network.weights)
    assert network.metadata["settings"] == asdict(TINY)
    assert json.loads((tmp_path / "config.json").read_text()) == asdict(TINY)
    rows = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()]
    assert [row["games"] for row in rows] == [2, 4, 6]
    assert ["best_score" in row for row in rows] == [False, True, True]
    with pytest.raises(SettingsError, match=r"c was 0.1 and is 0.5"):
        train(replace(TINY, c=0.5), tmp_path)


def test_only_the_newest_games_are_learned_from() -> None:
    run = Run(TINY)
    for games in ({0, 1}, {0, 1, 2, 3}, {2, 3, 4, 5}):
        run.advance()
        assert {*run.lessons.game.tolist()} == games


def test_the_next_games_are_searched_with_the_network_that_learned(tmp_path: Path) -> None:
    first = train(TINY, tmp_path, stop=lambda: True)
    first.advance()
    config = replace(TINY, begin_with=str(tmp_path / "network.npz"))
    fresh = Run(config)
    fresh.iteration = 1
    fresh.advance()
    newest = first.lessons.since(2)
    assert np.array_equal(newest.shares, fresh.lessons.shares)


def test_a_network_comes_to_do_what_search_finds_out() -> None:
    config = replace(TINY, games=4, window=4, epochs=40, simulations=30, rate=3e-3, iterations=9)
    run = Run(config)
    run.advance()
    shares, rows = run.lessons.shares, np.arange(len(run.lessons))
    early, late = (
        Learner(network).learn(run.lessons, rows, len(rows), 0.0, imitates=True, shares=shares)
        for network in (Run(config).network, run.network)
    )
    least = -float((shares * np.log(shares + 1e-12)).sum(axis=1).mean())
    assert late["surprise"] - least < 0.5 * (early["surprise"] - least)
    assert late["agreed"] > early["agreed"] + 0.1
    assert late["error"] < early["error"]


def test_a_run_plays_with_data_of_ones_own(tmp_path: Path) -> None:
    data = other_data(tmp_path / "data")
    run = Run(replace(TINY, data=data))
    run.advance()
    assert run.games.batch.game(0).components.folder == data
    assert run.network.data != Run(TINY).network.data
    assert 0 <= run.evaluate()["best_wins"] <= 1


def test_the_command_has_an_option_that_explains_itself_for_every_setting(tmp_path: Path) -> None:
    app = typer.Typer()
    app.command()(distil.command())
    options = typer.main.get_command(app).params
    assert [option.name for option in options if not getattr(option, "help", None)] == []
    given = ["--folder", str(tmp_path), *options_of(TINY)]
    result = CliRunner().invoke(app, given)
    assert result.exit_code == 0, result.output
    assert "6 of 6 games" in result.output
    assert Network.load(tmp_path / "network.npz").hidden == (32, 16)
    result = CliRunner().invoke(app, ["--folder", str(tmp_path), "--seed", "9"])
    assert result.exit_code == 2
    assert "seed was 1 and is 9" in result.output


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"players": 5}, "players must be"),
        ({"games": 0}, "games must be"),
        ({"simulations": 0}, "simulations must be"),
        ({"temperature": -1.0}, "temperature must be"),
        ({"focus": 0.0}, "focus must be"),
        ({"levels": "easy"}, "levels must be as in 3 or 0-9"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        replace(TINY, **settings)


def test_a_run_that_is_killed_while_it_keeps_its_end_ends_with_the_same_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_that_the_end_is_kept(train, TINY, tmp_path, monkeypatch)


def test_a_run_has_its_folder_to_itself(tmp_path: Path) -> None:
    check_that_a_folder_is_held(train, TINY, tmp_path)


def test_files_that_are_damaged_are_named(tmp_path: Path) -> None:
    check_that_damage_is_named(train, TINY, tmp_path)


def test_what_a_state_lacks_is_named(tmp_path: Path) -> None:
    check_that_what_is_missing_is_named(train, TINY, tmp_path)


def test_who_wants_more_of_a_run_is_told_how_to_begin_another(tmp_path: Path) -> None:
    check_that_a_longer_run_is_told_how_to_begin(
        train, TINY, replace(TINY, iterations=99), tmp_path
    )
