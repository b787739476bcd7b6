"""The ops of effects (D5), one branch each; an op that needs a choice pushes it onto the stack."""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.rats_of_wistar.rules import decisions, farm
from wistar_env.games.rats_of_wistar.rules.abilities import push_cube
from wistar_env.games.rats_of_wistar.rules.cards import (
    EVERYBODY,
    discard,
    draw,
    draw_cards,
    take_card,
)
from wistar_env.games.rats_of_wistar.rules.counts import count
from wistar_env.games.rats_of_wistar.rules.faults import NO_BRANCH
from wistar_env.games.rats_of_wistar.rules.guests import ROUND_GUEST, offer_guest
from wistar_env.games.rats_of_wistar.rules.inventions import push_play
from wistar_env.games.rats_of_wistar.rules.lair import push_building, push_digging
from wistar_env.games.rats_of_wistar.rules.objectives import offer_private_objectives
from wistar_env.games.rats_of_wistar.rules.resources import (
    gain_electricity,
    gain_metal,
    gain_movement,
    gain_vp,
    gain_wild,
    gain_wood,
)
from wistar_env.games.rats_of_wistar.rules.stack import push, push_times
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.taking_ops import lose
from wistar_env.games.rats_of_wistar.rules.types import Game, Ops, Tables
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import MOST

DRAWN = 3  # cards that "draw and play" offers (CARD-E134)


@inline
def amount(t: Tables, g: Game, seat: int, row: Ops, n: int) -> int:
    """Return the amount of an op, multiplied by its ``per`` count (CARD-14, BOUND-01)."""
    return n if row.per == NONE else min(MOST, n * count(t, g, seat, int(row.per)))


@inline
def reveal_top(t: Tables, g: Game, seat: int, tier: int, type_: int) -> None:
    """Reveal the top card; take it if it has the type, else discard it (CARD-E144, CARD-E148)."""
    card = draw(t, g, tier)
    if card == NONE:
        return
    if t.cards[card].type == type_:
        take_card(t, g, seat, card, EVERYBODY)
    else:
        discard(t, g, card)


@inline
def offer_drawn(t: Tables, g: Game, seat: int, tier: int) -> None:
    """Draw up to three cards, and let the player play one of them for free (CARD-E134)."""
    g.offered_size = 0
    for _ in range(DRAWN):
        card = draw(t, g, tier)
        if card != NONE:
            g.offered[g.offered_size] = card
            g.offered_size += 1
    push(g, decisions.PLAY_DRAWN, seat)


@inline
def run_gain(t: Tables, g: Game, seat: int, op: int, n: int) -> None:
    """Carry out an op that gives tokens or VP."""
    if op == codes.OP_WOOD:
        gain_wood(g, seat, n)
    elif op == codes.OP_METAL:
        gain_metal(g, seat, n)
    elif op == codes.OP_MOVEMENT:
        gain_movement(g, seat, n)
    elif op == codes.OP_WILD:
        gain_wild(g, seat, n)
    elif op == codes.OP_VP:
        gain_vp(g, seat, n)
    elif op == codes.OP_ELECTRICITY:
        gain_electricity(g, seat)
    else:
        g.fault = NO_BRANCH


