"""Every action that is not offered has an explanation, which a second implementation confirms."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pytest

from tests.docs import ROOT
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.lab_rats.kinds import DOOR_NAMES
from wistar_env.games.lab_rats.story.why_not import facts

LEDGER = (ROOT / "docs" / "rules-lab-rats.md").read_text("utf-8")
COLOURS: Final = ("red", "green", "blue", "purple", "orange", "yellow")


class Asked:
    """A decision of a seat, and an action that is not legal in it, by its words."""

    def __init__(self, game: LabRats, action: int) -> None:
        self.g, self.name, self.seat = game.record[0], game.decision, game.seat
        self.text, self.legal = game.describe(action), game.legal_actions().tolist()
        self.words = [game.describe(each) for each in self.legal]
        self.own = self.g["players"][self.seat]

    @property
    def potion(self) -> tuple[set[str], int]:
        """The colours of the Potion that the action is about, and how many of it are there."""
        kinds = [{colour} for colour in COLOURS]
        kinds += [{a, b} for k, a in enumerate(COLOURS) for b in COLOURS[k + 1 :]]
        name = re.findall(r"\((.*)\)", self.text)[0]
        colours = {*COLOURS} if name == "multicolour" else {*name.split(" or ")}
        return colours, int(self.own["potions"][[*kinds, {*COLOURS}].index(colours)])

    @property
    def door(self) -> int:
        """The place of the Door that the action opens."""
        left = ("first", "second", "third", "fourth")
        seats = int(self.g["seats"])
        if "in the middle" in self.text:
            return seats + next((k for k, word in enumerate(left) if word in self.text), 0)
        away = next((k + 1 for k, word in enumerate(left) if word in self.text), 0)
        return (self.seat + away) % seats

    def is_asked(self, *names: str) -> bool:
        return self.name in names

    def due(self) -> list[str]:
        """The colours that the open Exit still asks, in the order in which they are paid."""
        return [colour for k, colour in enumerate(COLOURS) if int(self.g["to_pay"]) >> k & 1]


def _first_turn(asked: Asked) -> bool:
    return int(asked.g["active"]) == asked.seat and int(asked.own["turns"]) == 0


def _fits_obstacle(asked: Asked) -> bool:
    return COLOURS[int(asked.g["facing"])] in asked.potion[0]


def _not_held(asked: Asked) -> bool:
    kind = DOOR_NAMES.index(re.findall(r"lay (.*) as your Door", asked.text)[0])
    return int(asked.own["doors"][kind]) == 0


#: By fact: whether it is true, given the texts of its groups.
READINGS: Final[dict[str, Callable[..., Any]]] = {
    "no Doors are opened in this decision": lambda a: (
        not any(word.startswith("open ") and "Door" in word for word in a.words)
    ),
    "this Door is open": lambda a: int(a.g["opened"]) >> a.door & 1,
    "you open at least one Door( or try an Exit)?": lambda a, exit_too: (
        a.is_asked("begin the turn") and bool(exit_too) == ("try an Exit" in a.words)
    ),
    "you are not about to open a Door": lambda a: not a.is_asked("begin the turn", "go on"),
    "you are at an Exit": lambda a: a.is_asked("pay the Exit"),
    "an Exit is tried at the beginning of a turn, instead of opening Doors": lambda a: (
        not a.is_asked("begin the turn", "pay the Exit")
    ),
    "this is your first turn of the round": _first_turn,
    "you can pay for the Exit, and must": lambda a: a.is_asked("pay the Exit"),
    "you face no obstacle now": lambda a: not a.is_asked("obstacle", "pay the Exit"),
    "it does not have the colour of the obstacle": lambda a: (
        a.is_asked("obstacle") and not _fits_obstacle(a)
    ),
    "the Exit asks for (.+) next": lambda a, colour: (
        a.due()[0] == colour and colour not in a.potion[0]
    ),
    "you need it for another colour of the Exit": lambda a: (
        a.due()[0] in a.potion[0] and a.potion[1] > 0 and len(a.due()) > 1
    ),
    "you have no such Potion": lambda a: a.potion[1] == 0,
    "you do not hold too many Potions": lambda a: not a.is_asked("hand limit", "keep two Potions"),
    "Potions are passed on after a Confusion": lambda a: not a.is_asked("Confusion"),
    "Doors are laid before a turn": lambda a: not a.is_asked("lay Doors"),
    "this Door is not in your hand": _not_held,
    "no Door of yours lies on the table": lambda a: a.g["table"][a.seat] == -1,
}
#: Where a fact may rest on one of several rules, or on a ruling: which, by the rulebook.
RULES: Final = {
    "you face no obstacle now": {"LAB-13", "LAB-14"},
    "you have no such Potion": {"LAB-13", "LAB-17", "LAB-29", "LAB-31", "LAB-55"},
    "this is your first turn of the round": {"LAB-11"},
    "you can pay for the Exit, and must": {"AMB-84"},
}


@pytest.mark.parametrize("players", [3, 5])
def test_every_action_that_is_not_offered_has_a_sentence_that_is_true(players: int) -> None:
    chances, seen = np.random.default_rng(players), Counter[str]()
    for seed in range(3):
        game = LabRats.new(players, seed)
        while not game.finished:
            other = game.determinize(game.seat, game.record["decisions"][0])
            for action in np.flatnonzero(game.action_mask() == 0).tolist():
                why = game.presentation.why_not(action)
                assert re.fullmatch(r"[A-Z][^.]*\.", why.sentence)
                assert other.presentation.why_not(action) == why, "it tells what is hidden"
                asked = Asked(game, action)
                for fact, rule in facts(game.record[0], action):
                    assert f"**{rule}**" in LEDGER, rule
                    assert rule in RULES.get(fact, {rule}), (fact, rule)
                    reading = next(each for each in READINGS if re.fullmatch(each, fact))
                    found = re.fullmatch(reading, fact)
                    assert found
                    assert READINGS[reading](asked, *found.groups()), (asked.name, asked.text, fact)
                    seen[reading] += 1
            tries = game.legal_actions().tolist()
            # Exits are rare, and lead to decisions of their own.
            exits = [each for each in tries if game.describe(each) == "try an Exit"]
            game.step(int(chances.choice(exits or tries)))
    missing = {*READINGS} - {*seen} - {"you need it for another colour of the Exit"}
    assert not missing
