"""A single-seat environment for the games of a dataset, with the mask in its observations.

Minari's ``recover_environment`` creates it, from arguments that can be stored as JSON.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from wistar_env.kit.bots.trust import NamesInFile
from wistar_env.kit.layout import FloatVector
from wistar_env.kit.vector.single_env import SingleAgentEnv

#: The observation of a seat: ``observation`` and ``action_mask``.
Seen = dict[str, Any]


def seat_space(size: int, num_actions: int) -> spaces.Dict:
    """Return the observation space, given the numbers of values and actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, 1.0, (size,), np.float32),
            "action_mask": spaces.Box(0, 1, (num_actions,), np.int8),
        }
    )


class MaskInObservation(gymnasium.Wrapper[Any, np.int64, Any, np.int64]):
    """Puts the mask of legal actions into the observation."""

    def __init__(self, env: SingleAgentEnv) -> None:
        super().__init__(env)
        size, actions = env.observation_space.shape, env.action_space
        assert size is not None
        assert isinstance(actions, spaces.Discrete)
        self.observation_space = seat_space(size[0], int(actions.n))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin a game; the observation includes the mask."""
        observation, info = self.env.reset(seed=seed, options=options)
        return _seen(observation, info), info

    def step(self, action: np.int64) -> tuple[Seen, Any, bool, bool, dict[str, Any]]:
        """Play an action; the observation includes the mask."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        return _seen(observation, info), reward, terminated, truncated, info


def _seen(observation: FloatVector, info: Mapping[str, Any]) -> Seen:
    return {"observation": observation, "action_mask": info["action_mask"]}


def make(
    game: str,
    num_players: int,
    opponents: Sequence[str],
    options: Mapping[str, Any],
    data: str | list[str] | None,
    trusted: Collection[str] = (),
) -> MaskInObservation:
    """Return a single-seat environment for the games of a Minari dataset.

    ``trusted``: opponents and data folders outside the registry that may be loaded; pass it to
    ``recover_environment``, and see ``kit.bots.trust.NamesInFile``. Raises GameNotFoundError if the
    game is not installed. Raises TrustError if the dataset names an opponent or data folder outside
    the registry that is not trusted.
    """
    names = NamesInFile("the dataset", trusted)
    found = names.game(game)
    names.bots(opponents, found.spec)
    names.data(data, found.spec)
    ranges: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in options.items()}
    env = SingleAgentEnv(found, num_players, opponents=opponents, **ranges, data=data)
    return MaskInObservation(env)
