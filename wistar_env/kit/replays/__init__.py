"""Saved games: ``Replay``, the start and the actions of a game, and its file."""

from wistar_env.kit.replays.replay import FORMAT, Replay

__all__ = ["FORMAT", "Replay"]
