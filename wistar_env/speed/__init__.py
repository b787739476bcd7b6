"""Benchmarks of speed: ``wistar speed``."""
