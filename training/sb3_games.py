"""The games of ``training.sb3``: the games of ``make_sb3`` with gained points as the reward."""

from typing import Any

import numpy as np
import numpy.typing as npt

from wistar_env.compiled.jit import entry
from wistar_env.compiled.types import LongArray, ShortArray
from wistar_env.kit.common_fields import GameArray, common_fields
from wistar_env.kit.game import Game
from wistar_env.kit.game_calls import total_of
from wistar_env.kit.rules_interface import TablesArray
from wistar_env.kit.vector.sb3 import Infos, LearnerVecEnv


@entry
def find_totals(rules: TablesArray, games: GameArray, seats: ShortArray, totals: LongArray) -> None:
    """Write the score that a seat of each game would have if the game ended now."""
    t = rules[0]
    for i in range(len(games)):
        totals[i] = total_of(t, games[i], int(seats[i]))


class GainingVecEnv(LearnerVecEnv):
    """Games in which the reward is the increase of the learner's score, divided by ``value_scale``.

    The score is computed as if the game ended now, so the rewards after a position add up to what
    the score head of a network predicts. Parameters are those of ``LearnerVecEnv``.
    """

    def __init__(self, game: type[Game], num_envs: int, num_players: int, **arguments: Any) -> None:
        super().__init__(game, num_envs, num_players, **arguments)
        self._rules = self.batch.data.rules
        self._totals = np.zeros(num_envs, np.int64)
        # The learner's score, and 1 if it won, for games that ended since this list was emptied.
        self.ended: list[list[float]] = []

    def _find_totals(self) -> None:
        batch = self.batch
        find_totals(self._rules, common_fields(batch.records), batch.learner_seat, self._totals)

    def reset(self) -> Any:
        """Reset all games; see ``LearnerVecEnv``."""
        seen = super().reset()
        self._find_totals()
        return seen

    def load(self, saved: dict[str, npt.NDArray[Any]]) -> Any:
        """Continue with games that ``save`` returned; see ``LearnerVecEnv``."""
        seen = super().load(saved)
        self._find_totals()
        return seen

    def step_wait(self) -> tuple[Any, npt.NDArray[np.float32], Any, Infos]:
        """Play the actions, and note the games that ended in ``ended``; see ``LearnerVecEnv``."""
        before = self._totals.copy()
        seen, _, done, infos = super().step_wait()
        self._find_totals()
        after = self._totals.copy()
        for i in np.flatnonzero(done).tolist():
            info = infos[i]
            after[i] = info["scores"][info["learner_seat"], self.batch.spec.scores.total_column]
            self.ended.append([float(after[i]), float(info["rank"] == 1)])
        gains = (after - before) / self.batch.spec.networks.value_scale
        return seen, gains.astype(np.float32), done, infos
