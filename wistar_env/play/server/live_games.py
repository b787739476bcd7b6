"""The games of a server in memory, loaded from the store and saved to it.

A change is stored before it is made in memory; if storing fails, the game is unchanged.
"""

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Collection, Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any, Final
from weakref import WeakValueDictionary

from wistar_env.errors import BotError, ReplayError, WistarError
from wistar_env.explanations import Explanation
from wistar_env.kit.game import Game
from wistar_env.kit.replays import Replay
from wistar_env.play.server.live_game import Draft, LiveGame, settings_of, summary_of
from wistar_env.play.server.offers import Offer
from wistar_env.play.server.opponents import YOU, spec_of
from wistar_env.play.server.problems import RejectedError
from wistar_env.play.server.rows import Move, Row
from wistar_env.play.server.seats import is_person, players_of, seats_by_link
from wistar_env.play.server.store import RevisionError, Store
from wistar_env.play.table import Table

#: Games kept in memory; others are replayed from the store on request.
_MAX_LIVE: Final = 32
_ID_BYTES: Final = 12


class LiveGames:
    """The stored games of a server, of which the most recently used are in memory.

    ``offers``: the games that the server plays, by name. The store may also have games of other
    names, which are listed but cannot be loaded.
    """

    def __init__(self, store: Store, max_games: int, offers: Mapping[str, Offer]) -> None:
        self.store = store
        # Ids of games that stay in memory, since a bot is changing them.
        self.pinned: set[str] = set()
        self._max_games = max_games
        self._offers = offers
        self._cached: OrderedDict[str, LiveGame] = OrderedDict()
        self._turns: WeakValueDictionary[str, threading.Condition] = WeakValueDictionary()
        self._lock = threading.RLock()

    def plays(self, row: Row) -> bool:
        """Return whether this server plays the game that a row stores, with its rules version."""
        offer = self._offers.get(str(row.settings.get("game")))
        return offer is not None and row.settings["rules"] == offer.game.spec.rules_version

    def add(
        self,
        kind: str,
        seats: list[dict[str, Any]],
        table: Table[Any],
        *,
        tutorial: bool = False,
        lesson: str = "",
    ) -> LiveGame:
        """Store a new game; ``kind`` and ``seats`` are as in ``settings_of``.

        Raises RejectedError if the limit on stored games is reached. Raises FullError if the
        database is full.
        """
        if self.store.count() >= self._max_games:
            raise RejectedError(
                HTTPStatus.INSUFFICIENT_STORAGE,
                f"the limit of {self._max_games} games is reached; delete a finished one",
            )
        now, replay = time.time(), table.replay()
        settings = settings_of(kind, seats, replay, table.game)
        if tutorial:
            settings["tutorial"] = True
        if lesson:
            settings["lesson"] = lesson
        row = Row(secrets.token_urlsafe(_ID_BYTES), now, now, 0, settings)
        row = row._replace(summary=summary_of(settings, table.game, table.position))
        moves = [move_of(k, replay.explanations.get(n)) for n, k in enumerate(replay.actions)]
        self.store.add(row, moves)
        live = LiveGame(row, table, turn=self.turn(row.id))
        with self._lock:
            self._cache(live)
        return live

    def turn(self, game: str) -> threading.Condition:
        """Return the lock of a game; reloading the game keeps it."""
        with self._lock:
            turn = self._turns.get(game)
            if turn is None:
                turn = self._turns[game] = threading.Condition()
            return turn

    def game(self, game: str) -> LiveGame:
        """Return the current state of a game.

        Raises RejectedError if it does not exist, is of a game or against a bot that the server
        does not offer, or was played with another version or other data. Raises DamagedError if it
        cannot be read.
        """
        row = self.store.row(game)
        if row is None:
            raise RejectedError(HTTPStatus.NOT_FOUND, f"game {game!r} does not exist")
        with self._lock:
            live = self._cached.get(game)
        if live is None or not live.is_current(row):
            live = self._load(row)  # slow, so outside of the lock
        with self._lock:
            other = self._cached.get(game)
            if other is not None and other.row.revision >= live.row.revision:
                live = other
            self._cache(live)
        return live

    def _cache(self, live: LiveGame) -> None:
        self._cached[live.row.id] = live
        self._cached.move_to_end(live.row.id)
        # A game whose bot is queued may be evicted: it is loaded again when the bot moves.
        idle = [game for game in self._cached if game not in self.pinned]
        for game in idle[: max(0, len(self._cached) - _MAX_LIVE)]:
            del self._cached[game]

    def _load(self, row: Row) -> LiveGame:
        settings, moves = row.settings, self.store.moves(row.id)
        offer = self._offers.get(str(settings.get("game")))
        if offer is None:
            other = settings.get("game")
            raise RejectedError(
                HTTPStatus.CONFLICT,
                f"game {row.id!r} is a game of {other}, but this server plays "
                f"{', '.join(self._offers)}; open it with wistar serve --game {other}",
            )
        spec = offer.game.spec
        players = settings["num_players"]
        try:
            if settings["rules"] != spec.rules_version:
                raise ReplayError(
                    f"the game has rules version {settings['rules']}, but this server has "
                    f"{spec.rules_version}"
                )
            replay = Replay(
                offer.game,
                players,
                settings["seed"],
                settings["options"],
                offer.data,
                [move.action for move in moves],
                tuple(specs_of(offer, settings, row.summary.get("stand_ins", ()))),
                {
                    number: Explanation.from_dict(move.action, move.explanation)
                    for number, move in enumerate(moves)
                    if move.explanation
                },
            )
            if settings["data"] != offer.data.fingerprint.hex():
                raise ReplayError(f"the game's data differ from {offer.data.name}")
            table = Table.resume(replay, offer.trusted, seats_apart=seats_by_link(settings))
            live = LiveGame(row, table, turn=self.turn(row.id))
            if planned := row.summary.get("draft"):
                draft = table.copy()
                for action in planned["actions"]:
                    draft.advance(action)
                live.draft = Draft(draft, planned["edits"])
            return live
        except BotError as error:
            raise RejectedError(HTTPStatus.CONFLICT, str(error)) from error
        except (WistarError, KeyError, TypeError, ValueError) as error:
            raise RejectedError(
                HTTPStatus.CONFLICT,
                f"game {row.id!r} was played with another version or other data: {error}",
            ) from error

    def fail(self, game: str, reason: str) -> None:
        """Stop the bots of a game in memory; its page shows the reason."""
        with self._lock:
            live = self._cached.get(game)
        if live is not None:
            live.error = reason

    def remove(self, game: str) -> None:
        """Delete a game."""
        with self._lock:
            self._cached.pop(game, None)
            if not self.store.remove(game):
                raise RejectedError(HTTPStatus.NOT_FOUND, f"game {game!r} does not exist")

    def replace_table(self, live: LiveGame, table: Table[Any], moves: list[Move]) -> None:
        """Store moves played on a copy of the table, which then replaces the table."""
        self.save(live, table.game, live.table.position, moves)
        live.table = table

    def save(self, live: LiveGame, game: Game, kept: int, moves: list[Move] | None = None) -> None:
        """Store a position: keep the first ``kept`` actions, add ``moves``, drop planned ones."""
        added = moves or []
        summary = summary_of(live.row.settings, game, kept + len(added), live.stand_ins)
        self._change(live, summary, kept, added)
        live.draft = None

    def save_draft(self, live: LiveGame, table: Table[Any]) -> None:
        """Store the planned actions of the person to move, which others do not see."""
        kept, edits = live.table.position, live.draft.edits + 1 if live.draft else 1
        summary = summary_of(live.row.settings, live.table.game, kept, live.stand_ins)
        summary["draft"] = {"actions": table.replay().actions[kept:], "edits": edits}
        self._change(live, summary, kept, [], unseen=True)
        live.draft = Draft(table, edits)

    def seat_bots(self, live: LiveGame, stand_ins: list[int]) -> None:
        """Let bots play for the people of exactly these seats by link."""
        settings, game = live.row.settings, live.table.game
        offer = self._offers[game.spec.name]
        specs = specs_of(offer, settings, stand_ins)
        replay = replace(live.table.replay(), players=tuple(specs))
        table = Table.resume(replay, offer.trusted, seats_apart=seats_by_link(settings))
        summary = summary_of(settings, game, live.table.position, stand_ins)
        self._change(live, summary, live.table.position, [])
        live.table, live.error, live.draft = table, "", None

    def _change(
        self,
        live: LiveGame,
        summary: dict[str, Any],
        kept: int,
        added: list[Move],
        *,
        unseen: bool = False,
    ) -> None:
        try:
            live.row = self.store.change(live.row, summary, keep=kept, moves=added, unseen=unseen)
        except RevisionError as error:
            with self._lock:
                self._cached.pop(live.row.id, None)
            raise RejectedError(HTTPStatus.CONFLICT, f"{error}; reload") from error


def specs_of(
    offer: Offer, settings: Mapping[str, Any], stand_ins: Collection[int] = ()
) -> list[str]:
    """Return the player spec of each seat for a table; bots may stand in for people by link."""
    if settings["kind"] == "replay":
        return [YOU] * settings["num_players"]
    players = zip(settings["seats"], players_of(settings, offer.game, stand_ins), strict=True)
    return [
        YOU if is_person(who) else spec_of({**player, "who": who}, offer.opponents)
        for player, who in players
    ]


def move_of(action: int, explanation: Explanation | None) -> Move:
    """Return an action for the store, with the explanation if it has options."""
    saved = explanation.to_dict() if explanation is not None and explanation.options else None
    return Move(action, saved)
