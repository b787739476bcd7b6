"""The games of a server while they are played: who decides, what is done, when bots answer.

A change is stored before it is answered, and nothing has changed if it cannot be stored.
"""

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from copy import copy
from functools import partial
from http import HTTPStatus
from typing import Any, Final
from weakref import WeakValueDictionary

from wistar_env.components import Components
from wistar_env.errors import IllegalActionError, ReplayError, WistarError
from wistar_env.explanations import Explanation
from wistar_env.game import Game
from wistar_env.gate import RULES_VERSION
from wistar_env.play.server.held import Held, summarised, terms_of
from wistar_env.play.server.opponents import OPPONENTS, YOU, hinting, spec_of
from wistar_env.play.server.problems import RefusedError
from wistar_env.play.server.request_limits import Limits
from wistar_env.play.server.requests import NewGame
from wistar_env.play.server.store import FullError, Move, RevisionError, Row, Store
from wistar_env.play.server.thinking import Thinkers
from wistar_env.play.table import Table
from wistar_env.replay import Replay

#: Games that are held as they are; others are played anew from their actions when asked for.
_HELD: Final = 32
_ID_BYTES: Final = 12
#: Seeds that JavaScript can write as a number.
_SEEDS: Final = 2**53


def _stale(number: int, found: int) -> RefusedError:
    return RefusedError(
        HTTPStatus.CONFLICT,
        f"decision {number} is not open: the game is at decision {found}; look again",
    )


