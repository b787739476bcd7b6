"""The blocks of actions: their contents do not depend on their position."""

import pytest

from wistar_env.games.rats_of_wistar.rules import actions
from wistar_env.games.rats_of_wistar.rules.actions import ACTION_BLOCKS, NUM_ACTIONS, ActionBlock

#: As plain Python, since what is compiled into its callers cannot be called from here.
within = getattr(actions.within, "py_func", actions.within)


@pytest.mark.parametrize("block", ACTION_BLOCKS, ids=lambda block: block.name)
def test_within_a_block_are_its_own_actions_only(block: ActionBlock) -> None:
    found = [a for a in range(NUM_ACTIONS) if within(a, block.start)]
    assert found == list(range(block.start, block.start + block.size))
    assert getattr(actions, block.name) == block.start


def test_nothing_is_within_what_begins_no_block() -> None:
    assert not any(within(a, actions.MOVE + 1) for a in range(NUM_ACTIONS))
