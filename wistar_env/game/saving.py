"""A game as bytes: the record with a header that says what it was played with."""

import hashlib
import struct
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.components import Components
from wistar_env.errors import ReplayError
from wistar_env.gate import GAME, RULES_VERSION, check_games

_HEADER: Final = struct.Struct("<4sH16s16s")  # magic, rules version, data, checksum
_MAGIC: Final = b"WST4"  # another one with every change of ``GAME``


def _checksum(body: bytes | bytearray) -> bytes:
    return hashlib.blake2b(body, digest_size=16).digest()


def pack(components: Components, games: npt.NDArray[Any]) -> bytes:
    """Return a game as bytes, with the rules version and a mark of the data."""
    body = games.tobytes()
    return _HEADER.pack(_MAGIC, RULES_VERSION, components.fingerprint, _checksum(body)) + body


def unpack(components: Components, saved: bytes) -> npt.NDArray[Any]:
    """Return the game that ``pack`` saved: shape (1,), dtype GAME.

    Raises
    ------
    ReplayError
        If the bytes are damaged, belong to other rules or to other data, or are those of no game
        that could be; the message has the field, what was found and what is allowed.
    """
    if len(saved) != _HEADER.size + GAME.itemsize or saved[:4] != _MAGIC:
        raise ReplayError(f"these {len(saved)} bytes are no saved game of this version")
    _, version, fingerprint, checksum = _HEADER.unpack_from(saved)
    body = bytearray(saved[_HEADER.size :])
    if version != RULES_VERSION:
        raise ReplayError(f"saved with rules version {version}, this is {RULES_VERSION}")
    if fingerprint != components.fingerprint:
        raise ReplayError(f"saved with other data than {components.name}")
    if checksum != _checksum(body):
        raise ReplayError("the saved game is damaged: its checksum is wrong")
    games = np.frombuffer(body, GAME)
    check_games(components, games, "the saved game")
    return games
