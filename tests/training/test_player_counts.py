"""Training on several player counts at once: ``wistar train ppo --players 1,2,3,4``."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.training.runs import same
from tests.training.test_ppo import TINY
from wistar_env.kit.networks.loading import load_network, load_shared
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.training.ppo import Run, train

pytestmark = pytest.mark.usefixtures("drawn_once")

MIXED = replace(
    TINY, players="1,2:2,4", num_envs=16, minibatch_size=64, pretraining="none", steps=4 * 16 * 16
)


@pytest.mark.parametrize("settings", [{}, {"code": 8, "data": "permuted:v1:{1..2}"}])
def test_a_stopped_run_is_resumed_with_the_games_of_all_tables(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    config = replace(MIXED, pretraining="greedy", **settings)
    whole = train(config, tmp_path / "whole")
    part = train(config, tmp_path / "part", callbacks=[lambda *_: True])
    while not part.finished:
        part = train(config, tmp_path / "part", callbacks=[lambda *_: True])
    assert same(whole, part)
    assert same(whole, train(config, tmp_path / "two", threads=2))
    assert load_shared(tmp_path / "whole" / "network.npz").player_counts == (1, 2, 4)


def test_numbers_of_players_have_their_shares_of_the_games() -> None:
    run = Run(MIXED)
    assert [table.rollout.num_envs for table in run.rollout_games] == [4, 8, 4]
    assert [group.envs.num_players for group in run.groups] == [1, 2, 4]
    assert sum(len(group.envs) * MIXED.num_steps for group in run.groups) == MIXED.batch_size


def test_tables_begin_with_other_games_and_other_chances() -> None:
    run = Run(MIXED)
    seeds = np.concatenate([group.envs.seed for group in run.groups])
    assert len({*seeds.tolist()}) == MIXED.num_envs
    assert [group._first_game for group in run.groups] == [0, 4, 12]


@pytest.mark.parametrize(("options", "levels"), [("level=7-9", {7, 8, 9}), ("", {*range(10)})])
def test_options_are_given_to_the_tables_that_have_them(options: str, levels: set[int]) -> None:
    config = replace(MIXED, options=options, num_envs=400, num_steps=1)
    solo, two, _ = Run(config).groups
    games: list[Any] = [solo.envs.game(k) for k in range(len(solo.envs))]
    assert {game.level for game in games} == levels
    other: Any = two.envs.game(0)
    assert other.level is None


def test_the_policy_of_a_rollout_is_that_which_played_it() -> None:
    """Each minibatch is learned with the network of its player count and of its cards."""
    config = replace(
        MIXED, code=8, data="permuted:v1:{1..2}", learning_rate=1e-9, epochs=1, value_views=0.0
    )
    run = Run(config)
    run.network.weights *= 4  # random ones hardly tell cards apart
    for _ in range(3):
        assert run.update()["approx_kl"] == pytest.approx(0, abs=1e-5)


def test_all_tables_have_the_same_snapshots() -> None:
    run = Run(MIXED)
    run.update()
    first, *others = (group.players for group in run.groups)
    for other in others:
        for mine, theirs in zip(first.snapshots, other.snapshots, strict=True):
            assert np.array_equal(mine.weights, theirs.weights)


def test_views_are_recorded_where_other_seats_learn() -> None:
    run = Run(replace(MIXED, value_views=0.5))
    run.update()
    views = [len(table.rollout.view_rows()) for table in run.rollout_games]
    assert views[0] == 0
    assert min(views[1:]) > 0


def test_what_is_learned_at_one_table_counts_at_the_others() -> None:
    run = Run(MIXED)
    assert isinstance(run.network, SharedNetwork)
    before, same = (run.network.network_for(n).parameters["second"] for n in (1, 4))
    run.update()
    after, other = (run.network.network_for(n).parameters["second"] for n in (1, 4))
    assert np.array_equal(before, same)
    assert np.array_equal(after, other)
    assert not np.array_equal(before, after)


def test_an_evaluation_tells_each_table_and_their_mean() -> None:
    metrics = Run(MIXED).evaluate()
    each = [metrics[f"eval_score_{n}"] for n in (1, 2, 4)]
    assert metrics["eval_score"] == pytest.approx(np.mean(each))
    assert {f"eval_win_rate_{n}" for n in (1, 2, 4)} <= {*metrics}


@pytest.mark.parametrize("code", [0, 8])
def test_a_mixture_begins_with_a_network_of_one_table(tmp_path: Path, code: int) -> None:
    Network.random(TINY.game_class, 1, (32, 16), seed=3).save(tmp_path / "solo.npz")
    run = Run(replace(MIXED, code=code, begin_with=str(tmp_path / "solo.npz")))
    assert isinstance(run.network, SharedNetwork)
    assert (run.network.player_counts, run.network.code, run.network.ids) == ((1, 2, 4), code, True)
    wanted = load_network(tmp_path / "solo.npz").weights
    assert np.allclose(run.network.network_for(1).weights, wanted, atol=1e-6)


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"players": "1,9"}, "num_players|players must be an integer from 1 to 4, found 9"),
        ({"players": "1,1"}, "players: 1 occurs twice in '1,1'"),
        ({"players": "1:0,2"}, "the share of a player count must be"),
        ({"players": "two"}, "players must be a number such as 2"),
        ({"players": "1:999,2", "num_envs": 4}, "num_envs must be at least 1 per player count"),
        ({"options": "speed=3"}, "options: speed cannot be set with --players 1,2:2,4"),
        ({"device": "cuda", "code": 8}, "device must be cpu for several player counts"),
    ],
)
def test_mixtures_that_make_no_sense_are_rejected(settings: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        replace(MIXED, **settings)
