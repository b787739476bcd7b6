"""The games of a server while they are played: who decides, what is done, when bots answer.

A change is stored before it is answered, and nothing has changed if it cannot be stored.
"""

import dataclasses
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from typing import Any, Final, Literal

from wistar_env.errors import GameOverError, IllegalActionError, ReplayError, WistarError
from wistar_env.game import Game
from wistar_env.gate import RULES_VERSION
from wistar_env.play.server.limits import Limits
from wistar_env.play.server.opponents import YOU, spec_of
from wistar_env.play.server.past import Past, carry_out, undoable
from wistar_env.play.server.problems import Problem
from wistar_env.play.server.requests import NewGame
from wistar_env.play.server.store import FullError, RevisionError, Row, Store
from wistar_env.play.server.thinking import Thinkers, answer, chance
from wistar_env.replay import Replay
from wistar_env.search import Report

#: Who has to act: you, a bot that does so by itself or when it is told to, or nobody any more.
Awaits = Literal["you", "bots", "step", "nobody"]
#: Games that are held as they are; others are played anew from their actions when asked for.
_HELD: Final = 64
_ID_BYTES: Final = 12
#: Seeds that JavaScript can write as a number.
_SEEDS: Final = 2**53


@dataclass
class Table:
    """A game that is held: its row in the database, and where it is.

    Attributes
    ----------
    row
        The game as it is stored.
    game
        The position.
    actions, past
        All actions so far, and what happened then.
    trouble
        Why a bot could not answer, if it could not.
    """

    row: Row
    game: Game
    actions: list[int] = field(default_factory=list)
    past: list[Past] = field(default_factory=list)
    trouble: str = ""
    turn: threading.Condition = field(default_factory=threading.Condition)

    @property
    def kind(self) -> str:
        """What the game is for: ``"play"``, ``"watch"`` or ``"replay"``."""
        return str(self.row.terms["kind"])

    @property
    def chairs(self) -> list[dict[str, Any]]:
        """Who sits where; nobody is known of a replay."""
        return list(self.row.terms["chairs"])

    @property
    def you(self) -> int | None:
        """The seat whose player looks, None if everybody may see everything."""
        whos = [chair["who"] for chair in self.chairs]
        return whos.index(YOU) if YOU in whos else None

    @property
    def viewer(self) -> int | None:
        """The seat for which the position is shown; once the game is over, all hands are."""
        return None if self.game.finished else self.you

    @property
    def awaits(self) -> Awaits:
        """Who has to act."""
        return awaited(self.kind, self.you, self.game)

    def replay(self) -> Replay:
        """Return the game as a replay."""
        terms = self.row.terms
        tracks = terms["tracks"] and tuple(terms["tracks"])
        return Replay(terms["num_players"], terms["seed"], tracks, None, self.actions.copy())

    def play_all(self, actions: Sequence[int]) -> None:
        """Carry out actions at a table that was just laid.

        Raises
        ------
        ReplayError
            If one is not legal.
        """
        for number, action in enumerate(actions, start=1):
            try:
                self.past.append(carry_out(self.game, action, self.you))
            except (GameOverError, IllegalActionError) as error:
                raise ReplayError(f"action number {number} cannot be replayed: {error}") from error
        self.actions = list(actions)


def awaited(kind: str, you: int | None, game: Game) -> Awaits:
    """Return who has to act in a game."""
    if kind == "replay" or game.finished:
        return "nobody"
    if game.seat == you:
        return "you"
    return "step" if kind == "watch" else "bots"


def summarised(kind: str, you: int | None, game: Game, decisions: int) -> dict[str, Any]:
    """Return what the list of games says of a game: nothing that is hidden from anybody."""
    totals = [score["total"] for score in game.scores()] if game.finished else None
    return {
        "awaits": awaited(kind, you, game),
        "round": game.round,
        "decisions": decisions,
        "finished": game.finished,
        "totals": totals,
        "winner": game.winner() if game.finished else None,
    }


