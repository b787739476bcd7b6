"""Whether the facts of a rejection are true: read from the record, not from changed copies.

Each kind of fact that ``why_not`` states of Rats of Wistar has a reading here, written from the
rulebook: a question to the position as it is.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Callable
from functools import cache, cached_property
from typing import Any, Final

from tests.independent.printed import SKILLS, printed
from tests.independent.scorer import chain, counts_of_player
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.numbers import number
from wistar_env.games.rats_of_wistar.rules.state import FLAG_USED
from wistar_env.games.rats_of_wistar.spaces.actions import TARGETS
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.reading import DEFAULT

NONE: Final = -1
ENTRANCE: Final = 0
MAINS: Final = {
    "Collecting Wood": "wood",
    "Digging Rooms": "dig",
    "Collecting Metal": "metal",
    "Building Beds": "beds",
    "Developing Projects": "projects",
    "Exploring": "explore",
}


@cache
def data(name: str) -> dict[str, Any]:
    return tomllib.loads((DEFAULT / f"{name}.toml").read_text("utf-8"))


@cache
def cards() -> dict[int, dict[str, Any]]:
    kinds = ("tools", "automata", "structures")
    found = [each for kind in kinds for each in data(f"inventions_{kind}")["card"]]
    return {entry["number"] - 1: entry for entry in found}


def amounts(line: str) -> Counter[str]:
    words = (part.split() for part in line.split(",") if part.strip())
    return Counter({word[0]: int(word[1]) if len(word) > 1 else 1 for word in words})


class Position:
    """A position and an action that is not legal in it."""

    def __init__(self, game: RatsOfWistar, action: int) -> None:
        self.g = game.record[0]
        self.block, self.numbers = TARGETS[action]
        self.entry = self.g["stack"][self.g["depth"] - 1]
        self.kind = int(self.entry["kind"])
        self.seat = int(self.entry["seat"])
        self.own = self.g["players"][self.seat]
        self.played = chain(self.own["played"], self.g["next"])
        self.hand = chain(self.own["hand"], self.g["next"])
        self.tents = self.own["tents"].tolist()
        self.here = int(self.own["explorer"])

    @cached_property
    def have(self) -> Counter[str]:
        return counts_of_player(self.g, self.seat, self.played, printed())

    @cached_property
    def turn(self) -> Any:
        """The turn that is open, of whichever seat."""
        stack = self.g["stack"][: self.g["depth"]]
        turns = [each for each in stack if each["kind"] == decisions.TURN]
        return turns[-1] if turns else None

    @property
    def own_turn(self) -> bool:
        return self.turn is not None and int(self.turn["seat"]) == self.seat

    def of_turn(self, name: str) -> int:
        return int(number(self.turn, name))

    def of_entry(self, name: str) -> int:
        return int(number(self.entry, name))

    def there(self, room: int) -> bool:
        return self.here == room or room in self.tents

    @property
    def room(self) -> int:
        """The room that the action is about."""
        if self.block in ("COMPLETE", "REVEAL"):
            return printed().mission_rooms[self.numbers[0]]
        return printed().cheese_room if self.block == "CHEESE" else self.numbers[0]

    def opened(self) -> list[frozenset[int]]:
        doors = self.g["doors"].tolist()
        return [way for k, way in enumerate(printed().passages) if doors[k] == NONE]

    def between(self) -> list[int]:
        """The Doors on the passages from the Explorer's room to that of the action."""
        ways = enumerate(printed().passages)
        return [int(self.g["doors"][k]) for k, way in ways if way == {self.here, self.room}]

    def reaches(self) -> set[int]:
        found, new = {self.here}, {self.here}
        while new:
            beside = {room for way in self.opened() if way & new for room in way}
            new = beside - found - {ENTRANCE}
            found |= new
        return found - {ENTRANCE}

    @property
    def asked(self) -> dict[str, Any]:
        """The printed entry of what is to be played, completed or claimed."""
        if self.block == "PLAY":
            return cards()[self.numbers[0]]
        if self.block == "CLAIM":
            return dict(data("objectives")["objective"][self.numbers[0]])
        place, row = self.numbers
        return dict(data("missions")["mission"][int(self.g["mission_card"][place])]["row"][row])

    @property
    def cost(self) -> Counter[str]:
        return amounts(self.asked["cost"])

    def discount(self, word: str) -> int:
        """How much less an Invention costs, by the permanent effects in play and the open one."""
        if self.block != "PLAY":
            return self.of_entry("icons_ignored") * (
                self.kind == decisions.COMPLETE_MISSION and word == "skill"
            )
        its = {"any", self.asked["type"], self.asked["tier"]}
        lines = [cards()[card]["effect"] for card in self.played]
        guests = [*data("guests")["guest"], *data("guests")["cheese"]]
        size = int(self.own["guests_size"])
        lines += [guests[tile].get("effect", "") for tile in self.own["guests"][:size].tolist()]
        found = 0
        for scope, kind, n in re.findall(r"\bdiscount (\w+) (\w+) (\d+)", "; ".join(lines)):
            words = {"both": ("wood", "metal")}.get(kind, (kind,))
            found += int(n) * (scope in its and word in words)
        if self.kind == decisions.PLAY_INVENTION and self.of_entry("discount") != NONE:
            kind = list(codes.names("DISCOUNT"))[self.of_entry("discount")]
            words = {"both": ("wood", "metal")}.get(kind, (kind,))
            found += self.of_entry("discount_amount") * (word in words)
        return found

    def price(self, good: str) -> int:
        """The Wood, Metal or Movement that the action takes."""
        if self.block in ("DIG", "BUILD"):
            what, decision = (
                ("dig_discount", decisions.DIG_ROOMS)
                if self.block == "DIG"
                else ("bed_discount", decisions.BUILD_BEDS)
            )
            free = self.kind == decision and self.of_entry("free")
            return 0 if free else 2 - int(self.own[what])
        if self.block in ("PAY", "USE_MOVEMENT"):
            return 1
        return max(0, self.cost[good] - self.discount(good))

    def cubes(self) -> list[int]:
        """The items that each cube costs which could lie on the row."""
        mission = data("missions")["mission"][int(self.g["mission_card"][self.numbers[0]])]
        spaces = data("abilities")["ability"]
        return [
            space["items"]
            for k, space in enumerate(spaces)
            if not int(self.own["cubes_gone"]) >> k & 1
            and (mission["kind"] == "basement" or space["colour"] == "brown")
        ]

    def items_due(self) -> int:
        if self.block == "BUY_WILD":
            return 3
        if self.block == "BUY_ELECTRICITY":
            return 4
        if self.block == "CUBE":
            return int(data("abilities")["ability"][self.numbers[0]]["items"])
        due = self.cost["items"] + self.cost["cards"]
        if self.block == "COMPLETE":
            return due + self.cost["wood"] + self.cost["metal"] + min(self.cubes(), default=0)
        less = self.discount("either")
        return due + max(0, self.price("wood") + self.price("metal") - less)

    def aside(self) -> int:
        return int(self.block == "PLAY" and self.numbers[0] in self.hand)

    def owns(self, asked: str, has: str) -> bool:
        """Whether amounts are asked of which so many are there, and too few."""
        if self.block == "CLAIM":
            entry = self.asked
            private = int(self.own["private"]) >> self.numbers[0] & 1
            taken = 0 if private else int(self.g["objective_claims"][self.numbers[0]])
            spaces = printed().objective_spaces[int(self.g["seats"])]
            due = {entry["count"]: entry["spaces"][taken if taken < spaces else 0]}
        else:
            due = {
                word: n for word, n in amounts(self.asked["requires"]).items() if word not in SKILLS
            }
        missing = {word: n for word, n in due.items() if self.have[word] < n}
        numbers = [int(each) for each in re.findall(r"\d+", asked)]
        told = [n for word, n in missing.items() if word != "electricity"]
        return (
            bool(missing)
            and sorted(numbers) == sorted(told)
            and ("Electricity" in asked) >= ("electricity" in missing)
            and re.split(", | and ", has) == [self.had(word) for word in missing]
        )

    def had(self, word: str) -> str:
        if word == "electricity":
            return ("none", "Basic Electricity")[self.have[word]]
        return str(self.have[word])

    def icons_missing(self) -> int:
        due = amounts(self.asked["requires"])
        return sum(max(0, due[skill] - self.have[skill]) for skill in SKILLS) - self.discount(
            "skill"
        )


