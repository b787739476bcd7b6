"""Guest Mouse tiles and Cheese on a player's board (GUEST)."""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.rats_of_wistar.rules import actions as A
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.counts import free_rooms
from wistar_env.games.rats_of_wistar.rules.events import fire_up_to, join_answerers, leave_answerers
from wistar_env.games.rats_of_wistar.rules.ratobot_pieces import is_bot
from wistar_env.games.rats_of_wistar.rules.stack import offer, pop, push, push_effect
from wistar_env.games.rats_of_wistar.rules.standing_ops import apply_standing
from wistar_env.games.rats_of_wistar.rules.state import GUEST_SOURCE, NONE
from wistar_env.games.rats_of_wistar.rules.types import Entry, Game, Legal, Tables
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import GUESTS

#: In an ACCEPT_GUEST entry: the Guest of the round; other values are KIND codes of the supply.
ROUND_GUEST = len(codes.names("KIND"))


@unit
def house(t: Tables, g: Game, seat: int, guest: int) -> None:
    """Put a tile into a free room and count it by kind (GUEST-03, GUEST-04)."""
    p = g.players[seat]
    p.guests[p.guests_size] = guest
    p.guests_size += 1
    p.guest_kinds[t.guests[guest].kind] += 1
    if guest >= GUESTS:
        p.cheese = 1


@unit
def welcome(t: Tables, g: Game, seat: int, guest: int) -> None:
    """Take a tile: apply its effect, then other effects that respond to it (GUEST-01, GUEST-05)."""
    tile = t.guests[guest]
    before = int(g.players[seat].answerers_last)
    house(t, g, seat, guest)
    join_answerers(t, g, seat, GUEST_SOURCE + guest)
    fire_up_to(g, seat, codes.EVENT_TAKE_GUEST, int(tile.kind), 1, before)
    if tile.timing == codes.TIMING_PERMANENT:
        apply_standing(t, g, seat, int(tile.start), int(tile.end), 1)
    else:
        push_effect(g, seat, int(tile.start), int(tile.end), GUEST_SOURCE + guest)


@unit
def expel(t: Tables, g: Game, seat: int, guest: int) -> None:
    """Discard a tile from a board; it leaves the game (GUEST-02, AMB-05).

    A player who discards a Cheese may take another one (EXPL-11, AMB-56). Tiles of Rat-o-bot have
    no lasting effects to end (BOT-22).
    """
    p = g.players[seat]
    tile = t.guests[guest]
    found = 0
    for k in range(int(p.guests_size)):
        if p.guests[k] == guest:
            found = 1
        if found == 1 and k + 1 < p.guests_size:
            p.guests[k] = p.guests[k + 1]
    p.guests_size -= 1
    p.guests[p.guests_size] = NONE
    p.guest_kinds[tile.kind] -= 1
    if guest >= GUESTS:
        p.cheese = 0
    g.guests_gone |= 1 << guest
    if is_bot(g, seat):
        return
    leave_answerers(g, seat, GUEST_SOURCE + guest)
    if tile.timing == codes.TIMING_PERMANENT:
        apply_standing(t, g, seat, int(tile.start), int(tile.end), -1)


@unit
def draw_supply_guest(g: Game, kind: int) -> int:
    """Take the top tile of a supply stack, which must not be empty (SETUP-11)."""
    g.supply_size[kind] -= 1
    return int(g.supply[kind, g.supply_size[kind]])


@unit
def draw_room_guest(g: Game, room: int) -> int:
    """Take a face-down tile from a room of the Farm, which must have one."""
    g.room_guests_size[room] -= 1
    return int(g.room_guests[room, g.room_guests_size[room]])


@unit
def take_round_guest(t: Tables, g: Game, seat: int) -> None:
    """Take the round Guest if it is still there and a room is free (GUEST-05, GUEST-06)."""
    if g.round_guest != NONE and free_rooms(g, seat) > 0:
        guest = int(g.round_guest)
        g.round_guest = NONE
        welcome(t, g, seat, guest)


@inline
def take_cheese(t: Tables, g: Game, seat: int) -> None:
    """Take the top Cheese (EXPL-10, EXPL-11)."""
    g.cheese_size -= 1
    welcome(t, g, seat, int(g.cheese[g.cheese_size]))


@inline
def offer_guest(g: Game, seat: int, source: int) -> None:
    """Offer a player the round Guest or a supply Guest, if it and a free Room exist (CARD-E75)."""
    there = g.round_guest != NONE if source == ROUND_GUEST else g.supply_size[source] > 0
    if there and free_rooms(g, seat) > 0:
        push(g, decisions.ACCEPT_GUEST, seat).offered = source


@inline
def accept_guest_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List PASS and ACCEPT for the offered Guest (GEN-06, AMB-49)."""
    offer(legal, A.PASS)
    offer(legal, A.ACCEPT)


@inline
def accept_guest(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Take the Guest that is offered."""
    seat, source = int(e.seat), int(e.offered)
    pop(g)
    if action == A.PASS:
        return
    if source == ROUND_GUEST:
        take_round_guest(t, g, seat)
    else:
        welcome(t, g, seat, draw_supply_guest(g, source))


@inline
def discard_guest_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List all tiles on the player's board; PASS if there are none."""
    p = g.players[e.seat]
    for k in range(int(p.guests_size)):
        offer(legal, A.EXPEL + int(p.guests[k]))
    if legal[0] == 0:
        offer(legal, A.PASS)


@inline
def discard_guest(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Discard one tile; the entry stays open while more discards are due."""
    e.left -= 1
    if action == A.PASS or e.left == 0:
        pop(g)
    if action != A.PASS:
        expel(t, g, int(e.seat), action - A.EXPEL)
