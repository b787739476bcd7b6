"""The games of a server in its database, which survive page reloads and restarts of the server.

Changes use optimistic locking: a change names the revision that it was made for, and is rejected if
the game has a newer one, from another tab or another server on the same database.
"""

import json
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wistar_env.errors import WistarError
from wistar_env.play.server.database import Database
from wistar_env.play.server.rows import DamagedError, Move, Row


class RevisionError(WistarError):
    """A change to an outdated revision of a game."""


class Store:
    """The games of a server.

    ``path``: the database file; None for a database in memory. ``storage``: the limit on its size
    in bytes. Raises StoreError if the file cannot be opened, or is not a game database of this
    version.
    """

    def __init__(self, path: Path | None, storage: int) -> None:
        self._db = Database(path, storage)

    def close(self) -> None:
        """Close the database."""
        self._db.close()

    def count(self) -> int:
        """Return the number of games."""
        with self._db.read() as db:
            return int(db.execute("SELECT count(*) FROM games").fetchone()[0])

    def add(self, row: Row, moves: Sequence[Move] = ()) -> None:
        """Store a new game."""
        values = (row.id, row.created, row.changed, row.revision)
        with self._db.change() as db:
            db.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)",
                (*values, json.dumps(row.settings), json.dumps(dict(row.summary))),
            )
            _insert(db, row.id, 0, moves)

    def rows(self) -> tuple[list[Row], list[DamagedError]]:
        """Return all games, the most recently changed first, and the errors of damaged games."""
        with self._db.read() as db:
            found = db.execute("SELECT * FROM games ORDER BY changed DESC, id").fetchall()
        rows, damaged = list[Row](), list[DamagedError]()
        for each in found:
            try:
                rows.append(Row.read(each))
            except DamagedError as error:
                damaged.append(error)
        return rows, damaged

    def row(self, game: str) -> Row | None:
        """Return a game; None if it does not exist.

        Raises DamagedError if it cannot be read.
        """
        with self._db.read() as db:
            found = db.execute("SELECT * FROM games WHERE id = ?", (game,)).fetchone()
        return Row.read(found) if found else None

    def moves(self, game: str) -> list[Move]:
        """Return the actions of a game; raise what ``row`` raises."""
        with self._db.read() as db:
            found = db.execute(
                "SELECT number, action, explanation FROM actions WHERE game = ? ORDER BY number",
                (game,),
            ).fetchall()
        return Move.read(game, found)

    def change(
        self,
        row: Row,
        summary: dict[str, Any],
        *,
        keep: int,
        moves: Sequence[Move] = (),
        unseen: bool = False,
    ) -> Row:
        """Keep the first ``keep`` actions of a game and add ``moves``; return the changed game.

        The revision grows by the number of added actions, at least by one. An ``unseen`` change
        does not update the time in the list of games.

        Raises RevisionError if the game has changed since ``row``, or was deleted. Raises FullError
        if the database is full.
        """
        changed = row.changed if unseen else time.time()
        revision = row.revision + max(1, len(moves))
        with self._db.change() as db:
            done = db.execute(
                "UPDATE games SET changed = ?, revision = ?, summary = ? "
                "WHERE id = ? AND revision = ?",
                (changed, revision, json.dumps(summary), row.id, row.revision),
            )
            if done.rowcount != 1:
                raise RevisionError("the game was changed or deleted by another request")
            db.execute("DELETE FROM actions WHERE game = ? AND number >= ?", (row.id, keep))
            _insert(db, row.id, keep, moves)
        return Row(row.id, row.created, changed, revision, row.settings, summary)

    def remove(self, game: str) -> bool:
        """Delete a game, even on a full disk; return whether it existed."""

        def delete() -> bool:
            with self._db.change() as db:
                return db.execute("DELETE FROM games WHERE id = ?", (game,)).rowcount == 1

        removed = self._db.with_reserve(delete)
        self._db.shrink()
        return removed


def _insert(db: sqlite3.Connection, game: str, first: int, moves: Sequence[Move]) -> None:
    rows = (
        (game, number, move.action, move.explanation and json.dumps(move.explanation))
        for number, move in enumerate(moves, first)
    )
    db.executemany("INSERT INTO actions VALUES (?, ?, ?, ?)", rows)
