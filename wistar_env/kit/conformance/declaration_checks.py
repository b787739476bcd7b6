"""Checks of what a game declares against what happens in its games."""

import numpy as np
import numpy.typing as npt

from wistar_env.kit.conformance.table import Table
from wistar_env.kit.layout import Block
from wistar_env.kit.vector.batch_game import BatchGame

#: Games side by side in which what is declared must occur, and their steps.
_GAMES = 256
_STEPS = 4_000


def every_block_occurs(table: Table) -> None:
    """Check that every block of the observation is other than 0 somewhere."""
    batch = BatchGame(table.game, _GAMES, table.num_players, observation="uint8")
    step = batch.reset(seed=table.seed)
    seen = np.zeros(batch.layout.size, np.bool_)
    for k in range(_STEPS):
        assert step.observation is not None
        seen |= (step.observation > 0).any(axis=0)
        never = [block.name for block in batch.layout.blocks if not _part(seen, block).any()]
        if not never:
            return
        step = batch.step(batch.choose("greedy" if k % 4 else "random"))
    raise AssertionError(
        f"blocks of the observation that are 0 in {_GAMES} games side by side, for {_STEPS} "
        f"steps: {', '.join(never)}"
    )


def _part(seen: npt.NDArray[np.bool_], block: Block) -> npt.NDArray[np.bool_]:
    return seen[block.start : block.start + block.size]


def every_action_occurs(table: Table) -> None:
    """Check that every action is legal somewhere, with some number of players."""
    spec = table.game.spec
    if table.num_players != spec.max_players:
        return  # once for all numbers of players
    legal = np.zeros(spec.num_actions, np.bool_)
    for num_players in range(spec.min_players, spec.max_players + 1):
        batch = BatchGame(table.game, _GAMES, num_players, observation=None)
        batch.reset(seed=table.seed)
        for k in range(_STEPS):
            for row, count in zip(batch.legal_actions, batch.num_legal, strict=True):
                legal[row[:count]] = True
            if legal.all():
                return
            batch.step(batch.choose("greedy" if k % 4 else "random"))
    missing = np.flatnonzero(~legal).tolist()
    raise AssertionError(
        f"{len(missing)} of {spec.num_actions} actions were never legal in {_GAMES} games side by "
        f"side, for {_STEPS} steps: {', '.join(map(str, missing[:12]))}"
    )
