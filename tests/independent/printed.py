"""What is printed on the components, read from the data folder and numbered as in a record."""

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from tests.independent.clauses import Clause, clauses, vp_in, words_in
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.reading import DEFAULT

SKILLS: Final = {
    "strength": codes.ICON_STRENGTH,
    "agility": codes.ICON_AGILITY,
    "perception": codes.ICON_PERCEPTION,
    "intelligence": codes.ICON_INTELLIGENCE,
    "stamina": codes.ICON_STAMINA,
}
KINDS: Final = {"home": codes.KIND_HOME, "basement": codes.KIND_BASEMENT}
AREAS: Final = {
    "forest": codes.AREA_FOREST,
    "lair": codes.AREA_LAIR,
    "farm": codes.AREA_FARM,
}
#: The Track cards in the order of a record (BOT-10).
SYMBOLS: Final = ("structure", "tool", "automaton")
OBJECTIVE_PLACES: Final = ("left", "middle", "right")


@dataclass(frozen=True)
class Invention:
    """An Invention: what it counts as in play, and what it scores."""

    type: str
    tier: str
    timing: str
    vp: int
    icons: dict[str, int]
    effect: tuple[Clause, ...]
    shields: bool


@dataclass(frozen=True)
class Ability:
    """An ability space of the player board."""

    colour: str
    vp: int
    pair: int | None
    pair_vp: int


@dataclass(frozen=True)
class ActionCard:
    """An Action card of Rat-o-bot: a position of the wheel or None for the Hut, and bonuses."""

    position: int | None
    skill: str | None
    worker: bool
    bonuses: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ExplorationCard:
    """An Exploration card: rows of steps by location, and Mission places, the best first."""

    last: bool
    floorplan: tuple[int, ...]
    rows: tuple[tuple[tuple[str, int], ...], ...]


@dataclass(frozen=True)
class TrackSpace:
    """A space of a track: VP for the end, and an effect of one of three kinds, or none."""

    vp: int
    immediate: str
    aggressive: tuple[Clause, ...]
    endgame: tuple[Clause, ...]


@dataclass(frozen=True)
class TrackSide:
    """One side of a Track card."""

    spaces: tuple[TrackSpace, ...]
    overflow: int


@dataclass(frozen=True)
class Printed:
    """All components, each in a list by its number in a record."""

    inventions: list[Invention]
    guest_vp: list[int]
    guest_kind: list[int]
    cheeses: range
    hero_icons: list[tuple[str, int]]
    abilities: list[Ability]
    bed_vp: list[int]
    room_vp: list[int]
    bot_cube_vp: list[int]
    objective_vp: list[int]
    objective_spaces: dict[int, int]
    mains: list[str]
    areas: list[int]
    spaces_with_2: list[int]
    passages: list[frozenset[int]]
    mission_rooms: list[int]
    cheese_room: int
    actions: list[ActionCard]
    explorations: list[ExplorationCard]
    tracks: list[list[TrackSide]]


def _data(name: str) -> dict[str, Any]:
    return tomllib.loads((DEFAULT / f"{name}.toml").read_text("utf-8"))


def _icons(line: str) -> dict[str, int]:
    return {
        icon: int(number) for icon, number in (each.split() for each in line.split(",") if each)
    }


def _inventions() -> list[Invention]:
    entries: list[dict[str, Any]] = []
    for kind in ("tools", "automata", "structures"):
        entries += _data(f"inventions_{kind}")["card"]
    entries.sort(key=lambda entry: int(entry["number"]))
    assert [entry["number"] for entry in entries] == list(range(1, len(entries) + 1))
    return [
        Invention(
            entry["type"],
            entry["tier"],
            entry["timing"],
            entry["vp"],
            _icons(entry["icons"]),
            clauses(entry["effect"]),
            "immune" in words_in(entry["effect"]),
        )
        for entry in entries
    ]


def _abilities() -> list[Ability]:
    entries = _data("abilities")["ability"]
    number = {entry["name"]: place for place, entry in enumerate(entries)}
    return [
        Ability(
            entry["colour"],
            entry["vp"],
            number[entry["pair"]] if "pair" in entry else None,
            entry.get("pair_vp", 0),
        )
        for entry in entries
    ]


def _actions(mains: list[str]) -> list[ActionCard]:
    cards = []
    for entry in _data("bot_actions")["card"]:
        bonuses = [tuple(each.split()) for each in entry["bonuses"]]
        position = mains.index(entry["main"]) if "main" in entry else None
        pairs = tuple((kind, skill) for kind, skill in bonuses)
        cards.append(ActionCard(position, entry.get("skill"), entry["worker"], pairs))
    return cards


def _explorations(letters: list[str], places: list[str]) -> list[ExplorationCard]:
    def step(text: str) -> tuple[str, int]:
        word, *room = text.split()
        return word, letters.index(room[0]) if room else codes.NONE

    cards = []
    for entry in _data("bot_explorations")["card"]:
        rows = [entry["rows"][letter].split(",") for letter in letters]
        floorplan = tuple(places.index(place) for place in entry["floorplan"])
        steps = tuple(tuple(step(each) for each in row) for row in rows)
        cards.append(ExplorationCard(entry["last"], floorplan, steps))
    return cards


def _space(entry: dict[str, Any]) -> TrackSpace:
    return TrackSpace(
        entry["vp"],
        entry.get("immediate", ""),
        clauses(entry.get("aggressive", "")),
        clauses(entry.get("endgame", "")),
    )


def _tracks() -> list[list[TrackSide]]:
    sides = {
        (entry["symbol"], entry["index"]): TrackSide(
            tuple(_space(space) for space in entry["spaces"]), entry["overflow"]
        )
        for entry in _data("bot_tracks")["side"]
    }
    return [[sides[symbol, index] for index in range(4)] for symbol in SYMBOLS]


@cache
def printed() -> Printed:
    """Return everything printed, read once."""
    farm, wheel, board = _data("farm"), _data("wheel"), _data("board")
    guests, cheeses = _data("guests")["guest"], _data("guests")["cheese"]
    letters = [location["letter"] for location in farm["location"]]
    mains = [position["main"] for position in wheel["position"]]
    places = [place["name"] for place in farm["mission_place"]]
    return Printed(
        inventions=_inventions(),
        guest_vp=[tile["vp"] for tile in [*guests, *cheeses]],
        guest_kind=[KINDS[tile["kind"]] for tile in guests] + [KINDS["basement"]] * len(cheeses),
        cheeses=range(len(guests), len(guests) + len(cheeses)),
        hero_icons=[(hero["skill"], hero["icons"]) for hero in _data("heroes")["hero"]],
        abilities=_abilities(),
        bed_vp=board["beds"]["vp"],
        room_vp=board["rooms"]["vp"],
        bot_cube_vp=board["bot_cubes"]["vp"],
        objective_vp=[vp_in(card["effect"]) for card in _data("objectives")["objective"]],
        objective_spaces={
            row["players"]: row["objective_spaces"] for row in _data("setup")["players"]
        },
        mains=mains,
        areas=[AREAS[position["area"]] for position in wheel["position"]],
        spaces_with_2=[len(sector["face_2"]) for sector in wheel["sector"]],
        passages=[
            frozenset(letters.index(end) for end in passage["between"])
            for passage in farm["passage"]
        ],
        mission_rooms=[letters.index(place["room"]) for place in farm["mission_place"]],
        cheese_room=next(k for k, room in enumerate(farm["location"]) if room.get("cheese")),
        actions=_actions(mains),
        explorations=_explorations(letters, places),
        tracks=_tracks(),
    )
