"""The common area: the five Doors, Exits, decks, discards, and the cards of a Double Door."""

from collections.abc import Iterable
from typing import Final

from wistar_env.games.lab_rats.actions import OPEN, TRY_EXIT
from wistar_env.games.lab_rats.kinds import NUM_COLOURS, POTION_NAMES
from wistar_env.games.lab_rats.render import faces, ink, specimens
from wistar_env.games.lab_rats.render.doorways import HEIGHT, WIDTH, doorway
from wistar_env.games.lab_rats.render.drawing import Drawing
from wistar_env.games.lab_rats.render.faces import RATIO
from wistar_env.games.lab_rats.render.vials import colours_of, pip, potion, symbol
from wistar_env.games.lab_rats.scene import Door, Pile
from wistar_env.games.lab_rats.state import SLOTS
from wistar_env.games.lab_rats.words import door_name
from wistar_env.kit.pictures import lettering, touch
from wistar_env.kit.pictures.boxes import Drawn, below, beside, flow
from wistar_env.kit.pictures.gallery import name_of
from wistar_env.kit.pictures.marks import circle, fitted, group, line, number, path, rect, text

#: Height of the plate above a doorway, with its owner's name.
_PLATE: Final = 24.0
#: Height of the label below a doorway: in one line, or in two lines below narrow doors.
_LABEL: Final = 18.0
_TWO_LINES: Final = 29.0
_NARROW_DOOR: Final = 100.0


def heading(words: str, width: float) -> Drawn:
    """Draw the heading of a part of the picture."""
    return Drawn(width, 15, text(0, 11.5, words, 12, bold=True, fill=ink.MUTED, bare=True))


def wall(width: float, height: float, floor: float) -> str:
    """Draw the wall of the laboratory: tiles, and a floor."""
    top = height - floor
    rows = range(0, int(top), 24)
    across = (f"M0 {y}H{number(width)}" for y in rows[1:])
    upright = (
        f"M{x} {y}V{number(min(y + 24, top))}"
        for row, y in enumerate(rows)
        for x in range(24 if row % 2 else 48, int(width), 48)
    )
    # One path, since separate lines take several times as long in every frame.
    joints = path("".join((*across, *upright)), fill="none", stroke=ink.JOINT)
    ground = rect(0, top, width, floor, fill="#9fb0b2") + line(
        0, top, width, top, stroke=ink.STEEL_DARK, stroke_width=2
    )
    return (
        rect(0, 0, width, height, 10, fill=ink.WALL)
        + joints
        + ground
        + rect(
            0.6, 0.6, width - 1.2, height - 1.2, 10, fill="none", stroke=ink.LINE, stroke_width=1.4
        )
    )


def doors(drawing: Drawing, width: float, gap: float) -> Drawn:
    """Draw the five Doors side by side; a Door that may be opened is clickable."""
    each = (width - gap * (len(drawing.scene.doors) - 1)) / len(drawing.scene.doors)
    return beside([_door(drawing, door, each) for door in drawing.scene.doors], gap)


def doors_height(width: float, gap: float) -> float:
    """Return the height of the five Doors, given their total width."""
    each = (width - gap * (SLOTS - 1)) / SLOTS
    return _PLATE + each * HEIGHT / WIDTH + _label_height(each)


def _label_height(width: float) -> float:
    return _LABEL if width >= _NARROW_DOOR else _TWO_LINES


def _label(kind: int, width: float, y: float) -> str:
    """Draw the label below a Door."""
    name = door_name(kind)
    if width >= _NARROW_DOOR:
        return fitted(
            width / 2,
            y + 13.5,
            name,
            12.5,
            width + 8,
            least=11,
            bold=True,
            anchor="middle",
            bare=True,
        )
    return "".join(
        fitted(
            width / 2,
            y + 12 + 12 * k,
            line,
            11.5,
            width + 4,
            least=11,
            bold=True,
            anchor="middle",
            bare=True,
        )
        for k, line in enumerate(lettering.wrap(name, width + 4, 11.5, bold=True)[:2])
    )


def _door(drawing: Drawing, door: Door, width: float) -> Drawn:
    state = "missing" if not door.lies else "open" if door.opened else "closed"
    height = width * HEIGHT / WIDTH
    choices = drawing.take(OPEN + door.number)
    # A Door without legal actions still has a title: its owner, and its card if known.
    shown = group(
        doorway(state, door.kind, width),
        title=_door_title(drawing, door, state),
        data_piece=None if door.kind is None else name_of("door", door.kind + 1),
    )
    drawn = touch.answering(
        choices,
        shown,
        touch.box(0, 0, width, height, 7),
        "; ".join(choice.sentence for choice in choices),
    )
    body = _plate(drawing, door, width) + group(drawn, y=_PLATE)
    if door.opened and door.kind is not None:
        body += _label(door.kind, width, _PLATE + height)
    if door.exchanged and not door.opened:
        scale = min(1, width / 100)
        at = (width - 13 * scale, _PLATE + height - 19 * scale)
        body += group(_exchanged(), x=at[0], y=at[1], scale=scale, title="exchanged")
    return Drawn(width, _PLATE + height + _label_height(width), body)


def _door_title(drawing: Drawing, door: Door, state: str) -> str:
    whose = "in the middle" if door.owner is None else f"of {drawing.name(door.owner)}"
    known = "" if door.kind is None else f": {door_name(door.kind)}"
    return f"Door {whose}, {state}{known}"


