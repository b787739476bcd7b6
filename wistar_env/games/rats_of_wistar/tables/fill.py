"""Fills the record that the compiled rules read (``layout.TABLES``) from validated entries."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wistar_env.games.rats_of_wistar.tables import codes, language, limits, schema, schema_boards
from wistar_env.games.rats_of_wistar.tables.effect_rules import sure_vp
from wistar_env.games.rats_of_wistar.tables.layout import TABLES
from wistar_env.games.rats_of_wistar.tables.reading import Data

NONE: Final = codes.NONE
#: Counts that include the cards in the hand.
_HELD: Final = (codes.COUNT_HAND, codes.COUNT_ITEMS)


class _Effects:
    """The op rows of all effects, appended line by line; equal lines share their rows."""

    def __init__(self, rows: NDArray[Any]) -> None:
        self._rows = rows
        self._known = {"": (0, 0)}
        self._end = 0

    def add(self, line: str) -> tuple[int, int]:
        """Add an effect line unless it is known; return its start and end, (0, 0) if empty."""
        if line not in self._known:
            rows = language.parse(line)
            start, self._end = self._end, self._end + len(rows)
            for place, row in zip(self._rows[start : self._end], rows, strict=True):
                for name in ("op", "a", "b", "c", "per", "skip"):
                    place[name] = getattr(row, name)
            self._known[line] = (start, self._end) if rows else (0, 0)
        return self._known[line]

    def put(self, place: Any, line: str) -> None:
        """Write the start and the end of an effect line's rows to a record."""
        place["start"], place["end"] = self.add(line)


def put_requirement(place: Any, cost: str, requires: str, hand: int) -> None:
    """Write a cost and requirements to a record (dtype ``layout.REQUIREMENT``).

    ``hand`` is added to required counts that include the hand (AMB-65).
    """
    paid = language.parse_words(cost, schema.COST_WORDS)
    for word, code in schema.COST_WORDS.items():
        place[word] = paid.get(code, 0)
    place["need_count"] = NONE
    needs = 0
    for count, amount in language.parse_amounts(requires, "COUNT").items():
        if count in codes.SKILL_COUNTS:
            place["skills"][codes.SKILL_COUNTS.index(count)] = amount
        else:
            place["need_count"][needs] = count
            place["need_amount"][needs] = amount + hand * (count in _HELD)
            needs += 1


def _put_cards(tables: NDArray[Any], effects: _Effects, data: Data) -> None:
    for card in sorted((card for _, card in data.cards()), key=lambda card: card.number):
        place = tables["cards"][0, card.number - 1]
        place["type"] = language.code_words("TYPE")[card.type]
        place["tier"] = language.code_words("TIER")[card.tier]
        place["timing"] = language.code_words("TIMING")[card.timing]
        place["vp"] = card.vp
        for icon, amount in language.parse_amounts(card.icons, "ICON").items():
            place["icons"][icon] = amount
        put_requirement(place["requirement"], card.cost, card.requires, hand=1)
        effects.put(place, card.effect)


def _put_guests(tables: NDArray[Any], effects: _Effects, data: schema.Guests) -> None:
    for guest in data.guest:
        place = tables["guests"][0, guest.number - 1]
        place["kind"] = language.code_words("KIND")[guest.kind]
        place["timing"] = language.code_words("TIMING")[guest.timing]
        place["vp"] = guest.vp
        effects.put(place, guest.effect)
    for place, cheese in zip(tables["guests"][0, limits.GUESTS :], data.cheese, strict=True):
        place["kind"] = codes.KIND_BASEMENT
        place["timing"] = codes.TIMING_IMMEDIATE
        place["vp"] = cheese.vp


def _put_missions(tables: NDArray[Any], effects: _Effects, data: schema.Missions) -> None:
    for place, mission in zip(tables["missions"][0], data.mission, strict=True):
        place["kind"] = language.code_words("KIND")[mission.kind]
        effects.put(place, mission.reveal)
        for row_place, row in zip(place["rows"], mission.row, strict=True):
            put_requirement(row_place["requirement"], row.cost, row.requires, hand=0)
            effects.put(row_place, row.effect)
            row_place["needs_lock"] = row.needs_lock or 0
            row_place["gives_lock"] = row.gives_lock or 0


def _put_small_pieces(tables: NDArray[Any], effects: _Effects, data: Data) -> None:
    for place, objective in zip(tables["objectives"][0], data.objectives.objective, strict=True):
        place["count"] = language.code_words("COUNT")[objective.count]
        place["spaces"] = objective.spaces
        place["vp"] = sure_vp(language.parse(objective.effect))
        effects.put(place, objective.effect)
    for place, hero in zip(tables["heroes"][0], data.heroes.hero, strict=True):
        place["skill"] = language.code_words("ICON")[hero.skill]
        place["icons"] = hero.icons
    for token, door in enumerate(data.doors.door):
        tables["door_start"][0, token], tables["door_end"][0, token] = effects.add(door.effect)
    names = [ability.name for ability in data.abilities.ability]
    for place, ability in zip(tables["abilities"][0], data.abilities.ability, strict=True):
        place["colour"] = language.code_words("COLOUR")[ability.colour]
        place["vp"] = ability.vp
        place["items"] = ability.items
        place["pair"] = NONE if ability.pair is None else names.index(ability.pair)
        place["pair_vp"] = ability.pair_vp
        effects.put(place, ability.effect)


