"""Rat-o-bot's turn: Chief, Worker, action, bonuses (BOT-20 to BOT-55, BOT-70 to BOT-73)."""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.counts import free_rooms
from wistar_env.games.rats_of_wistar.rules.guests import draw_room_guest, draw_supply_guest, house
from wistar_env.games.rats_of_wistar.rules.missions import open_to
from wistar_env.games.rats_of_wistar.rules.objectives import mark_claim, space_of
from wistar_env.games.rats_of_wistar.rules.ratobot_pieces import HUMAN, RAT_O_BOT, floorplan
from wistar_env.games.rats_of_wistar.rules.resources import add_vp
from wistar_env.games.rats_of_wistar.rules.stack import pop, push, push_effect
from wistar_env.games.rats_of_wistar.rules.state import AT_BOT_PILE, NONE
from wistar_env.games.rats_of_wistar.rules.turn import in_sector
from wistar_env.games.rats_of_wistar.rules.types import Entry, Game, Tables
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import (
    BEDS,
    BOT_BONUSES,
    BOT_CUBES,
    DISPLAY,
    MISSION_ROWS,
    MISSIONS,
    SECTORS,
    TRACK_SPACES,
    UNDERGROUND_TILES,
)

MAX_WORKERS = 3  # maximum number of Workers in an Area (BOT-36)
FULL_STRENGTH = 3


@unit
def bot_dig(g: Game) -> None:
    """Remove Rat-o-bot's lowest Underground tile, if any is left (BOT-44, AMB-20)."""
    if g.players[RAT_O_BOT].rooms_dug < UNDERGROUND_TILES:
        g.players[RAT_O_BOT].rooms_dug += 1


@inline
def bot_build(g: Game) -> None:
    """Build a Bed, if one is left; without a free Room, dig instead (BOT-43, BOT-24, AMB-50)."""
    p = g.players[RAT_O_BOT]
    if free_rooms(g, RAT_O_BOT) == 0:
        bot_dig(g)
    elif p.beds_built < BEDS:
        p.beds += 1
        p.beds_built += 1


@inline
def bot_has_use_for_tile(g: Game) -> bool:
    """Whether Rat-o-bot could house a tile, or dig a room instead (BOT-24, AMB-51)."""
    return free_rooms(g, RAT_O_BOT) > 0 or bool(g.players[RAT_O_BOT].rooms_dug < UNDERGROUND_TILES)


@unit
def bot_takes_room_guest(t: Tables, g: Game, room: int) -> bool:
    """House a Guest from a Farm room, or dig and leave the tile (BOT-24, BOT-66).

    Return False if there is no Guest, or the bot could neither house it nor dig (AMB-51).
    """
    if g.room_guests_size[room] == 0 or not bot_has_use_for_tile(g):
        return False
    if free_rooms(g, RAT_O_BOT) == 0:
        bot_dig(g)
    else:
        house(t, g, RAT_O_BOT, draw_room_guest(g, room))
    return True


@inline
def bot_finds_cheese(t: Tables, g: Game) -> bool:
    """Whether Rat-o-bot's Explorer is in the room of a Cheese that it may take."""
    p = g.players[RAT_O_BOT]
    return g.cheese_size > 0 and bool(p.cheese == 0) and bool(p.explorer == t.cheese_room)


@unit
def bot_takes_cheese(t: Tables, g: Game) -> bool:
    """Take the Cheese, or dig and leave it (BOT-55, BOT-67).

    Return False if it may not take a Cheese here, or could neither house it nor dig (AMB-51).
    """
    if not bot_finds_cheese(t, g) or not bot_has_use_for_tile(g):
        return False
    if free_rooms(g, RAT_O_BOT) == 0:
        bot_dig(g)
    else:
        g.cheese_size -= 1
        house(t, g, RAT_O_BOT, int(g.cheese[g.cheese_size]))
    return True


@inline
def bot_takes_cards(g: Game, tier: int) -> None:
    """Put the two leftmost cards of a display row into Rat-o-bot's pile (BOT-45, BOT-51)."""
    taken = 0
    for slot in range(DISPLAY):
        card = int(g.display[tier, slot])
        if card != NONE and taken < 2:
            g.display[tier, slot] = NONE
            g.card_at[card] = AT_BOT_PILE
            g.bot.cards += 1
            taken += 1