def _plate(drawing: Drawing, door: Door, width: float) -> str:
    """Draw the plate above a Door, with the name of its owner."""
    if door.owner is None:
        return fitted(
            width / 2,
            16,
            "middle",
            12.5,
            width,
            least=11,
            anchor="middle",
            fill=ink.MUTED,
            bare=True,
        )
    seat = drawing.scene.seats[door.owner]
    whole = drawing.name(door.owner)
    size, name = lettering.fit(whole, width - 26, 12.5, 10.6, True)
    if name != whole:  # the seat's mark is clearer than part of a name
        return specimens.mark(seat, (width - 21) / 2, 0, 21, whole)
    left = (width - 24 - lettering.width(name, size, True)) / 2
    return specimens.mark(seat, left, 1, 20) + text(left + 24, 16, name, size, bold=True, bare=True)


def _exchanged() -> str:
    """Draw the mark of a Door that was exchanged."""
    arrows = "M-5 -2.6 H4 M1 -5.6 L4.4 -2.6 L1 0.4 M5 3 H-4 M-1 0 L-4.4 3 L-1 6"
    return circle(0, 0, 10.5, fill=ink.WHITE, stroke=ink.INK, stroke_width=1.4) + path(
        arrows, fill="none", stroke=ink.INK, stroke_width=1.7, stroke_linejoin="round"
    )


def exits(drawing: Drawing, width: float, card: float) -> Drawn:
    """Draw the three Exits; the first one is clickable if it may be tried."""
    scene, height = drawing.scene, card * 1.36
    choices = drawing.take(TRY_EXIT)
    row = []
    for k, each in enumerate(scene.exits):
        if each.colours:
            drawn = faces.exit_face(each.colours, card, height, each.due)
            drawn = group(drawn, data_piece=name_of("exit", each.number + 1))
        else:
            drawn = faces.exit_back(card, height)
        if k == 0:
            said = "; ".join(choice.sentence for choice in choices)
            drawn = touch.answering(choices, drawn, touch.box(0, 0, card, height, 5), said)
        row.append(Drawn(card, height, drawn))
    title = heading(f"Exits, {scene.exits_left} more in the deck", width)
    return below([title, beside(row, 8)], 4)


def double_door(drawing: Drawing, width: float, card: float) -> Drawn:
    """Draw the cards of a Double Door: the next card first, resolved cards pale."""
    scene = drawing.scene
    cards = [faces.door_card(kind, card) for kind in scene.pending]
    over = [
        group(faces.door_card(kind, card), opacity=0.5) for kind, n in scene.aside for _ in range(n)
    ]
    if not cards and not over:
        return Drawn(0, 0, "")
    drawn = flow((Drawn(card, card * RATIO, each) for each in (*cards, *over)), width, 6)
    return below([heading("Double Door", width), drawn], 4)


def deck(sort: str, count: int, width: float) -> Drawn:
    """Draw a deck with its number of cards."""
    height = width * RATIO
    name = {"door": "Doors", "potion": "Potions"}[sort]
    drawn = faces.back(sort, width, f"{name} in the deck: {count}")
    number = circle(width / 2, height - 3, 12, fill=ink.WHITE, stroke=ink.INK, stroke_width=1.4)
    number += text(width / 2, height + 1.6, str(count), 13, bold=True, anchor="middle")
    return Drawn(width, height + 9, drawn + number)


def _door_icon(kind: int, size: float) -> str:
    drawn = rect(0, 0, size, size, 3, fill=ink.DARK)
    if kind < NUM_COLOURS:
        return drawn + pip(kind, 1.5, 1.5, size - 3)
    return drawn + symbol(f"behind-{kind}", 1.5, 1.5, size - 3)


def _potion_icon(kind: int, size: float) -> Drawn:
    colours = colours_of(kind)
    if len(colours) == 1:
        return Drawn(size, size, pip(colours[0], 0, 0, size, ""))
    if len(colours) == 2:
        step = size * 0.72
        pips = pip(colours[1], step, 0, size, "") + pip(colours[0], 0, 0, size, "")
        return Drawn(size + step, size, pips)
    return Drawn(size, size, potion(kind, 0, 0, size))


def discards(sort: str, cards: Iterable[Pile], width: float) -> Drawn:
    """Draw the discards, with the number of each kind."""
    size = 17.0
    found = []
    for kind, count in cards:
        icon = (
            Drawn(size, size, _door_icon(kind, size))
            if sort == "door"
            else _potion_icon(kind, size)
        )
        name = door_name(kind) if sort == "door" else POTION_NAMES[kind]
        times = f"x{count}" if count > 1 else ""
        label = text(icon.width + 1.5, 13, times, 11.5, bold=True, bare=True) if times else ""
        room = icon.width + (lettering.width(times, 11.5, True) + 2 if times else 0)
        found.append(Drawn(room, size, group(icon.svg, label, title=f"{name}: {count} discarded")))
    if not found:
        return Drawn(width, 16, text(0, 12, "none discarded", 11.5, fill=ink.MUTED, bare=True))
    return flow(found, width, 4)


def stock(drawing: Drawing, width: float) -> Drawn:
    """Draw both decks with their discards."""
    scene, card = drawing.scene, 40.0
    rest = width - card - 12
    doors = beside(
        [deck("door", scene.door_deck, card), discards("door", scene.door_discards, rest)], 12
    )
    potions = beside(
        [deck("potion", scene.potion_deck, card), discards("potion", scene.potion_discards, rest)],
        12,
    )
    return below(
        [
            heading("Doors: deck and discards", width),
            doors,
            heading("Potions: deck and discards", width),
            potions,
        ],
        5,
    )
