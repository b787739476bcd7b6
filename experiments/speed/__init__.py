"""Measures the speeds of the performance page: ``python -m experiments.speed``."""
