"""The Farm: Doors, Explorers, Tents, revealing missions, taking Guests (EXPL, FAST-07)."""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.rats_of_wistar.rules import actions as A
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.counts import free_rooms
from wistar_env.games.rats_of_wistar.rules.events import fire
from wistar_env.games.rats_of_wistar.rules.guests import draw_room_guest, take_cheese, welcome
from wistar_env.games.rats_of_wistar.rules.stack import (
    offer,
    pop,
    push,
    push_effect,
    push_times,
    top,
)
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.types import Entry, Game, Legal, Tables
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import MISSIONS, TENTS

ENTRANCE = 0

#: Bits for the steps that an EXPLORE entry allows.
OPEN, MOVE, REVEAL, GUEST = 1, 2, 4, 8
ANY = OPEN | MOVE | REVEAL | GUEST


@inline
def has_tent(g: Game, seat: int, room: int) -> bool:
    """Whether one of the player's Tents stands in a room."""
    p = g.players[seat]
    return bool(room != NONE and (p.tents[0] == room or p.tents[1] == room))


@inline
def present(g: Game, seat: int, room: int) -> bool:
    """Whether the player's Explorer or one of their Tents is in a room (FAST-09)."""
    return bool(g.players[seat].explorer == room) or has_tent(g, seat, room)


@inline
def passage_between(t: Tables, a: int, b: int) -> int:
    """Return the passage that joins two rooms; NONE if the rooms are not neighbours."""
    for k in range(int(t.passages)):
        if (t.passage_a[k] == a and t.passage_b[k] == b) or (
            t.passage_a[k] == b and t.passage_b[k] == a
        ):
            return k
    return NONE


@unit
def reachable(t: Tables, g: Game, room: int) -> int:
    """Return a bit for each room that open passages connect to ``room`` (AMB-08).

    ``room`` itself has one; the entrance has none.
    """
    found = 1 << room
    for _ in range(int(t.rooms)):
        for k in range(int(t.passages)):
            a, b = int(t.passage_a[k]), int(t.passage_b[k])
            if g.doors[k] == NONE:
                if (found >> a) & 1 and b != ENTRANCE:
                    found |= 1 << b
                if (found >> b) & 1 and a != ENTRANCE:
                    found |= 1 << a
    return found & ~(1 << ENTRANCE)


@inline
def face_down(g: Game, passage: int) -> bool:
    """Whether a passage has a Door token that is still face down (AMB-66)."""
    token = int(g.doors[passage])
    return token != NONE and (int(g.doors_seen) >> token) & 1 == 0


@inline
def can_open(t: Tables, g: Game, seat: int, passage: int) -> bool:
    """Whether a passage has a face-down Door beside the Explorer or a Tent (EXPL-02, EXPL-03)."""
    return face_down(g, passage) and (
        present(g, seat, int(t.passage_a[passage])) or present(g, seat, int(t.passage_b[passage]))
    )


@inline
def has_cheese(t: Tables, g: Game, seat: int) -> bool:
    """Whether the player could take the top Cheese, given a free Room (EXPL-10, EXPL-11)."""
    return bool(
        g.cheese_size > 0 and g.players[seat].cheese == 0 and present(g, seat, int(t.cheese_room))
    )


@inline
def moves_legal(t: Tables, g: Game, seat: int, legal: Legal) -> None:
    """List moves to rooms next to the Explorer through open passages (EXPL-05, EXPL-06, AMB-08)."""
    here = int(g.players[seat].explorer)
    for k in range(int(t.passages)):
        if g.doors[k] == NONE:
            a, b = int(t.passage_a[k]), int(t.passage_b[k])
            if a == here and b != ENTRANCE:
                offer(legal, A.MOVE + b)
            elif b == here and a != ENTRANCE:
                offer(legal, A.MOVE + a)


@inline
def push_exploring(g: Game, seat: int, times: int, allowed: int = ANY) -> None:
    """Let a player take up to ``times`` allowed steps, unless ``times`` is 0 (AMB-45)."""
    if push_times(g, decisions.EXPLORE, seat, times):
        top(g).allowed = allowed


