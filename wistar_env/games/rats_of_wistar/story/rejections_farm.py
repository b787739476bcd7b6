"""Reasons why actions on the Farm are illegal: Doors, rooms, Tents, Guests and Missions."""

from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Any, Final

from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.farm import ENTRANCE
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.story.rejected_case import Case
from wistar_env.games.rats_of_wistar.story.rejected_payments import brown_cubes, mission_asks
from wistar_env.games.rats_of_wistar.tables import codes, limits
from wistar_env.kit.game.reasons import Obstacle


def _passages(case: Case) -> list[tuple[int, int, int]]:
    """Return the number of each passage of the Farm, and the rooms on both sides."""
    ways = zip(case.tables["passage_a"].tolist(), case.tables["passage_b"].tolist(), strict=True)
    return [(k, *way) for k, way in enumerate(ways) if k < case.tables["passages"]]


def _reached(case: Case) -> set[int]:
    """Return the rooms that open passages connect to the Explorer's, and that room (AMB-08).

    The entrance is never included.
    """
    found = {int(case.own["explorer"])}
    ways = [(a, b) for k, a, b in _passages(case) if int(case.g["doors"][k]) == NONE]
    for _ in ways:
        found |= {room for way in ways if found & {*way} for room in way if room != ENTRANCE}
    return found - {ENTRANCE}


def _open(case: Case, passage: int) -> Iterator[Obstacle]:
    _, a, b = _passages(case)[passage]

    def close(g: Any) -> None:
        g["doors"][passage], g["doors_seen"] = 0, 0

    token = int(case.g["doors"][passage])
    if token == NONE:
        yield Obstacle("this Door is already open", "EXPL-05", close)
    elif int(case.g["doors_seen"]) >> token & 1:
        yield Obstacle("this Door is being opened", "AMB-66", close)
    if not case.is_present(a) and not case.is_present(b):
        words = "neither your Explorer nor a Tent of yours is next to this Door"
        yield Obstacle(words, "EXPL-02", case.own_change(explorer=a))


def _move(case: Case, room: int) -> Iterator[Obstacle]:
    here = int(case.own["explorer"])
    ways = [(k, b if a == room else a) for k, a, b in _passages(case) if room in (a, b)]

    def come(g: Any) -> None:
        passage, beside = ways[0]
        g["players"][case.seat]["explorer"], g["doors"][passage] = beside, NONE

    if here == room:
        yield Obstacle("your Explorer is already in this room", "EXPL-06", come)
    elif case.kind == decisions.FLY:
        yield Obstacle("no open passages lead from your Explorer to it", "CARD-E22", come)
    elif here not in [beside for _, beside in ways]:
        yield Obstacle("your Explorer is not in a room next to it", "EXPL-06", come)
    elif all(int(case.g["doors"][k]) != NONE for k, beside in ways if beside == here):
        yield Obstacle("the Door in between is closed", "EXPL-05", come)


def _tent(case: Case, room: int) -> Iterator[Obstacle]:
    here, tents = int(case.own["explorer"]), case.own["tents"].tolist()

    def come(g: Any) -> None:
        g["players"][case.seat]["explorer"] = room

    if case.kind == decisions.PITCH_TENT and case.of_entry("anywhere"):
        if room not in _reached(case):
            words = "no open passages lead from your Explorer to it"
            yield Obstacle(words, "CARD-E50", come)
    elif here != room:
        yield Obstacle("your Explorer is in another room", "FAST-07", come)
    if room in tents:
        words = "a Tent of yours stands in this room"
        yield Obstacle(words, "FAST-08", case.own_change(tents=NONE))
    elif NONE not in tents:
        yield Obstacle("both your Tents are pitched", "FAST-08", case.own_change(tents=NONE))


