"""Effects as they run: triggers that answer events, guards, alternatives, Aggressive effects."""

from wistar_env.rules import actions as A
from wistar_env.rules import decisions
from wistar_env.rules.cards import cards_in_hand, matches
from wistar_env.rules.counts import count, items
from wistar_env.rules.effects import run_op
from wistar_env.rules.jit import inline, unit
from wistar_env.rules.ratobot_victim import bot_suffers
from wistar_env.rules.resources import EVENT_INCOME
from wistar_env.rules.stack import offer, pop, push, top
from wistar_env.rules.state import FLAG_BUSY, GUEST_SOURCE, NONE
from wistar_env.rules.types import Entry, Game, Legal, Ops, Tables
from wistar_env.tables import codes


@inline
def source_timing(t: Tables, source: int) -> int:
    """Timing of a card or Guest."""
    if source >= GUEST_SOURCE:
        return int(t.guests[source - GUEST_SOURCE].timing)
    return int(t.cards[source].timing)


@inline
def source_start(t: Tables, source: int) -> int:
    """First effect row of a card or Guest."""
    if source >= GUEST_SOURCE:
        return int(t.guests[source - GUEST_SOURCE].start)
    return int(t.cards[source].start)


@inline
def source_end(t: Tables, source: int) -> int:
    """Effect row behind the last of a card or Guest."""
    if source >= GUEST_SOURCE:
        return int(t.guests[source - GUEST_SOURCE].end)
    return int(t.cards[source].end)


@inline
def busy(g: Game, source: int) -> bool:
    """Whether the source's own trigger is being resolved (AMB-18)."""
    if source >= GUEST_SOURCE:
        return bool((g.guest_busy >> (source - GUEST_SOURCE)) & 1)
    return bool(g.card_flags[source] & FLAG_BUSY)


@inline
def set_busy(g: Game, source: int, on: bool) -> None:
    """Mark that a source's trigger is being resolved, or done."""
    if source >= GUEST_SOURCE:
        bit = 1 << (source - GUEST_SOURCE)
        g.guest_busy = (g.guest_busy | bit) if on else (g.guest_busy & ~bit)
    elif on:
        g.card_flags[source] |= FLAG_BUSY
    else:
        g.card_flags[source] &= 255 - FLAG_BUSY


@inline
def answers(t: Tables, row: Ops, event: int, arg: int) -> bool:
    """Whether an ``on`` row waits for this event (CARD-14, CARD-16)."""
    if row.op != codes.OP_ON or row.a != event:
        return False
    if row.b == NONE:
        return True
    if event == codes.EVENT_PLAY_CARD or event == codes.EVENT_TAKE_CARD:
        return matches(t, arg, int(row.b))
    return bool(row.b == arg)


@unit
def push_answers(t: Tables, g: Game, seat: int, source: int, event: int, arg: int, n: int) -> None:
    """Open the source's effects for an event ``n`` times; it stays busy until the last is done."""
    timing = source_timing(t, source)
    start, end = source_start(t, source), source_end(t, source)
    if event == EVENT_INCOME:
        if timing == codes.TIMING_INCOME:
            push(g, decisions.EFFECT, seat, start, end, source)
        return
    if timing != codes.TIMING_PERMANENT or busy(g, source):
        return
    for pc in range(start, end):
        if answers(t, t.ops[pc], event, arg):
            for _ in range(n):
                push(g, decisions.EFFECT, seat, pc + 1, pc + 1 + int(t.ops[pc].skip), source)
                if not busy(g, source):
                    set_busy(g, source, True)
                    top(g).d = 1


@inline
def run_trigger(t: Tables, g: Game, e: Entry) -> None:
    """Go on to the next card or Guest that may answer the event, in order of acquisition.

    The entry's numbers: a event, b its argument, c the last card examined (NONE before the
    first), d times, e the card that may not answer, f the Guests examined, plus one when all
    cards are.
    """
    p = g.players[e.seat]
    if e.f == 0:
        card = p.played if e.c == NONE else g.next[e.c]
        if card != NONE:
            e.c = card
            if card != e.e:
                push_answers(t, g, int(e.seat), int(card), int(e.a), int(e.b), int(e.d))
            return
    if e.f < p.guests_size:
        guest = GUEST_SOURCE + int(p.guests[e.f])
        e.f += 1
        if guest != e.e:
            push_answers(t, g, int(e.seat), guest, int(e.a), int(e.b), int(e.d))
        return
    pop(g)


@unit
def affordable(t: Tables, g: Game, seat: int, kind: int, n: int) -> bool:
    """Whether the cost of "give left to get right" can be paid (CARD-14)."""
    p = g.players[seat]
    if kind == codes.PAY_WOOD:
        return bool(p.wood >= n)
    if kind == codes.PAY_METAL:
        return bool(p.metal >= n)
    if kind == codes.PAY_MOVEMENT:
        return bool(p.movement >= n)
    if kind == codes.PAY_WILD:
        return bool(p.wild >= n)
    if kind == codes.PAY_ITEM:
        return items(g, seat) >= n
    if kind == codes.PAY_CARD:
        return bool(p.hand_size >= n)
    if kind == codes.PAY_GUEST:
        return bool(p.guests_size >= n)
    if kind == codes.PAY_BED:
        return bool(p.beds >= n)
    return cards_in_hand(t, g, seat, codes.FILTER_BASIC + kind - codes.PAY_BASIC_CARD) >= n


