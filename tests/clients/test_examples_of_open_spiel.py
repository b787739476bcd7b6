"""Examples that OpenSpiel also has: the same games, move by move."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
import pytest

from examples.connect_four import ConnectFour
from examples.dominoes import HIGH, LOW, PASS, TILES, Dominoes
from examples.kuhn import Kuhn
from examples.leduc import Leduc
from wistar_env.kit.game import Game
from wistar_env.open_spiel import game_type

pytestmark = pytest.mark.clients


def kuhn_cards(game: Game, history: list[int]) -> int:
    """Return the chance action that deals the next seat its card."""
    return int(game.record["card"][0][len(history)]) - 1


def leduc_cards(game: Game, history: list[int]) -> int:
    """Return the chance action that deals the next seat its card, or the public card."""
    mine, theirs = (2 * (int(card) - 1) for card in game.record["card"][0])
    if not history:
        return mine
    theirs += theirs == mine
    if len(history) == 1:
        return theirs
    public = 2 * (int(game.record["public"][0]) - 1)
    return public if public not in (mine, theirs) else public + 1


#: OpenSpiel's name of each game, and its chance actions; actions have the same numbers in both.
PAIRS: dict[type[Game], tuple[str, Callable[[Game, list[int]], int] | None]] = {
    ConnectFour: ("connect_four", None),
    Kuhn: ("kuhn_poker", kuhn_cards),
    Leduc: ("leduc_poker", leduc_cards),
}


def returns(game: Game) -> list[int]:
    return [score["total"] for score in game.scores()]


@pytest.mark.parametrize("kind", PAIRS)
def test_games_are_those_of_open_spiel(kind: type[Game]) -> None:
    name, chance = PAIRS[kind]
    rng = np.random.default_rng(1)
    theirs: Any = pyspiel.load_game(name)
    seen = set()
    for seed in range(1_000):
        game, state = kind.new(2, seed=seed), theirs.new_initial_state()
        while not game.finished:
            while state.is_chance_node():
                assert chance is not None
                action = chance(game, state.history())
                assert action in dict(state.chance_outcomes())
                state.apply_action(action)
            legal = game.legal_actions().tolist()
            assert state.legal_actions() == legal
            assert state.current_player() == game.seat
            action = int(rng.choice(legal))
            game.step(action)
            state.apply_action(action)
        assert state.is_terminal()
        assert state.returns() == returns(game)
        seen.add(tuple(returns(game)))
    assert len(seen) >= 2
    assert game_type(kind, 2, "points").utility == theirs.get_type().utility


def theirs_of(action: int, seat: int) -> str:
    """Return an action of our dominoes as OpenSpiel's game prints it."""
    tile, half = (action, None) if action < TILES else divmod(action - TILES, 2)
    ends = (float(LOW[tile]), float(HIGH[tile]))
    return f"p{seat} tile:{ends} pip:{None if half is None else ends[half]}"


def test_dominoes_are_those_of_open_spiel_which_passes_by_itself() -> None:
    from open_spiel.python.games import block_dominoes

    rng = np.random.default_rng(1)
    theirs = block_dominoes.BlockDominoesGame()
    ended = set()
    for seed in range(300):
        game, state = Dominoes.new(2, seed=seed), theirs.new_initial_state()
        hands = [np.flatnonzero(game.record["place"][0] == seat) for seat in range(2)]
        for tile in np.concatenate(hands).tolist():
            state.apply_action(tile)
        while not game.finished:
            legal = game.legal_actions().tolist()
            if legal == [PASS]:
                game.step(PASS)
                continue
            assert state.current_player() == game.seat
            numbers = state.legal_actions()
            words = [state.action_to_string(game.seat, number) for number in numbers]
            assert sorted(theirs_of(action, game.seat) for action in legal) == sorted(words)
            action = int(rng.choice(legal))
            state.apply_action(numbers[words.index(theirs_of(action, game.seat))])
            game.step(action)
        assert state.is_terminal()
        assert state.returns() == returns(game)
        ended.add(bool(game.record["passes"][0]))
    assert ended == {False, True}
    assert game_type(Dominoes, 2, "points").utility == theirs.get_type().utility
