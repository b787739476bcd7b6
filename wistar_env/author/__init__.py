"""Define a game in a few lines: declare its fields, and write its rules in plain Python.

::

    from wistar_env.author import NOBODY, SEAT, Actions, Declared, State
    from wistar_env.author import end, field, hand, next_seat

    class Guess(Declared):
        "Guess: who says first whether the cards of both are alike?"

        players = 2
        actions = ("wait", "same", "different")
        card = hand(of=(1, 1, 2, 2, 3, 3))           # dealt; each seat sees its own
        waits = field(range=(0, 6))                  # a number that everybody sees
        winner = field(range=SEAT, start=NOBODY, show=None)

        def legal(g: State) -> Actions:              # g is the state: compiled
            yield 1
            yield 2
            if g.waits < 6:
                yield 0

        def apply(g: State, action: int) -> None:
            if action == 0:
                g.waits += 1
                next_seat(g)
            else:
                right = (g.card[0] == g.card[1]) == (action == 1)
                g.winner = g.mover if right else 1 - g.mover
                end(g)

        def score(g: State, seat: int) -> int:
            return g.winner == seat

- Declare fields and who sees them with ``field``, ``hand`` and ``cards``. The record, the initial
  position, observations, resampling of hidden information and checks of saves are generated.
- ``Declared`` documents the methods of a game. Those whose first parameter is ``g`` are compiled.
- Rules call ``draw``, ``take``, ``move_random`` and ``deal_all`` for chance; ``next_seat`` and
  ``end``; and ``ask_sealed``, ``seal`` and ``clear_sealed`` for secret choices.
- ``wistar check module:Guess`` tests the game, and ``Guess.generated`` is the generated code.
"""

from collections.abc import Iterator
from typing import Any, TypeAlias

from wistar_env.author.card_places import cards
from wistar_env.author.constants import constant
from wistar_env.author.dealing import (
    deal_all,
    draw,
    end,
    move_random,
    next_seat,
    number_at,
    number_left,
    take,
)
from wistar_env.author.declaration import SEAT
from wistar_env.author.declared import Declared
from wistar_env.author.hand_of_cards import NONE, hand
from wistar_env.author.number_field import field
from wistar_env.kit.common_fields import NOBODY
from wistar_env.kit.sealed import ask_sealed, clear_sealed, seal

#: The state of a game in compiled methods: its fields are attributes.
State: TypeAlias = Any
#: The result of ``legal``, which yields action ids.
Actions: TypeAlias = Iterator[int]

__all__ = [
    "NOBODY",
    "NONE",
    "SEAT",
    "Actions",
    "Declared",
    "State",
    "ask_sealed",
    "cards",
    "clear_sealed",
    "constant",
    "deal_all",
    "draw",
    "end",
    "field",
    "hand",
    "move_random",
    "next_seat",
    "number_at",
    "number_left",
    "seal",
    "take",
]
