"""Greedy's evaluation of positions."""

from typing import Any

import numpy as np
import pytest

from tests.games import TABLES, sampled
from wistar_env import RatsOfWistar
from wistar_env.compiled.jit import entry, pointer
from wistar_env.compiled.types import DoubleArray
from wistar_env.games.rats_of_wistar.heuristics.evaluate import evaluate
from wistar_env.games.rats_of_wistar.heuristics.features import NUM_FEATURES
from wistar_env.games.rats_of_wistar.rules.types import GameArray, TablesArray


@entry
def value_of(
    tables: TablesArray, games: GameArray, seat: int, weights: DoubleArray, out: DoubleArray
) -> float:
    value: float = evaluate(tables[0], games[0], seat, seat, pointer(weights), pointer(out))
    return value


@pytest.mark.ledger("SCORE-08", "SCORE-09")
@pytest.mark.parametrize("table", TABLES)
def test_without_weights_a_position_is_worth_its_final_score(table: dict[str, Any]) -> None:
    nothing, room = np.zeros(NUM_FEATURES), np.zeros(NUM_FEATURES)
    for game in sampled(RatsOfWistar.new(seed=9, **table), every=7, seed=9):
        for seat in range(table["num_players"]):
            value = value_of(game.components.tables, game.record, seat, nothing, room)
            assert value == game.scores()[seat]["total"]
