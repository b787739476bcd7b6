"""Cards: Potions, Doors and Exits, face up and face down."""

from typing import Final

from wistar_env.games.lab_rats.kinds import COLOURS, NUM_COLOURS, POTION_NAMES
from wistar_env.games.lab_rats.render import ink
from wistar_env.games.lab_rats.render.chips import running_rat
from wistar_env.games.lab_rats.render.vials import colours_of, declare, pip, potion, symbol
from wistar_env.games.lab_rats.words import door_name
from wistar_env.kit.pictures import lettering
from wistar_env.kit.pictures.gallery import name_of
from wistar_env.kit.pictures.marks import circle, group, path, polygon, rect, text

#: Height of a card, divided by its width.
RATIO: Final = 1.4
#: The least width of cards with names on them, if no word has to be broken.
_NAMED: Final = 50.0
#: The least font size of names.
_LEAST: Final = 11.0
#: Below this width, letters on two vials are too small to read.
_SMALL: Final = 44.0


def _lettered(words: str, width: float, height: float, fill: str) -> str:
    """Draw the name of a card at its foot in one line or two, unless the card is too narrow."""
    size = max(_LEAST, min(14.0, width * 0.14))
    longest = max(lettering.width(word, size, bold=True) for word in words.split())
    if width < max(_NAMED, longest + 4):
        return ""
    lines = lettering.wrap(words, max(width - 8, longest), size, bold=True)[:2]
    top = height - 7 - (len(lines) - 1) * size * 1.05
    return "".join(
        text(width / 2, top + k * size * 1.05, each, size, bold=True, anchor="middle", fill=fill)
        for k, each in enumerate(lines)
    )


def _ground(colours: tuple[int, ...], width: float, height: float) -> str:
    """Draw the pale background of a Potion in its colour, divided if it has two colours."""
    corner = 5
    if len(colours) != 2:
        pale = ink.HUES[colours[0]].pale if len(colours) == 1 else ink.PAPER
        return rect(0, 0, width, height, corner, fill=pale)
    one, other = (ink.HUES[colour].pale for colour in colours)
    half = polygon(
        (corner, height), (width, corner), (width, height - corner), (width - corner, height)
    )
    return rect(0, 0, width, height, corner, fill=one) + half.replace(
        "<polygon", f'<polygon fill="{other}"'
    )


def _two_pips(colours: tuple[int, ...], width: float, height: float) -> str:
    """Draw discs in the two colours of a double Potion, for a small card."""
    size = min(width * 0.62, height / 2 - 3)
    one, other = colours
    return pip(one, 2, 2.5, size) + pip(other, width - size - 2, height - size - 2.5, size)


def potion_card(kind: int, width: float) -> str:
    """Draw a Potion, face up."""
    height, colours = width * RATIO, colours_of(kind)
    edge = ink.HUES[colours[0]].dark if len(colours) == 1 else ink.INK
    name = _lettered(POTION_NAMES[kind], width, height, ink.INK)
    size = width * (0.86 if name else 0.92)
    top = (height - size) / 2 - height * 0.07 * min(2, name.count("<text"))
    inside = (
        potion(kind, (width - size) / 2, top, size)
        if len(colours) != 2 or width >= _SMALL
        else _two_pips(colours, width, height)
    )
    drawn = (
        _ground(colours, width, height)
        + rect(0.6, 0.6, width - 1.2, height - 1.2, 5, fill="none", stroke=edge, stroke_width=1.2)
        + inside
        + name
    )
    return group(
        drawn, title=f"Potion: {POTION_NAMES[kind]}", data_piece=name_of("potion", kind + 1)
    )


def door_card(kind: int, width: float) -> str:
    """Draw a face-up Door; an obstacle has the colour that beats it in the corner."""
    height = width * RATIO
    name = _lettered(door_name(kind), width, height, ink.WHITE)
    size = width * 0.88
    top = (height - size) / 2 - (height * 0.06 if name else 0)
    edge = ink.HUES[kind].fill if kind < NUM_COLOURS else ink.STEEL
    drawn = (
        rect(0, 0, width, height, 5, fill=ink.DARK)
        + rect(1, 1, width - 2, height - 2, 4.5, fill="none", stroke=edge, stroke_width=2)
        + symbol(f"behind-{kind}", (width - size) / 2, top, size)
        + name
    )
    if kind < NUM_COLOURS:
        drawn += pip(kind, 2.5, 2.5, max(11.0, width * 0.26))
    return group(drawn, title=f"Door: {door_name(kind)}", data_piece=name_of("door", kind + 1))


def _potion_back() -> str:
    vial = path(
        "M42 30 H58 M44 30 V46 L28 74 Q26 80 32 80 H68 Q74 80 72 74 L56 46 V30",
        fill="none",
        stroke=ink.WHITE,
        stroke_width=5,
        stroke_linejoin="round",
        stroke_linecap="round",
    )
    return vial + circle(46, 66, 4, fill=ink.WHITE) + circle(56, 72, 3, fill=ink.WHITE)


