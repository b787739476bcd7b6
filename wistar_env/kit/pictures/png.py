"""SVG as pixels: PNG files and arrays, the same on every machine.

Only the bundled font is used, no system fonts.
"""

import io
from typing import Final

import numpy as np
import numpy.typing as npt

from wistar_env import arguments
from wistar_env.kit.pictures import lettering

#: Maximum width in pixels; such a picture takes a second and a few hundred megabytes.
MAX_SIZE: Final = 8192


def png(svg: str, width: int | None = None) -> bytes:
    """Return a document as a PNG file.

    Parameters
    ----------
    svg
        The SVG document.
    width
        Width in pixels; the height follows. None means the size in the document.

    Raises
    ------
    TypeError
        If ``width`` is not an integer.
    ValueError
        If ``width`` is not from 1 to ``MAX_SIZE``, or the text is not an SVG document.
    """
    import resvg_py

    if width is not None:
        width = arguments.integer("width", width, 1, MAX_SIZE)
    try:
        return resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_files=[str(file) for file in lettering.FILES.values()],
            font_family=lettering.FONT,
        )
    except ValueError as error:
        raise ValueError(f"this SVG cannot be drawn: {error}; it begins {svg[:60]!r}") from None


def pixels(svg: str, width: int | None = None) -> npt.NDArray[np.uint8]:
    """Return a document as an array of shape (height, width, 3), red, green and blue.

    Transparent parts, such as the round corners of a card, become white. Parameters and errors are
    those of ``png``.
    """
    from PIL import Image

    with Image.open(io.BytesIO(png(svg, width))) as image:
        paper = Image.new("RGB", image.size, "white")
        paper.paste(image, mask=image if image.has_transparency_data else None)
        return np.array(paper)
