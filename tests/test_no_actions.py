"""What is told to somebody who gives something that is no action, wherever actions are taken."""

from typing import Any

import numpy as np
import pytest

from wistar_env import BatchGame, LearnerBatch, RatsOfWistar
from wistar_env.errors import GameOverError
from wistar_env.kit.bots import Batch, View
from wistar_env.kit.replays import Replay


def test_a_finished_game_takes_nothing_at_all() -> None:
    game = RatsOfWistar.new(num_players=2, seed=1)
    while not game.finished:
        game.step(int(game.legal_actions()[0]))
    for action in ("a", 0):
        with pytest.raises(GameOverError):
            game.step(action)


SHAPES: list[Any] = ["abc", [[1], [2], [3], [4]], [1, 2], 0, None, np.zeros((3, 1), np.int64)]


@pytest.mark.parametrize("actions", SHAPES, ids=repr)
def test_arrays_of_another_shape_are_rejected_with_theirs(actions: Any) -> None:
    batch = BatchGame("rats-of-wistar", 3, num_players=2)
    batch.reset(seed=1)
    with pytest.raises(ValueError, match=r"^actions must be integers of shape \(3,\), one"):
        batch.step(actions)


def test_what_users_print_is_one_line() -> None:
    game = RatsOfWistar.new(num_players=2, seed=1)
    view = View(game, game.seat)
    many = Batch((view,) * 99, np.arange(99, dtype=np.int64) + 2**62)
    components = game.components
    parts = (components.names, components.labels, components.entries, components.actions)
    replay = Replay(RatsOfWistar, 2, 1, actions=[1] * 300)
    batches = [make("rats-of-wistar", 3, num_players=2) for make in (BatchGame, LearnerBatch)]
    for each in (game, view, many, components, *parts, replay, *batches):
        assert "\n" not in repr(each)
    for each in (game, view, many, components, replay):
        assert len(repr(each)) < 120
