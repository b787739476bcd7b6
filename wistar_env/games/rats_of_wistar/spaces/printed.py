"""One line of text for each printed thing: Inventions, missions, Objectives, wheel spaces."""

from collections.abc import Iterable
from functools import cached_property
from typing import Final

from wistar_env.games.rats_of_wistar.tables import schema
from wistar_env.games.rats_of_wistar.tables.catalogue import cheeses
from wistar_env.games.rats_of_wistar.tables.reading import Data
from wistar_env.games.rats_of_wistar.tables.rulebook_terms import TIMINGS
from wistar_env.games.rats_of_wistar.tables.sentences import COUNTS, price, requirement, sentence
from wistar_env.games.rats_of_wistar.tables.symbol_words import plain

_CLOSED_FROM: Final = 3  # players with which the second face of a Sector is used


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
    """Return an effect in sentences, without the last full stop."""
    return plain(sentence(effect)).rstrip(".") or "nothing"


class Entries:
    """Texts of the entries of one data folder, by the indices that the rules use."""

    def __init__(self, data: Data) -> None:
        self._data = data

    @cached_property
    def cards(self) -> list[str]:
        """All that is printed on each Invention."""
        cards = sorted((card for _, card in self._data.cards()), key=lambda card: card.number)
        return [self._card(card) for card in cards]

    @staticmethod
    def _card(card: schema.Card) -> str:
        icons = f"icons {_amounts(card.icons)}" if card.icons else ""
        text = _listed((_price(card.cost, card.requires) or "no cost", icons, f"{card.vp} VP"))
        kind = f"{card.tier.capitalize()} {card.type.capitalize()}"
        told = f"{TIMINGS[card.timing]}: {_told(card.effect)}"
        return f"{card.name} ({card.number}): {kind}; {text}; {told}"

    @cached_property
    def guests(self) -> list[str]:
        """Each Guest tile, then the Cheeses, such as ``"G07 (Income: Take 1 Metal)"``."""
        guests = sorted(self._data.guests.guest, key=lambda guest: guest.number)
        told = [f"G{g.number:02} ({TIMINGS[g.timing]}: {_told(g.effect)})" for g in guests]
        return [*told, *cheeses(self._data)]

    def mission_rows(self, mission: int) -> list[str]:
        """Return the three missions of a Mission card."""
        return [
            f"{row.name}: {_price(row.cost, row.requires) or 'nothing'}; "
            f"brings: {_told(row.effect)}"
            + (f" (needs lock {row.needs_lock})" if row.needs_lock else "")
            + (f" (gives lock {row.gives_lock})" if row.gives_lock else "")
            for row in self._data.missions.mission[mission].row
        ]

    def objective(self, objective: int) -> str:
        """Return an Objective card."""
        card = self._data.objectives.objective[objective]
        spaces = "/".join(str(space) for space in card.spaces)
        counted = plain(COUNTS[card.count][1])
        return f"{card.name}: {spaces} {counted}; brings: {_told(card.effect)}"

    def spaces(self, sector: int, seats: int) -> list[str]:
        """Return the Bonus actions of the spaces of a Sector, with this number of seats."""
        entry = self._data.wheel.sector[sector]
        if seats < _CLOSED_FROM:
            return list(entry.face_2)
        closed = entry.closed_with_3 if seats == _CLOSED_FROM else 0
        return list(entry.face_3_4[: len(entry.face_3_4) - closed])
