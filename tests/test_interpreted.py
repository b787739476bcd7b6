"""Batches, searches and networks give the same compiled and interpreted.

So do the games themselves: ``tests/rules/test_differential.py``, and the checks of conformance.
"""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.games import positions
from wistar_env import BatchGame, LearnerBatch, RatsOfWistar
from wistar_env.kit.networks.network import Network
from wistar_env.kit.rewards import Shaping
from wistar_env.kit.search import Flat, Mcts

ROOT = Path(__file__).parents[1]
#: Decisions of a game that are looked at: interpreted code takes a thousand times as long.
DECISIONS = 40


def told(value: Any) -> Any:
    """Return a value as what can be written as JSON, arrays as digests."""
    if isinstance(value, np.ndarray):
        return [str(value.dtype), value.shape, hashlib.sha256(value.tobytes()).hexdigest()]
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, bytes):
        return hashlib.sha256(value).hexdigest()
    if isinstance(value, dict):
        return {str(name): told(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [told(each) for each in value]
    return value


def batches() -> Iterator[Any]:
    """Step batches, with compiled policies in them."""
    for batch in (
        LearnerBatch("rats-of-wistar", 2, 2, opponents=["greedy", "random"]),
        BatchGame("rats-of-wistar", 2, 1, level=(0, 9)),
        BatchGame("rats-of-wistar", 2, 2, observation="sparse"),
        BatchGame(
            "rats-of-wistar",
            2,
            4,
            observation="uint8",
            reward=Shaping("vp", {"vp": 0.5, "guests": 1}, discount=0.9),
        ),
    ):
        step = batch.reset(seed=3)
        for number in range(12):
            yield step, batch.num_legal, batch.seed, batch.report
            step = batch.step(batch.choose("greedy" if number == 5 else "random"))
        yield batch.game(1).to_bytes()


def networks() -> Iterator[Any]:
    """Look with networks."""
    for num_players in (1, 3):
        game = RatsOfWistar.new(num_players, 11, level=4 if num_players == 1 else None)
        network = Network.random(RatsOfWistar, num_players, (32, 16), seed=2)
        for number, at in enumerate(positions(game, 11)):
            yield network.predict(at), network.predict(at, num_players - 1)
            if number == DECISIONS // 4:
                break


def searches() -> Iterator[Any]:
    """Search decisions of all kinds of games."""
    for num_players in (1, 2, 4):
        game = RatsOfWistar.new(num_players, 11)
        for number, at in enumerate(positions(game, 11)):
            if number == 5 * num_players:
                network = Network.random(RatsOfWistar, num_players)
                for searcher in (
                    Mcts(8, network=network),
                    Mcts(4, network=network, rollout_depth=2),
                    Mcts(5, network=None, rollout_depth=2),
                    Flat(4, rollout_depth=1),
                ):
                    report = searcher.search(at, number)
                    # The last digits of exponentials differ.
                    worth = report.prior.round(6), report.value.round(6).tolist()
                    yield report.seat, report.actions, report.visits, worth
                break


CALLS: dict[str, Callable[[], Iterator[Any]]] = {
    "batches": batches,
    "searches": searches,
    "networks": networks,
}


def tape(name: str) -> list[Any]:
    """Return what the calls of a name give, as JSON has it."""
    written: list[Any] = json.loads(json.dumps([told(each) for each in CALLS[name]()]))
    return written


@pytest.mark.parametrize("name", CALLS)
def test_interpreted_code_gives_what_compiled_code_gives(name: str) -> None:
    script = f"import json, tests.test_interpreted as t; print(json.dumps(t.tape({name!r})))"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    expected, found = tape(name), json.loads(done.stdout)
    assert len(found) == len(expected)
    for number, (one, other) in enumerate(zip(found, expected, strict=True)):
        assert one == other, number
