"""Objectives: claiming them, and private ones (OBJ)."""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.rats_of_wistar.rules import actions as A
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.counts import count
from wistar_env.games.rats_of_wistar.rules.events import fire
from wistar_env.games.rats_of_wistar.rules.stack import offer, pop, push, push_effect
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.types import Entry, Game, Legal, Tables
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import OBJECTIVES, OBJECTIVES_SHOWN


@unit
def space_of(t: Tables, g: Game, seat: int, objective: int) -> int:
    """Return the index of the topmost space free to this player, or NONE (OBJ-01..03, SETUP-04)."""
    p = g.players[seat]
    if (p.claims >> objective) & 1:
        return NONE
    if (p.private >> objective) & 1:
        return 0
    space = int(g.objective_claims[objective])
    return space if space < t.setup[g.seats].objective_spaces else NONE


@inline
def claimable(t: Tables, g: Game, seat: int, objective: int) -> bool:
    """Whether the requirement of the topmost free space is met (OBJ-01, OBJ-04, OBJ-05)."""
    space = space_of(t, g, seat, objective)
    if space == NONE:
        return False
    have = count(t, g, seat, int(t.objectives[objective].count))
    return bool(have >= t.objectives[objective].spaces[space])


@inline
def claims_legal(t: Tables, g: Game, seat: int, legal: Legal) -> None:
    """List revealed and private Objectives that a seat with a disc can claim (OBJ-06, AMB-16)."""
    if g.players[seat].discs == 0:
        return
    for k in range(OBJECTIVES_SHOWN):
        if claimable(t, g, seat, int(g.objectives[k])):
            offer(legal, A.CLAIM + int(g.objectives[k]))
    if g.players[seat].private != 0:
        for objective in range(OBJECTIVES):
            if (g.players[seat].private >> objective) & 1 and claimable(t, g, seat, objective):
                offer(legal, A.CLAIM + objective)


@unit
def mark_claim(g: Game, seat: int, objective: int) -> None:
    """Put a disc on the topmost free space (OBJ-01, OBJ-02)."""
    p = g.players[seat]
    p.discs -= 1
    p.objectives += 1
    p.claims |= 1 << objective
    g.objective_claims[objective] += 1


@inline
def claim(t: Tables, g: Game, seat: int, objective: int) -> None:
    """Claim an Objective and take its bonus at once (OBJ-01, OBJ-07)."""
    mark_claim(g, seat, objective)
    fire(g, seat, codes.EVENT_CLAIM_OBJECTIVE, NONE, 1)
    o = t.objectives[objective]
    push_effect(g, seat, int(o.start), int(o.end))


@inline
def draw_objective(g: Game) -> int:
    """Draw the top Objective of the deck; NONE if it is empty."""
    if g.objective_deck_size == 0:
        return NONE
    g.objective_deck_size -= 1
    return int(g.objective_deck[g.objective_deck_size])


@inline
def offer_private_objectives(g: Game, seat: int) -> None:
    """Draw up to two Objectives, and let the seat keep one of them (CARD-E38)."""
    first = draw_objective(g)
    if first != NONE:
        e = push(g, decisions.KEEP_OBJECTIVE, seat)
        e.objective = first
        e.other_objective = draw_objective(g)


@inline
def keep_objective_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List PASS and the drawn Objectives, of which one may be kept (GEN-06)."""
    offer(legal, A.PASS)
    offer(legal, A.KEEP + int(e.objective))
    if e.other_objective != NONE:
        offer(legal, A.KEEP + int(e.other_objective))


@inline
def keep_objective(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Make the chosen Objective private; remove those not chosen (CARD-E38, AMB-64)."""
    seat, first, second = int(e.seat), int(e.objective), int(e.other_objective)
    pop(g)
    if action != A.PASS:
        g.players[seat].private |= 1 << (action - A.KEEP)
    if A.KEEP + first != action:
        g.objectives_gone |= 1 << first
    if second != NONE and A.KEEP + second != action:
        g.objectives_gone |= 1 << second
