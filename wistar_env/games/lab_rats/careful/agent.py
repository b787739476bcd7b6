"""``CarefulAgent``: the bot ``careful`` of Lab Rats."""

from typing import Any

import numpy as np
import numpy.typing as npt

from wistar_env.games.lab_rats.card_folder import Cards, open_cards
from wistar_env.games.lab_rats.careful.choices import choose
from wistar_env.games.lab_rats.careful.plan import PLAN
from wistar_env.games.lab_rats.careful.seat_view import seat_views_of
from wistar_env.games.lab_rats.careful.weights import weights
from wistar_env.kit.bots import Batch
from wistar_env.kit.game import GameData


class CarefulAgent:
    """A bot that counts unseen cards and maximizes expected value.

    Raises ValueError if a weight has an unknown name or is not from 0 to ``weights.MOST``;
    TypeError if it is not a number.
    """

    def __init__(self, **others: float) -> None:
        self._weights = weights(others)

    def reset(self, seed: int) -> None:
        """Do nothing: the bot has no state, and is deterministic."""

    def act(self, batch: Batch) -> npt.NDArray[np.int64]:
        """Return an action for each row of the batch.

        Raises ValueError if the game is not Lab Rats.
        """
        first, actions = batch.views[0], np.zeros(len(batch), np.int64)
        for data, rows in batch.by_data():
            cards = _cards_of(data, first.spec.title)
            views = seat_views_of(batch.observation[rows], first.num_players)
            actions[rows] = self.decide(views, batch.mask[rows], cards)
        return actions

    def decide(
        self,
        views: npt.NDArray[Any],
        mask: npt.NDArray[np.int8],
        cards: Cards | None = None,
    ) -> npt.NDArray[np.int64]:
        """Return the action for each view.

        ``mask``: the legal actions, shape (n, num_actions); at least one in each row. ``cards``:
        the cards of all these games; None means the bundled cards.
        """
        tables, plans = (cards or open_cards()).tables, np.zeros(1, PLAN)
        actions = np.zeros(len(views), np.int64)
        choose(tables, self._weights, views, mask, plans, actions)
        return actions


def _cards_of(data: GameData, title: str) -> Cards:
    """Return the cards of a game, which are public (LAB-02)."""
    if not isinstance(data, Cards):
        raise ValueError(f"the bot careful plays only Lab Rats, found {title}")
    return data
