"""Compiled policies: players that need no Python while a game runs."""
