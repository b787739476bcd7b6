"""The page of all cards and tiles, which lie beside it as SVG files.

The directive ``{gallery} invention`` shows all pieces of a kind; ``static/gallery.js`` filters
them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from wistar_env.games.rats_of_wistar.components import Components, open_components
from wistar_env.games.rats_of_wistar.render.svg import cards
from wistar_env.games.rats_of_wistar.render.svg import gallery as files

if TYPE_CHECKING:
    from sphinx.application import Sphinx

#: Where the files lie within the site.
FOLDER: Final = "_cards"


@dataclass(frozen=True)
class Shown:
    """A piece in the gallery: its file, its name, what it says, what it is filtered by."""

    file: str
    face: cards.Face
    type: str
    tier: str

    def html(self) -> str:
        """Return the picture with its name below it."""
        words = escape(f"{self.face.title}; {self.face.described}", quote=True)
        name = escape(self.face.title)
        place = f"{FOLDER}/{self.file}"
        return (
            f'<figure class="piece" data-type="{self.type}" data-tier="{self.tier}">'
            f'<a href="{place}" title="{words}">'
            f'<img src="{place}" alt="{words}" loading="lazy" '
            f'width="{self.face.width:.0f}" height="{self.face.height:.0f}"></a>'
            f"<figcaption>{name}</figcaption></figure>"
        )


@cache
def _components() -> Components:
    return open_components()


def pieces(kind: str) -> Iterator[Shown]:
    """Yield all pieces of a kind."""
    for number, entry in enumerate(cards.entries(kind, _components()), start=1):
        yield Shown(
            f"{kind}-{number:03}.svg",
            cards.face(kind, number, _components()),
            str(getattr(entry, "type", "")),
            str(getattr(entry, "tier", "") or getattr(entry, "kind", "")),
        )


class Gallery(SphinxDirective):
    """Shows all pieces of a kind."""

    required_arguments: ClassVar[int] = 1

    def run(self) -> list[nodes.Node]:
        """Return the pictures as they stand on the page."""
        kind = self.arguments[0]
        shown = "".join(piece.html() for piece in pieces(kind))
        return [
            nodes.raw("", f'<div class="pieces" data-kind="{kind}">{shown}</div>', format="html")
        ]


def setup(app: "Sphinx") -> dict[str, Any]:
    """Make the directive known, and draw the files when the site is there."""

    def finished(app: "Sphinx", exception: Exception | None) -> None:
        if exception is None and app.builder.format == "html":
            files.write(Path(app.outdir) / FOLDER, _components())

    app.add_directive("gallery", Gallery)
    app.connect("build-finished", finished)
    return {"parallel_read_safe": True}
