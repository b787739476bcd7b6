"""Nim for two to four players, each with a hidden card that is worth points: a game for tests."""

import operator
from dataclasses import replace
from functools import cache
from typing import Annotated, Any, Final, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.compiled.jit import declare, unit
from wistar_env.compiled.late_binding import copy_bytes
from wistar_env.compiled.records import record
from wistar_env.compiled.streams import FOR_GAME, below, following, stream
from wistar_env.compiled.types import ByteArray, DoubleArray, Seed, ShortArray
from wistar_env.kit.bind import bind
from wistar_env.kit.common_fields import COMMON_FIELDS, NOBODY
from wistar_env.kit.game import FixedData, Game, GameSpec
from wistar_env.kit.game.spec_records import ObservationSpec, ReportSpec, ScoreSpec
from wistar_env.kit.layout import Layout, Section, layout_of
from wistar_env.kit.rules_interface import OPTIONAL

PILES: Final = 4
MOST: Final = 7
MOST_TAKEN: Final = 3
SEATS: Final = 4
CARDS: Final = 3

NIM: Final = record(
    [
        *COMMON_FIELDS,
        ("piles", np.int16, (PILES,)),
        ("cards", np.int16, (SEATS,)),
        ("winner", np.int16),
    ]
)
TABLES: Final = record([("prize", np.int16)])
REPORT: Final = record([("winner", np.int16)])
for _kind, _record in (
    ("nim", NIM),
    ("nim tables", TABLES),
    ("nim report", REPORT),
):
    declare(_kind, _record)
Record: TypeAlias = Annotated[Any, "nim"]
Tables: TypeAlias = Annotated[Any, "nim tables"]
Report: TypeAlias = Annotated[Any, "nim report"]
#: A score has one column, the sum of the card and the prize.
COLUMNS: Final = 1
NUM_ACTIONS: Final = PILES * MOST_TAKEN
_GAME_BYTES: Final = NIM.itemsize


@unit
def find_legal(t: Tables, g: Record, legal: ShortArray) -> None:
    n = 0
    if g.finished == 0:
        for pile in range(PILES):
            for taken in range(min(MOST_TAKEN, int(g.piles[pile]))):
                n += 1
                legal[n] = MOST_TAKEN * pile + taken
    legal[0] = n


@unit
def begin(t: Tables, g: Record, seed: Seed, legal: ShortArray) -> None:
    x = stream(seed, FOR_GAME)
    for pile in range(PILES):
        x = following(x)
        g.piles[pile] = 1 + below(x, MOST)
    for seat in range(int(g.seats)):
        x = following(x)
        g.cards[seat] = below(x, CARDS)
    g.rng = x
    g.winner = -1
    find_legal(t, g, legal)


