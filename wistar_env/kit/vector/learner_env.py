"""The common base of the vector environments for Gymnasium and Stable-Baselines3."""

from collections.abc import Sequence
from typing import Any, SupportsIndex

import numpy.typing as npt

from wistar_env.arguments import integer
from wistar_env.errors import IllegalActionError
from wistar_env.kit.envs.env_config import ids_of
from wistar_env.kit.game import Game
from wistar_env.kit.vector.arrays import OutArrays, Step
from wistar_env.kit.vector.games import MAX_GAMES
from wistar_env.kit.vector.learner import LearnerBatch
from wistar_env.kit.vector.opponents import Opponent
from wistar_env.kit.vector.shapes import check_boxed


def learner_batch(
    game: type[Game] | str,
    num_envs: int,
    num_players: int | None,
    *,
    observation: str,
    **settings: Any,
) -> LearnerBatch:
    """Return the games of a vector environment.

    Parameters
    ----------
    num_envs
        The number of games.
    game, num_players, observation, settings
        See ``LearnerBatch``.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid; it is named as the environments call it.
    """
    integer("num_envs", num_envs, 1, MAX_GAMES)
    check_boxed(observation)
    return LearnerBatch(game, num_envs, num_players, observation=observation, **settings)


class LearnerEnv:
    """Settings of a batch that can be changed between games.

    Parameters
    ----------
    batch
        The games.
    compact_actions
        Whether actions and masks are numbered without the ids that cannot occur.

    Attributes
    ----------
    action_ids
        The ids of the actions, from and to those of the game.
    """

    def __init__(self, batch: LearnerBatch, compact_actions: bool) -> None:
        self.batch = batch
        self.action_ids = ids_of(batch.spec, batch.num_players, batch.data_sets, compact_actions)

    def _describe(self, i: int, action: SupportsIndex) -> str:
        """Say in words what an action means in game ``i``."""
        return self.batch.game(i).describe(self.action_ids.full_id(action))

    def _step_batch(self, actions: npt.ArrayLike, room: OutArrays | None) -> Step:
        """Step the games with actions in the ids of the environment."""
        full = self.action_ids.full_ids(actions, penalize=self.batch.penalizes)
        try:
            return self.batch.step(full, out=room)
        except (TypeError, IllegalActionError) as error:
            self.action_ids.note(error)
            raise

    def set_opponents(self, opponents: Sequence[Opponent]) -> None:
        """Draw the other policies of games that begin from now on from another pool.

        Raises
        ------
        BotError
            If a bot that joins cannot be found, built or reset.
        TypeError, ValueError
            If the pool is empty, or something in it is no policy.
        """
        self.batch.set_opponents(opponents)

    def _of_each(self, name: str) -> Any:
        """Return a number of each running game: its seed, its learner's seat, a reported value."""
        return self.batch.report[name] if name in self.batch.report else getattr(self.batch, name)

    @property
    def _names_of_each(self) -> tuple[str, ...]:
        return (*self.batch.spec.report_at_start, "seed", "learner_seat")
