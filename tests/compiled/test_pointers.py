"""Arrays that are passed through ``pointer``, which bounds checking does not cover.

These tests watch the memory around such arrays, so that writes there, and reads that are used, are
noticed.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pytest

from tests.games import TABLES, sampled
from wistar_env import RatsOfWistar
from wistar_env.compiled.jit import entry, pointer
from wistar_env.compiled.nonzeros import MOST, SPARE, WORD, find_nonzeros
from wistar_env.compiled.types import ByteArray, DoubleArray, FloatArray, ShortArray
from wistar_env.games.rats_of_wistar.heuristics.evaluate import evaluate
from wistar_env.games.rats_of_wistar.heuristics.features import NUM_FEATURES, WEIGHTS
from wistar_env.games.rats_of_wistar.rules.actions import LEGAL_SIZE, NUM_ACTIONS
from wistar_env.games.rats_of_wistar.rules.categories import COLUMNS
from wistar_env.games.rats_of_wistar.rules.scoring import score_game
from wistar_env.games.rats_of_wistar.rules.types import GameArray, TablesArray
from wistar_env.games.rats_of_wistar.spaces.encode import encode
from wistar_env.games.rats_of_wistar.spaces.encode_seat import EVERYTHING
from wistar_env.games.rats_of_wistar.spaces.observation import state_layout
from wistar_env.games.rats_of_wistar.tables.limits import MAX_SEATS
from wistar_env.kit import single_game
from wistar_env.kit.batch.observation_writers import (
    GROUP,
    TOO_MANY,
    write_changes,
    write_entries,
)
from wistar_env.kit.common_fields import common_fields
from wistar_env.kit.layout import Layout
from wistar_env.kit.limits import MAX_OBSERVATION
from wistar_env.kit.networks.forward import forward
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.record import Networks

#: Elements before and after an array that must not be touched.
AROUND: Final = 512


@entry
def encode_into(
    tables: TablesArray, games: GameArray, viewer: int, out: ByteArray, limit: ByteArray
) -> None:
    encode(tables[0], games[0], viewer, pointer(out), len(out), pointer(limit))


@entry
def scores_into(tables: TablesArray, games: GameArray, out: ShortArray) -> None:
    score_game(tables[0], games[0], pointer(out))


@entry
def features_into(
    tables: TablesArray, games: GameArray, seat: int, weights: DoubleArray, out: DoubleArray
) -> float:
    value: float = evaluate(tables[0], games[0], seat, seat, pointer(weights), pointer(out))
    return value


@entry
def entries_into(
    counts: ByteArray, size: int, indices: ShortArray, values: ByteArray, known: int
) -> int:
    written: int = write_entries(
        pointer(counts), size, pointer(indices), pointer(values), len(indices), known
    )
    return written


@entry
def changes_into(
    counts: ByteArray, shown: ByteArray, scale: FloatArray, out: FloatArray, size: int
) -> None:
    write_changes(pointer(counts), pointer(shown), pointer(scale), pointer(out), size)


@entry
def places_into(counts: ByteArray, size: int, places: ShortArray) -> int:
    found: int = find_nonzeros(counts, size, places)
    return found


@entry
def forward_into(
    networks: Networks,
    indices: ShortArray,
    values: ByteArray,
    count: int,
    legal: ShortArray,
    hidden1: FloatArray,
    hidden2: FloatArray,
    logits: FloatArray,
    heads: FloatArray,
) -> None:
    forward(
        networks[0],
        pointer(indices),
        pointer(values),
        count,
        pointer(legal),
        pointer(hidden1),
        pointer(hidden2),
        pointer(logits),
        pointer(heads),
    )


class Surrounded:
    """An array in the middle of a larger array filled with one value."""

    def __init__(self, like: npt.NDArray[Any], around: int) -> None:
        self.whole = np.full(len(like) + 2 * AROUND, around, like.dtype)
        self.array = self.whole[AROUND : AROUND + len(like)]
        self.array[:] = like
        self.around = around

    def is_untouched(self) -> bool:
        outside = (self.whole[:AROUND], self.whole[-AROUND:])
        return all(bool((part == self.around).all()) for part in outside)


def encoded(game: RatsOfWistar, viewer: int, layout: Layout, around: int) -> npt.NDArray[np.uint8]:
    # What was in the array before is to be written over.
    out = Surrounded(np.full(layout.size, 255 - around, np.uint8), around)
    limit = Surrounded(layout.limit, around)
    encode_into(game.components._tables, game.record, viewer, out.array, limit.array)
    assert out.is_untouched()
    assert limit.is_untouched()
    return out.array


@pytest.mark.property
@pytest.mark.parametrize("table", TABLES)
def test_the_encoder_writes_all_of_its_array_and_nothing_around_it(table: dict[str, Any]) -> None:
    for game in sampled(RatsOfWistar.new(seed=6, **table), every=7, seed=6):
        every = [(seat, game.layout) for seat in range(game.num_seats)]
        for viewer, layout in [*every, (EVERYTHING, state_layout(game.num_players))]:
            first, second = (encoded(game, viewer, layout, around) for around in (0, 255))
            np.testing.assert_array_equal(first, second)


@pytest.mark.parametrize("size", [1, 31, 32, 33, 128, 521, 640])
@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 1.0])
def test_changes_are_written_into_their_row_only(size: int, share: float) -> None:
    chance = np.random.default_rng(size)
    padded = -(-size // GROUP) * GROUP
    old = np.zeros(padded, np.uint8)
    old[:size] = chance.integers(0, 256, size)
    counts = old.copy()
    changed = np.flatnonzero(chance.random(size) < share)
    counts[changed] += 1
    scale = chance.random(size, np.float32)
    shown, out = Surrounded(old, 7), Surrounded(np.float32(old[:size]) * scale, 7)
    changes_into(counts, shown.array, scale, out.array, size)
    assert shown.is_untouched()
    assert out.is_untouched()
    np.testing.assert_array_equal(shown.array, counts)
    np.testing.assert_array_equal(out.array, np.float32(counts[:size]) * scale)


@pytest.mark.property
@pytest.mark.parametrize("table", TABLES)
def test_legal_actions_are_written_into_their_array_only(table: dict[str, Any]) -> None:
    for game in sampled(RatsOfWistar.new(seed=7, **table), every=3, seed=7):
        legal = Surrounded(np.full(LEGAL_SIZE, -9, np.int16), 77)
        single_game.legal_actions(game.components.rules, common_fields(game.record), 0, legal.array)
        assert legal.is_untouched()
        assert sorted(legal.array[1 : legal.array[0] + 1]) == game.legal_actions().tolist()
        if not game.finished:
            other = game.clone()
            rules, action = game.components.rules, int(legal.array[1])
            single_game.step(rules, common_fields(other.record), 0, action, legal.array)
            assert legal.is_untouched()


@pytest.mark.property
@pytest.mark.parametrize("table", TABLES)
def test_scores_and_features_are_written_into_their_arrays_only(table: dict[str, Any]) -> None:
    for game in sampled(RatsOfWistar.new(seed=8, **table), every=7, seed=8):
        scores = Surrounded(np.zeros(MAX_SEATS * COLUMNS, np.int16), 77)
        scores_into(game.components._tables, game.record, scores.array)
        assert scores.is_untouched()
        for seat in range(game.num_players):
            values = []
            for around in (-7, 7):
                weights = Surrounded(WEIGHTS, around)
                out = Surrounded(np.full(NUM_FEATURES, float(around)), around)
                tables, record = game.components._tables, game.record
                values.append(features_into(tables, record, seat, weights.array, out.array))
                assert weights.is_untouched()
                assert out.is_untouched()
            assert values[0] == values[1]


@pytest.mark.property
@pytest.mark.parametrize("filled", [0, 1, 31, 32, 33, 95, 96, 97, 700, 3969])
@pytest.mark.parametrize("known", [-5, 0, 40, 96, 97, 2**15 - 1])
def test_entries_are_written_into_their_arrays_only(filled: int, known: int) -> None:
    """Room for 96 entries; more are not written at all, and of other numbers nothing is taken."""
    size, rng = 3969, np.random.default_rng(filled)
    counts = Surrounded(np.zeros(-(-size // GROUP) * GROUP, np.uint8), 255)
    places = np.sort(rng.permutation(size)[:filled])
    counts.array[places] = rng.integers(1, 256, filled)
    indices, values = (Surrounded(np.full(96, 7, kind), 77) for kind in (np.int16, np.uint8))
    found = entries_into(counts.array, size, indices.array, values.array, known)
    assert indices.is_untouched()
    assert values.is_untouched()
    if filled > 96:
        assert found == TOO_MANY
        assert (indices.array == 7).all()
        assert (values.array == 7).all()
        return
    assert found == filled
    assert np.array_equal(indices.array[:filled], places)
    assert np.array_equal(values.array[:filled], counts.array[places])
    cleared = max(filled, known) if 0 <= known <= 96 else 96
    for written in (indices.array, values.array):
        assert not written[filled:cleared].any()
        assert (written[cleared:] == 7).all()


@pytest.mark.property
@pytest.mark.parametrize("filled", [0, 1, 63, 64, 65, 700, MOST])
def test_places_are_written_into_their_array_and_its_spare_part_only(filled: int) -> None:
    rng = np.random.default_rng(filled)
    counts = Surrounded(np.zeros(MOST, np.uint8), 255)
    wanted = np.sort(rng.permutation(MOST)[:filled])
    counts.array[wanted] = rng.integers(1, 256, filled)
    places = Surrounded(np.full(filled + SPARE, 7, np.int16), 77)
    assert places_into(counts.array, MOST, places.array) == filled
    assert np.array_equal(places.array[:filled], wanted)
    assert places.is_untouched()
    assert counts.is_untouched()


def test_the_largest_layout_can_be_looked_through() -> None:
    assert (MAX_OBSERVATION // WORD + 1) * WORD <= MOST


@pytest.mark.property
@pytest.mark.parametrize("num_players", [1, 4])
def test_what_a_network_makes_of_a_position_is_written_into_its_arrays_only(
    num_players: int,
) -> None:
    network = Network.random(RatsOfWistar, num_players, (48, 16))
    inputs, heads = len(network.parameters["first"]), 2 * max(2, num_players)
    found = []
    for around in (3, 99):
        indices = Surrounded(np.array([0, 7, inputs - 1], np.int16), around)
        values = Surrounded(np.array([1, 2, 1], np.uint8), around)
        legal = Surrounded(np.array([2, 0, NUM_ACTIONS - 1], np.int16), around)
        outs = [Surrounded(np.zeros(size, np.float32), around) for size in (48, 16, 2, heads)]
        written = [out.array for out in outs]
        forward_into(network.records(), indices.array, values.array, 3, legal.array, *written)
        assert all(each.is_untouched() for each in (indices, values, legal, *outs))
        found.append(np.concatenate(written))
    assert np.array_equal(found[0], found[1])
