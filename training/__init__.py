"""Trains and tunes agents; it imports agents and wistar_env, and nothing imports it."""
