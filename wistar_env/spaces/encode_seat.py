"""The compiled encoder's part for one seat, and how it writes a value."""

from typing import Final

from wistar_env.rules import limits
from wistar_env.rules.counts import free_rooms
from wistar_env.rules.jit import inline
from wistar_env.rules.limits import ABILITIES, HEROES, OBJECTIVES
from wistar_env.rules.state import AT_HAND, AT_PLAY_AREA, PLAYER
from wistar_env.rules.types import ByteArray, Game
from wistar_env.spaces import blocks as B
from wistar_env.spaces.writing import put, put_bits, put_both, put_equal, put_fields, put_one
from wistar_env.tables.codes import SKILLS
from wistar_env.tables.layout import offset

#: The viewer of the state vector: sees all, and counts seats from 0.
EVERYTHING: Final = -1


# Counts that follow each other in a ``PLAYER`` as in an observation: first byte, and how many.
_GOODS_START: Final = offset(PLAYER, "chiefs")
_GOODS: Final = B.FREE_ROOMS - B.CHIEFS_LEFT
_COUNTS_START: Final = offset(PLAYER, "mission_cubes")
_COUNTS: Final = B.GUESTS - B.MISSION_CUBES
_GUEST_KINDS_START: Final = offset(PLAYER, "guest_kinds")
_GUEST_KINDS: Final = B.CLAIMED - B.GUEST_KINDS
_STANDING_START: Final = offset(PLAYER, "immune")
_STANDING: Final = B.CHIEFS - B.IMMUNE


@inline
def encode_goods(g: Game, seat: int, at: int, out: ByteArray, limit: ByteArray) -> None:
    """Write what a player has, apart from cards and Guests."""
    p = g.players[seat]
    put_fields(out, limit, at + B.CHIEFS_LEFT, p, _GOODS_START, _GOODS)
    put(out, limit, at + B.FREE_ROOMS, max(0, free_rooms(g, seat)))
    put_bits(out, at + B.ABILITIES, int(p.cubes_gone), ABILITIES)
    put_fields(out, limit, at + B.MISSION_CUBES, p, _COUNTS_START, _COUNTS)
    put_fields(out, limit, at + B.GUEST_KINDS, p, _GUEST_KINDS_START, _GUEST_KINDS)
    put_bits(out, at + B.CLAIMED, int(p.claims), OBJECTIVES)
    put_bits(out, at + B.PRIVATE, int(p.private), OBJECTIVES)
    put_bits(out, at + B.SKILL_TOKENS, int(p.skill_tokens), SKILLS)
    put_bits(out, at + B.HEROES, int(p.heroes), HEROES)
    put_fields(out, limit, at + B.IMMUNE, p, _STANDING_START, _STANDING)


@inline
def encode_pieces(g: Game, seat: int, at: int, out: ByteArray) -> None:
    """Write where a player's pieces stand on the common board."""
    p = g.players[seat]
    put_equal(out, at + B.ORDER, g.order, seat)
    out[at + B.EXPLORER + p.explorer] = 1
    for k in range(limits.TENTS):
        put_one(out, at + B.TENTS, p.tents[k])
    put_equal(out, at + B.CHIEFS, g.chiefs, seat)
    put_equal(out, at + B.HUT, g.hut, seat)
    put_equal(out, at + B.ROWS, g.mission_cubes, seat)


@inline
def encode_cards_of(g: Game, viewer: int, seat: int, at: int, out: ByteArray) -> None:
    """Write a player's Guests, Inventions in play, and those of the hand that the viewer knows.

    A player knows the own hand; ``card_flags`` has a bit for everybody who knows a card (GEN-11).
    """
    p = g.players[seat]
    for k in range(p.guests_size):
        out[at + B.GUESTS + int(p.guests[k])] = 1
    put_equal(out, at + B.PLAYED, g.card_at, AT_PLAY_AREA + seat)
    known = (1 << limits.MAX_SEATS) - 1 if viewer == EVERYTHING else 1 << viewer
    put_both(out, at + B.HAND, g.card_at, AT_HAND + seat, g.card_flags, known)
