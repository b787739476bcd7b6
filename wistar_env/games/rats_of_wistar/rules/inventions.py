"""Playing Inventions: requirements, discounts, payment, and putting the card into play."""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.rats_of_wistar.rules import actions as A
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.cards import (
    add_to_play_area,
    discard_from_hand,
    matches,
    remove_from_hand,
)
from wistar_env.games.rats_of_wistar.rules.counts import items
from wistar_env.games.rats_of_wistar.rules.events import fire_up_to, join_answerers
from wistar_env.games.rats_of_wistar.rules.requirements import UNMET, wilds_needed
from wistar_env.games.rats_of_wistar.rules.stack import (
    offer,
    pop,
    push,
    push_effect,
    push_times,
    top,
)
from wistar_env.games.rats_of_wistar.rules.standing_ops import apply_standing, covers
from wistar_env.games.rats_of_wistar.rules.state import (
    DISCOUNT_SCOPES,
    NONE,
    SLOT_EITHER,
    SLOT_METAL,
    SLOT_SKILL,
    SLOT_WOOD,
)
from wistar_env.games.rats_of_wistar.rules.types import Entry, Game, Legal, Tables
from wistar_env.games.rats_of_wistar.tables import codes


@inline
def discount_of(t: Tables, g: Game, seat: int, card: int, slot: int) -> int:
    """Return the sum of the permanent discounts of one slot for a card (CARD-15, AMB-11)."""
    n = 0
    for scope in range(DISCOUNT_SCOPES):
        if matches(t, card, scope):
            n += int(g.players[seat].discounts[scope, slot])
    return n


@unit
def reduction(t: Tables, g: Game, e: Entry, card: int, slot: int) -> int:
    """Return the sum of the permanent and the current effect's discounts of one slot for a card."""
    n = discount_of(t, g, int(e.seat), card, slot)
    return n + (int(e.discount_amount) if covers(int(e.discount), slot) else 0)


@inline
def remaining_cost(cost: int, discount: int) -> int:
    """Return a cost less a discount, at least 0 (CARD-15)."""
    return max(0, cost - discount)


@unit
def playable(t: Tables, g: Game, e: Entry, card: int) -> bool:
    """Whether a PLAY_INVENTION entry allows a card of the hand (CARD-01, CARD-13)."""
    if not matches(t, card, int(e.may_play)):
        return False
    if e.free == 1:
        return True
    seat = int(e.seat)
    p = g.players[seat]
    r = t.cards[card].requirement
    if p.hand_size - 1 < r.cards:
        return False
    if wilds_needed(t, g, seat, r, reduction(t, g, e, card, SLOT_SKILL)) == UNMET:
        return False
    wood = remaining_cost(int(r.wood), reduction(t, g, e, card, SLOT_WOOD))
    metal = remaining_cost(int(r.metal), reduction(t, g, e, card, SLOT_METAL))
    either = reduction(t, g, e, card, SLOT_EITHER)
    if max(0, wood - int(p.wood)) + max(0, metal - int(p.metal)) > either:
        return False
    spent = max(0, wood + metal - either) + int(r.cards) + 1
    return items(g, seat) - spent >= int(r.items)


@inline
def play_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List PASS and the playable cards of the hand."""
    offer(legal, A.PASS)
    card = int(g.players[e.seat].hand)
    while card != NONE:
        if playable(t, g, e, card):
            offer(legal, A.PLAY + card)
        card = int(g.next[card])


@inline
def push_discards(g: Game, seat: int, times: int, filter_: int = codes.FILTER_ANY) -> None:
    """Let a player discard ``times`` cards from the hand, unless ``times`` is 0 (AMB-45)."""
    if push_times(g, decisions.DISCARD_CARDS, seat, times):
        top(g).may_discard = filter_


@unit
def play(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Pay for a card and push the step that puts it into play (CARD-01, CARD-04, CARD-06).

    If discounts cover all of its Wood and Metal, the player chooses no discounts (AMB-53).
    """
    seat = int(e.seat)
    pop(g)
    if action == A.PASS:
        return
    card = action - A.PLAY
    r = t.cards[card].requirement
    free = e.free == 1
    wilds = 0 if free else wilds_needed(t, g, seat, r, reduction(t, g, e, card, SLOT_SKILL))
    either = reduction(t, g, e, card, SLOT_EITHER)
    wood = remaining_cost(int(r.wood), reduction(t, g, e, card, SLOT_WOOD))
    metal = remaining_cost(int(r.metal), reduction(t, g, e, card, SLOT_METAL))
    remove_from_hand(t, g, seat, card)
    push(g, decisions.FINISH_PLAY, seat).card = card
    if free:
        return
    p = g.players[seat]
    p.wild -= wilds
    p.movement -= r.movement
    push_times(g, decisions.PAY_ITEMS, seat, int(r.items))
    push_discards(g, seat, int(r.cards))
    if either < wood + metal:
        due = push(g, decisions.USE_DISCOUNT, seat)
        due.wood_due = wood
        due.metal_due = metal
        due.discounts_left = either


