"""A results file: JSON lines, a header and then one row per game; it survives interruption.

Rows are written in one fixed order, so a run that was interrupted and taken up again ends with
the same bytes as one that ran through, however many workers played.
"""

import hashlib
import json
import platform
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, Self, TypeAlias

import numba
import numpy as np

from wistar_env import __version__
from wistar_env.box import open_box
from wistar_env.errors import WistarError
from wistar_env.game import RULES_VERSION

#: One game. Its keys are described by ``ladder`` and ``arena``.
Row: TypeAlias = dict[str, Any]

_PACKAGE: Final = Path(__file__).resolve().parents[1]
_RULES: Final = ("tables", "rules", "spaces", "policies")


class ResultsError(WistarError):
    """A results file that is damaged, or that belongs to another run than the one asked for."""


def rules_version() -> str:
    """Return the version of the rules, with a hash of the sources that they are made of."""
    digest = hashlib.sha256()
    for path in sorted(path for name in _RULES for path in (_PACKAGE / name).glob("*.py")):
        digest.update(path.read_bytes())
    return f"{RULES_VERSION} ({digest.hexdigest()[:16]})"


def data_version(folder: str | None) -> str:
    """Return the fingerprint of a data folder in hexadecimal digits.

    Raises
    ------
    DataError
        If the folder is not valid.
    """
    return open_box(folder).fingerprint.hex()


def versions() -> dict[str, str]:
    """Return the versions that a reader of results wants to know."""
    return {
        "wistar_env": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
    }


@dataclass(frozen=True)
class Header:
    """The first line of a results file: what was run, under which rules and data.

    Attributes
    ----------
    kind
        ``"ladder"`` or ``"arena"``.
    settings
        Everything that decides which games are played, and how.
    data
        See ``data_version``.
    rules
        See ``rules_version``.
    versions
        For the reader; a file may be continued under other versions.
    """

    kind: str
    settings: dict[str, Any]
    data: str
    rules: str = field(default_factory=rules_version)
    versions: dict[str, str] = field(default_factory=versions)

    def identity(self) -> dict[str, Any]:
        """Return what must agree for a file to be continued."""
        identity = {"kind": self.kind, "rules": self.rules, "data": self.data, **self.settings}
        return dict(json.loads(json.dumps(identity)))

    def digest(self) -> str:
        """Return a short hash of the identity, 8 hexadecimal digits, to name files by."""
        text = json.dumps(self.identity(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:8]

    def differences(self, other: "Header") -> str:
        """Return in words how the identity of another header differs from this one."""
        ours, theirs = self.identity(), other.identity()
        return ", ".join(
            f"{name}: {theirs.get(name)} in the file, now {ours.get(name)}"
            for name in sorted({*ours, *theirs})
            if ours.get(name) != theirs.get(name)
        )


def _line(row: Row) -> str:
    return json.dumps(row, separators=(",", ":")) + "\n"


def _numbered(text: str, path: Path) -> Iterator[Row]:
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise ResultsError(f"{path}, line {number}: not JSON ({error})") from error
        if not isinstance(row, dict):
            raise ResultsError(f"{path}, line {number}: not a JSON object")
        yield row


def read(path: Path) -> tuple[Header, list[Row]]:
    """Read a results file; a last line that was cut off in the middle is left out.

    Raises
    ------
    ResultsError
        If the file is no results file, or a line before the last is damaged.
    """
    text = path.read_bytes().decode("utf-8", errors="replace")
    rows = list(_numbered(text[: text.rfind("\n") + 1], path))
    try:
        header = Header(**rows[0])
        header.identity()
    except (IndexError, TypeError) as error:
        raise ResultsError(f"{path} does not begin with the header of a results file") from error
    return header, rows[1:]


@dataclass
class Results:
    """An open results file: the rows it holds, and a way to add more."""

    path: Path
    rows: list[Row]

    @classmethod
    def open(cls, path: Path, header: Header, *, fresh: bool = False) -> Self:
        """Open a results file to be written, or to be continued where it was left.

        Parameters
        ----------
        path
            The file; folders that are missing are made.
        header
            What is about to be run.
        fresh
            Begin anew, whatever the file holds.

        Raises
        ------
        ResultsError
            If the file belongs to a run under another header, or is damaged.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        whole = b"" if fresh or not path.exists() else path.read_bytes()
        first_line = _line(asdict(header))
        if first_line.encode().startswith(whole):
            path.write_text(first_line, encoding="utf-8")
            return cls(path, [])
        found, rows = read(path)
        if found.identity() != header.identity():
            raise ResultsError(
                f"{path} holds another run ({header.differences(found)}); "
                "write to another file, or begin anew with --fresh"
            )
        complete = whole.rfind(b"\n") + 1
        if complete < len(whole):
            with path.open("r+b") as file:
                file.truncate(complete)
        return cls(path, rows)

    def add(self, rows: Iterable[Row]) -> None:
        """Append rows; they are on the disk when this returns."""
        rows = list(rows)
        with self.path.open("a", encoding="utf-8") as file:
            file.writelines(_line(row) for row in rows)
        self.rows.extend(rows)
