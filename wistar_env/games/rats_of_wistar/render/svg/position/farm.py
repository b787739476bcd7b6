"""The Farm: rooms with Explorers, Tents, Guests, Cheese and Missions, and the Doors in between."""

from collections.abc import Iterator, Sequence
from typing import Final

from wistar_env.games.rats_of_wistar.render.svg import icons, ink, rich, tokens
from wistar_env.games.rats_of_wistar.render.svg.position import short, words
from wistar_env.games.rats_of_wistar.render.svg.position.drawing import Drawing
from wistar_env.games.rats_of_wistar.scene.parts import Mission, Passage, Room
from wistar_env.kit.pictures import lettering, touch
from wistar_env.kit.pictures.boxes import Drawn, below, beside
from wistar_env.kit.pictures.gallery import name_of
from wistar_env.kit.pictures.marks import circle, fitted, group, line, rect, text

#: The gap between rooms, in which the Doors are drawn.
_WALL: Final = 18.0
_DOOR: Final = 26.0
#: Width of the entrance in a narrow picture.
_OUTSIDE: Final = 48.0
_INSET: Final = 8.0
_TITLE: Final = 22.0
#: The size of Explorers, Tents, Guests and Cheese.
_PIECE: Final = 27.0
_ROW: Final = 23.0
#: The height of a row on a phone, large enough to touch.
_TALL_ROW: Final = 32.0
_HEAD: Final = 18.0
#: The least width of Mission cards next to each other.
_MISSION: Final = 140.0
_GROUNDS: Final = {"home": "#f4e4c6", "basement": "#dbdfe2", None: "#dfe8d2"}
_EDGES: Final = {"home": "#b98b52", "basement": "#828d97", None: "#8fa573"}
#: The background of a room's letter, dark enough for white letters.
_SIGNS: Final = {"home": "#85602c", "basement": "#5f6a74", None: "#5a7040"}
#: The opacity of a completed row; with less, its text would be hard to read.
_DONE: Final = 0.68


def farm(drawing: Drawing, width: float) -> Drawn:
    """Draw the Farm: its rooms with their contents, and the passages between them."""
    return _Map(drawing, width).drawn()


