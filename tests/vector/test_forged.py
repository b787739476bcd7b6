"""Forged saves of batches: rejected with the game and the field, or played on."""

import copy
import pickle
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.forging import forge
from wistar_env import BatchGame, LearnerBatch
from wistar_env.agents.random import RandomAgent
from wistar_env.errors import ReplayError
from wistar_env.games.rats_of_wistar.rules.state import GAME
from wistar_env.games.rats_of_wistar.save_validation.ranges import numbers_of

Saved = dict[str, Any]


def begun(num_players: int = 2, **options: Any) -> BatchGame:
    """Return a batch of six games in their middle."""
    batch = BatchGame(
        "rats-of-wistar", 6, num_players, level=4 if num_players == 1 else None, **options
    )
    batch.reset(seed=3)
    for _ in range(60):
        batch.step(batch.choose("random"))
    return batch


def learning() -> LearnerBatch:
    """Return a batch of a learner and others, in the middle of its games."""
    batch = LearnerBatch("rats-of-wistar", 4, 3, opponents=["random", "greedy", RandomAgent()])
    batch.reset(seed=3)
    for _ in range(20):
        batch.step(batch.choose("random"))
    return batch


def row(field: str, value: int, k: int | None = None) -> Callable[[Saved], None]:
    """Return a change of a field in the row of game 2."""

    def change(saved: Saved) -> None:
        numbers = numbers_of(saved["rows"], field)
        if k is None:
            numbers[2] = value
        else:
            numbers[2, k] = value

    return change


def option(field: str, value: int, k: int | None = None) -> Callable[[Saved], None]:
    """Return a change of a field in the options of game 2."""

    def change(saved: Saved) -> None:
        numbers = saved["options"]["low"][field]
        if k is None:
            numbers[2] = value
        else:
            numbers[2, k] = value

    return change


def reported(field: str, value: int) -> Callable[[Saved], None]:
    """Return a change of a field in the report of game 2."""

    def change(saved: Saved) -> None:
        saved["reports"][field][2] = value

    return change


def record(field: str, value: int) -> Callable[[Saved], None]:
    """Return a change of a field in game 2."""

    def change(saved: Saved) -> None:
        saved["records"][field][2] = value

    return change


CHANGES: list[tuple[Callable[[Saved], None], str]] = [
    (record("depth", 64), "game 2 of the batch cannot be continued: depth is 64; allowed: 0 to 56"),
    (
        record("wheel", 1),
        "game 2 of the batch cannot be continued: a condition is violated: 'wheel'",
    ),
    (record("hut_size", -1), "game 2 of the batch cannot be continued: hut_size is -1; allowed: 0"),
    (row("seed", 2**63), r"row 2 of the batch cannot be continued: seed is 9\d+; allowed: 0 to"),
    (option("level", 4), "options.level is 4; allowed: 0"),
    (option("level", 99), "options.level is 99; allowed: 0"),
    (reported("level", 10), "report.level is 10; allowed: 0 to 9"),
    (option("tracks", 4, 1), r"options.tracks\[1\] is 4; allowed: 0"),
    (row("requested_seat", 0), "requested_seat is 0; allowed: -1"),
    (row("learner", 3), "learner is 3; allowed: -1"),
    (row("pending_policy", 3), "pending_policy is 3; allowed: 0"),
    (row("done", 2), "done is 2; allowed: 0 to 1"),
    (row("policies", 1, 1), r"policies\[1\] is 1; allowed: 0"),
    (row("rewarded_points", -1, 0), r"rewarded_points\[0\] is -1; allowed: 0 to 2000"),
    (row("last_learner", 2), "last_learner is 2; allowed: -1 to 1"),
    (row("last_ranks", 5, 0), r"last_ranks\[0\] is 5; allowed: 0 to 4"),
]


@pytest.mark.parametrize(("change", "message"), CHANGES, ids=[message for _, message in CHANGES])
def test_a_forged_game_is_rejected_and_the_batch_stays(
    change: Callable[[Saved], None], message: str
) -> None:
    batch = begun()
    saved = batch.save()
    before, games = copy.deepcopy(saved), batch.records.tobytes()
    change(saved)
    with pytest.raises(ReplayError, match=message):
        batch.load(saved)
    assert batch.records.tobytes() == games
    batch.load(before)
    batch.step(batch.choose("greedy"))