def _chief(p: Position, name: str) -> bool:
    at = p.of_turn("chief_at")
    return p.own_turn and 0 <= at < len(printed().mains) and printed().mains[at] == MAINS[name]


def _finishes(p: Position) -> bool:
    return p.own_turn and p.kind != decisions.TURN


def _away(p: Position) -> bool:
    return not p.there(p.room)


def _lock_closed(p: Position) -> bool:
    place, row = p.numbers
    rows = data("missions")["mission"][int(p.g["mission_card"][place])]["row"]
    lock = rows[row].get("needs_lock", 0)
    return bool(lock) and all(
        p.g["mission_cubes"][place, k] == NONE
        for k, each in enumerate(rows)
        if each.get("gives_lock") == lock
    )


def _not_open(*kinds: int) -> Callable[[Position], bool]:
    return lambda p: p.kind not in kinds


def _items(p: Position, due: str, has: str) -> bool:
    mine = p.have["items"] - p.aside()
    return int(due) == p.items_due() > mine == int(has)


def _tokens(p: Position, due: str, good: str, has: str) -> bool:
    return int(due) == p.price(good.lower()) > p.have[good.lower()] == int(has)


def _icons(p: Position, missing: str, wild: str) -> bool:
    return int(missing) == p.icons_missing() > p.have["wild"] == int(wild)


