"""The compiled encoder: writes an observation or a state vector into an array.

It writes counts as bytes, each clipped at its limit. This is the observation of dtype uint8, from
which the kit computes that of dtype float32, with values in [0, 1]. ``viewer`` is the observing
seat; for the state vector it is ``EVERYTHING``, which sees all and counts seats from 0.
"""

from typing import Final

from wistar_env.compiled.jit import inline, unit
from wistar_env.compiled.types import ByteArray
from wistar_env.compiled.writing import (
    put,
    put_bits,
    put_flagged,
    put_lowest,
    put_one,
)
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.numbers import NUMBERS_OF
from wistar_env.games.rats_of_wistar.rules.order import seat_after
from wistar_env.games.rats_of_wistar.rules.ratobot_pieces import floorplan
from wistar_env.games.rats_of_wistar.rules.state import (
    AT_DISCARDS,
    BOT_RECORD,
    FLAG_USED,
    GAME,
    GUEST_SOURCE,
    NONE,
)
from wistar_env.games.rats_of_wistar.rules.types import Entry, Game, Tables
from wistar_env.games.rats_of_wistar.spaces import alternatives
from wistar_env.games.rats_of_wistar.spaces import blocks as B
from wistar_env.games.rats_of_wistar.spaces.declared_blocks import writer
from wistar_env.games.rats_of_wistar.spaces.encode_seat import (
    EVERYTHING,
    encode_cards_of,
    encode_goods,
    encode_pieces,
)
from wistar_env.games.rats_of_wistar.tables import codes, limits
from wistar_env.games.rats_of_wistar.tables.codes import SKILLS
from wistar_env.games.rats_of_wistar.tables.limits import DOOR_TOKENS, HEROES, OBJECTIVES
from wistar_env.games.rats_of_wistar.tables.ops import OPS

_write_common: Final = writer(B.COMMON, GAME)
_write_bot: Final = writer(B.BOT, BOT_RECORD)

#: For each OP code, whether its only argument is an amount.
_COUNTED: Final = tuple(word in OPS and OPS[word].arguments == ("n",) for word in codes.names("OP"))
#: For each OP code, its index among the alternatives.
_PLACES: Final = alternatives.places()
#: Discarded Guest tiles are written in two parts, of up to 16 flags each.
_FIRST_TILES: Final = 16
_OTHER_TILES: Final = limits.GUEST_TILES - _FIRST_TILES
#: For each kind of decision, a bit for each of its numbers that is shown.
_SHOWN: Final = tuple(
    sum(number.shown << place for place, number in enumerate(NUMBERS_OF[kind]))
    for kind in range(decisions.CHOICES)
)


@inline
def put_op(t: Tables, out: ByteArray, limit: ByteArray, option: int, pc: int) -> None:
    """Write an effect row as part of alternative ``option``, if its op is in ``SHOWN``."""
    op = t.ops[pc].op
    place = _PLACES[op]
    amount = t.ops[pc].a if _COUNTED[op] else 1
    if place != NONE:
        put(out, limit, B.ALTERNATIVES + alternatives.ROOM * option + place, amount)


@inline
def encode_choice(t: Tables, g: Game, out: ByteArray, limit: ByteArray) -> None:
    """Write the part of the current decision that other seats may not see."""
    e = g.stack[g.depth - 1]
    shown = _SHOWN[e.kind]
    for place in range(B.PLACES_SHOWN):
        put(out, limit, B.NUMBERS + place, max(0, e.numbers[place]) * (shown >> place & 1))
    if e.kind == decisions.CHOOSE_OPTION:
        for k in range(e.options):
            put_op(t, out, limit, k, e.first_option + k)
    elif e.kind == decisions.ACCEPT_COST:
        first = g.stack[g.depth - 2].row
        for pc in range(first, first + e.skip):
            put_op(t, out, limit, 0, pc)
    elif e.kind == decisions.PLAY_DRAWN:
        for k in range(g.offered_size):
            out[B.OFFERED + g.offered[k]] = 1
    elif e.kind == decisions.KEEP_OBJECTIVE:
        out[B.OFFERED_OBJECTIVES + e.objective] = 1
        if e.other_objective != NONE:
            out[B.OFFERED_OBJECTIVES + e.other_objective] = 1


