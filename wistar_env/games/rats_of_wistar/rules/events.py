"""Events, and the permanent and income effects that respond to them (CARD-05, CARD-14, AMB-46).

Sources in play at the time of an event respond in the order in which they came into play (AMB-43);
the stack entry of the event stores the last of them. Income is treated as an event to which every
income effect responds.
"""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.stack import push
from wistar_env.games.rats_of_wistar.rules.state import GUEST_SOURCE, NONE
from wistar_env.games.rats_of_wistar.rules.types import Game, Tables
from wistar_env.games.rats_of_wistar.tables import codes


@inline
def source_timing(t: Tables, source: int) -> int:
    """Return the TIMING code of a card or Guest."""
    if source >= GUEST_SOURCE:
        return int(t.guests[source - GUEST_SOURCE].timing)
    return int(t.cards[source].timing)


@inline
def source_start(t: Tables, source: int) -> int:
    """Return the index of the first effect row of a card or Guest."""
    if source >= GUEST_SOURCE:
        return int(t.guests[source - GUEST_SOURCE].start)
    return int(t.cards[source].start)


@inline
def source_end(t: Tables, source: int) -> int:
    """Return the index after the last effect row of a card or Guest."""
    if source >= GUEST_SOURCE:
        return int(t.guests[source - GUEST_SOURCE].end)
    return int(t.cards[source].end)


@inline
def awaited_events(t: Tables, source: int) -> int:
    """Return a bit for each event to which a card or Guest responds while it is in play.

    An effect that responds to played icons has two bits: one for cards, which are played with all
    their icons at once (AMB-43), and one for the icons of Heroes (AMB-54).
    """
    timing = source_timing(t, source)
    if timing == codes.TIMING_INCOME:
        return 1 << codes.EVENT_INCOME
    events = 0
    if timing == codes.TIMING_PERMANENT:
        for pc in range(source_start(t, source), source_end(t, source)):
            if t.ops[pc].op == codes.OP_ON:
                events |= 1 << int(t.ops[pc].a)
                if t.ops[pc].a == codes.EVENT_PLAY_ICON:
                    events |= 1 << codes.EVENT_PLAY_CARD
    return events


@unit
def join_answerers(t: Tables, g: Game, seat: int, source: int) -> None:
    """Append a card or Guest to the chain of those that respond to events, if it does (CARD-16)."""
    events = awaited_events(t, source)
    if events == 0:
        return
    p = g.players[seat]
    p.events |= events
    if p.answerers == NONE:
        p.answerers = source
    else:
        g.next_answerer[p.answerers_last] = source
    p.answerers_last = source
    g.next_answerer[source] = NONE


@inline
def forget_answerer(g: Game, seat: int, source: int, before: int) -> None:
    """Remove a source that has left play from events that are still being resolved (AMB-46).

    A response in progress is finished, but not repeated. ``before`` is the source ahead of it in
    the chain, or NONE.
    """
    for k in range(int(g.depth)):
        e = g.stack[k]
        if e.kind == decisions.EFFECT and e.source == source and e.answering == 1:
            e.repeats = 0
        if e.kind == decisions.TRIGGER and e.seat == seat:
            if e.examined == source:
                e.examined = before
                e.next_row = NONE
            if e.last_source == source:
                e.last_source = before


@unit
def leave_answerers(g: Game, seat: int, source: int) -> None:
    """Remove a Guest that leaves the board from the chain of responses, if present (GUEST-02)."""
    p = g.players[seat]
    before, at = NONE, int(p.answerers)
    while at != NONE and at != source:
        before, at = at, int(g.next_answerer[at])
    if at == NONE:
        return
    if before == NONE:
        p.answerers = g.next_answerer[source]
    else:
        g.next_answerer[before] = g.next_answerer[source]
    if p.answerers_last == source:
        p.answerers_last = before
    g.next_answerer[source] = NONE
    forget_answerer(g, seat, source, before)


@unit
def fire_up_to(g: Game, seat: int, event: int, arg: int, times: int, last: int) -> None:
    """Let the sources up to ``last``, in order of play, respond to an event ``times`` times."""
    if (g.players[seat].events >> event) & 1 and times > 0 and last != NONE:
        e = push(g, decisions.TRIGGER, seat)
        e.event = event
        e.argument = arg
        e.examined = NONE
        e.last_source = last
        e.times = times
        e.next_row = NONE


@inline
def fire(g: Game, seat: int, event: int, arg: int, times: int) -> None:
    """Let a player's effects respond to an event ``times`` times (CARD-05, CARD-16, AMB-46)."""
    fire_up_to(g, seat, event, arg, times, int(g.players[seat].answerers_last))
