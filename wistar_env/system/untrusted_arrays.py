"""Untrusted arrays: ``.npz`` files and packed bytes, whose claims are checked.

``numpy.load`` allocates what a header claims, unpacks what an archive claims, and ignores bytes
that do not belong to it. Here claims are compared with each other and with limits before memory is
allocated, every checksum is verified, and an archive with extra bytes is rejected.
"""

import lzma
import math
import zipfile
from os import PathLike
from pathlib import Path
from typing import IO, Any, Final

import numpy as np
import numpy.typing as npt
from numpy.lib import format as npy

from wistar_env.arguments import shown
from wistar_env.system.untrusted_files import check_regular

_SUFFIX: Final = ".npy"
_ENCRYPTED: Final = 1
#: The end of an archive without a comment.
_END_BYTES, _END_MARK, _NO_COMMENT = 22, b"PK\x05\x06", b"\0\0"
#: Maximum compression ratio of deflate, and the size of a nearly empty archive in bytes.
_DEFLATED: Final = 1032
_SMALL: Final = 2**16
#: Maximum memory for unpacking, several times that of the default preset.
_MOST_DICTIONARY: Final = 2**27
#: Bytes to unpack at a time.
_PART: Final = 2**20
_HEADERS: Final = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}


def read_arrays(
    file: str | PathLike[str], *, most_bytes: int, most_arrays: int
) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays of an ``.npz`` file by name.

    ``most_bytes``, ``most_arrays``: the maximum total size and number of the arrays. Raises one of
    ``untrusted_files.DAMAGES`` if the file is not a valid ``.npz`` file, exceeds a maximum, or has
    arrays of objects.
    """
    check_regular(file, most_bytes + _SMALL)
    with Path(file).open("rb") as stream, zipfile.ZipFile(stream) as archive:
        members = archive.infolist()
        _check_members(members, most_bytes, most_arrays)
        _check_whole(stream, members)
        return {each.filename.removesuffix(_SUFFIX): _array(archive, each) for each in members}


def _check_members(members: list[zipfile.ZipInfo], most_bytes: int, most_arrays: int) -> None:
    """Check the number, names and sizes of arrays that an archive claims, before unpacking it."""
    size = sum(member.file_size for member in members)
    if len(members) > most_arrays or size > most_bytes:
        raise ValueError(
            f"the file has {len(members)} arrays of {size:,} bytes in total; the maximum is "
            f"{most_arrays} arrays of {most_bytes:,} bytes"
        )
    if len({member.filename for member in members}) < len(members):
        raise ValueError("the file has two arrays of the same name")
    for member in members:
        what, packed = f"the member {shown(member.filename)}", member.compress_size
        if not member.filename.endswith(_SUFFIX) or member.flag_bits & _ENCRYPTED:
            raise ValueError(
                f"{what} must have a name that ends with {_SUFFIX}, and not be encrypted"
            )
        if member.compress_type == zipfile.ZIP_STORED:
            fits = member.file_size == packed
        elif member.compress_type == zipfile.ZIP_DEFLATED:
            fits = member.file_size <= _DEFLATED * packed + _SMALL
        else:
            raise ValueError(
                f"{what} must be stored or deflated, found compression type {member.compress_type}"
            )
        if not fits:
            raise ValueError(
                f"{what} claims {member.file_size:,} bytes, impossible for {packed:,} packed bytes"
            )


def _check_whole(stream: IO[bytes], members: list[zipfile.ZipInfo]) -> None:
    """Reject bytes before or after the archive, such as a second archive."""
    end = stream.seek(0, 2)
    stream.seek(max(0, end - _END_BYTES))
    last = stream.read()
    if not (last.startswith(_END_MARK) and last.endswith(_NO_COMMENT)):
        raise ValueError("the file has extra bytes after the arrays")
    if min((member.header_offset for member in members), default=0):
        raise ValueError("the file has extra bytes before the arrays")


def _array(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> npt.NDArray[Any]:
    """Return an array; its header and the archive must claim the same size."""
    with archive.open(member) as stream:
        version = npy.read_magic(stream)
        if version not in _HEADERS:
            raise ValueError(
                f"{shown(member.filename)} has version {version} of the .npy format; supported: "
                f"{[*_HEADERS]}"
            )
        shape, is_fortran, dtype = _HEADERS[version](stream)
        size = member.file_size - stream.tell()
        if dtype.hasobject:
            raise ValueError(f"{shown(member.filename)} has objects instead of plain values")
        if min(shape, default=0) < 0 or math.prod(shape) * dtype.itemsize != size:
            raise ValueError(
                f"{shown(member.filename)} claims shape {shown(shape)} and dtype {shown(dtype)}, "
                f"but has {size:,} bytes"
            )
        values = bytearray(size)
        filled = 0
        while part := stream.read(_PART):
            values[filled : filled + len(part)] = part
            filled += len(part)
    if filled != size:
        raise EOFError(f"{shown(member.filename)} ends early")
    return np.ndarray(shape, dtype, values, order="F" if is_fortran else "C")


def unpack(packed: bytes, size: int) -> bytes:
    """Decompress the output of ``lzma.compress``: one whole stream of a known size.

    Raises EOFError, ValueError, lzma.LZMAError if the stream is cut off, damaged, of another size,
    or followed by other bytes.
    """
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MOST_DICTIONARY)
    data = unpacker.decompress(packed, size + 1)
    if len(data) > size:
        raise ValueError(f"the packed values must unpack to {size:,} bytes, found more")
    if not unpacker.eof:
        raise EOFError("the packed values are cut off")
    if unpacker.unused_data or len(data) < size:
        raise ValueError(
            f"the packed values must unpack to {size:,} bytes, found {len(data):,} bytes, then "
            f"{len(unpacker.unused_data):,} bytes of other data"
        )
    return data