@unit
def pay(g: Game, seat: int, kind: int, n: int) -> None:
    """Pay the cost of "give left to get right"; what needs a choice is put on the stack."""
    p = g.players[seat]
    if kind == codes.PAY_WOOD:
        p.wood -= n
    elif kind == codes.PAY_METAL:
        p.metal -= n
    elif kind == codes.PAY_MOVEMENT:
        p.movement -= n
    elif kind == codes.PAY_WILD:
        p.wild -= n
    elif kind == codes.PAY_ITEM:
        push(g, decisions.PAY_ITEMS, seat, n, 0, 0)
    elif kind == codes.PAY_CARD:
        push(g, decisions.DISCARD_CARDS, seat, n, codes.FILTER_ANY, 0)
    elif kind == codes.PAY_GUEST:
        push(g, decisions.DISCARD_GUEST, seat, n, 0, 0)
    elif kind == codes.PAY_BED:
        p.beds -= n
    else:
        tier = codes.FILTER_BASIC + kind - codes.PAY_BASIC_CARD
        push(g, decisions.DISCARD_CARDS, seat, n, tier, 0)


@inline
def accept_cost_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """Effects that cost something are optional (AMB-44)."""
    offer(legal, A.PASS)
    offer(legal, A.ACCEPT)


@inline
def accept_cost(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Pay, or skip the body of the effect below."""
    seat, kind, n, skip = int(e.seat), int(e.a), int(e.b), int(e.c)
    pop(g)
    if action == A.ACCEPT:
        pay(g, seat, kind, n)
    else:
        top(g).a += skip


@inline
def performable(g: Game, seat: int, row: Ops) -> bool:
    """Whether a victim can take this alternative in full (CARD-12, AMB-10)."""
    p = g.players[seat]
    if row.op == codes.OP_LOSE_WOOD:
        return bool(p.wood >= row.a)
    if row.op == codes.OP_LOSE_METAL:
        return bool(p.metal >= row.a)
    if row.op == codes.OP_LOSE_MOVEMENT:
        return bool(p.movement >= row.a)
    if row.op == codes.OP_LOSE_WILD:
        return bool(p.wild >= row.a)
    if row.op == codes.OP_DISCARD_CARD:
        return bool(p.hand_size >= row.a)
    if row.op == codes.OP_DISCARD_GUEST:
        return bool(p.guests_size >= row.a)
    if row.op == codes.OP_DISCARD_BED:
        return bool(p.beds >= row.a)
    return True


@inline
def choose_option_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """One of the alternatives that can be taken in full."""
    for k in range(int(e.b)):
        if performable(g, int(e.seat), t.ops[e.a + k]):
            offer(legal, A.OPTION + k)
    if legal[0] == 0:
        offer(legal, A.PASS)


@inline
def choose_option(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Carry out the chosen alternative."""
    seat, first = int(e.seat), int(e.a)
    pop(g)
    if action != A.PASS:
        run_op(t, g, seat, t.ops[first + action - A.OPTION])


@inline
def strike_foes(t: Tables, g: Game, seat: int, code: int, pc: int, end: int) -> None:
    """Open an Aggressive effect for every opponent with strictly more (CARD-11, CARD-E95)."""
    own = count(t, g, seat, code)
    for k in range(int(g.seats) - 1, 0, -1):
        foe = (seat + k) % int(g.seats)
        if count(t, g, foe, code) > own and g.players[foe].immune == 0:
            if g.solo == 1 and foe == 1:
                bot_suffers(t, g, pc, end)
            else:
                push(g, decisions.EFFECT, foe, pc, end, NONE)


@inline
def run_effect(t: Tables, g: Game, e: Entry) -> None:
    """Run the next row of an effect: a guard, a choice, or an op (CARD-14, CARD-18)."""
    pc, end, seat = int(e.a), int(e.b), int(e.seat)
    if pc >= end:
        if e.d == 1:
            set_busy(g, int(e.c), False)
        pop(g)
        return
    row = t.ops[pc]
    e.a += 1
    if row.op == codes.OP_IF:
        if count(t, g, seat, int(row.a)) < row.b:
            e.a += row.skip
    elif row.op == codes.OP_PAY:
        if not affordable(t, g, seat, int(row.a), int(row.b)):
            e.a += row.skip
        elif e.e == 1:
            e.e = 0
            pay(g, seat, int(row.a), int(row.b))
        else:
            push(g, decisions.ACCEPT_COST, seat, int(row.a), int(row.b), int(row.skip))
    elif row.op == codes.OP_FOES_MORE:
        e.a += row.skip
        strike_foes(t, g, seat, int(row.a), pc + 1, pc + 1 + int(row.skip))
    elif row.op == codes.OP_ON:
        e.a += row.skip
    elif row.op == codes.OP_CHOOSE:
        e.a += row.a
        push(g, decisions.CHOOSE_OPTION, seat, pc + 1, int(row.a), 0)
    else:
        run_op(t, g, seat, row)


@unit
def usable(t: Tables, g: Game, seat: int, start: int, end: int) -> bool:
    """Whether an effect's first guard holds, so that using it is not pointless."""
    if start >= end:
        return False
    row = t.ops[start]
    if row.op == codes.OP_IF:
        return count(t, g, seat, int(row.a)) >= row.b
    if row.op == codes.OP_PAY:
        return affordable(t, g, seat, int(row.a), int(row.b))
    if row.op == codes.OP_EXCHANGE:
        return items(g, seat) > 0
    return True
