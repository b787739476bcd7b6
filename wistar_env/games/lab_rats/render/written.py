"""Positions as text, for terminals."""

from collections.abc import Iterator

from wistar_env.games.lab_rats import words
from wistar_env.games.lab_rats.kinds import COLOURS
from wistar_env.games.lab_rats.scene import Door, Scene, Seat


def page(scene: Scene) -> str:
    """Return a position as text: the table, all seats, and the legal actions."""
    return "\n".join([*_lines(scene), *_choice_lines(scene)])


def position(scene: Scene) -> str:
    """Return a position as text, without the legal actions."""
    return "\n".join(_lines(scene))


def _lines(scene: Scene) -> Iterator[str]:
    yield f"Lab Rats, round {scene.round}" + ("; the game is over" if scene.totals else "")
    for total in scene.totals:
        seat = scene.seats[total.seat]
        yield f"{total.place}. {scene.names[total.seat]}: {seat.cheese} cheese"
    yield ""
    yield from _table_lines(scene)
    for seat in scene.seats:
        yield ""
        yield from _seat_lines(scene, seat)
    if scene.decision is not None:
        yield ""
        facing = scene.decision.facing
        what = "" if facing is None else f" ({COLOURS[facing]})"
        yield f"{scene.names[scene.decision.seat]} decides: {scene.decision.name}{what}"


def _choice_lines(scene: Scene) -> Iterator[str]:
    for choice in () if scene.decision is None else scene.decision.choices:
        yield f"  {choice.action}: {choice.sentence}"


def _table_lines(scene: Scene) -> Iterator[str]:
    yield "Doors"
    for door in scene.doors:
        yield f"  {_whose(scene, door)}: {_seen(door)}"
    if scene.pending:
        yield f"  to come of the Double Door: {words.doors((kind, 1) for kind in scene.pending)}"
    if scene.aside:
        yield f"  of the Double Door: {words.doors(scene.aside)}"
    shown = scene.exits[0]
    if shown.colours:
        asks = words.listed(COLOURS[colour] for colour in shown.colours)
        due = words.listed(COLOURS[colour] for colour in shown.due)
        yield f"Exit: {asks}; to be paid: {due}"
    doors, potions = (
        words.counted(scene.door_deck, "Door"),
        words.counted(scene.potion_deck, "Potion"),
    )
    yield f"Decks: {doors}, {potions}"
    if scene.door_discards:
        yield f"Discarded Doors: {words.doors(scene.door_discards)}"
    if scene.potion_discards:
        yield f"Discarded Potions: {words.potions(scene.potion_discards)}"


def _whose(scene: Scene, door: Door) -> str:
    return "middle" if door.owner is None else scene.names[door.owner]


def _seen(door: Door) -> str:
    if not door.lies:
        return "none"
    known = "" if door.kind is None else words.door_name(door.kind)
    if door.opened:
        return f"open, {known}"
    exchanged = ", exchanged" if door.exchanged else ""
    return f"closed{f' ({known})' if known else ''}{exchanged}"


def _seat_lines(scene: Scene, seat: Seat) -> Iterator[str]:
    marks = [f"{COLOURS[seat.specimen]} mutation", seat.condition]
    if scene.active == seat.number:
        marks.append("turn")
    if scene.starter == seat.number:
        marks.append("first player")
    if seat.may_exit:
        marks.append("may try an Exit")
    yield f"{scene.names[seat.number]}: {', '.join(marks)}"
    chips = words.counted(seat.crumbs, "crumb")
    yield f"  {seat.cheese} cheese, {chips}, {seat.pollution} pollution"
    for colours in seat.unpaid:
        yield f"  could not pay {words.listed(COLOURS[colour] for colour in colours)}"
    yield from _hand_lines(seat)


def _hand_lines(seat: Seat) -> Iterator[str]:
    given_up = f" and {seat.num_put_by} given up" if seat.num_put_by else ""
    if seat.shown:
        yield f"  Potions: {words.potions(seat.potions)}{given_up}"
        yield f"  Doors in hand: {words.doors(seat.doors)}"
    else:
        known = f", among them {words.potions(seat.potions)}" if seat.potions else ""
        potions = words.counted(seat.num_potions, "Potion")
        yield f"  {potions}{given_up}{known}; {words.counted(seat.num_doors, 'Door')}"
    if seat.chosen is not None:
        yield f"  chosen in secret: {seat.chosen}"


def own_lines(scene: Scene, seat: int) -> Iterator[str]:
    """Yield a few lines with the information for a decision: the table, chips and hand."""
    doors = [f"{_whose(scene, door)} {_seen(door)}" for door in scene.doors]
    yield f"Doors: {'; '.join(doors)}"
    if scene.exits[0].colours:
        yield f"Exit, to be paid: {words.listed(COLOURS[k] for k in scene.exits[0].due)}"
    yield from (line.strip() for line in _seat_lines(scene, scene.seats[seat]))
