"""Openings: bots play the first decisions of some games, and the network learns from the rest."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.networks.networks import lively
from tests.training.runs import same
from tests.training.test_ppo import TINY
from wistar_env import BatchGame
from wistar_env.kit.limits import MAX_SEATS
from wistar_env.training.games import Rollout, RolloutCollector
from wistar_env.training.openings import Openings
from wistar_env.training.players import PlayerPool
from wistar_env.training.ppo import train
from wistar_env.training.rollouts import GREEDY, LEARNER, RANDOM

GAMES = 400
SEEDS = np.arange(GAMES, dtype=np.uint64)


def drawn(share: float, longest: int, decisions: int, seats: int = 3) -> Any:
    """Return who plays after a number of decisions, by game and seat."""
    openings = Openings([GREEDY, RANDOM], share, longest, GAMES, seats, seed=3)
    own = np.zeros((GAMES, MAX_SEATS), np.int16)
    return openings.players(own, SEEDS, np.full(GAMES, decisions, np.int32))


def test_a_share_of_the_games_begins_with_an_opening_of_a_random_length() -> None:
    lasting = [(drawn(0.25, 40, k) != LEARNER).any(axis=1) for k in (0, 20, 39, 40)]
    assert [70 < each.sum() < 130 for each in lasting[:1]] == [True]
    assert 30 < lasting[1].sum() < 70
    assert 0 < lasting[2].sum() < 10
    assert not lasting[3].any()
    assert not (lasting[1] & ~lasting[0]).any(), "an opening does not begin later"
    assert not drawn(0, 40, 0).any()


def test_half_of_the_openings_draw_a_bot_for_each_seat_and_half_for_each_decision() -> None:
    at = np.stack([drawn(1, 10_000, k) for k in range(6)])[:, :, :3]
    lasting = (at != LEARNER).all(axis=(0, 2))
    stays, shared = (at == at[0]).all(axis=(0, 2)), (at == at[:, :, :1]).all(axis=(0, 2))
    assert lasting.sum() > 390
    assert (stays | shared)[lasting].all()
    assert 150 < (stays & lasting).sum() < 250
    assert {*np.unique(at[:, lasting])} == {GREEDY, RANDOM}


def test_openings_leave_automata_and_empty_seats_alone() -> None:
    assert not drawn(1, 10_000, 0, seats=1)[:, 1:].any()


@pytest.mark.parametrize("num_players", [1, 2])
def test_decisions_of_an_opening_are_not_recorded(num_players: int) -> None:
    players = PlayerPool(
        lively(num_players), 6, seed=1, num_snapshots=1, bots=[],
        openings=["random"], opening_share=1, opening_decisions=12,
    )  # fmt: skip
    batch = BatchGame("rats-of-wistar", 6, num_players, observation="sparse")
    rollout = Rollout(batch, 30, has_views=num_players > 1)
    rollout.start_from(batch.reset(seed=3).observation)
    collector = RolloutCollector(batch, players, value_views=1.0 if num_players > 1 else 0.0)
    collector.collect(rollout, 1, 0)
    own = rollout.decisions["own"][: 6 * 30].reshape(30, 6)
    first = own.argmax(axis=0)
    assert ((0 < first) & (first <= 12 * num_players)).all()
    assert len({*first.tolist()}) > 1
    assert all(own[first[k] :, k].all() for k in range(6)), "then the network plays all seats"
    if num_players > 1:
        views = rollout.decisions["seat"][6 * 31 :].reshape(30, 6)
        assert ((views >= 0) == (own == 1)).all()


def test_a_run_with_openings_resumes_and_learns_something_else(tmp_path: Path) -> None:
    config = replace(
        TINY, players="2", pretraining="none", openings="greedy,random,greedy",
        opening_share=0.8, opening_decisions=20,
    )  # fmt: skip
    whole = train(config, tmp_path / "whole")
    while not train(config, tmp_path / "parts", callbacks=[lambda *_: True]).finished:
        pass
    assert same(whole, train(config, tmp_path / "parts", threads=2))
    assert not same(whole, train(replace(config, openings=""), tmp_path / "none"))
