"""Rat-o-bot's Exploration cards (BOT-60 to BOT-69)."""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.rats_of_wistar.rules import actions as A
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.counts import free_rooms
from wistar_env.games.rats_of_wistar.rules.farm import (
    can_pitch_here,
    passage_between,
    tent_in_stock,
)
from wistar_env.games.rats_of_wistar.rules.ratobot import (
    bot_dig,
    bot_has_use_for_tile,
    bot_takes_cheese,
    bot_takes_room_guest,
)
from wistar_env.games.rats_of_wistar.rules.ratobot_pieces import HUMAN, RAT_O_BOT, floorplan
from wistar_env.games.rats_of_wistar.rules.stack import offer, pop, push
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.types import Entry, Game, Legal, Tables
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import BOT_STEPS, MISSIONS, TENTS


@inline
def bot_moves(t: Tables, g: Game, room: int) -> bool:
    """Move Rat-o-bot's Explorer; take a Door token on the way without its bonus (BOT-63, AMB-26).

    Return False if it is already in the room.
    """
    p = g.players[RAT_O_BOT]
    if p.explorer == room:
        return False
    passage = passage_between(t, int(p.explorer), room)
    if passage != NONE and g.doors[passage] != NONE:
        g.doors[passage] = NONE
        p.doors += 1
    p.explorer = room
    return True


@inline
def bot_reveals(t: Tables, g: Game) -> bool:
    """Reveal the best Mission card at Rat-o-bot's Explorer; return False if none (BOT-64).

    The floorplan ranks them; the lowest number is the best.
    """
    plan = t.bot_explorations[floorplan(g)]
    best = NONE
    for place in range(MISSIONS):
        if (
            g.mission_card[place] != NONE
            and g.mission_open[place] == 0
            and t.mission_room[place] == g.players[RAT_O_BOT].explorer
            and (best == NONE or plan.priority[place] < plan.priority[best])
        ):
            best = place
    if best == NONE:
        return False
    g.mission_open[best] = 1
    return True


@inline
def bot_pitches(g: Game) -> bool:
    """Pitch a Tent at Rat-o-bot's Explorer; return False if impossible (BOT-65, AMB-29)."""
    if not can_pitch_here(g, RAT_O_BOT):
        return False
    g.players[RAT_O_BOT].tents[tent_in_stock(g, RAT_O_BOT)] = g.players[RAT_O_BOT].explorer
    return True


@inline
def tent_rooms_with_guests(g: Game) -> int:
    """Return the number of rooms that have a Tent of the bot and a face-down Guest."""
    n = 0
    for k in range(TENTS):
        room = g.players[RAT_O_BOT].tents[k]
        if room != NONE and g.room_guests_size[room] > 0:
            n += 1
    return n


@unit
def bot_takes_guest(t: Tables, g: Game) -> bool:
    """Take a Guest where Rat-o-bot's Explorer is, or at a Tent that the human chooses (BOT-66).

    Without a free Room, dig instead. Return False if neither is possible.
    """
    if bot_takes_room_guest(t, g, int(g.players[RAT_O_BOT].explorer)):
        return True
    if tent_rooms_with_guests(g) == 0 or not bot_has_use_for_tile(g):
        return False
    if free_rooms(g, RAT_O_BOT) == 0:
        bot_dig(g)
    else:
        push(g, decisions.BOT_TAKES_GUEST, HUMAN)
    return True


@inline
def bot_guest_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List the rooms with a Guest and one of Rat-o-bot's Tents (BOT-66)."""
    for k in range(TENTS):
        room = g.players[RAT_O_BOT].tents[k]
        if room != NONE and g.room_guests_size[room] > 0:
            offer(legal, A.BOT_GUEST + int(room))


@inline
def bot_guest(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Take the Guest from the room that the human has chosen (BOT-66)."""
    pop(g)
    bot_takes_room_guest(t, g, action - A.BOT_GUEST)


@inline
def bot_step(t: Tables, g: Game, step: int, to: int) -> bool:
    """Apply one effect of an Exploration card; return False if it is impossible (BOT-61)."""
    if step == codes.BOT_STEP_MOVE:
        return bot_moves(t, g, to)
    if step == codes.BOT_STEP_REVEAL:
        return bot_reveals(t, g)
    if step == codes.BOT_STEP_TENT:
        return bot_pitches(g)
    if step == codes.BOT_STEP_GUEST:
        return bot_takes_guest(t, g)
    if step == codes.BOT_STEP_CHEESE:
        return bot_takes_cheese(t, g)
    return False


@inline
def resolve_last_card(t: Tables, g: Game, card: int) -> None:
    """Apply the first possible effect of the last card for the Explorer's room (BOT-68, AMB-22)."""
    plan, row = t.bot_explorations[card], int(g.players[RAT_O_BOT].explorer)
    for k in range(BOT_STEPS):
        if plan.step[row, k] == NONE:
            return
        if bot_step(t, g, int(plan.step[row, k]), int(plan.to[row, k])):
            return


@inline
def run_bot_explore(t: Tables, g: Game, e: Entry) -> None:
    """Begin the next Exploration card, or apply this one's next effect (BOT-46, BOT-60..62)."""
    if e.exploration_card == NONE:
        if e.left == 0:
            pop(g)
            return
        e.left -= 1
        card = floorplan(g)
        if t.bot_explorations[card].last == 1:
            resolve_last_card(t, g, card)
            return
        g.bot.exploration_next += 1
        e.exploration_card = card
        e.from_room = g.players[RAT_O_BOT].explorer
        e.effects_done = 0
        return
    card, row, done = int(e.exploration_card), int(e.from_room), int(e.effects_done)
    e.effects_done += 1
    if done + 1 == BOT_STEPS:
        e.exploration_card = NONE
    plan = t.bot_explorations[card]
    if plan.step[row, done] == NONE:
        e.exploration_card = NONE
    else:
        bot_step(t, g, int(plan.step[row, done]), int(plan.to[row, done]))
