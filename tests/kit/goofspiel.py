"""Goofspiel for two to four players: all bid a card at the same time, in secret."""

import operator
from dataclasses import replace
from functools import cache
from typing import Annotated, Any, Final, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.compiled.jit import declare, inline, unit
from wistar_env.compiled.records import record
from wistar_env.compiled.streams import FOR_GAME, below, following, stream
from wistar_env.compiled.types import ByteArray, Seed, ShortArray
from wistar_env.errors import ReplayError
from wistar_env.kit.bind import bind
from wistar_env.kit.common_fields import COMMON_FIELDS, NOBODY
from wistar_env.kit.game import FixedData, Game, GameSpec
from wistar_env.kit.game.save_checks import check_fields
from wistar_env.kit.game.spec_records import SaveSpec, ScoreSpec
from wistar_env.kit.layout import Layout, Section, layout_of
from wistar_env.kit.sealed import SEALED_FIELDS, ask_sealed, clear_sealed, seal

CARDS: Final = 5
SEATS: Final = 4
MOST_POINTS: Final = CARDS * (CARDS + 1) // 2

STATE: Final = record(
    [
        *COMMON_FIELDS,
        *SEALED_FIELDS,
        ("round", np.int16),
        ("prizes", np.int16, (CARDS,)),  # in the order in which they are turned up
        ("hands", np.int16, (SEATS,)),  # a bit for each card
        ("won", np.int16, (SEATS,)),
    ]
)
TABLES: Final = record([("nothing", np.int16)])
declare("goofspiel", STATE)
declare("goofspiel tables", TABLES)
State: TypeAlias = Annotated[Any, "goofspiel"]
Tables: TypeAlias = Annotated[Any, "goofspiel tables"]


@inline
def shuffle_prizes(g: State, first: int, x: Seed) -> Seed:
    for k in range(CARDS - 1, first, -1):
        x = following(x)
        other = first + below(x, k - first + 1)
        prize = g.prizes[k]
        g.prizes[k] = g.prizes[other]
        g.prizes[other] = prize
    return x


@unit
def find_legal(t: Tables, g: State, legal: ShortArray) -> None:
    n = 0
    if g.finished == 0:
        for card in range(CARDS):
            if (int(g.hands[g.mover]) >> card) & 1:
                n += 1
                legal[n] = card
    legal[0] = n


@unit
def begin(t: Tables, g: State, seed: Seed, legal: ShortArray) -> None:
    seats = int(g.seats)
    for card in range(CARDS):
        g.prizes[card] = card + 1
    g.rng = shuffle_prizes(g, 0, stream(seed, FOR_GAME))
    for seat in range(seats):
        g.hands[seat] = (1 << CARDS) - 1
    ask_sealed(g, (1 << seats) - 1, 0)
    find_legal(t, g, legal)


@inline
def award_prize(g: State) -> None:
    """Give the prize to the highest bid that nobody else made."""
    best = NOBODY
    for seat in range(int(g.seats)):
        g.hands[seat] &= ~(1 << int(g.sealed_choice[seat]))
        alone = True
        for other in range(int(g.seats)):
            if other != seat and g.sealed_choice[other] == g.sealed_choice[seat]:
                alone = False
        if alone and (best == NOBODY or g.sealed_choice[seat] > g.sealed_choice[best]):
            best = seat
    if best != NOBODY:
        g.won[best] += g.prizes[g.round]


@unit
def play_on(t: Tables, g: State, action: int, legal: ShortArray) -> None:
    g.decisions += 1
    if seal(g, action):
        award_prize(g)
        clear_sealed(g)
        g.round += 1
        if g.round == CARDS:
            g.finished = 1
            g.mover = NOBODY
        else:
            ask_sealed(g, (1 << int(g.seats)) - 1, int(g.round) % int(g.seats))
    find_legal(t, g, legal)


@unit
def reshuffle_hidden(t: Tables, g: State, seat: int, rng: Seed) -> None:
    first = min(int(g.round) + 1, CARDS)
    shown = 0
    for k in range(first):
        shown |= 1 << (int(g.prizes[k]) - 1)
    k = first  # in order first: a shuffle may not depend on the hidden order
    for card in range(CARDS):
        if (shown >> card) & 1 == 0:
            g.prizes[k] = card + 1
            k += 1
    g.rng = shuffle_prizes(g, first, rng)


