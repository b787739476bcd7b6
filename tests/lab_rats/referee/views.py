"""What each seat sees (LAB-70 to LAB-76)."""

from collections.abc import Iterable
from functools import cache
from itertools import chain
from typing import Final

from tests.lab_rats.referee.asking import NO_DOOR
from tests.lab_rats.referee.cards import COLOURS
from tests.lab_rats.referee.rules import Referee
from tests.lab_rats.referee.table import DEAD, HEALTHY, INJURED, PLACES

DECISIONS: Final = (
    "begin the turn",
    "go on",
    "obstacle",
    "pay the Exit",
    "hand limit",
    "Confusion",
    "lay Doors",
    "keep two Potions",
)
OUTCOMES: Final = ("Potion", "beaten", "injury", "pollution", "death", "other")
OUTCOME_OF_EVENT: Final = {
    "Potion Box": "Potion",
    "Confusion": "other",
    "Radioactive Explosion": "pollution",
    "Explosion": "injury",
    "Instant Death": "death",
    "Resurrection": "other",
    "Double Door": "other",
}
CONDITIONS: Final = (HEALTHY, INJURED, DEAD)


def _bits(true: set[int], length: int) -> list[int]:
    return [int(k in true) for k in range(length)]


@cache
def _one(index: int, length: int) -> list[int]:
    return _bits({index}, length)


def _rows(rows: Iterable[list[int]]) -> list[int]:
    return list(chain.from_iterable(rows))


def _harm_of(name: str, own: str, beaten: set[str]) -> str:
    """Return what opening a Door does to a Specimen."""
    if name not in COLOURS:
        return OUTCOME_OF_EVENT[name]
    if name == own:
        return "Potion"
    return "beaten" if name in beaten else "injury"


def _unseen(game: Referee, viewer: int) -> dict[str, list[int]]:
    """Return the blocks that count the Doors which a seat has not seen."""
    cards, own = game.cards, game.seats[viewer]
    left = dict(zip(cards.doors, cards.door_counts, strict=True))
    for kind, name in enumerate(cards.doors):
        left[name] -= game.aside[kind] + game.doors.discards[kind] + own.doors[kind]
    for slot, kind in enumerate(game.table):
        if kind != NO_DOOR and (slot in game.opened or slot == viewer):
            left[cards.doors[kind]] -= 1
    beaten = {
        COLOURS[colour]
        for kind, count in enumerate(own.potions)
        for colour in cards.covers[kind]
        if count
    }
    counts = dict.fromkeys(OUTCOMES, 0)
    for name, count in left.items():
        counts[_harm_of(name, COLOURS[own.specimen], beaten)] += count
    harmful, total = counts["injury"] + counts["death"], sum(counts.values())
    return {"unseen": [*counts.values()], "risk": [100 * harmful // max(1, total)]}


def view(game: Referee, viewer: int, sealed: int) -> dict[str, list[int]]:
    """Return what a seat sees: the numbers of each block, seats counted from its own.

    ``viewer``: the seat. ``sealed``: number of the viewer's own choice that is still secret, from 1
    on; 0 without any.
    """
    n, cards = game.n, game.cards
    order = [(viewer + k) % n for k in range(n)]
    seats = [game.seats[number] for number in order]
    own = game.seats[viewer]
    asked = "" if game.finished else game.question
    slots = [game.slot(viewer, place) for place in range(PLACES)]
    nothing = [0] * len(cards.doors)
    return {
        "decision": _bits({DECISIONS.index(asked)} if asked else set(), len(DECISIONS)),
        "obstacle": _bits({game.facing} if asked == "obstacle" else set(), len(COLOURS)),
        "to_pay": _bits(game.to_pay, len(COLOURS)),
        "round": [game.round_number],
        "table": _rows(
            _one(game.table[slot], len(cards.doors))
            if slot in game.opened or slot == viewer
            else nothing
            for slot in slots
        ),
        "closed": [int(game.table[slot] >= 0 and slot not in game.opened) for slot in slots],
        "aside": game.aside,
        "door_discards": game.doors.discards,
        "potion_discards": game.potions.discards,
        "door_deck": [game.doors.size],
        "potion_deck": [game.potions.size],
        "decides": [int(not game.finished and number == game.mover) for number in order],
        "active": [int(number == game.active) for number in order],
        "starter": [int(number == game.starter) for number in order],
        "exchanged": [int(number in game.exchanged) for number in order],
        "own_opened": [int(number in game.own_opened) for number in order],
        "specimen": _rows(_one(seat.specimen, len(COLOURS)) for seat in seats),
        "condition": _rows(_one(CONDITIONS.index(s.condition), len(CONDITIONS)) for s in seats),
        "may_exit": [int(seat.turns > 0) for seat in seats],
        "crumbs": [seat.crumbs for seat in seats],
        "pollution": [seat.pollution for seat in seats],
        "cheese": [seat.all_cheese for seat in seats],
        "num_potions": [seat.num_potions for seat in seats],
        "num_put_by": [sum(seat.put_by) for seat in seats],
        "num_doors": [seat.num_doors for seat in seats],
        "unpaid": _rows(_bits(seat.unpaid, len(cards.exits)) for seat in seats),
        "potions": own.potions + _rows(own.known[number] for number in order[1:]),
        "put_by": own.put_by + [0] * len(own.put_by) * (n - 1),
        "doors": own.doors + nothing * (n - 1),
        "payable": _bits(
            {
                number
                for number, exit_colours in enumerate(cards.exits)
                if cards.pays(set(exit_colours) - {own.specimen}, own.potions)
            },
            len(cards.exits),
        )
        + [0] * len(cards.exits) * (n - 1),
        **_unseen(game, viewer),
        "sealed": [sealed] + [0] * (n - 1),
    }
