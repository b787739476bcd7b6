"""A replay as a single HTML file: board, slider, log, scores and evaluations of the bots.

``write(replay, file)`` writes it. ``picture_store`` deduplicates the elements of hundreds of
pictures, ``game_data`` turns the game into JSON values, and ``page`` renders the file.
"""

from wistar_env.replay_page.page import write

__all__ = ["write"]
