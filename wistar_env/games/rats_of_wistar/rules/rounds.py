"""Rounds and turns: whose turn it is, the New Round Phase, the end of the game (ROUND, END)."""

from wistar_env.compiled.jit import inline
from wistar_env.games.rats_of_wistar.rules import actions as A
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.bounds import begin_count
from wistar_env.games.rats_of_wistar.rules.cards import (
    EVERYBODY,
    add_to_hand,
    discard,
    purge_display,
    restore_display,
)
from wistar_env.games.rats_of_wistar.rules.events import fire
from wistar_env.games.rats_of_wistar.rules.order import update_turn_order
from wistar_env.games.rats_of_wistar.rules.ratobot_pieces import RAT_O_BOT
from wistar_env.games.rats_of_wistar.rules.rng import shuffle
from wistar_env.games.rats_of_wistar.rules.stack import offer, pop, push
from wistar_env.games.rats_of_wistar.rules.state import FLAG_USED, NONE
from wistar_env.games.rats_of_wistar.rules.types import Entry, Game, Legal, Tables
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import (
    BOT_ACTIONS,
    CARDS,
    CHIEFS,
    ROUNDS,
    SECTORS,
    SPACES,
)


@inline
def return_chiefs(g: Game) -> None:
    """Return all Chiefs to their owners (ROUND-05, BOT-25)."""
    for k in range(int(g.hut_size)):
        g.hut[k] = NONE
    g.hut_size = 0
    for sector in range(SECTORS):
        for space in range(SPACES):
            g.chiefs[sector, space] = NONE
    for seat in range(int(g.seats)):
        g.players[seat].chiefs = CHIEFS


@inline
def turn_wheel(g: Game) -> None:
    """Turn the wheel one Sector clockwise (ROUND-07)."""
    last = g.wheel[SECTORS - 1]
    for position in range(SECTORS - 1, 0, -1):
        g.wheel[position] = g.wheel[position - 1]
    g.wheel[0] = last


@inline
def run_new_round(t: Tables, g: Game, e: Entry) -> None:
    """Run steps a to e of the New Round Phase; when run again, f to h (ROUND-02..11, BOT-26).

    All income is paid in between; it comes from the cards and Guests in play when step e begins
    (AMB-46).
    """
    if e.begun == 0:
        e.begun = 1
        begin_count(g)
        update_turn_order(g)
        return_chiefs(g)
        g.round_guest = g.round_guests[g["round"]]
        g["round"] += 1
        turn_wheel(g)
        for position in range(int(g.seats) - 1, -1, -1):
            fire(g, int(g.order[position]), codes.EVENT_INCOME, NONE, 1)
        return
    pop(g)
    g.turn = 0
    for card in range(CARDS):
        g.card_flags[card] &= 255 - FLAG_USED
    purge_display(t, g)
    if g.automata == 1:
        shuffle(g, g.bot.actions, BOT_ACTIONS)
        g.bot.action_next = 0


@inline
def begin_turn(g: Game, seat: int) -> None:
    """Begin the turn of a seat (ROUND-12, BOT-30)."""
    begin_count(g)
    g.turn += 1
    push(g, decisions.END_OF_TURN, seat)
    if g.automata == 1 and seat == RAT_O_BOT:
        card = int(g.bot.actions[g.bot.action_next])
        g.bot.action_next += 1
        push(g, decisions.BOT_TURN, seat).action_card = card
    else:
        e = push(g, decisions.TURN, seat)
        e.chief_at = NONE
        e.bonus_due = NONE
        e.other_bonus_due = NONE


@inline
def go_on(g: Game) -> None:
    """Begin the next turn or round, or end the game (ROUND-12, ROUND-13, END-01)."""
    g.act = 0
    if g.turn < CHIEFS * g.seats:
        begin_turn(g, int(g.order[g.turn % g.seats]))
    elif g["round"] < ROUNDS:
        push(g, decisions.NEW_ROUND, NONE)
    else:
        update_turn_order(g)
        g.finished = 1


@inline
def run_end_of_turn(t: Tables, g: Game) -> None:
    """End a turn by restoring the display (TURN-04, CONF-11)."""
    pop(g)
    restore_display(t, g)


@inline
def run_start(t: Tables, g: Game) -> None:
    """Discard unused starting pairs, lay out the display, begin round 1 (SETUP-22, BOT-14)."""
    pop(g)
    for pair in range(int(g.seats)):
        for tier in range(2):
            if g.pairs[pair, tier] != NONE:
                discard(t, g, int(g.pairs[pair, tier]))
                g.pairs[pair, tier] = NONE
    restore_display(t, g)
    g["round"] = 1


@inline
def pairs_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List the starting pairs that nobody has taken yet (SETUP-21)."""
    for pair in range(int(g.seats)):
        if g.pairs[pair, 0] != NONE:
            offer(legal, A.PAIR + pair)


@inline
def choose_pair(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Take a pair as starting hand, visible to all players (SETUP-21)."""
    seat = int(e.seat)
    pop(g)
    for tier in range(2):
        add_to_hand(t, g, seat, int(g.pairs[action - A.PAIR, tier]), EVERYBODY)
        g.pairs[action - A.PAIR, tier] = NONE
