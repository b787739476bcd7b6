"""Speed of everything that the page about performance tells: ``python -m experiments.speed``."""