@inline
def free_row(g: Game, place: int) -> int:
    """Return the topmost free row of a Mission card; NONE if all are occupied (BOT-71, AMB-28)."""
    for row in range(MISSION_ROWS):
        if g.mission_cubes[place, row] == NONE:
            return row
    return NONE


@unit
def bot_completes(t: Tables, g: Game) -> bool:
    """Complete the mission with the best floorplan number, whatever it requires (BOT-70..73).

    Return False if no mission is available or Rat-o-bot has no cube left.
    """
    if g.bot.cubes == BOT_CUBES:
        return False
    plan = t.bot_explorations[floorplan(g)]
    best = NONE
    for place in range(MISSIONS):
        if open_to(t, g, RAT_O_BOT, place) and free_row(g, place) != NONE:
            if best == NONE or plan.priority[place] < plan.priority[best]:
                best = place
    if best == NONE:
        return False
    g.mission_cubes[best, free_row(g, best)] = RAT_O_BOT
    g.players[RAT_O_BOT].mission_cubes += 1
    g.bot.cubes += 1
    return True


@inline
def bot_claims(t: Tables, g: Game, shown: int) -> None:
    """Claim an Objective for VP only, without requirement, if disc and space are left (BOT-80)."""
    objective = int(g.objectives[shown])
    if g.players[RAT_O_BOT].discs > 0 and space_of(t, g, RAT_O_BOT, objective) != NONE:
        mark_claim(g, RAT_O_BOT, objective)
        add_vp(g, RAT_O_BOT, int(t.objectives[objective].vp))


@inline
def push_bot_exploring(g: Game, cards: int) -> None:
    """Let Rat-o-bot resolve a number of Exploration cards (BOT-46)."""
    e = push(g, decisions.BOT_EXPLORE, HUMAN)
    e.left = cards
    e.exploration_card = NONE


@unit
def advance(t: Tables, g: Game, skill: int) -> None:
    """Advance a Skill's track and apply the space reached; at its end score VP (BOT-75..77)."""
    symbol = int(g.bot.token_track[skill])
    track = t.tracks[symbol, g.options.tracks[symbol]]
    if g.bot.positions[symbol] == TRACK_SPACES - 1:
        add_vp(g, RAT_O_BOT, int(track.overflow))
        return
    g.bot.positions[symbol] += 1
    space = track.spaces[g.bot.positions[symbol]]
    if space.effect == codes.TRACK_OBJECTIVE:
        bot_claims(t, g, int(space.arg))
    elif space.effect == codes.TRACK_EXPLORE:
        push_bot_exploring(g, 1)
    elif space.effect == codes.TRACK_MISSION:
        bot_completes(t, g)
    elif space.effect == codes.TRACK_AGGRESSIVE and g.players[HUMAN].immune == 0:
        push_effect(g, HUMAN, int(space.start), int(space.end))


@inline
def bot_sector(t: Tables, g: Game, main: int) -> int:
    """Return the wheel position for Rat-o-bot's Chief; NONE if no Sector is valid.

    It is the one at ``main`` or, if Rat-o-bot cannot place a Chief there, the next valid one
    (BOT-31, BOT-33).
    """
    wanted = 0
    while t.main_at[wanted] != main:
        wanted += 1
    for k in range(SECTORS):
        position = (wanted + k) % SECTORS
        sector = int(g.wheel[position])
        if outermost(t, g, sector) != NONE and not in_sector(g, RAT_O_BOT, sector):
            return position
    return NONE


@inline
def outermost(t: Tables, g: Game, sector: int) -> int:
    """Return the outermost free space of a Sector; NONE if all are occupied (BOT-32)."""
    for space in range(int(t.setup[g.seats].spaces[sector])):
        if g.chiefs[sector, space] == NONE:
            return space
    return NONE


@inline
def place_worker(g: Game, area: int) -> None:
    """Place a Worker, if one is in stock and the Area has fewer than 3 (BOT-35, BOT-36)."""
    if g.bot.workers > 0 and g.players[RAT_O_BOT].workers[area] < MAX_WORKERS:
        g.bot.workers -= 1
        g.players[RAT_O_BOT].workers[area] += 1


