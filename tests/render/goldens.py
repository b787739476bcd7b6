"""Golden pictures: pixels that stay as somebody looked at them.

``python -m tests.render.goldens`` writes them anew; look at each that changed.
"""

import io
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from PIL import Image

from wistar_env.games.rats_of_wistar.components import open_components
from wistar_env.games.rats_of_wistar.render.svg import cards
from wistar_env.kit.pictures.png import png

FOLDER: Final = Path(__file__).parent / "golden"
COMMAND: Final = "python -m tests.render.goldens"
#: The cards that are kept: all kinds, long and short texts, locks, much to pay and to own.
CARDS: Final = (
    ("invention", 2),
    ("invention", 7),
    ("invention", 101),
    ("invention", 137),
    ("guest", 23),
    ("cheese", 1),
    ("mission", 2),
    ("objective", 11),
    ("hero", 1),
    ("skill", 2),
    ("ability", 6),
    ("door", 10),
    ("sector", 1),
    ("action", 7),
    ("exploration", 4),
    ("track", 4),
)
_WIDTH: Final = 300


def card(kind: str, number: int) -> bytes:
    """Return a card as a PNG file."""
    return png(cards.card(kind, number, open_components(), with_fonts=False), _WIDTH)


def path(kind: str, number: int) -> Path:
    """Return where the picture of a card is kept."""
    return FOLDER / f"{kind}-{number}.png"


def pixels(file: bytes) -> npt.NDArray[np.uint8]:
    """Return the pixels of a PNG file."""
    with Image.open(io.BytesIO(file)) as image:
        return np.array(image.convert("RGBA"))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in CARDS:
        path(*each).write_bytes(card(*each))
        print(path(*each).name)
