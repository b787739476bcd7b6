"""The width of sparse observations: the maximum number of nonzero values.

Most blocks are one-hot, or show the places of pieces, each in one place. That is declared here, by
block, and the width follows from it for each player count. Bounds by the card set and not by a
rule are several times those of the bundled cards; writers of sparse observations must reject games
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

#: Blocks with a maximum number of nonzero values below their size, and that number.
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
        # No rule bounds these: costs and choices of many parts, effects within effects, 1x tokens.
        "alternatives": 16,
        "resolving": 16,
        "used": 32,
    }
)


#: Doors that are opened at once, one by the bonus of another; the number depends on the cards.
_OPENING: Final = 2


class Pieces(NamedTuple):
    """Pieces in one place each: one of all values of these blocks is nonzero."""

    number: int
    blocks: tuple[str, ...]


#: What seats and common blocks show together.
PIECES: Final = (
    Pieces(limits.CARDS, ("offered", "display", "discards", "pairs", "played", "hand")),
    Pieces(limits.MISSIONS, ("missions", "face_down")),
    # A token whose bonus is being taken is shown by both (AMB-66).
    Pieces(limits.DOOR_TOKENS + _OPENING, ("doors", "doors_seen")),
    Pieces(limits.GUEST_TILES, ("cheeses", "guests_gone", "guests")),
    Pieces(limits.OBJECTIVES, ("offered_objectives", "objectives_gone", "private")),
    Pieces(limits.HEROES, ("heroes_left", "heroes")),
    Pieces(codes.SKILLS, ("skills_left", "skill_tokens")),
    Pieces(limits.MISSIONS * limits.MISSION_ROWS, ("rows",)),
)


def most_at_once(num_players: int) -> int:
    """Return the maximum number of nonzero values of an observation."""
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
