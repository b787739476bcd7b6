"""The one-ply lookahead: it plays by the rules, except at the end of the turn."""

from typing import Any

import numpy as np
import pytest

from tests.builder import Position
from tests.engine import step
from tests.scenes import at_mission, completing
from wistar_env.compiled.jit import entry, pointer
from wistar_env.compiled.types import ShortArray
from wistar_env.games.rats_of_wistar.heuristics.lookahead import play_ahead
from wistar_env.games.rats_of_wistar.rules import actions
from wistar_env.games.rats_of_wistar.rules.actions import LEGAL_SIZE
from wistar_env.games.rats_of_wistar.rules.types import GameArray, TablesArray

pytestmark = pytest.mark.interpreted


@entry
def play_ahead_into(tables: TablesArray, games: GameArray, action: int, legal: ShortArray) -> None:
    play_ahead(tables[0], games[0], action, pointer(legal))


def foreseen(position: Position, action: int) -> Any:
    """Return the game after an action, in greedy's lookahead."""
    games = position._games.copy()
    play_ahead_into(position._tables, games, action, np.zeros(LEGAL_SIZE, np.int16))
    return games


def played(position: Position, action: int) -> Any:
    """Return the game after an action, by the rules."""
    games = position._games.copy()
    assert step(position._tables, games, 0, action, np.zeros(LEGAL_SIZE, np.int16))
    return games


def at_the_end_of_a_turn() -> Position:
    position = Position().place("wood")
    while not position.can("END_TURN"):
        position._simplest()
    return position


SITUATIONS = {
    "turn": Position,
    "placed": lambda: Position().place("wood", bonus="wild"),
    "mission": lambda: completing(at_mission()),
    "end of turn": at_the_end_of_a_turn,
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_an_action_is_foreseen_as_it_is_played(name: str) -> None:
    position = SITUATIONS[name]()
    legal = position.actions() - {actions.END_TURN}
    assert legal
    for action in legal:
        ahead, after = foreseen(position, action), played(position, action)
        ahead["decisions"] = after["decisions"]  # which only the played one counts
        assert ahead.tobytes() == after.tobytes()


def test_the_end_of_a_turn_is_foreseen_before_anybody_else_acts() -> None:
    position = at_the_end_of_a_turn()
    after = foreseen(position, actions.END_TURN)
    depth = int(position.game["depth"])
    assert after["depth"][0] == depth - 1
    for name in ("players", "turn", "round", "wheel", "chiefs"):
        assert np.array_equal(after[name][0], position.game[name])
