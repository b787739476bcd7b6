"""The width of sparse observations: the maximum number of nonzero values.

Most blocks are one-hot, or show where pieces are, each in one place. The limits declared here by
block determine the width for each player count. Limits that depend on the card set, not on a rule,
are several times what the bundled cards need, so writers of sparse observations must reject games
that exceed the width.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from wistar_env.games.rats_of_wistar.spaces.observation import observation_layout
from wistar_env.games.rats_of_wistar.tables import codes, limits

#: The width of a sparse observation is a multiple of this.
_STEP: Final = 32

#: The maximum number of nonzero values of each block for which it is below the block's size.
FEW: Final[Mapping[str, int]] = MappingProxyType(
    {
        "decision": 1,
        "chief_at": 1,
        "bonus_due": 2,
        "round": 1,
        "wheel": limits.SECTORS,
        "round_guest": 1,
        "round_guests_shown": limits.ROUNDS,
        "objectives": limits.OBJECTIVES_SHOWN,
        "spaces_left": limits.OBJECTIVES_SHOWN,
        "tracks": limits.TRACKS,
        "positions": limits.TRACKS,
        "tokens": codes.SKILLS,
        "actions_used": limits.CHIEFS,
        "seat": 1,
        "order": 1,
        "explorer": 1,
        "tents": limits.TENTS,
        "claimed": limits.DISCS,
        "chiefs": limits.CHIEFS,
        "hut": limits.CHIEFS,
        # Card sets determine these: costs and choices with many parts, nested effects, 1x tokens.
        "alternatives": 16,
        "resolving": 16,
        "used": 32,
    }
)


#: Maximum number of Doors being opened at once, by one another's bonuses; depends on the cards.
_OPENING: Final = 2


class Pieces(NamedTuple):
    """Pieces with one place each: these blocks together show each with at most one value."""

    number: int
    blocks: tuple[str, ...]


#: Pieces shown by several blocks, of seats or common ones.
PIECES: Final = (
    Pieces(limits.CARDS, ("offered", "display", "discards", "pairs", "played", "hand")),
    Pieces(limits.MISSIONS, ("missions", "face_down")),
    # While its bonus is being taken, both blocks show a token (AMB-66).
    Pieces(limits.DOOR_TOKENS + _OPENING, ("doors", "doors_seen")),
    Pieces(limits.GUEST_TILES, ("cheeses", "guests_gone", "guests")),
    Pieces(limits.OBJECTIVES, ("offered_objectives", "objectives_gone", "private")),
    Pieces(limits.HEROES, ("heroes_left", "heroes")),
    Pieces(codes.SKILLS, ("skills_left", "skill_tokens")),
    Pieces(limits.MISSIONS * limits.MISSION_ROWS, ("rows",)),
)


def most_at_once(num_players: int) -> int:
    """Return the maximum number of nonzero values of an observation, by ``FEW`` and ``PIECES``."""
    shared = {name for pieces in PIECES for name in pieces.blocks}
    every = (
        (block, block.name.rpartition(".")[2]) for block in observation_layout(num_players).blocks
    )
    alone = sum(FEW.get(name, block.size) for block, name in every if name not in shared)
    return alone + sum(pieces.number for pieces in PIECES)


@cache
def sparse_width(num_players: int) -> int:
    """Return the width of the arrays of sparse observations, a multiple of 32."""
    return -(-most_at_once(num_players) // _STEP) * _STEP