class Hall:
    """All games of a server.

    Parameters
    ----------
    store
        Where they are kept.
    limits
        How many there may be, and how many bots think at a time.
    components
        What all games are played with.
    """

    def __init__(self, store: Store, limits: Limits, components: Components) -> None:
        self.store = store
        self.limits = limits
        self.components = components
        self._thinkers = Thinkers(limits)
        self._games: OrderedDict[str, Held] = OrderedDict()
        self._turns: WeakValueDictionary[str, threading.Condition] = WeakValueDictionary()
        self._lock = threading.RLock()
        self._asked: set[str] = set()
        self._answering: set[str] = set()
        self._closing = False

    def wake(self) -> None:
        """Ask the bots whose turn it was when the server stopped, beside other work."""
        self._thinkers.ask(self._wake, slow=False)

    def _wake(self) -> None:
        for row in self.store.rows():
            if row.summary["awaits"] == "bots" and row.terms["rules"] == RULES_VERSION:
                self._go_on(row.id)

    def close(self) -> None:
        """Let the bots that think come to an end, and close the database."""
        self._closing = True
        self._thinkers.close()
        self.store.close()

    # Games

    def begin(self, wanted: NewGame) -> Held:
        """Begin a game."""
        players = len(wanted.chairs)
        seed = secrets.randbelow(_SEEDS) if wanted.seed is None else wanted.seed
        chairs = [
            {"who": chair.who, "seconds": chair.seconds if chair.who == "mcts" else None}
            for chair in wanted.chairs
        ]
        kind = "play" if any(chair["who"] == YOU for chair in chairs) else "watch"
        specs = _specs(chairs, players)
        table = Table(specs, seed, wanted.level, data=self.components)
        held = self._add(kind, chairs, table)
        self._ask(held)
        return held

    def take_in(self, replay: Replay) -> Held:
        """Keep a replay that was handed in.

        Raises
        ------
        ReplayError
            If an action of it is not legal.
        """
        # Whoever played it then, nobody does so now: a spec in a file must not be built.
        names = [{"who": name, "seconds": None} for name in replay.players or ()]
        replay.players = (YOU,) * replay.num_players
        return self._add("replay", names, Table.resume(replay))

    def _add(self, kind: str, chairs: list[dict[str, Any]], table: Table) -> Held:
        if self.store.count() >= self.limits.games:
            raise RefusedError(
                HTTPStatus.INSUFFICIENT_STORAGE,
                f"this server keeps {self.limits.games} games; delete one that is over",
            )
        now, replay = time.time(), table.replay()
        terms = terms_of(kind, chairs, replay, table.game)
        row = Row(secrets.token_urlsafe(_ID_BYTES), now, now, 0, terms)
        row = row._replace(summary=summarised(terms, table.game, table.position))
        moves = [_move(k, replay.explanations.get(n)) for n, k in enumerate(replay.actions)]
        self._stored(lambda: self.store.add(row, moves))
        held = Held(row, table, turn=self._turn(row.id))
        with self._lock:
            self._hold(held)
        return held

    def _turn(self, game: str) -> threading.Condition:
        """Return the lock of a game, the same one when the game is loaded anew meanwhile."""
        with self._lock:
            turn = self._turns.get(game)
            if turn is None:
                turn = self._turns[game] = threading.Condition()
            return turn

    def game(self, game: str) -> Held:
        """Return a game as it is now.

        Raises
        ------
        RefusedError
            If there is none, or it belongs to another version.
        """
        row = self.store.row(game)
        if row is None:
            raise RefusedError(HTTPStatus.NOT_FOUND, f"there is no game {game!r}")
        with self._lock:
            held = self._games.get(game)
        if held is None or not held.knows(row):
            held = self._load(row)  # which takes a moment, and keeps no other game waiting
        with self._lock:
            other = self._games.get(game)
            if other is not None and other.row.revision >= held.row.revision:
                held = other
            self._hold(held)
        return held

    def _hold(self, held: Held) -> None:
        self._games[held.row.id] = held
        self._games.move_to_end(held.row.id)
        # A game whose bot waits for its turn is loaded again when that has come.
        idle = [game for game in self._games if game not in self._answering]
        for game in idle[: max(0, len(self._games) - _HELD)]:
            del self._games[game]

    def _load(self, row: Row) -> Held:
        terms, moves = row.terms, self.store.moves(row.id)
        players = terms["num_players"]
        chairs = [{"who": YOU}] * players if terms["kind"] == "replay" else terms["chairs"]
        try:
            if terms["rules"] != RULES_VERSION:
                raise ReplayError(f"rules version {terms['rules']}, this is {RULES_VERSION}")
            replay = Replay(
                players,
                terms["seed"],
                terms["tracks"] and tuple(terms["tracks"]),
                self.components,
                [move.action for move in moves],
                tuple(_specs(chairs, players)),
                {
                    number: Explanation.from_dict(move.action, move.thought)
                    for number, move in enumerate(moves)
                    if move.thought
                },
            )
            if terms["data"] != self.components.fingerprint.hex():
                raise ReplayError(f"other data than {self.components.name}")
            return Held(row, Table.resume(replay), turn=self._turn(row.id))
        except (WistarError, KeyError, TypeError, ValueError) as error:
            raise RefusedError(
                HTTPStatus.CONFLICT,
                f"game {row.id!r} was played with another version or other data: {error}",
            ) from error

    def remove(self, game: str) -> None:
        """Forget a game."""
        with self._lock:
            self._games.pop(game, None)
            if not self.store.remove(game):
                raise RefusedError(HTTPStatus.NOT_FOUND, f"there is no game {game!r}")

    # What is done

    def act(self, game: str, number: int, action: int) -> Held:
        """Carry out an action of yours."""
        held = self.game(game)
        with held.turn:
            self._check_yours(held, number)
            try:
                self._play(held, action)
            except IllegalActionError as error:
                raise RefusedError(HTTPStatus.UNPROCESSABLE_ENTITY, str(error)) from error
        self._ask(held)
        return held

    def back(self, game: str, number: int, to: int) -> Held:
        """Take back what was done from a decision on."""
        held = self.game(game)
        with held.turn:
            self._check_yours(held, number)
            allowed = held.table.undoable()
            if to not in allowed:
                raise RefusedError(
                    HTTPStatus.UNPROCESSABLE_ENTITY,
                    f"decision {to} cannot be taken anew; those of your turn are {allowed}",
                )
            self._keep(held, held.table.replay().at(to), to)
            held.table.undo(to)
        return held

    def hint(self, game: str, number: int, simulations: int) -> Explanation:
        """Return what a search thinks of a decision of yours."""
        held = self.game(game)
        with held.turn:
            self._check_yours(held, number)
            table = copy(held.table)  # which another tab does not change meanwhile
            table.game, table.past = held.table.game.clone(), [*held.table.past]
        spec = hinting(table.game.num_players, simulations)
        return self._thinkers.hint(partial(table.hint, spec))

    def step(self, game: str, number: int) -> Held:
        """Let the bot that decides answer, in a game that is watched or has stopped."""
        held = self.game(game)
        with held.turn:
            if number != held.table.position:
                raise _stale(number, held.table.position)
            if held.awaits not in ("step", "bots"):
                raise RefusedError(HTTPStatus.CONFLICT, "no bot has to decide in this game")
            held.trouble = ""
        self._ask(held, told=True)
        return held

    def wait(self, held: Held, seconds: float) -> None:
        """Wait until the bots have answered, but not for long."""
        with held.turn:
            held.turn.wait_for(lambda: not self.thinks(held), seconds)

    def thinks(self, held: Held) -> bool:
        """Return whether a bot is being asked."""
        return held.row.id in self._asked

    def _check_yours(self, held: Held, number: int) -> None:
        if held.kind != "play":
            raise RefusedError(HTTPStatus.CONFLICT, "this game is watched, not played")
        if number != held.table.position:
            raise _stale(number, held.table.position)
        if held.awaits != "you":
            reason = "the game is over" if held.table.game.finished else "it is not your turn"
            raise RefusedError(HTTPStatus.CONFLICT, f"{reason}; look again")

    def _play(self, held: Held, action: int, thought: Explanation | None = None) -> None:
        game, position = held.table.game.clone(), held.table.position
        game.step(action)
        self._keep(held, game, position, [_move(action, thought)])
        held.table.play(action, thought)

    def _keep(self, held: Held, game: Game, kept: int, moves: list[Move] | None = None) -> None:
        """Store that a game is at another position: the first actions are kept, others added."""
        added = moves or []
        summary = summarised(held.row.terms, game, kept + len(added))
        try:
            held.row = self._stored(
                lambda: self.store.change(held.row, summary, keep=kept, moves=added)
            )
        except RevisionError as error:
            with self._lock:
                self._games.pop(held.row.id, None)
            raise RefusedError(HTTPStatus.CONFLICT, f"{error}; look again") from error

    def _stored(self, change: Callable[[], Any]) -> Any:
        try:
            return change()
        except FullError as error:
            raise RefusedError(HTTPStatus.INSUFFICIENT_STORAGE, str(error)) from error

    # Bots

    def _ask(self, held: Held, *, told: bool = False) -> None:
        """Let the bot answer that has to, unless it is being asked already."""
        with self._lock:
            if self._closing or held.trouble or self.thinks(held):
                return
            if held.awaits != "bots" and not (told and held.awaits == "step"):
                return
            self._asked.add(held.row.id)
        who = held.row.terms["chairs"][held.table.game.seat]["who"]
        self._thinkers.ask(partial(self._answer, held.row.id), slow=OPPONENTS[who].thinks)

    def _answer(self, game: str) -> None:
        """Let a bot decide once; who else is to answer is asked afterwards, behind others."""
        turn = self._turn(game)
        self._answering.add(game)
        trouble = ""
        try:
            trouble = self._decide(self.game(game))
        except (WistarError, RefusedError):
            return  # it has been removed meanwhile
        finally:
            with turn:
                self._asked.discard(game)
                turn.notify_all()
            if not trouble:
                self._go_on(game)
            self._answering.discard(game)

    def _decide(self, held: Held) -> str:
        """Let a bot decide; return why it could not, if it could not."""
        try:
            thought = held.table.ask()  # nobody else changes a game in which a bot has to decide
            with held.turn:
                self._play(held, thought.action, thought)
        except (IllegalActionError, TypeError, ValueError) as error:
            held.trouble = f"a bot's answer was refused: {_first_line(error)}"
        except (WistarError, RefusedError) as error:
            held.trouble = _first_line(error)
        return held.trouble

    def _go_on(self, game: str) -> None:
        """Ask the next bot, in a game that may have been removed or changed meanwhile."""
        try:
            self._ask(self.game(game))
        except (WistarError, RefusedError):
            return


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0].removesuffix(":")


def _specs(chairs: list[dict[str, Any]], players: int) -> list[str]:
    return [
        YOU if chair["who"] == YOU else spec_of(chair["who"], players, chair["seconds"] or 0)
        for chair in chairs
    ]


def _move(action: int, thought: Explanation | None) -> Move:
    told = thought.to_dict() if thought is not None and thought.options else None
    return Move(action, told)
