"""Positions and cards as text and as SVG, in shapes of our own.

``picture`` draws a position. ``vials``, ``obstacles``, ``happenings``, ``specimens`` and ``chips``
draw symbols, ``faces`` cards, ``doorways`` the Doors of the table; ``laboratory``, ``seating`` and
``prompt`` are the parts of a picture, and ``composition`` puts them together.

Functions that draw return SVG elements as text, or a ``Drawn``, which also has their size. Widths,
heights and coordinates are in SVG units, of which ``picture`` makes pixels.
"""

from wistar_env.games.lab_rats.render import happenings, obstacles
from wistar_env.games.lab_rats.render.composition import picture

__all__ = ["happenings", "obstacles", "picture"]
