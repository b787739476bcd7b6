"""Rats of Wistar and Lab Rats as environments for reinforcement learning.

>>> from wistar_env import BatchGame, RatsOfWistar, make
>>> game = RatsOfWistar.new(num_players=1, level=3, seed=1)
>>> env = make("lab-rats", num_players=4)
>>> batch = BatchGame("rats-of-wistar", 16, num_players=2)

``RatsOfWistar`` and ``LabRats`` are the games as Python objects; both derive from ``Game``, as
your own games do. Wherever a game is expected, pass such a class, the name of an installed game
(``"rats-of-wistar"``, ``"lab-rats"``) or ``"module:Class"``:

* ``make``, like ``wistar_v0.env`` and ``lab_rats_v0.env``, returns a PettingZoo AEC environment;
* ``gymnasium.make`` of ``"wistar/RatsOfWistar-v0"``, ``"wistar/RatOBot-v0"`` (its solo game),
  ``"wistar/LabRats-v0"`` or, with ``game=``, ``"wistar/Game-v0"`` returns an environment with one
  seat against bots, and ``gymnasium.make_vec`` a vector environment of many such games;
* ``BatchGame`` plays all seats of many games in one call, ``LearnerBatch`` one seat of each;
* ``make_sb3`` returns a vector environment of Stable-Baselines3.

``Replay`` is a saved game, ``Replay(RatsOfWistar, num_players=2, seed=1)``.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

import gymnasium
import pettingzoo

from wistar_env import errors
from wistar_env.system.cache_folders import fix_chosen_folder

if TYPE_CHECKING:
    from wistar_env import lab_rats_v0, wistar_v0
    from wistar_env.games.lab_rats import LabRats
    from wistar_env.games.rats_of_wistar import RatsOfWistar
    from wistar_env.kit import rewards
    from wistar_env.kit.envs.aec import make
    from wistar_env.kit.game import Game
    from wistar_env.kit.replays import Replay
    from wistar_env.kit.vector.batch_game import BatchGame
    from wistar_env.kit.vector.learner import LearnerBatch
    from wistar_env.kit.vector.sb3 import make_sb3

__version__ = "1.0.0"
__all__ = [
    "BatchGame",
    "Game",
    "LabRats",
    "LearnerBatch",
    "RatsOfWistar",
    "Replay",
    "__version__",
    "errors",
    "lab_rats_v0",
    "make",
    "make_sb3",
    "rewards",
    "wistar_v0",
]

fix_chosen_folder()

# Since 1.27, PettingZoo has a registry; with older versions use the modules.
for _id, _module in (("RatsOfWistar", "wistar_v0"), ("LabRats", "lab_rats_v0")):
    for _kind, _creator in (("aec", "env"), ("parallel", "parallel_env")):
        _registry = getattr(pettingzoo, f"{_kind}_registry", None)
        if _registry is not None and f"wistar/{_id}-v0" not in _registry:
            pettingzoo.register(
                _kind, f"wistar/{_id}-v0", entry_point=f"wistar_env.{_module}:{_creator}"
            )

for _id, _settings in (
    ("wistar/RatsOfWistar-v0", {"game": "rats-of-wistar"}),
    ("wistar/RatOBot-v0", {"game": "rats-of-wistar", "num_players": 1}),
    ("wistar/LabRats-v0", {"game": "lab-rats", "num_players": 4}),
    ("wistar/Game-v0", {}),
):
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point="wistar_env.kit.vector.single_env:SingleAgentEnv",
            vector_entry_point="wistar_env.kit.vector.gym:LearnerVectorEnv",
            kwargs=_settings,
            # Gymnasium's wrappers would hide action_masks(), game, replay() and describe(); the
            # environment makes their checks itself.
            order_enforce=False,
            disable_env_checker=True,
        )

#: Imported on first use, so that importing the package is quick.
_LATER = {
    "BatchGame": "wistar_env.kit.vector.batch_game",
    "Game": "wistar_env.kit.game",
    "LabRats": "wistar_env.games.lab_rats",
    "LearnerBatch": "wistar_env.kit.vector.learner",
    "RatsOfWistar": "wistar_env.games.rats_of_wistar",
    "Replay": "wistar_env.kit.replays",
    "make": "wistar_env.kit.envs.aec",
}
_MODULES = {
    "lab_rats_v0": "wistar_env.lab_rats_v0",
    "rewards": "wistar_env.kit.rewards",
    "wistar_v0": "wistar_env.wistar_v0",
}


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    if name in _MODULES:
        return import_module(_MODULES[name])
    if name == "make_sb3":
        from wistar_env.system.extras import import_with_extra

        libraries = ("stable_baselines3", "torch")
        return import_with_extra("wistar_env.kit.vector.sb3", "train", libraries).make_sb3
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