@pytest.mark.parametrize(
    "saved",
    [
        {},
        {"records": None, "rows": None},
        {"records": [1], "rows": [2]},
        {"records": np.zeros(6), "rows": np.zeros(6)},
        {"records": np.zeros((6, 1), GAME), "rows": np.zeros(6)},
    ],
)
def test_values_that_are_no_saved_batch_are_rejected(saved: Saved) -> None:
    batch = begun()
    marks = {name: batch.save()[name] for name in ("data", "rules")}
    with pytest.raises(ValueError, match="saved games: 'records' must be"):
        batch.load(marks | saved)
    with pytest.raises(ValueError, match="saved games: 'data' must be"):
        batch.load(saved)


#: Why one forged game is rejected: it cannot be continued, or is not of this batch.
REJECTIONS = r"^game \d of the batch cannot be continued: |^saved games: "


@pytest.mark.property
@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_forged_games_in_a_batch_are_rejected_or_playable(num_players: int) -> None:
    batch, rng = begun(num_players), np.random.default_rng(num_players)
    saved, played = batch.save(), 0
    for _ in range(150):
        forged = copy.deepcopy(saved)
        k = int(rng.integers(6))
        forged["records"][k] = forge(forged["records"][k : k + 1].copy(), 1, rng)[0]
        try:
            batch.load(forged)
        except ValueError as error:
            problem = str(error)
        else:
            problem = ""
            played += 1
            for number in range(300):
                batch.step(batch.choose("greedy" if number % 8 == 0 else "random"))
        assert re.search(REJECTIONS, problem) or problem == ""
    assert played > 10


def state_of(batch: Any) -> dict[str, Any]:
    """Return what a pickle has of the games of a batch."""
    found: dict[str, Any] = copy.deepcopy(batch._games.__getstate__())
    return found


STATES: list[tuple[str, Callable[[dict[str, Any]], object], str]] = [
    ("a game", lambda state: state["records"]["depth"].fill(50), "'stack'|stack"),
    ("players", lambda state: state["records"]["seats"].fill(3), "all games must have 2 players"),
    ("a row", lambda state: state["rows"]["pending_policy"].fill(3), "pending_policy is 3"),
    (
        "a shape",
        lambda state: state.update(mask=np.zeros(1, np.int8)),
        "'mask' must be an array of dtype int8",
    ),
    ("a type", lambda state: state.update(reward=state["reward"] * 1.0j), "'reward' must be"),
    ("no array", lambda state: state.update(rows=None), "'rows' must be"),
    (
        "no pool",
        lambda state: state.update(pool=np.zeros(0, np.int16)),
        "'pool' must be an array of dtype int16",
    ),
    ("a flag", lambda state: state.update(started=7), "'started' must be True or False, found 7"),
    ("nothing", dict.clear, "a saved batch must have"),
]


@pytest.mark.parametrize(
    ("change", "message"), [each[1:] for each in STATES], ids=[each[0] for each in STATES]
)
def test_a_forged_pickle_of_a_batch_is_rejected(
    change: Callable[[dict[str, Any]], object], message: str
) -> None:
    state = state_of(begun())
    change(state)
    with pytest.raises(ValueError, match=message):
        BatchGame("rats-of-wistar", 6, num_players=2)._games.__setstate__(state)


def test_legal_actions_and_deciding_seats_are_recomputed() -> None:
    batch = begun()
    state = state_of(batch)
    state["legal"][:] = 700
    state["seat"][:] = 90
    other = BatchGame("rats-of-wistar", 6, num_players=2)
    other._games.__setstate__(state)
    assert other.num_legal.tolist() == batch.num_legal.tolist()
    one, two = batch.step(batch.choose("random")), other.step(other.choose("random"))
    assert one.seat.tolist() == two.seat.tolist()
    assert other.records.tobytes() == batch.records.tobytes()


def test_games_that_never_began_must_not_begin_otherwise_than_they_can() -> None:
    state = state_of(BatchGame("rats-of-wistar", 6, num_players=2))
    state["options"]["low"]["level"] = 500
    with pytest.raises(ReplayError, match=r"options.level is 500; allowed: 0"):
        BatchGame("rats-of-wistar", 6, num_players=2)._games.__setstate__(state)


def test_an_opponent_that_nobody_knows_is_rejected() -> None:
    batch = learning()
    batch._games.rows["policies"][1, (int(batch.learner_seat[1]) + 1) % 3] = 77
    with pytest.raises(ReplayError, match="an opponent that this batch does not have"):
        pickle.loads(pickle.dumps(batch))
    batch._games.rows["policies"][1] = 2
    with pytest.raises(ReplayError, match=r"row 1 .*policies\[\d\] is 2; allowed: 0"):
        copy.deepcopy(batch)
