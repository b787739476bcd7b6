"""Games declared with ``wistar_env.author``, and scripts that train networks."""
