"""The protocol of all agents, defined in ``wistar_env.kit.bots``.

How bots are named and found is in ``wistar_env.kit.bots.registry``.
"""

from wistar_env.errors import BotError
from wistar_env.kit.bots import Batch, Player, View
from wistar_env.kit.bots.registry import REGISTRY, load, parse

__all__ = ["REGISTRY", "Batch", "BotError", "Player", "View", "load", "parse"]
