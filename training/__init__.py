"""Trainers of agents, which import agents and wistar_env; only wistar_env.cli imports them."""