def _door_back() -> str:
    return (
        rect(30, 20, 40, 62, 3, fill=ink.STEEL, stroke=ink.WHITE, stroke_width=4)
        + circle(50, 40, 9, fill=ink.DARK, stroke=ink.WHITE, stroke_width=3)
        + circle(62, 60, 3.5, fill=ink.HAZARD)
    )


declare("potion-back", _potion_back(), token=True)
declare("door-back", _door_back())
declare("running-rat", running_rat(ink.WHITE))


def back(sort: str, width: float, title: str) -> str:
    """Draw the back of a card of the deck ``"potion"`` or ``"door"``."""
    height = width * RATIO
    fill = {"potion": "#3c6472", "door": ink.FRAME}[sort]
    drawn = (
        rect(0, 0, width, height, 5, fill=fill, stroke=ink.DARK)
        + rect(3, 3, width - 6, height - 6, 3, fill="none", stroke=ink.WHITE, opacity=0.55)
        + symbol(f"{sort}-back", width * 0.05, (height - width * 0.9) / 2, width * 0.9)
    )
    return group(drawn, title=title)


def exit_back(width: float, height: float) -> str:
    """Draw a face-down Exit: an exit sign."""
    size = min(width, height) * 0.78
    drawn = (
        rect(
            0.8,
            0.8,
            width - 1.6,
            height - 1.6,
            5,
            fill=ink.SIGN,
            stroke=ink.SIGN_DARK,
            stroke_width=1.6,
        )
        + rect(4, 4, width - 8, height - 8, 3, fill="none", stroke=ink.WHITE, opacity=0.6)
        + symbol("running-rat", (width - size) / 2, height * 0.42 - size / 2, size)
        + text(
            width / 2,
            height - 9,
            "EXIT",
            min(14.0, width * 0.24),
            bold=True,
            anchor="middle",
            fill=ink.WHITE,
        )
    )
    return group(drawn, title="an Exit, face down")


def exit_face(
    colours: tuple[int, ...], width: float, height: float, due: tuple[int, ...] | None = None
) -> str:
    """Draw a face-up Exit: its abomination, and the three colours that beat it.

    ``due``: the colours still to be paid; None marks no colour as paid.
    """
    size = min((width - 10) / 3, height * 0.3)
    left = (width - 3 * size - 4) / 2
    beast = min(width - 6, height - size - 12)
    drawn = rect(
        0.8, 0.8, width - 1.6, height - 1.6, 5, fill="#2a1531", stroke=ink.SIGN, stroke_width=2.4
    ) + symbol("abomination", (width - beast) / 2, 4, beast)
    for k, colour in enumerate(colours):
        x, y = left + k * (size + 2), height - size - 5
        drawn += pip(colour, x, y, size)
        if due is not None and colour not in due:
            drawn += circle(x + size - 4, y + 4, 5.5, fill=ink.SIGN, stroke=ink.WHITE)
            drawn += path(
                f"M{x + size - 6.5:.1f} {y + 4:.1f} l2 2.2 l3.4 -4",
                fill="none",
                stroke=ink.WHITE,
                stroke_width=1.6,
            )
    words = ", ".join(COLOURS[colour] for colour in colours)
    return group(drawn, title=f"Exit: {words}")


def _abomination() -> str:
    """Draw the abomination that guards an Exit: a mass of eyes and teeth."""
    body = path(
        "M8 96 C4 70 14 64 10 46 C8 30 22 30 24 18 C34 24 38 10 50 8 C62 10 66 24 76 18"
        " C78 30 92 30 90 46 C86 64 96 70 92 96 Z",
        fill="#5d7f2b",
        stroke="#1d2b0b",
        stroke_width=4,
        stroke_linejoin="round",
    )
    eyes = "".join(
        circle(x, y, r, fill=ink.WHITE, stroke="#1d2b0b", stroke_width=2.5)
        + circle(x, y + 1, r * 0.45, fill=ink.BLOOD)
        for x, y, r in (
            (32, 38, 9),
            (66, 34, 10),
            (50, 24, 6),
            (48, 46, 6.5),
            (80, 48, 5),
            (20, 54, 5),
        )
    )
    mouth = path("M20 66 Q50 56 82 66 Q80 92 50 92 Q22 92 20 66 Z", fill="#2a0508")
    teeth = path(
        "M22 65 L29 78 L36 61.5 L43 76 L50 60.5 L57 76 L64 61.5 L71 78 L80 65 Q50 56 22 65 Z",
        fill=ink.FUR,
    ) + path(
        "M28 86 L34 78 L40 90 L47 80 L53 91 L60 80 L66 89 L73 79 L75 84"
        " Q66 92 50 92 Q34 92 28 86 Z",
        fill=ink.FUR,
    )
    return body + eyes + mouth + teeth


declare("abomination", _abomination())
