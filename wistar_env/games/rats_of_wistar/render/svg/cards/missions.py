"""Mission and Objective cards."""

import re
from typing import TYPE_CHECKING, Final

from wistar_env.games.rats_of_wistar.render.svg import icons, ink, rich
from wistar_env.games.rats_of_wistar.render.svg.cards import frame
from wistar_env.games.rats_of_wistar.render.svg.cards.frame import (
    INNER,
    MARGIN,
    SQUARE,
    TALL,
    WIDTH,
    Face,
)
from wistar_env.games.rats_of_wistar.render.svg.cards.inventions import costs, needs
from wistar_env.games.rats_of_wistar.tables.sentences import COUNTS, price, requirement, sentence
from wistar_env.games.rats_of_wistar.tables.symbol_words import plain
from wistar_env.kit.pictures.marks import rect, text

if TYPE_CHECKING:
    from wistar_env.games.rats_of_wistar.tables.schema import Mission, MissionRow, Objective

_ROW: Final = 76


def mission(card: "Mission") -> Face:
    """Draw the face of a Mission card: its reveal bonus, if any, and its rows."""
    kind = card.kind.capitalize()
    rows = [_row(row, 103 + k * (_ROW + 4)) for k, row in enumerate(card.row)]
    reveal = f"[:turn] Revealed: {_lower(sentence(card.reveal))}" if card.reveal else ""
    body = (
        frame.paper(TALL, ink.KINDS[card.kind], card.name, "mission", f"{kind} Mission")
        + (frame.told(reveal, 52, 46, 15) if reveal else "")
        + "".join(rows)
    )
    said = [plain(reveal), *map(_said, card.row)]
    return Face(WIDTH, TALL, body, f"{card.name} ({kind} Mission)", "; ".join(filter(None, said)))


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:]


def _row(row: "MissionRow", y: float) -> str:
    """Draw one of a card's three missions: name, requirements and reward."""
    asked = costs(row.cost) + needs(row.requires)
    body = rect(MARGIN - 3, y, INNER + 6, _ROW, 9, fill=ink.SUNKEN)
    locks = [("lock", row.needs_lock), ("key", row.gives_lock)]
    right = MARGIN + INNER - 2
    for symbol, number in locks:
        if number is not None:
            right -= 30
            body += icons.valued(symbol, number, right, y + 4, 16)
    box = rich.fit(row.name, right - MARGIN - 6, 18, 13.5, 6, bold=True, marked=False)
    body += rich.draw(box, MARGIN + 5, y + 4 + (18 - box.height) / 2)
    left = MARGIN + 5
    if asked:
        body += frame.amounts(asked, left, y + 48, INNER * 0.4 - 30, 22)
    else:
        body += text(left, y + 53, "free", 14, fill=ink.MUTED)
    middle = MARGIN + INNER * 0.4
    body += icons.draw("arrow", middle - 24, y + 40, 17)
    reward = rich.fit(sentence(row.effect), INNER * 0.6 - 2, _ROW - 24, 14.5, frame.LEAST)
    reward = rich.balanced(reward)
    top = y + 23 + (_ROW - 25 - reward.height) / 2
    return body + rich.draw(reward, middle, top)


def _said(row: "MissionRow") -> str:
    asked = [
        f"pay {plain(price(row.cost))}" if row.cost else "",
        f"own {plain(requirement(row.requires))}" if row.requires else "",
        f"needs lock {row.needs_lock}" if row.needs_lock else "",
        f"gives lock {row.gives_lock}" if row.gives_lock else "",
    ]
    conditions = ", ".join(filter(None, asked)) or "free"
    return f"{row.name} ({conditions}): {plain(sentence(row.effect))}"


def objective(card: "Objective") -> Face:
    """Draw the face of an Objective card: the amounts of its spaces, and its bonus."""
    wanted = COUNTS[card.count][1]
    side, gap = 48, 10
    left = (WIDTH - len(card.spaces) * side - (len(card.spaces) - 1) * gap) / 2
    spaces = "".join(
        rect(
            left + k * (side + gap),
            92,
            side,
            side,
            12,
            fill=ink.WHITE,
            stroke=ink.LINE,
            stroke_width=2,
        )
        + text(
            left + k * (side + gap) + side / 2,
            125,
            str(number),
            27 if number < 100 else 18,
            bold=True,
            anchor="middle",
        )
        for k, number in enumerate(card.spaces)
    )
    body = (
        frame.paper(SQUARE, "#7d3b10", card.name, "objective", "Objective")
        + frame.told(_capital(wanted), 54, 34, 17)
        + spaces
        + frame.panel(152, SQUARE - 152 - MARGIN, ink.SUNKEN)
        + frame.told(sentence(card.effect), 156, SQUARE - 160 - MARGIN)
    )
    numbers = "/".join(map(str, card.spaces))
    said = f"{numbers} {plain(wanted)}: {plain(sentence(card.effect))}"
    return Face(WIDTH, SQUARE, body, f"{card.name} (Objective)", said)


def _capital(marked: str) -> str:
    """Return a text with a capital first letter, even after a symbol."""
    return re.sub(r"^(\[:\w+\] )?(\w)", lambda found: (found[1] or "") + found[2].upper(), marked)
