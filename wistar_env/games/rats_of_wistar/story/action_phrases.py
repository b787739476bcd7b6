"""Phrases for actions themselves, such as passing, where scenes before and after show no change."""

from collections.abc import Mapping
from typing import Final

from wistar_env.games.rats_of_wistar.scene.parts import Scene
from wistar_env.games.rats_of_wistar.spaces.actions import TARGETS
from wistar_env.games.rats_of_wistar.story.events import Event
from wistar_env.games.rats_of_wistar.tables import codes

#: The phrase for a card that is being paid for and is not in play yet.
BEGAN: Final = "began to play"
MOVEMENT: Final = "Movement token"

_BY_NAME: Final = {
    "PICK": ("picked", "pick "),
    "PLAY": (BEGAN, "play "),
}

_BONUSES: Final = {
    codes.BONUS_MOVE1: "began to move a Worker",
    codes.BONUS_MOVE2: "began to move 2 Workers",
    codes.BONUS_EXPLORE: "began to explore",
    codes.BONUS_POTION: "took the Alchemist's Potion",
    codes.BONUS_PLAY: "began to play an Invention",
    codes.BONUS_MISSION: "began to complete a mission",
}
_POTIONS: Final = {
    codes.POTION_PLAY: "used the Potion to play an Invention",
    codes.POTION_MISSION: "used the Potion to complete a mission",
}
_DECLINED: Final = {
    "choose potion": "left the Potion unused",
    "dig rooms": "dug no further Room",
    "build beds": "built no further Bed",
    "develop projects": "took no further Invention",
    "explore": "explored no further",
    "move workers": "moved no further Worker",
    "deploy workers": "deployed no further Worker",
    "play invention": "played no Invention",
    "discard cards": "had no Invention to discard",
    "complete mission": "completed no mission",
    "remove cube": "uncovered no ability",
    "choose hero": "took no Hero",
    "choose skill token": "took no Skill token",
    "choose main action": "did without the Main action",
    "choose option": "chose none of the alternatives",
    "accept cost": "declined to pay for the effect",
    "take of type": "took no Invention",
    "recover card": "took no Invention from the discards",
    "copy once": "copied no effect",
    "play drawn": "played none of the drawn Inventions",
    "give item": "exchanged nothing",
    "open any door": "opened no Door",
    "fly": "stayed in the room",
    "pitch tent": "pitched no Tent",
    "accept guest": "declined the Guest",
    "keep objective": "kept no Objective",
}
#: Phrases for actions of a block, by their index in it.
_PHRASES: Final[dict[str, dict[int, str]]] = {
    "END_TURN": {0: "ended the turn"},
    "REDUCE": {
        codes.ITEM_WOOD: "took 1 Wood off the price",
        codes.ITEM_METAL: "took 1 Metal off the price",
    },
}
#: Phrases used only if the action caused no event.
_FALLBACKS: Final[dict[str, dict[int, str]]] = {
    "ACCEPT": {0: "accepted"},
    "BONUS": _BONUSES,
    "BUY_ELECTRICITY": {0: "began to buy Electricity"},
    "BUY_WILD": {0: "began to buy a Wild token"},
    "OPTION": {k: f"chose alternative {k + 1}" for k in range(4)},
    "POTION": _POTIONS,
}
#: Blocks of actions that have an effect unless circumstances prevent it.
_WITH_EFFECT: Final = ("MAIN", "BONUS", "POTION")


def action_event(before: Scene, action: int, text: str) -> Event | None:
    """Return the event of the action itself; None if the events of its effects suffice."""
    if before.decision is None:
        return None
    seat, name = before.decision.seat, before.decision.name
    block = TARGETS[action].block
    if block == "PASS":
        return Event(seat, _DECLINED.get(name, f"passed ({name})"), minor=True)
    if block == "MAIN":
        return _main(before, seat, text.removeprefix("Main action: "))
    if block == "USE_MOVEMENT":
        return Event(seat, "used", MOVEMENT, 1)
    if block in _BY_NAME:
        verb, prefix = _BY_NAME[block]
        return Event(seat, verb, text.removeprefix(prefix), minor=True)
    words = _phrase(_PHRASES, action)
    return Event(seat, words, minor=True) if words else None


def _main(before: Scene, seat: int, main: str) -> Event:
    strength = strength_of(before, seat, main)
    return Event(seat, f"carried out {main} with Strength {strength}", minor=True)


def strength_of(scene: Scene, seat: int, main: str) -> int:
    """Return the Strength of a Main action: the Workers of the seat in its Area."""
    area = area_of(scene, main)
    return sum(each.count for each in scene.seats[seat].workers if each.number == area)


def area_of(scene: Scene, main: str) -> int:
    """Return the number of the Area whose Workers give a Main action its Strength."""
    return next(sector.area for sector in scene.wheel if sector.main == main)


def fallback_event(seat: int, action: int, text: str) -> Event:
    """Return the event of an action that caused no other event."""
    words = _phrase(_FALLBACKS, action)
    if words:
        return Event(seat, words, minor=True)
    return Event(seat, "chose", f"“{text.removeprefix('Bonus action: ')}”", minor=True)


def has_effect(action: int) -> bool:
    """Return whether an action is a Main, Bonus or Potion action, which usually has an effect."""
    return TARGETS[action].block in _WITH_EFFECT


def _phrase(words: Mapping[str, Mapping[int, str]], action: int) -> str | None:
    """Return the phrase for an action, by its block and its index in it, or None."""
    block, numbers = TARGETS[action]
    return words.get(block, {}).get(numbers[0] if numbers else 0)


def discarded(action: int, text: str) -> str:
    """Return the name of the Invention that an action discards; empty if it discards none."""
    return text.removeprefix("discard ") if TARGETS[action].block == "DISCARD" else ""
