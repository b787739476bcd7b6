"""Words for the indices along all axes of observations and actions."""

from collections.abc import Callable
from functools import cache, cached_property
from typing import TYPE_CHECKING, Final

from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.actions import ACTION_BLOCKS, ActionBlock
from wistar_env.games.rats_of_wistar.rules.numbers import NUMBERS_OF
from wistar_env.games.rats_of_wistar.spaces import alternatives
from wistar_env.games.rats_of_wistar.spaces.blocks import AXES
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.codes import SKILLS
from wistar_env.games.rats_of_wistar.tables.language import code_words
from wistar_env.games.rats_of_wistar.tables.limits import DISPLAY, MISSION_ROWS, SPACES

if TYPE_CHECKING:
    from wistar_env.games.rats_of_wistar.tables.catalogue import Catalogue

_AREAS: Final = 3

_MAINS: Final = {
    codes.MAIN_WOOD: "Collecting Wood",
    codes.MAIN_DIG: "Digging Rooms",
    codes.MAIN_METAL: "Collecting Metal",
    codes.MAIN_BEDS: "Building Beds",
    codes.MAIN_PROJECTS: "Developing Projects",
    codes.MAIN_EXPLORE: "Exploring",
}
_BONUSES: Final = {
    codes.BONUS_MOVE1: "move a Worker",
    codes.BONUS_MOVE2: "move 2 Workers",
    codes.BONUS_WILD: "take a Wild token",
    codes.BONUS_BASIC: "take a Basic Invention",
    codes.BONUS_METAL: "take 1 Metal",
    codes.BONUS_WOOD: "take 1 Wood",
    codes.BONUS_EXPLORE: "explore",
    codes.BONUS_POTION: "use the Alchemist's Potion",
    codes.BONUS_GUEST: "take the Guest of the round",
    codes.BONUS_PLAY: "play an Invention",
    codes.BONUS_MISSION: "complete a mission",
}
_POTIONS: Final = {
    codes.POTION_PLAY: "play an Invention",
    codes.POTION_MISSION: "complete a mission",
    codes.POTION_METAL: "1 Metal",
    codes.POTION_WOOD: "1 Wood",
}
_ITEMS: Final = {
    codes.ITEM_WOOD: "1 Wood",
    codes.ITEM_METAL: "1 Metal",
    codes.ITEM_CARD: "1 Invention",
}


def _family(name: str) -> list[str]:
    return [word.replace("_", " ") for word in code_words(name)]


def _numbered(prefix: str, n: int, start: int = 1) -> list[str]:
    return [f"{prefix}{k}" for k in range(start, start + n)]


def main_actions() -> list[str]:
    """Return the six Main actions in words, by MAIN code."""
    return [_MAINS[code] for code in codes.MAINS]


def bonuses() -> dict[str, str]:
    """Return the Bonus actions in words, keyed by the data's word."""
    return {word: _BONUSES[code] for word, code in code_words("BONUS").items()}


@cache
def bonus_words(line: str) -> str:
    """Return the Bonus actions of a data line, such as ``"play, move1"``, in words."""
    words = bonuses()
    return ", ".join(words[each.strip()] for each in line.split(","))


