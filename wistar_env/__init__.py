"""Rats of Wistar and Lab Rats as environments for reinforcement learning.

>>> from wistar_env import lab_rats_v0, wistar_v0
>>> env = wistar_v0.env(num_players=2)

``wistar_v0.env`` and ``lab_rats_v0.env`` are PettingZoo AEC environments.
``gymnasium.make("wistar/RatOBot-v0")`` is the solo game of Rats of Wistar as a Gymnasium
environment, ``gymnasium.make("wistar/LabRats-v0")`` one seat of Lab Rats against bots, and
``gymnasium.make("wistar/Game-v0", game=...)`` one seat of any game. ``Game`` is Rats of Wistar
itself as a Python object, and ``Replay`` a saved game, ``Replay(Game, num_players=2, seed=1)``.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

import gymnasium
import pettingzoo

from wistar_env import errors
from wistar_env.system.cache_folders import fix_chosen_folder

if TYPE_CHECKING:
    from wistar_env import lab_rats_v0, wistar_v0
    from wistar_env.games.rats_of_wistar import Game
    from wistar_env.kit import rewards
    from wistar_env.kit.replays import Replay

__version__ = "0.2.0"
__all__ = ["Game", "Replay", "__version__", "errors", "lab_rats_v0", "rewards", "wistar_v0"]

fix_chosen_folder()

# PettingZoo has a registry since 1.27; before that, the modules alone make their environments.
for _id, _module in (("RatsOfWistar", "wistar_v0"), ("LabRats", "lab_rats_v0")):
    for _kind, _creator in (("aec", "env"), ("parallel", "parallel_env")):
        _registry = getattr(pettingzoo, f"{_kind}_registry", None)
        if _registry is not None and f"wistar/{_id}-v0" not in _registry:
            pettingzoo.register(
                _kind, f"wistar/{_id}-v0", entry_point=f"wistar_env.{_module}:{_creator}"
            )

_SINGLE = "wistar_env.kit.vector.single_env"
_SOLO = ("wistar_env.solo:RatOBotEnv", "wistar_env.vector.gym:LearnerVectorEnv")
_ONE_SEAT = (f"{_SINGLE}:SingleAgentEnv", f"{_SINGLE}:make_vector_env")
for _id, (_entry, _vector_entry), _settings in (
    ("wistar/RatOBot-v0", _SOLO, {}),
    ("wistar/Game-v0", _ONE_SEAT, {}),
    ("wistar/LabRats-v0", _ONE_SEAT, {"game": "lab-rats", "num_players": 4}),
):
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point=_entry,
            vector_entry_point=_vector_entry,
            kwargs=_settings,
            # Gymnasium's wrappers would hide action_masks(), game, replay() and describe(); the
            # environment makes their checks itself.
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
    if name in ("lab_rats_v0", "wistar_v0"):
        return import_module(f"wistar_env.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
