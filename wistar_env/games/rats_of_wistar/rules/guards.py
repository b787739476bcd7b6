"""Running effects: responses to events, guards, alternatives, Aggressive effects."""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.rats_of_wistar.rules import actions as A
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.bounds import crowded, silent
from wistar_env.games.rats_of_wistar.rules.cards import EVERYBODY, cards_in_hand, matches
from wistar_env.games.rats_of_wistar.rules.counts import count, items
from wistar_env.games.rats_of_wistar.rules.effects import run_op
from wistar_env.games.rats_of_wistar.rules.events import source_end, source_start, source_timing
from wistar_env.games.rats_of_wistar.rules.inventions import push_discards
from wistar_env.games.rats_of_wistar.rules.order import place_in_order
from wistar_env.games.rats_of_wistar.rules.ratobot_pieces import is_bot
from wistar_env.games.rats_of_wistar.rules.ratobot_victim import bot_suffers
from wistar_env.games.rats_of_wistar.rules.stack import (
    offer,
    pop,
    push,
    push_effect,
    push_times,
    top,
)
from wistar_env.games.rats_of_wistar.rules.state import AT_HAND, NONE
from wistar_env.games.rats_of_wistar.rules.taking_ops import left_to_lose
from wistar_env.games.rats_of_wistar.rules.types import Entry, Game, Legal, Ops, Tables
from wistar_env.games.rats_of_wistar.tables import codes


@inline
def answering(g: Game, source: int) -> bool:
    """Whether a source is already responding, and nobody has decided since (AMB-18, AMB-47)."""
    for k in range(int(g.act), int(g.depth)):
        e = g.stack[k]
        if e.kind == decisions.EFFECT and e.source == source and e.answering == 1:
            return True
    return False


@inline
def waits_for(t: Tables, row: Ops, event: int, arg: int) -> bool:
    """Whether an ``on`` row responds to this event (CARD-14, CARD-16)."""
    if row.op != codes.OP_ON or row.a != event:
        return False
    if row.b == NONE:
        return True
    if event == codes.EVENT_PLAY_CARD or event == codes.EVENT_TAKE_CARD:
        return matches(t, arg, int(row.b))
    return bool(row.b == arg)


@inline
def times_due(t: Tables, row: Ops, event: int, arg: int, times: int) -> int:
    """Return how often a row responds to an event that happens ``times`` times.

    A card counts as played together with all its icons, so that all effects respond to it in a
    single order (AMB-43).
    """
    if event == codes.EVENT_PLAY_CARD and row.op == codes.OP_ON and row.a == codes.EVENT_PLAY_ICON:
        return int(t.cards[arg].icons[row.b])
    return times if waits_for(t, row, event, arg) else 0


@inline
def reveal_taken(g: Game, seat: int, card: int, filter_: int) -> None:
    """Reveal a taken card that is still in the hand, if the FILTER depends on its face (AMB-63)."""
    if filter_ in codes.FACE_FILTERS and g.card_at[card] == AT_HAND + seat:
        g.card_flags[card] |= EVERYBODY


@inline
def open_answer(g: Game, seat: int, start: int, end: int, source: int, times: int) -> None:
    """Push the rows of a source as its response to an event, to be run ``times`` times."""
    g.answers += 1
    push_effect(g, seat, start, end, source)
    e = top(g)
    e.answering = 1
    e.first_row = start
    e.repeats = times - 1


@inline
def next_source(t: Tables, g: Game, e: Entry) -> None:
    """Advance a TRIGGER entry to the first row of the next source."""
    first = e.examined == NONE
    e.examined = g.players[e.seat].answerers if first else g.next_answerer[e.examined]
    e.next_row = source_start(t, int(e.examined))


