"""All pieces as files of a gallery."""

from collections.abc import Iterator
from pathlib import Path

from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.render.svg import cards
from wistar_env.kit.pictures import gallery
from wistar_env.kit.pictures.gallery import Piece


def pieces(components: Components) -> Iterator[Piece]:
    """Yield all pieces, by kind and number."""
    for kind, number in cards.every(components):
        yield _piece(kind, number, components)


def _piece(kind: str, number: int, components: Components) -> Piece:
    face = cards.face(kind, number, components)
    return Piece(kind, number, face.title, face.described, 1, face.width, face.height, face.body)


def find_piece(name: str, components: Components) -> Piece | None:
    """Return the piece with a name, such as ``"guest-007"``; None if there is none."""
    kind, _, digits = name.rpartition("-")
    if kind not in cards.KINDS or not digits.isdecimal():
        return None
    number = int(digits)
    if not 1 <= number <= len(cards.entries(kind, components)):
        return None
    return _piece(kind, number, components)


def write(folder: Path, components: Components, with_fonts: bool = True) -> list[Path]:
    """Write every piece as an SVG file, and ``index.json``, which lists them.

    Arguments and result are those of ``wistar_env.kit.pictures.gallery.write``, with the pieces
    of ``components``.
    """
    return gallery.write(folder, pieces(components), with_fonts)
