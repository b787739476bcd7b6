"""Positions with a playable card in seat 0's hand, from which most tests of Inventions start."""

from tests.builder import Position
from tests.scenes import plain_card


def holding(card: str = "Hammer", **values: str | int) -> Position:
    """Return a position in which seat 0 holds one card, plain but for these printed values."""
    position = plain_card(Position(), card, **values)
    position.player(0).hand(card).has(wood=0, metal=0, movement=0, wild=0)
    return position


def unpaid(card: str, players: int = 2) -> Position:
    """Return a position in which seat 0 holds one named card, whose cost is waived."""
    position = Position(players).reprint("cards", card, cost="", needs="")
    position.player(0).hand(card).has(wood=0, metal=0, movement=0, wild=0)
    return position


def owning(card: str, players: int = 2) -> Position:
    """Return a position in which seat 0 has played one named card earlier."""
    position = Position(players)
    position.player(0).plays(card).hand().has(wood=0, metal=0, movement=0, wild=0)
    return position