def _put_wheel(tables: NDArray[Any], data: schema_boards.Wheel) -> None:
    for at, position in enumerate(data.position):
        main = language.code_words("MAIN")[position.main]
        tables["main_at"][0, at] = main
        tables["main_area"][0, main] = language.code_words("AREA")[position.area]
    tables["setup"]["space"]["bonus"] = NONE
    for players in range(2, limits.MAX_SEATS + 1):
        setup = tables["setup"][0, players]
        for index, sector in enumerate(data.sector):
            face = sector.face_2 if players == 2 else sector.face_3_4
            setup["spaces"][index] = len(face)
            for place, line in zip(setup["space"][index], face, strict=False):
                bonuses = schema.parse_bonuses(line)
                place["bonus"][: len(bonuses)] = bonuses


def _put_farm(tables: NDArray[Any], data: schema_boards.Farm) -> None:
    letters = [location.letter for location in data.location]
    tables["rooms"] = len(letters)
    tables["passages"] = len(data.passage)
    kinds = [
        language.code_words("KIND")[room.kind] if room.kind else NONE for room in data.location
    ]
    tables["room_kind"] = NONE
    tables["room_kind"][0, : len(kinds)] = kinds
    tables["cheese_room"] = [location.cheese for location in data.location].index(True)
    for name in ("passage_a", "passage_b", "mission_room", "mission_kind"):
        tables[name] = NONE
    for at, passage in enumerate(data.passage):
        tables["passage_a"][0, at], tables["passage_b"][0, at] = map(letters.index, passage.between)
    for at, mission in enumerate(data.mission_place):
        room = letters.index(mission.room)
        tables["mission_room"][0, at] = room
        tables["mission_kind"][0, at] = kinds[room]
    for players in range(2, limits.MAX_SEATS + 1):
        setup = tables["setup"][0, players]
        for at, passage in enumerate(data.passage):
            setup["door"][at] = passage.players <= players
        for at, mission in enumerate(data.mission_place):
            setup["mission"][at] = mission.players <= players
        for at, location in enumerate(data.location):
            setup["guests"][at] = location.guests[players - 2]


def _put_setup(tables: NDArray[Any], data: Data) -> None:
    tables["bed_vp"] = data.board.beds.vp
    tables["room_vp"] = data.board.rooms.vp
    tables["bot_cube_vp"] = data.board.bot_cubes.vp
    start = data.setup.start
    for name in ("vp", "wood", "metal", "movement"):
        tables[f"start_{name}"] = getattr(start, name)
    tables["start_entrance"] = start.workers_at_entrance
    tables["round_stack"] = [language.code_words("KIND")[kind] for kind in start.round_stack]
    for seats in data.setup.players:
        tables["setup"][0, seats.players]["objective_spaces"] = seats.objective_spaces
        tables["setup"][0, seats.players]["cheeses"] = seats.cheeses


def _put_bot_cards(tables: NDArray[Any], data: Data) -> None:
    tables["bot_actions"]["bonus"] = NONE
    tables["bot_actions"]["bonus_skill"] = NONE
    for place, action in zip(tables["bot_actions"][0], data.bot_actions.card, strict=True):
        place["main"] = language.code_words("MAIN")[action.main] if action.main else NONE
        place["skill"] = language.code_words("ICON")[action.skill] if action.skill else NONE
        place["worker"] = action.worker
        for at, line in enumerate(action.bonuses):
            place["bonus"][at], place["bonus_skill"][at] = schema.parse_bot_bonus(line)
    letters = [location.letter for location in data.farm.location]
    names = [mission.name for mission in data.farm.mission_place]
    for place, card in zip(tables["bot_explorations"][0], data.bot_explorations.card, strict=True):
        place["last"] = card.last
        place["step"], place["to"] = NONE, NONE
        for room, letter in enumerate(letters):
            for at, (step, to) in enumerate(schema.parse_steps(card.rows[letter])):
                place["step"][room, at] = step
                place["to"][room, at] = letters.index(to) if to else NONE
        place["priority"] = limits.MISSIONS
        for rank, name in enumerate(card.floorplan):
            place["priority"][names.index(name)] = rank


def _put_tracks(tables: NDArray[Any], effects: _Effects, data: schema_boards.BotTracks) -> None:
    for side in data.side:
        symbol = language.code_words("TYPE")[side.symbol]
        tables["track_tokens"][0, symbol] = side.tokens
        track = tables["tracks"][0, symbol, side.index]
        track["overflow"] = side.overflow
        for place, space in zip(track["spaces"], side.spaces, strict=True):
            place["vp"] = space.vp
            place["effect"], place["arg"] = codes.TRACK_NOTHING, NONE
            if space.immediate is not None:
                place["effect"], place["arg"] = schema.parse_immediate(space.immediate)
            elif space.aggressive is not None:
                place["effect"] = codes.TRACK_AGGRESSIVE
            elif space.endgame is not None:
                place["effect"] = codes.TRACK_ENDGAME
            effects.put(place, space.aggressive or space.endgame or "")


def fill(data: Data) -> NDArray[Any]:
    """Return the tables of validated data: shape (1,), dtype ``TABLES``."""
    tables: NDArray[Any] = np.zeros(1, TABLES)
    tables["ops"]["per"] = NONE
    effects = _Effects(tables["ops"][0])
    _put_cards(tables, effects, data)
    _put_guests(tables, effects, data.guests)
    _put_missions(tables, effects, data.missions)
    _put_small_pieces(tables, effects, data)
    _put_wheel(tables, data.wheel)
    _put_farm(tables, data.farm)
    _put_setup(tables, data)
    _put_bot_cards(tables, data)
    _put_tracks(tables, effects, data.bot_tracks)
    return tables
