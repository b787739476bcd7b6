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
    """A place of the table.

    Attributes
    ----------
    place
        0 to 4: those of the seats, then the middle.
    owner
        The seat of the Door; None in the middle.
    number
        Its number for the deciding seat: the action that opens it.
    lies
        Whether there is a card.
    opened
        Whether it lies face up.
    kind
        Its card, if the viewer knows it; else None.
    exchanged
        Whether its owner exchanged it after the last turn.
    """

    place: int
    owner: int | None
    number: int
    lies: bool
    opened: bool
    kind: int | None
    exchanged: bool


@dataclass(frozen=True, slots=True)
class Exit:
    """An Exit on the table.

    Attributes
    ----------
    colours
        Its colours if it is face up; else empty.
    due
        Those of them that are still to be paid.
    number
        Which of the Exits it is, if it lies face up; else -1.
    """

    colours: tuple[int, ...] = ()
    due: tuple[int, ...] = ()
    number: int = -1


@dataclass(frozen=True, slots=True)
class Seat:
    """What belongs to a seat.

    Attributes
    ----------
    number
        0 to 4.
    specimen
        The colour of its mutation.
    condition
        Of the Specimen.
    may_exit
        Whether its first turn of the round is over.
    crumbs, pollution, cheese
        Its chips and tokens.
    sources
        Cheese by source: crumbs, Exits, surviving.
    num_potions, num_doors, num_put_by
        Cards in hand, and face-down Potions that were given up.
    shown
        Whether the viewer sees the hand.
    potions
        Potions in hand that the viewer knows.
    doors
        Doors in hand, if the viewer sees them.
    put_by
        Potions that were given up, if the viewer sees them.
    chosen
        The sealed choice, if the viewer may know it; else None.
    unpaid
        The Exits that the hand could not pay, each as its colours.
    """

    number: int
    specimen: int
    condition: Condition
    may_exit: bool
    crumbs: int
    pollution: int
    cheese: int
    sources: tuple[int, int, int]
    num_potions: int
    num_doors: int
    num_put_by: int
    shown: bool
    potions: Cards
    doors: Cards
    put_by: Cards
    chosen: str | None
    unpaid: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """The current decision.

    Attributes
    ----------
    seat
        Who decides.
    name
        The decision, as named by ``Game.decision``.
    sealed
        Whether all choose in secret.
    facing
        The colour of the obstacle that has to be beaten; None without one.
    choices
        The legal actions, if the viewer decides.
    """

    seat: int
    name: str
    sealed: bool
    facing: int | None
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Total:
    """The place of a seat in a game that is over."""

    seat: int
    place: int


@dataclass(frozen=True, slots=True)
class Scene:
    """A position as a viewer sees it.

    Attributes
    ----------
    viewer
        The seat to which it is shown; None shows everything.
    names
        Of the seats.
    round
        From 1 on.
    active
        The seat whose turn it is, or was last.
    starter
        Who has the first-player token.
    doors
        The five Doors, in the viewer's order.
    pending
        Doors of a Double Door that are still to be resolved, the next one first.
    aside
        Those that were.
    exits
        The three Exits on the table.
    exits_left
        How many are in the deck.
    door_deck, potion_deck
        How many cards are in it.
    door_discards, potion_discards
        What was discarded.
    seats
        All seats.
    decision
        The open one; None when the game is over.
    totals
        The places, best first, when the game is over.
    done
        The last actions, in sentences.
    """

    viewer: int | None
    names: tuple[str, ...]
    round: int
    active: int
    starter: int
    doors: tuple[Door, ...]
    pending: tuple[int, ...]
    aside: Cards
    exits: tuple[Exit, ...]
    exits_left: int
    door_deck: int
    potion_deck: int
    door_discards: Cards
    potion_discards: Cards
    seats: tuple[Seat, ...]
    decision: Decision | None
    totals: tuple[Total, ...]
    done: tuple[str, ...] = ()
