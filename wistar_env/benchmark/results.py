"""A results file: JSON lines, a header and then one row per game; runs can resume it.

Rows are written in a fixed order, so a resumed run ends with the same bytes as an uninterrupted
run, for any number of workers.

During a run its file is sealed: it has a hash in place of the seed, and its rows have no seeds,
since bots could read them. The seeds are filled in when the run is over.
"""

import hashlib
import json
import os
import platform
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Self, TypeAlias

import numba
import numpy as np

from wistar_env import __version__
from wistar_env.arguments import shortened, shown
from wistar_env.benchmark.own_sources import own_sources
from wistar_env.benchmark.sources import digest_of, imports, package_sources, reached
from wistar_env.errors import DataError, ResultsError
from wistar_env.kit.game import Game, GameData
from wistar_env.seeds import FOR_SEAL, game_seed, one_way
from wistar_env.system import locks
from wistar_env.system.atomic_files import append_lines, remove_unfinished, replacing
from wistar_env.system.untrusted_files import check_regular, read_log, reading_file

#: One game; the modules ``ladder``, ``opponent_ladder``, ``arena`` and ``protocol.games`` describe
#: its keys.
ResultRow: TypeAlias = dict[str, Any]

#: The fields that identify a row.
Key: TypeAlias = tuple[object, ...]

#: Returns a row's key; raises ValueError for rows of other runs.
KeyOf: TypeAlias = Callable[[ResultRow], Key]

#: Maximum bytes of a file: about a million games.
_MOST_BYTES: Final = 2**32


def rules_version(game: type[Game], playing: str) -> str:
    """Return the version of a game's rules, with a hash of the sources that affect its play.

    These are sources of the rules, observations, seeds and calls of bots; bots have their own
    fingerprints.
    """
    outside = own_sources([game.__module__])
    sources = package_sources()
    used = {playing, game.__module__}.union(*map(imports, outside.values()))
    digest = digest_of([*outside, *reached(used, sources)], {**sources, **outside})
    return f"{game.spec.rules_version} ({digest})"


def ratings_file(path: Path) -> Path:
    """Return the file of the ratings of a results file."""
    return path.with_suffix(".ratings.json")


def open_data(game: type[Game], folder: str | None) -> GameData:
    """Return the data of a folder or card set; None for the bundled data.

    Raises DataError if the folder is not valid, or the game has no data folders or card sets.
    Raises TypeError if it is not a path.
    """
    game.spec.check_card_set(folder)
    try:
        return game.spec.open_data(folder)
    except TypeError as error:
        if not isinstance(folder, str):
            raise
        # This game has no data folders.
        raise DataError(f"{game.spec.title}: {error}") from error


def data_version(game: type[Game], folder: str | None) -> str:
    """Return the fingerprint of a data folder in hexadecimal digits.

    Raises DataError as ``open_data`` does.
    """
    return open_data(game, folder).fingerprint.hex()


def versions() -> dict[str, str]:
    """Return the versions of this package and its libraries."""
    return {
        "wistar_env": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
    }


