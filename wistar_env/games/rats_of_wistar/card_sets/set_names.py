"""The names of card sets, such as ``generated:v1:7``, and the splits of their seeds."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from wistar_env.errors import DataError

#: Increment it with every change after which a name stands for other cards.
VERSION: Final = 1
GENERATED: Final = "generated"
PERMUTED: Final = "permuted"
UNHEARD: Final = "unheard"
KINDS: Final = (GENERATED, PERMUTED, UNHEARD)

TRAIN: Final = "train"
VALIDATION: Final = "validation"
TEST: Final = "test"
#: Seeds by split. Generated and unheard sets of different splits share no Invention, Guest,
#: Mission row or Objective.
SPLITS: Final[Mapping[str, range]] = MappingProxyType(
    {
        TRAIN: range(800_000),
        VALIDATION: range(800_000, 900_000),
        TEST: range(900_000, 1_000_000),
    }
)
SEEDS: Final = 1_000_000
#: The seeds of each kind. Sets with held-out words are only for testing, never for training.
SEEDS_OF: Final[Mapping[str, range]] = MappingProxyType(
    {GENERATED: range(SEEDS), PERMUTED: range(SEEDS), UNHEARD: SPLITS[TEST]}
)

_NAME: Final = re.compile(rf"(?:{'|'.join(KINDS)}):.*", re.DOTALL)
#: Maximum number of characters of a wrong name that a message shows.
_SHOWN: Final = 80
_VALID: Final = re.compile(r"(\w+):v([0-9]{1,9}):(0|[1-9][0-9]{0,8})")


@dataclass(frozen=True)
class CardSet:
    """A card set that is generated from its name.

    Attributes
    ----------
    kind
        ``"generated"``, ``"permuted"`` or ``"unheard"``.
    seed
        0 to 999,999; it determines the split.
    """

    kind: str
    seed: int

    def __str__(self) -> str:
        return f"{self.kind}:v{VERSION}:{self.seed}"

    @property
    def split(self) -> str:
        """The split of the seed: ``"train"``, ``"validation"`` or ``"test"``."""
        return split_of(self.seed)


def split_of(seed: int) -> str:
    """Return the split of a seed: ``"train"``, ``"validation"`` or ``"test"``.

    Raises
    ------
    ValueError
        If the seed is not valid.
    """
    for split, seeds in SPLITS.items():
        if seed in seeds:
            return split
    raise ValueError(f"the seed of a card set must be 0 to {SEEDS - 1}, found {seed!r}")


def is_name(data: object) -> bool:
    """Return whether ``data`` begins with a kind of card set and a colon, as in ``generated:``."""
    return isinstance(data, str | os.PathLike) and bool(_NAME.fullmatch(str(os.fspath(data))))


def parse(data: str | os.PathLike[str]) -> CardSet:
    """Return the card set with this name, such as ``"generated:v1:7"``.

    Raises
    ------
    DataError
        If the name is not valid; the message lists the allowed forms.
    """
    name = os.fspath(data)
    found = _VALID.fullmatch(name)
    if found and found[1] in KINDS and int(found[2]) == VERSION:
        kind, seed = found[1], int(found[3])
        if seed in SEEDS_OF[kind]:
            return CardSet(kind, seed)
    allowed = ", ".join(
        f"{kind}:v{VERSION}:SEED with SEED from {seeds[0]} to {seeds[-1]}"
        for kind, seeds in SEEDS_OF.items()
    )
    raise DataError(
        f"there is no card set {name[:_SHOWN]!r}; allowed: {allowed}; see docs/card-sets.md"
    )
