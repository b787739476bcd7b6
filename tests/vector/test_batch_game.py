"""Batches in which the caller plays all seats: steps, resets, rejections, ends of games."""

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.author.recall import Recall
from tests.vector.batches import PLAYERS, begin, moved, snapshot
from tests.vector.tapes import level_of, picks
from wistar_env import BatchGame, RatsOfWistar
from wistar_env.errors import GameOverError, NotStartedError, RulesError
from wistar_env.games.rats_of_wistar.rules.actions import BUY_WILD, NUM_ACTIONS, PAY
from wistar_env.games.rats_of_wistar.rules.categories import CATEGORIES
from wistar_env.games.rats_of_wistar.spaces.observation import observation_layout
from wistar_env.kit.game import MAX_SEED, seed_after
from wistar_env.kit.game.breakdown import best_first
from wistar_env.kit.vector.arrays import Step

TOTAL = CATEGORIES.index("total")


def is_array(array: np.ndarray[Any, Any], dtype: Any, shape: tuple[int, ...]) -> bool:
    return array.dtype == dtype and array.shape == shape


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


def test_the_arrays_of_the_batch_are_reused_in_every_step() -> None:
    batch, first = begin()
    second = moved(batch, 5)
    assert first.observation is second.observation
    assert first.mask is second.mask
    assert first.seat is second.seat
    assert first.done is second.done
    assert np.shares_memory(first.reward, second.reward)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_ids_of_legal_actions_are_available_with_and_without_observations(num_players: int) -> None:
    level = level_of(num_players)
    seeing = BatchGame(
        "rats-of-wistar", 3, num_players, level=level, autoreset_mode=AutoresetMode.DISABLED
    )
    blind = BatchGame(
        "rats-of-wistar",
        3,
        num_players,
        level=level,
        autoreset_mode=AutoresetMode.DISABLED,
        observation=None,
    )
    step = seeing.reset(seed=4)
    blind.reset(seed=4)
    while not step.done.all():
        assert step.mask is not None
        for batch in (seeing, blind):
            for row, count, mask in zip(
                batch.legal_actions, batch.num_legal, step.mask, strict=True
            ):
                assert sorted(row[:count]) == np.flatnonzero(mask).tolist()
        actions = np.where(blind.num_legal > 0, blind.legal_actions[:, 0], 0)
        step = seeing.step(actions)
        blind.step(actions)
    assert not blind.num_legal.any()
    for array in (blind.legal_actions, blind.num_legal):
        assert not array.flags.writeable


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_end_of_a_game_is_reported_with_scores_ranks_and_seed(num_players: int) -> None:
    batch, step = begin(4, num_players)
    games = [RatsOfWistar.new(num_players, 11 + i, level=level_of(num_players)) for i in range(4)]
    ended = 0
    number = 0
    while ended < 6:
        seeds, levels = batch.seed, batch.report["level"]
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
            ranks = [best_first(game.ranks()).index(seat) + 1 for seat in seats]
            assert batch.final_ranks[i, : game.num_seats].tolist() == ranks
            assert batch.final_seed[i] == seeds[i]
            assert batch.seed[i] == seed_after(int(seeds[i]))
            games[i] = RatsOfWistar.new(
                num_players, int(batch.seed[i]), level=level_of(num_players)
            )
            ended += 1
        number += 1


def _scores(batch: BatchGame, i: int) -> list[list[int]]:
    rows: list[list[int]] = batch.final_scores[i, : batch.num_seats].tolist()
    return rows


def test_what_the_properties_return_is_no_part_of_the_batch() -> None:
    batch, step = begin()
    before = snapshot(batch, step)
    for array in (
        batch.seed,
        batch.report["level"],
        batch.final_scores,
        batch.final_ranks,
        batch.final_seed,
    ):
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
    with pytest.raises((TypeError, ValueError), match=r"i .* 0 to 2"):
        batch.game(i)


# Beginning games.


def test_seeds_are_counted_up_or_given_one_by_one() -> None:
    batch = BatchGame("rats-of-wistar", 3, 2)
    batch.reset(seed=5)
    assert batch.seed.tolist() == [5, 6, 7]
    seeds = [MAX_SEED, 0, 9]
    for given_seeds in (seeds, np.array(seeds, np.uint64), np.array(seeds)):
        batch.reset(seed=given_seeds)
        assert batch.seed.tolist() == seeds
        assert [batch.game(i) for i in range(3)] == [RatsOfWistar.new(2, seed) for seed in seeds]
    batch.reset()
    assert batch.seed.tolist() == [seed_after(seed) for seed in seeds]


