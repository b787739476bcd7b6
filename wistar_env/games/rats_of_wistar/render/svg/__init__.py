"""Positions and pieces as SVG, in our own shapes.

``picture`` draws a position. ``icons`` and ``tokens`` draw symbols and rats, ``rich`` text with
icons, ``cards`` single printed pieces, ``position`` the whole table; ``kit.pictures`` has what all
games share. All are pure functions that return SVG elements as text, or a ``Drawn``, which also has
their size. Widths, heights and coordinates are in SVG units, which ``picture`` converts to pixels;
``kit.pictures.png`` renders documents to pixels.
"""

from wistar_env.games.rats_of_wistar.render.svg.position import picture

__all__ = ["picture"]