@inline
def examine_row(t: Tables, g: Game, e: Entry) -> None:
    """Let the next row of a TRIGGER entry's source respond, if it waits for this event."""
    seat, event, source = int(e.seat), int(e.event), int(e.examined)
    pc, end = int(e.next_row), source_end(t, source)
    income = source_timing(t, source) == codes.TIMING_INCOME
    if pc == end or income != (event == codes.EVENT_INCOME):
        e.next_row = NONE
    elif income:
        e.next_row = NONE
        open_answer(g, seat, pc, end, source, 1)
    else:
        row = t.ops[pc]
        body = pc + 1 + int(row.skip)
        e.next_row = body
        times = times_due(t, row, event, int(e.argument), int(e.times))
        if times > 0 and not answering(g, source):
            if event == codes.EVENT_TAKE_CARD:
                reveal_taken(g, seat, int(e.argument), int(row.b))
            open_answer(g, seat, pc + 1, body, source, times)


@inline
def run_trigger(t: Tables, g: Game, e: Entry) -> None:
    """Push the next response to an event; without one, remove the entry (AMB-43, AMB-46).

    The bounds on responses and on the stack can end the entry early.
    """
    depth = g.depth
    while g.depth == depth:
        done = e.next_row == NONE
        if silent(g) or crowded(g) or (done and e.examined == e.last_source):
            pop(g)
        elif done:
            next_source(t, g, e)
        else:
            examine_row(t, g, e)


@unit
def affordable(t: Tables, g: Game, seat: int, kind: int, n: int) -> bool:
    """Whether a player can pay the cost of a "give left to get right" effect (CARD-14)."""
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
    if kind == codes.PAY_BASIC_CARD:
        return cards_in_hand(t, g, seat, codes.FILTER_BASIC) >= n
    if kind == codes.PAY_ADVANCED_CARD:
        return cards_in_hand(t, g, seat, codes.FILTER_ADVANCED) >= n
    return False


@unit
def pay(g: Game, seat: int, kind: int, n: int) -> None:
    """Pay the cost of a "give left to get right" effect; push the choices that this needs."""
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
        push_times(g, decisions.PAY_ITEMS, seat, n)
    elif kind == codes.PAY_CARD:
        push_discards(g, seat, n)
    elif kind == codes.PAY_GUEST:
        push_times(g, decisions.DISCARD_GUEST, seat, n)
    elif kind == codes.PAY_BED:
        p.beds -= n
    elif kind == codes.PAY_BASIC_CARD:
        push_discards(g, seat, n, codes.FILTER_BASIC)
    elif kind == codes.PAY_ADVANCED_CARD:
        push_discards(g, seat, n, codes.FILTER_ADVANCED)


@inline
def offer_cost(g: Game, seat: int, row: Ops) -> None:
    """Let a player pay for the rows that depend on a cost, or decline (AMB-44)."""
    e = push(g, decisions.ACCEPT_COST, seat)
    e.cost = row.a
    e.amount = row.b
    e.skip = row.skip


@inline
def accept_cost_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List PASS and ACCEPT: effects with a cost are optional (AMB-44)."""
    offer(legal, A.PASS)
    offer(legal, A.ACCEPT)


@inline
def accept_cost(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Pay the cost, or skip the effect rows that depend on it."""
    seat, kind, n, skip = int(e.seat), int(e.cost), int(e.amount), int(e.skip)
    pop(g)
    if action == A.ACCEPT:
        pay(g, seat, kind, n)
    else:
        top(g).row += skip


@inline
def takes_away(row: Ops) -> bool:
    """Whether an op takes something away from a player."""
    return row.op in codes.TAKING_OPS


@inline
def offer_options(g: Game, seat: int, first: int, options: int) -> None:
    """Let a player choose one of the ``options`` effect rows from ``first`` on (GEN-06)."""
    e = push(g, decisions.CHOOSE_OPTION, seat)
    e.first_option = first
    e.options = options


@inline
def choose_option_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List the alternatives; all but victims may decline (GEN-06, CARD-12, AMB-10).

    Victims choose among alternatives that they can suffer in full; if there is none, among those
    that take anything at all. If nothing can be taken, only PASS is legal.
    """
    if not takes_away(t.ops[e.first_option]):
        offer(legal, A.PASS)
    for k in range(int(e.options)):
        row = t.ops[e.first_option + k]
        if left_to_lose(g, int(e.seat), row) >= row.a:
            offer(legal, A.OPTION + k)
    if legal[0] == 0:
        for k in range(int(e.options)):
            if left_to_lose(g, int(e.seat), t.ops[e.first_option + k]) > 0:
                offer(legal, A.OPTION + k)
    if legal[0] == 0:
        offer(legal, A.PASS)


@inline
def choose_option(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Carry out the chosen alternative."""
    seat, first = int(e.seat), int(e.first_option)
    pop(g)
    if action != A.PASS:
        run_op(t, g, seat, t.ops[first + action - A.OPTION])


