"""Sparse observations: the dense ones in fewer bytes, in every way that batches have."""

import copy
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.vector import AutoresetMode

from tests.vector.batches import PLAYERS, begin
from tests.vector.tapes import STEPS, level_of
from wistar_env import BatchGame, LearnerBatch
from wistar_env.errors import RulesError
from wistar_env.games.rats_of_wistar.rules.actions import NUM_ACTIONS
from wistar_env.games.rats_of_wistar.rules.state import AT_DISCARDS, FLAG_USED
from wistar_env.games.rats_of_wistar.spaces.observation import observation_layout
from wistar_env.games.rats_of_wistar.spaces.width import sparse_width
from wistar_env.games.rats_of_wistar.tables import limits
from wistar_env.kit.vector.arrays import Sparse, Step
from wistar_env.kit.vector.sparse import densify, embedding_bags, sparsify


def counts_of(sparse: Sparse, size: int) -> npt.NDArray[np.uint8]:
    """Return sparse observations as those of dtype uint8."""
    dense = np.zeros((len(sparse.used), size), np.uint8)
    for row, (indices, values, count) in enumerate(zip(*sparse, strict=True)):
        dense[row, indices[:count]] = values[:count]
        assert (np.diff(indices[:count]) > 0).all()
        assert (values[:count] > 0).all()
        assert not indices[count:].any()
        assert not values[count:].any()
    return dense


def entries(step: Step) -> Sparse:
    """Return the observation of a step, which is sparse."""
    assert isinstance(step.observation, Sparse)
    return step.observation


def assert_shows(step: Step, expected: Any) -> None:
    """Compare a sparse step with a dense observation of dtype uint8."""
    assert step.mask is None
    assert np.array_equal(counts_of(entries(step), expected.shape[1]), expected)


def same(one: Sparse, other: Sparse) -> bool:
    """Compare all arrays of sparse observations."""
    arrays: Any = zip(one, other, strict=True)
    return all(np.array_equal(mine, yours) for mine, yours in arrays)


def of_both(num_players: int, kind: type = BatchGame, **options: Any) -> tuple[Any, Any]:
    """Return two batches of the same games, one sparse and one of dtype uint8."""
    level = level_of(num_players)
    return tuple(
        kind("rats-of-wistar", 9, num_players, level=level, observation=shown, **options)
        for shown in ("sparse", "uint8")
    )


# Equal to the dense ones.


@pytest.mark.parametrize("num_threads", [1, 3])
@pytest.mark.parametrize("num_players", PLAYERS)
def test_every_seat_sees_the_dense_observation(num_players: int, num_threads: int) -> None:
    sparse, dense = of_both(num_players, num_threads=num_threads)
    one, other = sparse.reset(seed=5), dense.reset(seed=5)
    ended = 0
    for number in range(STEPS[num_players]):
        assert_shows(one, other.observation)
        assert np.array_equal(legal_of(sparse), other.mask)
        actions = dense.choose("random" if number % 2 else "greedy")
        one, other = sparse.step(actions), dense.step(actions)
        for told, again in zip(one[2:], other[2:], strict=True):
            assert np.array_equal(told, again)
        ended += int(one.done.sum())
    assert ended > 0


def legal_of(batch: BatchGame) -> npt.NDArray[np.int8]:
    """Return what is legal as masks."""
    masks = np.zeros((len(batch), NUM_ACTIONS), np.int8)
    for mask, actions, count in zip(masks, batch.legal_actions, batch.num_legal, strict=True):
        mask[actions[:count]] = 1
    return masks


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_learner_sees_the_dense_observation_at_the_end_too(
    num_players: int, mode: AutoresetMode
) -> None:
    sparse, dense = of_both(
        num_players, LearnerBatch, autoreset_mode=mode, opponents=["random", "greedy"]
    )
    one, other = sparse.reset(seed=5), dense.reset(seed=5)
    endings = 0
    for _ in range(STEPS[num_players]):
        assert_shows(one, other.observation)
        actions = dense.choose()
        one, other = sparse.step(actions), dense.step(actions)
        ended = np.flatnonzero(one.done)
        endings += len(ended)
        final, expected = (batch.final_observation(ended) for batch in (sparse, dense))
        assert np.array_equal(counts_of(final, expected.shape[1]), expected)
        assert final.indices.shape == (len(ended), sparse_width(num_players))
    assert endings > 0


def test_games_that_waited_for_bots_are_observed_when_they_continue() -> None:
    sparse, dense = of_both(3, LearnerBatch, opponents=[LastAction(), "random"])
    one, other = sparse.reset(seed=2), dense.reset(seed=2)
    for _ in range(60):
        assert_shows(one, other.observation)
        actions = dense.choose()
        one, other = sparse.step(actions), dense.step(actions)


