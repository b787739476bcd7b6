"""A whole position: the board, the market, and the seats.

``picture`` puts the parts together, each of which is drawn by a module. ``kit.pictures.touch``
makes elements clickable.
"""

from wistar_env.games.rats_of_wistar.render.svg.position.picture import picture

__all__ = ["picture"]