def _cards(p: Position, due: str, has: str) -> bool:
    return int(due) == p.cost["cards"] > len(p.hand) - p.aside() == int(has)


def _no_alternative(p: Position) -> bool:
    return p.kind == decisions.CHOOSE_OPTION and p.numbers[0] >= p.of_entry("options")


def _wrong_cube(p: Position, colour: str) -> bool:
    its = data("abilities")["ability"][p.numbers[0]]["colour"]
    wanted = {"brown": codes.COLOUR_BROWN, "grey": codes.COLOUR_GREY}[colour]
    return p.kind == decisions.REMOVE_CUBE and p.of_entry("colour") == wanted and its != colour


def _unreachable(p: Position) -> bool:
    return p.room not in p.reaches() and p.kind in (decisions.FLY, decisions.PITCH_TENT)


#: By fact: whether it is true of a position, given the words of its groups.
READINGS: Final[dict[str, Callable[..., bool]]] = {
    # Turns.
    "you must first finish what you have begun": _finishes,
    "no turn has begun": lambda p: p.turn is None,
    "this is not your turn": lambda p: p.turn is not None and not p.own_turn,
    "you must place a Chief first": lambda p: p.own_turn and p.of_turn("chief_at") == NONE,
    "you must place a Chief at (.+) first": lambda p, _: (
        p.own_turn and p.of_turn("chief_at") == NONE
    ),
    "you have already placed the Chief of this turn": lambda p: (
        p.own_turn and p.of_turn("chief_at") != NONE
    ),
    "your Chief is at the Alchemist's Hut": lambda p: (
        p.own_turn and p.of_turn("chief_at") == len(printed().mains)
    ),
    f"your Chief is at ({'|'.join(MAINS)})": _chief,
    "you have already used the Main action of this turn": lambda p: (
        p.own_turn and p.of_turn("main_due") == 0
    ),
    "this Bonus action is not due": lambda p: (
        p.own_turn and p.numbers[0] not in (p.of_turn("bonus_due"), p.of_turn("other_bonus_due"))
    ),
    "the current effect is the Main action (.+)": lambda p, name: (
        p.kind == decisions.CHOOSE_MAIN_ACTION
        and list(codes.names("MAIN"))[p.of_entry("main")] == MAINS[name]
    ),
    "there is nothing to decline now; you may end your turn": lambda p: (
        p.kind == decisions.TURN and p.of_turn("chief_at") != NONE
    ),
    "this decision cannot be declined": _not_open(decisions.TURN, decisions.EXPLORE),
    "the current effect does not allow this": _not_open(decisions.TURN),
    # The wheel.
    "at this player count the Sector has no such space": lambda p: (
        p.numbers[1]
        >= len(data("wheel")["sector"][p.numbers[0]]["face_3_4" if p.g["seats"] > 2 else "face_2"])
    ),
    "you already have a Chief in this Sector": lambda p: p.seat in p.g["chiefs"][p.numbers[0]],
    "another Chief stands on this space": lambda p: p.g["chiefs"][p.numbers] not in (NONE, p.seat),
    # Prices.
    r"(?:it|in total it|with a cube it|a Wild token|Electricity) costs (\d+) items? "
    r"\(you have (-?\d+)\)": _items,
    r"it costs (\d+) (Wood|Metal|Movement) \(you have (\d+)\)": _tokens,
    r"it requires (\d+) (?:other )?cards? from your hand \(you have (-?\d+)\)": _cards,
    r"(\d+) Skill icons? (?:is|are) missing "
    r"\(you have (\d+) Wild tokens? to replace them\)": _icons,
    r"(?:it|its next space) requires (.+) \(you have (.+)\)": Position.owns,
    "you already have both sides of Electricity": lambda p: p.have["electricity"] == 2,
    "you do not have to pay items now": _not_open(decisions.PAY_ITEMS, decisions.GIVE_ITEM),
    "you do not have to discard cards now": _not_open(
        decisions.DISCARD_CARDS, decisions.PAY_ITEMS, decisions.GIVE_ITEM
    ),
    # Workers and the lair.
    "you have no Worker in an Area": lambda p: not p.own["workers"].any(),
    "you have no Worker in the (?:Forest|Lair|Farm)": lambda p: not p.own["workers"][p.numbers[0]],
    "start and end are the same Area": lambda p: p.numbers[0] == p.numbers[1],
    "moving a Worker requires a Bonus action, a Movement token or an effect": _not_open(
        decisions.MOVE_WORKERS
    ),
    "no Worker is at the entrance of your lair": lambda p: p.own["entrance"] == 0,
    "digging a Room requires the Main action Digging Rooms or an effect": _not_open(
        decisions.DIG_ROOMS
    ),
    "all your Rooms are dug": lambda p: p.have["rooms_dug"] == 6,
    "building a Bed requires the Main action Building Beds or an effect": _not_open(
        decisions.BUILD_BEDS
    ),
    "all your Beds are built": lambda p: p.own["beds_built"] == 6,
    "you have no free Room": lambda p: (
        3 + p.have["rooms_dug"] + int(p.own["extra_rooms"]) == p.have["beds"] + p.have["guests"]
    ),
    # Inventions.
    "taking an Invention requires Project points or an effect": _not_open(
        decisions.DEVELOP_PROJECTS, decisions.TAKE_OF_TYPE
    ),
    "an Advanced Invention costs 2 Project points, but only 1 is left": lambda p: (
        p.kind == decisions.DEVELOP_PROJECTS and p.of_entry("left") == 1 and p.numbers[0] == 1
    ),
    "this place of the display is empty": lambda p: p.g["display"][p.numbers] == NONE,
    "its deck is empty": lambda p: p.g["deck_size"][p.numbers[0]] == 0,
    "playing an Invention requires a Bonus action, a Potion or an effect": _not_open(
        decisions.PLAY_INVENTION, decisions.PLAY_DRAWN
    ),
    "it is not one of the Inventions that you drew": lambda p: (
        p.numbers[0] not in p.g["offered"][: p.g["offered_size"]]
    ),
    r".+ \(\d+\) is not in your hand": lambda p: p.numbers[0] not in p.hand,
    r".+ \(\d+\) is not in your play area": lambda p: p.numbers[0] not in p.played,
    r".+ \(\d+\) has no effect marked 1x": lambda p: cards()[p.numbers[0]]["timing"] != "once",
    "nobody has an effect marked 1x that you could copy": lambda p: (
        cards()[p.numbers[0]]["effect"] == "copy_once"
    ),
    "its effect has already been used in this round": lambda p: (
        p.g["card_flags"][p.numbers[0]] & FLAG_USED != 0
    ),
    # That a condition or price of the effect is not met, only its guards say.
    "you do not have what its effect requires": lambda p: bool(
        re.search(r"\b(if|pay|exchange)\b", cards()[p.numbers[0]]["effect"])
    ),
    "no current effect lets you choose this Invention": _not_open(
        decisions.RECOVER_CARD, decisions.COPY_ONCE
    ),
    "it is in no discard pile": lambda p: all(
        p.numbers[0] not in p.g["discard"][tier, : p.g["discard_size"][tier]] for tier in (0, 1)
    ),
    "it has no 1x effect in play that you can use now": lambda p: p.kind == decisions.COPY_ONCE,
    # Objectives.
    "this Objective is not shown": lambda p: (
        p.numbers[0] not in p.g["objectives"] and not int(p.own["private"]) >> p.numbers[0] & 1
    ),
    "you have no disc left": lambda p: p.own["discs"] == 0,
    "you have already claimed it": lambda p: int(p.own["claims"]) >> p.numbers[0] & 1 == 1,
    "all its spaces are taken": lambda p: (
        p.g["objective_claims"][p.numbers[0]] == printed().objective_spaces[int(p.g["seats"])]
    ),
    # The Farm.
    "this requires an Exploration point or an effect": _not_open(decisions.EXPLORE),
    "the Farm has no such room": lambda p: p.numbers[0] >= len(data("farm")["location"]),
    "the Farm has no such Door": lambda p: p.numbers[0] >= len(printed().passages),
    "nobody returns to the entrance": lambda p: p.numbers[0] == ENTRANCE,
    "no Tent is pitched at the entrance": lambda p: p.numbers[0] == ENTRANCE,
    "no Tent stands at the entrance": lambda p: p.numbers[0] == ENTRANCE not in p.tents,
    "no Guest is at the entrance": lambda p: p.numbers[0] == ENTRANCE,
    "this Door is already open": lambda p: p.g["doors"][p.numbers[0]] == NONE,
    "this Door is being opened": lambda p: any(
        each["kind"] == decisions.REMOVE_DOOR and number(each, "passage") == p.numbers[0]
        for each in p.g["stack"][: p.g["depth"]]
    ),
    "neither your Explorer nor a Tent of yours is next to this Door": lambda p: (
        not any(p.there(room) for room in printed().passages[p.numbers[0]])
    ),
    "your Explorer is already in this room": lambda p: p.here == p.room,
    "your Explorer is in another room": lambda p: p.here != p.room,
    "your Explorer is not in a room next to it": lambda p: not p.between() and p.here != p.room,
    "the Door in between is closed": lambda p: bool(p.between()) and NONE not in p.between(),
    "no open passages lead from your Explorer to it": _unreachable,
    "neither your Explorer nor a Tent of yours is in this room": _away,
    "this Mission is already face up": lambda p: p.g["mission_open"][p.numbers[0]] == 1,
    "this Mission is face down": lambda p: p.g["mission_open"][p.numbers[0]] == 0,
    "no Guest is in this room": lambda p: p.g["room_guests_size"][p.room] == 0,
    "no Cheese is left": lambda p: p.g["cheese_size"] == 0,
    "you already have a Cheese": lambda p: any(
        tile in printed().cheeses for tile in p.own["guests"][: p.own["guests_size"]].tolist()
    ),
    "a Tent of yours stands in this room": lambda p: p.room in p.tents,
    "both your Tents are pitched": lambda p: p.have["tents"] == 2,
    "no Tent of yours is there": lambda p: p.room not in p.tents,
    "a Tent of yours is still to be pitched": lambda p: p.have["tents"] < 2,
    "your Explorer reaches no room without a Tent of yours": lambda p: p.reaches() <= {*p.tents},
    "once pitched, a Tent stays where it is": _not_open(decisions.PITCH_TENT),
    # Missions and cubes.
    "no such Mission lies on the Farm": lambda p: p.g["mission_card"][p.numbers[0]] == NONE,
    "completing a Mission requires a Bonus action, a Potion or an effect": _not_open(
        decisions.COMPLETE_MISSION
    ),
    "this row already has a cube": lambda p: p.g["mission_cubes"][p.numbers] != NONE,
    "its lock is closed": _lock_closed,
    "you have no cube that may be put here": lambda p: not p.cubes(),
    "moving a cube requires a completed Mission or an effect": _not_open(decisions.REMOVE_CUBE),
    "this cube has already been moved": lambda p: int(p.own["cubes_gone"]) >> p.numbers[0] & 1 == 1,
    "this requires a (brown|grey) cube": _wrong_cube,
    # What only effects ask.
    "starting pairs are chosen before the first round": _not_open(decisions.CHOOSE_PAIR),
    "this pair is already taken": lambda p: p.g["pairs"][p.numbers[0], 0] == NONE,
    "at this player count there is no such pair": lambda p: p.numbers[0] >= p.g["seats"],
    "this is possible only with the Alchemist's Potion": _not_open(decisions.CHOOSE_POTION),
    "no current effect gives a Hero": _not_open(decisions.CHOOSE_HERO),
    "this Hero is already taken": lambda p: not int(p.g["heroes_left"]) >> p.numbers[0] & 1,
    "no current effect gives a Skill token": _not_open(decisions.CHOOSE_SKILL_TOKEN),
    "this Skill token is already taken": lambda p: not int(p.g["skills_left"]) >> p.numbers[0] & 1,
    "no current effect makes you discard a Guest": _not_open(decisions.DISCARD_GUEST),
    "this Guest is not yours": lambda p: (
        p.numbers[0] not in p.own["guests"][: p.own["guests_size"]]
    ),
    "no current effect exchanges items": _not_open(decisions.RECEIVE_ITEM),
    "that is the item that you gave": lambda p: p.of_entry("given") == p.numbers[0],
    "no Basic Invention is left to draw": lambda p: p.g["deck_size"][0] == 0,
    "no current effect offers anything to accept": _not_open(
        decisions.ACCEPT_COST, decisions.ACCEPT_GUEST, decisions.USE_DISCOUNT
    ),
    "you must use the discount first": lambda p: p.of_entry("discounts_left") > 0,
    "there is no discount to use now": _not_open(decisions.USE_DISCOUNT),
    "no (Wood|Metal) is due": lambda p, good: p.of_entry(f"{good.lower()}_due") == 0,
    "no discount is left": lambda p: p.of_entry("discounts_left") == 0,
    "without the discount, you cannot pay the (Wood|Metal)": lambda p, good: (
        p.of_entry(f"{good.lower()}_due") > p.have[good.lower()]
    ),
    "no current effect lets you keep an Objective": _not_open(decisions.KEEP_OBJECTIVE),
    "it is not one of the Objectives that you drew": lambda p: (
        p.numbers[0] not in (p.of_entry("objective"), p.of_entry("other_objective"))
    ),
    "no current effect has alternatives": _not_open(decisions.CHOOSE_OPTION),
    "the current effect has no such alternative": _no_alternative,
    "you do not have what this alternative takes away": lambda p: p.kind == decisions.CHOOSE_OPTION,
    "Rat-o-bot takes no Guest now": _not_open(decisions.BOT_TAKES_GUEST),
    "Rat-o-bot takes no Guest there": lambda p: p.kind == decisions.BOT_TAKES_GUEST,
}


def reading_of(fact: str) -> str | None:
    """Return the kind of a fact, None if it has no reading."""
    return next((each for each in READINGS if re.fullmatch(each, fact)), None)


def is_true(game: RatsOfWistar, action: int, fact: str) -> bool:
    """Whether a fact is true of a position."""
    kind = reading_of(fact)
    assert kind is not None, f"no reading of {fact!r}"
    found = re.fullmatch(kind, fact)
    assert found
    return bool(READINGS[kind](Position(game, action), *found.groups()))
