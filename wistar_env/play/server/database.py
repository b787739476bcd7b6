"""The SQLite file of a server: its schema, its errors, and room for deletions on a full disk."""

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TypeVar

from wistar_env.errors import WistarError

_VERSION: Final = 4
_SCHEMA: Final = """
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    created REAL NOT NULL,
    changed REAL NOT NULL,
    revision INTEGER NOT NULL,
    settings TEXT NOT NULL,
    summary TEXT NOT NULL
) STRICT;
CREATE TABLE actions (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    action INTEGER NOT NULL,
    explanation TEXT,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
"""


_T = TypeVar("_T")
#: Pages of the write-ahead log after which SQLite moves them to the database.
_CHECKPOINT: Final = 256
#: Bytes of the reserve: room for the log of a deletion, and for earlier log pages in the database.
_RESERVE: Final = 2 * 2**20


class StoreError(WistarError):
    """The database cannot be used."""


class FullError(StoreError):
    """The database or its disk is full."""


class LockedError(StoreError):
    """Another program has locked the database."""


class MovedError(StoreError):
    """The database file was moved, deleted or replaced."""


class _Reserve:
    """A file that reserves disk space, so that games can be deleted when the disk is full."""

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(f"{database.name}-reserve")

    def fill(self) -> None:
        """Occupy the space again, if the disk has room."""
        with suppress(OSError):
            if self._path.exists() and self._path.stat().st_size == _RESERVE:
                return
            file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            try:
                # Random, so that no file system compresses it.
                written = os.write(file, os.urandom(_RESERVE))
            except OSError:
                written = 0
            finally:
                os.close(file)
            if written < _RESERVE:
                self.release()

    def release(self) -> bool:
        """Free the space; return whether there was any."""
        with suppress(OSError):
            if self._path.stat().st_size:
                self._path.unlink()
                return True
        return False


def _identity(path: Path) -> tuple[int, int] | None:
    """Return device and inode of a file, which differ if it is replaced; None without a file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


class Database:
    """An SQLite file, or a database in memory.

    ``path``: the file, created if missing; None for a database in memory. ``storage``: the limit on
    its size in bytes. Raises StoreError if the file cannot be opened, or is not a game database of
    this version.
    """

    def __init__(self, path: Path | None, storage: int) -> None:
        self.name = ":memory:" if path is None else path.name
        self._lock = threading.RLock()
        self._reserve = None if path is None else _Reserve(path)
        self._db = self.with_reserve(lambda: self._opened(path, storage))
        # Files that must not be replaced while they are open.
        files = () if path is None else (path, path.with_name(f"{path.name}-wal"))
        self._files = {file: _identity(file) for file in files}
        self._fill_reserve()

    def _opened(self, path: Path | None, storage: int) -> sqlite3.Connection:
        where = ":memory:" if path is None else str(path)
        try:
            if path is not None:
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                # The file is private, as it contains seeds, which reveal hands. SQLite's other
                # files get the same mode.
                os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            db = sqlite3.connect(where, check_same_thread=False, isolation_level=None)
            db.text_factory = bytes  # so that damaged texts can be read
            try:
                self._prepare(db, storage)
            except BaseException:
                db.close()
                raise
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"the database {where} cannot be opened: {error}") from error
        return db

    def _prepare(self, db: sqlite3.Connection, storage: int) -> None:
        db.execute("PRAGMA busy_timeout = 5000")
        version = db.execute("PRAGMA user_version").fetchone()[0]
        known = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if known and version != _VERSION:
            raise StoreError(
                f"{self.name} is not a game database of this version: its user_version is "
                f"{version}, but must be {_VERSION}"
            )
        db.execute("PRAGMA auto_vacuum = FULL")  # deleted games free space on the disk
        db.execute("PRAGMA journal_mode = WAL")
        db.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT}")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        page = db.execute("PRAGMA page_size").fetchone()[0]
        db.execute(f"PRAGMA max_page_count = {storage // page}")
        if not known:
            db.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {_VERSION}; COMMIT;")

    def close(self) -> None:
        """Close the database."""
        with self._lock:
            self._db.close()

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """Lock the database, and yield its connection for reading.

        Raises StoreError if that fails; the message says why.
        """
        with self._lock:
            if any(_identity(file) != found for file, found in self._files.items()):
                raise MovedError(
                    f"the database {self.name} was moved, deleted or replaced while the server "
                    "ran; put it back, or restart the server"
                )
            try:
                yield self._db
            except sqlite3.DatabaseError as error:
                if isinstance(error, sqlite3.IntegrityError):
                    raise
                raise self._reason(error) from error

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """Yield the connection within a transaction; raise what ``read`` raises."""
        with self.read() as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                # A failed rollback, such as on a removed disk, must not hide the original error.
                with suppress(sqlite3.Error):
                    db.execute("ROLLBACK") if db.in_transaction else None
                raise

    def _reason(self, error: sqlite3.Error) -> StoreError:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code == sqlite3.SQLITE_FULL:
            return FullError("the database or its disk is full; delete finished games")
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return LockedError("the database is locked by another program; retry in a moment")
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return StoreError(f"the database {self.name} is damaged ({error}); restore a copy")
        return StoreError(
            f"the database {self.name} cannot be used: {error}; check its disk and permissions"
        )

    def with_reserve(self, work: Callable[[], _T]) -> _T:
        """Run work that must succeed on a full disk; return its result.

        If it fails, except on a locked database, free the reserve and run it again.
        """
        try:
            return work()
        except LockedError:
            raise
        except StoreError as error:
            if self._reserve is not None and self._reserve.release():
                return work()
            if not isinstance(error, FullError):
                raise
            raise FullError(f"the disk of {self.name} is full; free some space on it") from error

    def shrink(self) -> None:
        """Return the space of deleted games to the disk, and fill the reserve."""
        with suppress(StoreError), self.read() as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._fill_reserve()

    def _fill_reserve(self) -> None:
        if self._reserve is not None:
            self._reserve.fill()
