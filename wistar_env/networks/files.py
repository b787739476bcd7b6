"""Files of networks: one ``.npz`` each, without pickles, which says what the network was made for.

A network is only of use for the actions and observations with which it was trained, so a file
carries their versions and marks, and one of others is refused with the reason. It carries the
version of the rules, too: under other rules a network plays on, though perhaps not as well.
"""

import hashlib
import json
import lzma
import os
import tokenize
import zipfile
import zlib
from collections.abc import Mapping
from functools import cache
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.errors import NetworkError
from wistar_env.gate import (
    ACTION_BLOCKS,
    MAX_SEATS,
    OBS_VERSION,
    RULES_VERSION,
    observation_layout,
)

#: Networks that come with the package.
TRAINED: Final = Path(__file__).parent / "trained"
_SUFFIX: Final = ".npz"
_FORMAT: Final = 1
#: What is not a parameter: JSON, as UTF-8 in bytes.
_ABOUT: Final = "about"
#: Bytes of a file's contents, several times those of the largest network.
_MOST_BYTES: Final = 128 * 2**20
_MOST_MEMBERS: Final = 64
#: Names of parameters in files, where they differ from ``Network.parameters``.
_FILE_NAMES: Final = MappingProxyType({"heads": "outlook", "heads_bias": "outlook_bias"})
_NAMES: Final = MappingProxyType({member: name for name, member in _FILE_NAMES.items()})
#: What a network was trained with, and does not depend on.
_RULES: Final = "rules"
#: What reading a damaged file raises.
DAMAGES: Final = (
    EOFError,
    KeyError,
    MemoryError,
    OverflowError,
    RuntimeError,  # encrypted members, unknown compressions, deep JSON
    SyntaxError,
    TypeError,
    ValueError,
    lzma.LZMAError,
    tokenize.TokenError,
    zipfile.BadZipFile,
    zlib.error,
)


def _mark(parts: list[tuple[Any, ...]]) -> str:
    return hashlib.blake2b(repr(parts).encode(), digest_size=8).hexdigest()


@cache
def made_for(num_players: int) -> Mapping[str, int | str]:
    """Return what networks for a number of players are made for: versions, and marks of layouts."""
    blocks = observation_layout(num_players).blocks
    return {
        "format": _FORMAT,
        _RULES: RULES_VERSION,
        "observations": OBS_VERSION,
        "observation blocks": _mark([(block.name, block.shape, block.limit) for block in blocks]),
        "action blocks": _mark([(block.name, block.size) for block in ACTION_BLOCKS]),
    }


def check_made_for(marks: Mapping[str, Any], num_players: int, what: str) -> None:
    """Check that a network was made for the actions and observations that there are now.

    Parameters
    ----------
    marks
        What it was made for, as ``made_for`` gave it then. Other rules are no reason to refuse it.
    num_players
        Players of a game.
    what
        How to call it in a message.

    Raises
    ------
    NetworkError
        If it was made for others.
    """
    for name, needed in made_for(num_players).items():
        if name != _RULES and marks.get(name) != needed:
            raise NetworkError(
                f"{what} was made for other {name}: found {marks.get(name)!r}, needed {needed!r}"
            )


def trained() -> tuple[str, ...]:
    """Return the names of the networks that come with the package."""
    return tuple(sorted(file.stem for file in TRAINED.glob(f"*{_SUFFIX}")))


def found(path: str | PathLike[str]) -> Path:
    """Return the file of a network that comes with the package, or else that a path names.

    Raises
    ------
    NetworkError
        If there is none.
    """
    shipped = trained()
    if str(path) in shipped:
        return TRAINED / f"{path}{_SUFFIX}"
    if not Path(path).is_file():
        known = ", ".join(shipped) or "none so far"
        raise NetworkError(
            f"there is no network {str(path)!r}: no such file, and those that come with the "
            f"package are {known}"
        )
    return Path(path)


def write(
    file: Path,
    num_players: int,
    rules: int,
    contents: Mapping[str, Any],
    arrays: Mapping[str, npt.NDArray[np.float32]],
) -> None:
    """Write a file of a network that was trained with a version of the rules; it appears whole."""
    made = {**made_for(num_players), _RULES: rules}
    about = {"made for": made, "num_players": num_players, **contents}
    text = np.frombuffer(json.dumps(about).encode(), np.uint8)
    partial = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with partial.open("wb") as stream:
            members: dict[str, Any] = {_ABOUT: text}
            members |= {_FILE_NAMES.get(name, name): array for name, array in arrays.items()}
            np.savez(stream, **members)
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)


def _members(stream: IO[bytes]) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays of a file by parameter name, if no larger than any network needs.

    Raises
    ------
    ValueError
        If they are.
    """
    with zipfile.ZipFile(stream) as archive:
        sizes = [member.file_size for member in archive.infolist()]
    if len(sizes) > _MOST_MEMBERS or sum(sizes) > _MOST_BYTES:
        raise ValueError(
            f"{len(sizes)} arrays of {sum(sizes):,} bytes; a network has at most {_MOST_MEMBERS} "
            f"of {_MOST_BYTES:,}"
        )
    stream.seek(0)
    with np.load(stream, allow_pickle=False) as members:
        return {_NAMES.get(name, name): members[name] for name in members.files}


def read(file: Path) -> tuple[int, int, dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """Return the number of players, the version of the rules, the contents and the arrays.

    Raises
    ------
    NetworkError
        If it is damaged, or of a network that was made for something else.
    """
    try:
        with file.open("rb") as stream:
            arrays = _members(stream)
        about = json.loads(arrays.pop(_ABOUT).tobytes())
        marks, num_players = dict(about["made for"]), int(about["num_players"])
        rules = int(marks[_RULES])
    except (OSError, *DAMAGES) as error:
        raise NetworkError(f"{file} is no network, or a damaged one: {error}") from error
    if not 1 <= num_players <= MAX_SEATS:
        raise NetworkError(f"{file}: damaged: a network for {num_players} players")
    check_made_for(marks, num_players, f"{file}: this network")
    return num_players, rules, about, arrays
