"""The learner's opponents in one game, with the same decisions as in a batch."""

from functools import cache
from types import ModuleType
from typing import Final

import numpy as np

from wistar_env.errors import BotError, IllegalActionError
from wistar_env.kit.batch.rows import GAME_ROW, Policy
from wistar_env.kit.bots import Batch, View
from wistar_env.kit.common_fields import common_fields
from wistar_env.kit.game import Game
from wistar_env.kit.game.error_messages import check_legal
from wistar_env.kit.vector.opponents import Opponents
from wistar_env.seeds import decision_seeds

#: The maximum number of actions of compiled policies per call.
_MOST: Final = 256


@cache
def _compiled() -> ModuleType:
    """Return ``kit.batch.one_game``, imported lazily because the import may compile it."""
    from wistar_env.kit.batch import one_game

    return one_game


class OpponentsOfGame:
    """The policies of the seats in one game, and their actions."""

    def __init__(self, opponents: Opponents, game: type[Game], requested_seat: int) -> None:
        self._opponents = opponents
        self._row = np.zeros(1, GAME_ROW)
        self._row["requested_seat"] = requested_seat
        self._weights = game.spec.bots.weights.copy()
        self._scratch = np.zeros(2, game.spec.record)
        self._played = np.zeros(_MOST, np.int16)

    @property
    def playing(self) -> list[int]:
        """The codes of the policies in this game."""
        codes: list[int] = np.unique(self._row["policies"]).tolist()
        return codes

    def begin(self, game: Game, seed: int) -> int:
        """Draw the seats' policies from a seed, reset the bots, and return the learner's seat.

        Raises BotError if a bot fails.
        """
        self._row["seed"] = seed
        _compiled().draw_policies(game._common, 0, self._row, self._opponents.codes)
        self._opponents.reset(seed)
        return int(self._row["learner"][0])

    def play(self, game: Game) -> list[int]:
        """Play up to the next decision of the learner, or the end; return the actions.

        Raises BotError if a bot fails or returns an illegal action. Raises RulesError if the game
        cannot continue.
        """
        actions: list[int] = []
        while not game.finished:
            policy = int(self._row["policies"][0, game.seat])
            if policy == Policy.CALLER:
                break
            if policy >= Policy.OUTSIDE:
                actions.append(self._answer(game, policy))
                game.step(actions[-1])
            else:
                actions += self._compiled_actions(game)
        return actions

    def _compiled_actions(self, game: Game) -> list[int]:
        count = _compiled().play_compiled(
            game.data.rules,
            game._common,
            0,
            self._row,
            game._legal,
            self._weights,
            common_fields(self._scratch),
            self._played,
        )
        game._check_fault()
        played: list[int] = self._played[:count].tolist()
        return played

    def _answer(self, game: Game, policy: int) -> int:
        seeds = decision_seeds([(int(self._row["seed"][0]), game.num_decisions)])
        batch = Batch((View(game, game.seat),), seeds)
        action = int(self._opponents.answer(batch, policy)[0])
        try:
            check_legal(game, action)
        except IllegalActionError as error:
            raise BotError(f"opponent {self._opponents.name(policy)}: {error}") from None
        return action