@unit
def play_on(t: Tables, g: Record, action: int, legal: ShortArray) -> None:
    g.decisions += 1
    g.piles[action // MOST_TAKEN] -= action % MOST_TAKEN + 1
    left = 0
    for pile in range(PILES):
        left += int(g.piles[pile])
    if left == 0:
        g.winner = g.mover
        g.finished = 1
        g.mover = NOBODY
    else:
        g.mover = (int(g.mover) + 1) % int(g.seats)
    find_legal(t, g, legal)


@unit
def play_ahead(t: Tables, g: Record, action: int, legal: ShortArray) -> None:
    play_on(t, g, action, legal)


@unit
def total_of(t: Tables, g: Record, seat: int) -> int:
    return int(g.cards[seat]) + (int(t.prize) if g.winner == seat else 0)


@unit
def score_game(t: Tables, g: Record, scores: ShortArray) -> None:
    for k in range(SEATS):
        scores[k] = 0
    for seat in range(int(g.seats)):
        scores[seat] = total_of(t, g, seat)


@unit
def rank_of(t: Tables, g: Record, seat: int, scores: ShortArray) -> int:
    rank = 1
    for other in range(int(g.seats)):
        if scores[other] > scores[seat]:
            rank += 1
    return rank


@unit
def points_of(t: Tables, g: Record, seat: int) -> int:
    return 0


@unit
def reshuffle_hidden(t: Tables, g: Record, seat: int, rng: Seed) -> None:
    x = rng
    for other in range(int(g.seats)):
        if other != seat and g.finished == 0:  # at the end all cards are shown
            x = following(x)
            g.cards[other] = below(x, CARDS)
    g.rng = x


@unit
def evaluate(
    t: Tables, g: Record, seat: int, viewer: int, weights: DoubleArray, features: DoubleArray
) -> float:
    odd = 0
    for pile in range(PILES):
        odd ^= int(g.piles[pile]) % (MOST_TAKEN + 1)
    return float(total_of(t, g, seat)) + (1.0 if odd == 0 and g.mover != seat else 0.0)


@unit
def value_after(
    t: Tables,
    g: Record,
    action: int,
    seat: int,
    other: Record,
    legal: ShortArray,
    weights: DoubleArray,
    features: DoubleArray,
) -> float:
    copy_bytes(other, g, _GAME_BYTES)
    play_on(t, other, action, legal)
    return evaluate(t, other, seat, seat, weights, features)


@unit
def encode(t: Tables, g: Record, viewer: int, out: ByteArray, size: int, limit: ByteArray) -> None:
    for k in range(PILES):
        out[k] = g.piles[k]
    for seat in range(int(g.seats)):
        out[PILES + seat] = 0
        if viewer == seat or viewer == NOBODY:
            out[PILES + seat] = g.cards[seat] + 1


@unit
def seat_after(t: Tables, g: Record, seat: int, places: int) -> int:
    return (seat + places) % int(g.seats)


@unit
def write_report(t: Tables, g: Record, report: Report) -> None:
    report.winner = g.winner


FUNCTIONS: Final = {
    "begin": begin,
    "find_legal": find_legal,
    "play_on": play_on,
    "reshuffle_hidden": reshuffle_hidden,
    "score_game": score_game,
    "rank_of": rank_of,
    "total_of": total_of,
    "points_of": points_of,
    "encode": encode,
    "seat_after": seat_after,
    "evaluate": evaluate,
    "play_ahead": play_ahead,
    "value_after": value_after,
    "write_report": write_report,
}
SIZES: Final = {
    "front_bytes": NIM.itemsize,
    "seat_bytes": 0,
    "first_word": 0,
    "seat_words": 0,
    "score_scale": 3,
    "lead_limit": 5,
    "max_seats": SEATS,
    "columns": COLUMNS,
    "total_column": 0,
    "num_actions": NUM_ACTIONS,
    "num_features": 0,
    "max_observation": PILES + SEATS,
}


def tables(prize: int = 3) -> npt.NDArray[Any]:
    """Return tables with a prize for the last piece."""
    made = np.zeros(1, TABLES)
    made["prize"] = prize
    return made


def rules(of: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Bind Nim with these tables."""
    return bind(FUNCTIONS, game=NIM, tables=of, report=REPORT, sizes=SIZES)


def layout(num_players: int) -> Layout:
    """Return what a seat observes, and, since each card has its place, the whole state."""
    section = Section("all", {"pile": PILES, "seat": num_players})
    section.add("piles", "pile", limit=MOST, meaning="pieces of each pile")
    section.add("cards", "seat", limit=CARDS, meaning="1 + the card of each seat; 0 if hidden")
    return layout_of([("", section)])


DATA: Final = FixedData(tables(), rules)


SPEC: Final = GameSpec(
    name="nim",
    title="Nim with a hidden card",
    rules_version=1,
    max_players=SEATS,
    record=NIM,
    record_ranges=(
        ("piles", (0, MOST)),
        ("cards", (0, CARDS - 1)),
        ("winner", (NOBODY, SEATS - 1)),
    ),
    report=ReportSpec(record=REPORT),
    num_actions=NUM_ACTIONS,
    score_columns=("total",),
    scores=ScoreSpec(table_columns=COLUMNS, total_column=0, max_points=0),
    max_seats=SEATS,
    observation_layout=cache(layout),
    observation=ObservationSpec(
        state_layout=cache(layout), sparse_width=lambda num_players: PILES + num_players
    ),
    open_data=DATA.open,
)


class Nim(Game):
    """Nim as a Python object."""

    spec = SPEC

    __slots__ = ()

    def describe(self, action: SupportsIndex) -> str:
        """Say in words what an action means."""
        pile, taken = divmod(operator.index(action), MOST_TAKEN)
        return f"take {taken + 1} of pile {pile}"


#: The functions and sizes that a game cannot leave out.
REQUIRED: Final = {name: FUNCTIONS[name] for name in FUNCTIONS if name not in OPTIONAL}
NEEDED: Final = {
    name: SIZES[name] for name in ("max_seats", "columns", "num_actions", "max_observation")
}


def bare_rules(of: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Bind Nim with these tables, and without anything that may be left out."""
    return bind(REQUIRED, game=NIM, tables=of, sizes=NEEDED)


class BareNim(Nim):
    """Nim that declares no more than it must."""

    spec = replace(
        SPEC,
        name="bare-nim",
        report=ReportSpec(),
        open_data=FixedData(tables(), bare_rules).open,
    )

    __slots__ = ()
