"""One line of text for each Invention, Guest, mission, Objective and space of the wheel."""

from collections.abc import Iterable
from functools import cached_property
from typing import Final

from wistar_env.games.rats_of_wistar.tables import schema
from wistar_env.games.rats_of_wistar.tables.catalogue import cheeses
from wistar_env.games.rats_of_wistar.tables.reading import Data
from wistar_env.games.rats_of_wistar.tables.rulebook_terms import TIMINGS
from wistar_env.games.rats_of_wistar.tables.sentences import COUNTS, price, requirement, sentence
from wistar_env.games.rats_of_wistar.tables.symbol_words import plain

_SECOND_FACE_FROM: Final = 3  # players


def _listed(parts: Iterable[str]) -> str:
    return ", ".join(part for part in parts if part)


def _amounts(text: str) -> str:
    """Return amounts in words, without the symbols that accompany them."""
    return plain(requirement(text))


def _price(cost: str, requires: str) -> str:
    return _listed(
        (
            f"pay {plain(price(cost))}" if cost else "",
            f"own {_amounts(requires)}" if requires else "",
        )
    )


def _told(effect: str) -> str:
    """Return an effect in sentences, without the final full stop."""
    return plain(sentence(effect)).rstrip(".") or "nothing"


def _named(card: schema.Card) -> str:
    return f"{card.name} ({card.number}): {card.tier.capitalize()} {card.type.capitalize()}"


def _worth(card: schema.Card) -> str:
    return _listed((f"icons {_amounts(card.icons)}" if card.icons else "", f"{card.vp} VP"))


def _mission_row(row: schema.MissionRow) -> tuple[str, str]:
    price = _price(row.cost, row.requires) or "nothing"
    needs = f" (needs lock {row.needs_lock})" if row.needs_lock else ""
    gives = f" (gives lock {row.gives_lock})" if row.gives_lock else ""
    told = f"{row.name}: {price}; reward: {_told(row.effect)}{needs}{gives}"
    return told, f"{row.name}{gives}"


class Entries:
    """Texts of the pieces in one data folder, by the indices that the rules use."""

    def __init__(self, data: Data) -> None:
        self._data = data

    @cached_property
    def cards(self) -> list[str]:
        """The full text of each Invention."""
        cards = sorted((card for _, card in self._data.cards()), key=lambda card: card.number)
        return [self._card(card) for card in cards]

    @cached_property
    def in_play(self) -> list[str]:
        """The text of each Invention in play, without its price and any immediate effect."""
        cards = sorted((card for _, card in self._data.cards()), key=lambda card: card.number)
        return [self._in_play(card) for card in cards]

    @staticmethod
    def _card(card: schema.Card) -> str:
        text = _listed((_price(card.cost, card.requires) or "no cost", _worth(card)))
        return f"{_named(card)}; {text}; {TIMINGS[card.timing]}: {_told(card.effect)}"

    @staticmethod
    def _in_play(card: schema.Card) -> str:
        timing = TIMINGS[card.timing]
        lasting = timing if card.timing == "immediate" else f"{timing}: {_told(card.effect)}"
        return f"{_named(card)}; {_worth(card)}; {lasting}"

    @cached_property
    def guests(self) -> list[str]:
        """The text of each Guest and then each Cheese, such as ``"G07 (Income: Take 1 Metal)"``."""
        guests = sorted(self._data.guests.guest, key=lambda guest: guest.number)
        told = [f"G{g.number:02} ({TIMINGS[g.timing]}: {_told(g.effect)})" for g in guests]
        return [*told, *cheeses(self._data)]

    @cached_property
    def missions(self) -> list[list[tuple[str, str]]]:
        """The texts of the three missions of each Mission card, in full and after completion."""
        return [[_mission_row(row) for row in card.row] for card in self._data.missions.mission]

    @cached_property
    def objectives(self) -> list[str]:
        """The text of each Objective card."""
        return [self._objective(card) for card in self._data.objectives.objective]

    @staticmethod
    def _objective(card: schema.Objective) -> str:
        spaces = "/".join(str(space) for space in card.spaces)
        counted = plain(COUNTS[card.count][1])
        return f"{card.name}: {spaces} {counted}; bonus: {_told(card.effect)}"

    def spaces(self, sector: int, seats: int) -> list[str]:
        """Return the Bonus actions of the spaces of a Sector, for a number of seats."""
        entry = self._data.wheel.sector[sector]
        return list(entry.face_2 if seats < _SECOND_FACE_FROM else entry.face_3_4)