@unit
def run_op(t: Tables, g: Game, seat: int, row: Ops) -> None:
    """Carry out one op of an effect (D5)."""
    op, a, b = int(row.op), int(row.a), int(row.b)
    n = amount(t, g, seat, row, a)
    if op in codes.GAINING_OPS:
        run_gain(t, g, seat, op, n)
    elif op in codes.TAKING_OPS:
        lose(g, seat, op, n)
    elif op == codes.OP_DRAW:
        draw_cards(g, seat, a, amount(t, g, seat, row, b))
    elif op == codes.OP_PROJECT:
        push_times(g, decisions.DEVELOP_PROJECTS, seat, n)
    elif op == codes.OP_EXPLORE:
        farm.push_exploring(g, seat, n)
    elif op == codes.OP_OPEN_DOOR:
        farm.push_exploring(g, seat, 1, allowed=farm.OPEN)
    elif op == codes.OP_MOVE_EXPLORER:
        farm.push_exploring(g, seat, 1, allowed=farm.MOVE)
    elif op == codes.OP_REVEAL_MISSION:
        farm.push_exploring(g, seat, 1, allowed=farm.REVEAL)
    elif op == codes.OP_TAKE_GUEST:
        farm.push_exploring(g, seat, 1, allowed=farm.GUEST)
    elif op == codes.OP_OPEN_ANY_DOOR:
        push(g, decisions.OPEN_ANY_DOOR, seat)
    elif op == codes.OP_FLY:
        push(g, decisions.FLY, seat)
    elif op == codes.OP_GUEST:
        offer_guest(g, seat, a)
    elif op == codes.OP_ROUND_GUEST:
        offer_guest(g, seat, ROUND_GUEST)
    elif op == codes.OP_BUILD_BED or op == codes.OP_BUILD_BED_FREE:
        push_building(g, seat, n, free=int(op == codes.OP_BUILD_BED_FREE))
    elif op == codes.OP_DIG or op == codes.OP_DIG_FREE:
        push_digging(g, seat, n, free=int(op == codes.OP_DIG_FREE))
    elif op == codes.OP_MAIN:
        push(g, decisions.CHOOSE_MAIN_ACTION, seat).main = a
    elif op == codes.OP_POTION:
        push(g, decisions.CHOOSE_POTION, seat)
    elif op == codes.OP_DEPLOY:
        push_times(g, decisions.DEPLOY_WORKERS, seat, n)
    elif op == codes.OP_MOVE_WORKERS:
        push_times(g, decisions.MOVE_WORKERS, seat, n)
    elif op == codes.OP_PLAY:
        push_play(g, seat, a)
    elif op == codes.OP_PLAY_FREE:
        push_play(g, seat, a, free=1)
    elif op == codes.OP_PLAY_CHEAPER:
        push_play(g, seat, a, discount=b, discount_amount=int(row.c))
    elif op == codes.OP_COMPLETE_MISSION:
        push(g, decisions.COMPLETE_MISSION, seat)
    elif op == codes.OP_COMPLETE_MISSION_IGNORING:
        push(g, decisions.COMPLETE_MISSION, seat).icons_ignored = n
    elif op == codes.OP_PITCH_TENT or op == codes.OP_PITCH_TENT_ANYWHERE:
        anywhere = int(op == codes.OP_PITCH_TENT_ANYWHERE)
        push(g, decisions.PITCH_TENT, seat).anywhere = anywhere
    elif op == codes.OP_HERO:
        push(g, decisions.CHOOSE_HERO, seat)
    elif op == codes.OP_SKILL_TOKEN:
        push(g, decisions.CHOOSE_SKILL_TOKEN, seat)
    elif op == codes.OP_PRIVATE_OBJECTIVE:
        offer_private_objectives(g, seat)
    elif op == codes.OP_REMOVE_CUBE:
        push_cube(g, seat, a, declinable=1)
    elif op == codes.OP_REVEAL_TOP:
        reveal_top(t, g, seat, a, b)
    elif op == codes.OP_DRAW_AND_PLAY:
        offer_drawn(t, g, seat, a)
    elif op == codes.OP_TAKE_TYPE:
        e = push(g, decisions.TAKE_OF_TYPE, seat)
        e.type = a
        e.tier = b
    elif op == codes.OP_RECOVER:
        push(g, decisions.RECOVER_CARD, seat)
    elif op == codes.OP_COPY_ONCE:
        push(g, decisions.COPY_ONCE, seat)
    elif op == codes.OP_EXCHANGE:
        push(g, decisions.GIVE_ITEM, seat)
    elif op not in codes.STANDING_OPS:  # these have already been applied
        g.fault = NO_BRANCH