@unit
def score_game(t: Tables, g: State, scores: ShortArray) -> None:
    for seat in range(int(g.seats)):
        scores[seat] = g.won[seat]


@unit
def encode(t: Tables, g: State, viewer: int, out: ByteArray, size: int, limit: ByteArray) -> None:
    seats = int(g.seats)
    out[0] = g.prizes[g.round] if g.finished == 0 else 0
    out[1] = g.round
    for k in range(seats):
        seat = (max(0, viewer) + k) % seats
        out[2 + k] = g.won[seat]
        for card in range(CARDS):
            out[2 + seats + CARDS * k + card] = (int(g.hands[seat]) >> card) & 1
        shown = (viewer == seat or viewer == NOBODY) and (int(g.sealed_made) >> seat) & 1
        out[2 + seats + CARDS * seats + k] = g.sealed_choice[seat] + 1 if shown else 0


FUNCTIONS: Final = {
    "begin": begin,
    "find_legal": find_legal,
    "play_on": play_on,
    "reshuffle_hidden": reshuffle_hidden,
    "score_game": score_game,
    "encode": encode,
}
SIZES: Final = {
    "max_seats": SEATS,
    "columns": 1,
    "num_actions": CARDS,
    "max_observation": 2 + SEATS * (CARDS + 2),
}


def rules(of: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Bind Goofspiel."""
    return bind(FUNCTIONS, game=STATE, tables=of, sizes=SIZES)


@cache
def layout(num_players: int) -> Layout:
    """Return what a seat observes."""
    section = Section("all", {"seat": num_players, "card": CARDS})
    section.add("prize", limit=CARDS, meaning="prize of this round")
    section.add("round", limit=CARDS, meaning="rounds that are over")
    section.add("won", "seat", limit=MOST_POINTS, meaning="points of each seat")
    section.add("hands", "seat", "card", meaning="cards that each seat has left")
    section.add("bids", "seat", limit=CARDS, meaning="card that is bid, 0 if none or hidden")
    return layout_of([("", section)])


def check_games(data: Any, records: npt.NDArray[Any], what: str) -> None:
    """Reject saves in which prizes, hands and bids do not fit each other."""
    check_fields(_UNCHECKED, records, what)
    cards = np.arange(CARDS)
    for i, game in enumerate(records):
        seats = int(game["seats"])
        held = (game["hands"][:seats, None] >> cards) & 1
        made = np.flatnonzero((game["sealed_made"] >> np.arange(seats)) & 1)
        over, asked = game["finished"] == 1, int(game["sealed_open"] | game["sealed_made"])
        right = {
            "prizes": sorted(game["prizes"].tolist()) == [*range(1, CARDS + 1)],
            "round": (game["round"] == CARDS) == over,
            "hands": (held.sum(axis=1) == CARDS - game["round"]).all(),
            "sealed_choice": held[made, game["sealed_choice"][made]].all(),
            "sealed_open": over or asked == (1 << seats) - 1,
        }
        for name, holds in right.items():
            if not holds:
                raise ReplayError(f"{what.format(i)} cannot be continued: {name} is {game[name]}")


_UNCHECKED: Final = GameSpec(
    name="goofspiel",
    title="Goofspiel",
    rules_version=1,
    max_players=SEATS,
    record=STATE,
    record_ranges=(
        ("round", (0, CARDS)),
        ("prizes", (1, CARDS)),
        ("hands", (0, (1 << CARDS) - 1)),
        ("won", (0, MOST_POINTS)),
    ),
    num_actions=CARDS,
    score_columns=("total",),
    scores=ScoreSpec(max_points=MOST_POINTS),
    observation_layout=layout,
    open_data=FixedData(np.zeros(1, TABLES), rules).open,
)


class Goofspiel(Game):
    """Goofspiel as a Python object."""

    spec = replace(_UNCHECKED, saves=SaveSpec(check=check_games))

    __slots__ = ()

    def describe(self, action: SupportsIndex) -> str:
        """Say in words what an action means."""
        return f"bid {operator.index(action) + 1}"
