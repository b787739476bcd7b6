"""The common board of a position, for its scene."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.rules.state import GAME, NONE
from wistar_env.games.rats_of_wistar.scene.choices import decision_of, due_of
from wistar_env.games.rats_of_wistar.scene.parts import (
    Amount,
    Mission,
    MissionRow,
    Objective,
    Pair,
    Passage,
    Piece,
    Room,
    Scene,
    Sector,
    Space,
    Tier,
    Total,
)
from wistar_env.games.rats_of_wistar.scene.seats import amounts, flagged, pieces, seat_of
from wistar_env.games.rats_of_wistar.spaces.labels import bonus_words
from wistar_env.games.rats_of_wistar.tables.limits import CHIEFS, DISPLAY, ROUNDS

#: Number of columns of rooms if the data folder does not give different positions to all.
_COLUMNS = 2


def places_of(locations: Sequence[tuple[str | None, list[int] | None]]) -> list[tuple[int, int]]:
    """Return the column and row of each location on the map; no two locations share them.

    ``locations``: for each location its kind (None for the entrance), and its position in the
    data folder, if it has one. Unless all have different positions there, they are in rows: the
    Home above the Basement, the entrance to the right of the first row.
    """
    given = [tuple(at) for _, at in locations if at is not None]
    if len(set(given)) == len(locations):
        return [(column, row) for column, row in given]
    found: list[tuple[int, int]] = [(_COLUMNS, 0)] * len(locations)
    first_row = 0
    for wanted in ("home", "basement"):
        rooms = [k for k, (kind, _) in enumerate(locations) if kind == wanted]
        for n, room in enumerate(rooms):
            found[room] = (n % _COLUMNS, first_row + n // _COLUMNS)
        first_row += -(-len(rooms) // _COLUMNS)
    return found


def scene_of(
    components: Components,
    g: Any,
    viewer: int | None,
    legal: Sequence[int],
    totals: Sequence[tuple[int, Mapping[str, int]]],
    done: Sequence[str] = (),
) -> Scene:
    """Return the scene of a position.

    ``viewer``: the seat to which it is shown; None shows all hands. ``totals``: when the game
    is over, seats with their VP by category, best first; empty before.
    """
    return Table(components, g, viewer).scene(legal, totals, done)


@lru_cache(maxsize=8)
def recent_scene(
    components: Components,
    games: bytes,
    viewer: int | None,
    legal: tuple[int, ...],
    done: tuple[str, ...],
) -> Scene:
    """Return the scene of a position, given by the bytes of its record; the game must not be over.

    The scenes used last are cached, because stories and pages need each several times.
    """
    return scene_of(components, np.frombuffer(games, GAME)[0], viewer, legal, (), done)


def names_of(g: Any) -> tuple[str, ...]:
    """Return the names of all seats: ``player_0`` and so on, and ``Rat-o-bot``."""
    with_bot = bool(g["automata"])
    return tuple(
        "Rat-o-bot" if with_bot and seat == 1 else f"player_{seat}" for seat in range(g["seats"])
    )


def _seat_or_none(number: int) -> int | None:
    return None if number == NONE else int(number)


def total(seat: int, scores: Mapping[str, int]) -> Total:
    """Return the final score of a seat; ``scores`` has the categories, and the total last."""
    *parts, (_, vp) = scores.items()
    return Total(seat, vp, tuple(Amount(k, name, each) for k, (name, each) in enumerate(parts)))


class Table:
    """Builds the scene of one position."""

    def __init__(self, components: Components, g: Any, viewer: int | None) -> None:
        self.components = components
        self.g = g
        self.viewer = viewer
        self.num_seats = int(g["seats"])
        self.of = components.labels.of

    def scene(
        self,
        legal: Sequence[int],
        totals: Sequence[tuple[int, Mapping[str, int]]],
        done: Sequence[str],
    ) -> Scene:
        """Return the scene; the parameters are those of ``scene_of``."""
        g, of = self.g, self.of
        guest, guests = int(g["round_guest"]), self.components.entries.guests
        seats = range(self.num_seats)
        return Scene(
            viewer=self.viewer,
            names=names_of(g),
            round=int(g["round"]),
            rounds=ROUNDS,
            turn=int(g["turn"]),
            turns=CHIEFS * self.num_seats,
            turn_order=tuple(g["order"][: self.num_seats].tolist()),
            totals=tuple(total(seat, scores) for seat, scores in totals),
            wheel=tuple(self.sector(k, main) for k, main in enumerate(of("position"))),
            hut=tuple(g["hut"][: g["hut_size"]].tolist()),
            round_guest=None if guest == NONE else Piece(guest, guests[guest]),
            round_guests_left=ROUNDS - max(1, int(g["round"])),
            rooms=self.rooms(),
            passages=self.passages(),
            guests_left=amounts(of("kind"), g["supply_size"]),
            objectives=self.objectives(),
            objectives_left=int(g["objective_deck_size"]),
            heroes_left=flagged(of("hero"), g["heroes_left"]),
            skills_left=flagged(of("skill"), g["skills_left"]),
            pairs=self.pairs(),
            tiers=tuple(self.tier(k, name) for k, name in enumerate(of("tier"))),
            seats=tuple(seat_of(self.components, g, seat, self.viewer) for seat in seats),
            due=due_of(self.components, g),
            decision=decision_of(self.components, g, self.viewer, legal),
            done=tuple(done),
            printed=self.components.data,
        )

    def sector(self, position: int, main: str) -> Sector:
        """Return the Sector at a position of the wheel."""
        number = int(self.g["wheel"][position])
        bonuses = self.components.entries.spaces(number, self.num_seats)
        chiefs = self.g["chiefs"][number]
        spaces = (
            Space(text, bonus_words(text), _seat_or_none(chiefs[k]))
            for k, text in enumerate(bonuses)
        )
        t = self.components._tables[0]
        return Sector(
            main=main,
            area=int(t["main_area"][t["main_at"][position]]),
            sector=Piece(number, self.of("sector")[number]),
            spaces=tuple(spaces),
        )

    def rooms(self) -> tuple[Room, ...]:
        """Return the rooms of the Farm, with the pieces in them."""
        locations = self.components.data.farm.location
        where = places_of([(each.kind, each.at) for each in locations])
        boards = self.g["players"][: self.num_seats]
        explorers, tents = boards["explorer"].tolist(), boards["tents"].tolist()
        missions = self._missions()
        return tuple(
            Room(
                number=room,
                name=self.components.names.rooms[room],
                title=self.components.names.room_names[room],
                kind=location.kind,
                at=at,
                explorers=tuple(k for k, there in enumerate(explorers) if there == room),
                tents=tuple(k for k, there in enumerate(tents) if room in there),
                face_down_guests=int(self.g["room_guests_size"][room]),
                cheese=self._cheese(room),
                missions=tuple(missions.get(room, ())),
            )
            for room, (location, at) in enumerate(zip(locations, where, strict=True))
        )

    def _cheese(self, room: int) -> tuple[Piece, ...]:
        """Return the Cheese tiles in a room; only one room has a pile of them."""
        if room != self.components._tables[0]["cheese_room"]:
            return ()
        pile = self.g["cheese"][: self.g["cheese_size"]].tolist()
        return pieces(self.components.entries.guests, reversed(pile))

    def _missions(self) -> dict[int, list[Mission]]:
        """Return the Mission cards of each room."""
        found: dict[int, list[Mission]] = {}
        rooms = self.components._tables[0]["mission_room"].tolist()
        cards = self.g["mission_card"].tolist()
        for place in range(len(self.components.names.mission_places)):
            if cards[place] != NONE:
                found.setdefault(rooms[place], []).append(self.mission(place))
        return found

    def mission(self, place: int) -> Mission:
        """Return the Mission card at a place; while it is face down, without its card and rows."""
        g, names = self.g, self.components.names
        if not g["mission_open"][place]:
            return Mission(place, names.mission_places[place], None, ())
        card = int(g["mission_card"][place])
        cubes = g["mission_cubes"][place]
        rows = (
            MissionRow(text, _seat_or_none(cubes[row]), lasting)
            for row, (text, lasting) in enumerate(self.components.entries.missions[card])
        )
        piece = Piece(card, names.missions[card])
        return Mission(place, names.mission_places[place], piece, tuple(rows))

    def passages(self) -> tuple[Passage, ...]:
        """Return the passages between rooms, with their Doors."""
        doors, seen = self.g["doors"].tolist(), int(self.g["doors_seen"])
        names, t = self.components.names.passages, self.components._tables[0]
        ends = zip(t["passage_a"].tolist(), t["passage_b"].tolist(), strict=True)
        passages = enumerate(zip(names, ends, strict=False))
        return tuple(
            Passage(
                k, name, between, doors[k] == NONE, doors[k] != NONE and bool(seen >> doors[k] & 1)
            )
            for k, (name, between) in passages
        )

    def objectives(self) -> tuple[Objective, ...]:
        """Return the Objectives shown, with their claims."""
        g = self.g
        spaces = int(self.components._tables[0]["setup"][self.num_seats]["objective_spaces"])
        return tuple(
            Objective(
                Piece(int(k), self.components.entries.objectives[int(k)]),
                int(g["objective_claims"][k]),
                spaces,
            )
            for k in g["objectives"]
        )

    def pairs(self) -> tuple[Pair, ...]:
        """Return the starting pairs that nobody has taken; none after hands are chosen."""
        g = self.g
        if g["round"] != 0:
            return ()
        cards = self.components.entries.cards
        pairs = enumerate(g["pairs"][: self.num_seats].tolist())
        return tuple(Pair(k, pieces(cards, pair)) for k, pair in pairs if pair[0] != NONE)

    def tier(self, tier: int, name: str) -> Tier:
        """Return the display of a tier of Inventions, and how many cards its piles have."""
        g, cards = self.g, self.components.entries.cards
        display = [int(g["display"][tier, slot]) for slot in range(DISPLAY)]
        return Tier(
            name=name,
            deck=int(g["deck_size"][tier]),
            discarded=int(g["discard_size"][tier]),
            display=tuple(None if k == NONE else Piece(k, cards[k]) for k in display),
        )
