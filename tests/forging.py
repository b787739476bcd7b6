"""Forged saves: records with changes and a correct checksum."""

import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from wistar_env import RatsOfWistar
from wistar_env.games.rats_of_wistar.rules import RULES_VERSION, decisions
from wistar_env.games.rats_of_wistar.rules.state import GAME
from wistar_env.kit.game.breakdown import best_first
from wistar_env.kit.game.field_ranges import Field, fields_of
from wistar_env.kit.game.saving import _HEADER

FIELDS = list(fields_of(GAME))
#: Values that often break programs, besides neighbours of the correct value.
ODD = [-32768, -129, -128, -2, *range(-1, 5), 10, 27, 48, 64, 99, 127, 128, 180, 255, 256, 32767]
#: Pieces whose number only their owner may know.
TOKENS = ("players.vp", "players.wood", "players.metal", "players.movement", "players.wild", "rng")


def saved_as(game: RatsOfWistar, body: bytes) -> bytes:
    """Return bytes as ``Game.to_bytes`` would have saved them for a game of the same data."""
    checksum = hashlib.blake2b(body, digest_size=16).digest()
    return (
        _HEADER.pack(game.spec.save_magic, RULES_VERSION, game.components.fingerprint, checksum)
        + body
    )


def write(record: npt.NDArray[Any], start: int, dtype: np.dtype[Any], value: int) -> None:
    """Write a number to a record, as far as it fits."""
    place = record.view(np.uint8)[start : start + dtype.itemsize].view(dtype)
    info = np.iinfo(dtype)
    place[0] = min(max(value, info.min), info.max)


def read(record: npt.NDArray[Any], start: int, dtype: np.dtype[Any]) -> int:
    """Read a number of a record."""
    return int(record.view(np.uint8)[start : start + dtype.itemsize].view(dtype)[0])


def odd(old: int, rng: np.random.Generator) -> int:
    """Return a different number: a neighbour, a boundary value or a random one."""
    kind = rng.integers(4)
    if kind == 0:
        return old + int(rng.choice([-1, 1, 2]))
    if kind == 1:
        return int(rng.choice(ODD))
    return int(rng.integers(-5, 200)) if kind == 2 else int(rng.integers(-(2**31), 2**31))


def change_number(record: npt.NDArray[Any], field: Field, rng: np.random.Generator) -> None:
    """Write something else to one number of a field."""
    start = int(rng.choice(field.starts))
    write(record, start, field.dtype, odd(read(record, start, field.dtype), rng))


def swap_numbers(record: npt.NDArray[Any], field: Field, rng: np.random.Generator) -> None:
    """Swap two numbers of a field."""
    one, two = (int(start) for start in rng.choice(field.starts, 2))
    first, second = read(record, one, field.dtype), read(record, two, field.dtype)
    write(record, one, field.dtype, second)
    write(record, two, field.dtype, first)


def change_stack(record: npt.NDArray[Any], rng: np.random.Generator) -> None:
    """Change what is pending: a number of an entry, its kind, or how much there is."""
    stack, depth = record["stack"][0], int(record["depth"][0])
    k = int(rng.integers(min(max(depth, 1), len(stack))))
    words = stack.view(np.int16).reshape(len(stack), -1)
    word = int(rng.integers(words.shape[1]))
    what = rng.integers(6)
    if what < 3:
        words[k, word] = min(max(odd(int(words[k, word]), rng), -32768), 32767)
    elif what == 3:
        stack["kind"][k] = rng.integers(len(decisions.NAMES))
    elif what == 4:
        record["depth"] = min(max(depth + int(rng.choice([-1, 1])), -32768), 32767)
    elif 0 < depth < len(stack):
        words[k + 1 : depth + 1] = words[k:depth].copy()
        record["depth"] = depth + 1


def forge(record: npt.NDArray[Any], changes: int, rng: np.random.Generator) -> npt.NDArray[Any]:
    """Return a copy of a record of shape (1,) with this many changes of all kinds."""
    forged = np.frombuffer(bytearray(record.tobytes()), GAME)
    by_name = {field.name: field for field in FIELDS}
    for _ in range(changes):
        kind = rng.integers(8)
        if kind == 0:
            raw = forged.view(np.uint8)
            raw[rng.integers(len(raw))] = rng.integers(256)
        elif kind == 1:
            change_number(forged, FIELDS[rng.integers(len(FIELDS))], rng)
        elif kind <= 3:
            swap_numbers(forged, FIELDS[rng.integers(len(FIELDS))], rng)
        elif kind == 4:
            field = by_name[str(rng.choice(TOKENS))]
            write(forged, int(rng.choice(field.starts)), field.dtype, int(rng.integers(0, 2001)))
        else:
            change_stack(forged, rng)
    return forged


def look_around(game: RatsOfWistar, rng: np.random.Generator) -> None:
    """Call everything that reads a game."""
    for seat in range(game.num_players):
        game.presentation.describe_observation(game.observe(seat))
        game.presentation.render(seat)
        other = game.determinize(seat, int(rng.integers(2**63)))
        assert RatsOfWistar.from_bytes(other.to_bytes(), game.components.folder) == other
    game.state()
    game.scores()
    best_first(game.ranks())
    repr(game)
    for action in game.legal_actions():
        game.describe(action)
    assert game.clone() == RatsOfWistar.from_bytes(game.to_bytes(), game.components.folder)


def play_on(game: RatsOfWistar, rng: np.random.Generator, every: int) -> Iterator[RatsOfWistar]:
    """Play a game to its end; yield it every this many decisions and at the end."""
    for number in range(20_000):
        if number % every == 0:
            yield game
        if game.finished:
            return
        game.step(rng.choice(game.legal_actions()))
    raise AssertionError("the game does not end")
