"""Card sets for contests: secret until submissions close, and chosen by nobody.

The organizer keeps a secret and publishes its commitment. After the last submission the secret is
published, so that everybody can check it against the commitment and derive the same test sets.
"""

import hashlib
import hmac
import secrets
from typing import Final

from wistar_env.errors import DataError
from wistar_env.games.rats_of_wistar.card_sets.draws import Draws
from wistar_env.games.rats_of_wistar.card_sets.set_names import (
    GENERATED,
    KINDS,
    SPLITS,
    TEST,
    CardSet,
)

_PERSON: Final = b"card contest"
_SECRET_BYTES: Final = 32


def new_secret() -> str:
    """Return a random secret: 64 hexadecimal digits."""
    return secrets.token_hex(_SECRET_BYTES)


def commitment(secret: str) -> str:
    """Return the commitment to a secret, to publish before a contest: its hash in 64 hex digits."""
    return hashlib.blake2b(secret.encode(), digest_size=32, person=_PERSON).hexdigest()


def contest_sets(
    secret: str, published: str, count: int, kind: str = GENERATED
) -> tuple[CardSet, ...]:
    """Return the distinct card sets of a contest, all of the test split.

    Parameters
    ----------
    secret
        The secret, after it was published.
    published
        Its commitment, published in advance.
    count
        The number of sets.
    kind
        The kind of the sets.

    Raises
    ------
    DataError
        If the secret does not match the commitment.
    ValueError
        If there is no such kind of sets, or ``count`` is below 1 or above the number of test seeds.
    """
    if not hmac.compare_digest(commitment(secret).encode(), published.encode()):
        raise DataError(
            f"the secret does not match the commitment {published!r}; check that both are complete"
        )
    if kind not in KINDS:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, found {kind!r}")
    seeds = SPLITS[TEST]
    if not 0 < count <= len(seeds):
        raise ValueError(f"count must be 1 to {len(seeds)}, found {count!r}")
    draws, drawn = Draws(f"contest {kind} {secret}"), dict[int, None]()
    while len(drawn) < count:
        drawn[draws.pick(seeds)] = None
    return tuple(CardSet(kind, seed) for seed in drawn)