def _stale(number: int, found: int) -> Problem:
    return Problem(
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
    """

    def __init__(self, store: Store, limits: Limits) -> None:
        self.store = store
        self.limits = limits
        self._thinkers = Thinkers(limits)
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._lock = threading.RLock()
        self._asked: set[str] = set()
        self._closing = False

    def wake(self) -> None:
        """Ask the bots whose turn it was when the server stopped."""
        for row in self.store.rows():
            if row.summary["awaits"] == "bots" and row.terms["rules"] == RULES_VERSION:
                self._ask(self.table(row.id))

    def close(self) -> None:
        """Let the bots that think come to an end, and close the database."""
        self._closing = True
        self._thinkers.close()
        self.store.close()

    # Games

    def begin(self, wanted: NewGame) -> Table:
        """Begin a game."""
        players = len(wanted.chairs)
        seed = secrets.randbelow(_SEEDS) if wanted.seed is None else wanted.seed
        game = Game.new(players, seed, wanted.level)
        chairs = [
            {"who": chair.who, "seconds": chair.seconds if chair.who == "mcts" else None}
            for chair in wanted.chairs
        ]
        kind = "play" if any(chair["who"] == YOU for chair in chairs) else "watch"
        table = self._add(kind, chairs, Replay(players, seed, game.tracks))
        self._ask(table)
        return table

    def take_in(self, replay: Replay) -> Table:
        """Keep a replay that was handed in.

        Raises
        ------
        ReplayError
            If an action of it is not legal.
        """
        return self._add("replay", [], replay)

    def _add(self, kind: str, chairs: list[dict[str, Any]], replay: Replay) -> Table:
        if self.store.count() >= self.limits.games:
            raise Problem(
                HTTPStatus.INSUFFICIENT_STORAGE,
                f"this server keeps {self.limits.games} games; delete one that is over",
            )
        game = replay.start()
        terms = {
            "kind": kind,
            "chairs": chairs,
            "num_players": replay.num_players,
            "seed": replay.seed,
            "tracks": replay.tracks and list(replay.tracks),
            "rules": RULES_VERSION,
            "data": game.components.fingerprint.hex(),
        }
        now = time.time()
        table = Table(Row(secrets.token_urlsafe(_ID_BYTES), now, now, 0, terms), game)
        table.play_all(replay.actions)
        summary = summarised(kind, table.you, game, len(table.actions))
        table.row = dataclasses.replace(table.row, summary=summary)
        self._stored(lambda: self.store.add(table.row, table.actions))
        with self._lock:
            self._hold(table)
        return table

    def table(self, game: str) -> Table:
        """Return a game as it is now.

        Raises
        ------
        Problem
            If there is none, or it belongs to another version.
        """
        row = self.store.row(game)
        if row is None:
            raise Problem(HTTPStatus.NOT_FOUND, f"there is no game {game!r}")
        with self._lock:
            held = self._tables.get(game)
            if held is None or held.row.revision < row.revision:
                held = self._load(row)
            self._hold(held)
            return held

    def _hold(self, table: Table) -> None:
        self._tables[table.row.id] = table
        self._tables.move_to_end(table.row.id)
        if len(self._tables) > _HELD:
            idle = next(name for name in self._tables if name not in self._asked)
            del self._tables[idle]

    def _load(self, row: Row) -> Table:
        terms = row.terms
        tracks = terms["tracks"] and tuple(terms["tracks"])
        replay = Replay(terms["num_players"], terms["seed"], tracks, None)
        try:
            if terms["rules"] != RULES_VERSION:
                raise ReplayError(f"rules version {terms['rules']}, this is {RULES_VERSION}")
            if terms["data"] != replay.start().components.fingerprint.hex():
                raise ReplayError("other data than this version has")
            table = Table(row, replay.start())
            table.play_all(self.store.actions(row.id))
            return table
        except WistarError as error:
            raise Problem(
                HTTPStatus.CONFLICT, f"game {row.id!r} was played with another version: {error}"
            ) from error

    def remove(self, game: str) -> None:
        """Forget a game."""
        with self._lock:
            self._tables.pop(game, None)
            if not self.store.remove(game):
                raise Problem(HTTPStatus.NOT_FOUND, f"there is no game {game!r}")

    # What is done

    def act(self, game: str, number: int, action: int) -> Table:
        """Carry out an action of yours."""
        table = self.table(game)
        with table.turn:
            self._check_yours(table, number)
            self._play(table, action)
        self._ask(table)
        return table

    def back(self, game: str, number: int, to: int) -> Table:
        """Take back what was done from a decision on."""
        table = self.table(game)
        with table.turn:
            self._check_yours(table, number)
            allowed = undoable(table.past, table.game)
            if to not in allowed:
                raise Problem(
                    HTTPStatus.UNPROCESSABLE_ENTITY,
                    f"decision {to} cannot be taken anew; those of your turn are {allowed}",
                )
            replay = table.replay()
            self._keep(table, replay.at(to), table.actions[:to], table.past[:to], kept=to)
        return table

    def hint(self, game: str, number: int, simulations: int) -> Report:
        """Search a decision of yours."""
        table = self.table(game)
        with table.turn:
            self._check_yours(table, number)
            position = table.game.clone()
        seed = chance(table.row.terms["seed"], number)
        return self._thinkers.hint(position, seed, simulations)

    def step(self, game: str, number: int) -> Table:
        """Let the bot that decides answer, in a game that is watched or has stopped."""
        table = self.table(game)
        with table.turn:
            if number != len(table.actions):
                raise _stale(number, len(table.actions))
            if table.awaits not in ("step", "bots"):
                raise Problem(HTTPStatus.CONFLICT, "no bot has to decide in this game")
            table.trouble = ""
        self._ask(table, told=True)
        return table

    def wait(self, table: Table, seconds: float) -> None:
        """Wait until the bots have answered, but not for long."""
        with table.turn:
            table.turn.wait_for(lambda: table.row.id not in self._asked, seconds)

    def thinks(self, table: Table) -> bool:
        """Return whether a bot is being asked."""
        return table.row.id in self._asked

    def _check_yours(self, table: Table, number: int) -> None:
        if table.kind != "play":
            raise Problem(HTTPStatus.CONFLICT, "this game is watched, not played")
        if number != len(table.actions):
            raise _stale(number, len(table.actions))
        if table.awaits != "you":
            reason = "the game is over" if table.game.finished else "it is not your turn"
            raise Problem(HTTPStatus.CONFLICT, f"{reason}; look again")

    def _play(self, table: Table, action: int) -> None:
        game = table.game.clone()
        try:
            happened = carry_out(game, action, table.you)
        except (IllegalActionError, GameOverError) as error:
            raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, str(error)) from error
        actions, past = [*table.actions, action], [*table.past, happened]
        self._keep(table, game, actions, past, kept=len(table.actions))

    def _keep(
        self, table: Table, game: Game, actions: list[int], past: list[Past], *, kept: int
    ) -> None:
        summary = summarised(table.kind, table.you, game, len(actions))
        try:
            table.row = self._stored(
                lambda: self.store.change(table.row, summary, keep=kept, actions=actions[kept:])
            )
        except RevisionError as error:
            with self._lock:
                self._tables.pop(table.row.id, None)
            raise Problem(HTTPStatus.CONFLICT, f"{error}; look again") from error
        table.game, table.actions, table.past = game, actions, past
        table.turn.notify_all()

    def _stored(self, change: Any) -> Any:
        try:
            return change()
        except FullError as error:
            raise Problem(HTTPStatus.INSUFFICIENT_STORAGE, str(error)) from error

    # Bots

    def _ask(self, table: Table, *, told: bool = False) -> None:
        """Let the bot answer that has to, unless it is being asked already."""
        with self._lock:
            if self._closing or table.row.id in self._asked or table.trouble:
                return
            if table.awaits != "bots" and not (told and table.awaits == "step"):
                return
            self._asked.add(table.row.id)
        chair = table.chairs[table.game.seat]
        self._thinkers.ask(chair["who"], partial(self._answer, table))

    def _answer(self, table: Table) -> None:
        """Let a bot decide once; who else is to answer is asked afterwards, behind others."""
        with table.turn:
            position, row = table.game.clone(), table.row
            number = len(table.actions)
        try:
            chair = table.chairs[position.seat]
            spec = spec_of(chair["who"], position.num_players, chair["seconds"] or 0)
            action = answer(spec, position, chance(row.terms["seed"], number))
            with table.turn:
                if table.row.revision == row.revision:
                    self._play(table, action)
        except (WistarError, Problem) as error:
            table.trouble = str(error).splitlines()[0]
        finally:
            with table.turn:
                self._asked.discard(table.row.id)
                table.turn.notify_all()
            self._go_on(table.row.id)

    def _go_on(self, game: str) -> None:
        """Ask the next bot, in a game that may have been removed or changed meanwhile."""
        try:
            self._ask(self.table(game))
        except (WistarError, Problem):
            return

