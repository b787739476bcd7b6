"""The flat action space: every id has one meaning in all decisions.

Each block below is declared once. Rules refer to its offset by name (``PLAY + card``). Its size,
its mask, ``describe`` and the documentation are generated from ``ACTION_BLOCKS``; ``within`` tests
whether an action belongs to a block.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from wistar_env.compiled.jit import inline
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import (
    ABILITIES,
    CARDS,
    DISPLAY,
    GUEST_TILES,
    MAX_DOORS,
    MAX_ROOMS,
    MISSION_ROWS,
    MISSIONS,
    OBJECTIVES,
    SECTORS,
    SPACES,
)


@dataclass(frozen=True)
class ActionBlock:
    """A block of action ids: ``size`` ids from ``start``, and their meaning."""

    name: str
    start: int
    size: int
    meaning: str


_declared: list[ActionBlock] = []


def _block(name: str, size: int, meaning: str) -> int:
    start = _declared[-1].start + _declared[-1].size if _declared else 0
    _declared.append(ActionBlock(name, start, size, meaning))
    return start


PASS: Final = _block("PASS", 1, "decline, or end the current action")
END_TURN: Final = _block("END_TURN", 1, "end your turn and forgo its remaining actions")
PAIR: Final = _block("PAIR", 4, "choose this pair of Inventions as starting hand")
PLACE: Final = _block("PLACE", SECTORS * SPACES, "place a Chief on this space of this Sector")
HUT: Final = _block("HUT", 1, "place a Chief on the Alchemist's Hut")
MAIN: Final = _block("MAIN", len(codes.MAINS), "carry out this Main action")
BONUS: Final = _block("BONUS", len(codes.names("BONUS")), "carry out this Bonus action")
POTION: Final = _block(
    "POTION", len(codes.names("POTION")), "choose this use of the Alchemist's Potion"
)
DIG: Final = _block("DIG", 1, "dig a Room")
BUILD: Final = _block("BUILD", 1, "build a Bed")
TAKE: Final = _block(
    "TAKE", 2 * (DISPLAY + 1), "take the card in this display slot, or on top of this deck"
)
OPEN: Final = _block("OPEN", MAX_DOORS, "open this Door")
MOVE: Final = _block("MOVE", MAX_ROOMS, "move the Explorer to this Room")
REVEAL: Final = _block("REVEAL", MISSIONS, "reveal the Mission card in this place")
GUEST: Final = _block("GUEST", MAX_ROOMS, "take a Guest from this Room")
CHEESE: Final = _block("CHEESE", 1, "take the top Cheese")
COMPLETE: Final = _block(
    "COMPLETE", MISSIONS * MISSION_ROWS, "complete this row of the Mission card in this place"
)
CUBE: Final = _block("CUBE", ABILITIES, "remove the cube from this ability space")
PLAY: Final = _block("PLAY", CARDS, "play this Invention")
USE: Final = _block("USE", CARDS, "use this Invention's 1x effect")
DISCARD: Final = _block("DISCARD", CARDS, "discard this Invention from your hand")
PICK: Final = _block("PICK", CARDS, "choose this Invention for the current effect")
PAY: Final = _block("PAY", len(codes.TOKEN_ITEMS), "pay 1 Wood or 1 Metal as an item")
REDUCE: Final = _block(
    "REDUCE", len(codes.TOKEN_ITEMS), "use a discount to pay less Wood, or less Metal"
)
GAIN: Final = _block("GAIN", len(codes.names("ITEM")), "receive this item in exchange")
BUY_WILD: Final = _block("BUY_WILD", 1, "Fast action: buy a Wild token")
BUY_ELECTRICITY: Final = _block("BUY_ELECTRICITY", 1, "Fast action: buy Electricity")
USE_MOVEMENT: Final = _block("USE_MOVEMENT", 1, "Fast action: use a Movement token")
DEPLOY: Final = _block("DEPLOY", 3, "deploy a Worker from the lair entrance to this Area")
MOVE_WORKER: Final = _block("MOVE_WORKER", 9, "move a Worker from one Area to another")
TENT: Final = _block("TENT", MAX_ROOMS, "pitch a Tent in this Room")
LIFT: Final = _block("LIFT", MAX_ROOMS, "take up your Tent in this Room to pitch it elsewhere")
CLAIM: Final = _block("CLAIM", OBJECTIVES, "Fast action: claim this Objective")
KEEP: Final = _block("KEEP", OBJECTIVES, "keep this Objective as your private one")
HERO: Final = _block("HERO", codes.SKILLS, "take this Hero")
SKILL: Final = _block("SKILL", codes.SKILLS, "take this Skill token")
OPTION: Final = _block("OPTION", 4, "choose this alternative of the current effect")
ACCEPT: Final = _block("ACCEPT", 1, "accept what the current effect offers")
EXPEL: Final = _block("EXPEL", GUEST_TILES, "discard this Guest from your board")
BOT_GUEST: Final = _block("BOT_GUEST", MAX_ROOMS, "let Rat-o-bot take a Guest from this Room")

ACTION_BLOCKS: Final = tuple(_declared)
NUM_ACTIONS: Final = ACTION_BLOCKS[-1].start + ACTION_BLOCKS[-1].size
#: Length of a ``Legal`` array: the number of legal actions, and room for all ids.
LEGAL_SIZE: Final = NUM_ACTIONS + 1

#: For the first action of a block, the action after its last one; 0 for all other actions.
_ENDS: Final = np.zeros(NUM_ACTIONS, np.int16)
for _each in ACTION_BLOCKS:
    _ENDS[_each.start] = _each.start + _each.size


@inline
def within(action: int, block: int) -> bool:
    """Whether an action belongs to the block that begins with ``block``, such as ``A.MOVE``."""
    return bool(block <= action < _ENDS[block])
