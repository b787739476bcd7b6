"""Positions and cards as text and as SVG, in original artwork.

``picture`` draws a position. ``vials``, ``obstacles``, ``happenings``, ``specimens`` and ``chips``
draw symbols, ``faces`` draws cards, and ``doorways`` the Doors of the table. ``laboratory``,
``seating`` and ``prompt`` draw parts of a picture, which ``composition`` combines.

Drawing functions return SVG elements as text, or a ``Drawn``, which also has their size. Widths,
heights and coordinates are in SVG units, which ``picture`` scales to pixels.
"""

from wistar_env.games.lab_rats.render import happenings, obstacles
from wistar_env.games.lab_rats.render.composition import picture

__all__ = ["happenings", "obstacles", "picture"]
