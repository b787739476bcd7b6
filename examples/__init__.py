"""Games that are declared with ``wistar_env.author``."""
