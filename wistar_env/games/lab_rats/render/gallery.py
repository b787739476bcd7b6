"""All 80 cards by kind, with their numbers of copies (LAB-02)."""

from collections.abc import Iterator, Sequence
from typing import Final

from wistar_env.games.lab_rats.card_folder import Cards
from wistar_env.games.lab_rats.kinds import (
    COLOURS,
    POTION_NAMES,
)
from wistar_env.games.lab_rats.render import faces, ink, specimens
from wistar_env.games.lab_rats.render.faces import RATIO
from wistar_env.games.lab_rats.render.vials import colours_of, symbol
from wistar_env.games.lab_rats.scene import Seat
from wistar_env.games.lab_rats.scene.position import colours_in
from wistar_env.games.lab_rats.words import EVENTS, door_effect, door_name, listed
from wistar_env.kit.pictures import lettering, marks
from wistar_env.kit.pictures.boxes import Drawn, flow
from wistar_env.kit.pictures.gallery import Piece
from wistar_env.kit.pictures.marks import group, rect, text

WIDTH: Final = 150.0
_HEIGHT: Final = WIDTH * RATIO
#: The number of cards with the effects of events, one for each player (LAB-02).
_AIDS: Final = 5
#: Potions by their number of colours (LAB-57).
_SORTS: Final = {1: "one colour", 2: "one of two colours"}
_MARGIN: Final = 14.0


def pieces(cards: Cards) -> Iterator[Piece]:
    """Yield all kinds of cards with their numbers of copies."""
    tables = cards.tables[0]
    yield from _specimens(tables["specimens"].tolist())
    yield from _doors(tables["doors"].tolist())
    yield from _potions(tables["potions"].tolist())
    yield from _exits(tables["exits"].tolist())
    title, said = "Aid", "; ".join(f"{door_name(kind)}: {what}" for kind, what in EVENTS.items())
    yield Piece("aid", 1, title, said, _AIDS, WIDTH, _HEIGHT, _aid())


def _specimens(colours: Sequence[int]) -> Iterator[Piece]:
    for number, colour in enumerate(colours, start=1):
        seat = _healthy(number, colour)
        # A Specimen is drawn in the middle of a square.
        card = group(specimens.specimen(seat, _HEIGHT), x=-0.1 * _HEIGHT)
        said = f"beats {COLOURS[colour]} obstacles"
        title = f"{COLOURS[colour]} mutation"
        yield Piece("specimen", number, title, said, 1, 0.8 * _HEIGHT, _HEIGHT, card)


def _healthy(number: int, specimen: int) -> Seat:
    """Return a healthy seat without cards, tokens or chips."""
    return Seat(
        number=number,
        specimen=specimen,
        condition="healthy",
        may_exit=False,
        crumbs=0,
        pollution=0,
        cheese=0,
        sources=(0, 0, 0),
        num_potions=0,
        num_doors=0,
        num_put_by=0,
        shown=False,
        potions=(),
        doors=(),
        put_by=(),
        chosen=None,
        unpaid=(),
    )


def _doors(counts: Sequence[int]) -> Iterator[Piece]:
    for kind, count in enumerate(counts):
        if count:
            card, said = faces.door_card(kind, WIDTH), door_effect(kind)
            yield Piece("door", kind + 1, door_name(kind), said, count, WIDTH, _HEIGHT, card)


def _potions(counts: Sequence[int]) -> Iterator[Piece]:
    for kind, count in enumerate(counts):
        if count:
            said = _SORTS.get(len(colours_of(kind)), "any colour")
            card = faces.potion_card(kind, WIDTH)
            title = f"{POTION_NAMES[kind]} Potion"
            yield Piece("potion", kind + 1, title, said, count, WIDTH, _HEIGHT, card)


def _exits(exits: Sequence[int]) -> Iterator[Piece]:
    for number, bits in enumerate(exits, start=1):
        colours = colours_in(bits)
        said = f"asks {listed(COLOURS[colour] for colour in colours)}"
        card = faces.exit_face(colours, WIDTH, _HEIGHT)
        yield Piece("exit", number, f"Exit {number}", said, 1, WIDTH, _HEIGHT, card)


def _aid() -> str:
    """Draw a card with the effect of each event."""
    drawn = rect(0.8, 0.8, WIDTH - 1.6, _HEIGHT - 1.6, 8, fill=ink.PANEL, stroke=ink.FRAME)
    y = 7.0
    for kind, what in EVENTS.items():
        drawn += rect(7, y, 24, 24, 3, fill=ink.DARK)
        drawn += symbol(f"behind-{kind}", 8.5, y + 1.5, 21)
        size, name = lettering.fit(door_name(kind), WIDTH - 42, 9.5, 8.5, True)
        drawn += text(35, y + 8, name, size, bold=True)
        for k, line in enumerate(lettering.wrap(what, WIDTH - 40, 8.2)[:2]):
            drawn += text(35, y + 16.5 + 8.5 * k, line, 8.2)
        y += 28.5
    return drawn


def sheet(shown: Sequence[Piece], title: str, *, columns: int, card: float) -> str:
    """Draw pieces in rows, each with its name, number of copies and text."""
    gap = 14.0
    drawn = flow((_captioned(piece, card) for piece in shown), columns * (card + gap), gap)
    width = min(len(shown), columns) * (card + gap) - gap + 2 * _MARGIN
    height = drawn.height + 2 * _MARGIN
    ground = rect(0, 0, width, height, fill=ink.TABLE)
    described = "; ".join(f"{piece.copies} x {piece.title}: {piece.described}" for piece in shown)
    return marks.document(
        width, height, ground, drawn.at(_MARGIN, _MARGIN), title=title, described=described
    )


def _captioned(piece: Piece, width: float) -> Drawn:
    """Draw a piece with a caption."""
    scale = width / piece.width
    height = piece.height * scale
    name = f"{piece.copies} x {piece.title}"
    lines = [
        *((line, True) for line in lettering.wrap(name, width, 12, True)),
        *((line, False) for line in lettering.wrap(piece.described, width, 11.5)),
    ]
    words = "".join(
        text(
            width / 2, height + 15 + 14 * k, line, 12 if bold else 11.5, bold=bold, anchor="middle"
        )
        for k, (line, bold) in enumerate(lines)
    )
    return Drawn(width, height + 14 * len(lines) + 6, group(piece.body, scale=scale) + words)
