"""The database of games: SQLite, so that a reload, another tab and a restart lose nothing.

Changes use optimistic locking: a change names the revision that it was made for, and is refused if
the game has a newer one, from another tab or another server on the same database.
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

_VERSION: Final = 3
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


#: What turns a database of an older version into one of the next.
_MIGRATIONS: Final[Mapping[int, str]] = MappingProxyType(
    {
        1: """
ALTER TABLE games RENAME COLUMN made TO created;
ALTER TABLE games RENAME COLUMN terms TO settings;
ALTER TABLE actions RENAME COLUMN thought TO explanation;
""",
        # All games were of Rats of Wistar, with tracks or none, and had rounds and one winner.
        2: """
UPDATE games SET
    settings = json_set(settings, '$.game', 'rats-of-wistar', '$.options', json('{}')),
    summary = json_set(summary, '$.progress', 'starting hands');
UPDATE games SET
    settings = json_set(settings, '$.options.tracks', json_extract(settings, '$.tracks'))
    WHERE json_extract(settings, '$.tracks') IS NOT NULL;
UPDATE games SET
    summary = json_set(
        summary, '$.progress', 'round ' || json_extract(summary, '$.round') || ' of 5'
    )
    WHERE json_extract(summary, '$.round') > 0;
UPDATE games SET
    summary = json_set(summary, '$.winners', json_array(json_extract(summary, '$.winner')))
    WHERE json_extract(summary, '$.winner') IS NOT NULL;
""",
    }
)


class StoreError(WistarError):
    """A database that cannot be used, or is full."""


class FullError(StoreError):
    """A full database."""


class RevisionError(WistarError):
    """A change to an outdated revision of a game."""


class Row(NamedTuple):
    """A stored game.

    Attributes
    ----------
    id
        A random id, so that it cannot be guessed.
    created, changed
        Seconds since 1970.
    revision
        The number of actions that were played, also of those undone, and of undos.
    settings
        The settings of the game, which never change.
    summary
        Its entry in the list of games.
    """

    id: str
    created: float
    changed: float
    revision: int
    settings: dict[str, Any]
    summary: Mapping[str, Any] = MappingProxyType({})


class Move(NamedTuple):
    """An action of a game, with the explanation of the bot that played it, if any."""

    action: int
    explanation: dict[str, Any] | None = None


class Store:
    """The games of a server.

    Parameters
    ----------
    path
        The database file; None for a database in memory.
    storage
        The limit on its size in bytes.

    Raises
    ------
    StoreError
        If the file cannot be opened, or is not such a database.
    """

    def __init__(self, path: Path | None, storage: int) -> None:
        self.path = path
        self._lock = threading.RLock()
        name = ":memory:" if path is None else str(path)
        try:
            if path is not None:
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                # It holds seeds, which reveal hands. SQLite gives its other files the same mode.
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
        if known and version != _VERSION and version not in _MIGRATIONS:
            raise StoreError(
                f"{self.path} is not a database of games of this version: its user_version is "
                f"{version}, allowed are 1 to {_VERSION}"
            )
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        page = db.execute("PRAGMA page_size").fetchone()[0]
        db.execute(f"PRAGMA max_page_count = {storage // page}")
        if not known:
            db.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {_VERSION}; COMMIT;")
        else:
            for old in range(version, _VERSION):
                db.executescript(
                    f"BEGIN; {_MIGRATIONS[old]} PRAGMA user_version = {old + 1}; COMMIT;"
                )

    def close(self) -> None:
        """Close the database."""
        with self._lock:
            self._db.close()

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        """Run a transaction."""
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
                    raise FullError("the database is full; delete finished games") from error
                raise StoreError(f"the database cannot be written to: {error}") from error

    def count(self) -> int:
        """Return the number of games."""
        with self._lock:
            return int(self._db.execute("SELECT count(*) FROM games").fetchone()[0])

    def add(self, row: Row, moves: Sequence[Move] = ()) -> None:
        """Store a new game."""
        values = (row.id, row.created, row.changed, row.revision)
        with self._change() as db:
            db.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)",
                (*values, json.dumps(row.settings), json.dumps(dict(row.summary))),
            )
            _insert(db, row.id, 0, moves)

    def rows(self) -> list[Row]:
        """Return all games, the most recently changed first."""
        with self._lock:
            found = self._db.execute("SELECT * FROM games ORDER BY changed DESC, id").fetchall()
        return [_row(each) for each in found]

    def row(self, game: str) -> Row | None:
        """Return a game, None if it does not exist."""
        with self._lock:
            found = self._db.execute("SELECT * FROM games WHERE id = ?", (game,)).fetchone()
        return _row(found) if found else None

    def moves(self, game: str) -> list[Move]:
        """Return the actions of a game."""
        with self._lock:
            found = self._db.execute(
                "SELECT action, explanation FROM actions WHERE game = ? ORDER BY number", (game,)
            ).fetchall()
        return [
            Move(action, explanation and json.loads(explanation)) for action, explanation in found
        ]

    def change(
        self,
        row: Row,
        summary: dict[str, Any],
        *,
        keep: int,
        moves: Sequence[Move] = (),
    ) -> Row:
        """Keep the first actions of a game and add others; return the changed game.

        Its revision is higher by the number of actions that are added, at least by one.

        Raises
        ------
        RevisionError
            If the game has changed since ``row``, or was deleted.
        FullError
            If the database is full.
        """
        changed, revision = time.time(), row.revision + max(1, len(moves))
        with self._change() as db:
            done = db.execute(
                "UPDATE games SET changed = ?, revision = ?, summary = ? "
                "WHERE id = ? AND revision = ?",
                (changed, revision, json.dumps(summary), row.id, row.revision),
            )
            if done.rowcount != 1:
                raise RevisionError("the game has changed")
            db.execute("DELETE FROM actions WHERE game = ? AND number >= ?", (row.id, keep))
            _insert(db, row.id, keep, moves)
        return Row(row.id, row.created, changed, revision, row.settings, summary)

    def remove(self, game: str) -> bool:
        """Delete a game; return whether it existed."""
        with self._change() as db:
            return db.execute("DELETE FROM games WHERE id = ?", (game,)).rowcount == 1


def _insert(db: sqlite3.Connection, game: str, first: int, moves: Sequence[Move]) -> None:
    rows = (
        (game, number, move.action, move.explanation and json.dumps(move.explanation))
        for number, move in enumerate(moves, first)
    )
    db.executemany("INSERT INTO actions VALUES (?, ?, ?, ?)", rows)


def _row(found: tuple[Any, ...]) -> Row:
    game, created, changed, revision, settings, summary = found
    return Row(game, created, changed, revision, json.loads(settings), json.loads(summary))
