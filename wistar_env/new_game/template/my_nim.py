"""Nim with a hidden card: a game for wistar-env.

Players take turns to take pieces from one pile. A secret card, 1 to 3, is the number of pieces that
a player may take at once, and scores 3 points minus this number. The last piece scores 2 points.
"""

from functools import cache
from typing import Annotated, Any, Final, SupportsIndex, TypeAlias

import numpy as np

from wistar_env.compiled.jit import declare, unit
from wistar_env.compiled.records import record
from wistar_env.compiled.streams import FOR_GAME, below, following, stream
from wistar_env.compiled.types import ByteArray, Seed, ShortArray
from wistar_env.kit.bind import bind
from wistar_env.kit.game import FixedData, Game, GameSpec
from wistar_env.kit.head import HEAD_FIELDS, NOBODY
from wistar_env.kit.layout import Layout, Section, layout_of

PILES: Final = 4
PIECES: Final = 5
CARDS: Final = 3
SEATS: Final = 4

STATE: Final = record(
    [
        *HEAD_FIELDS,
        ("piles", np.int16, (PILES,)),
        ("cards", np.int16, (SEATS,)),
        ("most_taken", np.int16, (SEATS,)),  # at once, by each player: everybody has seen it
        ("last", np.int16),  # who took the last piece
    ]
)
TABLES: Final = record([("last_piece", np.int16)])
declare("my_nim state", STATE)
declare("my_nim tables", TABLES)
State: TypeAlias = Annotated[Any, "my_nim state"]
Tables: TypeAlias = Annotated[Any, "my_nim tables"]


@unit
def find_legal(t: Tables, g: State, legal: ShortArray) -> None:
    """Write the legal actions: how many, then their ids."""
    n = 0
    if g.finished == 0:
        for pile in range(PILES):
            for taken in range(1, min(int(g.cards[g.mover]), int(g.piles[pile])) + 1):
                n += 1
                legal[n] = CARDS * pile + taken - 1
    legal[0] = n


@unit
def begin(t: Tables, g: State, seed: Seed, legal: ShortArray) -> None:
    """Set up a game and go to its first decision."""
    x = stream(seed, FOR_GAME)
    for pile in range(PILES):
        x = following(x)
        g.piles[pile] = 1 + below(x, PIECES)
    for seat in range(SEATS):
        x = following(x)
        g.cards[seat] = 1 + below(x, CARDS)
    g.rng = x
    g.last = NOBODY
    find_legal(t, g, legal)


@unit
def play_on(t: Tables, g: State, action: int, legal: ShortArray) -> None:
    """Play an action and go to the next decision."""
    taken, seat = action % CARDS + 1, int(g.mover)
    g.decisions += 1
    g.piles[action // CARDS] -= taken
    g.most_taken[seat] = max(int(g.most_taken[seat]), taken)
    g.mover = (seat + 1) % int(g.seats)
    left = 0
    for pile in range(PILES):
        left += int(g.piles[pile])
    if left == 0:
        g.last, g.finished, g.mover = seat, 1, NOBODY
    find_legal(t, g, legal)


@unit
def score_game(t: Tables, g: State, scores: ShortArray) -> None:
    """Write the points of each seat as if the game ended now."""
    for seat in range(int(g.seats)):
        scores[seat] = CARDS - g.cards[seat] + (t.last_piece if g.last == seat else 0)


@unit
def reshuffle_hidden(t: Tables, g: State, seat: int, rng: Seed) -> None:
    """Resample the cards that a seat cannot know; they allow what was taken."""
    x = rng
    for other in range(SEATS):
        if other != seat and g.finished == 0:  # at the end all cards are shown
            x = following(x)
            lowest = max(1, int(g.most_taken[other]))
            g.cards[other] = lowest + below(x, CARDS + 1 - lowest)
    g.rng = x


@unit
def encode(t: Tables, g: State, viewer: int, out: ByteArray, size: int, limit: ByteArray) -> None:
    """Write the observation of a seat as counts; the viewer NOBODY sees everything."""
    for pile in range(PILES):
        out[pile] = g.piles[pile]
    for k in range(int(g.seats)):  # the viewer comes first
        seat = (max(0, viewer) + k) % int(g.seats)
        shown = seat == viewer or viewer == NOBODY or g.finished == 1
        out[PILES + k] = g.cards[seat] if shown else 0
        out[PILES + int(g.seats) + k] = g.most_taken[seat]


def bind_tables(tables: Any) -> Any:
    """Return the compiled functions and sizes of the game."""
    functions = {
        "begin": begin,
        "find_legal": find_legal,
        "play_on": play_on,
        "reshuffle_hidden": reshuffle_hidden,
        "score_game": score_game,
        "encode": encode,
    }
    sizes = {"columns": 1, "num_actions": PILES * CARDS, "max_seats": SEATS}
    sizes["max_observation"] = PILES + 2 * SEATS
    return bind(functions, game=STATE, tables=tables, sizes=sizes)


@cache
def layout(num_players: int) -> Layout:
    """Return the layout of observations, in the order of ``encode``."""
    seen = Section("all", {"pile": PILES, "seat": num_players})
    seen.add("piles", "pile", limit=PIECES, meaning="pieces of each pile")
    seen.add("cards", "seat", limit=CARDS, meaning="card of each seat, 0 if hidden")
    seen.add("most_taken", "seat", limit=CARDS, meaning="most pieces taken at once")
    return layout_of([("", seen)])


class Nim(Game):
    """Nim with a hidden card."""

    spec = GameSpec(
        name="my-nim",
        title="Nim with a hidden card",
        rules_version=1,
        max_players=SEATS,
        record=STATE,
        record_ranges=(
            ("piles", (0, PIECES)),
            ("cards", (1, CARDS)),
            ("most_taken", (0, CARDS)),
            ("last", (NOBODY, SEATS - 1)),
        ),
        num_actions=PILES * CARDS,
        score_columns=("total",),
        observation_layout=layout,
        open_data=FixedData(np.array([(2,)], TABLES), bind_tables).open,
    )

    def describe(self, action: SupportsIndex) -> str:
        """Return an action in words."""
        pile, taken = divmod(int(action), CARDS)
        return f"take {taken + 1} of pile {pile + 1}"
