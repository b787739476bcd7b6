"""Sparse observations are wide enough for all games, and not much wider."""

import numpy as np
import pytest

from tests.vector.tapes import level_of
from wistar_env import BatchGame
from wistar_env.games.rats_of_wistar.spaces.observation import observation_layout
from wistar_env.games.rats_of_wistar.spaces.width import FEW, PIECES, most_at_once, sparse_width

PLAYERS = [1, 2, 3, 4]
#: Of the blocks of all seats, or of the common one, by player count.
NAMES = {
    num_players: [
        (block, block.name.rpartition(".")[2]) for block in observation_layout(num_players).blocks
    ]
    for num_players in PLAYERS
}


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_width_is_the_next_multiple_of_32(num_players: int) -> None:
    most, width = most_at_once(num_players), sparse_width(num_players)
    assert width % 32 == 0
    assert most <= width < most + 32
    assert width < observation_layout(num_players).size / 4


def test_each_block_is_declared_once() -> None:
    known = {name for blocks in NAMES.values() for _, name in blocks}
    declared = [*FEW, *(name for pieces in PIECES for name in pieces.blocks)]
    assert len(declared) == len(set(declared))
    assert set(declared) <= known


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("num_players", PLAYERS)
def test_no_block_shows_more_than_is_declared(num_players: int, policy: str) -> None:
    batch = BatchGame(
        "rats-of-wistar", 48, num_players, level=level_of(num_players), observation="uint8"
    )
    step = batch.reset(seed=4)
    highest = 0
    for number in range(250):
        seen = np.asarray(step.observation) != 0
        highest = max(highest, int(seen.sum(axis=1).max()))
        shown = {pieces: np.zeros(48, np.int64) for pieces in PIECES}
        for block, name in NAMES[num_players]:
            found = seen[:, block.start : block.start + block.size].sum(axis=1)
            assert found.max() <= FEW.get(name, block.size), block.name
            for pieces in PIECES:
                shown[pieces] += found * (name in pieces.blocks)
        for pieces, found in shown.items():
            assert found.max() <= pieces.number, pieces.blocks
        # Greedy's games mixed with random decisions lead to where neither of them goes.
        step = batch.step(batch.choose(policy if number % 9 else "random"))
    assert highest > 100
    assert highest < most_at_once(num_players) * 3 / 4
