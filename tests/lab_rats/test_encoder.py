"""What the encoder writes: all of its array, and nothing around it."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from wistar_env.compiled.jit import entry, pointer
from wistar_env.compiled.types import ByteArray
from wistar_env.games.lab_rats import LabRats
from wistar_env.kit.common_fields import NOBODY, GameArray, common_fields
from wistar_env.kit.game_calls import encode
from wistar_env.kit.rules_interface import TablesArray

#: Bytes before and behind the array.
AROUND = 96


@entry
def encode_into(
    tables: TablesArray, games: GameArray, viewer: int, whole: ByteArray, limit: ByteArray
) -> None:
    out = whole[AROUND : len(whole) - AROUND]
    encode(tables[0], games[0], viewer, pointer(out), len(out), pointer(limit))


def encoded(game: LabRats, viewer: int, around: int) -> npt.NDArray[Any]:
    whole = np.full(game.layout.size + 2 * AROUND, around, np.uint8)
    whole[AROUND:-AROUND] = 255 - around
    limit = game.layout.limit.copy()
    encode_into(game.data.rules, common_fields(game.record), viewer, whole, limit)
    assert (whole[:AROUND] == around).all()
    assert (whole[-AROUND:] == around).all()
    return whole[AROUND:-AROUND]


@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_it_writes_all_of_its_array_and_nothing_around_it(num_players: int) -> None:
    game, chance = LabRats.new(num_players, 4), np.random.default_rng(4)
    while not game.finished:
        for viewer in (*range(num_players), NOBODY):
            first, second = encoded(game, viewer, 0), encoded(game, viewer, 255)
            np.testing.assert_array_equal(first, second)
            beyond = np.flatnonzero(first > game.layout.limit).tolist()
            assert not beyond, (
                "observed.py must write the blocks of blocks.py in their order: the counts "
                f"{beyond} are above their limits"
            )
        game.step(int(chance.choice(game.legal_actions())))
