"""Constraints on the wheel, the Farm, the setup and Rat-o-bot's cards of a data folder."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from wistar_env.games.rats_of_wistar.tables import codes, language, limits, schema
from wistar_env.games.rats_of_wistar.tables.reading import Data
from wistar_env.games.rats_of_wistar.tables.schema_boards import BotExploration, Farm
from wistar_env.kit.game.data_files import label, problem, repeated

SOLO: Final = 2  # the solo game is set up as for 2 players (BOT-01)


def _wheel(data: Data) -> Iterator[str]:
    file, wheel = "wheel.toml", data.wheel
    yield from repeated(file, "position", "main", (position.main for position in wheel.position))
    yield from repeated(file, "sector", "name", (sector.name for sector in wheel.sector))
    areas = Counter(position.area for position in wheel.position)
    for area in language.code_words("AREA"):
        if areas[area] != limits.SECTORS // len(language.code_words("AREA")):
            yield problem(
                file, "position", "area", f"{area} {areas[area]} times", "each Area twice"
            )


def _locations(farm: Farm) -> Iterator[str]:
    file = "farm.toml"
    yield from repeated(file, "location", "letter", (place.letter for place in farm.location))
    entrance, *rooms = farm.location
    if entrance.kind is not None or any(entrance.guests) or entrance.cheese:
        allowed = "the entrance, without kind, guests and cheese"
        yield problem(file, label("location", 0, entrance), "", "a Room", allowed)
    for index, room in enumerate(rooms, start=1):
        if room.kind is None:
            allowed = "one of " + ", ".join(language.code_words("KIND"))
            yield problem(file, label("location", index, room), "kind", "nothing", allowed)
    cheeses = sum(room.cheese for room in farm.location)
    if cheeses != 1:
        yield problem(file, "location", "cheese", f"{cheeses} rooms", "exactly 1")


def _passages(farm: Farm) -> Iterator[str]:
    file = "farm.toml"
    letters = [place.letter for place in farm.location]
    for index, passage in enumerate(farm.passage):
        a, b = passage.between
        if a == b or a not in letters or b not in letters:
            allowed = "two different letters of " + ", ".join(letters)
            entry = label("passage", index, None)
            yield problem(file, entry, "between", passage.between, allowed)
    pairs = ("-".join(sorted(passage.between)) for passage in farm.passage)
    yield from repeated(file, "passage", "between", pairs)
    for players in range(2, limits.MAX_SEATS + 1):
        doors = sum(passage.players <= players for passage in farm.passage)
        if doors > limits.DOOR_TOKENS:
            found = f"{doors} Doors with {players} players"
            yield problem(file, "passage", "players", found, f"at most {limits.DOOR_TOKENS}")
    reached = {letters[0]}
    for _ in letters:
        for passage in farm.passage:
            if reached & set(passage.between):
                reached.update(passage.between)
    for index, place in enumerate(farm.location):
        if place.letter not in reached:
            allowed = f"a passage from a location that can be reached from {letters[0]}"
            yield problem(
                file, label("location", index, place), "", "no passages that lead there", allowed
            )


def _mission_places(data: Data) -> Iterator[str]:
    file, farm = "farm.toml", data.farm
    kinds = {place.letter: place.kind for place in farm.location}
    yield from repeated(file, "mission_place", "name", (place.name for place in farm.mission_place))
    cards = Counter(mission.kind for mission in data.missions.mission)
    places: Counter[str] = Counter()
    for index, place in enumerate(farm.mission_place):
        kind = kinds.get(place.room)
        if kind is None:
            rooms = ", ".join(letter for letter, kind in kinds.items() if kind)
            entry = label("mission_place", index, place)
            yield problem(file, entry, "room", repr(place.room), f"one of {rooms}")
        else:
            places[kind] += 1
    for kind, found in places.items():
        if found > cards[kind]:
            allowed = f"at most the {cards[kind]} {kind} cards of missions.toml"
            yield problem(file, "mission_place", kind, f"{found} places", allowed)


def _guests_in_rooms(data: Data) -> Iterator[str]:
    tiles = Counter(guest.kind for guest in data.guests.guest)
    stack = Counter(data.setup.start.round_stack)
    for players in range(2, limits.MAX_SEATS + 1):
        placed = stack.copy()
        for room in data.farm.location:
            placed[room.kind or ""] += room.guests[players - 2]
        for kind in language.code_words("KIND"):
            if placed[kind] > tiles[kind]:
                found = f"{placed[kind]} {kind} tiles with {players} players and the Round stack"
                allowed = f"at most the {tiles[kind]} of guests.toml"
                yield problem("farm.toml", "location", "guests", found, allowed)


def _board(data: Data) -> Iterator[str]:
    for name, spaces in data.board:
        if spaces.vp != sorted(spaces.vp):
            yield problem("board.toml", name, "vp", spaces.vp, "values that do not decrease")
    yield from repeated(
        "setup.toml", "players", "players", (seats.players for seats in data.setup.players)
    )


def _actions(data: Data) -> Iterator[str]:
    file, cards = "bot_actions.toml", data.bot_actions.card
    yield from repeated(file, "card", "name", (card.name for card in cards))
    for index, card in enumerate(cards):
        if (card.main is None) == (card.skill is None):
            found = "neither" if card.main is None else "both"
            allowed = "either 'main', or 'skill' for a card of the Hut"
            yield problem(file, label("card", index, card), "main", found, allowed)


def _steps(data: Data, entry: str, card: BotExploration) -> Iterator[str]:
    file = "bot_explorations.toml"
    letters = [place.letter for place in data.farm.location]
    rooms = letters[1:]
    passages = {frozenset(passage.between) for passage in data.farm.passage}
    if sorted(card.rows) != sorted(letters):
        allowed = "exactly one row for each of " + ", ".join(letters)
        yield problem(file, entry, "rows", ", ".join(card.rows), allowed)
    for at, text in card.rows.items():
        for step, to in schema.parse_steps(text):
            if step != codes.BOT_STEP_MOVE:
                continue
            if to not in rooms:
                yield problem(file, entry, f"rows.{at}", text, "moves to " + ", ".join(rooms))
            elif not card.last and frozenset((at, to)) not in passages:
                yield problem(file, entry, f"rows.{at}", text, f"moves through a passage of {at}")


def _explorations(data: Data) -> Iterator[str]:
    file, cards = "bot_explorations.toml", data.bot_explorations.card
    yield from repeated(file, "card", "name", (card.name for card in cards))
    last = sum(card.last for card in cards)
    if last != 1:
        yield problem(file, "card", "last", f"{last} cards", "exactly 1")
    places = [place.name for place in data.farm.mission_place if place.players <= SOLO]
    for index, card in enumerate(cards):
        entry = label("card", index, card)
        if sorted(card.floorplan) != sorted(places):
            allowed = "each once: " + ", ".join(places)
            yield problem(file, entry, "floorplan", ", ".join(card.floorplan), allowed)
        yield from _steps(data, entry, card)


def _sides(data: Data) -> Iterator[str]:
    file, sides = "bot_tracks.toml", data.bot_tracks.side
    names = (f"{side.symbol} {side.index}" for side in sides)
    yield from repeated(file, "side", "symbol and index", names)
    tokens: dict[str, int] = {}
    for index, side in enumerate(sides):
        if tokens.setdefault(side.symbol, side.tokens) != side.tokens:
            allowed = f"{tokens[side.symbol]}, as on the other sides with this symbol"
            yield problem(file, label("side", index, side), "tokens", side.tokens, allowed)
    if sum(tokens.values()) != codes.SKILLS:
        found = f"{sum(tokens.values())} on three cards"
        yield problem(file, "side", "tokens", found, f"exactly {codes.SKILLS}")


def problems_of(data: Data) -> list[str]:
    """Return the problems of the boards, the setup and Rat-o-bot's cards of a data folder."""
    found = [*_wheel(data), *_locations(data.farm), *_passages(data.farm)]
    for check in (_mission_places, _guests_in_rooms, _board, _actions, _explorations, _sides):
        found += check(data)
    return found
