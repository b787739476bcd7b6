"""A game of any kind as a Python object: ``Game``, its declaration, data and presentation."""

from wistar_env.kit.game.data_set import FixedData, GameData
from wistar_env.kit.game.game import MAX_SEED, Game, seed_after
from wistar_env.kit.game.presentation import Presentation
from wistar_env.kit.game.presented import Presented
from wistar_env.kit.game.spec import GameSpec
from wistar_env.kit.game.spec_records import CardSets

__all__ = [
    "MAX_SEED",
    "CardSets",
    "FixedData",
    "Game",
    "GameData",
    "GameSpec",
    "Presentation",
    "Presented",
    "seed_after",
]
