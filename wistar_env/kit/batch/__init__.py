"""Many games stepped by one compiled call; ``kit.vector`` is the user interface."""
