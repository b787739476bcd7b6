"""Compiled code that writes many numbers at once: the same as NumPy, and nothing around them."""

from typing import Annotated, Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
import pytest

from wistar_env.compiled.bits import clear_lowest_bit, nonzero_bits, trailing_zeros
from wistar_env.compiled.jit import declare, entry, pointer, unit
from wistar_env.compiled.records import record
from wistar_env.compiled.types import ByteArray
from wistar_env.compiled.writing import put_bits, put_counts, put_row

_NUMBERS: Final = 5
_BYTES: Final = 22
_ROWS: Final = 3
THINGS: Final = record(
    [
        ("numbers", np.int16, (_NUMBERS,)),
        ("bytes", np.uint8, (_BYTES,)),
        ("table", np.uint8, (_ROWS, _BYTES)),
    ]
)
declare("things", THINGS)
Thing: TypeAlias = Annotated[Any, "things"]
Things: TypeAlias = Annotated[Any, "things array"]
#: Where is written, and what is there before.
AT: Final = 7
BEFORE: Final = 99


@unit
def put_flags(out: ByteArray, bits: int, count: int) -> None:
    if count == 1:
        put_bits(out, AT, bits, 1)
    elif count == 5:
        put_bits(out, AT, bits, 5)
    elif count == 8:
        put_bits(out, AT, bits, 8)
    elif count == 13:
        put_bits(out, AT, bits, 13)
    elif count == 16:
        put_bits(out, AT, bits, 16)
    elif count == 20:
        put_bits(out, AT, bits, 20)
    elif count == 32:
        put_bits(out, AT, bits, 32)
    elif count == 64:
        put_bits(out, AT, bits, 64)


@unit
def put_numbers(thing: Thing, out: ByteArray, limit: ByteArray) -> None:
    put_counts(out, limit, AT, thing.numbers)


@unit
def put_bytes(thing: Thing, out: ByteArray, limit: ByteArray) -> None:
    put_counts(out, limit, AT, thing.bytes)


@unit
def put_row_of(thing: Thing, out: ByteArray, row: int) -> None:
    put_row(out, AT, thing.table, row)


@entry
def write_bits(out: ByteArray, bits: int, count: int) -> None:
    put_flags(pointer(out), bits, count)


@entry
def write_numbers(things: Things, out: ByteArray, limit: ByteArray) -> None:
    put_numbers(things[0], pointer(out), pointer(limit))


@entry
def write_bytes(things: Things, out: ByteArray, limit: ByteArray) -> None:
    put_bytes(things[0], pointer(out), pointer(limit))


@entry
def write_row(things: Things, out: ByteArray, row: int) -> None:
    put_row_of(things[0], pointer(out), row)


@entry
def sum_of_nonzero_places(things: Things) -> int:
    total = 0
    bits = nonzero_bits(things[0].bytes, _BYTES)
    while bits != 0:
        total = 100 * total + int(trailing_zeros(bits))
        bits = clear_lowest_bit(bits)
    return total


def empty() -> npt.NDArray[np.uint8]:
    return np.full(100, BEFORE, np.uint8)


def check(out: npt.NDArray[np.uint8], written: Any) -> None:
    expected = empty()
    expected[AT : AT + len(written)] = written
    np.testing.assert_array_equal(out, expected)


@pytest.fixture
def things() -> npt.NDArray[Any]:
    chance = np.random.default_rng(5)
    made = np.zeros(1, THINGS)
    made["numbers"] = chance.integers(0, 400, _NUMBERS)
    made["bytes"] = chance.integers(0, 256, _BYTES)
    made["table"] = chance.integers(0, 256, (_ROWS, _BYTES))
    return made


@pytest.mark.parametrize("count", [1, 5, 8, 13, 16, 20, 32, 64])
def test_bits_are_written_as_flags(count: int) -> None:
    chance = np.random.default_rng(count)
    for bits in (0, 1, 1 << (count - 1), *chance.integers(0, 2**62, 20).tolist()):
        out, signed = empty(), int(np.uint64(bits).astype(np.int64))
        write_bits(out, signed, count)
        check(out, [bits >> k & 1 for k in range(count)])


@pytest.mark.parametrize(("name", "write"), [("numbers", write_numbers), ("bytes", write_bytes)])
def test_counts_are_cut_off(things: npt.NDArray[Any], name: str, write: Any) -> None:
    limit = np.random.default_rng(6).integers(0, 256, 100).astype(np.uint8)
    out, values = empty(), things[name][0].astype(np.int64)
    write(things, out, limit)
    check(out, np.minimum(values, limit[AT : AT + len(values)]))


@pytest.mark.parametrize("row", range(_ROWS))
def test_a_row_is_written_as_it_is(things: npt.NDArray[Any], row: int) -> None:
    out = empty()
    write_row(things, out, row)
    check(out, things["table"][0, row])


def test_numbers_that_are_not_zero_are_found_in_their_order(things: npt.NDArray[Any]) -> None:
    for places in ([], [0], [_BYTES - 1], [0, 7, 8], [5, 6, 15, 16, 21]):
        things["bytes"] = 0
        things["bytes"][0, places] = [1, 128, 255, 2, 3][: len(places)]
        expected = 0
        for place in places:
            expected = 100 * expected + place
        assert sum_of_nonzero_places(things) == expected
