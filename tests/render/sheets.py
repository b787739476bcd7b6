"""Contact sheets of all cards, to look at: ``python -m tests.render.sheets FOLDER [KIND ...]``."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from wistar_env.games.rats_of_wistar.components import open_components
from wistar_env.games.rats_of_wistar.render.svg import cards, ink
from wistar_env.kit.pictures import marks
from wistar_env.kit.pictures.png import png

_COLUMNS: Final = 7
_ROWS: Final = 4
_CARD: Final = 200
_GAP: Final = 8


def sheet(which: Sequence[tuple[str, int]]) -> str:
    """Return a picture of cards beside each other."""
    faces = [cards.face(kind, number, open_components()) for kind, number in which]
    parts, y = [], float(_GAP)
    for start in range(0, len(faces), _COLUMNS):
        row = faces[start : start + _COLUMNS]
        parts += [face.placed(_GAP + k * (_CARD + _GAP), y, _CARD) for k, face in enumerate(row)]
        y += max(face.height * _CARD / face.width for face in row) + _GAP
    width = _COLUMNS * (_CARD + _GAP) + _GAP
    ground = marks.rect(0, 0, width, y, fill=ink.TABLE)
    return marks.document(width, y, ground, *parts, title="Cards", with_fonts=False)


def main(folder: Path, kinds: Sequence[str]) -> None:
    """Write the sheets of some kinds."""
    folder.mkdir(parents=True, exist_ok=True)
    which = [each for each in cards.every(open_components()) if each[0] in kinds]
    size = _COLUMNS * _ROWS
    for page, start in enumerate(range(0, len(which), size), start=1):
        file = folder / f"{page:02}.png"
        file.write_bytes(png(sheet(which[start : start + size])))
        print(file)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or cards.KINDS)
