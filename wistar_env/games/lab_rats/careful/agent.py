"""``CarefulAgent``: the bot ``careful`` of Lab Rats."""

from typing import Any

import numpy as np
import numpy.typing as npt

from wistar_env.games.lab_rats.card_folder import open_cards
from wistar_env.games.lab_rats.careful.choices import choose
from wistar_env.games.lab_rats.careful.plan import PLAN
from wistar_env.games.lab_rats.careful.sight import sights_of
from wistar_env.games.lab_rats.careful.worths import worths
from wistar_env.kit.bots import Batch


class CarefulAgent:
    """Counts cards, and weighs what each choice is worth.

    Parameters
    ----------
    data
        The data folder of the cards that it counts; None for the bundled one.
    others
        Worths that differ from those of ``worths.MEANINGS``, by name.
    """

    def __init__(self, data: str | None = None, **others: float) -> None:
        self._tables = open_cards(data).tables
        self._worths = worths(**others)
        self._plans = np.zeros(1, PLAN)

    def reset(self, seed: int) -> None:
        """Do nothing: there is nothing to forget, and ``Batch.seed`` gives the chances."""

    def act(self, batch: Batch) -> npt.NDArray[np.int64]:
        """Return the action of each row."""
        sights = sights_of(batch.observation, batch.views[0].num_players)
        return self.decide(sights, batch.mask, batch.seed)

    def decide(
        self,
        sights: npt.NDArray[Any],
        mask: npt.NDArray[np.int8],
        seed: npt.NDArray[np.int64],
    ) -> npt.NDArray[np.int64]:
        """Return the action for each sight."""
        actions = np.zeros(len(sights), np.int64)
        choose(self._tables, self._worths, sights, mask, seed, self._plans, actions)
        return actions