@dataclass(frozen=True)
class Header:
    """The first line of a results file: settings, rules and data of the run."""

    kind: str  # ``"ladder"``, ``"arena"`` or ``"bench"``
    # Everything that determines the games and how they are played, except their number: a run of
    # fewer games is the start of a longer run.
    settings: dict[str, Any]
    data: str  # see ``data_version``
    rules: str  # see ``rules_version``
    # For information only; a run may be resumed under other versions.
    versions: dict[str, str] = field(default_factory=versions)

    def identity(self) -> dict[str, Any]:
        """Return the settings that must be equal to resume a file."""
        identity = {"kind": self.kind, "rules": self.rules, "data": self.data, **self.settings}
        return dict(json.loads(json.dumps(identity)))

    @property
    def seed(self) -> int:
        """The seed of the run."""
        return int(self.settings["seed"])

    @property
    def is_sealed(self) -> bool:
        """Whether the header has a hash instead of the seed, as it has until the run is over."""
        return isinstance(self.settings.get("seed"), str)

    def sealed(self) -> "Header":
        """Return the header during the run, with a hash in place of the seed.

        A known seed can be compared with the hash, but the hash does not reveal the seed.
        """
        mark = f"sealed {one_way(FOR_SEAL, self.seed):016x}"
        return replace(self, settings={**self.settings, "seed": mark})

    def digest(self) -> str:
        """Return a short hash of the identity, 8 hexadecimal digits, to name files by."""
        text = json.dumps(self.identity(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:8]

    def differences(self, other: "Header") -> str:
        """Describe how the identity of another header differs from this one."""
        ours = (self.sealed() if other.is_sealed else self).identity()
        theirs = other.identity()
        found = ", ".join(
            f"{shortened(name)}: {shown(theirs.get(name))} in the file, now {shown(ours.get(name))}"
            # The game comes first, as everything may differ for another game.
            for name in sorted({*ours, *theirs}, key=lambda name: (name != "game", name))
            if ours.get(name) != theirs.get(name)
        )
        return shortened(found, 1000)


def _sealed(row: ResultRow) -> ResultRow:
    return {**row, "seed": None}


def _unsealed(row: ResultRow, seed: int) -> ResultRow:
    """Return a row with the seed of its game filled in, without validation."""
    number = row.get("game")
    if row.get("seed", 0) is not None or type(number) is not int or not 0 <= number < 2**63:
        return row
    return {**row, "seed": game_seed(seed, number)}


def _line(row: ResultRow) -> str:
    return json.dumps(row, separators=(",", ":"), allow_nan=False) + "\n"


def _by_key(rows: Sequence[ResultRow], key_of: KeyOf, path: Path) -> dict[Key, ResultRow]:
    lines: dict[Key, int] = {}
    for number, row in enumerate(rows, start=2):
        try:
            key = key_of(row)
        except ValueError as error:
            raise ResultsError(
                f"{path}, line {number} does not belong to this run: {error}"
            ) from error
        if key in lines:
            raise ResultsError(f"{path}, line {number} repeats the game of line {lines[key]}")
        lines[key] = number
    return dict(zip(lines, rows, strict=True))


def read(path: Path) -> tuple[Header, list[ResultRow]]:
    """Read a results file; ignore an incomplete last line.

    The file of an unfinished run is sealed (``Header.is_sealed``): its rows have no seeds.

    Raises ResultsError if it is not a results file, or a line before the last is damaged.
    """
    with reading_file(path, "a results file", ResultsError):
        rows = read_log(path, _MOST_BYTES)
        if not rows:
            raise ValueError("the file has no complete line")
        try:
            header = Header(**rows[0])
            header.identity()
        except (TypeError, RecursionError) as error:
            raise ValueError("the first line is not the header of a results file") from error
        return header, rows[1:]


@dataclass
class Results:
    """An open results file: its rows by their keys, and methods to add rows."""

    path: Path
    header: Header
    rows: dict[Key, ResultRow]
    key_of: KeyOf
    is_sealed: bool = False

    @classmethod
    @contextmanager
    def open(
        cls, path: Path, header: Header, key_of: KeyOf, *, fresh: bool = False
    ) -> Iterator[Self]:
        """Open a results file exclusively, to write or resume it.

        ``key_of``: returns the key of a row, or raises if the row is not of this run. ``fresh``:
        start over, whatever the file contains. Raises ResultsError if the file has another header,
        is damaged, contains a duplicate row or a row of another run, or is being written by another
        process.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        with exclusive_writer(path):
            # Absolute, so that no bot can move it by going to another folder.
            found, rows = _begun(path, header, key_of, fresh=fresh)
            unsealed = replace(found, settings=header.settings)
            yield cls(path.absolute(), unsealed, rows, key_of, found.is_sealed)

    def add(self, rows: Iterable[ResultRow]) -> None:
        """Append rows, and write them to the disk before returning."""
        new = {self.key_of(row): row for row in rows}
        append_lines(self.path, "".join(self._line(row) for row in new.values()))
        self.rows.update(new)

    def seal(self) -> None:
        """Remove all seeds from the file before bots play, so that they cannot read them.

        The ratings of the file are deleted.
        """
        ratings_file(self.path).unlink(missing_ok=True)
        self._rewrite(is_sealed=True)

    def unseal(self) -> None:
        """Write the seeds into the file once no bot plays any more."""
        if self.is_sealed:
            self._rewrite(is_sealed=False)

    def _line(self, row: ResultRow) -> str:
        return _line(_sealed(row) if self.is_sealed else row)

    def _rewrite(self, *, is_sealed: bool) -> None:
        self.is_sealed = is_sealed
        header = self.header.sealed() if is_sealed else self.header
        lines = [_line(asdict(header)), *map(self._line, self.rows.values())]
        write_whole(self.path, "".join(lines))


def lock_of(path: Path) -> Path:
    """Return the lock file beside the file that ``path`` names or links to."""
    whole = Path(os.path.realpath(path))
    return whole.with_name(f".{whole.name}.lock")


@contextmanager
def exclusive_writer(path: Path) -> Iterator[None]:
    """Lock a file against writes by other processes and other parts of this process.

    Raises ResultsError if it is locked; the message names the process.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(locks.held(lock_of(path)))
        except BlockingIOError as holder:
            raise ResultsError(
                f"{path} is being written by {holder}: wait until that run has ended, or write to "
                "another file"
            ) from None
        whole = Path(os.path.realpath(path))
        remove_unfinished(whole.parent, whole.name)
        yield


def write_whole(path: Path, text: str) -> None:
    """Write a file, or the target of a link, atomically."""
    with replacing(Path(os.path.realpath(path))) as unfinished:
        unfinished.write_text(text, encoding="utf-8")


def _begun(
    path: Path, header: Header, key_of: KeyOf, *, fresh: bool
) -> tuple[Header, dict[Key, ResultRow]]:
    """Create a file, or truncate it after its last complete line; return its contents."""
    whole = b""
    if path.exists():
        with reading_file(path, "a results file", ResultsError):
            check_regular(path, _MOST_BYTES)
            whole = b"" if fresh else path.read_bytes()
    first_lines = [_line(asdict(each)) for each in (header, header.sealed())]
    if any(line.encode().startswith(whole) for line in first_lines):
        write_whole(path, first_lines[0])
        return header, {}
    found, rows = read(path)
    if found.identity() not in (header.identity(), header.sealed().identity()):
        raise ResultsError(
            f"{path} contains another run ({header.differences(found)}); "
            "write to another file or, in a ladder or arena, start over with --fresh"
        )
    if found.is_sealed:
        rows = [_unsealed(row, header.seed) for row in rows]
    by_key = _by_key(rows, key_of, path)
    complete = whole.rfind(b"\n") + 1
    if complete < len(whole):
        with path.open("r+b") as file:
            file.truncate(complete)
    return found, by_key
