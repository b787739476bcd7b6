import io
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vector.faces import level_of, picks
from wistar_env import Game
from wistar_env.errors import GameOverError, IllegalActionError, NotStartedError
from wistar_env.game import MAX_SEED, seed_after
from wistar_env.rules.actions import NUM_ACTIONS
from wistar_env.rules.scoring import CATEGORIES
from wistar_env.spaces.observation import observation_layout
from wistar_env.vector import BatchGame, Step

PLAYERS = [1, 2, 3, 4]
TOTAL = CATEGORIES.index("total")


def begin(num_games: int = 3, num_players: int = 2, **arguments: Any) -> tuple[BatchGame, Step]:
    batch = BatchGame(num_games, num_players, level=level_of(num_players), **arguments)
    return batch, batch.reset(seed=11)


def is_array(array: np.ndarray[Any, Any], dtype: Any, shape: tuple[int, ...]) -> bool:
    return array.dtype == dtype and array.shape == shape


def moved(batch: BatchGame, decisions: int) -> Step:
    for _ in range(decisions):
        step = batch.step(batch.choose())
    return step


def snapshot(batch: BatchGame, step: Step) -> list[bytes]:
    """Return all that a call that is refused must leave as it was."""
    arrays = [array for array in step if array is not None]
    return [array.tobytes() for array in (batch.records, batch._games.rows, *arrays)]


def finished(batch: BatchGame) -> Step:
    """Play random games until all are over."""
    step = moved(batch, 1)
    while not step.done.all():
        step = batch.step(batch.choose())
    return step


# What a step gives.


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_arrays_have_the_shapes_and_types_that_are_promised(num_players: int) -> None:
    batch, step = begin(3, num_players)
    size = observation_layout(num_players).size
    for given_step in (step, moved(batch, 1)):
        observation, mask, seat, reward, done = given_step
        assert observation is not None
        assert mask is not None
        assert is_array(observation, np.float32, (3, size))
        assert is_array(mask, np.int8, (3, NUM_ACTIONS))
        assert is_array(seat, np.int64, (3,))
        assert is_array(reward, np.float32, (3, max(2, num_players)))
        assert is_array(done, np.bool_, (3,))
    assert (len(batch), batch.num_players, batch.num_seats) == (3, num_players, max(2, num_players))


def test_the_arrays_of_the_batch_are_kept_from_step_to_step() -> None:
    batch, first = begin()
    second = moved(batch, 5)
    assert first.observation is second.observation
    assert first.mask is second.mask
    assert first.seat is second.seat
    assert first.done is second.done
    assert np.shares_memory(first.reward, second.reward)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_end_of_a_game_is_told_with_its_scores_ranks_and_seed(num_players: int) -> None:
    batch, step = begin(4, num_players)
    games = [Game.new(num_players, 11 + i, level_of(num_players)) for i in range(4)]
    ended = 0
    number = 0
    while ended < 6:
        seeds, levels = batch.seed, batch.level
        actions = picks(step, number)
        step = batch.step(actions)
        for i, game in enumerate(games):
            assert levels[i] == (game.level or 0)
            game.step(int(actions[i]))
            assert step.done[i] == game.finished
            if not game.finished:
                continue
            seats = range(game.num_seats)
            assert [dict(zip(CATEGORIES, row, strict=False)) for row in _scores(batch, i)] == (
                game.scores()
            )
            ranks = [game.ranking().index(seat) + 1 for seat in seats]
            assert batch.final_ranks[i, : game.num_seats].tolist() == ranks
            assert batch.final_seed[i] == seeds[i]
            assert batch.seed[i] == seed_after(int(seeds[i]))
            games[i] = Game.new(num_players, int(batch.seed[i]), level_of(num_players))
            ended += 1
        number += 1


def _scores(batch: BatchGame, i: int) -> list[list[int]]:
    rows: list[list[int]] = batch.final_scores[i, : batch.num_seats].tolist()
    return rows


def test_what_the_properties_return_is_no_part_of_the_batch() -> None:
    batch, step = begin()
    before = snapshot(batch, step)
    for array in (batch.seed, batch.level, batch.final_scores, batch.final_ranks, batch.final_seed):
        array[:] = 1
    batch.game(0).step(int(batch.game(0).legal_actions()[0]))
    assert snapshot(batch, step) == before
    assert batch.records.base is None or batch.records.dtype == batch.game(0).record.dtype


