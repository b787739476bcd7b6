"""Archives of arrays are read only if their claims agree, and nothing else is in them."""

import io
import lzma
import struct
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from wistar_env.system.untrusted_arrays import read_arrays, unpack
from wistar_env.system.untrusted_files import DAMAGES

ARRAYS: dict[str, Any] = {
    "a": np.arange(6, dtype="<i2").reshape(2, 3),
    "f": np.asfortranarray(np.arange(12.0).reshape(3, 4)),
    "none": np.zeros((0, 3)),
    "one": np.array(5),
    "records": np.array([(1, 2.0)], [("x", "i4"), ("y", "f8")]),
}


def archive(**arrays: Any) -> bytes:
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)
    return stream.getvalue()


def zipped(name: str, content: bytes, **how: Any) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", **how) as made:
        made.writestr(name, content)
    return stream.getvalue()


def header(descr: str, shape: str, version: bytes = b"\1\0") -> bytes:
    text = f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}}}".encode()
    return b"\x93NUMPY" + version + struct.pack("<H", len(text)) + text


def read(data: bytes, folder: Path, most_bytes: int = 2**20) -> dict[str, Any]:
    file = folder / "arrays.npz"
    file.write_bytes(data)
    return read_arrays(file, most_bytes=most_bytes, most_arrays=8)


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_what_numpy_saves_is_read(save: Callable[..., None], tmp_path: Path) -> None:
    stream = io.BytesIO()
    save(stream, **ARRAYS)
    found = read(stream.getvalue(), tmp_path)
    assert found.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert found[name].dtype == array.dtype
        assert found[name].flags.writeable
        np.testing.assert_array_equal(found[name], array)


WHOLE = archive(a=np.arange(1000))
#: A member whose size is then replaced by one that it cannot have.
BOMB = zipped("a.npy", header("'|u1'", "(9,)") + bytes(9), compression=zipfile.ZIP_DEFLATED)
BOMB_SIZE = len(header("'|u1'", "(9,)")) + 9


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "not a zip file"),
        (WHOLE[:-30], "not a zip file"),
        (WHOLE + b"\n", "extra bytes after the arrays"),
        (WHOLE + WHOLE, "extra bytes before the arrays"),
        (b"#!" + WHOLE, "extra bytes before the arrays"),
        (zipped("a.txt", b"x"), "must have a name that ends with .npy"),
        (zipped("a.npy", b"x"), "EOF"),
        (zipped("a.npy", header("'<f4'", "(1000000000000,)")), "claims shape"),
        (zipped("a.npy", header("'<f4'", "(-1,)")), "claims shape"),
        (zipped("a.npy", header("'<f4'", "(2,)") + bytes(7)), "claims shape"),
        (zipped("a.npy", header("'|O'", "(1,)") + bytes(8)), "objects instead of plain values"),
        (zipped("a.npy", header("'<f4'", "(1,", b"\1\0")), "header|EOF|parse"),
        (zipped("a.npy", header("'<f4'", "(1,)", b"\3\0") + bytes(4)), "version"),
        (zipped("a.npy", bytes(9), compression=zipfile.ZIP_LZMA), "compression type 14"),
        (archive(a=np.zeros(2**21, np.uint8)), "the maximum is 8 arrays of 1,048,576 bytes"),
        (archive(**{f"a{k}": np.zeros(1) for k in range(9)}), "9 arrays"),
        (BOMB.replace(struct.pack("<I", BOMB_SIZE), b"\0\0\x0f\0"), "impossible for"),
    ],
)  # fmt: skip
def test_an_archive_that_lies_is_rejected_before_memory_is_taken(
    data: bytes, problem: str, tmp_path: Path
) -> None:
    tracemalloc.start()
    with pytest.raises(DAMAGES, match=problem):
        read(data, tmp_path)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 2**24


def test_a_changed_byte_of_an_array_is_noticed(tmp_path: Path) -> None:
    stream = io.BytesIO()
    np.savez(stream, a=np.arange(1000))
    data = bytearray(stream.getvalue())
    data[len(data) // 2] ^= 1
    with pytest.raises(zipfile.BadZipFile, match="CRC"):
        read(bytes(data), tmp_path)


def test_one_whole_packed_stream_is_unpacked() -> None:
    values = bytes(range(256)) * 40
    packed = lzma.compress(values)
    assert unpack(packed, len(values)) == values
    for wrong in (packed[:-30], packed[:-1], packed[1:], packed + packed, packed + b"\0", b""):
        with pytest.raises(DAMAGES):
            unpack(wrong, len(values))
    for size in (0, len(values) - 1, len(values) + 1):
        with pytest.raises(ValueError, match="the packed values must unpack to"):
            unpack(packed, size)


def test_unpacking_takes_little_memory_whatever_is_claimed() -> None:
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 2**28}]
    packed = lzma.compress(b"abc", filters=filters)
    with pytest.raises(lzma.LZMAError, match="Memory"):
        unpack(packed, 3)
