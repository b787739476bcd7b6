"""Arranges everything on the board of a position."""

from typing import Any, Self

from tests import pieces
from tests.printing import effect_of
from tests.words import Words, words
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.tables import limits


class Board:
    """The part of a position that no seat owns, with chainable methods."""

    words: Words  # names of everything

    @property
    def tables(self) -> Any:
        """The ``TABLES`` record of this position: a copy that a test may change."""
        raise NotImplementedError

    @property
    def game(self) -> Any:
        """The ``GAME`` record."""
        raise NotImplementedError

    def wheel(self, *sectors: str) -> Self:
        """Set the Sector at each board position, clockwise from Collecting Wood."""
        self.game["wheel"] = [self.words.find("sectors", name) for name in sectors]
        return self

    def display(self, tier: str, *cards: str | int) -> Self:
        """Set a display row from left to right."""
        row = self.game["display"][words("TIER").index(tier)]
        for slot, name in enumerate(cards):
            card, former = self.words.card(name), int(row[slot])
            if card == former:
                continue
            pieces.take_card(self.game, self.tables, card)
            former = int(row[slot])
            pieces.put_under(self.game, self.tables, former)
            row[slot] = card
        return self

    def on_top(self, *cards: str | int) -> Self:
        """Put cards on top of their decks; the first one is drawn first."""
        for name in reversed(cards):
            card = self.words.card(name)
            pieces.take_card(self.game, self.tables, card)
            pieces.put_on_top(self.game, self.tables, card)
        return self

    def discarded(self, *cards: str | int) -> Self:
        """Put cards on the discard piles of their tiers."""
        for name in cards:
            card = self.words.card(name)
            pieces.take_card(self.game, self.tables, card)
            pieces.put_on_top(self.game, self.tables, card, "discard")
        return self

    def discards(self, tier: str) -> list[str]:
        """Return the names on a discard pile, bottom first."""
        at = words("TIER").index(tier)
        cards = self.game["discard"][at][: self.game["discard_size"][at]]
        return [self.words.names["cards"][card] for card in cards]

    def shown(self, tier: str) -> list[str | None]:
        """Return the names in a display row from left to right, ``None`` for a gap."""
        row = self.game["display"][words("TIER").index(tier)]
        return [None if card == NONE else self.words.names["cards"][card] for card in row]

    def top_of_deck(self, tier: str, count: int) -> list[str]:
        """Return the names of the next cards of a deck, the first one drawn first."""
        deck = pieces.deck_of(self.game, words("TIER").index(tier))
        return [self.words.names["cards"][card] for card in deck[: -count - 1 : -1]]

    def empty_deck(self, tier: str) -> Self:
        """Move a whole deck to its discard pile."""
        at = words("TIER").index(tier)
        while self.game["deck_size"][at]:
            pieces.put_on_top(self.game, self.tables, pieces.draw(self.game, at), "discard")
        return self

    def objectives(self, *names: str | int) -> Self:
        """Set the Objectives that lie open."""
        for slot, name in enumerate(names):
            self._swap_objective(slot, self.words.find("objectives", name))
        return self

    def _swap_objective(self, slot: int, objective: int) -> None:
        shown, deck = self.game["objectives"], self.game["objective_deck"]
        former = int(shown[slot])
        for stack in (shown, deck[: self.game["objective_deck_size"]]):
            for i, other in enumerate(stack):
                if other == objective:
                    stack[i] = former
        shown[slot] = objective

    def objective_deck(self, *names: str | int) -> Self:
        """Put Objectives on top of the Objective deck; the first one is drawn first."""
        size = int(self.game["objective_deck_size"])
        deck, shown = self.game["objective_deck"], self.game["objectives"]
        for depth, name in enumerate(names):
            objective, place = self.words.find("objectives", name), size - 1 - depth
            for stack in (shown, deck[:size]):
                stack[stack == objective] = int(deck[place])
            deck[place] = objective
        return self

    def mission(self, place: str, name: str | int, *, revealed: bool = True) -> Self:
        """Put a Mission card into a place; the card there moves to its former place."""
        at, card = self.words.place(place), self.words.find("missions", name)
        there = list(self.game["mission_card"])
        if self.tables["missions"][card]["kind"] != self.tables["mission_kind"][at]:
            raise ValueError(f"{name} does not lie on this floor")
        if card in there:
            self.game["mission_card"][there.index(card)] = there[at]
        self.game["mission_card"][at] = card
        self.game["mission_open"][at] = int(revealed)
        return self

    def door(self, passage: str, token: str | int) -> Self:
        """Lay a Door token, given by its effect line or number, on a passage."""
        at = self.words.passage(passage)
        wanted = [i for i in range(limits.DOOR_TOKENS) if token in (i, self.door_bonus(i))]
        doors = list(self.game["doors"])
        lying = next((door for door in wanted if door in doors), wanted[0])
        if lying in doors:
            self.game["doors"][doors.index(lying)] = doors[at]
        self.game["doors"][at] = lying
        return self

    def door_bonus(self, token: int) -> str:
        """Return the effect line of a Door token."""
        start, end = self.tables["door_start"][token], self.tables["door_end"][token]
        return effect_of(self.tables, int(start), int(end))

    def guest_in(self, room: str, *guests: str | int) -> Self:
        """Let exactly these Guests lie face down in a room."""
        at = self.words.room(room)
        size = int(self.game["room_guests_size"][at])
        for tile in self.game["room_guests"][at][:size]:
            kind = int(self.tables["guests"][tile]["kind"])
            self.game["supply"][kind][self.game["supply_size"][kind]] = tile
            self.game["supply_size"][kind] += 1
        self.game["room_guests"][at] = NONE
        self.game["room_guests_size"][at] = 0
        for name in guests:
            guest = self.words.find("guests", name)
            pieces.take_guest(self.game, self.tables, guest)
            self.game["room_guests"][at][self.game["room_guests_size"][at]] = guest
            self.game["room_guests_size"][at] += 1
        return self

    def round_guest(self, guest: str | int) -> Self:
        """Let this Home Guest be the face-up one of round 1."""
        tile = self.words.find("guests", guest)
        former = int(self.game["round_guest"])
        if tile == former:
            return self
        pieces.take_guest(self.game, self.tables, tile)
        kind = int(self.tables["guests"][former]["kind"])
        self.game["supply"][kind][self.game["supply_size"][kind]] = former
        self.game["supply_size"][kind] += 1
        self.game["round_guest"] = tile
        for i, other in enumerate(self.game["round_guests"]):
            if other == former:
                self.game["round_guests"][i] = tile
        return self

    def on_supply(self, guest: str | int) -> Self:
        """Put a Guest on top of its supply stack."""
        tile = self.words.find("guests", guest)
        pieces.take_guest(self.game, self.tables, tile)
        kind = int(self.tables["guests"][tile]["kind"])
        self.game["supply"][kind][self.game["supply_size"][kind]] = tile
        self.game["supply_size"][kind] += 1
        return self
