"""The blocks of an observation, in the order that ``observed.encode`` writes them."""

from functools import cache
from typing import Final

from wistar_env.games.lab_rats.actions import NUM_ACTIONS
from wistar_env.games.lab_rats.amounts import (
    CRUMBS_OF_CHEESE,
    DEADLY,
    DEALT,
    HAND_LIMIT,
    MOST_CHEESE,
)
from wistar_env.games.lab_rats.kinds import (
    DOOR_KINDS,
    DOORS,
    EXITS,
    NUM_COLOURS,
    POTION_KINDS,
    POTIONS,
)
from wistar_env.games.lab_rats.outcomes import OUTCOMES
from wistar_env.games.lab_rats.state import DEAD, KEEP_POTIONS, SLOTS
from wistar_env.kit.layout import Layout, Section, layout_of

#: Incremented when the meaning of observations changes.
OBSERVATION_VERSION: Final = 2
#: The most copies of a card (the bundled cards have at most 4 of each) and the most rounds that an
#: observation shows; low, so that a difference of 1 stays visible after scaling.
MOST_ALIKE: Final = 6
MOST_ROUNDS_SHOWN: Final = 20
PERCENT: Final = 100
#: The number of conditions of a Specimen.
CONDITIONS: Final = DEAD + 1


@cache
def layout(num_players: int) -> Layout:
    """Return the layout of observations, in the order of ``encode``."""
    axes = {
        "decision": KEEP_POTIONS,
        "colour": NUM_COLOURS,
        "place": SLOTS,
        "seat": num_players,
        "condition": CONDITIONS,
        "door": DOOR_KINDS,
        "potion": POTION_KINDS,
        "exit": EXITS,
        "outcome": OUTCOMES,
    }
    seen = Section("all", axes)
    add = seen.add
    add("decision", "decision", meaning="the current decision")
    add("obstacle", "colour", meaning="colour of the obstacle to beat")
    add("to_pay", "colour", meaning="colours that an open Exit still requires")
    add("round", limit=MOST_ROUNDS_SHOWN, meaning="the round, from 1")
    add("table", "place", "door", meaning="Doors on the table: open ones, and your own")
    add("closed", "place", meaning="whether the Door at a place is face down")
    add("aside", "door", limit=MOST_ALIKE, meaning="Doors turned up by a Double Door")
    add("door_discards", "door", limit=MOST_ALIKE, meaning="discarded Doors")
    add("potion_discards", "potion", limit=MOST_ALIKE, meaning="discarded Potions")
    add("door_deck", limit=DOORS, meaning="Doors in the deck")
    add("potion_deck", limit=POTIONS, meaning="Potions in the deck")
    add("decides", "seat", meaning="the seat that decides")
    add("active", "seat", meaning="the seat whose turn it is")
    add("starter", "seat", meaning="the seat with the first-player token")
    add("exchanged", "seat", meaning="whether the seat's Door was exchanged after the last turn")
    add(
        "own_opened",
        "seat",
        meaning="whether the seat opened its own Door in its last exploring turn of the round",
    )
    add("specimen", "seat", "colour", meaning="the mutation of each Specimen")
    add("condition", "seat", "condition", meaning="healthy, injured or dead")
    add("may_exit", "seat", meaning="whether the seat's first turn of the round is over")
    add("crumbs", "seat", limit=CRUMBS_OF_CHEESE - 1, meaning="crumbs")
    add("pollution", "seat", limit=DEADLY - 1, meaning="pollution")
    add("cheese", "seat", limit=MOST_CHEESE, meaning="cheese")
    add("num_potions", "seat", limit=HAND_LIMIT + 1, meaning="Potions in hand")
    add(
        "num_put_by",
        "seat",
        limit=HAND_LIMIT - DEALT,
        meaning="Potions given up for the next round, still face down",
    )
    add("num_doors", "seat", limit=DEALT, meaning="Doors in hand")
    add(
        "unpaid",
        "seat",
        "exit",
        meaning="Exits that the seat failed to pay since it last gained a Potion",
    )
    add(
        "potions",
        "seat",
        "potion",
        limit=HAND_LIMIT + 1,
        meaning="your Potions in hand; of others, those that you know, in hand or given up",
    )
    add(
        "put_by",
        "seat",
        "potion",
        limit=HAND_LIMIT - DEALT,
        meaning="Potions that you gave up for the next round",
    )
    add("doors", "seat", "door", limit=DEALT, meaning="Doors in your hand")
    add("payable", "seat", "exit", meaning="Exits that your hand and your mutation can pay")
    add(
        "unseen",
        "outcome",
        limit=DOORS,
        meaning="Doors that you have not seen, by the outcome if you open one",
    )
    add("risk", limit=PERCENT, meaning="percentage of unseen Doors that injure or kill you")
    add(
        "sealed",
        "seat",
        limit=NUM_ACTIONS,
        meaning="your sealed choice: its action plus 1, or 0 if none",
    )
    return layout_of([("", seen)])
