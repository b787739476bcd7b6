"""Arrays of the caller, compiled policies, views, saved games and arguments of batches."""

import io
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from tests.rewards.custom import REWARD_LIKES
from tests.rewards.named import choose_reward
from tests.vector.batches import PLAYERS, begin, moved, snapshot
from tests.vector.tapes import level_of, rounded
from wistar_env import BatchGame
from wistar_env.errors import ReplayError
from wistar_env.games.rats_of_wistar.rules import RULES_VERSION
from wistar_env.games.rats_of_wistar.rules.actions import NUM_ACTIONS
from wistar_env.games.rats_of_wistar.spaces.observation import observation_layout
from wistar_env.kit.vector.arrays import Step


def finished(batch: BatchGame) -> Step:
    """Play random games until all are over."""
    step = moved(batch, 1)
    while not step.done.all():
        step = batch.step(batch.choose())
    return step


# The caller's own arrays.


def buffers(num_games: int = 3, dtype: str = "float32") -> tuple[Any, Any]:
    size = observation_layout(2).size
    return np.zeros((num_games, size), dtype), np.zeros((num_games, NUM_ACTIONS), np.int8)


def test_a_reset_writes_into_the_arrays_of_the_caller_too() -> None:
    batch, first = begin()
    out = buffers()
    step = batch.reset(seed=11, out=out)
    assert step.observation is out[0]
    assert step.mask is out[1]
    assert np.array_equal(out[0], first.observation)  # type: ignore[arg-type]
    assert np.array_equal(out[1], first.mask)  # type: ignore[arg-type]


def wrong_buffers() -> dict[str, tuple[Any, Any]]:
    observation, mask = buffers()
    frozen = observation.copy()
    frozen.flags.writeable = False
    return {
        "short": (observation[:2], mask),
        "narrow": (observation[:, 1:].copy(), mask),
        "counts": (observation.astype(np.uint8), mask),
        "strided": (np.zeros((6, observation.shape[1]), np.float32)[::2], mask),
        "frozen": (frozen, mask),
        "bool mask": (observation, mask.astype(np.bool_)),
        "short mask": (observation, mask[:2]),
        "list": (observation.tolist(), mask),
    }


@pytest.mark.parametrize("kind", wrong_buffers())
def test_arrays_that_do_not_fit_are_rejected_before_anything_happens(kind: str) -> None:
    batch, step = begin()
    before = snapshot(batch, step)
    actions = [int(batch.game(i).legal_actions()[0]) for i in range(3)]
    message = r"out: .* must be a C-contiguous"
    with pytest.raises((TypeError, ValueError), match=message):
        batch.step(actions, out=wrong_buffers()[kind])
    with pytest.raises((TypeError, ValueError), match=message):
        batch.reset(seed=77, out=wrong_buffers()[kind])
    assert snapshot(batch, step) == before


def test_a_batch_without_observations_has_nothing_to_write() -> None:
    batch, _ = begin(observation=None)
    with pytest.raises(ValueError, match="observation=None"):
        batch.step(batch.choose(), out=buffers())


# Policies, views, saved games.


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_a_compiled_policy_chooses_the_same_for_every_batch_and_thread(policy: str) -> None:
    long = BatchGame("rats-of-wistar", 7, 2, num_threads=3)
    short = BatchGame("rats-of-wistar", 2, 2, observation=None)
    long.reset(seed=3)
    short.reset(seed=3)
    for _ in range(150):
        many, few = long.choose(policy), short.choose(policy)
        assert many[:2].tolist() == few.tolist()
        long.step(many)
        short.step(few)
    assert np.array_equal(long.records[:2], short.records)
    long.close()


def test_random_takes_every_legal_action_equally_often() -> None:
    batch, step = begin(1)
    assert step.mask is not None
    legal = np.flatnonzero(step.mask[0])
    drawn = np.array([batch.choose()[0] for _ in range(400 * len(legal))])
    counts = [(drawn == action).sum() for action in legal]
    assert sum(counts) == len(drawn)
    assert all(300 < count < 500 for count in counts)