class LastAction:
    """Plays the legal action with the highest number."""

    def reset(self, seed: int) -> None:
        pass

    def act(self, batch: Any) -> list[int]:
        return [int(view.legal[-1]) for view in batch.views]


def test_a_game_that_stays_as_it_is_is_shown_as_it_was() -> None:
    sparse, dense = of_both(2, LearnerBatch, on_illegal="penalize")
    sparse.reset(seed=1), dense.reset(seed=1)
    actions = dense.choose()
    actions[4] = 970 if 970 not in dense.legal_actions[4, : dense.num_legal[4]] else 969
    one, other = sparse.step(actions), dense.step(actions)
    assert one.reward[4] == -1
    assert_shows(one, other.observation)


def test_what_every_seat_sees_is_asked_for_as_floats() -> None:
    sparse, dense = of_both(3)
    sparse.reset(seed=5), dense.reset(seed=5)
    for seat in range(3):
        one, other = sparse.observe(seat), dense.observe(seat)
        assert one[0].dtype == np.float32
        assert np.array_equal(one[0], other[0])
        assert np.array_equal(one[1], other[1])


def test_saved_games_are_shown_by_whoever_loads_them() -> None:
    sparse, dense = of_both(2)
    dense.reset(seed=5)
    for _ in range(40):
        seen = dense.step(dense.choose())
    assert_shows(sparse.load(dense.save()), seen.observation)
    step = sparse.step(sparse.choose())
    assert np.array_equal(dense.load(sparse.save()).observation, counts_of(entries(step), 2863))


def test_a_copy_knows_how_much_it_showed() -> None:
    batch, _ = begin(9, observation="sparse")
    shorter = 0
    for _ in range(60):
        other, actions = copy.deepcopy(batch), batch.choose()
        before = batch._games.used.copy()
        assert same(entries(other.step(actions)), entries(batch.step(actions)))
        shorter += int((batch._games.used < before).sum())
    assert shorter > 0


# Arrays of the caller.


def test_arrays_of_the_caller_are_written_in_whole_and_own_ones_stay() -> None:
    sparse, dense = of_both(2, num_threads=2)
    own, other = sparse.reset(seed=5), dense.reset(seed=5)
    out = Sparse.zeros(9, sparse_width(2))
    rng = np.random.default_rng(1)
    for _ in range(150):
        actions = dense.choose()
        kept = copy.deepcopy(entries(own))
        into = out if rng.random() < 0.5 else None
        one, other = sparse.step(actions, out=into), dense.step(actions)
        assert_shows(one, other.observation)
        if into is not None:
            assert one.observation is out
            assert same(entries(own), kept)
            out.indices[:], out.values[:] = 9, 9  # whatever it was, it is written over
            out.used[:] = rng.integers(-(2**15), 2**15, 9)


def wrong_buffers() -> dict[str, Any]:
    width = sparse_width(2)
    good = Sparse.zeros(3, width)
    return {
        "short": Sparse.zeros(2, width),
        "narrow": Sparse.zeros(3, width - 1),
        "wide indices": good._replace(indices=good.indices.astype(np.int64)),
        "signed values": good._replace(values=good.values.astype(np.int8)),
        "strided": good._replace(values=np.zeros((6, width), np.uint8)[::2]),
        "list": good._replace(used=[0, 0, 0]),  # type: ignore[arg-type]
        "dense": (np.zeros((3, 2863), np.uint8), np.zeros((3, 971), np.int8)),
    }


@pytest.mark.parametrize("kind", wrong_buffers())
def test_arrays_that_do_not_fit_are_rejected_before_anything_happens(kind: str) -> None:
    batch, step = begin(observation="sparse")
    before, games = copy.deepcopy(entries(step)), batch.records.tobytes()
    with pytest.raises((TypeError, ValueError), match=r"^out"):
        batch.step(batch.choose(), out=wrong_buffers()[kind])
    assert batch.records.tobytes() == games
    assert same(entries(step), before)
    batch.step(batch.choose())


def test_own_arrays_are_no_arrays_of_the_caller() -> None:
    batch, step = begin(observation="sparse")
    mixed = Sparse.zeros(3, sparse_width(2))._replace(values=entries(step).values)
    with pytest.raises(ValueError, match="must not be the batch's own"):
        batch.step(batch.choose(), out=mixed)


def test_dense_batches_take_no_sparse_arrays() -> None:
    batch, _ = begin()
    with pytest.raises(TypeError, match=r"out .* Sparse"):
        batch.step(batch.choose(), out=Sparse.zeros(3, sparse_width(2)))


