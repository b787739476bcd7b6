"""The common base of the vector environments for Gymnasium and Stable-Baselines3."""

from collections.abc import Sequence
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from wistar_env.arguments import choice, integer
from wistar_env.kit.envs.history import history_of
from wistar_env.kit.envs.infos import Info
from wistar_env.kit.game import Game
from wistar_env.kit.layout import Layout
from wistar_env.kit.vector.games import MAX_GAMES
from wistar_env.kit.vector.learner import LearnerBatch
from wistar_env.kit.vector.opponents import Opponent


def learner_batch(
    game: type[Game] | str,
    num_envs: int,
    num_players: int | None,
    *,
    observation: str,
    **settings: Any,
) -> LearnerBatch:
    """Create the games of a vector environment.

    Parameters
    ----------
    num_envs
        The number of games.
    game, num_players, observation, settings
        See ``LearnerBatch``.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid; messages use its name in the environments.
    """
    integer("num_envs", num_envs, 1, MAX_GAMES)
    check_boxed(observation)
    return LearnerBatch(game, num_envs, num_players, observation=observation, **settings)


class LearnerEnv:
    """Base of the vector environments, with settings that can change between games.

    ``batch``: the games.
    """

    def __init__(self, batch: LearnerBatch) -> None:
        self.batch = batch
        self.action_ids = batch.action_ids  # converts action ids from and to the game's

    def _told(self, observation: Any, tokens: npt.NDArray[np.int16]) -> Any:
        """Return observations; with ``history``, as a dict with the action tokens."""
        if tokens.shape[-2] == 0:
            return observation
        return {"observation": observation, "history": tokens}

    def _final_observations(self, ended: npt.NDArray[np.int64]) -> list[Any]:
        """Return the learner's final observation in each game that ended."""
        seen = self.batch.final_observation(ended), self.batch.final_history(ended)
        return [self._told(*each) for each in zip(*seen, strict=True)]

    def _describe(self, i: int, action: SupportsIndex) -> str:
        """Return an action of game ``i`` in words."""
        return self.batch.game(i).describe(self.action_ids.full_id(action))

    def set_opponents(self, opponents: Sequence[Opponent]) -> None:
        """Replace the pool from which games that begin from now on draw their policies.

        Raises
        ------
        BotError
            If a new bot cannot be found, built or reset.
        TypeError, ValueError
            If the pool is empty, or an element is not a bot.
        """
        self.batch.set_opponents(opponents)

    def _of_each(self, name: str) -> Any:
        """Return one number per running game, such as its seed or a value of its report."""
        return self.batch.report[name] if name in self.batch.report else getattr(self.batch, name)

    @property
    def _names_of_each(self) -> tuple[str, ...]:
        return (*self.batch.spec.report_at_start, "seed", "learner_seat", "skipped_games")

    def _skipped(self, i: int) -> tuple[Info, ...]:
        """Return the final infos of the games that were skipped before game ``i``."""
        return self.batch.skipped.get(i, ())


def check_boxed(observation: object) -> None:
    """Check that a kind of observation fits a Gymnasium space.

    Raises ValueError if ``observation`` is not ``"float32"`` or ``"uint8"``.
    """
    if observation == "sparse":
        raise ValueError(
            "observation='sparse' does not fit into a Box space; use BatchGame or LearnerBatch"
        )
    choice("observation", observation, ("float32", "uint8"))


def observation_space(batch: LearnerBatch, observation: str) -> spaces.Box | spaces.Dict:
    """Return the observation space of one game; with ``history``, including the action tokens."""
    box = box_of(batch.layout, observation)
    length = batch.history.shape[1]
    history = history_of(batch.spec, batch.num_players, batch.action_ids, length)
    return box if history is None else spaces.Dict({"observation": box, "history": history.space})


def box_of(layout: Layout, observation: str) -> spaces.Box:
    """Return the space of one observation vector of dtype ``"float32"`` or ``"uint8"``."""
    if observation == "uint8":
        return spaces.Box(np.zeros_like(layout.limit), layout.limit, dtype=np.uint8)
    return spaces.Box(0.0, 1.0, (layout.size,), np.float32)
