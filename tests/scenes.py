"""Common starting positions of rules tests, with plain values on everything else."""

from typing import Any

from tests.builder import Position

CHEST = "The locked chest"
BOILER = "The boiler"


def plain_mission(position: Position, place: str, card: str) -> Position:
    """Lay a revealed Mission card whose rows ask for nothing, give nothing and have no locks."""
    for row in (1, 2, 3):
        position.reprint_row(card, row, cost="", needs="", effect="", needs_lock=0, gives_lock=0)
    return position.mission(place, card)


def plain_card(position: Position, name: str, **values: Any) -> Position:
    """Print an Invention that costs nothing, shows nothing and does nothing but ``values``."""
    plain: dict[str, Any] = {"cost": "", "needs": "", "icons": "", "vp": 0, "effect": ""}
    if "cost" in values or "needs" in values:
        plain |= {"cost": values.pop("cost", ""), "needs": values.pop("needs", "")}
    return position.reprint("cards", name, **(plain | {"timing": "immediate"} | values))


def empty_handed(position: Position, seat: int = 0) -> Position:
    """Take every item and token from a seat."""
    position.player(seat).has(wood=0, metal=0, movement=0, wild=0).hand()
    return position


def at_mission(place: str = "D1", card: str = CHEST, num_players: int = 2) -> Position:
    """Seat 0 is to begin its turn, empty-handed, in the room of a plain Mission card."""
    position = plain_mission(Position(num_players), place, card).turn_of(0)
    position.player(0).explorer(place[0])
    return empty_handed(position)


def completing(position: Position) -> Position:
    """Place a Chief on a space that lets its player complete a mission, and do so."""
    position.place("wood", bonus="mission")
    return position.do("BONUS mission") if position.can("BONUS mission") else position


def complete(position: Position, row: str = "D1 1", cube: str = "Veranda") -> Position:
    """Complete a row with the cube of an ability space."""
    completing(position).do(f"COMPLETE {row}")
    return position.do(f"CUBE {cube}")


def at_hut(num_players: int = 2) -> Position:
    """Seat 0, empty-handed, has placed its Chief on the Hut: the Potion is open."""
    position = empty_handed(Position(num_players).turn_of(0))
    return position.do("HUT")
