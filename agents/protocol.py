"""What every agent is: see ``wistar_env.bots``, where the protocol is defined.

It lives there because whoever installs the package without this repository benchmarks bots too.
"""

from wistar_env.benchmark.players import REGISTRY, load, parse
from wistar_env.bots import Batch, Player, View
from wistar_env.errors import BotError

__all__ = ["REGISTRY", "Batch", "BotError", "Player", "View", "load", "parse"]
