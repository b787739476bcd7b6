"""All pieces as files, for a gallery: a page of a site, or a folder to look through."""

import json
from pathlib import Path

from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.render.svg import cards


def write(folder: Path, components: Components, with_fonts: bool = True) -> list[Path]:
    """Write every piece as an SVG file, and ``index.json``, which names them.

    Parameters
    ----------
    folder
        Where to; it is made if it is not there. Files of the same names are replaced.
    components
        What the game is played with.
    with_fonts
        Whether each file brings its letters along (35 kB), as it must where a page shows it as an
        image. A page that holds the elements themselves needs ``lettering.font_faces()`` once.

    Returns
    -------
    list of Path
        The files with pictures, by kind and number. ``index.json`` lists them in the same order,
        each as kind, number, title, what is on it in words, size, and file.
    """
    folder.mkdir(parents=True, exist_ok=True)
    index, files = [], []
    for kind, number in cards.every(components):
        face = cards.face(kind, number, components)
        file = folder / f"{kind}-{number:03}.svg"
        file.write_text(cards.card(kind, number, components, with_fonts), "utf-8")
        files.append(file)
        index.append(
            {
                "kind": kind,
                "number": number,
                "title": face.title,
                "described": face.described,
                "width": face.width,
                "height": face.height,
                "file": file.name,
            }
        )
    listed = json.dumps(index, ensure_ascii=False, indent=1)
    (folder / "index.json").write_text(f"{listed}\n", "utf-8")
    return files
