"""Benchmarks of bots: the ladder against Rat-o-bot, the arena, and the speed of the rules."""

from wistar_env.benchmark.players import Batch, BotError, Player, View, load

__all__ = ["Batch", "BotError", "Player", "View", "load"]
