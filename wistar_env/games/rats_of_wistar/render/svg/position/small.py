"""Inventions, Guests and Objectives at the size that they have in a whole position.

Symbols replace most words; tooltips have the full text. Drawings that never change are cached.
"""

from functools import lru_cache
from typing import Final

from wistar_env.games.rats_of_wistar.render.svg import icons, ink, rich
from wistar_env.games.rats_of_wistar.render.svg.position import short, words
from wistar_env.games.rats_of_wistar.scene.parts import Piece
from wistar_env.games.rats_of_wistar.tables import schema
from wistar_env.kit.pictures.boxes import Drawn
from wistar_env.kit.pictures.gallery import name_of
from wistar_env.kit.pictures.marks import circle, fitted, group, path, rect, text

#: Heights of a full Invention, of an Invention in play, of a Guest, and of an Objective.
CARD: Final = 104.0
CHIP: Final = 50.0
TILE: Final = 44.0
OBJECTIVE: Final = 62.0
_BAND: Final = 20.0
#: The font size on a Guest; the picture of a lair may scale it down.
_TILE_LETTERS: Final = 12.0


def card(printed: schema.Card, width: float) -> Drawn:
    """Draw an Invention with all that is printed on it except its number, mostly as symbols."""
    return Drawn(width, CARD, _card(*_printed(printed), width))


def chip(printed: schema.Card, width: float, used: bool = False) -> Drawn:
    """Draw an Invention in play, without cost and requirements; paler, with a 1x, if ``used``."""
    drawn = _chip(*_printed(printed), width)
    if used:
        drawn = group(drawn, opacity=0.68) + icons.draw("once", -6, -6, 21, titled=True)
    return Drawn(width, CHIP, drawn)


def _printed(card: schema.Card) -> tuple[str, str, str, str, str, str, int, str, str]:
    return (
        card.name, card.type, card.tier, card.cost, card.requires, card.icons, card.vp,
        card.timing, card.effect,
    )  # fmt: skip


@lru_cache(maxsize=2048)
def _card(
    name: str, kind: str, tier: str, cost: str, requires: str, gives: str, vp: int, timing: str,
    effect: str, width: float,
) -> str:  # fmt: skip
    colour = ink.TYPES[kind]
    inner = width - 14
    asked = " ".join(filter(None, (short.amounts(cost), "no cost" if not cost + requires else "")))
    price = rich.fit(asked, inner, 16, 11, rich.LEAST) if asked else None
    parts = [
        rect(0, 0, width, CARD, 6, fill=ink.WHITE, stroke=colour, stroke_width=1.2),
        path(
            f"M0 {_BAND} V6 A6 6 0 0 1 6 0 H{width - 6:g} A6 6 0 0 1 {width:g} 6 V{_BAND} Z",
            fill=colour,
        ),
        icons.draw(kind, 4, 2.5, 15),
        fitted(22, 14, name, 10.5, width - 27, least=rich.LEAST, bold=True, fill=ink.WHITE),
    ]
    taken = 0.0
    if price is not None:
        parts.append(rich.draw(price, 7, 23 + (17 - price.height) / 2))
        taken = rich.width(price.lines[0], price.size) + 8
    if requires:
        parts.append(_requires(requires, 7 + taken, inner - taken))
    box = rich.fit(short.effect(effect), inner - 19, 42, 11, rich.LEAST)
    parts += [
        icons.draw(timing, 6, 44, 16, titled=True),
        rich.draw(
            box,
            26,
            52 - min(rich.LEADING * box.size / 2, 8) if len(box.lines) > 1 else 52 - box.height / 2,
        ),
        _gives(gives, 7, CARD - 19, 14),
        icons.draw(tier, width - 45, CARD - 20, 15, titled=True),
        icons.victory(vp, width - 26, CARD - 25, 22),
    ]
    return "".join(parts)


def _requires(requires: str, x: float, room: float) -> str:
    """Draw the requirements in a dashed box, which distinguishes them from the cost."""
    box = rich.fit(short.amounts(requires), room - 6, 16, 10.5, rich.LEAST)
    width = rich.width(box.lines[0], box.size) + 7
    return group(
        rect(x - 1, 23.5, width, 17, 4, fill=ink.PAPER, stroke=ink.MUTED, stroke_dasharray="2.5 2"),
        rich.draw(box, x + 2.5, 24 + (16 - box.height) / 2),
        title=f"to be owned: {words.owned(requires)}",
    )


def _gives(gives: str, x: float, y: float, size: float) -> str:
    return "".join(
        icons.draw(each, x + k * (size + 2), y, size, titled=True)
        for k, each in enumerate(short.icons(gives))
    )


@lru_cache(maxsize=2048)
def _chip(
    name: str, kind: str, tier: str, cost: str, requires: str, gives: str, vp: int, timing: str,
    effect: str, width: float,
) -> str:  # fmt: skip
    colour = ink.TYPES[kind]
    given = short.icons(gives)
    box = rich.fit(short.effect(effect), width - 40 - 13 * len(given), 28, 10.5, rich.LEAST)
    return (
        rect(0, 0, width, CHIP, 5, fill=ink.WHITE, stroke=colour)
        + path(f"M0 5 A5 5 0 0 1 5 0 H17 V{CHIP:g} H5 A5 5 0 0 1 0 {CHIP - 5:g} Z", fill=colour)
        + icons.draw(kind, 2.5, 4, 13)
        + icons.draw(tier, 2.5, 29, 13)
        + fitted(21, 14.5, name, 10.5, width - 44, least=rich.LEAST, bold=True)
        + icons.victory(vp, width - 22.5, 1, 21)
        + icons.draw(timing, 20.5, 26, 14, titled=True)
        + rich.draw(box, 37, 19 + (28 - box.height) / 2)
        + _gives(gives, width - 3 - 13 * len(given), 28, 11.5)
    )