def test_a_game_is_a_copy_that_continues_identically() -> None:
    batch, step = begin()
    step = moved(batch, 40)
    game = batch.game(1)
    actions = picks(step, 1)
    game.step(int(actions[1]))
    step = batch.step(actions)
    assert game == batch.game(1)
    assert step.observation is not None
    assert np.array_equal(game.observe(game.seat), step.observation[1])


@pytest.mark.parametrize("i", [-1, 3, 1.0])
def test_a_game_that_is_not_in_the_batch_cannot_be_had(i: Any) -> None:
    batch, _ = begin()
    with pytest.raises((TypeError, ValueError), match="i must be an integer from 0 to 2"):
        batch.game(i)


# Beginning games.


def test_seeds_are_counted_up_or_given_one_by_one() -> None:
    batch = BatchGame(3, 2)
    batch.reset(seed=5)
    assert batch.seed.tolist() == [5, 6, 7]
    seeds = [MAX_SEED, 0, 9]
    for given_seeds in (seeds, np.array(seeds, np.uint64), np.array(seeds)):
        batch.reset(seed=given_seeds)
        assert batch.seed.tolist() == seeds
        assert [batch.game(i) for i in range(3)] == [Game.new(2, seed) for seed in seeds]
    batch.reset()
    assert batch.seed.tolist() == [seed_after(seed) for seed in seeds]


def test_seeds_are_counted_up_to_the_highest_there_is() -> None:
    batch, _ = begin()
    batch.reset(seed=MAX_SEED - 2)
    assert batch.seed.tolist() == [MAX_SEED - 2, MAX_SEED - 1, MAX_SEED]
    assert batch.game(2) == Game.new(2, MAX_SEED)
    with pytest.raises(ValueError, match="seed must be an integer from 0"):
        batch.reset(seed=MAX_SEED - 1)


def test_without_any_seed_batches_differ() -> None:
    one, other = BatchGame(2), BatchGame(2)
    one.reset()
    other.reset()
    assert len({*one.seed.tolist(), *other.seed.tolist()}) == 4


@pytest.mark.parametrize(
    ("seed", "error"),
    [
        (-1, ValueError),
        (2**63, ValueError),
        (1.5, TypeError),
        (True, TypeError),
        ([1, 2], ValueError),
        ([1, 2, -3], ValueError),
        ([1.0, 2.0, 3.0], TypeError),
    ],
)
def test_a_wrong_seed_is_an_error_and_changes_nothing(seed: Any, error: type[Exception]) -> None:
    batch, step = begin()
    before = snapshot(batch, step)
    with pytest.raises(error, match="seed must be"):
        batch.reset(seed=seed)
    assert snapshot(batch, step) == before


def test_some_games_may_begin_anew_while_the_others_stay() -> None:
    batch, _ = begin(4, reward="vp")
    step = moved(batch, 50)
    assert step.observation is not None
    games = [batch.game(i) for i in range(4)]
    seen = step.observation.copy()
    seeds = batch.seed
    step = batch.reset(which=np.array([True, False, True, False]))
    assert batch.seed.tolist() == [
        seed_after(int(seeds[0])), seeds[1], seed_after(int(seeds[2])), seeds[3]
    ]  # fmt: skip
    assert [batch.game(i) == games[i] for i in range(4)] == [False, True, False, True]
    assert batch.game(0) == Game.new(2, seed_after(int(seeds[0])))
    assert step.observation is not None
    assert np.array_equal(step.observation[1::2], seen[1::2])
    assert not step.reward.any()
    assert not step.done.any()
    batch.reset(seed=[1, 2, 3, 4], which=np.array([False, True, False, False]))
    assert batch.game(1) == Game.new(2, 2)
    assert batch.seed[3] == seeds[3]


@pytest.mark.parametrize(
    "which",
    [np.zeros(3, np.bool_), np.ones(2, np.bool_), np.ones(3, np.int8), [True, False, False]],
)
def test_which_games_begin_must_be_a_mask_of_them(which: Any) -> None:
    batch, step = begin()
    before = snapshot(batch, step)
    with pytest.raises((TypeError, ValueError), match="which games to reset must be a bool array"):
        batch.reset(which=which)
    assert snapshot(batch, step) == before


def test_the_first_reset_must_begin_all_games() -> None:
    batch = BatchGame(2)
    with pytest.raises(ValueError, match="must begin all games"):
        batch.reset(seed=1, which=np.array([True, False]))
    with pytest.raises(NotStartedError):
        batch.step([0, 0])


def test_before_the_first_reset_there_is_nothing_to_ask() -> None:
    batch = BatchGame(2)
    calls = (lambda: batch.step([0, 0]), batch.choose, lambda: batch.observe(0))
    for call in (*calls, lambda: batch.game(0), batch.save):
        with pytest.raises(NotStartedError, match="call reset"):
            call()


