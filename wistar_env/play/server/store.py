"""Where games are kept: SQLite, so that a reload, another tab and a restart lose nothing.

A change of a game names the revision that it changes, and is refused where that has passed: of two
tabs, or two servers on one database, one is told to look again.
"""

import json
import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from wistar_env.errors import WistarError

_VERSION: Final = 1
_SCHEMA: Final = """
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    made REAL NOT NULL,
    changed REAL NOT NULL,
    revision INTEGER NOT NULL,
    terms TEXT NOT NULL,
    summary TEXT NOT NULL
) STRICT;
CREATE TABLE actions (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    action INTEGER NOT NULL,
    thought TEXT,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
"""


class StoreError(WistarError):
    """A database that cannot be used, or has no room left."""


class FullError(StoreError):
    """A database in which there is no room left."""


class RevisionError(WistarError):
    """A change of a game that has changed meanwhile."""


class Row(NamedTuple):
    """A game as it is kept.

    Attributes
    ----------
    id
        Its name: random, so that nobody guesses it.
    made, changed
        Seconds since 1970.
    revision
        How often it has changed.
    terms
        What it is played with; never changes.
    summary
        What the list of games says of it.
    """

    id: str
    made: float
    changed: float
    revision: int
    terms: dict[str, Any]
    summary: Mapping[str, Any] = MappingProxyType({})


class Move(NamedTuple):
    """An action of a game, and what the bot that took it thought, if it told."""

    action: int
    thought: dict[str, Any] | None = None


class Store:
    """The games of a server.

    Parameters
    ----------
    path
        The database; None for one in memory, which ends with the process.
    storage
        Bytes that it may have.

    Raises
    ------
    StoreError
        If the file cannot be opened, or is no such database.
    """

    def __init__(self, path: Path | None, storage: int) -> None:
        self.path = path
        self._lock = threading.RLock()
        name = ":memory:" if path is None else str(path)
        try:
            if path is not None:
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                # It holds seeds, from which hands follow. SQLite gives its other files this mode.
                os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            self._db = sqlite3.connect(name, check_same_thread=False, isolation_level=None)
            self._open(storage)
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"the database {name} cannot be opened: {error}") from error

    def _open(self, storage: int) -> None:
        db = self._db
        db.execute("PRAGMA busy_timeout = 5000")
        version = db.execute("PRAGMA user_version").fetchone()[0]
        known = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if version != _VERSION and known:
            raise StoreError(f"the database {self.path} is none of games of this version")
        db.execute("PRAGMA journal_mode = WAL")
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
    def _change(self) -> Iterator[sqlite3.Connection]:
        """Carry out all of a change, or nothing of it."""
        with self._lock:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                try:
                    yield self._db
                except BaseException:
                    self._db.execute("ROLLBACK") if self._db.in_transaction else None
                    raise
                self._db.execute("COMMIT")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode == sqlite3.SQLITE_FULL:
                    raise FullError("the database is full; delete games that are over") from error
                raise StoreError(f"the database cannot be written to: {error}") from error

    def count(self) -> int:
        """Return how many games there are."""
        with self._lock:
            return int(self._db.execute("SELECT count(*) FROM games").fetchone()[0])

    def add(self, row: Row, moves: Sequence[Move] = ()) -> None:
        """Keep a new game."""
        values = (row.id, row.made, row.changed, row.revision)
        with self._change() as db:
            db.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)",
                (*values, json.dumps(row.terms), json.dumps(dict(row.summary))),
            )
            _insert(db, row.id, 0, moves)

    def rows(self) -> list[Row]:
        """Return all games, that which changed last first."""
        with self._lock:
            found = self._db.execute("SELECT * FROM games ORDER BY changed DESC, id").fetchall()
        return [_row(each) for each in found]

    def row(self, game: str) -> Row | None:
        """Return a game, None if there is none."""
        with self._lock:
            found = self._db.execute("SELECT * FROM games WHERE id = ?", (game,)).fetchone()
        return _row(found) if found else None

    def moves(self, game: str) -> list[Move]:
        """Return the actions of a game."""
        with self._lock:
            found = self._db.execute(
                "SELECT action, thought FROM actions WHERE game = ? ORDER BY number", (game,)
            ).fetchall()
        return [Move(action, thought and json.loads(thought)) for action, thought in found]

    def change(
        self,
        row: Row,
        summary: dict[str, Any],
        *,
        keep: int,
        moves: Sequence[Move] = (),
    ) -> Row:
        """Keep the first actions of a game and add others; return the game as it is then.

        Raises
        ------
        RevisionError
            If the game has changed since ``row``, or is there no more.
        FullError
            If there is no room left.
        """
        changed = time.time()
        with self._change() as db:
            done = db.execute(
                "UPDATE games SET changed = ?, revision = revision + 1, summary = ? "
                "WHERE id = ? AND revision = ?",
                (changed, json.dumps(summary), row.id, row.revision),
            )
            if done.rowcount != 1:
                raise RevisionError("the game has changed meanwhile")
            db.execute("DELETE FROM actions WHERE game = ? AND number >= ?", (row.id, keep))
            _insert(db, row.id, keep, moves)
        return Row(row.id, row.made, changed, row.revision + 1, row.terms, summary)

    def remove(self, game: str) -> bool:
        """Remove a game; return whether there was one."""
        with self._change() as db:
            return db.execute("DELETE FROM games WHERE id = ?", (game,)).rowcount == 1


def _insert(db: sqlite3.Connection, game: str, first: int, moves: Sequence[Move]) -> None:
    rows = (
        (game, number, move.action, move.thought and json.dumps(move.thought))
        for number, move in enumerate(moves, first)
    )
    db.executemany("INSERT INTO actions VALUES (?, ?, ?, ?)", rows)


def _row(found: tuple[Any, ...]) -> Row:
    game, made, changed, revision, terms, summary = found
    return Row(game, made, changed, revision, json.loads(terms), json.loads(summary))
