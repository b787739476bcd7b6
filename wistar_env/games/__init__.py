"""The games: each a package that the rest plays through its ``Game``."""
