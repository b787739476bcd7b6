"""A seat's information under perfect recall: everything that it saw and did."""

from hashlib import blake2b
from typing import Final, Self

from wistar_env.kit.game.game import Game

_BYTES: Final = 16


class Memory:
    """A running digest of everything that a seat saw and did, and the list of its actions.

    Positions in which a seat has the same memory form one information set of the seat. Memory keeps
    what later observations omit.
    """

    __slots__ = ("_digest", "_seen", "actions")

    def __init__(self) -> None:
        self._seen = b""
        self._digest = b""
        self.actions: tuple[int, ...] = ()

    def see(self, game: Game, seat: int) -> None:
        """Add the seat's observation and legal actions, if they differ from those last added."""
        seen = fingerprint(game, seat)
        if seen != self._seen:
            self._seen = seen
            self._digest = blake2b(self._digest + seen, digest_size=_BYTES).digest()

    def act(self, action: int) -> None:
        """Add an action of the seat."""
        self.actions += (action,)
        self._digest = blake2b(self._digest + action.to_bytes(2), digest_size=_BYTES).digest()

    def copy(self) -> Self:
        """Return an independent copy."""
        other = type(self)()
        other._seen, other._digest, other.actions = self._seen, self._digest, self.actions
        return other

    @property
    def key(self) -> bytes:
        """A digest, equal for indistinguishable histories."""
        return self._digest

    def __str__(self) -> str:
        return f"decided {list(self.actions)}, saw {self._digest.hex()}"


def fingerprint(game: Game, seat: int) -> bytes:
    """Return a digest of the observation and legal actions of a seat."""
    observation, mask = game.observe_and_mask(seat)
    return blake2b(observation.tobytes() + mask.tobytes(), digest_size=_BYTES).digest()