def test_greedy_beats_random() -> None:
    batch, step = begin(12)
    while batch.final_seed.min() == 0:
        greedy, random = batch.choose("greedy"), batch.choose("random")
        step = batch.step(np.where(step.seat == 0, greedy, random))
    assert (batch.final_ranks[:, 0] == 1).mean() > 0.9


def test_choose_writes_into_an_array_that_fits() -> None:
    batch, _ = begin()
    out = np.zeros(3, np.int64)
    assert batch.choose("greedy", out=out) is out
    batch.step(out)
    for wrong in (np.zeros(2, np.int64), np.zeros(3, np.int32), [0, 0, 0]):
        with pytest.raises((TypeError, ValueError), match="out must be"):
            batch.choose(out=wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"policy .*'random', 'greedy'"):
        batch.choose("best")


@pytest.mark.parametrize("num_players", PLAYERS)
def test_every_seat_can_be_asked_what_it_sees(num_players: int) -> None:
    batch, _ = begin(5, num_players, observation="uint8")
    moved(batch, 25)
    for seat in range(batch.num_seats):
        for which in (None, np.array([4, 1])):
            observation, mask = batch.observe(seat, which)
            rows = range(5) if which is None else which.tolist()
            for k, i in enumerate(rows):
                expected = batch.game(i).observe_and_mask(seat)
                assert np.array_equal(observation[k], expected[0])
                assert np.array_equal(mask[k], expected[1])


def test_a_seat_or_game_that_does_not_exist_sees_nothing() -> None:
    batch, _ = begin()
    for seat in (-1, 2):
        with pytest.raises(ValueError, match=r"seat .* 0 to 1"):
            batch.observe(seat)
    for which in ([3], [-1], [[0]]):
        with pytest.raises(ValueError, match="which"):
            batch.observe(0, np.array(which))


@pytest.mark.parametrize("name", REWARD_LIKES)
def test_saved_games_are_paid_on_as_they_were(name: str) -> None:
    batch, _ = begin(4, 3, reward=REWARD_LIKES[name])
    moved(batch, 45)
    other = BatchGame("rats-of-wistar", 4, 3, reward=REWARD_LIKES[name])
    other.load(batch.save())
    for _ in range(150):
        actions = batch.choose()
        assert np.array_equal(batch.step(actions).reward, other.step(actions).reward)


@pytest.mark.parametrize("name", REWARD_LIKES)
def test_other_rewards_than_those_that_were_saved_count_from_the_loaded_position(name: str) -> None:
    batch, step = begin(1, 2, reward="vp" if name == "win" else "win")
    while batch.records["turn"][0] < 3 or step.seat[0] == 0:
        step = moved(batch, 1)
    other = BatchGame(
        "rats-of-wistar", 1, 2, reward=REWARD_LIKES[name], autoreset_mode=AutoresetMode.DISABLED
    )
    step = other.load(batch.save())
    state = choose_reward(REWARD_LIKES[name]).start(other.game(0))
    while not step.done[0]:
        step = other.step(other.choose())
        assert step.reward[0].tolist() == list(rounded(state.update(other.game(0))))


@pytest.mark.parametrize("num_players", PLAYERS)
def test_saved_games_continue_identically(num_players: int) -> None:
    batch, _ = begin(3, num_players, reward="vp")
    step = moved(batch, 45)
    file = io.BytesIO()
    np.savez(file, allow_pickle=False, **batch.save())
    file.seek(0)
    other = BatchGame(
        "rats-of-wistar", 3, num_players, level=level_of(num_players), reward="vp", num_threads=2
    )
    with np.load(file) as saved:
        resumed = other.load(dict(saved))
    for _ in range(300):
        assert snapshot(other, resumed)[0:4] == snapshot(batch, step)[0:4]
        assert np.array_equal(resumed.seat, step.seat)
        actions = batch.choose()
        assert actions.tolist() == other.choose().tolist()
        step, resumed = batch.step(actions), other.step(actions)
        assert np.array_equal(resumed.reward, step.reward)
        assert np.array_equal(resumed.done, step.done)
    assert np.array_equal(batch.final_scores, other.final_scores)


