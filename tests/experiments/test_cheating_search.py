"""Search that sees what it may not: what it sees, and that no bot can be made of it."""

import inspect

import numpy as np
import pytest

from experiments import cheating_search
from experiments.cheating_search import CHEATS, measure, seen_cards
from wistar_env.errors import BotError
from wistar_env.games.lab_rats import LabRats
from wistar_env.kit.bots.registry import load
from wistar_env.kit.game.compiled_game import compiled_views
from wistar_env.kit.head import heads


def sealed_position() -> LabRats:
    """Return a game in which two seats have laid a Door and the third is asked."""
    game, chance = LabRats.new(3, 4), np.random.default_rng(4)
    while int(game.record["sealed_made"][0]).bit_count() != 2 or game.num_decisions < 30:
        game.step(int(chance.choice(game.legal_actions())))
    assert game.decision == "lay Doors"
    return game


def seen(game: LabRats, cheat: str, seed: int) -> LabRats:
    """Return what a search of the seat that decides takes for the game."""
    copy = game.clone()
    legal = np.zeros(1 + game.spec.num_actions, np.int16)
    rules = seen_cards(cheat).rules
    compiled_views().determinize(rules, heads(copy.record), 0, game.seat, seed, legal)
    return copy


def hands(game: LabRats) -> bytes:
    """Return what all players hold and laid."""
    players = game.record["players"][0]
    parts = (players["potions"], players["doors"], game.record["table"][0, : game.num_players])
    return b"".join(part.tobytes() for part in parts)


@pytest.mark.parametrize(
    ("cheat", "sees_hands", "sees_choices"),
    [("nothing", False, False), ("hands", True, False), ("choices", True, True)],
)
def test_a_cheat_sees_what_it_says_and_no_more(
    cheat: str, sees_hands: bool, sees_choices: bool
) -> None:
    game = sealed_position()
    copies = [seen(game, cheat, seed) for seed in range(40)]
    assert (len({hands(copy) for copy in [game, *copies]}) == 1) == sees_hands
    choices = {copy.record["sealed_choice"].tobytes() for copy in [game, *copies]}
    assert (len(choices) == 1) == sees_choices
    assert len({copy.record["exits"].tobytes() for copy in copies}) > 20
    assert len({copy.record["table"][0, 3:].tobytes() for copy in copies}) > 5
    for copy in copies:
        counted = copy.record["door_deck"][0].sum()
        assert counted == copy.record["num_door_deck"][0] == game.record["num_door_deck"][0]


def test_every_cheat_plays_whole_games_that_repeat() -> None:
    for cheat in CHEATS:
        found = measure(cheat, 3, simulations=2, deals=1, seed=1)
        assert 0 <= found.value <= 1
        assert measure(cheat, 3, simulations=2, deals=1, seed=1) == found


def test_nothing_of_it_can_be_named_as_a_bot() -> None:
    module = cheating_search.__name__
    for name, _ in inspect.getmembers(cheating_search, inspect.isclass):
        with pytest.raises(BotError, match="needs the methods reset"):
            load(f"{module}:{name}")
    for name, _ in inspect.getmembers(cheating_search, inspect.isfunction):
        with pytest.raises(BotError, match="is not a class"):
            load(f"{module}:{name}")
