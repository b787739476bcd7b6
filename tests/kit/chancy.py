"""Test games: Kuhn poker with different chance events."""

from dataclasses import replace
from typing import Any

import numpy as np

from tests.kit import kuhn
from tests.kit.kuhn import Kuhn, State, Tables
from wistar_env.compiled import streams
from wistar_env.compiled.jit import inline, unit
from wistar_env.compiled.streams import FOR_GAME, below, following, mixed, stream
from wistar_env.compiled.types import Seed, ShortArray
from wistar_env.kit.bind import bind
from wistar_env.kit.game import FixedData, GameSpec

FACES = 6


@inline
def roll(g: State) -> int:
    g.rng = following(g.rng)
    # By the module, to be found there.
    return 1 + int(streams.below(g.rng, FACES))


@unit
def roll_two(g: State) -> int:
    return roll(g) + roll(g)


def _bound(tables: Any, **rules: Any) -> Any:
    """Bind Kuhn poker with other functions."""
    functions = {**kuhn.FUNCTIONS, **rules}
    return bind(functions, game=kuhn.STATE, tables=tables, sizes=kuhn.SIZES)


def _spec(name: str, bind_tables: Any) -> GameSpec:
    """Return the declaration of such a game."""
    data = FixedData(np.zeros(1, kuhn.TABLES), bind_tables)
    ranges = (("cards", (1, 2 * FACES)), ("moves", (0, kuhn.BET)))
    return replace(Kuhn.spec, name=name, record_ranges=ranges, open_data=data.open)


@unit
def begin_by_dice(t: Tables, g: State, seed: Seed, legal: ShortArray) -> None:
    g.rng = stream(seed, FOR_GAME)
    g.cards[0] = roll_two(g)
    g.cards[1] = 1
    kuhn.find_legal(t, g, legal)


@unit
def pass_or_roll(t: Tables, g: State, action: int, legal: ShortArray) -> None:
    kuhn.play_on(t, g, action, legal)
    if action == 1 and g.finished == 0:
        g.cards[1] = roll(g)


def bind_dice(tables: Any) -> Any:
    return _bound(tables, begin=begin_by_dice, play_on=pass_or_roll)


class Dice(Kuhn):
    """Begins with the sum of two dice; whoever bets rolls one for the second seat."""

    __slots__ = ()
    spec = _spec("dice", bind_dice)


@unit
def begin_by_rejection(t: Tables, g: State, seed: Seed, legal: ShortArray) -> None:
    x = stream(seed, FOR_GAME)
    while g.cards[0] != 3:
        x = following(x)
        g.cards[0] = 1 + below(x, 3)
    g.cards[1] = 1
    kuhn.find_legal(t, g, legal)


def bind_rejecting(tables: Any) -> Any:
    return _bound(tables, begin=begin_by_rejection)


class Rejecting(Kuhn):
    """Draws a card until it is a 3."""

    __slots__ = ()
    spec = _spec("rejecting", bind_rejecting)


@unit
def begin_by_a_hash(t: Tables, g: State, seed: Seed, legal: ShortArray) -> None:
    g.cards[0] = 1 + int(mixed(stream(seed, FOR_GAME)) % np.uint64(2))
    g.cards[1] = 3
    kuhn.find_legal(t, g, legal)


def bind_hashing(tables: Any) -> Any:
    return _bound(tables, begin=begin_by_a_hash)


class Hashing(Kuhn):
    """Takes the lowest bit of a random number."""

    __slots__ = ()
    spec = _spec("hashing", bind_hashing)


@unit
def begin_by_many_draws(t: Tables, g: State, seed: Seed, legal: ShortArray) -> None:
    x = stream(seed, FOR_GAME)
    for _ in range(30):
        x = following(x)
        g.cards[0] = 1 + (g.cards[0] + below(x, 1000)) % 3
    g.cards[1] = 1
    kuhn.find_legal(t, g, legal)


def bind_shuffling(tables: Any) -> Any:
    return _bound(tables, begin=begin_by_many_draws)


class Shuffling(Kuhn):
    """Draws thirty numbers of a thousand."""

    __slots__ = ()
    spec = _spec("shuffling", bind_shuffling)