def test_saved_games_are_copies() -> None:
    batch, _ = begin()
    saved = batch.save()
    kept = {name: array.copy() for name, array in saved.items()}
    moved(batch, 9)
    assert all(np.array_equal(saved[name], kept[name]) for name in kept)
    batch.load(saved)
    moved(batch, 9)
    assert all(np.array_equal(saved[name], kept[name]) for name in kept)


@pytest.mark.parametrize(
    ("num_games", "num_players"), [(2, 2), (3, 3), (3, 1)], ids=["games", "players", "solo"]
)
def test_saved_games_of_another_batch_are_rejected(num_games: int, num_players: int) -> None:
    other, _ = begin(num_games, num_players)
    batch, step = begin()
    before = snapshot(batch, step)
    with pytest.raises(ValueError, match="saved games"):
        batch.load(other.save())
    with pytest.raises(ValueError, match="saved games"):
        batch.load({})
    assert snapshot(batch, step) == before


@pytest.mark.parametrize("rules", [[RULES_VERSION - 1], [], [RULES_VERSION, 7], None])
def test_saved_games_of_other_rules_are_rejected(rules: list[int] | None) -> None:
    batch, step = begin()
    saved = batch.save()
    if rules is None:
        del saved["rules"]
    else:
        saved["rules"] = np.array(rules)
    before = snapshot(batch, step)
    found = "none" if rules is None else ", ".join(map(str, rules))
    with pytest.raises(
        ReplayError, match=f"rules version {found}, but .* has version {RULES_VERSION}"
    ):
        batch.load(saved)
    assert snapshot(batch, step) == before


# Arguments.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_games": 0}, "num_games must be an integer from 1"),
        ({"num_games": 1.0}, "num_games must be an integer from 1"),
        ({"num_players": 5}, "num_players must be an integer from 1 to 4"),
        ({"num_players": 0}, "num_players must be an integer from 1 to 4"),
        ({"reward": "money"}, "reward must be one of 'win', 'rank', 'score', 'vp'"),
        ({"reward": "WIN"}, "reward must be one of"),
        ({"observation": "float64"}, "observation must be one of"),
        ({"num_threads": -1}, "num_threads must be an integer from 0"),
        ({"data": "/nowhere"}, "nowhere"),
    ],
)
def test_invalid_arguments_are_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        BatchGame("rats-of-wistar", **{"num_games": 2, **arguments})


def test_threads_are_never_more_than_games_and_0_takes_all_cores() -> None:
    assert BatchGame("rats-of-wistar", 2, num_players=2, num_threads=8).num_threads == 2
    assert 1 <= BatchGame("rats-of-wistar", 64, num_players=2, num_threads=0).num_threads <= 64
    assert BatchGame("rats-of-wistar", 64, num_players=2).num_threads == 1


def test_a_batch_may_be_closed_twice_and_begin_with_other_data() -> None:
    batch, _ = begin(4, num_threads=2)
    batch.close()
    batch.close()
    assert finished(begin(2, autoreset_mode=AutoresetMode.DISABLED)[0]).done.all()


def test_games_that_are_over_do_not_go_into_a_batch_that_never_shows_any() -> None:
    batch, _ = begin(autoreset_mode=AutoresetMode.DISABLED)
    finished(batch)
    other, step = begin()
    before = snapshot(other, step)
    with pytest.raises(ValueError, match="saved games: some of the games are over"):
        other.load(batch.save())
    assert snapshot(other, step) == before


def test_the_deciding_seats_are_read_only() -> None:
    _, step = begin()
    with pytest.raises(ValueError, match="read-only"):
        step.seat[0] = -1


def test_the_own_observations_of_a_batch_are_no_arrays_of_the_caller() -> None:
    batch, step = begin()
    before = snapshot(batch, step)
    actions = [int(batch.game(i).legal_actions()[0]) for i in range(3)]
    with pytest.raises(ValueError, match="out must not be the batch's own"):
        batch.step(actions, out=(step.observation, step.mask))  # type: ignore[arg-type]
    assert snapshot(batch, step) == before


def test_a_mask_of_games_is_not_taken_for_their_numbers() -> None:
    batch, _ = begin()
    with pytest.raises(TypeError, match=r"which .* bool"):
        batch.observe(0, np.array([True, False, True]))