def _lift(case: Case, room: int) -> Iterator[Obstacle]:
    tents = case.own["tents"].tolist()
    rooms = range(1, int(case.tables["rooms"]))

    def walk(g: Any) -> None:
        g["doors"] = NONE
        g["players"][case.seat]["tents"] = room, next(k for k in rooms if k != room)
        pitched = g["players"][case.seat]["tents"].tolist()
        g["players"][case.seat]["explorer"] = next(k for k in rooms if k not in pitched)

    if room not in tents:
        yield Obstacle("no Tent of yours is there", "CARD-E50", walk)
    elif NONE in tents:
        yield Obstacle("a Tent of yours is still to be pitched", "CARD-E50", walk)
    elif _reached(case) <= {*tents}:
        yield Obstacle("your Explorer reaches no room without a Tent of yours", "CARD-E50", walk)


def _reveal(case: Case, place: int) -> Iterator[Obstacle]:
    def hide(g: Any) -> None:
        g["mission_open"][place] = 0

    if case.g["mission_open"][place]:
        yield Obstacle("this Mission is already face up", "EXPL-07", hide)
    yield from case.present(int(case.tables["mission_room"][place]))


def _guest(case: Case, room: int) -> Iterator[Obstacle]:
    def fill(g: Any) -> None:
        g["room_guests_size"][room] = 1

    if case.g["room_guests_size"][room] == 0:
        yield Obstacle("no Guest is in this room", "EXPL-09", fill)
    yield from case.present(room)
    yield from case.free_room("EXPL-09")


def _cheese(case: Case) -> Iterator[Obstacle]:
    def fill(g: Any) -> None:
        g["cheese_size"] = 1

    if case.g["cheese_size"] == 0:
        yield Obstacle("no Cheese is left", "EXPL-10", fill)
    if case.own["cheese"]:
        yield Obstacle("you already have a Cheese", "EXPL-11", case.own_change(cheese=0))
    yield from case.present(int(case.tables["cheese_room"]))
    yield from case.free_room("EXPL-09")


def _complete(case: Case, place: int, row: int) -> Iterator[Obstacle]:
    mission = case.tables["missions"][int(case.g["mission_card"][place])]
    cubes = case.g["mission_cubes"][place].tolist()

    def empty(g: Any) -> None:
        g["mission_cubes"][place, row] = NONE

    def unlock(g: Any) -> None:
        for other in range(limits.MISSION_ROWS):
            if other != row:
                g["mission_cubes"][place, other] = case.seat

    def reveal(g: Any) -> None:
        g["mission_open"][place] = 1
        empty(g)
        unlock(g)
        case.own_much(g)
        case.own_change(cubes_gone=0)(g)

    if not case.g["mission_open"][place]:
        # The other requirements of a face-down Mission are hidden.
        yield Obstacle("this Mission is face down", "MISSION-01", reveal)
        yield from case.present(int(case.tables["mission_room"][place]))
        return
    yield from case.present(int(case.tables["mission_room"][place]))
    if cubes[row] != NONE:
        yield Obstacle("this row already has a cube", "MISSION-05", empty)
    lock = int(mission["rows"][row]["needs_lock"])
    keys = [k for k, each in enumerate(mission["rows"]["gives_lock"].tolist()) if each == lock]
    if lock and all(cubes[k] == NONE for k in keys):
        yield Obstacle("its lock is closed", "MISSION-07", unlock)
    colour_any = mission["kind"] != codes.KIND_HOME
    allowed = (1 << limits.ABILITIES) - 1 if colour_any else brown_cubes(case)
    yield from mission_asks(case, mission["rows"][row]["requirement"], allowed)


FARM_GUARDS: Final = MappingProxyType[str, Callable[..., Iterator[Obstacle]]](
    {
        "CHEESE": _cheese, "COMPLETE": _complete, "GUEST": _guest, "LIFT": _lift, "MOVE": _move,
        "OPEN": _open, "REVEAL": _reveal, "TENT": _tent,
    }
)  # fmt: skip
