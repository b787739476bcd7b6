"""Why an action is illegal: facts about the position, each of which forbids the action."""

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from wistar_env.games.lab_rats.actions import (
    DISCARD,
    INJURY,
    KEEP,
    LAY,
    OPEN,
    PASS,
    SPEND,
    STOP,
    TRY_EXIT,
)
from wistar_env.games.lab_rats.kinds import COLOURS, POTION_COLOURS
from wistar_env.games.lab_rats.state import (
    BEGIN_TURN,
    CONFUSED,
    GO_ON,
    HAND_LIMIT,
    KEEP_POTIONS,
    NEW_DOORS,
    NO_CARD,
    OBSTACLE,
    PAY_EXIT,
)
from wistar_env.kit.game.game import Game
from wistar_env.kit.game.presentation_parts import Reason
from wistar_env.kit.game.reasons import reason_of

Fact: TypeAlias = tuple[str, str]


def why_not(game: Game, action: int) -> Reason:
    """Return why an action is not legal, in a game that is not over."""
    return reason_of([*facts(game.record[0], action)])


def facts(g: Any, action: int) -> Iterator[Fact]:
    """Yield the reasons why an action is illegal, each with the ID of its rule."""
    seat = int(g["mover"])
    for first, found in _BLOCKS:
        if action >= first:
            yield from found(g, seat, action - first)
            return


def _open(g: Any, seat: int, number: int) -> Iterator[Fact]:
    seats = int(g["seats"])
    place = (seat + number) % seats if number < seats else number
    if g["asked"] not in (BEGIN_TURN, GO_ON):
        yield "no Doors are opened in this decision", "LAB-12"
    if int(g["opened"]) >> place & 1:
        yield "this Door is open", "LAB-15"


def _stop(g: Any, seat: int, number: int) -> Iterator[Fact]:
    if g["asked"] == BEGIN_TURN:
        exit_too = " or try an Exit" if g["players"][seat]["turns"] else ""
        yield f"you open at least one Door{exit_too}", "LAB-12"
    else:
        yield "you are not about to open a Door", "LAB-24"


def _exit(g: Any, seat: int, number: int) -> Iterator[Fact]:
    if g["asked"] == PAY_EXIT:
        yield "you are at an Exit", "LAB-30"
    elif g["asked"] != BEGIN_TURN:
        yield "an Exit is tried at the beginning of a turn, instead of opening Doors", "LAB-10"
    if g["active"] == seat and g["asked"] != NEW_DOORS and g["players"][seat]["turns"] == 0:
        yield "this is your first turn of the round", "LAB-11"


def _injury(g: Any, seat: int, number: int) -> Iterator[Fact]:
    if g["asked"] == PAY_EXIT:
        yield "you can pay for the Exit, and must", "AMB-84"
    else:
        yield "you face no obstacle now", "LAB-14"


def _potion(g: Any, seat: int, kind: int, rule: str) -> Iterator[Fact]:
    if g["players"][seat]["potions"][kind] == 0:
        yield "you have no such Potion", rule


def _spend(g: Any, seat: int, kind: int) -> Iterator[Fact]:
    asked, covers = int(g["asked"]), POTION_COLOURS[kind]
    missing = [*_potion(g, seat, kind, "LAB-31" if asked == PAY_EXIT else "LAB-13")]
    if asked == OBSTACLE:
        if not covers >> int(g["facing"]) & 1:
            yield "it does not have the colour of the obstacle", "LAB-13"
    elif asked == PAY_EXIT:
        due = int(g["to_pay"])
        first = (due & -due).bit_length() - 1
        if not covers >> first & 1:
            yield f"the Exit asks for {COLOURS[first]} next", "LAB-30"
        elif not missing:
            yield "you need it for another colour of the Exit", "LAB-31"
    else:
        yield "you face no obstacle now", "LAB-13"
    yield from missing


def _discard(g: Any, seat: int, kind: int) -> Iterator[Fact]:
    if g["asked"] not in (HAND_LIMIT, KEEP_POTIONS):
        yield "you do not hold too many Potions", "LAB-29"
    yield from _potion(g, seat, kind, "LAB-55" if g["asked"] == KEEP_POTIONS else "LAB-29")


def _pass(g: Any, seat: int, kind: int) -> Iterator[Fact]:
    if g["asked"] != CONFUSED:
        yield "Potions are passed on after a Confusion", "LAB-17"
    yield from _potion(g, seat, kind, "LAB-17")


def _lay(g: Any, seat: int, kind: int) -> Iterator[Fact]:
    if g["asked"] != NEW_DOORS:
        yield "Doors are laid before a turn", "LAB-40"
    if g["players"][seat]["doors"][kind] == 0:
        yield "this Door is not in your hand", "LAB-40"


def _keep(g: Any, seat: int, number: int) -> Iterator[Fact]:
    if g["asked"] != NEW_DOORS:
        yield "Doors are laid before a turn", "LAB-40"
    if g["table"][seat] == NO_CARD:
        yield "no Door of yours lies on the table", "LAB-41"


#: The first action of each block and the block's function, last block first.
_BLOCKS: Final[tuple[tuple[int, Callable[[Any, int, int], Iterator[Fact]]], ...]] = (
    (KEEP, _keep),
    (LAY, _lay),
    (PASS, _pass),
    (DISCARD, _discard),
    (SPEND, _spend),
    (INJURY, _injury),
    (TRY_EXIT, _exit),
    (STOP, _stop),
    (OPEN, _open),
)
