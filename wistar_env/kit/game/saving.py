"""A game as bytes: its record, after a header with the rules version and the data fingerprint."""

import hashlib
import struct
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import shown
from wistar_env.errors import DataError, ReplayError
from wistar_env.kit.game.data_set import GameData
from wistar_env.kit.game.save_checks import check_saved
from wistar_env.kit.game.spec import GameSpec

_HEADER: Final = struct.Struct("<4sH16s16s")  # magic, rules version, data, checksum


def _checksum(body: bytes | bytearray) -> bytes:
    return hashlib.blake2b(body, digest_size=16).digest()


def pack(spec: GameSpec, data: GameData, games: npt.NDArray[Any]) -> bytes:
    """Return a game as bytes, with the rules version and the fingerprint of the data."""
    body = games.tobytes()
    header = _HEADER.pack(spec.save_magic, spec.rules_version, data.fingerprint, _checksum(body))
    return header + body


def unpack(spec: GameSpec, data: GameData, saved: bytes) -> npt.NDArray[Any]:
    """Return the game that ``pack`` saved: shape (1,), of the game's record type.

    Raises ReplayError if the bytes are damaged, belong to other rules or to other data, or are not
    a possible game; the message has the field, the value and the allowed values.
    """
    size = _HEADER.size + spec.record.itemsize
    if len(saved) != size or saved[: len(spec.save_magic)] != spec.save_magic:
        raise ReplayError(
            f"these {len(saved)} bytes are not a saved game of this version of {spec.title}, which "
            f"has {size} bytes and begins with {spec.save_magic!r}"
        )
    _, version, fingerprint, checksum = _HEADER.unpack_from(saved)
    body = bytearray(saved[_HEADER.size :])
    if version != spec.rules_version:
        raise ReplayError(
            f"the game was saved with rules version {version}, but this package has version "
            f"{spec.rules_version}"
        )
    if fingerprint != data.fingerprint:
        raise ReplayError(
            f"the game was saved with other data than {data.name}: their fingerprint is "
            f"{fingerprint.hex()} instead of {data.fingerprint.hex()}"
        )
    if checksum != _checksum(body):
        raise ReplayError("the saved game is damaged: its checksum is wrong")
    games = np.frombuffer(body, spec.record)
    check_saved(spec, data, games, "the saved game")
    return games


def named_card_set(spec: GameSpec, name: object) -> GameData:
    """Return the data of the card set that a saved game names; folders are rejected.

    Raises ReplayError if the game has no such card set.
    """
    sets = spec.data.card_sets
    if sets is None or not isinstance(name, str) or not sets.is_name(name):
        raise ReplayError(f"a saved game must name a card set of {spec.title}, found {shown(name)}")
    try:
        return spec.opened(name)
    except DataError as error:
        raise ReplayError(f"the saved card set cannot be made: {error}") from error