@inline
def strike_foes(t: Tables, g: Game, seat: int, code: int, pc: int, end: int) -> None:
    """Apply an Aggressive effect to opponents with more of a COUNT (CARD-11, CARD-E95).

    They suffer in turn order, starting after the player of the card (AMB-48). Immune opponents and
    ties are spared.
    """
    own = count(t, g, seat, code)
    place = place_in_order(g, seat)
    for k in range(int(g.seats) - 1, 0, -1):
        foe = int(g.order[(place + k) % int(g.seats)])
        if count(t, g, foe, code) > own and g.players[foe].immune == 0:
            if is_bot(g, foe):
                bot_suffers(t, g, pc, end)
            else:
                push_effect(g, foe, pc, end)


@inline
def end_effect(g: Game, e: Entry) -> None:
    """Repeat a response that is due again, unless effects are silent; else remove the effect."""
    if e.repeats > 0 and not silent(g):
        g.answers += 1
        e.repeats -= 1
        e.row = e.first_row
    else:
        pop(g)


@inline
def run_effect(t: Tables, g: Game, e: Entry) -> None:
    """Run the next row of an effect: a guard, a choice or an op (CARD-14, CARD-18, AMB-67)."""
    pc, end, seat = int(e.row), int(e.end), int(e.seat)
    if crowded(g):
        pop(g)
        return
    if pc >= end:
        end_effect(g, e)
        return
    row = t.ops[pc]
    e.row += 1
    if row.op == codes.OP_IF:
        if count(t, g, seat, int(row.a)) < row.b:
            e.row += row.skip
    elif row.op == codes.OP_PAY:
        if affordable(t, g, seat, int(row.a), int(row.b)):
            offer_cost(g, seat, row)
        else:
            e.row += row.skip
    elif row.op == codes.OP_FOES_MORE:
        e.row += row.skip
        strike_foes(t, g, seat, int(row.a), pc + 1, pc + 1 + int(row.skip))
    elif row.op == codes.OP_ON:
        e.row += row.skip
    elif row.op == codes.OP_CHOOSE:
        e.row += row.a
        offer_options(g, seat, pc + 1, int(row.a))
    else:
        run_op(t, g, seat, row)


@inline
def guard_holds(t: Tables, g: Game, seat: int, row: Ops) -> bool:
    """Whether the condition of a guard is met, or its cost can be paid."""
    if row.op == codes.OP_IF:
        return count(t, g, seat, int(row.a)) >= row.b
    return affordable(t, g, seat, int(row.a), int(row.b))


@unit
def usable(t: Tables, g: Game, seat: int, start: int, end: int) -> bool:
    """Whether an effect has an op whose guards all hold; an exchange also needs an item to give."""
    pc = start
    while pc < end:
        row = t.ops[pc]
        if row.op != codes.OP_IF and row.op != codes.OP_PAY:
            return row.op != codes.OP_EXCHANGE or items(g, seat) > 0
        pc += 1 if guard_holds(t, g, seat, row) else 1 + int(row.skip)
    return False


@inline
def open_once(t: Tables, g: Game, seat: int, card: int) -> None:
    """Apply a 1x effect; a cost of the whole effect is paid without asking (FAST-05, AMB-44)."""
    start, end = int(t.cards[card].start), int(t.cards[card].end)
    row = t.ops[start]
    if row.op == codes.OP_PAY and start + 1 + int(row.skip) == end:
        push_effect(g, seat, start + 1, end, card)
        pay(g, seat, int(row.a), int(row.b))
    else:
        push_effect(g, seat, start, end, card)
