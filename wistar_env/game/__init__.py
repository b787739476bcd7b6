"""One game of Rats of Wistar as a Python object: ``Game``, its saved form, and its messages."""

from wistar_env.game.game import MAX_SEED, Game, seed_after

__all__ = ["MAX_SEED", "Game", "seed_after"]