# What does not fit.


def overfill(batch: BatchGame, i: int) -> None:
    """Forge a game that shows more than any game can: every card discarded and used, and so on."""
    game = batch.records[i]
    game["card_at"][:] = AT_DISCARDS
    game["card_flags"][:] = FLAG_USED
    for player in game["players"]:
        for field, count in (
            ("cubes_gone", limits.ABILITIES),
            ("claims", limits.OBJECTIVES),
            ("private", limits.OBJECTIVES),
            ("heroes", limits.HEROES),
            ("skill_tokens", limits.HEROES),
        ):
            player[field] = 2**count - 1
    game["objective_claims"][:] = 1
    game["guests_gone"] = 2**limits.GUEST_TILES - 1
    game["doors_seen"] = 2**limits.DOOR_TOKENS - 1
    game["objectives_gone"] = 2**limits.OBJECTIVES - 1


@pytest.mark.parametrize("num_threads", [1, 2])
def test_a_game_with_too_much_to_show_is_rejected_by_its_number(num_threads: int) -> None:
    batch, step = begin(5, observation="sparse", num_threads=num_threads)
    before = copy.deepcopy(entries(step))
    overfill(batch, 2)
    only_first = np.arange(5) == 0
    with pytest.raises(RulesError, match=r"game 2 of the batch: .* 544"):
        batch.reset(seed=11, which=only_first)
    now = entries(step)
    assert same(now._replace(used=before.used), before), "it was written although it did not fit"
    assert entries(step).used.tolist() == [*before.used[:2], -1, *before.used[3:]]
    assert not batch.started
    assert_shows(batch.reset(seed=11), counts_of(before, 2863))


def test_what_a_learner_saw_at_the_end_is_rejected_too() -> None:
    counts = np.zeros((2, 2863), np.uint8)
    counts[1, :545] = 1
    with pytest.raises(RulesError, match="holds at most 544 nonzero values"):
        sparsify(counts, 544)
    assert sparsify(counts, 545).used.tolist() == [0, 545]


@pytest.mark.parametrize("known", [-1, -7, 0, 3, 545, 2**15 - 1])
def test_how_much_was_shown_may_be_forged(known: int) -> None:
    batch, step = begin(5, observation="sparse")
    dense, _ = begin(5, observation="uint8")
    batch._games.used[:] = known
    if 0 <= known <= 544:
        entries(step).indices[:, known:] = 0  # what a count promises
        entries(step).values[:, known:] = 0
    actions = dense.choose()
    assert_shows(batch.step(actions), dense.step(actions).observation)


# Helpers.


@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_sparse_observation_made_dense_is_the_one_of_floats(num_players: int) -> None:
    layout = observation_layout(num_players)
    sparse, floats = (begin(4, num_players, observation=kind)[0] for kind in ("sparse", "float32"))
    for _ in range(30):
        actions = floats.choose("greedy")
        one, other = sparse.step(actions), floats.step(actions)
        dense = densify(entries(one), layout)
        assert dense.dtype == np.float32
        assert np.array_equal(dense, other.observation)  # type: ignore[arg-type]


def test_nothing_can_be_made_dense_sparse_and_bags() -> None:
    layout = observation_layout(2)
    empty = sparsify(np.zeros((0, layout.size), np.uint8), 32)
    assert densify(empty, layout).shape == (0, layout.size)
    zeros = sparsify(np.zeros((2, layout.size), np.uint8), 32)
    assert not densify(zeros, layout).any()
    assert [array.tolist() for array in embedding_bags(zeros, layout)] == [
        [],
        [0, 0],
        [],
    ]


@pytest.mark.parametrize("num_players", PLAYERS)
def test_bags_of_embeddings_sum_to_a_linear_layer(num_players: int) -> None:
    torch = pytest.importorskip("torch")
    layout = observation_layout(num_players)
    _, step = begin(6, num_players, observation="sparse")
    bag = torch.nn.EmbeddingBag(layout.size, 8, mode="sum")
    indices, offsets, weights = map(torch.from_numpy, embedding_bags(entries(step), layout))
    dense = torch.from_numpy(densify(entries(step), layout))
    with torch.no_grad():
        expected = dense @ bag.weight
        found = bag(indices, offsets, per_sample_weights=weights)
        assert torch.allclose(found, expected, atol=1e-5)
        # Rows with what pads them: its values are 0.
        padded = torch.from_numpy(entries(step).indices.astype(np.int64))
        scaled = entries(step).values * layout.scale[entries(step).indices]
        found = bag(padded, per_sample_weights=torch.from_numpy(scaled))
        assert torch.allclose(found, expected, atol=1e-5)