@inline
def bot_acts(t: Tables, g: Game, main: int) -> None:
    """Carry out a Main action by Rat-o-bot's rules (BOT-37, BOT-41..48)."""
    strength = int(g.players[RAT_O_BOT].workers[t.main_area[main]])
    times = 2 if strength >= FULL_STRENGTH else 1
    if main == codes.MAIN_WOOD or main == codes.MAIN_METAL:
        add_vp(g, RAT_O_BOT, strength)
    elif main == codes.MAIN_PROJECTS:
        bot_takes_cards(g, codes.TIER_BASIC)
        if strength >= FULL_STRENGTH:
            bot_takes_cards(g, codes.TIER_ADVANCED)
    elif main == codes.MAIN_EXPLORE:
        push_bot_exploring(g, times)
    elif main == codes.MAIN_BEDS:
        for _ in range(times):
            bot_build(g)
    elif main == codes.MAIN_DIG:
        for _ in range(times):
            bot_dig(g)


@inline
def bot_places(t: Tables, g: Game, card: int) -> None:
    """Place Chief and Worker, then carry out the Main action (BOT-30..36, BOT-40, BOT-47).

    The card of the Hut completes a mission or, without one, advances a track.
    """
    c = t.bot_actions[card]
    g.players[RAT_O_BOT].chiefs -= 1
    if c.main == NONE:
        g.hut[g.hut_size] = RAT_O_BOT
        g.hut_size += 1
        if not bot_completes(t, g):
            advance(t, g, int(c.skill))
        return
    position = bot_sector(t, g, int(c.main))
    sector = int(g.wheel[position])
    main = int(t.main_at[position])
    g.chiefs[sector, outermost(t, g, sector)] = RAT_O_BOT
    if c.worker == 1:
        place_worker(g, int(t.main_area[main]))
    bot_acts(t, g, main)


@inline
def bot_takes_round_guest(t: Tables, g: Game) -> None:
    """Take the round Guest, else a Basement one; without a free Room, dig (BOT-52, AMB-62)."""
    if free_rooms(g, RAT_O_BOT) == 0:
        bot_dig(g)
    elif g.round_guest != NONE:
        house(t, g, RAT_O_BOT, int(g.round_guest))
        g.round_guest = NONE
    elif g.supply_size[codes.KIND_BASEMENT] > 0:
        house(t, g, RAT_O_BOT, draw_supply_guest(g, codes.KIND_BASEMENT))


@inline
def bot_takes_here(t: Tables, g: Game, skill: int) -> None:
    """Take the Cheese or, without it, a Guest in the Explorer's room; else advance (BOT-55)."""
    room = int(g.players[RAT_O_BOT].explorer)
    if bot_finds_cheese(t, g):
        bot_takes_cheese(t, g)
    elif g.room_guests_size[room] > 0:
        bot_takes_room_guest(t, g, room)
    else:
        advance(t, g, skill)


@inline
def bot_bonus(t: Tables, g: Game, bonus: int, skill: int) -> None:
    """Carry out one bonus of an Action card (BOT-50..55)."""
    if bonus == codes.BOT_BONUS_CARDS:
        bot_takes_cards(g, codes.TIER_ADVANCED)
        advance(t, g, skill)
    elif bonus == codes.BOT_BONUS_GUEST:
        bot_takes_round_guest(t, g)
        advance(t, g, skill)
    elif bonus == codes.BOT_BONUS_ADVANCE:
        advance(t, g, skill)
    elif bonus == codes.BOT_BONUS_MISSION:
        if not bot_completes(t, g):
            advance(t, g, skill)
    elif bonus == codes.BOT_BONUS_CHEESE:
        bot_takes_here(t, g, skill)


@inline
def run_bot_turn(t: Tables, g: Game, e: Entry) -> None:
    """Continue Rat-o-bot's turn: the action, then the bonuses from the top (BOT-30, BOT-50)."""
    card, done = int(e.action_card), int(e.steps_done)
    e.steps_done += 1
    if done == 0:
        bot_places(t, g, card)
    elif done <= BOT_BONUSES:
        c = t.bot_actions[card]
        bot_bonus(t, g, int(c.bonus[done - 1]), int(c.bonus_skill[done - 1]))
    else:
        pop(g)