@inline
def can_reduce(g: Game, seat: int, wood: int, metal: int, either: int) -> bool:
    """Return whether a cost can be paid after ``either`` discounts of 1 Wood or 1 Metal."""
    p = g.players[seat]
    return max(0, wood - int(p.wood)) + max(0, metal - int(p.metal)) <= either


@inline
def discount_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List discounts of 1 Wood or Metal that leave a payable rest; without any, ACCEPT (AMB-11)."""
    seat, either = int(e.seat), int(e.discounts_left)
    wood, metal = int(e.wood_due), int(e.metal_due)
    if either > 0 and wood > 0 and can_reduce(g, seat, wood - 1, metal, either - 1):
        offer(legal, A.REDUCE + codes.ITEM_WOOD)
    if either > 0 and metal > 0 and can_reduce(g, seat, wood, metal - 1, either - 1):
        offer(legal, A.REDUCE + codes.ITEM_METAL)
    if legal[0] == 0:
        offer(legal, A.ACCEPT)


@inline
def use_discount(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Apply one discount to Wood or Metal, or pay the rest when no discount can be used."""
    if action == A.ACCEPT:
        pop(g)
        g.players[e.seat].wood -= e.wood_due
        g.players[e.seat].metal -= e.metal_due
        return
    e.discounts_left -= 1
    if action == A.REDUCE + codes.ITEM_WOOD:
        e.wood_due -= 1
    else:
        e.metal_due -= 1


@inline
def discard_cards_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List the matching cards of the hand; PASS if there are none (CARD-12, BOT-89)."""
    card = int(g.players[e.seat].hand)
    while card != NONE:
        if matches(t, card, int(e.may_discard)):
            offer(legal, A.DISCARD + card)
        card = int(g.next[card])
    if legal[0] == 0:
        offer(legal, A.PASS)


@inline
def discard_cards(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Discard one card; the entry stays open while more discards are due."""
    e.left -= 1
    if action == A.PASS or e.left == 0:
        pop(g)
    if action != A.PASS:
        discard_from_hand(t, g, int(e.seat), action - A.DISCARD)


@inline
def enter_play(t: Tables, g: Game, seat: int, card: int) -> None:
    """Put a card into play: count its type, tier, timing and icons (CARD-07..09).

    From now on it responds to events, and its standing ops apply if it is permanent.
    """
    c = t.cards[card]
    p = g.players[seat]
    add_to_play_area(g, seat, card)
    p.types[c.type] += 1
    p.tiers[c.tier] += 1
    p.timings[c.timing] += 1
    for icon in range(codes.SKILLS + 1):
        p.icons[icon] += c.icons[icon]
    join_answerers(t, g, seat, card)
    if c.timing == codes.TIMING_PERMANENT:
        apply_standing(t, g, seat, int(c.start), int(c.end), 1)


@inline
def finish_play(t: Tables, g: Game, e: Entry) -> None:
    """Put a card into play; older effects respond before its own (CARD-05, CARD-16, AMB-43)."""
    seat, card = int(e.seat), int(e.card)
    c = t.cards[card]
    pop(g)
    older = int(g.players[seat].answerers_last)
    enter_play(t, g, seat, card)
    if (
        c.timing == codes.TIMING_IMMEDIATE
        or c.timing == codes.TIMING_INCOME
        or c.timing == codes.TIMING_AGGRESSIVE
    ):
        push_effect(g, seat, int(c.start), int(c.end), card)
    fire_up_to(g, seat, codes.EVENT_PLAY_CARD, card, 1, older)


@inline
def push_play(
    g: Game, seat: int, filter_: int, free: int = 0, discount: int = NONE, discount_amount: int = 0
) -> None:
    """Let a player play one Invention of a FILTER, perhaps for free or at a discount."""
    e = push(g, decisions.PLAY_INVENTION, seat)
    e.may_play = filter_
    e.free = free
    e.discount = discount
    e.discount_amount = discount_amount
