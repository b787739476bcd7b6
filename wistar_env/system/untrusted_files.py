"""Untrusted files, any of which may be damaged, forged, endless, or not a regular file.

All code of this package reads them inside ``reading_file``, which turns any problem into one
kind of error with one sentence: the file, its expected kind, and the problem. Arrays are read by
``untrusted_arrays``.
"""

import json
import lzma
import os
import pickle
import re
import stat
import struct
import tokenize
import tomllib
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from math import isfinite
from os import PathLike
from pathlib import Path
from typing import Any, Final

from pydantic_core import ValidationError

from wistar_env.arguments import shortened, shown
from wistar_env.errors import FileError, WistarError

#: Exceptions that parsers, ours and those of libraries, raise for damaged contents.
DAMAGES: Final = (
    ArithmeticError,
    AttributeError,
    EOFError,
    LookupError,
    MemoryError,
    OSError,
    RuntimeError,  # encrypted members, unknown compressions, values nested too deep
    SyntaxError,
    TypeError,
    ValueError,
    lzma.LZMAError,
    pickle.UnpicklingError,
    struct.error,
    tokenize.TokenError,
    zipfile.BadZipFile,
    zlib.error,
)
#: Default maximum size of a text in bytes.
MOST_BYTES: Final = 2**30
#: Maximum characters of a value, and of a whole problem, in a message.
_MOST_SHOWN: Final = 60
_MOST_SAID: Final = 400
#: An escaped surrogate, half of a character, which UTF-8 cannot encode alone.
_HALF: Final = re.compile(r"\\u[dD][89a-fA-F]")


def problem_of(damage: BaseException) -> str:
    """Return the problem with a file in words, given the exception."""
    match damage:
        case FileNotFoundError():
            said = "there is no such file"
        case OSError(strerror=str(reason)):
            said = f"it cannot be read ({reason[:1].lower()}{reason[1:]})"
        case UnicodeDecodeError(object=data, start=start):
            said = f"it is not UTF-8 text (byte {data[start]:#04x} at offset {start})"
        case ValidationError():
            first = damage.errors(include_url=False, include_context=False)[0]
            place = "".join(f"{each}: " for each in (".".join(map(str, first["loc"])),) if each)
            found = "" if first["type"] == "missing" else f", found {shown(first['input'])}"
            said = f"{shortened(place)}{first['msg']}{found}"
        case RecursionError():
            said = "its values are nested too deeply"
        case MemoryError():
            said = "it needs more memory than is available"
        case KeyError():
            said = f"it lacks {shown(damage.args[0], _MOST_SHOWN) if damage.args else 'a value'}"
        case _:
            said = str(damage) or f"reading it raised {type(damage).__name__}"
    return shortened(said, _MOST_SAID)


@contextmanager
def reading_file(
    file: str | PathLike[str],
    what: str,
    error: type[FileError] = FileError,
    *,
    advice: str = "",
) -> Iterator[None]:
    """Raise any problem with a file within the context as one kind of error.

    ``what``: the expected kind of file. ``error``: the error to raise; errors of this package pass
    unchanged. ``advice``: advice for the user, at the end of the message.
    """
    try:
        yield
    except WistarError:
        raise
    except DAMAGES as damage:
        name = shortened(os.fspath(file), _MOST_SAID)
        between = ":" if isinstance(damage, OSError) else f" is not {what}, or is damaged:"
        raise error(f"{name}{between} {problem_of(damage)}{advice}") from damage


def check_regular(file: str | PathLike[str], most: int) -> None:
    """Check that a path names a regular file that is not too large.

    Raises OSError if the file does not exist. Raises ValueError if it is a folder, a pipe or a
    device, or too large.
    """
    found = os.stat(file)
    if not stat.S_ISREG(found.st_mode):
        raise ValueError("the path is not a file")
    if found.st_size > most:
        raise ValueError(f"the file has {found.st_size:,} bytes; the maximum is {most:,}")


def read_bytes(file: str | PathLike[str], most: int = MOST_BYTES) -> bytes:
    """Return the contents of a file; see ``check_regular``."""
    check_regular(file, most)
    return Path(file).read_bytes()


def read_text(file: str | PathLike[str], most: int = MOST_BYTES) -> str:
    """Return the text of a file in UTF-8; see ``check_regular``."""
    return read_bytes(file, most).decode("utf-8")


def read_toml(file: str | PathLike[str], most: int = MOST_BYTES) -> dict[str, Any]:
    """Return the values of a TOML file; see ``check_regular``."""
    return tomllib.loads(read_text(file, most))


def read_json(file: str | PathLike[str], most: int = MOST_BYTES) -> dict[str, Any]:
    """Return the JSON object of a file; see ``parse_object``."""
    return parse_object(read_text(file, most))


def parse_json(text: str) -> Any:
    """Return the value of a JSON text.

    Raises RecursionError if the text is nested too deeply. Raises ValueError if it is not JSON,
    repeats a key of an object, or has a number that is not finite or half of a surrogate pair.
    """
    found = json.loads(text, object_pairs_hook=_once, parse_constant=_finite, parse_float=_finite)
    if _HALF.search(text):
        json.dumps(found, ensure_ascii=False).encode("utf-8")
    return found


def parse_object(text: str) -> dict[str, Any]:
    """Return the JSON object in a text.

    Raises ValueError for any other JSON value, and errors as ``parse_json`` does.
    """
    found = parse_json(text)
    if not isinstance(found, dict):
        raise ValueError(f"the text is not a JSON object: {shown(found, _MOST_SHOWN)}")
    return found


def parse_lines(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects of lines; a ValueError names the number of the line."""
    for number, line in enumerate(lines, 1):
        try:
            found = parse_json(line)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"line {number} is not JSON ({problem_of(error)})") from error
        if not isinstance(found, dict):
            raise ValueError(f"line {number} is not a JSON object: {shown(found, _MOST_SHOWN)}")
        yield found


def complete_lines(data: bytes) -> bytes:
    """Return the complete lines: a killed writer leaves an incomplete last line."""
    return data[: data.rfind(b"\n") + 1]


def read_log(file: str | PathLike[str], most: int = MOST_BYTES) -> list[dict[str, Any]]:
    """Return the JSON objects of the complete lines of a file; see ``check_regular``."""
    lines = complete_lines(read_bytes(file, most)).decode("utf-8").split("\n")[:-1]
    return list(parse_lines(lines))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object; duplicate keys are rejected."""
    found = dict(pairs)
    if len(found) < len(pairs):
        [(twice, _)] = Counter(name for name, _ in pairs).most_common(1)
        raise ValueError(f"duplicate key {shown(twice, _MOST_SHOWN)}")
    return found


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"{shortened(text, _MOST_SHOWN)} is not a finite number")
    return number