@inline
def encode_turn(e: Entry, out: ByteArray, limit: ByteArray) -> None:
    """Write what remains to be done in the current turn (TURN-02)."""
    if e.chief_at != NONE:
        out[B.CHIEF_AT + e.chief_at] = 1
    out[B.MAIN_DUE] = e.main_due
    bonus, other = e.bonus_due, e.other_bonus_due
    if bonus != NONE:
        put(out, limit, B.BONUS_DUE + bonus, 1)
    if other != NONE:
        put(out, limit, B.BONUS_DUE + other, 1 + int(other == bonus))


@inline
def encode_decision(t: Tables, g: Game, viewer: int, out: ByteArray, limit: ByteArray) -> None:
    """Write whether the game is over and, if not, the decision, turn and cards on the stack."""
    out[B.FINISHED] = g.finished
    if g.depth == 0 or g.finished == 1:
        return
    e = g.stack[g.depth - 1]
    if e.kind < decisions.CHOICES:
        out[B.DECISION + e.kind] = 1
        if viewer == EVERYTHING or viewer == e.seat:
            encode_choice(t, g, out, limit)
    for k in range(g.depth):
        e = g.stack[k]
        if e.kind == decisions.TURN:
            encode_turn(e, out, limit)
        elif e.kind == decisions.FINISH_PLAY:
            out[B.RESOLVING + e.card] = 1
        elif e.kind == decisions.EFFECT and 0 <= e.source < GUEST_SOURCE:
            out[B.RESOLVING + e.source] = 1


@inline
def encode_board(t: Tables, g: Game, out: ByteArray, limit: ByteArray) -> None:
    """Write the round, the wheel and the Farm."""
    out[B.ROUND + g["round"]] = 1
    for k in range(limits.SECTORS):
        out[B.WHEEL + limits.SECTORS * k + g.wheel[k]] = 1
    put_one(out, B.ROUND_GUEST, g.round_guest)
    for k in range(limits.ROUNDS):
        out[B.ROUND_GUESTS_SHOWN + g.round_guests[k]] = k < g["round"]
    for k in range(limits.MISSIONS):
        lies, opened = g.mission_card[k] != NONE, g.mission_open[k]
        out[B.MISSIONS + limits.MISSIONS * k + max(0, g.mission_card[k])] = opened
        out[B.FACE_DOWN + k] = int(lies) - opened
    for k in range(limits.MAX_DOORS):
        out[B.DOORS + k] = g.doors[k] != NONE
    put_bits(out, B.DOORS_SEEN, int(g.doors_seen), DOOR_TOKENS)
    for k in range(g.cheese_size):
        out[B.CHEESES + g.cheese[k] - limits.GUESTS] = 1


@inline
def encode_supplies(t: Tables, g: Game, out: ByteArray, limit: ByteArray) -> None:
    """Write Objectives, discarded Guests, and the Heroes and Skill tokens that are available."""
    for k in range(limits.OBJECTIVES_SHOWN):
        objective = g.objectives[k]
        left = t.setup[g.seats].objective_spaces - g.objective_claims[objective]
        put(out, limit, B.OBJECTIVES + objective, k + 1)
        put(out, limit, B.SPACES_LEFT + objective, left)
    put_bits(out, B.OBJECTIVES_GONE, int(g.objectives_gone), OBJECTIVES)
    gone = int(g.guests_gone)
    put_bits(out, B.GUESTS_GONE, gone, _FIRST_TILES)
    put_bits(out, B.GUESTS_GONE + _FIRST_TILES, gone >> _FIRST_TILES, _OTHER_TILES)
    put_bits(out, B.HEROES_LEFT, int(g.heroes_left), HEROES)
    put_bits(out, B.SKILLS_LEFT, int(g.skills_left), SKILLS)


@inline
def encode_cards(g: Game, out: ByteArray, limit: ByteArray) -> None:
    """Write the Inventions on display, in starting pairs and in piles, and those with a 1x token.

    ``DISCARDS`` has ``AT_BOT_PILE`` for cards in Rat-o-bot's pile, ``AT_DISCARDS`` for discards.
    """
    put_lowest(out, B.DISCARDS, g.card_at, AT_DISCARDS)
    put_flagged(out, B.USED, g.card_flags, FLAG_USED)
    for tier in range(2):
        for k in range(limits.DISPLAY):
            if g.display[tier, k] != NONE:
                put(out, limit, B.DISPLAY + g.display[tier, k], k + 1)
    if g["round"] == 0:
        for pair in range(limits.MAX_SEATS):
            for k in range(2):
                if g.pairs[pair, k] != NONE:
                    put(out, limit, B.PAIRS + g.pairs[pair, k], pair + 1)


