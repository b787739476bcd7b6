"""The legal actions of a decision as text that reveals only what the deciding seat knows."""

from itertools import permutations
from typing import Any, Final

from wistar_env.games.lab_rats.actions import (
    INJURY,
    KEEP,
    LAY,
    OPEN,
    STOP,
    TRY_EXIT,
    action_in_words,
)
from wistar_env.games.lab_rats.amounts import CRUMBS_OF_CHEESE, DEADLY, WINS
from wistar_env.games.lab_rats.kinds import EXITS, NUM_COLOURS, POTION_COLOURS
from wistar_env.games.lab_rats.state import INJURED, NO_CARD, SLOTS
from wistar_env.games.lab_rats.words import counted, door_effect, door_name, with_article
from wistar_env.kit.game.presentation_parts import Choice, MenuItem

#: Actions that decline something; a menu lists them last.
_DECLINING: Final = (STOP, INJURY, KEEP)


def choices_of(g: Any, legal: list[int], exits: list[int]) -> list[Choice]:
    """Return legal actions with their texts and effects."""
    seats = int(g["seats"])
    return [
        Choice(action, action_in_words(action, seats), _effect(g, action, exits))
        for action in legal
    ]


def menu_of(g: Any, choices: list[Choice], exits: list[int]) -> list[MenuItem]:
    """Return choices as shown to human players, with declining actions last."""
    back = int(g["table"][int(g["mover"])])
    items = [
        MenuItem(
            choice.action,
            choice.text,
            _laid(choice.action, back) if LAY <= choice.action < KEEP else choice.effect,
            declines=choice.action in _DECLINING,
            gives_up=_gives_up(g, choice.action, exits) if len(choices) > 1 else "",
        )
        for choice in choices
    ]
    return sorted(items, key=lambda item: item.declines)


def _laid(action: int, back: int) -> str:
    """Return the effect of opening the Door to be laid, and name the Door taken back."""
    effect = door_effect(action - LAY)
    return effect if back == NO_CARD else f"{effect}; takes {with_article(door_name(back))} back"


def _gives_up(g: Any, action: int, exits: list[int]) -> str:
    """Return a warning if an action certainly kills the Specimen, otherwise an empty text."""
    player = g["players"][int(g["mover"])]
    dies = {
        STOP: _stopping_kills(g, player),
        INJURY: bool(player["condition"] == INJURED),
        TRY_EXIT: _payable(player, exits) == 0,
    }
    return "Your Specimen would die." if dies.get(action) else ""


def _effect(g: Any, action: int, exits: list[int]) -> str:
    seat = int(g["mover"])
    player, own = g["players"][seat], int(g["table"][seat])
    if action == OPEN or action == KEEP:
        return f"it is {with_article(door_name(own))}"
    if action == STOP:
        return _stopping(g, player)
    if action == TRY_EXIT:
        return f"this hand passes {_payable(player, exits)} of the {EXITS} Exits"
    if action == INJURY:
        return "the second one kills" if player["condition"] == INJURED else ""
    if LAY <= action < KEEP and own != NO_CARD:
        return f"takes {with_article(door_name(own))} back"
    return ""


def _stopping(g: Any, player: Any) -> str:
    """Return the consequences of stopping (LAB-36, LAB-37, LAB-39)."""
    opened = int(g["opened"]).bit_count()
    deadly = ", which kills" if _stopping_kills(g, player) else ""
    return f"{counted(opened, 'crumb')}, {SLOTS - opened} pollution{deadly}"


def _stopping_kills(g: Any, player: Any) -> bool:
    """Return whether pollution from the closed Doors kills (LAB-39).

    Crumbs come first, and may win the game by becoming cheese (LAB-38).
    """
    opened = int(g["opened"]).bit_count()
    makes_cheese = int(player["crumbs"]) + opened >= CRUMBS_OF_CHEESE
    wins = int(player["cheese"]) + makes_cheese >= WINS
    return not wins and int(player["pollution"]) + SLOTS - opened >= DEADLY


def _payable(player: Any, exits: list[int]) -> int:
    """Return the number of Exits that the hand and the mutation can pay for (LAB-31)."""
    hand = [
        POTION_COLOURS[kind]
        for kind, count in enumerate(player["potions"].tolist())
        for _ in range(count)
    ]
    return sum(_pays(hand, asked & ~(1 << int(player["specimen"]))) for asked in exits)


def _pays(hand: list[int], asked: int) -> bool:
    colours = [colour for colour in range(NUM_COLOURS) if asked >> colour & 1]
    return any(
        all(potion >> colour & 1 for potion, colour in zip(some, colours, strict=True))
        for some in permutations(hand, len(colours))
    )
