"""What every agent is: see ``wistar_env.benchmark.players``, where the protocol is defined.

It lives there because whoever installs the package without this repository benchmarks bots too.
"""

from wistar_env.benchmark.players import REGISTRY, Batch, BotError, Player, View, load, parse

__all__ = ["REGISTRY", "Batch", "BotError", "Player", "View", "load", "parse"]
