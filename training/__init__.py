"""Trainers of agents. This package imports agents and wistar_env; neither imports it."""
