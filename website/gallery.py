"""The page of all cards and tiles, with their SVG files.

The directive ``{gallery} invention`` shows all pieces of a kind; ``static/gallery.js`` filters
them. ``{pieces} lab-rats door`` does the same for any game.
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
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.pictures import gallery
from wistar_env.kit.pictures.gallery import Piece

if TYPE_CHECKING:
    from sphinx.application import Sphinx

#: The folder of the files in the site.
FOLDER: Final = "_cards"
#: Games with a separate page.
OTHER_GAMES: Final = ("lab-rats",)


@dataclass(frozen=True)
class Shown:
    """A piece in the gallery: its file, name, text and filters."""

    file: str
    face: cards.Face
    type: str
    tier: str

    def html(self) -> str:
        """Return HTML for the picture with its name below it."""
        filters = f' data-type="{self.type}" data-tier="{self.tier}"'
        return _figure(self.face, self.file, escape(self.face.title), filters)


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
        """Return the pictures as HTML nodes for the page."""
        kind = self.arguments[0]
        shown = "".join(piece.html() for piece in pieces(kind))
        return [
            nodes.raw("", f'<div class="pieces" data-kind="{kind}">{shown}</div>', format="html")
        ]


def _game_pieces(name: str) -> list[Piece]:
    game = find_game(name)
    return [*game.presentation.gallery(game.spec.opened(None))]


class GamePieces(SphinxDirective):
    """Shows all pieces of a kind; arguments: the name of the game, and the kind."""

    required_arguments: ClassVar[int] = 2

    def run(self) -> list[nodes.Node]:
        """Return the pictures as HTML nodes for the page."""
        name, kind = self.arguments
        shown = "".join(_html(name, piece) for piece in _game_pieces(name) if piece.kind == kind)
        return [
            nodes.raw("", f'<div class="pieces" data-kind="{kind}">{shown}</div>', format="html")
        ]


def _html(game: str, piece: Piece) -> str:
    """Return HTML for a picture with its name and number of copies below it."""
    return _figure(piece, f"{game}/{piece.file}", f"{piece.copies} x {escape(piece.title)}")


def _figure(face: cards.Face | Piece, file: str, caption: str, filters: str = "") -> str:
    words = escape(f"{face.title}; {face.described}", quote=True)
    place = f"{FOLDER}/{file}"
    return (
        f'<figure class="piece"{filters}><a href="{place}" title="{words}">'
        f'<img src="{place}" alt="{words}" loading="lazy" '
        f'width="{face.width:.0f}" height="{face.height:.0f}"></a>'
        f"<figcaption>{caption}</figcaption></figure>"
    )


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register the directives, and draw the files after the site is built."""

    def finished(app: "Sphinx", exception: Exception | None) -> None:
        if exception is None and app.builder.format == "html":
            files.write(Path(app.outdir) / FOLDER, _components())
            for name in OTHER_GAMES:
                gallery.write(Path(app.outdir) / FOLDER / name, _game_pieces(name))

    app.add_directive("gallery", Gallery)
    app.add_directive("pieces", GamePieces)
    app.connect("build-finished", finished)
    return {"parallel_read_safe": True}
