"""Benchmarks of bots: ladders, the arena with ratings, and the benchmark protocol."""

from wistar_env.benchmark.work_units import game_seed
from wistar_env.errors import BotError
from wistar_env.kit.bots import Batch, Player, View
from wistar_env.kit.bots.registry import load

__all__ = ["Batch", "BotError", "Player", "View", "game_seed", "load"]
