"""The compiled encoder's part for one seat, and how it writes a value."""

from typing import Final

from wistar_env.rules import limits
from wistar_env.rules.counts import free_rooms
from wistar_env.rules.jit import inline
from wistar_env.rules.state import FLAG_USED, NONE
from wistar_env.rules.types import ByteArray, Game
from wistar_env.spaces import blocks as B
from wistar_env.tables import codes

#: The viewer of the state vector: sees all, and counts seats from 0.
EVERYTHING: Final = -1


@inline
def put(out: ByteArray, limit: ByteArray, at: int, value: int) -> None:
    """Write one count, cut off at its limit."""
    out[at] = min(value, limit[at])


@inline
def put_bits(out: ByteArray, at: int, bits: int) -> None:
    """Write the bits of a number as flags, the lowest first."""
    while bits != 0:
        out[at] = bits & 1
        bits >>= 1
        at += 1


@inline
def encode_goods(g: Game, seat: int, at: int, out: ByteArray, limit: ByteArray) -> None:
    """Write what a player has, apart from cards."""
    p = g.players[seat]
    put(out, limit, at + B.CHIEFS_LEFT, p.chiefs)
    put(out, limit, at + B.VP, p.vp)
    put(out, limit, at + B.WOOD, p.wood)
    put(out, limit, at + B.METAL, p.metal)
    put(out, limit, at + B.MOVEMENT, p.movement)
    put(out, limit, at + B.WILD, p.wild)
    put(out, limit, at + B.ELECTRICITY, p.electricity)
    for k in range(3):
        put(out, limit, at + B.WORKERS + k, p.workers[k])
    put(out, limit, at + B.ENTRANCE, p.entrance)
    put(out, limit, at + B.BEDS, p.beds)
    put(out, limit, at + B.BEDS_BUILT, p.beds_built)
    put(out, limit, at + B.ROOMS_DUG, p.rooms_dug)
    put(out, limit, at + B.FREE_ROOMS, max(0, free_rooms(g, seat)))
    put(out, limit, at + B.MISSION_CUBES, p.mission_cubes)
    put(out, limit, at + B.DISCS, p.discs)
    put(out, limit, at + B.DOOR_TOKENS, p.doors)
    put(out, limit, at + B.IMMUNE, p.immune)
    put(out, limit, at + B.BED_DISCOUNT, p.bed_discount)
    put(out, limit, at + B.DIG_DISCOUNT, p.dig_discount)
    put(out, limit, at + B.MOVEMENT_BONUS, p.movement_bonus)
    put_bits(out, at + B.ABILITIES, int(p.cubes_gone))
    put_bits(out, at + B.CLAIMED, int(p.claims))
    put_bits(out, at + B.PRIVATE, int(p.private))
    put_bits(out, at + B.SKILL_TOKENS, int(p.skill_tokens))
    put_bits(out, at + B.HEROES, int(p.heroes))


@inline
def encode_pieces(g: Game, seat: int, at: int, out: ByteArray) -> None:
    """Write where a player's pieces stand on the common board."""
    p = g.players[seat]
    for k in range(g.seats):
        if g.order[k] == seat:
            out[at + B.ORDER + k] = 1
    out[at + B.EXPLORER + p.explorer] = 1
    for k in range(limits.TENTS):
        if p.tents[k] != NONE:
            out[at + B.TENTS + p.tents[k]] = 1
    if p.chiefs < limits.CHIEFS:
        for sector in range(limits.SECTORS):
            for k in range(limits.SPACES):
                if g.chiefs[sector, k] == seat:
                    out[at + B.CHIEFS + limits.SPACES * sector + k] = 1
        for k in range(g.hut_size):
            out[at + B.HUT + k] = g.hut[k] == seat
    if p.mission_cubes > 0:
        for place in range(limits.MISSIONS):
            for k in range(limits.MISSION_ROWS):
                if g.mission_cubes[place, k] == seat:
                    out[at + B.ROWS + limits.MISSION_ROWS * place + k] = 1


@inline
def encode_play_area(g: Game, seat: int, at: int, out: ByteArray, limit: ByteArray) -> None:
    """Write a player's Inventions in play, icons and Guests."""
    p = g.players[seat]
    card = p.played
    while card != NONE:
        out[at + B.PLAYED + card] = 1
        if g.card_flags[card] & FLAG_USED:
            out[B.USED + card] = 1
        card = g.next[card]
    for k in range(codes.SKILLS + 1):
        put(out, limit, at + B.ICONS + k, p.icons[k])
    for k in range(3):
        put(out, limit, at + B.TYPES + k, p.types[k])
    for k in range(6):
        put(out, limit, at + B.TIMINGS + k, p.timings[k])
    for k in range(2):
        put(out, limit, at + B.TIERS + k, p.tiers[k])
        put(out, limit, at + B.GUEST_KINDS + k, p.guest_kinds[k])
    for k in range(p.guests_size):
        out[at + B.GUESTS + p.guests[k]] = 1


@inline
def encode_hand(g: Game, viewer: int, seat: int, at: int, out: ByteArray, limit: ByteArray) -> None:
    """Write the cards of a hand that the viewer knows (GEN-11)."""
    p = g.players[seat]
    put(out, limit, at + B.HAND_SIZE, p.hand_size)
    card = p.hand
    while card != NONE:
        if viewer == EVERYTHING or viewer == seat or (g.card_flags[card] >> viewer) & 1:
            out[at + B.HAND + card] = 1
        card = g.next[card]
