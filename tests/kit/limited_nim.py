"""Nim in which a hidden card is the number of pieces that its seat may take at once.

What a seat takes tells about its card, so a reshuffle must agree with it.
"""

from functools import cache
from typing import Annotated, Any, Final, TypeAlias

import numpy as np

from wistar_env.compiled.jit import declare, inline, unit
from wistar_env.compiled.records import record
from wistar_env.compiled.streams import FOR_GAME, below, following, stream
from wistar_env.compiled.types import ByteArray, Seed, ShortArray
from wistar_env.kit.bind import bind
from wistar_env.kit.common_fields import COMMON_FIELDS, NOBODY
from wistar_env.kit.game import FixedData, Game, GameSpec
from wistar_env.kit.layout import Layout, Section, layout_of

PILES: Final = 4
PIECES: Final = 5
CARDS: Final = 3
SEATS: Final = 4

STATE: Final = record(
    [
        *COMMON_FIELDS,
        ("piles", np.int16, (PILES,)),
        ("cards", np.int16, (SEATS,)),
        ("most_taken", np.int16, (SEATS,)),
    ]
)
TABLES: Final = record([("nothing", np.int16)])
declare("limited nim", STATE)
declare("limited nim tables", TABLES)
State: TypeAlias = Annotated[Any, "limited nim"]
Tables: TypeAlias = Annotated[Any, "limited nim tables"]


@unit
def find_legal(t: Tables, g: State, legal: ShortArray) -> None:
    n = 0
    if g.finished == 0:
        for pile in range(PILES):
            for taken in range(min(int(g.cards[g.mover]), int(g.piles[pile]))):
                n += 1
                legal[n] = CARDS * pile + taken
    legal[0] = n


@unit
def begin(t: Tables, g: State, seed: Seed, legal: ShortArray) -> None:
    x = stream(seed, FOR_GAME)
    for pile in range(PILES):
        x = following(x)
        g.piles[pile] = 1 + below(x, PIECES)
    for seat in range(SEATS):  # those that nobody has included, so that 0 is no card
        x = following(x)
        g.cards[seat] = 1 + below(x, CARDS)
    g.rng = x
    find_legal(t, g, legal)


@unit
def play_on(t: Tables, g: State, action: int, legal: ShortArray) -> None:
    taken, seat = action % CARDS + 1, int(g.mover)
    g.decisions += 1
    g.piles[action // CARDS] -= taken
    g.most_taken[seat] = max(int(g.most_taken[seat]), taken)
    left = 0
    for pile in range(PILES):
        left += int(g.piles[pile])
    g.mover = (seat + 1) % int(g.seats)
    if left == 0:
        g.finished, g.mover = 1, NOBODY
    find_legal(t, g, legal)


@unit
def score_game(t: Tables, g: State, scores: ShortArray) -> None:
    for seat in range(int(g.seats)):
        scores[seat] = CARDS - g.cards[seat]


@inline
def redraw(g: State, seat: int, rng: Seed, least: int, more: int) -> None:
    """Redraw the cards of others from ``least`` and what they have taken on, up to ``more``."""
    x = rng
    for other in range(SEATS):
        if other != seat and g.finished == 0:
            x = following(x)
            lowest = max(least, int(g.most_taken[other]))
            g.cards[other] = lowest + below(x, more + 1 - lowest)
    g.rng = x


@unit
def reshuffle_hidden(t: Tables, g: State, seat: int, rng: Seed) -> None:
    redraw(g, seat, rng, 1, CARDS)


@unit
def encode(t: Tables, g: State, viewer: int, out: ByteArray, size: int, limit: ByteArray) -> None:
    seats = int(g.seats)
    for pile in range(PILES):
        out[pile] = g.piles[pile]
    for seat in range(seats):
        shown = seat == viewer or viewer == NOBODY or g.finished == 1
        out[PILES + seat] = g.cards[seat] if shown else 0
        out[PILES + seats + seat] = g.most_taken[seat]


FUNCTIONS: Final = {
    "begin": begin,
    "find_legal": find_legal,
    "play_on": play_on,
    "reshuffle_hidden": reshuffle_hidden,
    "score_game": score_game,
    "encode": encode,
}
SIZES: Final = {
    "columns": 1,
    "num_actions": PILES * CARDS,
    "max_seats": SEATS,
    "max_observation": PILES + 2 * SEATS,
}


@cache
def layout(num_players: int) -> Layout:
    """Return the layout of observations."""
    seen = Section("all", {"pile": PILES, "seat": num_players})
    seen.add("piles", "pile", limit=PIECES, meaning="pieces of each pile")
    seen.add("cards", "seat", limit=CARDS, meaning="card of each seat, 0 if hidden")
    seen.add("most_taken", "seat", limit=CARDS, meaning="most pieces taken at once")
    return layout_of([("", seen)])


def spec_with(**functions: Any) -> GameSpec:
    """Return the spec of a game with other functions."""

    def bind_tables(tables: Any) -> Any:
        return bind({**FUNCTIONS, **functions}, game=STATE, tables=tables, sizes=SIZES)

    return GameSpec(
        name="limited-nim",
        title="Nim with a hidden limit",
        rules_version=1,
        max_players=SEATS,
        record=STATE,
        record_ranges=(
            ("piles", (0, PIECES)),
            ("cards", (1, CARDS)),
            ("most_taken", (0, CARDS)),
        ),
        num_actions=PILES * CARDS,
        score_columns=("total",),
        observation_layout=layout,
        open_data=FixedData(np.zeros(1, TABLES), bind_tables).open,
    )


class LimitedNim(Game):
    """Nim with a hidden limit."""

    spec = spec_with()

    __slots__ = ()
