"""All pieces as files, for a gallery."""

from collections.abc import Iterator
from pathlib import Path

from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.render.svg import cards
from wistar_env.kit.pictures import gallery
from wistar_env.kit.pictures.gallery import Piece


def pieces(components: Components) -> Iterator[Piece]:
    """Yield all pieces, by kind and number."""
    for kind, number in cards.every(components):
        face = cards.face(kind, number, components)
        yield Piece(kind, number, face.title, face.described, 1, face.width, face.height, face.body)


def write(folder: Path, components: Components, with_fonts: bool = True) -> list[Path]:
    """Write every piece as an SVG file, and ``index.json``, which names them.

    Takes and returns what ``wistar_env.kit.pictures.gallery.write`` does, with the pieces of
    ``components``.
    """
    return gallery.write(folder, pieces(components), with_fonts)