class _Map:
    """The positions of the Farm's rooms in the picture."""

    def __init__(self, drawing: Drawing, width: float) -> None:
        self.drawing = drawing
        self.width = width
        rooms = drawing.scene.rooms
        columns = max(room.at[0] for room in rooms) + 1
        self.rows = max(room.at[1] for room in rooms) + 1
        narrow = {room.at[0] for room in rooms if room.kind is None}
        narrow -= {room.at[0] for room in rooms if room.kind is not None}
        outside = _OUTSIDE if drawing.narrow else 84.0
        others = max(1, columns - len(narrow))
        wide = (width - (columns - 1) * _WALL - outside * len(narrow)) / others
        self.widths = [outside if column in narrow else wide for column in range(columns)]
        self.contents = {room.number: _contents(drawing, room, self._width(room)) for room in rooms}
        self.heights = [
            max(
                (self.contents[room.number].height for room in rooms if room.at[1] == row),
                default=0,
            )
            + _TITLE
            + 2 * _INSET
            for row in range(self.rows)
        ]

    def _width(self, room: Room) -> float:
        return self.widths[room.at[0]] - 2 * _INSET

    def _high(self, room: Room) -> float:
        """Return the height of a room; the entrance is as high as all rooms beside it together."""
        first, last = self._rows(room)
        return sum(self.heights[first : last + 1]) + _WALL * (last - first)

    def _rows(self, room: Room) -> tuple[int, int]:
        rows = {room.at[1]}
        if room.kind is None:
            for passage in self.drawing.scene.passages:
                if room.number in passage.ends:
                    rows |= {self.drawing.scene.rooms[end].at[1] for end in passage.ends}
        return min(rows), max(rows)

    def _corner(self, room: Room) -> tuple[float, float]:
        column, row = room.at[0], self._rows(room)[0]
        return (
            sum(self.widths[:column]) + column * _WALL,
            sum(self.heights[:row]) + row * _WALL,
        )

    def _middle(self, room: Room) -> tuple[float, float]:
        x, y = self._corner(room)
        return x + self.widths[room.at[0]] / 2, y + self._high(room) / 2

    def drawn(self) -> Drawn:
        """Draw all rooms and, on top of them, the passages and Doors."""
        rooms = [self._room(room) for room in self.drawing.scene.rooms]
        doors = [self._passage(passage) for passage in self.drawing.scene.passages]
        height = sum(self.heights) + (self.rows - 1) * _WALL
        return Drawn(self.width, height, "".join([*rooms, *doors]))

    def _room(self, room: Room) -> str:
        x, y = self._corner(room)
        width, height = self.widths[room.at[0]], self._high(room)
        content = self.contents[room.number]
        title = room.title[0].upper() + room.title[1:]
        if lettering.width(title, 10.3) > width - 36:
            title = title.replace(" floor", "").replace(" room", "")
        label = fitted(x + 30, y + 19, title, 11, width - 36, least=rich.LEAST, fill=ink.MUTED)
        return (
            rect(
                x, y, width, height, 5, fill=_GROUNDS[room.kind], stroke=_EDGES[room.kind],
                stroke_width=2.4,
            )
            + circle(x + 16, y + 15, 9, fill=_SIGNS[room.kind])
            + text(x + 16, y + 19.2, room.name, 12, bold=True, anchor="middle", fill=ink.WHITE)
            + (label if width > _OUTSIDE else "")
            + content.at(x + _INSET, y + _INSET + _TITLE)
        )  # fmt: skip

    def _passage(self, passage: Passage) -> str:
        ends = [self.drawing.scene.rooms[end] for end in passage.ends]
        x, y = self._between(*ends)
        between = f"{ends[0].name}\u2013{ends[1].name}"
        if passage.open:
            return self._way(ends, x, y, f"open passage {between}")
        choices = self.drawing.answers.about("OPEN", passage.number)
        half = _DOOR / 2
        drawn = (
            self._diagonal(ends, x, y)
            + rect(x - half, y - half, _DOOR, _DOOR, 6, fill=ink.PAPER, stroke=ink.LINE)
            + icons.draw("door", x - half + 2, y - half + 2, _DOOR - 4)
        )
        state = ", being opened" if passage.opening else ""
        named = group(drawn, title=f"Door token {between}{state}")
        return touch.answering(choices, named, touch.box(x - half, y - half, _DOOR, _DOOR))

    def _between(self, one: Room, other: Room) -> tuple[float, float]:
        """Return the coordinates of the passage between two rooms."""
        (ax, ay), (bx, by) = self._corner(one), self._corner(other)
        aw, bw = self.widths[one.at[0]], self.widths[other.at[0]]
        ah, bh = self._high(one), self._high(other)
        return _gap(ax, ax + aw, bx, bx + bw), _gap(ay, ay + ah, by, by + bh)

    def _diagonal(self, ends: list[Room], x: float, y: float) -> str:
        """Draw a diagonal line for a passage, unless its rooms share a column or a row."""
        (ax, ay), (bx, by) = self._middle(ends[0]), self._middle(ends[1])
        if ends[0].at[0] == ends[1].at[0] or self._level(ends):
            return ""
        dx, dy = (17 if ax < bx else -17), (17 if ay < by else -17)
        ends_of_beam = (x - dx, y - dy, x + dx, y + dy)
        return line(*ends_of_beam, stroke=ink.INK, stroke_width=9, stroke_linecap="round") + line(
            *ends_of_beam, stroke=ink.PAPER, stroke_width=6, stroke_linecap="round"
        )

    def _level(self, ends: list[Room]) -> bool:
        """Return whether two rooms share a row of the map, at least in part."""
        (first, last), (other_first, other_last) = map(self._rows, ends)
        return first <= other_last and other_first <= last

    def _way(self, ends: list[Room], x: float, y: float, title: str) -> str:
        """Draw an open passage."""
        if beam := self._diagonal(ends, x, y):
            return group(beam, title=title)
        beside_each_other = self._level(ends)
        wide, high = (_WALL + 5, 26) if beside_each_other else (26, _WALL + 5)
        drawn = rect(x - wide / 2, y - high / 2, wide, high, 2, fill="#fff8e6")
        edge = {"stroke": ink.MUTED, "stroke_width": 1.6}
        if beside_each_other:
            sides = [
                (x - wide / 2, y + k * high / 2, x + wide / 2, y + k * high / 2) for k in (-1, 1)
            ]
        else:
            sides = [
                (x + k * wide / 2, y - high / 2, x + k * wide / 2, y + high / 2) for k in (-1, 1)
            ]
        return group(drawn, *(line(*side, **edge) for side in sides), title=title)  # type: ignore[arg-type]


def _gap(a: float, b: float, c: float, d: float) -> float:
    """Return the middle of the gap between the ranges a to b and c to d, or of their overlap."""
    if b <= c or d <= a:
        return (b + c) / 2 if b <= c else (d + a) / 2
    return (max(a, c) + min(b, d)) / 2


