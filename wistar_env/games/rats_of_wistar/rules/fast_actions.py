"""Fast actions, possible before and after each Main and Bonus action of a player's turn (FAST)."""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.rats_of_wistar.rules import actions as A
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.cards import (
    EVERYBODY,
    add_to_hand,
    cards_left,
    discard_from_hand,
    draw_card,
    recover,
)
from wistar_env.games.rats_of_wistar.rules.counts import items
from wistar_env.games.rats_of_wistar.rules.events import fire
from wistar_env.games.rats_of_wistar.rules.farm import can_pitch_here, tent_in_stock
from wistar_env.games.rats_of_wistar.rules.guards import open_once, usable
from wistar_env.games.rats_of_wistar.rules.lair import deploy_to, deployments_legal
from wistar_env.games.rats_of_wistar.rules.objectives import claim, claims_legal
from wistar_env.games.rats_of_wistar.rules.resources import (
    gain_electricity,
    gain_metal,
    gain_wild,
    gain_wood,
)
from wistar_env.games.rats_of_wistar.rules.stack import offer, pop, push, push_times
from wistar_env.games.rats_of_wistar.rules.state import FLAG_USED, NONE
from wistar_env.games.rats_of_wistar.rules.types import Entry, Game, Legal, Tables
from wistar_env.games.rats_of_wistar.tables import codes

WILD_PRICE = 3  # items (FAST-02)
ELECTRICITY_PRICE = 4  # items (FAST-03)
GRANT_WILD, GRANT_ELECTRICITY = range(2)


@inline
def copies(t: Tables, card: int) -> bool:
    """Whether any part of a card's 1x effect copies another effect (CARD-E77)."""
    for pc in range(int(t.cards[card].start), int(t.cards[card].end)):
        if t.ops[pc].op == codes.OP_COPY_ONCE:
            return True
    return False


@inline
def only_copies(t: Tables, card: int) -> bool:
    """Whether a card's 1x effect does nothing but copy another effect."""
    c = t.cards[card]
    return bool(c.end == c.start + 1 and t.ops[c.start].op == codes.OP_COPY_ONCE)


@inline
def copyable(t: Tables, g: Game, seat: int, card: int) -> bool:
    """Whether a card has a 1x effect that is usable and copies no other effect (CARD-E77)."""
    c = t.cards[card]
    if c.timing != codes.TIMING_ONCE or copies(t, card):
        return False
    return usable(t, g, seat, int(c.start), int(c.end))


@inline
def copies_legal(t: Tables, g: Game, seat: int, legal: Legal) -> None:
    """List cards in play, used or not, whose 1x effect could be copied (CARD-E77, AMB-70)."""
    for owner in range(int(g.seats)):
        card = int(g.players[owner].played)
        while card != NONE:
            if copyable(t, g, seat, card):
                offer(legal, A.PICK + card)
            card = int(g.next[card])


@inline
def anything_to_copy(t: Tables, g: Game, seat: int) -> bool:
    """Whether there is a 1x effect that the player could copy."""
    for owner in range(int(g.seats)):
        card = int(g.players[owner].played)
        while card != NONE:
            if copyable(t, g, seat, card):
                return True
            card = int(g.next[card])
    return False


@inline
def uses_legal(t: Tables, g: Game, seat: int, legal: Legal) -> None:
    """List the player's unused 1x cards whose effect is usable (FAST-05, CARD-18)."""
    if g.players[seat].timings[codes.TIMING_ONCE] == 0:
        return
    card = int(g.players[seat].played)
    while card != NONE:
        c = t.cards[card]
        if c.timing == codes.TIMING_ONCE and g.card_flags[card] & FLAG_USED == 0:
            if only_copies(t, card):
                if anything_to_copy(t, g, seat):
                    offer(legal, A.USE + card)
            elif usable(t, g, seat, int(c.start), int(c.end)):
                offer(legal, A.USE + card)
        card = int(g.next[card])


@inline
def fast_legal(t: Tables, g: Game, seat: int, legal: Legal) -> None:
    """List the legal Fast actions (FAST-01)."""
    p = g.players[seat]
    if items(g, seat) >= WILD_PRICE:
        offer(legal, A.BUY_WILD)
    if items(g, seat) >= ELECTRICITY_PRICE and p.electricity < 2:
        offer(legal, A.BUY_ELECTRICITY)
    if p.movement > 0 and p.workers[0] + p.workers[1] + p.workers[2] > 0:
        offer(legal, A.USE_MOVEMENT)
    uses_legal(t, g, seat, legal)
    deployments_legal(g, seat, legal)
    if can_pitch_here(g, seat):
        offer(legal, A.TENT + int(p.explorer))
    claims_legal(t, g, seat, legal)


@inline
def use_movement(g: Game, seat: int) -> None:
    """Discard a Movement token and push the moves: one, or more with ABILITY-06 (FAST-04)."""
    p = g.players[seat]
    p.movement -= 1
    fire(g, seat, codes.EVENT_USE_MOVEMENT, NONE, 1)
    push_times(g, decisions.MOVE_WORKERS, seat, 1 + int(p.movement_bonus))


