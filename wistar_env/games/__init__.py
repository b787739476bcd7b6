"""One package per game; all other code uses a game only through its ``Game`` class."""
