"""All pieces of a game as files, for a gallery."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from wistar_env.kit.pictures import marks


class Piece(NamedTuple):
    """A printed piece: a card, a tile or a token."""

    kind: str  # the kind of piece, for the file name
    number: int  # its number among pieces of this kind, from 1
    title: str  # its name
    described: str  # its contents in words
    copies: int
    # ``width``, ``height``: its size, in the units of ``body``.
    width: float
    height: float
    body: str  # the elements of SVG

    @property
    def name(self) -> str:
        """The piece's unique name, such as ``"tile-026"``."""
        return name_of(self.kind, self.number)

    @property
    def file(self) -> str:
        """The file name of the piece."""
        return f"{self.name}.svg"

    def document(self, *, with_fonts: bool = True, scale: float = 1) -> str:
        """Return the piece as an SVG document: see ``marks.document``."""
        return marks.document(
            self.width,
            self.height,
            self.body,
            title=self.title,
            described=self.described,
            with_fonts=with_fonts,
            scale=scale,
        )


def name_of(kind: str, number: int) -> str:
    """Return a piece's name, given its kind and number."""
    return f"{kind}-{number:03}"


def write(folder: Path, pieces: Iterable[Piece], with_fonts: bool = True) -> list[Path]:
    """Write every piece as an SVG file, and ``index.json``, which names them; return the SVG files.

    ``folder``: the folder, created if missing. Files of the same names are replaced.
    ``with_fonts``: whether to embed the fonts in each file (35 kB), which files shown as images
    need. A page with inline SVG needs ``lettering.font_faces()`` once instead.
    """
    folder.mkdir(parents=True, exist_ok=True)
    index, files = [], []
    for piece in pieces:
        file = folder / piece.file
        file.write_text(piece.document(with_fonts=with_fonts), "utf-8")
        files.append(file)
        listed = {name: value for name, value in piece._asdict().items() if name != "body"}
        index.append({**listed, "file": file.name})
    text = json.dumps(index, ensure_ascii=False, indent=1)
    (folder / "index.json").write_text(f"{text}\n", "utf-8")
    return files
