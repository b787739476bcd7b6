"""Many games stepped by one compiled call; ``wistar_env.vector`` is what people use of it."""