def _contents(drawing: Drawing, room: Room, width: float) -> Drawn:
    """Draw a room's Mission cards and, below them, its other pieces."""
    each = (width + 8) / max(1, len(room.missions)) - 8
    across = each >= _MISSION and not drawing.narrow
    each = each if across else width
    missions = [mission_card(drawing, room, mission, each) for mission in room.missions]
    cards = beside(missions, 8) if across else below(missions, 8)
    return below([cards, _pieces(drawing, room, width)], 7)


def _pieces(drawing: Drawing, room: Room, width: float) -> Drawn:
    """Draw a room's Explorers and Tents, and to their right or below them its Guests and Cheese."""
    left = list(_figures(drawing, room))
    right = list(_tiles(drawing, room))
    across = (_PIECE + 2) * len(left) + sum(tile.width + 4 for tile in right)
    if across > width:
        size = max(1, int(width // (_PIECE + 2)))
        rows = [left[k : k + size] for k in range(0, len(left), size)]
        return below([*(beside(row, 2) for row in rows), beside(right, 4)], 4)._replace(width=width)
    figures, tiles = beside(left, 2), beside(right, 4)
    height = max(figures.height, tiles.height, _PIECE)
    return Drawn(width, height, figures.svg + tiles.at(width - tiles.width, height - tiles.height))


def _figures(drawing: Drawing, room: Room) -> Iterator[Drawn]:
    answers, decision = drawing.answers, drawing.scene.decision
    for seat in room.explorers:
        yield _piece("explorer", drawing.who(seat), f"Explorer of {drawing.name(seat)}")
    for seat in room.tents:
        mine = decision is not None and decision.seat == seat
        lift = answers.about("LIFT", room.number) if mine else ()
        drawn = _piece("tent", drawing.who(seat), f"Tent of {drawing.name(seat)}")
        yield drawn._replace(svg=touch.answering(lift, drawn.svg, _FULL))
    for kind, block in (("explorer", "MOVE"), ("tent", "TENT")):
        choices = answers.about(block, room.number)
        if choices and decision is not None:
            ghost = group(_piece(kind, drawing.who(decision.seat), "").svg, opacity=0.5)
            yield Drawn(_PIECE, _PIECE, touch.answering(choices, ghost, _FULL))


_FULL: Final = touch.box(0, 0, _PIECE, _PIECE)


def _piece(kind: str, who: int, title: str) -> Drawn:
    return Drawn(_PIECE, _PIECE, tokens.draw(kind, who, 0, 0, _PIECE, title or None))


def _tiles(drawing: Drawing, room: Room) -> Iterator[Drawn]:
    if room.face_down_guests:
        kind = "guest_basement" if room.kind == "basement" else "guest_home"
        count = room.face_down_guests
        width = 46.0
        drawn = (
            rect(0, 0, width, _PIECE, 5, fill=ink.PAPER, stroke=ink.LINE)
            + icons.draw(kind, 2, 2, _PIECE - 4)
            + text(28, 18.5, f"\u00d7{count}", 12, bold=True)
        )
        named = group(drawn, title=f"{count} face-down Guests in {room.name}")
        choices = drawing.answers.about("GUEST", room.number) or drawing.answers.about(
            "BOT_GUEST", room.number
        )
        yield Drawn(width, _PIECE, touch.answering(choices, named, touch.box(0, 0, width, _PIECE)))
    if room.cheese:
        values = [
            drawing.scene.printed.guests.cheese[_cheese(drawing, each.number)].vp
            for each in room.cheese
        ]
        width = 30.0 + 22 * len(values)
        drawn = rect(0, 0, width, _PIECE, 5, fill="#fdf3cd", stroke=ink.LINE) + icons.draw(
            "cheese", 3, 2, _PIECE - 4
        )
        for k, vp in enumerate(values):
            drawn += icons.victory(vp, 28 + 22 * k, 2.5, 22)
        words = ", then ".join(each.text for each in room.cheese)
        top = name_of("cheese", _cheese(drawing, room.cheese[0].number) + 1)
        named = group(drawn, title=f"On top {words}", data_piece=top)
        choices = drawing.answers.about("CHEESE")
        yield Drawn(width, _PIECE, touch.answering(choices, named, touch.box(0, 0, width, _PIECE)))


def _cheese(drawing: Drawing, number: int) -> int:
    return number - len(drawing.scene.printed.guests.guest)


def mission_card(drawing: Drawing, room: Room, mission: Mission, width: float) -> Drawn:
    """Draw a Mission card in its room."""
    if mission.card is None:
        return _back(drawing, room, mission, width)
    printed = drawing.scene.printed.missions.mission[mission.card.number]
    high = _TALL_ROW if drawing.narrow else _ROW
    height = _HEAD + 3 * high + 2
    name = printed.name
    edge = ink.KINDS[printed.kind]
    head = (
        rect(0, 0, width, height, 5, fill=ink.WHITE, stroke=edge, stroke_width=1.2)
        + rect(0, 0, width, _HEAD, 5, fill=edge)
        + group(
            fitted(6, 13, name, 10.5, width - 34, least=rich.LEAST, bold=True, fill=ink.WHITE),
            title=name,
        )
        + text(width - 6, 13.5, mission.place, 10.5, anchor="end", fill=ink.WHITE)
    )
    rows = (_row(drawing, mission, row, width, high) for row in range(len(mission.rows)))
    drawn = group(head, *rows, data_piece=name_of("mission", mission.card.number + 1))
    return Drawn(width, height, drawn)


def _row(drawing: Drawing, mission: Mission, row: int, width: float, high: float) -> str:
    assert mission.card is not None
    printed = drawing.scene.printed.missions.mission[mission.card.number].row[row]
    top, cube = _HEAD + 1 + high * row, mission.rows[row].cube
    drawn = "" if row == 0 else line(4, top, width - 4, top, stroke=ink.LINE, stroke_width=0.7)
    y = top + (high - _ROW) / 2
    if cube is None:
        drawn += rect(
            4, y + 4.5, 14, 14, 2.5, fill="none", stroke=ink.MUTED, stroke_dasharray="2.5 2"
        )
    drawn += _row_face(
        printed.cost, printed.requires, printed.effect, _lock(drawing, mission, row),
        printed.gives_lock or 0, width, cube is not None, y, high,
    )  # fmt: skip
    title = words.row(printed)
    if cube is not None:
        drawn += tokens.draw("cube", drawing.who(cube), 1, y + 1, 21)
        title += f"; completed by {drawing.name(cube)}"
    choices = drawing.answers.about("COMPLETE", mission.number, row)
    return touch.answering(
        choices, group(drawn, title=title), touch.box(1, top + 1, width - 2, high - 2, 4)
    )


def _lock(drawing: Drawing, mission: Mission, row: int) -> int:
    """Return the number of the closed lock on a row; 0 if there is none."""
    assert mission.card is not None
    rows = drawing.scene.printed.missions.mission[mission.card.number].row
    needed = rows[row].needs_lock
    opened = {each.gives_lock for k, each in enumerate(rows) if mission.rows[k].cube is not None}
    return needed if needed and needed not in opened else 0


def _row_face(
    cost: str, requires: str, effect: str, lock: int, key: int, width: float, done: bool, y: float,
    high: float,
) -> str:  # fmt: skip
    """Draw the requirements and rewards of a row, with its lock and key at the right."""
    asked = " ".join(filter(None, (short.amounts(cost), short.amounts(requires)))) or "free"
    signs: Sequence[tuple[str, int]] = [s for s in (("lock", lock), ("key", key)) if s[1]]
    room = width - 26 - 22 * len(signs)
    box = rich.fit(f"{asked} [arrow] {short.effect(effect)}", room, high - 3, 11, rich.LEAST)
    drawn = rich.draw(box, 23, y + (_ROW - box.height) / 2)
    for k, (sign, number) in enumerate(signs):
        x = width - 22 * (len(signs) - k) - 1
        drawn += icons.draw(sign, x, y + 4.5, 14)
        drawn += text(x + 14.5, y + 15.5, str(number), rich.LEAST, bold=True)
    return group(drawn, opacity=_DONE) if done else drawn


def _back(drawing: Drawing, room: Room, mission: Mission, width: float) -> Drawn:
    height = 46.0 if drawing.narrow else _HEAD + 3 * _ROW + 2
    width = min(width, 150.0)
    size = min(40.0, height - 14)
    drawn = (
        rect(0, 0, width, height, 5, fill="#cdb98f", stroke="#8f7a4e", stroke_width=1.2)
        + rect(4, 4, width - 8, height - 8, 3, fill="none", stroke="#efe3c4", stroke_width=1.2)
        + icons.draw("mission", width / 2 - size / 2, height / 2 - size / 2, size)
        + text(width - 8, 16, mission.place, 11.5, anchor="end")
    )
    named = group(drawn, title=f"face-down Mission card in {room.name}")
    choices = drawing.answers.about("REVEAL", mission.number)
    return Drawn(width, height, touch.answering(choices, named, touch.box(0, 0, width, height)))
