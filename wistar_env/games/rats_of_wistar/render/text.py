"""A position as text, in terms that a player of the game understands.

It describes the scene: the table, the hands that the viewer sees, the current decision and its
legal actions.
"""

import re
from collections.abc import Iterable
from typing import Final

from wistar_env.games.rats_of_wistar.render.seats import counted, listed, seat_lines
from wistar_env.games.rats_of_wistar.scene.parts import Mission, Passage, Room, Scene
from wistar_env.kit.game.presentation_parts import viewer_first

#: A number is a count of remaining steps if its declared meaning contains one of these words.
_COUNT: Final = re.compile(r"\b(left|due)\b")


def page(scene: Scene) -> str:
    """Return a position as text, with the legal actions if the viewer may see them."""
    return "\n".join([position(scene), *_choices(scene)])


def position(scene: Scene) -> str:
    """Return a position as text, without the legal actions."""
    lines = [
        *_heading(scene),
        *_wheel(scene),
        *_farm(scene),
        *_objectives(scene),
        *_display(scene),
        *_seats(scene),
        *_decision(scene),
    ]
    return "\n".join(lines)


def _called(scene: Scene, seats: Iterable[int]) -> str:
    return ", ".join(scene.names[seat] for seat in seats)


def _heading(scene: Scene) -> list[str]:
    """Return round, turn, turn order and, if the game is over, the result."""
    where = f"round {scene.round} of {scene.rounds}, turn {scene.turn} of {scene.turns}"
    order = _called(scene, scene.turn_order)
    lines = [f"Rats of Wistar, {where}; turn order {order}"]
    if scene.totals:
        places = (f"{scene.names[total.seat]} {total.vp} VP" for total in scene.totals)
        lines.append(f"The game is over: {', '.join(places)}")
    return lines


def _wheel(scene: Scene) -> list[str]:
    """Return the Sectors with their spaces, the Hut, and the Guest of the round."""
    lines = ["", "Wheel"]
    for sector in scene.wheel:
        spaces = []
        for k, space in enumerate(sector.spaces, 1):
            by = "free" if space.chief is None else scene.names[space.chief]
            spaces.append(f"[{k}: {space.words}; {by}]")
        lines.append(f"  {sector.main:<20} {' '.join(spaces)}")
    guest = "none" if scene.round_guest is None else scene.round_guest.text
    hut = _called(scene, scene.hut) or "empty"
    return [*lines, f"  Alchemist's Hut: {hut}", f"  Round Guest: {guest}"]


def _farm(scene: Scene) -> list[str]:
    """Return the rooms with their contents, and the passages."""
    lines = ["", "Farm"]
    for room in scene.rooms:
        lines += _room(scene, room)
    doors = ", ".join(_door(each) for each in scene.passages if not each.open) or "none"
    ways = ", ".join(each.name for each in scene.passages if each.open) or "none"
    return [
        *lines,
        f"  Doors: {doors}; open: {ways}",
        f"  Guests in the supply: {counted(scene.guests_left)}",
    ]


def _door(passage: Passage) -> str:
    return passage.name + " (being opened)" * passage.opening


def _room(scene: Scene, room: Room) -> list[str]:
    contents = []
    for seat, name in enumerate(scene.names):
        contents += [f"Explorer of {name}"] * (seat in room.explorers)
        contents += [f"Tent of {name}"] * (seat in room.tents)
    if room.face_down_guests:
        contents.append(f"face-down Guests {room.face_down_guests}")
    contents += [piece.text for piece in room.cheese]
    lines = [f"  {room.name} {room.title:<20} {'; '.join(contents)}".rstrip()]
    for mission in room.missions:
        lines += _mission(scene, mission)
    return lines


def _mission(scene: Scene, mission: Mission) -> list[str]:
    if mission.card is None:
        return [f"      Mission {mission.place}: face down"]
    lines = [f"      Mission {mission.place}: {mission.card.text}"]
    for number, row in enumerate(mission.rows, 1):
        said = row.text if row.cube is None else f"{row.lasting} [{scene.names[row.cube]}]"
        lines.append(f"        {number} {said}")
    return lines


def _objectives(scene: Scene) -> list[str]:
    """Return the Objectives shown, and the Heroes and Skill tokens left."""
    shown = [
        f"  {each.card.text}; spaces claimed {each.claimed} of {each.spaces}"
        for each in scene.objectives
    ]
    return [
        "",
        "Objectives",
        *shown,
        f"  Heroes left: {listed(scene.heroes_left)}",
        f"  Skill tokens left: {listed(scene.skills_left)}",
    ]


def _display(scene: Scene) -> list[str]:
    """Return the Inventions that can be taken, or the starting pairs."""
    if scene.round == 0:
        lines = ["", "Starting pairs"]
        for pair in scene.pairs:
            lines += [f"  {pair.number + 1}: {card.text}" for card in pair.cards]
        return lines
    lines = ["", "Display"]
    for tier in scene.tiers:
        lines.append(f"  {tier.name}: deck {tier.deck}, discarded {tier.discarded}")
        for place, card in enumerate(tier.display, 1):
            lines.append(f"    {place} {'empty' if card is None else card.text}")
    return lines


def _seats(scene: Scene) -> list[str]:
    """Return the boards of all seats, the viewer first."""
    lines: list[str] = []
    for seat in viewer_first(scene.seats, scene.viewer):
        you = " (you)" if seat.number == scene.viewer else ""
        lines += ["", f"{scene.names[seat.number]}{you}"]
        lines += [f"  {line}" for line in seat_lines(seat)]
    return lines


def _decision(scene: Scene) -> list[str]:
    """Return what remains of the current turn, and the current decision."""
    decision = scene.decision
    if decision is None:
        return []
    # Numbers that are not counts are codes and flags, which the details describe in words.
    counts = (f"{each.text}: {each.count}" for each in decision.numbers if _COUNT.search(each.text))
    causes = (f"by {piece.text}" for piece in (*decision.cards, *decision.guests))
    told = (f"  {line}" for line in (*counts, *decision.details, *causes))
    return ["", *_due(scene), f"{scene.names[decision.seat]} decides: {decision.name}", *told]


def _due(scene: Scene) -> list[str]:
    if scene.due is None:
        return []
    main = [f"Main action {_place(scene, scene.due.position)}"] * scene.due.main
    left = ", ".join((*main, *(f"Bonus action {bonus}" for bonus in scene.due.bonuses)))
    return [f"Left of the turn of {scene.names[scene.due.seat]}: {left or 'Fast actions'}"]


def _place(scene: Scene, position: int | None) -> str:
    return "of the Hut" if position is None else scene.wheel[position].main


def _choices(scene: Scene) -> list[str]:
    """Return the legal actions, if the viewer may see them."""
    choices = () if scene.decision is None else scene.decision.choices
    return [f"  {choice.action:>3} {choice.text}" for choice in choices]
