"""Actions of ``BatchGame``: illegal ones, and wrong types and shapes."""

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from tests.vector.batches import begin, moved, snapshot
from wistar_env import BatchGame
from wistar_env.errors import IllegalActionError
from wistar_env.games.rats_of_wistar.rules.actions import NUM_ACTIONS


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


@pytest.mark.parametrize(("num_games", "num_threads", "apart"), [(40, 3, 1), (200, 2, 9)])
def test_threads_find_an_illegal_action_in_every_game_and_play_on_without_it(
    num_games: int, num_threads: int, apart: int
) -> None:
    """The calling thread checks few games, all threads check many."""
    batch, _ = begin(num_games, num_threads=num_threads)
    for row in range(0, num_games, apart):
        before, actions = batch.save(), batch.choose()
        actions[row] = -1
        with pytest.raises(IllegalActionError, match=rf"game {row} of the batch: action -1"):
            batch.step(actions)
        assert batch.records.tobytes() == before["records"].tobytes()
        batch.step(batch.choose())


def test_threads_that_check_together_ignore_the_actions_of_games_that_are_over() -> None:
    batches = [
        BatchGame(
            "rats-of-wistar", 200, 2, autoreset_mode=AutoresetMode.DISABLED, num_threads=number
        )
        for number in (1, 2)
    ]
    for batch in batches:
        batch.reset(seed=1)
    while not batches[0].records["finished"].all():
        over = batches[0].records["finished"] == 1
        actions = np.where(over, -5, batches[0].choose())
        one, two = (batch.step(actions) for batch in batches)
        assert np.array_equal(one.done, two.done)
    assert batches[0].records.tobytes() == batches[1].records.tobytes()


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        ([0.0, 1.0, 2.0], TypeError),
        (np.ones(3, np.bool_), TypeError),
        ([None, 1, 2], TypeError),
        (["0", "1", "2"], TypeError),
        ([], ValueError),
        ([1, 2], ValueError),
        (3, ValueError),
        (np.zeros((3, 1), np.int64), ValueError),
    ],
)
def test_actions_of_a_wrong_type_or_shape_are_errors(actions: Any, error: type[Exception]) -> None:
    batch, step = begin()
    before = snapshot(batch, step)
    with pytest.raises(error, match=r"actions? must be"):
        batch.step(actions)
    assert snapshot(batch, step) == before


def _read_only(actions: list[int]) -> Any:
    made = np.array(actions)
    made.flags.writeable = False
    return made


def _unaligned(actions: list[int]) -> Any:
    made = np.zeros(8 * len(actions) + 1, np.uint8)[1:].view(np.int64)
    made[:] = actions
    return made


@pytest.mark.parametrize(
    "as_given",
    [
        np.array,
        tuple,
        _read_only,
        _unaligned,
        lambda actions: np.array(actions, ">i8"),
        lambda actions: np.repeat(actions, 2)[::2],
        lambda actions: np.array(actions).view(np.recarray),
    ],
)
@pytest.mark.parametrize("num_threads", [1, 2])
def test_arrays_of_every_kind_are_actions(as_given: Any, num_threads: int) -> None:
    batch, _ = begin(num_threads=num_threads)
    games = [batch.game(i) for i in range(3)]
    actions = [int(game.legal_actions()[-1]) for game in games]
    for game, action in zip(games, actions, strict=True):
        game.step(action)
    batch.step(as_given(actions))
    assert [batch.game(i) for i in range(3)] == games
