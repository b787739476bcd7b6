"""Why an action is not offered: what stands in its way, of which the rules say what matters."""

from collections.abc import Callable, Iterator
from typing import Any, Final

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
from wistar_env.games.lab_rats.kinds import NUM_COLOURS, POTION_COLOURS
from wistar_env.games.lab_rats.state import (
    BEGIN_TURN,
    CONFUSED,
    GO_ON,
    HAND_LIMIT,
    NEW_DOORS,
    OBSTACLE,
)
from wistar_env.kit.game.game import Game
from wistar_env.kit.game.presentation_parts import Reason
from wistar_env.kit.game.reasons import Obstacle, in_the_way, reason_of


def why_not(game: Game, action: int) -> Reason:
    """Return why an action is not legal, in a game that is not over."""
    found = in_the_way(game, action, [*obstacles(game.record[0], action)])
    return reason_of([(each.sentence, each.rule) for each in found])


def obstacles(g: Any, action: int) -> Iterator[Obstacle]:
    """Yield what could stand in the way of an action, in the order in which a player meets it."""
    seat = int(g["mover"])
    for first, found in _BLOCKS:
        if action >= first:
            yield from found(g, seat, action - first)
            return


def _asks(decision: int, sentence: str, rule: str) -> Obstacle:
    """Return that another decision is open."""

    def lift(g: Any) -> None:
        g["asked"] = decision

    return Obstacle(sentence, rule, lift)


def _given(seat: int, field: str, kind: int) -> Callable[[Any], None]:
    """Return what gives a seat a card."""

    def lift(g: Any) -> None:
        g["players"][seat][field][kind] = 1

    return lift


def _open(g: Any, seat: int, number: int) -> Iterator[Obstacle]:
    seats = int(g["seats"])
    place = (seat + number) % seats if number < seats else number

    def close(g: Any) -> None:
        g["opened"] = int(g["opened"]) & ~(1 << place)

    yield _asks(GO_ON, "no Doors are opened in this decision", "LAB-12")
    yield Obstacle("this Door is open", "LAB-15", close)


def _stop(g: Any, seat: int, number: int) -> Iterator[Obstacle]:
    begins = int(g["asked"]) == BEGIN_TURN
    words = "you open at least one Door" if begins else "you are not about to open a Door"
    yield _asks(GO_ON, words, "LAB-12" if begins else "LAB-24")


def _exit(g: Any, seat: int, number: int) -> Iterator[Obstacle]:
    def later(g: Any) -> None:
        g["players"][seat]["turns"] = 1

    words = "an Exit is tried at the beginning of a turn, instead of opening Doors"
    yield _asks(BEGIN_TURN, words, "LAB-10")
    yield Obstacle("this is your first turn of the round", "LAB-11", later)


def _injury(g: Any, seat: int, number: int) -> Iterator[Obstacle]:
    yield _asks(OBSTACLE, "there is no obstacle to beat", "LAB-14")


def _spend(g: Any, seat: int, kind: int) -> Iterator[Obstacle]:
    def fit(g: Any) -> None:
        colours = POTION_COLOURS[kind]
        g["facing"] = next(colour for colour in range(NUM_COLOURS) if colours >> colour & 1)

    yield _asks(OBSTACLE, "there is no obstacle to beat with it", "LAB-13")
    yield Obstacle("it does not have the colour of the obstacle", "LAB-13", fit)
    yield _potion(seat, kind)


def _potion(seat: int, kind: int) -> Obstacle:
    return Obstacle("you have no such Potion", "LAB-43", _given(seat, "potions", kind))


def _discard(g: Any, seat: int, kind: int) -> Iterator[Obstacle]:
    yield _asks(HAND_LIMIT, "you do not hold too many Potions", "LAB-29")
    yield _potion(seat, kind)


def _pass(g: Any, seat: int, kind: int) -> Iterator[Obstacle]:
    yield _asks(CONFUSED, "Potions are passed on after a Confusion", "LAB-17")
    yield _potion(seat, kind)


def _lay(g: Any, seat: int, kind: int) -> Iterator[Obstacle]:
    yield _asks(NEW_DOORS, "Doors are laid before a turn", "LAB-40")
    words = "this Door is not in your hand"
    yield Obstacle(words, "LAB-40", _given(seat, "doors", kind))


def _keep(g: Any, seat: int, number: int) -> Iterator[Obstacle]:
    def lay(g: Any) -> None:
        g["table"][seat] = 0

    yield _asks(NEW_DOORS, "Doors are laid before a turn", "LAB-40")
    yield Obstacle("no Door of yours lies there", "LAB-41", lay)


#: By the first action of a block, the last one first.
_BLOCKS: Final = (
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