def test_seeds_count_up_to_the_highest_one() -> None:
    batch, _ = begin()
    batch.reset(seed=MAX_SEED - 2)
    assert batch.seed.tolist() == [MAX_SEED - 2, MAX_SEED - 1, MAX_SEED]
    assert batch.game(2) == RatsOfWistar.new(2, MAX_SEED)
    with pytest.raises(ValueError, match="seed must be an integer from 0"):
        batch.reset(seed=MAX_SEED - 1)


def test_without_any_seed_batches_differ() -> None:
    one, other = (
        BatchGame("rats-of-wistar", 2, num_players=2),
        BatchGame("rats-of-wistar", 2, num_players=2),
    )
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


def test_some_games_can_be_reset_while_the_others_stay() -> None:
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
    assert batch.game(0) == RatsOfWistar.new(2, seed_after(int(seeds[0])))
    assert step.observation is not None
    assert np.array_equal(step.observation[1::2], seen[1::2])
    assert not step.reward.any()
    assert not step.done.any()
    batch.reset(seed=[1, 2, 3, 4], which=np.array([False, True, False, False]))
    assert batch.game(1) == RatsOfWistar.new(2, 2)
    assert batch.seed[3] == seeds[3]


@pytest.mark.parametrize(
    "which",
    [np.zeros(3, np.bool_), np.ones(2, np.bool_), np.ones(3, np.int8), [True, False, False]],
)
def test_which_games_begin_must_be_a_mask_of_them(which: Any) -> None:
    batch, step = begin()
    before = snapshot(batch, step)
    with pytest.raises((TypeError, ValueError), match="bool array"):
        batch.reset(which=which)
    assert snapshot(batch, step) == before


def test_the_first_reset_must_begin_all_games() -> None:
    batch = BatchGame("rats-of-wistar", 2, num_players=2)
    with pytest.raises(ValueError, match="must begin all games"):
        batch.reset(seed=1, which=np.array([True, False]))
    with pytest.raises(NotStartedError):
        batch.step([0, 0])


def test_calls_before_the_first_reset_are_rejected() -> None:
    batch = BatchGame("rats-of-wistar", 2, num_players=2)
    calls = (lambda: batch.step([0, 0]), batch.choose, lambda: batch.observe(0))
    for call in (*calls, lambda: batch.game(0), batch.save):
        with pytest.raises(NotStartedError, match="call reset"):
            call()


# Actions that are rejected.


# Games that stay at their end.


@pytest.mark.parametrize("num_players", PLAYERS)
def test_without_autoreset_a_game_that_is_over_stays_until_it_is_reset(num_players: int) -> None:
    batch, _ = begin(6, num_players, autoreset_mode=AutoresetMode.DISABLED, reward="vp")
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

    def new(self, seed: int) -> RatsOfWistar:
        return RatsOfWistar.new(self.num_players, seed, level=level_of(self.num_players))

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
    batch, step = begin(
        3, num_players, autoreset_mode=AutoresetMode.DISABLED, num_threads=num_threads
    )
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


@pytest.mark.parametrize("threads", [1, 2])
def test_a_game_that_cannot_continue_is_named_and_can_be_reset(threads: int) -> None:
    batch = BatchGame("rats-of-wistar", 8, 2, num_threads=threads)
    step = batch.reset(seed=30)
    assert step.mask is not None
    while not (payers := np.flatnonzero(step.mask[:, BUY_WILD])).size:
        step = batch.step(batch.choose("random"))
    row = int(payers[0])
    actions = batch.choose("random")
    actions[row] = BUY_WILD
    step = batch.step(actions)
    player = batch.records["players"][row, step.seat[row]]
    player["wood"], player["metal"], player["hand_size"], player["hand"] = 1, 1, 0, -1
    actions, seed = batch.choose("random"), batch.seed[row]
    actions[row] = PAY
    with pytest.raises(RulesError, match=f"game {row} of the batch: the game with seed {seed} "):
        batch.step(actions)
    with pytest.raises(NotStartedError):
        batch.step(actions)
    batch.reset(seed=1)
    batch.step(batch.choose("random"))
    batch.close()


def test_rewards_have_a_column_per_seat_in_a_game_with_one_seat_too() -> None:
    batch = BatchGame(Recall, 3, observation=None)
    assert batch.reset(1).reward.shape == (3, 1)


def test_other_arrays_for_results_are_rejected() -> None:
    batch = BatchGame(Recall, 3)
    batch.reset(1)
    for out, found in (((np.zeros((3, 1), np.float32),), "tuple"), (5, "int")):
        with pytest.raises(TypeError, match=rf"out must be a pair .*, found {found}"):
            batch.reset(1, out=out)  # type: ignore[arg-type]