@inline
def use_once(t: Tables, g: Game, seat: int, card: int) -> None:
    """Put a 1x token on a card and apply its effect (FAST-05)."""
    g.card_flags[card] |= FLAG_USED
    open_once(t, g, seat, card)


@inline
def fast_action(t: Tables, g: Game, seat: int, action: int) -> None:
    """Carry out a Fast action, or push the payments and choices that it needs."""
    if action == A.BUY_WILD:
        push(g, decisions.GRANT, seat).bought = GRANT_WILD
        push_times(g, decisions.PAY_ITEMS, seat, WILD_PRICE)
    elif action == A.BUY_ELECTRICITY:
        push(g, decisions.GRANT, seat).bought = GRANT_ELECTRICITY
        push_times(g, decisions.PAY_ITEMS, seat, ELECTRICITY_PRICE)
    elif action == A.USE_MOVEMENT:
        use_movement(g, seat)
    elif A.within(action, A.CLAIM):
        claim(t, g, seat, action - A.CLAIM)
    elif A.within(action, A.TENT):
        g.players[seat].tents[tent_in_stock(g, seat)] = action - A.TENT
    elif A.within(action, A.DEPLOY):
        deploy_to(g, seat, action - A.DEPLOY)
    elif A.within(action, A.USE):
        use_once(t, g, seat, action - A.USE)


@inline
def grant(g: Game, e: Entry) -> None:
    """Give the player the Wild token or Electricity that has been paid for."""
    seat, what = int(e.seat), int(e.bought)
    pop(g)
    if what == GRANT_WILD:
        gain_wild(g, seat, 1)
    else:
        gain_electricity(g, seat)


@unit
def items_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List items to pay: Wood, Metal and cards of the hand (MISSION-08, FAST-02, AMB-42)."""
    p = g.players[e.seat]
    if p.wood > 0:
        offer(legal, A.PAY + codes.ITEM_WOOD)
    if p.metal > 0:
        offer(legal, A.PAY + codes.ITEM_METAL)
    card = int(p.hand)
    while card != NONE:
        offer(legal, A.DISCARD + card)
        card = int(g.next[card])


@inline
def pay_item(t: Tables, g: Game, seat: int, action: int) -> None:
    """Take from a seat the item that an action pays: 1 Wood, 1 Metal or a card of the hand."""
    if action == A.PAY + codes.ITEM_WOOD:
        g.players[seat].wood -= 1
    elif action == A.PAY + codes.ITEM_METAL:
        g.players[seat].metal -= 1
    else:
        discard_from_hand(t, g, seat, action - A.DISCARD)


@inline
def pay_items(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Pay one item; the entry stays open while more items are due."""
    e.left -= 1
    if e.left == 0:
        pop(g)
    pay_item(t, g, int(e.seat), action)


@inline
def give_item_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List PASS and the items that the player can give in exchange (CARD-E177)."""
    offer(legal, A.PASS)
    items_legal(t, g, e, legal)


@inline
def give_item(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Pay the item to give, and push the choice of a different one to receive (CARD-E177)."""
    seat = int(e.seat)
    pop(g)
    if action == A.PASS:
        return
    pay_item(t, g, seat, action)
    given = action - A.PAY if A.within(action, A.PAY) else codes.ITEM_CARD
    push(g, decisions.RECEIVE_ITEM, seat).given = given


@inline
def receive_item_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List the items other than the one given; a card only if one can be drawn (AMB-03)."""
    for item in range(3):
        if item != e.given and (item != codes.ITEM_CARD or cards_left(g, codes.TIER_BASIC) > 0):
            offer(legal, A.GAIN + item)


@inline
def receive_item(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Gain the chosen item; a card is drawn from the Basic deck (CARD-E177, AMB-71)."""
    seat = int(e.seat)
    pop(g)
    if action == A.GAIN + codes.ITEM_WOOD:
        gain_wood(g, seat, 1)
    elif action == A.GAIN + codes.ITEM_METAL:
        gain_metal(g, seat, 1)
    else:
        draw_card(t, g, seat, codes.TIER_BASIC)


@inline
def recover_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List PASS and the cards in both discard piles (CARD-E156)."""
    offer(legal, A.PASS)
    for tier in range(2):
        for k in range(int(g.discard_size[tier])):
            offer(legal, A.PICK + int(g.discard[tier, k]))


@inline
def recover_card(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Put a discarded card into the hand (CARD-E156, AMB-55)."""
    seat = int(e.seat)
    pop(g)
    if action != A.PASS:
        recover(t, g, action - A.PICK)
        add_to_hand(t, g, seat, action - A.PICK, EVERYBODY)


@inline
def copy_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List PASS and the cards whose 1x effect can be copied (CARD-E77, AMB-69)."""
    offer(legal, A.PASS)
    copies_legal(t, g, int(e.seat), legal)


@inline
def copy_once(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Apply another card's 1x effect for this seat; that card gets no 1x token (CARD-E77)."""
    seat = int(e.seat)
    pop(g)
    if action != A.PASS:
        open_once(t, g, seat, action - A.PICK)
