"""Rat-o-bot's Exploration cards (B5)."""

from wistar_env.rules import actions as A
from wistar_env.rules import decisions
from wistar_env.rules.counts import free_rooms
from wistar_env.rules.farm import can_pitch_here, passage_between, tent_in_stock
from wistar_env.rules.jit import inline, unit
from wistar_env.rules.limits import BOT_STEPS, MISSIONS, TENTS
from wistar_env.rules.ratobot import (
    bot_dig,
    bot_takes_cheese,
    bot_takes_room_guest,
)
from wistar_env.rules.ratobot_pieces import BOT, HUMAN, floorplan
from wistar_env.rules.stack import offer, pop, push
from wistar_env.rules.state import NONE
from wistar_env.rules.types import Entry, Game, Legal, Tables
from wistar_env.tables import codes


@inline
def bot_moves(t: Tables, g: Game, room: int) -> None:
    """Move its Explorer; a Door token in between is taken without bonus (BOT-63, AMB-26)."""
    p = g.players[BOT]
    passage = passage_between(t, int(p.explorer), room)
    if passage != NONE and g.doors[passage] != NONE:
        g.doors[passage] = NONE
        p.doors += 1
    p.explorer = room


@inline
def bot_reveals(t: Tables, g: Game) -> None:
    """Turn up the Mission card of best floorplan number in its Explorer's room (BOT-64)."""
    plan = t.bot_explorations[floorplan(g)]
    best = NONE
    for place in range(MISSIONS):
        if (
            g.mission_card[place] != NONE
            and g.mission_open[place] == 0
            and t.mission_room[place] == g.players[BOT].explorer
            and (best == NONE or plan.priority[place] < plan.priority[best])
        ):
            best = place
    if best != NONE:
        g.mission_open[best] = 1


@inline
def bot_pitches(g: Game) -> None:
    """Pitch a Tent in its Explorer's room (BOT-65, AMB-29)."""
    if can_pitch_here(g, BOT):
        g.players[BOT].tents[tent_in_stock(g, BOT)] = g.players[BOT].explorer


@inline
def tent_rooms_with_guests(g: Game) -> int:
    """How many rooms with a Tent of the bot hold a face-down Guest."""
    n = 0
    for k in range(TENTS):
        room = g.players[BOT].tents[k]
        if room != NONE and g.room_guests_size[room] > 0:
            n += 1
    return n


@unit
def bot_takes_guest(t: Tables, g: Game) -> bool:
    """A Guest of its Explorer's room, else of a Tent's room, which the human chooses (BOT-66)."""
    here = int(g.players[BOT].explorer)
    if g.room_guests_size[here] > 0:
        bot_takes_room_guest(t, g, here)
        return True
    if tent_rooms_with_guests(g) == 0:
        return False
    if free_rooms(g, BOT) == 0:
        bot_dig(g)
    else:
        push(g, decisions.BOT_TAKES_GUEST, HUMAN, 0, 0, 0)
    return True


@inline
def bot_guest_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """Rooms of its Tents that hold a Guest (BOT-66)."""
    for k in range(TENTS):
        room = g.players[BOT].tents[k]
        if room != NONE and g.room_guests_size[room] > 0:
            offer(legal, A.BOT_GUEST + int(room))


@inline
def bot_guest(t: Tables, g: Game, e: Entry, action: int) -> None:
    """The human's choice among the bot's equal options (BOT-66)."""
    pop(g)
    bot_takes_room_guest(t, g, action - A.BOT_GUEST)


@inline
def bot_step(t: Tables, g: Game, step: int, to: int) -> None:
    """One effect of an Exploration card; what cannot be applied is skipped (BOT-61)."""
    if step == codes.BOT_STEP_MOVE:
        bot_moves(t, g, to)
    elif step == codes.BOT_STEP_REVEAL:
        bot_reveals(t, g)
    elif step == codes.BOT_STEP_TENT:
        bot_pitches(g)
    elif step == codes.BOT_STEP_GUEST:
        bot_takes_guest(t, g)
    else:
        bot_takes_cheese(t, g)


@inline
def last_card(t: Tables, g: Game) -> None:
    """The card that stays: Cheese, else a Guest, else move to the back room (BOT-68, AMB-22)."""
    if not bot_takes_cheese(t, g) and not bot_takes_guest(t, g):
        bot_moves(t, g, int(t.cheese_room))


@inline
def run_bot_explore(t: Tables, g: Game, e: Entry) -> None:
    """Resolve Exploration cards one after the other, effects left to right (BOT-46, BOT-60..62).

    The entry's numbers: a = cards left to draw, b = card being resolved or NONE, c = its row,
    d = effects done.
    """
    if e.b == NONE:
        if e.a == 0:
            pop(g)
            return
        e.a -= 1
        card = floorplan(g)
        if t.bot_explorations[card].last == 1:
            last_card(t, g)
            return
        g.bot.exploration_next += 1
        e.b = card
        e.c = g.players[BOT].explorer
        e.d = 0
        return
    card, row, done = int(e.b), int(e.c), int(e.d)
    e.d += 1
    if done + 1 == BOT_STEPS:
        e.b = NONE
    plan = t.bot_explorations[card]
    if plan.step[row, done] == NONE:
        e.b = NONE
    else:
        bot_step(t, g, int(plan.step[row, done]), int(plan.to[row, done]))
