"""The panels of the seats: Specimen, tokens and chips, hand."""

from typing import Final

from wistar_env.games.lab_rats.render import chips, held_cards, ink, specimens
from wistar_env.games.lab_rats.render.drawing import Drawing
from wistar_env.games.lab_rats.render.faces import RATIO
from wistar_env.games.lab_rats.render.vials import symbol
from wistar_env.games.lab_rats.scene import Seat
from wistar_env.kit.pictures import lettering
from wistar_env.kit.pictures.boxes import Drawn, below, beside, flow
from wistar_env.kit.pictures.marks import fitted, rect, text

PADDING: Final = 10.0
#: The height of the panel of a seat in a row.
COMPACT: Final = 158.0
_GAP: Final = 8.0
_HEAD: Final = 22.0
#: The largest width of small cards.
_CARD: Final = 43.0
#: The largest gap between the parts of a wide panel.
_FAR: Final = 70.0


def _badges(drawing: Drawing, seat: Seat, size: float) -> list[Drawn]:
    """Draw the tokens and signs of a seat."""
    scene = drawing.scene
    found = []
    if scene.starter == seat.number:
        found.append(("first-player", "first player of this round"))
    if seat.may_exit and seat.condition != "dead":
        failed = "; could not pay ".join(
            " ".join(ink.HUES[colour].letter for colour in colours) for colours in seat.unpaid
        )
        known = f"; could not pay {failed}" if failed else ""
        found.append(("exit-sign", f"may try an Exit{known}"))
    return [Drawn(size, size, symbol(name, 0, 0, size, said)) for name, said in found]


def _in_turn(drawing: Drawing) -> bool:
    """Return whether a turn is in progress, not the laying of Doors or the end of a round."""
    decision = drawing.scene.decision
    return decision is not None and decision.name not in ("lay Doors", "keep two Potions")


def head(drawing: Drawing, seat: Seat, width: float) -> Drawn:
    """Draw the head of a panel: name, turn marker, and badges on the right."""
    badges = beside(_badges(drawing, seat, 20), 4)
    turn = drawing.scene.active == seat.number and _in_turn(drawing)
    flag = ""
    room = width - 28 - badges.width - 6
    if turn:
        size = 11.0
        wide = lettering.width("turn", size, True) + 12
        room -= wide + 6
        flag = rect(0, 3, wide, 17, 8.5, fill=ink.INK) + text(
            wide / 2, 15.3, "turn", size, bold=True, anchor="middle", fill=ink.WHITE
        )
    name = drawing.name(seat.number)
    shown_size, shown = lettering.fit(name, room, 14, 11, True)
    drawn = specimens.mark(seat, 0, 0, 22) + fitted(
        28, 16.5, name, 14, room, least=11, bold=True, bare=True
    )
    if flag:
        x = 28 + lettering.width(shown, shown_size, True) + 8
        drawn += Drawn(1, 1, flag).at(x, 0)
    return Drawn(width, _HEAD, drawn + badges.at(width - badges.width, 1))


def ground(drawing: Drawing, seat: Seat, width: float, height: float) -> str:
    """Draw the background of a seat's panel, with a strong frame if the seat decides."""
    hue = ink.HUES[seat.specimen]
    decides = drawing.decides(seat.number)
    fill = ink.SUNKEN if seat.condition == "dead" else ink.PANEL
    return rect(
        1,
        1,
        width - 2,
        height - 2,
        10,
        fill=fill,
        stroke=hue.dark if decides else ink.LINE,
        stroke_width=2.6 if decides else 1.2,
    )


def _framed(drawing: Drawing, seat: Seat, content: Drawn, width: float, height: float) -> Drawn:
    framed = ground(drawing, seat, width, height) + content.at(PADDING, PADDING)
    return Drawn(width, height, framed)


def compact(drawing: Drawing, seat: Seat, width: float, height: float = COMPACT) -> Drawn:
    """Draw the panel of a seat, with its hand in one row of small cards."""
    inner = width - 2 * PADDING
    size = min(inner * 0.4, 68 + 0.4 * (height - COMPACT))
    state = beside(
        [Drawn(size, size, specimens.specimen(seat, size)), chips.rows(seat, inner - size - 10)], 10
    )
    room = height - 2 * PADDING - _HEAD - size - 2 * _GAP
    row = _row(drawing, seat, inner, room / RATIO)
    content = below([head(drawing, seat, inner), state, row], _GAP)
    return _framed(drawing, seat, content, width, height)


