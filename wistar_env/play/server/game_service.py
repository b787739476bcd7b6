"""The games of a server: actions, undo, hints, and when bots move.

A change is stored before the response is sent; if storing fails, the game is unchanged.
"""

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any, Final
from weakref import WeakValueDictionary

from wistar_env.errors import IllegalActionError, ReplayError, WistarError
from wistar_env.explanations import Explanation
from wistar_env.kit.game import Game
from wistar_env.kit.replays import Replay, json_lines
from wistar_env.play.server.bot_threads import BotThreads
from wistar_env.play.server.live_game import LiveGame, settings_of, summary_of, waiting_for
from wistar_env.play.server.offers import Offer
from wistar_env.play.server.opponents import YOU, hint_spec, opponents_of, spec_of
from wistar_env.play.server.problems import RefusedError
from wistar_env.play.server.request_limits import Limits
from wistar_env.play.server.requests import NewGame, check_new_game
from wistar_env.play.server.reviews import Reviews
from wistar_env.play.server.store import FullError, Move, RevisionError, Row, Store
from wistar_env.play.table import Table

#: Games kept in memory; others are replayed from the store on request.
_MAX_LIVE: Final = 32
_ID_BYTES: Final = 12
#: Seconds for which bots play on that need no time, before others have a turn.
_QUICK: Final = 0.1
#: JavaScript represents smaller integers exactly.
_SEEDS: Final = 2**53


def _stale(number: int, found: int) -> RefusedError:
    return RefusedError(
        HTTPStatus.CONFLICT,
        f"decision {number} has passed: the game is at decision {found}; reload",
    )


