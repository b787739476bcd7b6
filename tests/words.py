"""Texts for everything that tests name: actions, cards, Guests, rooms, passages.

Every action id has one text, such as ``"PLAY Hammer"``, ``"OPEN A-D"``, ``"MOVE D"``,
``"TAKE basic deck"``, ``"COMPLETE D1 2"`` (second row of the first Mission place in room D),
``"MOVE_WORKER forest farm"``, ``"MAIN wood"`` or ``"END_TURN"``.
"""

from collections import Counter
from typing import Any

import numpy as np

from wistar_env.games.rats_of_wistar.rules import actions
from wistar_env.games.rats_of_wistar.tables import codes, limits


def words(family: str) -> list[str]:
    """Return the words of one family of codes in the order of their values."""
    return list(codes.names(family))


class Words:
    """The names in one set of tables, and the text of every action.

    ``tables``: the one record of ``TABLES`` that the game is played with. ``names``: lists of names
    by component: ``cards``, ``guests``, ``missions``, ``objectives``, ``abilities``, ``sectors``.
    """

    def __init__(self, tables: Any, names: dict[str, list[str]]) -> None:
        self.names = names
        self.hero_skills = [words("ICON")[skill] for skill in tables["heroes"]["skill"]]
        self.rooms = [chr(ord("A") + room) for room in range(limits.MAX_ROOMS)]
        self.passages = [
            f"{self.rooms[tables['passage_a'][i]]}-{self.rooms[tables['passage_b'][i]]}"
            if i < tables["passages"]
            else f"passage {i}"
            for i in range(limits.MAX_DOORS)
        ]
        self.places = self._mission_places(tables)
        self.texts = [text for block in actions.ACTION_BLOCKS for text in self._texts_of(block)]
        self.ids = {text: action for action, text in enumerate(self.texts)}

    def _mission_places(self, tables: Any) -> list[str]:
        rooms = [self.rooms[room] for room in tables["mission_room"]]
        total, seen = Counter(rooms), Counter[str]()
        places = []
        for room in rooms:
            seen[room] += 1
            places.append(room if total[room] == 1 else f"{room}{seen[room]}")
        return places

    def _arguments(self, block: actions.ActionBlock) -> list[str]:
        slots = [*map(str, range(limits.DISPLAY)), "deck"]
        spaces = range(limits.SPACES)
        rows = range(1, limits.MISSION_ROWS + 1)
        by_block = {
            "PLACE": [f"{sector} {space}" for sector in self.names["sectors"] for space in spaces],
            "MAIN": words("MAIN")[:6],
            "BONUS": words("BONUS"),
            "POTION": words("POTION"),
            "TAKE": [f"{tier} {slot}" for tier in words("TIER") for slot in slots],
            "OPEN": self.passages,
            "REVEAL": self.places,
            "COMPLETE": [f"{place} {row}" for place in self.places for row in rows],
            "CUBE": self.names["abilities"],
            "PAY": words("ITEM")[:2],
            "REDUCE": words("ITEM")[:2],
            "GAIN": words("ITEM"),
            "DEPLOY": words("AREA"),
            "MOVE_WORKER": [f"{a} {b}" for a in words("AREA") for b in words("AREA")],
            "CLAIM": self.names["objectives"],
            "KEEP": self.names["objectives"],
            "HERO": self.hero_skills,
            "SKILL": words("ICON")[: codes.SKILLS],
            "EXPEL": self.names["guests"],
        }
        if block.name in by_block:
            return by_block[block.name]
        if block.size == limits.MAX_ROOMS:
            return self.rooms
        if block.size == limits.CARDS:
            return self.names["cards"]
        return [str(i) for i in range(block.size)]

    def _texts_of(self, block: actions.ActionBlock) -> list[str]:
        if block.size == 1:
            return [block.name]
        return [f"{block.name} {argument}" for argument in self._arguments(block)]

    def action(self, text: str) -> int:
        """Return the id of an action given in words."""
        if text not in self.ids:
            block = text.split()[0]
            near = [known for known in self.texts if known.split()[0] == block]
            raise KeyError(f"there is no action {text!r}; of this block: {near[:40]}")
        return self.ids[text]

    def card(self, card: str | int) -> int:
        """Return the id of a card given by its name or its printed number."""
        return card - 1 if isinstance(card, int) else self.names["cards"].index(card)

    def find(self, component: str, name: str | int) -> int:
        """Return the id of a named component; a number is the id itself."""
        return name if isinstance(name, (int, np.integer)) else self.names[component].index(name)

    def room(self, letter: str) -> int:
        """Return the location of a room letter; ``A`` is the entrance."""
        return self.rooms.index(letter)

    def place(self, name: str) -> int:
        """Return the Mission place of a name such as ``B`` or ``D2``."""
        return self.places.index(name)

    def passage(self, name: str) -> int:
        """Return the passage of a name such as ``A-D``."""
        return self.passages.index(name)
