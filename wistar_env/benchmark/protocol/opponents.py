"""The opponents of the tasks, which never change; checks that an entry or package has them."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

from wistar_env.benchmark.protocol.schema import Digest, Part
from wistar_env.benchmark.protocol.tasks import FROZEN, PROTOCOL, Task
from wistar_env.errors import ResultsError
from wistar_env.kit.networks.bundled import found

_NETWORK: Final = "network:"
_SHOWN: Final = 16


class Opponent(Part):
    """A bot against which the games of an entry were played."""

    spec: str
    digest: Digest | None  # the SHA-256 of its network; None without one


def opponents_of(task: Task) -> list[Opponent]:
    """Return the different opponents of a task, with the protocol's digests of their networks."""
    return [
        Opponent(spec=spec, digest=FROZEN.get(spec.removeprefix(_NETWORK)))
        for spec in task.different_opponents
    ]


def check_opponents(opponents: list[Opponent], task: Task) -> None:
    """Check that an entry was played against the opponents of its task.

    Raises ResultsError if they differ; the message names the opponents, or the first network that
    differs.
    """
    wanted = opponents_of(task)
    if [each.spec for each in opponents] != [each.spec for each in wanted]:
        names, found = (", ".join(each.spec for each in bots) for bots in (wanted, opponents))
        raise ResultsError(
            f"opponents must be {names or 'none'} in the task {task.name}, found {found or 'none'}"
        )
    for one, other in zip(opponents, wanted, strict=True):
        if one.digest != other.digest:
            raise ResultsError(f"this entry was played against {_other_than(one, other)}")


def check_installed(task: Task) -> None:
    """Check that the networks of a task's opponents are those of the protocol.

    Raises ResultsError if a file in this package was changed.
    """
    for wanted in opponents_of(task):
        if wanted.digest is not None:
            file = found(wanted.spec.removeprefix(_NETWORK), task.game_class)
            installed = Opponent(spec=wanted.spec, digest=_digest_of(file))
            if installed != wanted:
                raise ResultsError(
                    f"this package contains {_other_than(installed, wanted)}; reinstall the package"
                )


def _other_than(one: Opponent, wanted: Opponent) -> str:
    name = one.spec.removeprefix(_NETWORK)
    file = f"{name}.npz ({one.digest[:_SHOWN]})" if one.digest else f"{name} (no digest)"
    needed = wanted.digest[:_SHOWN] if wanted.digest else "without a digest"
    return f"opponent {file}, which differs from the one in protocol {PROTOCOL} ({needed})"


@cache
def _digest_of(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
