"""The parts of a scene.

Kinds of cards and colours are numbers, as ``lab_rats.kinds`` names them.
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
    """A place of the table."""

    place: int  # 0 to 4: those of the seats, then the middle
    owner: int | None  # the seat of the Door; None in the middle
    number: int  # its number for the deciding seat: the action that opens it
    lies: bool  # whether there is a card
    opened: bool  # whether it lies face up
    kind: int | None  # its card, if the viewer knows it; else None
    exchanged: bool  # whether its owner exchanged it after the last turn


@dataclass(frozen=True, slots=True)
class Exit:
    """An Exit on the table."""

    colours: tuple[int, ...] = ()  # its colours if it is face up; else empty
    due: tuple[int, ...] = ()  # those of them that are still to be paid
    number: int = -1  # which of the Exits it is, if it lies face up; else -1


@dataclass(frozen=True, slots=True)
class Seat:
    """What belongs to a seat."""

    number: int  # 0 to 4
    specimen: int  # the colour of its mutation
    condition: Condition  # of the Specimen
    may_exit: bool  # whether its first turn of the round is over
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
    chosen: str | None  # the sealed choice, if the viewer may know it; else None
    # The Exits that the hand could not pay, each as its colours.
    unpaid: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """The current decision."""

    seat: int  # who decides
    name: str  # the decision, as named by ``Game.decision``
    sealed: bool  # whether all choose in secret
    facing: int | None  # the colour of the obstacle that has to be beaten; None without one
    choices: tuple[Choice, ...]  # the legal actions, if the viewer decides


@dataclass(frozen=True, slots=True)
class Total:
    """The place of a seat in a game that is over."""

    seat: int
    place: int


@dataclass(frozen=True, slots=True)
class Scene:
    """A position as a viewer sees it."""

    viewer: int | None  # the seat to which it is shown; None shows everything
    names: tuple[str, ...]  # of the seats
    round: int  # from 1 on
    active: int  # the seat whose turn it is, or was last
    starter: int  # who has the first-player token
    doors: tuple[Door, ...]  # the five Doors, in the viewer's order
    # Doors of a Double Door that are still to be resolved, the next one first.
    pending: tuple[int, ...]
    aside: Cards  # Doors of a Double Door that were resolved
    exits: tuple[Exit, ...]  # the three Exits on the table
    exits_left: int  # how many are in the deck
    # ``door_deck``, ``potion_deck``: how many cards are in it.
    door_deck: int
    potion_deck: int
    # ``door_discards``, ``potion_discards``: what was discarded.
    door_discards: Cards
    potion_discards: Cards
    seats: tuple[Seat, ...]  # all seats
    decision: Decision | None  # the open one; None when the game is over
    totals: tuple[Total, ...]  # the places, best first, when the game is over
    done: tuple[str, ...] = ()  # the last actions, in sentences
