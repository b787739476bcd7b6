"""Rats of Wistar, for 2 to 4 players and solo, as reinforcement learning environments.

>>> from wistar_env import wistar_v0
>>> env = wistar_v0.env(num_players=2)

``wistar_v0.env`` is a PettingZoo AEC environment. ``gymnasium.make("wistar/RatOBot-v0")`` is the
solo game as a Gymnasium environment, ``gymnasium.make("wistar/Game-v0", game=...)`` one seat of any
game against bots. ``Game`` is the game itself as a Python object, and ``Replay`` a saved one,
``Replay(Game, num_players=2, seed=1)``.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

import gymnasium
import pettingzoo

from wistar_env import errors

if TYPE_CHECKING:
    from wistar_env import wistar_v0
    from wistar_env.games.rats_of_wistar import Game
    from wistar_env.kit import rewards
    from wistar_env.kit.replays import Replay

__version__ = "0.2.0"
__all__ = ["Game", "Replay", "__version__", "errors", "rewards", "wistar_v0"]

# PettingZoo has a registry since 1.27; before that, ``wistar_v0`` alone makes its environments.
for _kind, _creator in (("aec", "env"), ("parallel", "parallel_env")):
    _registry = getattr(pettingzoo, f"{_kind}_registry", None)
    if _registry is not None and "wistar/RatsOfWistar-v0" not in _registry:
        pettingzoo.register(
            _kind, "wistar/RatsOfWistar-v0", entry_point=f"wistar_env.wistar_v0:{_creator}"
        )
if "wistar/RatOBot-v0" not in gymnasium.registry:
    gymnasium.register(
        "wistar/RatOBot-v0",
        entry_point="wistar_env.solo:RatOBotEnv",
        vector_entry_point="wistar_env.vector.gym:LearnerVectorEnv",
        # Gymnasium's wrappers would hide action_masks(), game, replay() and describe(); what they
        # check, the environment checks itself.
        order_enforce=False,
        disable_env_checker=True,
    )
if "wistar/Game-v0" not in gymnasium.registry:
    gymnasium.register(
        "wistar/Game-v0",
        entry_point="wistar_env.kit.vector.single_env:SingleAgentEnv",
        vector_entry_point="wistar_env.kit.vector.single_env:make_vector_env",
        order_enforce=False,
        disable_env_checker=True,
    )


def __getattr__(name: str) -> Any:
    # Importing the package must be quick, and these import Numba.
    if name == "Game":
        return import_module("wistar_env.games.rats_of_wistar").Game
    if name == "Replay":
        return import_module("wistar_env.kit.replays").Replay
    if name == "rewards":
        return import_module("wistar_env.kit.rewards")
    if name == "wistar_v0":
        return import_module("wistar_env.wistar_v0")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
