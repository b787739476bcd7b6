"""The actions: their ids and texts. Ids do not depend on the data folder."""

from typing import Final

from wistar_env.games.lab_rats.kinds import DOOR_KINDS, DOOR_NAMES, POTION_KINDS, POTION_NAMES
from wistar_env.games.lab_rats.state import SLOTS

ACTION_BLOCKS: Final = (
    ("open", SLOTS),  # own Door, Doors of the players to the left, Doors in the middle
    ("stop", 1),
    ("exit", 1),
    ("injury", 1),
    ("spend", POTION_KINDS),
    ("discard", POTION_KINDS),
    ("pass", POTION_KINDS),
    ("lay", DOOR_KINDS),
    ("keep", 1),
)
OPEN: Final = 0
STOP: Final = OPEN + SLOTS
TRY_EXIT: Final = STOP + 1
INJURY: Final = TRY_EXIT + 1
SPEND: Final = INJURY + 1
DISCARD: Final = SPEND + POTION_KINDS
PASS: Final = DISCARD + POTION_KINDS
LAY: Final = PASS + POTION_KINDS
KEEP: Final = LAY + DOOR_KINDS
NUM_ACTIONS: Final = KEEP + 1

_PLACES: Final = ("first", "second", "third", "fourth")


def _door_in_words(place: int, num_players: int) -> str:
    """Return the text of a Door, by its place relative to the player who opens it."""
    if place == 0:
        return "your own Door"
    if place < num_players:
        return f"the Door of the {_PLACES[place - 1]} player to the left"
    in_middle = SLOTS - num_players
    which = f"{_PLACES[place - num_players]} " if in_middle > 1 else ""
    return f"the {which}Door in the middle"


def action_in_words(action: int, num_players: int) -> str:
    """Return an action as text, such as ``"open your own Door"``, for a player count."""
    if action < STOP:
        return f"open {_door_in_words(action, num_players)}"
    if action < SPEND:
        return ("open no more Doors", "try an Exit", "take the injury")[action - STOP]
    for first, verb in ((PASS, "pass"), (DISCARD, "discard"), (SPEND, "spend")):
        if first <= action < first + POTION_KINDS:
            to = " to the right" if first == PASS else ""
            return f"{verb} a Potion ({POTION_NAMES[action - first]}){to}"
    if action < KEEP:
        return f"lay {DOOR_NAMES[action - LAY]} as your Door"
    return "keep your Door as it is"