def _row(drawing: Drawing, seat: Seat, width: float, card: float) -> Drawn:
    """Draw a hand in one row: Potions, given-up Potions, Doors."""
    held = max(1, seat.num_potions + seat.num_put_by + seat.num_doors)
    card = min(card, _CARD, (width - 12 - 3 * (held - 1)) / held)
    potions = beside([*held_cards.potions(drawing, seat, card), *held_cards.put_by(seat, card)], 3)
    doors = beside(held_cards.doors(drawing, seat, card), 3)
    return beside([potions, doors], 12)


def own(drawing: Drawing, seat: Seat, width: float, height: float) -> Drawn:
    """Draw the wide panel of the viewer: large cards and the Specimen."""
    inner, high = width - 2 * PADDING, height - 2 * PADDING
    size = high - _HEAD - _GAP
    left = 330.0
    state = beside(
        [Drawn(size, size, specimens.specimen(seat, size)), chips.rows(seat, left - size - 12)], 12
    )
    person = below([head(drawing, seat, left), state], _GAP)._replace(width=left)
    held = len(seat.potions) + len(seat.doors) + seat.num_put_by
    card = min((high - 18) / RATIO, (inner - left - 2 * _FAR) / max(1, held) - 7)
    sections = []
    for title, cards in (
        (
            "Your Potions",
            [*held_cards.potions(drawing, seat, card), *held_cards.put_by(seat, card)],
        ),
        ("Your Doors in hand", held_cards.doors(drawing, seat, card)),
    ):
        drawn = flow_or_note(cards, inner)
        sections.append(below([_label(title, drawn.width), drawn], 4))
    chosen = below(chosen_words(seat, 250), 4)
    parts = [part for part in (person, *sections, chosen) if part.width]
    spare = inner - sum(part.width for part in parts)
    content = beside(parts, min(_FAR, spare / (len(parts) - 1)))
    return _framed(drawing, seat, content, width, height)


def flow_or_note(cards: list[Drawn], width: float) -> Drawn:
    """Draw cards in rows, or a note if there are none."""
    if cards:
        found = flow(cards, width, 7)
        return found._replace(width=sum(card.width + 7 for card in cards) - 7)
    return Drawn(60, 16, text(0, 12, "none", 12, fill=ink.MUTED, bare=True))


def chosen_words(seat: Seat, width: float) -> list[Drawn]:
    """Draw the text of a seat's secret choice; empty if there is none that the viewer may know."""
    if seat.chosen is None:
        return []
    lines = lettering.wrap(f"chosen in secret: {seat.chosen}", width, 12)
    return [Drawn(width, 15, text(0, 12, line, 12, fill=ink.MUTED, bare=True)) for line in lines]


def _label(words: str, width: float) -> Drawn:
    return Drawn(width, 14, text(0, 11.5, words, 12, bold=True, fill=ink.MUTED, bare=True))


def tall(drawing: Drawing, seat: Seat, width: float) -> Drawn:
    """Draw the panel of the viewer for a phone: large cards below the Specimen."""
    inner = width - 2 * PADDING
    size = 84.0
    state = beside(
        [Drawn(size, size, specimens.specimen(seat, size)), chips.rows(seat, inner - size - 12)], 12
    )
    card = (inner - 4 * 7 - 6) / 5
    rows = []
    for title, cards in (
        (
            "Your Potions",
            [*held_cards.potions(drawing, seat, card), *held_cards.put_by(seat, card)],
        ),
        ("Your Doors", held_cards.doors(drawing, seat, card)),
    ):
        row = flow_or_note(cards, inner)
        rows.append(below([_label(title, row.width), row], 4))
    together = beside(rows, 13)
    fits = together.width <= inner
    parts = [head(drawing, seat, inner), state, *([together] if fits else rows)]
    content = below([*parts, *chosen_words(seat, inner)], 9)
    height = content.height + 2 * PADDING
    return _framed(drawing, seat, content, width, height)
