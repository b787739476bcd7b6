"""Arranges what one seat owns in a position; every piece is taken from its current place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from tests import pieces
from tests.words import words
from wistar_env.games.rats_of_wistar.rules.state import AT_HAND, NONE
from wistar_env.games.rats_of_wistar.tables import limits

if TYPE_CHECKING:
    from tests.builder import Position


class Seat:
    """One seat of a position, with chainable methods to arrange it."""

    def __init__(self, position: Position, seat: int) -> None:
        self.position = position
        self.seat = seat
        self.words = position.words

    @property
    def record(self) -> Any:
        """The ``PLAYER`` record."""
        return self.position.game["players"][self.seat]

    def has(self, **amounts: int) -> Self:
        """Set ``vp``, ``wood``, ``metal``, ``movement``, ``wild``, ``electricity`` to numbers."""
        for name, amount in amounts.items():
            if name not in {"vp", "wood", "metal", "movement", "wild", "electricity"}:
                raise ValueError(f"has({name}) is not a number that a test may set")
            self.record[name] = amount
        return self

    gives = has

    def workers(self, forest: int = 0, lair: int = 0, farm: int = 0) -> Self:
        """Put Workers into the Areas.

        The first two come from the lair entrance, all others from Bed tiles, which count as built
        and discarded.
        """
        released = limits.BEDS - self._beds_left() + 2
        while released < forest + lair + farm:
            self.record["beds_built"] += 1
            released += 1
        self.record["workers"] = (forest, lair, farm)
        self.record["entrance"] = released - forest - lair - farm
        return self

    def _beds_left(self) -> int:
        return limits.BEDS - int(self.record["beds_built"])

    def beds(self, count: int, *, discarded: int = 0) -> Self:
        """Let ``count`` beds stand in rooms, ``discarded`` more were built and discarded."""
        built = count + discarded
        self.record["entrance"] += built - self.record["beds_built"]
        self.record["beds_built"] = built
        self.record["beds"] = count
        return self

    def dug(self, count: int) -> Self:
        """Let this seat have removed ``count`` Underground tiles."""
        self.record["rooms_dug"] = count
        return self

    def hand(self, *cards: str | int) -> Self:
        """Set the hand to exactly these cards; former cards go to the bottom of their decks."""
        game, tables = self.position.game, self.position.tables
        for card in pieces.hand_of(game, self.seat):
            pieces.take_card(game, tables, card)
            pieces.put_under(game, tables, card)
        for name in reversed(cards):
            card = self.words.card(name)
            pieces.take_card(game, tables, card)
            game["next"][card] = self.record["hand"]
            self.record["hand"] = card
            self.record["hand_size"] += 1
            self.record["hand_advanced"] += tables["cards"][card]["tier"]
            game["card_at"][card] = AT_HAND + self.seat
            game["card_flags"][card] = 1 << self.seat
        return self

    def plays(self, *cards: str | int) -> Self:
        """Add cards to the play area, as if played earlier: no effect, no cost, no VP."""
        game, tables = self.position.game, self.position.tables
        for name in cards:
            card = self.words.card(name)
            pieces.take_card(game, tables, card)
            pieces.put_in_play(game, tables, self.seat, card)
        return self

    def explorer(self, room: str) -> Self:
        """Put the Explorer into a room, given by its letter."""
        self.record["explorer"] = self.words.room(room)
        return self

    def tent(self, *rooms: str) -> Self:
        """Let the pitched Tents stand in exactly these rooms."""
        self.record["tents"] = NONE
        for i, room in enumerate(rooms):
            self.record["tents"][i] = self.words.room(room)
        return self

    def opened(self, *passages: str) -> Self:
        """Let this seat own the Door tokens of these passages, such as ``"A-D"``."""
        for name in passages:
            door = self.words.passage(name)
            if self.position.game["doors"][door] == NONE:
                raise ValueError(f"no Door token lies on {name}")
            self.position.game["doors"][door] = NONE
            self.record["doors"] += 1
        return self

    def guests(self, *guests: str | int) -> Self:
        """Add Guests to the board, as if taken earlier (no immediate effect, no income)."""
        game, tables = self.position.game, self.position.tables
        for name in guests:
            guest = self.words.find("guests", name)
            pieces.take_guest(game, tables, guest)
            pieces.house(game, tables, self.seat, guest)
        return self

    def cheese(self) -> Self:
        """Add the top Cheese to the board."""
        game, tables = self.position.game, self.position.tables
        game["cheese_size"] -= 1
        guest = int(game["cheese"][game["cheese_size"]])
        game["cheese"][game["cheese_size"]] = NONE
        self.record["cheese"] = 1
        pieces.house(game, tables, self.seat, guest)
        return self

    def completes(self, place: str, row: int, *, cube: str) -> Self:
        """Let this seat have completed a row (from 1) with the cube of an ability space."""
        game = self.position.game
        game["mission_cubes"][self.words.place(place)][row - 1] = self.seat
        game["mission_open"][self.words.place(place)] = 1
        self.record["mission_cubes"] += 1
        return self.unlocked(cube)

    def unlocked(self, *abilities: str) -> Self:
        """Remove cubes from ability spaces, as by card 55: standing effects hold."""
        tables = self.position.tables
        for name in abilities:
            ability = self.words.find("abilities", name)
            self.record["cubes_gone"] |= 1 << ability
            row = tables["abilities"][ability]
            pieces.add_standing(tables, self.record, int(row["start"]), int(row["end"]))
        return self

    def skill(self, *skills: str) -> Self:
        """Own Skill tokens, each taken from the supply."""
        for name in skills:
            skill = words("ICON").index(name)
            self.record["skill_tokens"] |= 1 << skill
            self.position.game["skills_left"] &= ~(1 << skill)
            self.record["icons"][skill] += 1
        return self

    def hero(self, *skills: str) -> Self:
        """Own Heroes, each named by its skill."""
        for name in skills:
            skill = words("ICON").index(name)
            heroes = list(self.position.tables["heroes"]["skill"])
            hero = heroes.index(skill)
            self.record["heroes"] |= 1 << hero
            self.position.game["heroes_left"] &= ~(1 << hero)
            self.record["icons"][skill] += self.position.tables["heroes"][hero]["icons"]
        return self

    def claimed(self, *objectives: str | int) -> Self:
        """Let this seat have claimed the topmost free space of these Objectives."""
        for name in objectives:
            objective = self.words.find("objectives", name)
            self.position.game["objective_claims"][objective] += 1
            self.record["claims"] |= 1 << objective
            self.record["objectives"] += 1
            self.record["discs"] -= 1
        return self


class View:
    """What one seat owns, for assertions: numbers by field name, linked lists as lists of names."""

    def __init__(self, position: Position, seat: int) -> None:
        self._position = position
        self._seat = seat

    @property
    def _record(self) -> Any:
        return self._position.game["players"][self._seat]

    def __getattr__(self, name: str) -> Any:
        value = self._record[name]
        return int(value) if value.ndim == 0 else [int(item) for item in value]

    @property
    def hand(self) -> list[str]:
        """Names of the cards in hand."""
        cards = pieces.hand_of(self._position.game, self._seat)
        return [self._position.words.names["cards"][card] for card in cards]

    @property
    def played(self) -> list[str]:
        """Names of the cards in the play area, in order of acquisition."""
        cards = pieces.played_by(self._position.game, self._seat)
        return [self._position.words.names["cards"][card] for card in cards]

    @property
    def guests(self) -> list[str]:
        """Names of the Guests and Cheeses on the board."""
        guests = self._record["guests"][: self._record["guests_size"]]
        return [self._position.words.names["guests"][guest] for guest in guests]

    @property
    def explorer(self) -> str:
        """Letter of the Explorer's location."""
        return self._position.words.rooms[self._record["explorer"]]

    @property
    def tents(self) -> list[str]:
        """Letters of the rooms with a Tent."""
        rooms = self._position.words.rooms
        return sorted(rooms[room] for room in self._record["tents"] if room != NONE)

    @property
    def forest(self) -> int:
        """Workers in the Forest."""
        return int(self._record["workers"][0])

    @property
    def lair(self) -> int:
        """Workers in the Lair."""
        return int(self._record["workers"][1])

    @property
    def farm(self) -> int:
        """Workers in the Farm."""
        return int(self._record["workers"][2])

    def icon(self, name: str) -> int:
        """Return how many icons of a kind this seat owns."""
        return int(self._record["icons"][words("ICON").index(name)])

    def unlocked(self, ability: str) -> bool:
        """Return whether the cube of an ability space is gone."""
        bit = self._position.words.find("abilities", ability)
        return bool(self._record["cubes_gone"] >> bit & 1)