# Actions that are refused.


@pytest.mark.parametrize("action", [-1, -2, -3, NUM_ACTIONS, 2**40, -(2**63), None])
@pytest.mark.parametrize("row", [0, 2])
def test_an_illegal_action_is_named_and_no_game_changes(row: int, action: int | None) -> None:
    batch, _ = begin(num_threads=2, reward="vp")
    step = moved(batch, 30)
    assert step.mask is not None
    before = snapshot(batch, step)
    actions = batch.choose()
    before[1] = batch._games.rows.tobytes()
    actions[row] = np.flatnonzero(step.mask[row] == 0)[5] if action is None else action
    with pytest.raises(
        IllegalActionError, match=rf"game {row} of the batch: action {actions[row]}"
    ):
        batch.step(actions)
    assert snapshot(batch, step) == before


def test_an_unsigned_action_out_of_range_is_illegal_and_not_wrapped() -> None:
    batch, step = begin()
    before = snapshot(batch, step)
    with pytest.raises(IllegalActionError):
        batch.step(np.full(3, 2**64 - 3, np.uint64))
    assert snapshot(batch, step) == before


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        ([0.0, 1.0, 2.0], TypeError),
        (np.ones(3, np.bool_), TypeError),
        ([None, 1, 2], TypeError),
        (["0", "1", "2"], TypeError),
        ([], TypeError),
        ([1, 2], ValueError),
        (3, ValueError),
        (np.zeros((3, 1), np.int64), ValueError),
    ],
)
def test_actions_of_a_wrong_type_or_shape_are_errors(actions: Any, error: type[Exception]) -> None:
    batch, step = begin()
    before = snapshot(batch, step)
    with pytest.raises(error, match="actions must"):
        batch.step(actions)
    assert snapshot(batch, step) == before


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.uint16, np.int32, np.uint64])
def test_integers_of_every_width_are_actions(dtype: Any) -> None:
    batch, _ = begin(1)
    game = batch.game(0)
    action = int(game.legal_actions()[0])
    game.step(action)
    batch.step(np.array([action], dtype))
    assert batch.game(0) == game


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
def test_arrays_that_do_not_fit_are_refused_before_anything_happens(kind: str) -> None:
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


# Games that stay at their end.


@pytest.mark.parametrize("num_players", PLAYERS)
def test_without_autoreset_a_game_that_is_over_stays_until_it_is_reset(num_players: int) -> None:
    batch, _ = begin(6, num_players, autoreset=False, reward="vp")
    step = moved(batch, 1)
    while not step.done.any():
        step = batch.step(batch.choose())
    over = step.done.copy()
    games = [batch.game(i) for i in range(6)]
    assert step.reward[over].any()
    while not step.done.all():
        assert step.mask is not None
        assert step.observation is not None
        for i in np.flatnonzero(over).tolist():
            assert batch.game(i) == games[i]
            assert np.array_equal(step.observation[i], games[i].observe(0))
        assert not step.mask[over].any()
        assert (step.seat[over] == -1).all()
        assert step.mask[~step.done].any(axis=1).all()
        actions = batch.choose()
        actions[over] = [-1, -2, -3, NUM_ACTIONS, 0, 5][: over.sum()]
        step = batch.step(actions)
        assert step.done[over].all()
        assert not step.reward[over].any()
    seeds, which = batch.seed, np.arange(6) == 4
    step = batch.reset(which=which)
    assert step.done.tolist() == (~which).tolist()
    assert batch.seed.tolist() == [
        seed_after(int(seed)) if i == 4 else seed for i, seed in enumerate(seeds)
    ]
    assert batch.game(0) == games[0] or not over[0]
    assert step.seat[4] == batch.game(4).seat
    with pytest.raises(GameOverError):
        batch.game(0).step(0)