@inline
def encode_bot(t: Tables, g: Game, at: int, out: ByteArray, limit: ByteArray) -> None:
    """Write Rat-o-bot's tracks and stock, and what is public about its two decks (BOT-60..69)."""
    bot = g.bot
    for k in range(limits.TRACKS):
        out[at + B.TRACKS + limits.TRACK_INDICES * k + g.options.tracks[k]] = 1
        out[at + B.POSITIONS + limits.TRACK_SPACES * k + bot.positions[k]] = 1
    for k in range(codes.SKILLS):
        out[at + B.TOKENS + limits.TRACKS * k + bot.token_track[k]] = 1
    _write_bot(g, bot, NONE, at, out, limit)
    for k in range(bot.action_next):
        out[at + B.ACTIONS_USED + bot.actions[k]] = 1
    for k in range(bot.exploration_next):
        out[at + B.EXPLORATIONS_USED + bot.explorations[k]] = 1
    plan = t.bot_explorations[floorplan(g)]
    for k in range(limits.MISSIONS):
        if plan.priority[k] != NONE:
            put(out, limit, at + B.PRIORITY + k, limits.MISSIONS - plan.priority[k])


@inline
def encode_hidden(g: Game, at: int, out: ByteArray, limit: ByteArray) -> None:
    """Write hidden information: the order of decks and stacks, and face-down pieces (GEN-11)."""
    for tier in range(2):
        for k in range(g.deck_size[tier]):
            put(out, limit, at + B.DECK_ORDER + int(g.deck[tier, k]), g.deck_size[tier] - k)
    for kind in range(2):
        for k in range(g.supply_size[kind]):
            place = g.supply_size[kind] - k
            put(out, limit, at + B.SUPPLY_ORDER + g.supply[kind, k], place)
    for k in range(limits.MISSIONS):
        if g.mission_card[k] != NONE:
            out[at + B.MISSION_CARDS + limits.MISSIONS * k + g.mission_card[k]] = 1
    for k in range(limits.MAX_DOORS):
        if g.doors[k] != NONE:
            out[at + B.DOOR_KINDS + limits.DOOR_TOKENS * k + g.doors[k]] = 1
    for room in range(limits.MAX_ROOMS):
        for k in range(g.room_guests_size[room]):
            tile = limits.GUEST_TILES * room + g.room_guests[room, k]
            put(out, limit, at + B.ROOM_TILES + tile, k + 1)
    for k in range(limits.ROUNDS):
        put(out, limit, at + B.ROUND_STACK + g.round_guests[k], k + 1)
    for k in range(g.objective_deck_size):
        place = g.objective_deck_size - k
        put(out, limit, at + B.OBJECTIVE_ORDER + g.objective_deck[k], place)
    if g.automata == 1:
        bot = g.bot
        for k in range(bot.action_next, limits.BOT_ACTIONS):
            place = k - bot.action_next + 1
            put(out, limit, at + B.ACTION_ORDER + bot.actions[k], place)
        for k in range(bot.exploration_next, limits.BOT_EXPLORATIONS):
            place = k - bot.exploration_next + 1
            put(out, limit, at + B.EXPLORATION_ORDER + bot.explorations[k], place)


@unit
def encode(
    t: Tables,
    g: Game,
    viewer: int,
    out: ByteArray,
    size: int,
    limit: ByteArray,
) -> None:
    """Write a viewer's observation: ``size`` values in a layout of ``spaces.observation``."""
    for k in range(size):
        out[k] = 0
    _write_common(g, g, max(0, viewer), 0, out, limit)
    encode_decision(t, g, viewer, out, limit)
    encode_board(t, g, out, limit)
    encode_supplies(t, g, out, limit)
    encode_cards(g, out, limit)
    at = B.COMMON_SIZE
    if g.automata == 1:
        encode_bot(t, g, at, out, limit)
        at += B.BOT_SIZE
    seats = int(g.seats)
    for k in range(seats):
        seat = k if viewer == EVERYTHING else seat_after(g, viewer, k)
        out[at + B.SEAT_OFFSET + (seat - max(0, viewer) + seats) % seats] = 1
        out[at + B.DECIDES] = g.depth > 0 and g.stack[g.depth - 1].seat == seat
        encode_goods(g, seat, at, out, limit)
        encode_pieces(g, seat, at, out)
        encode_cards_of(g, viewer, seat, at, out)
        at += B.SEAT_SIZE
    if viewer == EVERYTHING:
        encode_hidden(g, at, out, limit)