class Labels:
    """Words for indices, made from the names of one data folder."""

    def __init__(self, names: "Catalogue") -> None:
        self.names = names

    def of(self, axis: str) -> list[str]:
        """Return the word of each index along an axis in ``spaces.blocks.AXES``."""
        words = self._axes[axis]
        # Other data folders may have more rooms and passages, and later versions may have more ops.
        return words + _numbered(f"unused {axis} ", self.spare(axis), len(words) + 1)

    def numbers(self, kind: int) -> list[str]:
        """Return the word of each index along the axis ``"number"`` for a kind of decision."""
        names = [number.name for number in NUMBERS_OF[kind]]
        return (names + self.of("number")[len(names) :])[: AXES["number"]]

    def spare(self, axis: str) -> int:
        """Return how many indices at the end of an axis this data folder does not use."""
        return AXES[axis] - len(self._axes[axis])

    @cached_property
    def cards(self) -> list[str]:
        """Name and number of each Invention."""
        return [f"{name} ({k})" for k, name in enumerate(self.names.cards, 1)]

    @cached_property
    def _positions(self) -> list[str]:
        """The Main action at each position of the wheel."""
        in_words = dict(zip(codes.names("MAIN"), main_actions(), strict=False))
        return [in_words[word] for word in self.names.positions]

    @cached_property
    def _axes(self) -> dict[str, list[str]]:
        names = self.names
        rooms = [f"{a} ({b})" for a, b in zip(names.rooms, names.room_names, strict=True)]
        return {
            "ability": list(names.abilities),
            "action card": list(names.bot_actions),
            "area": [word.capitalize() for word in _family("AREA")],
            "board position": [*self._positions, "Alchemist's Hut"],
            "bonus": list(bonuses().values()),
            "card": self.cards,
            "cheese": list(names.guests[-AXES["cheese"] :]),
            "decision": [decisions.NAMES[k] for k in range(decisions.CHOICES)],
            "door token": [f"{k}: {effect}" for k, effect in enumerate(names.doors, 1)],
            "exploration card": list(names.bot_explorations),
            "guest": list(names.guests),
            "hero": list(names.heroes),
            "hut place": _numbered("", AXES["hut place"]),
            "icon": _family("ICON"),
            "index": _numbered("", AXES["index"], 0),
            "kind": _family("KIND"),
            "mission": list(names.missions),
            "number": _numbered("number ", AXES["number"]),
            "objective": list(names.objectives),
            "op": [word.replace("_", " ") for word in alternatives.SHOWN],
            "option": _numbered("option ", AXES["option"]),
            "passage": list(names.passages),
            "place": list(names.mission_places),
            "position": self._positions,
            "room": rooms,
            "round": _numbered("", AXES["round"], 0),
            "row": _numbered("row ", AXES["row"]),
            "sector": list(names.sectors),
            "skill": _family("ICON")[:SKILLS],
            "space": _numbered("space ", AXES["space"]),
            "tier": _family("TIER"),
            "timing": _family("TIMING"),
            "track": _family("TYPE"),
            "track space": _numbered("", AXES["track space"], 0),
            "seat offset": _numbered("", AXES["seat offset"], 0),
            "turn place": _numbered("", AXES["turn place"]),
            "type": _family("TYPE"),
        }

    def actions(self) -> list[str]:
        """Return the description of each action id; no two are the same."""
        return [self._action(block, k) for block in ACTION_BLOCKS for k in range(block.size)]

    def _action(self, block: ActionBlock, k: int) -> str:
        single = _SINGLE.get(block.name)
        return single if single is not None else self._words[block.name](k)

    def _by_axis(self, text: str, axis: str) -> Callable[[int], str]:
        words = self.of(axis)
        return lambda k: text.format(words[k])

    @cached_property
    def _words(self) -> dict[str, Callable[[int], str]]:
        areas, sectors, places = self.of("area"), self.of("sector"), self.of("place")
        tiers = self.of("tier")
        return {
            "PAIR": lambda k: f"choose starting pair {k + 1}",
            "PLACE": lambda k: f"Chief to {sectors[k // SPACES]} space {k % SPACES + 1}",
            "MAIN": lambda k: f"Main action: {main_actions()[k]}",
            "BONUS": self._by_axis("Bonus action: {}", "bonus"),
            "POTION": lambda k: f"Potion: {_POTIONS[k]}",
            "TAKE": lambda k: _take(tiers[k // (DISPLAY + 1)], k % (DISPLAY + 1)),
            "OPEN": self._by_axis("open door {}", "passage"),
            "MOVE": self._by_axis("move the Explorer to {}", "room"),
            "REVEAL": lambda k: f"reveal the mission at {places[k]}",
            "GUEST": self._by_axis("take a Guest from {}", "room"),
            "COMPLETE": lambda k: (
                f"complete row {k % MISSION_ROWS + 1} of the mission at {places[k // MISSION_ROWS]}"
            ),
            "CUBE": self._by_axis("remove the cube from {}", "ability"),
            "PLAY": self._by_axis("play {}", "card"),
            "USE": self._by_axis("use {}", "card"),
            "DISCARD": self._by_axis("discard {}", "card"),
            "PICK": self._by_axis("pick {}", "card"),
            "PAY": lambda k: f"pay {_ITEMS[k]}",
            "REDUCE": lambda k: f"pay {_ITEMS[k]} less",
            "GAIN": lambda k: f"receive {_ITEMS[k]}",
            "DEPLOY": lambda k: f"deploy a Worker to the {areas[k]}",
            "MOVE_WORKER": lambda k: (
                f"move a Worker from the {areas[k // _AREAS]} to the {areas[k % _AREAS]}"
            ),
            "TENT": self._by_axis("pitch a Tent in {}", "room"),
            "LIFT": self._by_axis("take up the Tent in {}", "room"),
            "CLAIM": self._by_axis("claim {}", "objective"),
            "KEEP": self._by_axis("keep {}", "objective"),
            "HERO": self._by_axis("take Hero {}", "hero"),
            "SKILL": self._by_axis("take the Skill token of {}", "skill"),
            "OPTION": lambda k: f"choose alternative {k + 1}",
            "EXPEL": self._by_axis("discard Guest {}", "guest"),
            "BOT_GUEST": self._by_axis("Rat-o-bot takes a Guest from {}", "room"),
        }


def _take(tier: str, slot: int) -> str:
    if slot == DISPLAY:
        return f"take the top card of the {tier} deck"
    return f"take the {tier} card in slot {slot + 1}"


#: Blocks with a single action.
_SINGLE: Final = {
    "PASS": "pass",
    "END_TURN": "end the turn",
    "HUT": "Chief to the Alchemist's Hut",
    "DIG": "dig a Room",
    "BUILD": "build a Bed",
    "CHEESE": "take the Cheese",
    "BUY_WILD": "buy a Wild token",
    "BUY_ELECTRICITY": "buy Electricity",
    "USE_MOVEMENT": "use a Movement token",
    "ACCEPT": "accept",
}
