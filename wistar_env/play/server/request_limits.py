"""Limits of a server: stored games, sizes of requests, concurrent searches."""

from dataclasses import dataclass

from wistar_env.arguments import integer
from wistar_env.system.cpu import available_cores

_KIB = 2**10
_MIB = 2**20


@dataclass(frozen=True)
class Limits:
    """Limits of a server; errors name the limit.

    Attributes
    ----------
    games
        Stored games and replays.
    storage
        Bytes of the database.
    request
        Bytes of a request.
    upload
        Bytes of an uploaded replay.
    seconds
        Seconds in which a request must be complete.
    searches
        Concurrent searches for bots, hints and reviews; and as many for analysis boards, at most 2.
    waiting
        Maximum queued hints, and likewise reviews, and searches of analysis boards.
    """

    games: int = 1000
    storage: int = 256 * _MIB
    request: int = 16 * _KIB
    upload: int = _MIB
    seconds: int = 30
    searches: int = available_cores()
    waiting: int = 8

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            integer(name, getattr(self, name), least, 2**40)


_LEAST = {
    "games": 1,
    "storage": 256 * _KIB,
    "request": _KIB,
    "upload": _KIB,
    "seconds": 1,
    "searches": 1,
    "waiting": 0,
}