class Plain:
    """The same as a batch without autoreset, with a ``Game`` for each row."""

    def __init__(self, num_players: int, num_games: int) -> None:
        self.num_players = num_players
        self.seeds = [11 + i for i in range(num_games)]
        self.games = [self.new(seed) for seed in self.seeds]

    def new(self, seed: int) -> Game:
        return Game.new(self.num_players, seed, level_of(self.num_players))

    def reset(self, which: list[bool]) -> None:
        for i, begins in enumerate(which):
            if begins:
                self.seeds[i] = seed_after(self.seeds[i])
                self.games[i] = self.new(self.seeds[i])

    def step(self, actions: np.ndarray[Any, Any]) -> None:
        for game, action in zip(self.games, actions, strict=True):
            if not game.finished:
                game.step(int(action))

    def equals(self, batch: BatchGame, step: Step) -> bool:
        assert step.observation is not None
        assert step.mask is not None
        return all(
            game.record.tobytes() == batch.records[i].tobytes()
            and np.array_equal(game.observe(game.seat), step.observation[i])
            and np.array_equal(game.action_mask(), step.mask[i])
            and step.done[i] == game.finished
            and step.seat[i] == (-1 if game.finished else game.seat)
            and batch.seed[i] == self.seeds[i]
            for i, game in enumerate(self.games)
        )


#: Steps, many at once so that games end, or a reset of some games; with or without own arrays.
CALLS = st.tuples(
    st.one_of(st.integers(1, 90), st.lists(st.booleans(), min_size=3, max_size=3)), st.booleans()
)


@pytest.mark.property
@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    num_players=st.integers(1, 4),
    num_threads=st.integers(1, 3),
    calls=st.lists(CALLS, min_size=1, max_size=8),
)
def test_any_sequence_of_calls_does_what_it_does_to_single_games(
    num_players: int, num_threads: int, calls: list[tuple[Any, bool]]
) -> None:
    batch, step = begin(3, num_players, autoreset=False, num_threads=num_threads)
    plain = Plain(num_players, 3)
    size = observation_layout(num_players).size
    out = (np.full((3, size), 0.5, np.float32), np.ones((3, NUM_ACTIONS), np.int8))
    number = 0
    for call, own in calls:
        if isinstance(call, list) and any(call):
            plain.reset(call)
            step = batch.reset(which=np.array(call), out=None if own else out)
            if not own:  # a reset, too, must have written everything
                step = step._replace(observation=out[0], mask=out[1])
        for _ in range(call if isinstance(call, int) else 0):
            actions = picks(step, number)
            number += 1
            plain.step(actions)
            step = batch.step(actions, out=None if own else out)
        assert plain.equals(batch, step)
    batch.close()


# Policies, views, saved games.


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_a_compiled_policy_chooses_the_same_for_every_batch_and_thread(policy: str) -> None:
    long = BatchGame(7, 2, num_threads=3)
    short = BatchGame(2, 2, observation=None)
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
    with pytest.raises(ValueError, match="policy must be one of 'random', 'greedy'"):
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
        with pytest.raises(ValueError, match="seat must be an integer from 0 to 1"):
            batch.observe(seat)
    for which in ([3], [-1], [[0]]):
        with pytest.raises(ValueError, match="which"):
            batch.observe(0, np.array(which))


@pytest.mark.parametrize("num_players", PLAYERS)
def test_saved_games_go_on_identically(num_players: int) -> None:
    batch, _ = begin(3, num_players, reward="vp")
    step = moved(batch, 45)
    file = io.BytesIO()
    np.savez(file, allow_pickle=False, **batch.save())
    file.seek(0)
    other = BatchGame(3, num_players, level=level_of(num_players), reward="vp", num_threads=2)
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
def test_saved_games_of_another_batch_are_refused(num_games: int, num_players: int) -> None:
    other, _ = begin(num_games, num_players)
    batch, step = begin()
    before = snapshot(batch, step)
    with pytest.raises(ValueError, match="saved games"):
        batch.load(other.save())
    with pytest.raises(ValueError, match="saved games"):
        batch.load({})
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
        BatchGame(**{"num_games": 2, **arguments})


def test_threads_are_never_more_than_games_and_0_takes_all_cores() -> None:
    assert BatchGame(2, num_threads=8).num_threads == 2
    assert 1 <= BatchGame(64, num_threads=0).num_threads <= 64
    assert BatchGame(64).num_threads == 1


def test_a_batch_may_be_closed_twice_and_begin_with_other_data() -> None:
    batch, _ = begin(4, num_threads=2)
    batch.close()
    batch.close()
    assert finished(begin(2, autoreset=False)[0]).done.all()


def test_games_that_are_over_do_not_go_into_a_batch_that_never_shows_any() -> None:
    batch, _ = begin(autoreset=False)
    finished(batch)
    other, step = begin()
    before = snapshot(other, step)
    with pytest.raises(ValueError, match="saved games: some are over"):
        other.load(batch.save())
    assert snapshot(other, step) == before


def test_who_decides_cannot_be_written_by_the_caller() -> None:
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
    with pytest.raises(TypeError, match="which must be integers, found bool"):
        batch.observe(0, np.array([True, False, True]))
