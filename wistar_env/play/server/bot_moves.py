"""The queue of bots' decisions in a server's games."""

import logging
import threading
import time
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from wistar_env.errors import IllegalActionError, WistarError
from wistar_env.explanations import Explanation
from wistar_env.kit.game import Game
from wistar_env.play.server.bot_threads import BotThreads
from wistar_env.play.server.database import StoreError
from wistar_env.play.server.live_game import LiveGame, waiting_for
from wistar_env.play.server.live_games import LiveGames, move_of
from wistar_env.play.server.opponents import opponents_of
from wistar_env.play.server.problems import INTERNAL, RejectedError
from wistar_env.play.server.rows import DamagedError, Move
from wistar_env.play.table import Table

_log: Final = logging.getLogger(__name__)
#: Seconds of consecutive moves by quick bots before other games get a turn.
_QUICK: Final = 0.1


class BotMoves:
    """The moves of bots in the games of a server."""

    def __init__(self, games: LiveGames, threads: BotThreads) -> None:
        self._games = games
        self._threads = threads
        self._thinking: set[str] = set()
        self._lock = threading.Lock()
        self._stopped = False

    def resume(self) -> None:
        """Resume the bots that were to move when the server stopped, in the background."""
        self._threads.submit(self._resume, slow=False)

    def _resume(self) -> None:
        for row in self._games.store.rows()[0]:
            if row.summary["awaits"] == "bots" and self._games.plays(row):
                self._ask_next(row.id)

    def stop(self) -> None:
        """Stop queueing moves."""
        self._stopped = True

    def thinks(self, live: LiveGame) -> bool:
        """Return whether a bot is choosing its action, or is queued to do so."""
        return live.row.id in self._thinking

    def ask(self, live: LiveGame, *, requested: bool = False) -> None:
        """Queue the bot to move, if there is one, unless it is already queued or has failed.

        In a watched game, a bot moves only if it is ``requested``.
        """
        with self._lock:
            if self._stopped or live.error or self.thinks(live):
                return
            if live.awaits != "bots" and not (requested and live.awaits == "step"):
                return
            self._thinking.add(live.row.id)
        slow = self._thinks_long(live, live.table.game)
        self._threads.submit(partial(self._move_bot, live.row.id), slow=slow)

    def _thinks_long(self, live: LiveGame, game: Game) -> bool:
        """Return whether the bot to move at a position may take long."""
        known = opponents_of(type(game)).get(live.players[game.seat])
        return known is None or known.thinks

    def _move_bot(self, game: str) -> None:
        """Let bots decide for a while, then put the game's next bot at the end of the queue."""
        turn = self._games.turn(game)
        self._games.pinned.add(game)
        error = ""
        try:
            error = self._decide(self._games.game(game))
        except (StoreError, DamagedError) as failure:
            error = _first_line(failure)
            self._games.fail(game, error)
        except (WistarError, RejectedError):
            return  # the game was deleted meanwhile
        except Exception:  # a retry would fail again and again
            _log.exception("the bots of game %s", game)
            error = INTERNAL
            self._games.fail(game, error)
        finally:
            with turn:
                self._thinking.discard(game)
                turn.notify_all()
            if not error:
                self._ask_next(game)
            self._games.pinned.discard(game)

    def _decide(self, live: LiveGame) -> str:
        """Let bots decide; return the reason if one fails, else an empty string."""
        with live.turn:
            table, revision = live.table.copy(), live.row.revision
        moves = list[Move]()
        try:
            # No lock is needed: meanwhile, only a person who takes a seat back can change the game.
            for explanation in self._answers(live, table):
                table.advance(explanation.action, explanation)
                moves.append(move_of(explanation.action, explanation))
        except (IllegalActionError, TypeError, ValueError) as error:
            live.error = f"a bot returned an invalid action: {_first_line(error)}"
        except WistarError as error:
            live.error = _first_line(error)
        if moves:
            try:
                with live.turn:
                    if live.row.revision != revision:
                        return ""  # the person of the seat decides
                    self._games.replace_table(live, table, moves)
            except (WistarError, RejectedError) as error:
                live.error = _first_line(error)
        return live.error

    def _answers(self, live: LiveGame, table: Table[Any]) -> Iterator[Explanation]:
        """Yield the actions of the next bot, and of the quick bots after it.

        Quick bots play on, briefly, until a person or a search is to move; their actions are stored
        together.
        """
        end, settings, stand_ins = time.monotonic() + _QUICK, live.row.settings, live.stand_ins
        yield table.ask()
        while (
            waiting_for(settings, table.game, stand_ins) == "bots"
            and not self._thinks_long(live, table.game)
            and time.monotonic() < end
        ):
            yield table.ask()

    def _ask_next(self, game: str) -> None:
        """Queue the next bot of a game, which may have been deleted or changed in the meantime."""
        try:
            self.ask(self._games.game(game))
        except (StoreError, DamagedError) as failure:
            self._games.fail(game, _first_line(failure))
        except (WistarError, RejectedError):
            return


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0].removesuffix(":")