def back(tier: str, width: float, height: float, written: str, title: str) -> Drawn:
    """Draw the back of an Invention with a text on it."""
    fill = {"basic": "#d8c194", "advanced": "#b9a8d8"}.get(tier, "#cfc5b4")
    size = min(width - 12, height - 34, 34)
    drawn = (
        rect(3, 2, width - 3, height - 2, 6, fill=fill, stroke=ink.MUTED, opacity=0.6)
        + rect(0, 0, width - 3, height - 2, 6, fill=fill, stroke=ink.MUTED, stroke_width=1.2)
        + rect(4, 4, width - 11, height - 10, 3, fill="none", stroke=ink.WHITE, opacity=0.8)
        + icons.draw(
            tier if tier in ("basic", "advanced") else "hand", (width - 3 - size) / 2, 9, size
        )
        + text((width - 3) / 2, height - 12, written, 13, bold=True, anchor="middle")
    )
    return Drawn(width, height, group(drawn, title=title))


@lru_cache(maxsize=256)
def guest(kind: str, timing: str, effect: str, vp: int, width: float) -> str:
    """Draw a Guest Mouse tile: its kind, timing, effect and VP."""
    box = rich.fit(short.effect(effect), width - 2, 16, _TILE_LETTERS, _TILE_LETTERS)
    ground = {"home": "#f8ead2", "basement": "#e7eaec"}[kind]
    return (
        rect(0, 0, width, TILE, 5, fill=ground, stroke=ink.KINDS[kind], stroke_width=1.4)
        + icons.draw(f"guest_{kind}", 2, 3, 17)
        + icons.victory(vp, width - 21, 1.5, 19.5)
        + icons.draw(timing, width / 2 - 5.2, 6, 11, titled=True)
        + rich.draw(box, width / 2, 33.5 - box.height / 2, anchor="middle")
    )


@lru_cache(maxsize=16)
def cheese(vp: int, width: float) -> str:
    """Draw a Cheese tile with its VP."""
    return (
        rect(0, 0, width, TILE, 5, fill="#fdf3cd", stroke="#b08a1c", stroke_width=1.4)
        + icons.draw("cheese", width / 2 - 13, 15, 26)
        + icons.victory(vp, width - 20, 3, 17)
    )


def objective(printed: schema.Objective, width: float, claimed: int, spaces: int) -> Drawn:
    """Draw an Objective: its count, the amounts of its spaces, and its bonus.

    The first ``claimed`` spaces are taken; those after the first ``spaces`` are not in use.
    """
    drawn = _objective(printed.name, printed.count, printed.effect, width)
    x, y, radius = 30.0, 43.0, 9.5
    for k, amount in enumerate(printed.spaces):
        gone, shut = k < claimed, k >= spaces
        fill = ink.SUNKEN if shut else ink.INK if gone else ink.WHITE
        dash = "2 2" if shut else None
        drawn += circle(x + 10, y, radius, fill=fill, stroke=ink.MUTED, stroke_dasharray=dash)
        if shut:
            drawn += path(f"M{x + 5} {y - 5} L{x + 15} {y + 5}", stroke=ink.LINE, stroke_width=1.5)
        else:
            colour = ink.WHITE if gone else ink.INK
            drawn += text(x + 10, y + 4, str(amount), 11, bold=True, anchor="middle", fill=colour)
        x += 22
    return Drawn(width, OBJECTIVE, drawn)


@lru_cache(maxsize=64)
def _objective(name: str, count: str, effect: str, width: float) -> str:
    reward = rich.fit(short.effect(effect), width - 138, 28, 11, rich.LEAST)
    counted = rich.fit(short.count(count), 24, 40, 13, rich.LEAST)
    return (
        rect(0, 0, width, OBJECTIVE, 6, fill=ink.WHITE, stroke=ink.LINE, stroke_width=1.2)
        + icons.draw("objective", 6, 5, 17)
        + fitted(28, 18, name, 12, width - 36, least=rich.LEAST, bold=True)
        + rich.draw(counted, 17, 43 - counted.height / 2, anchor="middle")
        + rich.draw(reward, 128, 43 - reward.height / 2)
    )


def hero(number: int, name: str, skill: str, count: int, size: float) -> Drawn:
    """Draw a Hero with its Skill icons."""
    drawn = icons.draw("hero", 0, 0, size)
    drawn += "".join(
        icons.draw(skill, size * 0.52 + k * size * 0.24, size * 0.56, size * 0.46)
        for k in range(count)
    )
    title = f"Hero {name}: {words.hero(skill, count)}"
    named = group(drawn, title=title, data_piece=name_of("hero", number + 1))
    return Drawn(size * (1 + 0.24 * (count - 1)), size, named)


def skill_token(piece: Piece, size: float) -> Drawn:
    """Draw a Skill token with the symbol of its Skill."""
    skill = piece.text
    drawn = circle(size / 2, size / 2, size / 2 - 0.7, fill="#e8d7b4", stroke=ink.INK)
    drawn += icons.draw(skill, size * 0.19, size * 0.19, size * 0.62)
    named = group(
        drawn, title=f"Skill token of {skill}", data_piece=name_of("skill", piece.number + 1)
    )
    return Drawn(size, size, named)
