"""The Sectors of the Action Wheel, with both faces."""

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from wistar_env.games.rats_of_wistar.render.svg import ink, rich
from wistar_env.games.rats_of_wistar.render.svg.cards import frame
from wistar_env.games.rats_of_wistar.render.svg.cards.frame import INNER, MARGIN, TALL, WIDTH, Face
from wistar_env.games.rats_of_wistar.spaces.labels import bonuses
from wistar_env.kit.pictures.marks import circle, rect, text

if TYPE_CHECKING:
    from wistar_env.games.rats_of_wistar.tables.schema_boards import Sector

#: Each Bonus action in a few words, with symbols.
BONUSES: Final = MappingProxyType(
    {
        "move1": "move 1 [worker]",
        "move2": "move 2 [worker]",
        "wild": "take 1 [wild]",
        "basic": "take 1 [basic]",
        "metal": "take 1 [metal]",
        "wood": "take 1 [wood]",
        "explore": "use 1 [explore]",
        "potion": "use the [potion]",
        "guest": "take the [round_guest]",
        "play": "play a [card]",
        "mission": "do a [mission]",
    }
)


def sector(entry: "Sector") -> Face:
    """Draw both faces of a Sector: for one or two players, and for three or four."""
    body = frame.paper(TALL, "#3f5f4a", f"Sector {entry.name}", "any_main", "Action Wheel")
    spaces = len(entry.face_2) + len(entry.face_3_4)
    high = min(46, (TALL - 56 - 2 * 24 - MARGIN) / spaces - 5)
    y = 54.0
    faces = ("2 players, solo", entry.face_2), ("3 and 4 players", entry.face_3_4)
    for words, face in faces:
        body += text(MARGIN, y + 15, words, 14, bold=True, fill=ink.MUTED)
        y += 22
        for space in face:
            body += _space(space, y, high)
            y += high + 5
    said_of = bonuses()
    said = "; ".join(
        f"{words}: "
        + ", or ".join(
            ", ".join(said_of[each.strip()] for each in space.split(",")) for space in face
        )
        for words, face in faces
    )
    return Face(WIDTH, TALL, body, f"Sector {entry.name}", said)


def _space(space: str, y: float, high: float) -> str:
    """Draw an action space: a place for a Chief, and its Bonus actions."""
    shown = ", ".join(BONUSES[each.strip()] for each in space.split(","))
    middle = y + high / 2
    left = MARGIN + high + 2
    room = INNER - high - 8
    box = rich.fit(shown, room, high, min(16, high * 0.44), frame.LEAST)
    body = rect(MARGIN, y, INNER, high, 9, fill=ink.SUNKEN)
    body += circle(
        MARGIN + high / 2,
        middle,
        high / 2 - 4,
        fill=ink.PAPER,
        stroke=ink.MUTED,
        stroke_width=2,
    )
    return body + rich.draw(box, left, middle - box.height / 2)