@inline
def explore_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List PASS and the steps that the entry allows and the seat can take (EXPL-01..11)."""
    seat, allowed = int(e.seat), int(e.allowed)
    offer(legal, A.PASS)
    if allowed & OPEN:
        for k in range(int(t.passages)):
            if can_open(t, g, seat, k):
                offer(legal, A.OPEN + k)
    if allowed & MOVE:
        moves_legal(t, g, seat, legal)
    if allowed & REVEAL:
        for place in range(MISSIONS):
            if (
                g.mission_card[place] != NONE
                and g.mission_open[place] == 0
                and present(g, seat, int(t.mission_room[place]))
            ):
                offer(legal, A.REVEAL + place)
    if allowed & GUEST and free_rooms(g, seat) > 0:
        for room in range(int(t.rooms)):
            if g.room_guests_size[room] > 0 and present(g, seat, room):
                offer(legal, A.GUEST + room)
        if has_cheese(t, g, seat):
            offer(legal, A.CHEESE)


@unit
def open_door(t: Tables, g: Game, seat: int, passage: int) -> None:
    """Turn up a Door token; push its bonus, and below it the step that takes the token (AMB-66)."""
    token = int(g.doors[passage])
    g.doors_seen |= 1 << token
    fire(g, seat, codes.EVENT_OPEN_DOOR, NONE, 1)
    push(g, decisions.REMOVE_DOOR, seat).passage = passage
    push_effect(g, seat, int(t.door_start[token]), int(t.door_end[token]))


@inline
def remove_door(g: Game, e: Entry) -> None:
    """Take the Door token off its passage, which is open from now on (EXPL-04, EXPL-05)."""
    seat, passage = int(e.seat), int(e.passage)
    pop(g)
    g.doors[passage] = NONE
    g.players[seat].doors += 1


@inline
def reveal_mission(t: Tables, g: Game, seat: int, place: int) -> None:
    """Turn up a Mission card and push its bonus (EXPL-07, MISSION-10)."""
    mission = t.missions[g.mission_card[place]]
    g.mission_open[place] = 1
    fire(g, seat, codes.EVENT_REVEAL_MISSION, NONE, 1)
    push_effect(g, seat, int(mission.start), int(mission.end))


@inline
def explore(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Spend an Exploration point on one step; PASS forgoes the remaining points (EXPL-01)."""
    seat = int(e.seat)
    e.left -= 1
    if action == A.PASS or e.left == 0:
        pop(g)
    if action == A.PASS:
        return
    if action == A.CHEESE:
        take_cheese(t, g, seat)
    elif A.within(action, A.GUEST):
        welcome(t, g, seat, draw_room_guest(g, action - A.GUEST))
    elif A.within(action, A.REVEAL):
        reveal_mission(t, g, seat, action - A.REVEAL)
    elif A.within(action, A.MOVE):
        g.players[seat].explorer = action - A.MOVE
    elif A.within(action, A.OPEN):
        open_door(t, g, seat, action - A.OPEN)


@inline
def open_any_door_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List PASS and all face-down Doors on the Farm (CARD-E12)."""
    offer(legal, A.PASS)
    for k in range(int(t.passages)):
        if face_down(g, k):
            offer(legal, A.OPEN + k)


@inline
def open_any_door(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Open a Door as usual, but without an Exploration point (CARD-E12)."""
    seat = int(e.seat)
    pop(g)
    if action != A.PASS:
        open_door(t, g, seat, action - A.OPEN)


@inline
def fly_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List PASS and the other rooms that the Explorer reaches by open passages (CARD-E22)."""
    here = int(g.players[e.seat].explorer)
    rooms = reachable(t, g, here)
    offer(legal, A.PASS)
    for room in range(int(t.rooms)):
        if room != here and (rooms >> room) & 1:
            offer(legal, A.MOVE + room)


@inline
def fly(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Move the Explorer to a room at any distance (CARD-E22)."""
    seat = int(e.seat)
    pop(g)
    if action != A.PASS:
        g.players[seat].explorer = action - A.MOVE


@inline
def tent_in_stock(g: Game, seat: int) -> int:
    """Return the index of an unpitched Tent; NONE if both stand on the Farm (FAST-08)."""
    for k in range(TENTS):
        if g.players[seat].tents[k] == NONE:
            return k
    return NONE


@inline
def can_pitch_here(g: Game, seat: int) -> bool:
    """Whether a player has a Tent in stock and may pitch it at the Explorer (FAST-07, FAST-08).

    Not at the entrance (AMB-08), nor in a room where the player already has a Tent.
    """
    here = int(g.players[seat].explorer)
    return here != ENTRANCE and not has_tent(g, seat, here) and tent_in_stock(g, seat) != NONE


@inline
def pitch_tent_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List the rooms where a Tent may be pitched, and PASS unless one has been taken up.

    With no Tent in stock, list the Tents to take up, if the effect allows any reachable room and at
    least one has none of the player's Tents (CARD-E50).
    """
    seat = int(e.seat)
    here = int(g.players[seat].explorer)
    rooms = reachable(t, g, here) if e.anywhere == 1 else 1 << here
    stock = tent_in_stock(g, seat)
    if e.taken_up == 0:
        offer(legal, A.PASS)
    open_rooms = 0
    for room in range(1, int(t.rooms)):
        if (rooms >> room) & 1 and not has_tent(g, seat, room):
            open_rooms += 1
            if stock != NONE:
                offer(legal, A.TENT + room)
    if stock == NONE and e.anywhere == 1 and open_rooms > 0:
        for k in range(TENTS):
            offer(legal, A.LIFT + int(g.players[seat].tents[k]))


@inline
def pitch_tent(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Pitch a Tent, or take one up to pitch it next."""
    seat = int(e.seat)
    if A.within(action, A.LIFT):
        room = action - A.LIFT
        for k in range(TENTS):
            if g.players[seat].tents[k] == room:
                g.players[seat].tents[k] = NONE
        e.taken_up = 1
        return
    pop(g)
    if action != A.PASS:
        g.players[seat].tents[tent_in_stock(g, seat)] = action - A.TENT
