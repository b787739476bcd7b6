"""Playing the game: in the browser."""