class GameService:
    """All games of a server.

    Parameters
    ----------
    store
        The database of the games.
    limits
        Limits on stored games and concurrent searches.
    offers
        The games, the default one first; others in the database are only listed.
    """

    def __init__(self, store: Store, limits: Limits, offers: Iterable[Offer]) -> None:
        self.store = store
        self.limits = limits
        self.offers = {offer.name: offer for offer in offers}
        self._threads = BotThreads(limits)
        self.reviews = Reviews(self._threads, limits.searches + limits.waiting)
        self._games: OrderedDict[str, LiveGame] = OrderedDict()
        self._turns: WeakValueDictionary[str, threading.Condition] = WeakValueDictionary()
        self._lock = threading.RLock()
        self._thinking: set[str] = set()
        self._moving: set[str] = set()
        self._closing = False

    def resume_bots(self) -> None:
        """Resume the bots that were to move when the server stopped, in the background."""
        self._threads.submit(self._resume_bots, slow=False)

    def _resume_bots(self) -> None:
        for row in self.store.rows():
            if row.summary["awaits"] == "bots" and self.plays(row):
                self._ask_next(row.id)

    def plays(self, row: Row) -> bool:
        """Return whether a stored game is of a game that this server plays, by its rules."""
        offer = self.offers.get(str(row.settings.get("game")))
        return offer is not None and row.settings["rules"] == offer.game.spec.rules_version

    def offer(self, name: str | None) -> Offer:
        """Return the game of a name; the default one for None.

        Raises
        ------
        RefusedError
            If this server does not play it.
        """
        if name is None:
            return next(iter(self.offers.values()))
        if name not in self.offers:
            raise RefusedError(
                HTTPStatus.UNPROCESSABLE_ENTITY,
                f"game: this server plays {', '.join(self.offers)}, found {name!r}",
            )
        return self.offers[name]

    def offer_of_file(self, text: bytes) -> Offer:
        """Return the game of an uploaded replay; by default the first one."""
        with suppress(ValueError):
            name = json_lines.read(text.decode("utf-8")).get("game")
            if isinstance(name, str) and name in self.offers:
                return self.offers[name]
        return self.offer(None)

    def close(self) -> None:
        """Wait for running searches, and close the database."""
        self._closing = True
        self.reviews.stop()
        self._threads.close()
        self.store.close()

    # Games

    def create(self, request: NewGame, *, tutorial: bool = False) -> LiveGame:
        """Start a game; ``tutorial`` gives its lessons."""
        players, offer = len(request.chairs), self.offer(request.game)
        try:
            check_new_game(offer.game, request)
        except ValueError as error:
            raise RefusedError(HTTPStatus.UNPROCESSABLE_ENTITY, str(error)) from error
        seed = secrets.randbelow(_SEEDS) if request.seed is None else request.seed
        chairs = [
            {
                "who": chair.who,
                "seconds": chair.seconds if chair.who == "mcts" else None,
                "simulations": chair.simulations if chair.who == "mcts" else None,
            }
            for chair in request.chairs
        ]
        kind = "play" if any(chair["who"] == YOU for chair in chairs) else "watch"
        specs = _specs(offer.game, chairs, players)
        table = Table(offer.game, specs, seed, request.options, offer.data)
        live = self._add(kind, chairs, table, tutorial=tutorial)
        self._ask(live)
        return live

    def import_replay(self, replay: Replay[Any]) -> LiveGame:
        """Store an uploaded replay.

        Raises
        ------
        ReplayError
            If one of its actions is not legal.
        """
        # No bot plays it now, and a spec in an uploaded file must not be built.
        names = [{"who": name, "seconds": None} for name in replay.players or ()]
        replay.players = (YOU,) * replay.num_players
        return self._add("replay", names, Table.resume(replay))

    def _add(
        self,
        kind: str,
        chairs: list[dict[str, Any]],
        table: Table[Any],
        *,
        tutorial: bool = False,
    ) -> LiveGame:
        if self.store.count() >= self.limits.games:
            raise RefusedError(
                HTTPStatus.INSUFFICIENT_STORAGE,
                f"the limit of {self.limits.games} games is reached; delete a finished one",
            )
        now, replay = time.time(), table.replay()
        settings = settings_of(kind, chairs, replay, table.game)
        if tutorial:
            settings["tutorial"] = True
        row = Row(secrets.token_urlsafe(_ID_BYTES), now, now, 0, settings)
        row = row._replace(summary=summary_of(settings, table.game, table.position))
        moves = [_move(k, replay.explanations.get(n)) for n, k in enumerate(replay.actions)]
        self._stored(lambda: self.store.add(row, moves))
        live = LiveGame(row, table, turn=self._turn(row.id))
        with self._lock:
            self._cache(live)
        return live

    def _turn(self, game: str) -> threading.Condition:
        """Return the lock of a game; reloading the game keeps it."""
        with self._lock:
            turn = self._turns.get(game)
            if turn is None:
                turn = self._turns[game] = threading.Condition()
            return turn

    def game(self, game: str) -> LiveGame:
        """Return the current state of a game.

        Raises
        ------
        RefusedError
            If it does not exist, is another game, or was played with another version.
        """
        row = self.store.row(game)
        if row is None:
            raise RefusedError(HTTPStatus.NOT_FOUND, f"game {game!r} does not exist")
        with self._lock:
            live = self._games.get(game)
        if live is None or not live.is_current(row):
            live = self._load(row)  # slow, so outside of the lock
        with self._lock:
            other = self._games.get(game)
            if other is not None and other.row.revision >= live.row.revision:
                live = other
            self._cache(live)
        return live

    def _cache(self, live: LiveGame) -> None:
        self._games[live.row.id] = live
        self._games.move_to_end(live.row.id)
        # A game whose bot is queued may be evicted: it is loaded again when the bot moves.
        idle = [game for game in self._games if game not in self._moving]
        for game in idle[: max(0, len(self._games) - _MAX_LIVE)]:
            del self._games[game]

    def _load(self, row: Row) -> LiveGame:
        settings, moves = row.settings, self.store.moves(row.id)
        offer = self.offers.get(str(settings.get("game")))
        if offer is None:
            other = settings.get("game")
            raise RefusedError(
                HTTPStatus.CONFLICT,
                f"game {row.id!r} is one of {other}, and this server plays "
                f"{', '.join(self.offers)}; to open it: wistar serve --game {other}",
            )
        spec = offer.game.spec
        players = settings["num_players"]
        chairs = [{"who": YOU}] * players if settings["kind"] == "replay" else settings["chairs"]
        try:
            if settings["rules"] != spec.rules_version:
                raise ReplayError(
                    f"rules version {settings['rules']}, this is {spec.rules_version}"
                )
            replay = Replay(
                offer.game,
                players,
                settings["seed"],
                settings["options"],
                offer.data,
                [move.action for move in moves],
                tuple(_specs(offer.game, chairs, players)),
                {
                    number: Explanation.from_dict(move.action, move.explanation)
                    for number, move in enumerate(moves)
                    if move.explanation
                },
            )
            if settings["data"] != offer.data.fingerprint.hex():
                raise ReplayError(f"other data than {offer.data.name}")
            return LiveGame(row, Table.resume(replay), turn=self._turn(row.id))
        except (WistarError, KeyError, TypeError, ValueError) as error:
            raise RefusedError(
                HTTPStatus.CONFLICT,
                f"game {row.id!r} was played with another version or other data: {error}",
            ) from error

    def remove(self, game: str) -> None:
        """Delete a game."""
        with self._lock:
            self._games.pop(game, None)
            if not self.store.remove(game):
                raise RefusedError(HTTPStatus.NOT_FOUND, f"game {game!r} does not exist")
        self.reviews.forget(game)

    # Requests

    def act(self, game: str, number: int, action: int) -> LiveGame:
        """Play an action for the user."""
        live = self.game(game)
        with live.turn:
            self._require_your_turn(live, number)
            try:
                table = live.table.copy()
                table.advance(action)
                self._store(live, table, [_move(action, None)])
            except IllegalActionError as error:
                raise RefusedError(HTTPStatus.UNPROCESSABLE_ENTITY, str(error)) from error
        self._ask(live)
        return live

    def undo(self, game: str, number: int, to: int) -> LiveGame:
        """Undo everything from a decision of the user on."""
        live = self.game(game)
        with live.turn:
            self._require_your_turn(live, number)
            allowed = live.table.undoable()
            if to not in allowed:
                raise RefusedError(
                    HTTPStatus.UNPROCESSABLE_ENTITY,
                    f"decision {to} cannot be undone; allowed now: {allowed}",
                )
            self._save(live, live.table.replay().at(to), to)
            live.table.undo(to)
        return live

    def hint(self, game: str, number: int, simulations: int) -> Explanation:
        """Return a search's explanation of the user's decision."""
        live = self.game(game)
        with live.turn:
            self._require_your_turn(live, number)
            table = live.table.copy()  # another tab may change the game during the search
        spec = hint_spec(type(table.game), table.game.num_players, simulations)
        return self._threads.hint(partial(table.hint, spec))

    def step(self, game: str, number: int) -> LiveGame:
        """Let the bot to move play, in a watched or stopped game."""
        live = self.game(game)
        with live.turn:
            if number != live.table.position:
                raise _stale(number, live.table.position)
            if live.awaits not in ("step", "bots"):
                raise RefusedError(HTTPStatus.CONFLICT, "no bot is to move in this game")
            live.error = ""
        self._ask(live, requested=True)
        return live

    def wait(self, live: LiveGame, seconds: float) -> None:
        """Wait until no bot thinks, or the timeout has passed."""
        with live.turn:
            live.turn.wait_for(lambda: not self.thinks(live), seconds)

    def thinks(self, live: LiveGame) -> bool:
        """Return whether a bot is choosing its action."""
        return live.row.id in self._thinking

    def _require_your_turn(self, live: LiveGame, number: int) -> None:
        if live.kind != "play":
            raise RefusedError(HTTPStatus.CONFLICT, "this game is watched, not played")
        if number != live.table.position:
            raise _stale(number, live.table.position)
        if live.awaits != "you":
            reason = "the game is over" if live.table.game.finished else "it is not your turn"
            raise RefusedError(HTTPStatus.CONFLICT, f"{reason}; reload")

    def _store(self, live: LiveGame, table: Table[Any], moves: list[Move]) -> None:
        """Store moves that were played on a copy of the table, which then takes its place."""
        self._save(live, table.game, live.table.position, moves)
        live.table = table

    def _save(self, live: LiveGame, game: Game, kept: int, moves: list[Move] | None = None) -> None:
        """Store a new position: keep the first actions and add others."""
        added = moves or []
        summary = summary_of(live.row.settings, game, kept + len(added))
        try:
            live.row = self._stored(
                lambda: self.store.change(live.row, summary, keep=kept, moves=added)
            )
        except RevisionError as error:
            with self._lock:
                self._games.pop(live.row.id, None)
            raise RefusedError(HTTPStatus.CONFLICT, f"{error}; reload") from error

    def _stored(self, change: Callable[[], Any]) -> Any:
        try:
            return change()
        except FullError as error:
            raise RefusedError(HTTPStatus.INSUFFICIENT_STORAGE, str(error)) from error

    # Bots

    def _ask(self, live: LiveGame, *, requested: bool = False) -> None:
        """Queue the bot to move, unless it is queued already."""
        with self._lock:
            if self._closing or live.error or self.thinks(live):
                return
            if live.awaits != "bots" and not (requested and live.awaits == "step"):
                return
            self._thinking.add(live.row.id)
        slow = self._thinks_long(live, live.table.game)
        self._threads.submit(partial(self._move_bot, live.row.id), slow=slow)

    def _thinks_long(self, live: LiveGame, game: Game) -> bool:
        """Return whether the bot to move at a position of the game searches."""
        who = live.row.settings["chairs"][game.seat]["who"]
        return opponents_of(type(game))[who].thinks

    def _move_bot(self, game: str) -> None:
        """Let bots decide for a while; the next one of the game goes to the end of the queue."""
        turn = self._turn(game)
        self._moving.add(game)
        error = ""
        try:
            error = self._decide(self.game(game))
        except (WistarError, RefusedError):
            return  # deleted meanwhile
        finally:
            with turn:
                self._thinking.discard(game)
                turn.notify_all()
            if not error:
                self._ask_next(game)
            self._moving.discard(game)

    def _decide(self, live: LiveGame) -> str:
        """Let bots decide; return the reason if one fails, else an empty text."""
        table, moves = live.table.copy(), list[Move]()
        try:
            # No lock: nothing else changes the game meanwhile.
            for explanation in self._answers(live, table):
                table.advance(explanation.action, explanation)
                moves.append(_move(explanation.action, explanation))
        except (IllegalActionError, TypeError, ValueError) as error:
            live.error = f"a bot returned an invalid action: {_first_line(error)}"
        except WistarError as error:
            live.error = _first_line(error)
        if moves:
            try:
                with live.turn:
                    self._store(live, table, moves)
            except (WistarError, RefusedError) as error:
                live.error = _first_line(error)
        return live.error

    def _answers(self, live: LiveGame, table: Table[Any]) -> Iterator[Explanation]:
        """Yield the answers of the next bot, and of those that follow at once.

        Quick bots play on until a person or a search is to move, for a moment at most; what they
        play is stored at once.
        """
        end, settings = time.monotonic() + _QUICK, live.row.settings
        yield table.ask()
        while (
            waiting_for(settings, table.game) == "bots"
            and not self._thinks_long(live, table.game)
            and time.monotonic() < end
        ):
            yield table.ask()

    def _ask_next(self, game: str) -> None:
        """Queue the next bot of a game that may have been deleted or changed meanwhile."""
        try:
            self._ask(self.game(game))
        except (WistarError, RefusedError):
            return


def _specs(game: type[Game], chairs: list[dict[str, Any]], players: int) -> list[str]:
    """Return the player in each chair, as a table names it."""
    return [YOU if chair["who"] == YOU else spec_of(chair, game, players) for chair in chairs]


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0].removesuffix(":")


def _move(action: int, explanation: Explanation | None) -> Move:
    saved = explanation.to_dict() if explanation is not None and explanation.options else None
    return Move(action, saved)
