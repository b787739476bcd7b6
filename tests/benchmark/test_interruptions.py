"""Killed and resumed runs of every kind of plan."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.benchmark.runs import MOODY, play
from tests.kit.goofspiel import Goofspiel
from tests.kit.nim import Nim
from wistar_env import RatsOfWistar
from wistar_env.benchmark import arena, ladder, opponent_ladder
from wistar_env.benchmark.results import read
from wistar_env.benchmark.work_units import Plan


def levels_plan() -> Plan:
    return ladder.plan([MOODY], levels=[2], games=4, seed=7, batch=2)


def opponents_plan() -> Plan:
    others = ["random", MOODY]
    return opponent_ladder.plan(
        Goofspiel, [MOODY, "random"], opponents=others, games=3, seed=7, batch=2
    )


def arena_plan() -> Plan:
    return arena.plan(RatsOfWistar, [MOODY] * 4, games=3, seed=3, batch=2, players=3)


def arena_of_nim_plan() -> Plan:
    bots = [MOODY, MOODY, "random", "random"]
    return arena.plan(Nim, bots, games=6, seed=3, batch=2, players=3)


@pytest.mark.parametrize(
    ("planned", "kept", "workers"),
    [
        (levels_plan, 0.0, 1),
        (levels_plan, 0.3, 1),
        (levels_plan, 0.7, 1),
        (levels_plan, 0.99, 1),
        (opponents_plan, 0.2, 2),
        (opponents_plan, 0.6, 1),
        (opponents_plan, 0.95, 1),
        (arena_plan, 0.05, 1),
        (arena_plan, 0.5, 1),
        (arena_plan, 0.97, 1),
        (arena_of_nim_plan, 0.3, 2),
        (arena_of_nim_plan, 0.9, 1),
    ],
)
def test_it_ends_with_the_same_bytes(
    planned: Callable[[], Plan], kept: float, workers: int, tmp_path: Path
) -> None:
    plan, path, counts = planned(), tmp_path / "x.jsonl", list[int]()
    rows, whole = play(plan, path), path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * kept)])
    assert play(plan, path, workers, counts.append) == rows
    assert path.read_bytes() == whole
    assert read(path)[0] == plan.header
    assert counts == sorted(counts)
    assert counts[-1] == len(plan)
