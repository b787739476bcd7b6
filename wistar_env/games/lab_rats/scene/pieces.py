"""The parts of a scene.

Kinds of cards and colours are numbers, named in ``lab_rats.kinds``.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from wistar_env.kit.game.presentation_parts import Choice

Condition: TypeAlias = Literal["healthy", "injured", "dead"]


class Pile(NamedTuple):
    """Cards of one kind in one place, and their number."""

    kind: int
    number: int


Cards: TypeAlias = tuple[Pile, ...]


@dataclass(frozen=True, slots=True)
class Door:
    """A place on the table, and its Door if there is one."""

    place: int  # 0 to 4: places of the seats, then of the middle
    owner: int | None  # the seat that owns the Door; None in the middle
    number: int  # its number relative to the deciding seat, the id of the action that opens it
    lies: bool  # whether a card lies there
    opened: bool  # whether it lies face up
    kind: int | None  # its card, or None if the viewer does not know it
    exchanged: bool  # whether its owner exchanged it after the last turn


@dataclass(frozen=True, slots=True)
class Exit:
    """An Exit on the table."""

    colours: tuple[int, ...] = ()  # its colours; empty if it is face down
    due: tuple[int, ...] = ()  # its colours that are still to be paid
    number: int = -1  # the number of the Exit; -1 if it is face down


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat and everything that belongs to it."""

    number: int  # 0 to 4
    specimen: int  # the colour of its mutation
    condition: Condition  # the condition of its Specimen
    may_exit: bool  # whether it has finished its first turn of the round
    # ``crumbs``, ``pollution``, ``cheese``: its chips and tokens.
    crumbs: int
    pollution: int
    cheese: int
    sources: tuple[int, int, int]  # cheese by source: crumbs, Exits, surviving
    # ``num_potions``, ``num_doors``, ``num_put_by``: cards in hand, and face-down Potions that were
    # given up.
    num_potions: int
    num_doors: int
    num_put_by: int
    shown: bool  # whether the viewer sees the hand
    potions: Cards  # Potions in hand that the viewer knows
    doors: Cards  # Doors in hand, if the viewer sees them
    put_by: Cards  # Potions that were given up, if the viewer sees them
    chosen: str | None  # the secret choice; None if there is none or the viewer may not know it
    # The colours of each Exit that the hand could not pay.
    unpaid: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """The current decision."""

    seat: int  # the deciding seat
    name: str  # the decision, as named by ``Game.decision``
    sealed: bool  # whether players choose simultaneously, in secret
    facing: int | None  # the colour of the obstacle to be beaten, or None
    choices: tuple[Choice, ...]  # the legal actions if the viewer may see them, else empty


@dataclass(frozen=True, slots=True)
class Total:
    """The final rank of a seat."""

    seat: int
    place: int


@dataclass(frozen=True, slots=True)
class Scene:
    """A position as a viewer sees it."""

    viewer: int | None  # the seat that sees it; None shows everything
    names: tuple[str, ...]  # the names of the seats
    round: int  # the round, from 1
    active: int  # the seat whose turn it is, or whose turn was the latest
    starter: int  # the seat with the first-player token
    doors: tuple[Door, ...]  # the five Doors, in the viewer's order
    # Doors of a Double Door that are still to be resolved, in order.
    pending: tuple[int, ...]
    aside: Cards  # Doors of a Double Door that were resolved
    exits: tuple[Exit, ...]  # the three Exits on the table
    exits_left: int  # the number of Exits in the deck
    # ``door_deck``, ``potion_deck``: the number of cards in each deck.
    door_deck: int
    potion_deck: int
    # ``door_discards``, ``potion_discards``: the discarded cards.
    door_discards: Cards
    potion_discards: Cards
    seats: tuple[Seat, ...]  # all seats
    decision: Decision | None  # the current decision; None when the game is over
    totals: tuple[Total, ...]  # the final ranks, best first; empty before the end
    done: tuple[str, ...] = ()  # sentences about the latest actions
