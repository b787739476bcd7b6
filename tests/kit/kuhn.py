"""Kuhn poker, written as an author's first attempt: its saves check no decisions."""

from functools import cache
from typing import Annotated, Any, Final, SupportsIndex, TypeAlias

import numpy as np

from wistar_env.compiled.jit import declare, unit
from wistar_env.compiled.records import record
from wistar_env.compiled.streams import FOR_GAME, below, following, stream
from wistar_env.compiled.types import ByteArray, Seed, ShortArray
from wistar_env.kit.bind import bind
from wistar_env.kit.common_fields import COMMON_FIELDS, NOBODY
from wistar_env.kit.game import FixedData, Game, GameSpec
from wistar_env.kit.game.spec_records import ScoreSpec
from wistar_env.kit.layout import Layout, Section, layout_of

PASS: Final = 1
BET: Final = 2
CARDS: Final = 3
MOVES: Final = 3

STATE: Final = record([*COMMON_FIELDS, ("cards", np.int16, (2,)), ("moves", np.int16, (MOVES,))])
TABLES: Final = record([("nothing", np.int16)])
declare("kuhn", STATE)
declare("kuhn tables", TABLES)
State: TypeAlias = Annotated[Any, "kuhn"]
Tables: TypeAlias = Annotated[Any, "kuhn tables"]


@unit
def find_legal(t: Tables, g: State, legal: ShortArray) -> None:
    legal[0] = 0 if g.finished else 2
    if not g.finished:
        legal[1], legal[2] = 0, 1


@unit
def begin(t: Tables, g: State, seed: Seed, legal: ShortArray) -> None:
    x = following(stream(seed, FOR_GAME))
    g.cards[0] = 1 + below(x, CARDS)
    x = following(x)
    g.cards[1] = 1 + (g.cards[0] + below(x, 2)) % CARDS
    g.rng = x
    find_legal(t, g, legal)


@unit
def play_on(t: Tables, g: State, action: int, legal: ShortArray) -> None:
    g.moves[int(g.decisions)] = 1 + action
    g.decisions += 1
    g.mover = 1 - g.mover
    bet_after_pass = g.moves[0] == PASS and g.moves[1] == BET
    if g.decisions == MOVES or (g.decisions == 2 and not bet_after_pass):
        g.finished, g.mover = 1, NOBODY
    find_legal(t, g, legal)


@unit
def score_game(t: Tables, g: State, scores: ShortArray) -> None:
    mine = (g.moves[0] == BET or g.moves[2] == BET) + 1
    theirs = (g.moves[1] == BET) + 1
    first = mine > theirs or (mine == theirs and g.cards[0] > g.cards[1])
    stake = min(mine, theirs)
    scores[0], scores[1] = stake if first else -stake, -stake if first else stake


@unit
def reshuffle_hidden(t: Tables, g: State, seat: int, rng: Seed) -> None:
    x = following(rng)
    if g.finished == 0:
        g.cards[1 - seat] = 1 + (g.cards[seat] + below(x, 2)) % CARDS
    g.rng = x


@unit
def encode(t: Tables, g: State, viewer: int, out: ByteArray, size: int, limit: ByteArray) -> None:
    first = max(0, viewer)
    out[0] = g.cards[first]
    out[1] = g.cards[1 - first] if viewer == NOBODY or g.finished else 0
    for i in range(MOVES):
        out[2 + i] = g.moves[i]


FUNCTIONS: Final = {
    "begin": begin,
    "find_legal": find_legal,
    "play_on": play_on,
    "reshuffle_hidden": reshuffle_hidden,
    "score_game": score_game,
    "encode": encode,
}
SIZES: Final = {"columns": 1, "num_actions": 2, "max_seats": 2, "max_observation": 2 + MOVES}


def bind_tables(tables: Any) -> Any:
    """Return the compiled functions and sizes of the game."""
    return bind(FUNCTIONS, game=STATE, tables=tables, sizes=SIZES)


@cache
def layout(num_players: int) -> Layout:
    """Return the layout of observations."""
    seen = Section("all", {"seat": 2, "move": MOVES})
    seen.add("cards", "seat", limit=CARDS, meaning="card of each seat, 0 if hidden")
    seen.add("moves", "move", limit=BET, meaning="1 pass, 2 bet")
    return layout_of([("", seen)])


class Kuhn(Game):
    """Saves are loaded without checking their decisions."""

    spec = GameSpec(
        name="kuhn",
        title="Kuhn poker",
        rules_version=1,
        max_players=2,
        record=STATE,
        record_ranges=(("cards", (1, CARDS)), ("moves", (0, BET))),
        num_actions=2,
        score_columns=("total",),
        scores=ScoreSpec(zero_sum=True),
        observation_layout=layout,
        open_data=FixedData(np.zeros(1, TABLES), bind_tables).open,
    )

    __slots__ = ()

    def describe(self, action: SupportsIndex) -> str:
        """Say in words what an action means."""
        return ("pass", "bet")[int(action)]
