"""The part of a position that shows one seat, as text."""

from collections.abc import Iterable

from wistar_env.games.rats_of_wistar.scene.parts import Amount, Bot, Piece, Seat
from wistar_env.games.rats_of_wistar.tables.symbol_words import counted as several


def counted(amounts: Iterable[Amount]) -> str:
    """Return amounts as text, such as ``"Forest 2"``; ``"none"`` if there are none."""
    return ", ".join(f"{each.text} {each.count}" for each in amounts) or "none"


def listed(pieces: Iterable[Piece], between: str = ", ") -> str:
    """Return the texts of pieces in one line; ``"none"`` if there are none."""
    return between.join(piece.text for piece in pieces) or "none"


def seat_lines(seat: Seat) -> list[str]:
    """Return the lines of text about a seat's board."""
    return [*_goods(seat), *_tiles(seat), *(_cards(seat) if seat.bot is None else _bot(seat.bot))]


def _goods(seat: Seat) -> list[str]:
    at_entrance = "" if seat.bot else f"; at the lair entrance {seat.entrance}"
    goods = (
        f"{seat.vp} VP, {seat.wood} Wood, {seat.metal} Metal, {seat.movement} Movement, "
        f"{seat.wild} Wild, {seat.electricity} Electricity"
    )
    workers = counted(seat.workers)
    return [
        f"{seat.vp} VP" if seat.bot else goods,
        f"Workers: {workers}{at_entrance}; Chiefs to place {seat.chiefs}; discs {seat.discs}",
    ]


def _tiles(seat: Seat) -> list[str]:
    lines = [
        f"Lair: {several(seat.beds, 'Bed')} ({seat.beds_built} built), "
        f"{several(seat.rooms_dug, 'Room')} dug, {several(seat.rooms_free, 'room')} free, "
        f"{several(seat.doors, 'Door token')}, {several(seat.mission_cubes, 'cube')} on missions",
        f"Guests: {listed(seat.guests, '; ')}",
    ]
    if seat.abilities:
        lines.append(f"Abilities: {listed(seat.abilities)}")
    if seat.heroes or seat.skill_tokens:
        lines.append(f"Heroes: {listed(seat.heroes)}; Skill tokens: {listed(seat.skill_tokens)}")
    if seat.claims or seat.private:
        lines.append(f"Objectives claimed: {listed(seat.claims)}; private: {listed(seat.private)}")
    if seat.icons:
        lines.append(f"Icons: {counted(seat.icons)}")
    return lines


def _cards(seat: Seat) -> list[str]:
    played = [f"  {each.lasting}{' [used]' if each.used else ''}" for each in seat.played]
    unknown = seat.hand_size - len(seat.hand)
    cards = several(seat.hand_size, "card") + (f", {unknown} of them unknown" if unknown else "")
    hand = [f"  {card.text}" for card in seat.hand]
    return ["In play:" if played else "In play: nothing", *played, f"Hand: {cards}", *hand]


def _bot(bot: Bot) -> list[str]:
    tracks = [
        f"Track {track.name}: space {track.space}; "
        f"Skill tokens: {', '.join(piece.text for piece in track.skills)}"
        for track in bot.tracks
    ]
    return [
        f"Pile: {several(bot.pile, 'Invention')}; Workers in stock {bot.workers}",
        *tracks,
        f"Action cards of this round: {listed(bot.actions)}",
    ]
