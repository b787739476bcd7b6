"""Entries on the stack of a saved game: their places and preconditions.

``save_validation`` has checked the ranges of numbers, kinds and seats. The conditions here depend
on the rest of the game: pending costs can be paid, offered pieces exist, and responses to an event
end.
"""

from typing import Final

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.abilities import cheapest_cube
from wistar_env.games.rats_of_wistar.rules.counts import free_rooms, items
from wistar_env.games.rats_of_wistar.rules.events import source_end, source_start
from wistar_env.games.rats_of_wistar.rules.guards import affordable
from wistar_env.games.rats_of_wistar.rules.guests import ROUND_GUEST
from wistar_env.games.rats_of_wistar.rules.stack import top
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.turn import AT_HUT
from wistar_env.games.rats_of_wistar.rules.types import Entry, Game, Tables
from wistar_env.games.rats_of_wistar.tables import codes

# Where entries of a kind may be: at the bottom; right above an end of turn; above the start of the
# game; anywhere above these; in the payment on top; right below it or in it; or on top only.
LOWEST, TURN, BEGINNING, AMONG, PAYMENT, PRICED, TOP = range(7)
#: Kinds that are not listed may be on top only, since they are resolved before others are pushed.
_ELSEWHERE: Final = {
    decisions.START_GAME: LOWEST,
    decisions.NEW_ROUND: LOWEST,
    decisions.END_OF_TURN: LOWEST,
    decisions.TURN: TURN,
    decisions.BOT_TURN: TURN,
    decisions.CHOOSE_PAIR: BEGINNING,
    decisions.EXPLORE: AMONG,
    decisions.DEVELOP_PROJECTS: AMONG,
    decisions.DIG_ROOMS: AMONG,
    decisions.BUILD_BEDS: AMONG,
    decisions.EFFECT: AMONG,
    decisions.TRIGGER: AMONG,
    decisions.FINISH_PLAY: AMONG,
    decisions.GRANT: AMONG,
    decisions.DRAW_CARDS: AMONG,
    decisions.REMOVE_DOOR: AMONG,
    decisions.BOT_EXPLORE: AMONG,
    decisions.PAY_ITEMS: PAYMENT,
    decisions.DISCARD_CARDS: PAYMENT,
    decisions.USE_DISCOUNT: PAYMENT,
    decisions.REMOVE_CUBE: PRICED,
}
#: For each kind of entry, where it may be.
PLACES: Final = tuple(_ELSEWHERE.get(kind, TOP) for kind in sorted(decisions.NAMES))


@inline
def payment_begins(g: Game) -> int:
    """Return the index of the lowest entry of the payment on top; ``depth`` if there is none.

    A payment has at most one entry each, from below, for items, for cards, and for Wood and Metal.
    """
    k = int(g.depth)
    for kind in (decisions.USE_DISCOUNT, decisions.DISCARD_CARDS, decisions.PAY_ITEMS):
        if k > 0 and g.stack[k - 1].kind == kind:
            k -= 1
    return k


@inline
def lies_right(g: Game, k: int, payment: int) -> bool:
    """Whether stack entry ``k`` is at an index that ``PLACES`` allows for its kind."""
    place, depth, lowest = PLACES[g.stack[k].kind], int(g.depth), g.stack[0].kind
    if place == LOWEST:
        return k == 0
    if place == TURN:
        return k == 1 and lowest == decisions.END_OF_TURN
    if k == 0 or (k == 1 and lowest == decisions.END_OF_TURN):
        return False
    if place == BEGINNING or lowest == decisions.START_GAME:
        return place == BEGINNING and lowest == decisions.START_GAME
    if place == PAYMENT:
        return k >= payment
    if place == PRICED:
        return k >= payment - 1
    return place == AMONG or k == depth - 1


@inline
def left_after_payment(g: Game, seat: int, payment: int) -> int:
    """Return how many items a seat keeps after the payment on top; negative if it is impossible."""
    p = g.players[seat]
    left = items(g, seat)
    for k in range(payment, int(g.depth)):
        e = g.stack[k]
        if e.seat != seat:
            return -1
        if e.kind == decisions.USE_DISCOUNT:
            short = max(0, int(e.wood_due) - int(p.wood)) + max(0, int(e.metal_due) - int(p.metal))
            if short > e.discounts_left or e.discounts_left >= e.wood_due + e.metal_due:
                return -1
            left -= int(e.wood_due) + int(e.metal_due) - int(e.discounts_left)
        else:
            left -= int(e.left)
    return left


