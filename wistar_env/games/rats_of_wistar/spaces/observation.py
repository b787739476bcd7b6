"""Layouts of the observation and of the state vector: sizes, names, scales, description.

An observation is egocentric: the section ``me`` is the observing seat, ``rival_1`` the next one in
turn order, and so on. Layouts depend only on the player count.
"""

from functools import cache

from wistar_env.arguments import integer
from wistar_env.games.rats_of_wistar.spaces.blocks import BOT, COMMON, HIDDEN, SEAT
from wistar_env.games.rats_of_wistar.spaces.labels import Labels
from wistar_env.games.rats_of_wistar.tables.limits import MAX_SEATS
from wistar_env.kit.layout import Described, FloatVector, Layout, Section, layout_of


def _sections(num_players: int, seats: list[str]) -> list[tuple[str, Section]]:
    bot = [("bot.", BOT)] if num_players == 1 else []
    return [("", COMMON), *bot, *((f"{seat}.", SEAT) for seat in seats)]


def _num_seats(num_players: int) -> int:
    return max(2, integer("num_players", num_players, 1, MAX_SEATS))


@cache
def observation_layout(num_players: int) -> Layout:
    """Return the layout of the observation of a seat; 1 player is the solo game."""
    rivals = [f"rival_{k}" for k in range(1, _num_seats(num_players))]
    return layout_of(_sections(num_players, ["me", *rivals]))


@cache
def state_layout(num_players: int) -> Layout:
    """Return the layout of the whole state: seats by number, then hidden information."""
    seats = [f"player_{k}" for k in range(_num_seats(num_players))]
    return layout_of([*_sections(num_players, seats), ("hidden.", HIDDEN)])


def describe(layout: Layout, vector: FloatVector, labels: Labels) -> dict[str, Described]:
    """Describe a vector in words, by block: see ``Layout.describe``.

    Numbers of the current decision are labelled with their names from ``rules.numbers``.
    """
    decision = int(layout.views(vector)["decision"].argmax())

    def words_of(axis: str) -> list[str]:
        return labels.numbers(decision) if axis == "number" else labels.of(axis)

    return layout.describe(vector, words_of)
