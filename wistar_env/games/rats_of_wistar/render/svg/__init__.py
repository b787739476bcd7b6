"""Positions and pieces as SVG, in shapes of our own.

``picture`` draws a position. ``icons`` and ``tokens`` draw symbols and rats, ``rich``
text with icons, ``cards`` a printed piece alone, ``position`` the whole table, with what
``kit.pictures`` has for every game. All are pure functions that return SVG elements as text, or a
``Drawn``, which also has their size. Widths, heights and coordinates are in SVG units, of which
``picture`` makes pixels; ``kit.pictures.png`` renders documents to pixels.
"""

from wistar_env.games.rats_of_wistar.render.svg.position import picture

__all__ = ["picture"]
