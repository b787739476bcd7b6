"""Sealed seeds: the organizer of a contest commits to the seed of its games before they are played.

A seal is a file with the hash of a seed, which the organizer publishes before bots are submitted;
the secret is another file, which is kept private. Revealing writes the secret into the seal.
Anybody can then check that the organizer did not choose the games afterwards.
"""

import hashlib
import json
import os
import re
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Final, Self

from pydantic import Field, model_validator

from wistar_env.arguments import shown
from wistar_env.benchmark.protocol.entries import Entry
from wistar_env.benchmark.protocol.schema import Count, Digest, Part, read_part
from wistar_env.benchmark.protocol.tasks import PROTOCOL, SEED
from wistar_env.benchmark.results import write_whole
from wistar_env.errors import ResultsError

#: The suffixes of seals and of secrets.
SEAL: Final = ".seal.json"
SECRET: Final = ".secret.json"
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,80}")
_Protocol = Annotated[int, Field(ge=PROTOCOL, le=PROTOCOL)]


class Secret(Part):
    """The seed of a contest, which is kept private until it is revealed."""

    protocol: _Protocol  # the version of the protocol
    seed: Count
    # Random digits, without which the seed could be guessed from its hash.
    salt: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]

    @model_validator(mode="after")
    def _of_a_contest(self) -> Self:
        if self.seed == SEED:
            raise ValueError(f"the seed of a contest must not be {SEED}, the seed of the protocol")
        return self

    @property
    def commitment(self) -> str:
        """The hash of the seed and the salt."""
        text = f"wistar-env benchmark {self.protocol} {self.seed} {self.salt}"
        return hashlib.sha256(text.encode()).hexdigest()


class Seal(Part):
    """A commitment to the seed of a contest."""

    protocol: _Protocol  # the version of the protocol
    commitment: Digest  # see ``Secret``
    secret: Secret | None  # the secret, once it is revealed

    @model_validator(mode="after")
    def _kept(self) -> Self:
        if self.secret is not None and self.secret.commitment != self.commitment:
            raise ValueError(
                f"commitment must be the hash of the secret, {self.secret.commitment}, found "
                f"{self.commitment}"
            )
        return self


def make_seal(folder: Path, name: str) -> tuple[Path, Path]:
    """Draw the seed of a contest, and return the files of its seal and its secret.

    Raises ResultsError if the name does not consist of 1 to 80 letters, digits, - and _, or one of
    the files exists, since a seal is never overwritten.
    """
    if not _NAME.fullmatch(name):
        raise ResultsError(
            "the name of a contest must consist of 1 to 80 letters, digits, - and _, found "
            f"{shown(name)}"
        )
    files = folder / f"{name}{SEAL}", folder / f"{name}{SECRET}"
    if there := next((file for file in files if file.exists()), None):
        raise ResultsError(
            f"{there} already exists; choose another name, as seals are never overwritten"
        )
    folder.mkdir(parents=True, exist_ok=True)
    secret = Secret(protocol=PROTOCOL, seed=secrets.randbits(63), salt=secrets.token_hex(32))
    descriptor = os.open(files[1], os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        stream.write(_text(secret))
    write_whole(files[0], _text(Seal(protocol=PROTOCOL, commitment=secret.commitment, secret=None)))
    return files


def reveal(file: Path) -> Path:
    """Write a secret into the seal beside it, and return the seal.

    Raises ResultsError if one of the files is missing or damaged, or the secret belongs to another
    seal.
    """
    if not file.name.endswith(SECRET):
        raise ResultsError(f"the file name of a secret must end with {SECRET}, found {file}")
    secret = read_part(file, Secret, "a secret of a contest")
    public = file.with_name(file.name.removesuffix(SECRET) + SEAL)
    seal = read_seal(public)
    if seal.commitment != secret.commitment:
        raise ResultsError(f"{public} is not the seal of {file}: the commitments differ")
    revealed = Seal(protocol=PROTOCOL, commitment=seal.commitment, secret=secret)
    write_whole(public, _text(revealed))
    return public


def read_seal(file: Path) -> Seal:
    """Return the seal in a file.

    Raises ResultsError if it is not a seal, or its secret does not match its commitment.
    """
    return read_part(file, Seal, "a seal of a contest")


def check_sealed(file: Path, entries: Iterable[tuple[Path, Entry]]) -> None:
    """Check that the seed of each entry is the seed of a seal.

    Raises ResultsError if the seal is damaged or not revealed, or an entry has another seed.
    """
    secret = read_seal(file).secret
    if secret is None:
        raise ResultsError(f"{file} is not revealed yet, so its seed is unknown")
    for entry_file, entry in entries:
        if entry.seed != secret.seed:
            raise ResultsError(
                f"{entry_file}: seed must be {secret.seed}, the seed sealed in {file}, "
                f"found {entry.seed}"
            )


def _text(part: Part) -> str:
    return f"{json.dumps(part.model_dump(), indent=2)}\n"
