"""Many games stepped by one compiled call; ``kit.vector`` is what people use of it."""
