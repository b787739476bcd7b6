"""A replay as one page that needs nothing else: board, slider, log, scores, what the bots thought.

``write(replay, file)`` makes it. ``frames`` keeps hundreds of pictures in the space of one or two,
``steps`` tells the game as data, ``page`` puts both into the page.
"""

from wistar_env.film.page import write

__all__ = ["write"]
