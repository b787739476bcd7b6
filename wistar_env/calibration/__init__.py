"""Calibration of the reconstructed values: ``wistar calibration``."""
