"""The size in pixels of frames: for ``rgb_array``, windows and videos."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from wistar_env.arguments import integer

#: Width and height in pixels.
FrameSize: TypeAlias = tuple[int, int]

FRAME_SIZE: Final = (1920, 1080)
#: Smallest and largest width and height.
_LEAST, _MOST = 16, 8192


def frame_size(size: object) -> FrameSize:
    """Validate the size of a frame, and return it.

    Raises TypeError if ``size`` is not two integers. Raises ValueError if one is not from 16 to
    8192.
    """
    if isinstance(size, str) or not isinstance(size, Sequence) or len(size) != 2:
        raise TypeError(f"size must be two integers, width and height in pixels, found {size!r}")
    width, height = (
        integer(f"the {name} of size", value, _LEAST, _MOST)
        for name, value in zip(("width", "height"), size, strict=True)
    )
    return width, height