@inline
def can_be_paid(t: Tables, g: Game, payment: int) -> bool:
    """Whether the payment on top and then the one for the cube below can be made (MISSION-12)."""
    depth = int(g.depth)
    cube = payment - 1
    left = left_after_payment(g, int(g.stack[payment].seat), payment) if payment < depth else 0
    if left < 0:
        return False
    if cube < 0 or g.stack[cube].kind != decisions.REMOVE_CUBE or g.stack[cube].declinable == 1:
        return True
    seat = int(g.stack[cube].seat)
    left = left_after_payment(g, seat, payment)
    price = cheapest_cube(t, g, seat, int(g.stack[cube].colour))
    return price != NONE and price <= left


@inline
def turn_right(e: Entry) -> bool:
    """Whether no action is due while the Chief is unplaced or on the Hut (TURN-01, ALCH-01)."""
    if e.chief_at == NONE or e.chief_at == AT_HUT:
        return bool(e.main_due == 0 and e.bonus_due == NONE and e.other_bonus_due == NONE)
    return True


@inline
def options_right(t: Tables, e: Entry) -> bool:
    """Whether the alternatives of an entry are those of the effect from which they come."""
    row = t.ops[e.first_option - 1]
    return bool(row.op == codes.OP_CHOOSE and row.a == e.options)


@inline
def cost_right(t: Tables, g: Game, k: int) -> bool:
    """Whether a cost can be paid, and belongs to the effect right below (AMB-44)."""
    e, effect = g.stack[k], g.stack[k - 1]
    if effect.kind != decisions.EFFECT or effect.seat != e.seat:
        return False
    return affordable(t, g, int(e.seat), int(e.cost), int(e.amount))


@inline
def guest_there(g: Game, e: Entry) -> bool:
    """Whether the Guest that is offered exists, and a Room is free for it (CARD-E75)."""
    there = g.round_guest != NONE if e.offered == ROUND_GUEST else g.supply_size[e.offered] > 0
    return bool(there) and free_rooms(g, int(e.seat)) > 0


@inline
def reaches(g: Game, seat: int, source: int, last: int) -> bool:
    """Whether a seat's chain of responses has ``last`` at or after ``source`` (NONE: the start)."""
    met = source == NONE
    at = int(g.players[seat].answerers)
    while at != NONE:
        met = met or at == source
        if at == last:
            return met
        at = int(g.next_answerer[at])
    return False


@inline
def event_right(t: Tables, g: Game, e: Entry) -> bool:
    """Whether the responses to an event end, and an event about a card names it (AMB-46)."""
    about_card = e.event == codes.EVENT_PLAY_CARD or e.event == codes.EVENT_TAKE_CARD
    if about_card and e.argument == NONE:
        return False
    if e.last_source == NONE:
        return bool(e.examined == NONE and e.next_row == NONE)
    if not reaches(g, int(e.seat), int(e.examined), int(e.last_source)):
        return False
    if e.next_row == NONE:
        return True
    if e.examined == NONE:
        return False
    return bool(source_start(t, int(e.examined)) <= e.next_row <= source_end(t, int(e.examined)))


@inline
def entry_right(t: Tables, g: Game, k: int) -> bool:
    """Whether an entry can be carried out when it is reached."""
    e = g.stack[k]
    kind = e.kind
    if kind == decisions.TURN:
        return turn_right(e)
    if kind == decisions.CHOOSE_OPTION:
        return options_right(t, e)
    if kind == decisions.ACCEPT_COST:
        return cost_right(t, g, k)
    if kind == decisions.ACCEPT_GUEST:
        return guest_there(g, e)
    if kind == decisions.TRIGGER:
        return event_right(t, g, e)
    return True


@inline
def enough_pairs(g: Game) -> bool:
    """Whether there are starting pairs for all seats that must still choose one (SETUP-21)."""
    left = 0
    for pair in range(int(g.seats)):
        left += int(g.pairs[pair, 0] != NONE)
    for k in range(int(g.depth)):
        left -= int(g.stack[k].kind == decisions.CHOOSE_PAIR)
    return left >= 0


@unit
def wrong_entry(t: Tables, g: Game) -> int:
    """Return the first entry that is misplaced or cannot be carried out, or NONE.

    For an impossible payment, missing pairs and wrong offered cards, it is the top one.
    """
    depth = int(g.depth)
    if depth == 0:
        return NONE if g.offered_size == 0 else 0
    payment = payment_begins(g)
    for k in range(depth):
        if not lies_right(g, k, payment) or not entry_right(t, g, k):
            return k
    if not can_be_paid(t, g, payment):
        return depth - 1
    if top(g).kind >= decisions.CHOICES or not enough_pairs(g):
        return depth - 1
    if g.offered_size > 0 and top(g).kind != decisions.PLAY_DRAWN:
        return depth - 1
    return NONE
