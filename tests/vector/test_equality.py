"""The same seed and actions give byte-identical games through every interface."""

from functools import cache
from zlib import crc32

import numpy as np
import pytest

from tests.rewards.custom import REWARD_LIKES
from tests.vector.tapes import (
    STEPS,
    Tape,
    heard,
    level_of,
    picks,
    through_aec,
    through_batch,
    through_game,
    through_solo,
)
from wistar_env import BatchGame, RatsOfWistar
from wistar_env.games.rats_of_wistar.rules.actions import NUM_ACTIONS
from wistar_env.games.rats_of_wistar.spaces.observation import observation_layout
from wistar_env.kit.vector.arrays import OutArrays

PLAYERS = [1, 2, 3, 4]
SEED = 41
MOST = 33


@cache
def tapes(num_players: int) -> list[Tape]:
    """Return the games that all others must equal, played with ``Game``."""
    return [through_game(num_players, SEED + i) for i in range(MOST)]


@pytest.mark.property
@pytest.mark.parametrize("num_threads", [1, 2, 3])
@pytest.mark.parametrize("num_games", [1, 2, 7, MOST])
@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_batch_plays_the_games_of_game(
    num_players: int, num_games: int, num_threads: int
) -> None:
    played = through_batch(num_players, SEED, num_games=num_games, num_threads=num_threads)
    for tape, expected in zip(played, tapes(num_players), strict=False):
        assert tape == expected
        assert sum(mark.done for mark in tape) >= 1


@pytest.mark.interpreted
@pytest.mark.parametrize("dtype", ["float32", "uint8"])
@pytest.mark.parametrize("num_players", [1, 3])
def test_a_batch_begins_like_game(num_players: int, dtype: str) -> None:
    level = level_of(num_players)
    batch = BatchGame("rats-of-wistar", 2, num_players, level=level, observation=dtype)
    step = batch.reset(seed=SEED)
    games = [RatsOfWistar.new(num_players, SEED + i, level=level) for i in range(2)]
    factor = observation_layout(num_players).scale if dtype == "uint8" else 1
    for number in range(6):
        assert step.observation is not None
        for i, game in enumerate(games):
            observation, mask = game.observe_and_mask(game.seat)
            assert batch.game(i) == game
            assert np.array_equal(step.observation[i] * factor, observation)
            assert np.array_equal(step.mask[i], mask)  # type: ignore[index]
        actions = picks(step, number)
        step = batch.step(actions)
        for game, action in zip(games, actions.tolist(), strict=True):
            game.step(action)


@pytest.mark.parametrize("name", REWARD_LIKES)
@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_rewards_of_a_batch_are_those_of_every_seat_step_by_step(
    num_players: int, name: str
) -> None:
    reward = REWARD_LIKES[name]
    played = through_batch(num_players, SEED, num_games=4, reward=reward)
    for i, tape in enumerate(played):
        assert tape == through_game(num_players, SEED + i, reward)
        assert heard(tape, num_players) == through_aec(num_players, SEED + i, reward)
        if num_players == 1:
            assert heard(tape, 1) == through_solo(SEED + i, reward)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_counts_are_the_same_observation_unscaled(num_players: int) -> None:
    layout = observation_layout(num_players)
    level = level_of(num_players)
    scaled = BatchGame("rats-of-wistar", 4, num_players, level=level)
    counts = BatchGame(
        "rats-of-wistar", 4, num_players, level=level, observation="uint8", num_threads=2
    )
    blind = BatchGame("rats-of-wistar", 4, num_players, level=level, observation=None)
    one, other, none = (batch.reset(seed=SEED) for batch in (scaled, counts, blind))
    for number in range(STEPS[num_players]):
        assert one.observation is not None
        assert other.observation is not None
        assert other.observation.dtype == np.uint8
        assert (other.observation <= layout.limit).all()
        assert np.array_equal(other.observation * layout.scale, one.observation)
        assert np.array_equal(one.mask, other.mask)  # type: ignore[arg-type]
        assert none.observation is None
        assert none.mask is None
        for left, right in ((one, other), (one, none)):
            assert np.array_equal(left.seat, right.seat)
            assert np.array_equal(left.reward, right.reward)
            assert np.array_equal(left.done, right.done)
        actions = picks(one, number)
        one, other, none = (batch.step(actions) for batch in (scaled, counts, blind))
    assert np.array_equal(scaled.records, counts.records)
    assert np.array_equal(scaled.records, blind.records)


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_own_arrays_and_those_of_the_caller_may_take_turns(dtype: str) -> None:
    size = observation_layout(3).size
    plain, mixed = (
        BatchGame("rats-of-wistar", 5, 3, observation=dtype, num_threads=k) for k in (1, 2)
    )
    buffers: list[OutArrays] = [
        (np.full((5, size), 7, dtype), np.full((5, NUM_ACTIONS), 7, np.int8)) for _ in range(2)
    ]
    rng = np.random.default_rng(3)
    expected = plain.reset(seed=SEED)
    seen = mixed.reset(seed=SEED)
    own = seen
    for number in range(STEPS[3]):
        assert expected.observation is not None
        assert seen.observation is not None
        assert np.array_equal(expected.observation, seen.observation)
        assert np.array_equal(expected.mask, seen.mask)  # type: ignore[arg-type]
        actions = picks(expected, number)
        expected = plain.step(actions)
        shown = crc32(own.observation), crc32(own.mask)  # type: ignore[arg-type]
        out = buffers[rng.integers(2)] if rng.random() < 0.6 else None
        seen = mixed.step(actions, out=out)
        if out is not None:
            assert seen.observation is out[0]
            assert seen.mask is out[1]
            assert shown == (crc32(own.observation), crc32(own.mask))  # type: ignore[arg-type]
