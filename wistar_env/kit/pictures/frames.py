"""Rasterizes SVG documents, and reuses the pixels of parts that earlier documents had."""

import io
from collections import OrderedDict
from functools import lru_cache
from math import ceil, floor
from threading import Lock
from typing import Final, NamedTuple
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt
from fontTools.misc.transform import Transform
from PIL import Image

from wistar_env.kit.pictures import png
from wistar_env.kit.pictures.extents import extent
from wistar_env.kit.pictures.svg_parts import Part, UnknownSvgError, split

#: Size of a process's cache of pixels in bytes, enough for about 60 decisions of a game.
MAX_BYTES: Final = 128 << 20
#: Rounding error of sums of coordinates, in pixels.
_NOISE: Final = 5e-6
#: Bytes of a pixel of a part: colour and transparency.
_PIXEL_BYTES: Final = 5


class _Sprite(NamedTuple):
    """The pixels of a part; ``image`` is None if the part has none."""

    image: Image.Image | None
    #: The alpha channel; None if all pixels are opaque.
    mask: Image.Image | None
    #: The offset of its upper left corner from the pixel in which the part begins.
    x: int
    y: int

    @property
    def size(self) -> int:
        return 256 + (self.image.width * self.image.height * _PIXEL_BYTES if self.image else 0)


class Frames:
    """Rasterizes documents, and caches the pixels of their parts.

    A frame equals ``png.pixels``, except for the rounding of colours along edges and in transparent
    parts. A frame does not depend on earlier ones. Threads may share one object.

    Parameters
    ----------
    max_bytes
        The size of the cache; the least recently used parts are dropped first.
    """

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self.max_bytes = max_bytes
        self.num_bytes = 0
        self._sprites: OrderedDict[tuple[str, ...], _Sprite] = OrderedDict()
        self._lock = Lock()

    def pixels(self, svg: str) -> npt.NDArray[np.uint8]:
        """Return a document as a uint8 array of shape (height, width, 3): see ``png.pixels``.

        Raises
        ------
        ValueError
            If the text is not an SVG document.
        """
        try:
            document = split(svg)
            canvas = Image.new("RGB", (document.width, document.height), "white")
            for part in document.parts:
                self._paint(canvas, part)
        except UnknownSvgError:
            return png.pixels(svg)
        return np.array(canvas)

    def _paint(self, canvas: Image.Image, part: Part) -> None:
        a, b, c, d, x, y = part.matrix
        left, top = floor(x + _NOISE), floor(y + _NOISE)
        at = f"{x - left:.5f} {y - top:.5f}"
        numbers = f"{a:.9g} {b:.9g} {c:.9g} {d:.9g} {at}"
        sprite = self._sprite((numbers, part.inherited, part.svg, part.definitions), canvas.size)
        if sprite.image is not None:
            canvas.paste(sprite.image, (left + sprite.x, top + sprite.y), sprite.mask)

    def _sprite(self, key: tuple[str, str, str, str], room: tuple[int, int]) -> _Sprite:
        with self._lock:
            known = self._sprites.get(key)
            if known is not None:
                self._sprites.move_to_end(key)
                return known
        made = _drawn(*key, room)
        with self._lock:
            if key not in self._sprites:
                self._sprites[key] = made
                self.num_bytes += made.size
            while self.num_bytes > self.max_bytes:
                self.num_bytes -= self._sprites.popitem(last=False)[1].size
        return made


def _drawn(
    numbers: str, inherited: str, svg: str, definitions: str, room: tuple[int, int]
) -> _Sprite:
    """Rasterize a part within its bounding box."""
    matrix = Transform(*map(float, numbers.split()))
    group = ElementTree.fromstring(f"<g{inherited}>{svg}</g>")
    box = extent(group, matrix, _elements(definitions), {})
    if box.left > box.right:
        return _Sprite(None, None, 0, 0)
    left, top = floor(box.left) - 1, floor(box.top) - 1
    wide, high = ceil(box.right) + 1 - left, ceil(box.bottom) + 1 - top
    if wide > 2 * room[0] or high > 2 * room[1]:
        raise UnknownSvgError("an element is larger than twice the frame")
    a, b, c, d, x, y = matrix
    moved = f"matrix({a:.9g} {b:.9g} {c:.9g} {d:.9g} {x - left:.5f} {y - top:.5f})"
    data = png.png(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}"><defs>{definitions}</defs>'
        f'<g transform="{moved}"{inherited}>{svg}</g></svg>'
    )
    with Image.open(io.BytesIO(data)) as opened:
        image = opened.convert("RGBA")
    mask = image.getchannel("A")
    shown = mask.getbbox()
    if shown is None:
        return _Sprite(None, None, 0, 0)
    mask = mask.crop(shown)
    opaque = mask.getextrema()[0] == 255
    colours = image.crop(shown).convert("RGB")
    return _Sprite(colours, None if opaque else mask, left + shown[0], top + shown[1])


@lru_cache(maxsize=256)
def _elements(definitions: str) -> dict[str, ElementTree.Element]:
    return {
        element.get("id", ""): element
        for element in ElementTree.fromstring(f"<g>{definitions}</g>")
    }


#: The renderer that all environments of a process share.
shared: Final = Frames()
