"""Saved games of any game: ``Replay``, its start and its actions, and the file that holds them."""

from wistar_env.kit.replays.replay import FORMAT, Replay

__all__ = ["FORMAT", "Replay"]
