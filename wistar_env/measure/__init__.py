"""What measures this package: how fast it is, and how its reconstructed values play.

``wistar speed`` and ``wistar calibration`` are its commands; playing games needs nothing of it.
"""
