"""Draws the pictures of Lab Rats for the documentation; ``website.pictures`` writes them."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial
from types import MappingProxyType
from typing import Final

from wistar_env.games.lab_rats import LabRats
from wistar_env.games.lab_rats.card_folder import open_cards
from wistar_env.games.lab_rats.render import gallery, picture
from wistar_env.kit.game.seat_names import YOU, distinct

#: The player count, the seed and the number of random decisions of a game.
_PLAYERS: Final = 4
_SEED: Final = 58
_DECISIONS: Final = 361


@cache
def _position() -> LabRats:
    game, chance = LabRats.new(_PLAYERS, _SEED), random.Random(_SEED)
    for _ in range(_DECISIONS):
        game.step(chance.choice(game.legal_actions().tolist()))
    return game


def board(narrow: bool) -> str:
    """Draw a position of a four-player game, as the deciding seat sees it."""
    game = _position()
    names = distinct([YOU if seat == game.seat else "Random" for seat in range(_PLAYERS)])
    scene = replace(game.presentation.scene(game.seat), names=tuple(names))
    return picture(scene, narrow=narrow, width=390 if narrow else 1200)


def kind_of_card(kind: str, title: str, columns: int, card: float) -> str:
    """Draw all cards of a kind with their numbers of copies."""
    shown = [piece for piece in gallery.pieces(open_cards()) if piece.kind == kind]
    return gallery.sheet(shown, title, columns=columns, card=card)


#: The functions that draw each picture, by file name.
PICTURES: Final[Mapping[str, Callable[[], str]]] = MappingProxyType(
    {
        "lab-rats": partial(board, narrow=False),
        "lab-rats-phone": partial(board, narrow=True),
        "lab-rats-specimens": partial(kind_of_card, "specimen", "The 6 Specimens", 6, 120),
        "lab-rats-doors": partial(kind_of_card, "door", "The 36 Doors", 7, 118),
        "lab-rats-potions": partial(kind_of_card, "potion", "The 25 Potions", 8, 100),
        "lab-rats-exits": partial(kind_of_card, "exit", "The 8 Exits", 8, 100),
    }
)
