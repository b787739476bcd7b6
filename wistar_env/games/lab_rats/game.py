"""``LabRats``: one game of Lab Rats as a Python object."""

import operator
from typing import SupportsIndex

from wistar_env.games.lab_rats.actions import action_in_words
from wistar_env.games.lab_rats.card_folder import Cards, cards_of
from wistar_env.games.lab_rats.presentation import LabRatsPresentation
from wistar_env.games.lab_rats.spec import LAB_RATS
from wistar_env.games.lab_rats.words import DECISIONS
from wistar_env.kit.game import Game, Presented


class LabRats(Game):
    """A game of Lab Rats for three to five players, at one of its decisions.

    Create one with ``LabRats.new`` or ``LabRats.from_bytes``. The seat that decides picks one of
    ``legal_actions()``, and ``step`` plays it up to the next decision, until ``finished``.
    """

    spec = LAB_RATS
    presentation = Presented(LabRatsPresentation)

    __slots__ = ()

    @property
    def cards(self) -> Cards:
        """The cards that the game is played with."""
        return cards_of(self)

    @property
    def decision(self) -> str:
        """Name of the current decision, such as ``"obstacle"``; empty when the game is finished."""
        return DECISIONS[int(self._games["asked"][0])]

    def describe(self, action: SupportsIndex) -> str:
        """Return an action as text, such as ``"open your own Door"``."""
        return action_in_words(operator.index(action), self.num_players)

    @property
    def turn(self) -> tuple[int, ...]:
        """The deciding seat, the round, the active seat, and its completed turns in this round."""
        record = self._games[0]
        active = int(record["active"])
        had = int(record["players"]["turns"][active])
        return self.seat, int(record["round_number"]), active, had
