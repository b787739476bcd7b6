"""The compiled encoder of the seat section, except for the blocks of ``declared_blocks``."""

from typing import Final

from wistar_env.compiled.jit import inline
from wistar_env.compiled.types import ByteArray
from wistar_env.compiled.writing import (
    put_bits,
    put_both,
    put_equal,
    put_one,
)
from wistar_env.games.rats_of_wistar.rules.state import AT_HAND, AT_PLAY_AREA, PLAYER
from wistar_env.games.rats_of_wistar.rules.types import Game
from wistar_env.games.rats_of_wistar.spaces import blocks as B
from wistar_env.games.rats_of_wistar.spaces.declared_blocks import writer
from wistar_env.games.rats_of_wistar.tables import limits
from wistar_env.games.rats_of_wistar.tables.codes import SKILLS
from wistar_env.games.rats_of_wistar.tables.limits import ABILITIES, HEROES, OBJECTIVES

#: The viewer of the state vector: sees all, and counts seats from 0.
EVERYTHING: Final = -1

_write_declared: Final = writer(B.SEAT, PLAYER)


@inline
def encode_goods(g: Game, seat: int, at: int, out: ByteArray, limit: ByteArray) -> None:
    """Write a player's declared blocks, abilities, Objectives, Skill tokens and Heroes."""
    p = g.players[seat]
    _write_declared(g, p, seat, at, out, limit)
    put_bits(out, at + B.ABILITIES, int(p.cubes_gone), ABILITIES)
    put_bits(out, at + B.CLAIMED, int(p.claims), OBJECTIVES)
    put_bits(out, at + B.PRIVATE, int(p.private), OBJECTIVES)
    put_bits(out, at + B.SKILL_TOKENS, int(p.skill_tokens), SKILLS)
    put_bits(out, at + B.HEROES, int(p.heroes), HEROES)


@inline
def encode_pieces(g: Game, seat: int, at: int, out: ByteArray) -> None:
    """Write where a player's pieces are on the common board."""
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
    """Write a player's Guests, Inventions in play, and known Inventions in the hand.

    Players know their own hand; ``card_flags`` has a bit for each player who knows a card
    (GEN-11).
    """
    p = g.players[seat]
    for k in range(p.guests_size):
        out[at + B.GUESTS + int(p.guests[k])] = 1
    put_equal(out, at + B.PLAYED, g.card_at, AT_PLAY_AREA + seat)
    known = (1 << limits.MAX_SEATS) - 1 if viewer == EVERYTHING else 1 << viewer
    put_both(out, at + B.HAND, g.card_at, AT_HAND + seat, g.card_flags, known)
