"""Searches of analysis boards, which run in the background, one per game."""

import logging
import threading
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from typing import Final, NamedTuple

from wistar_env.errors import WistarError
from wistar_env.kit.bots import View
from wistar_env.kit.game import Game
from wistar_env.kit.search import Mcts
from wistar_env.kit.search.growing import GrowingSearch
from wistar_env.play.chances import NOTHING, PLAY_OUTS, Chance, chance_of, first_action
from wistar_env.play.server.analysis_words import LineWords
from wistar_env.play.server.problems import INTERNAL, RETRY, RejectedError
from wistar_env.play.server.request_limits import Limits

_log: Final = logging.getLogger(__name__)
#: Independent trees of a search, and MiB per tree.
TREES: Final = 4
_MEMORY: Final = 8
#: Play-outs per step, until the position's chance has been estimated.
_PLAY_OUTS: Final = 4
#: Flatter priors, so that actions with a small prior are also tried.
_TEMPERATURE: Final = 16
#: Maximum number of simultaneous searches, each on one core.
_MOST_RUNNING: Final = 2
#: Number of games whose last search is kept; older searches are dropped.
_MOST_KEPT: Final = 4
#: Maximum seconds of a search, and seconds without a request after which it stops.
_LONGEST: Final = 120
_UNWATCHED: Final = 15
#: Seconds per step. Between steps, readers of the trees can take the lock.
_STEP: Final = 0.05
_PAUSE: Final = 0.001


class Place(NamedTuple):
    """A position of an analysis board: after a game's first ``number`` actions and ``then``."""

    number: int
    then: tuple[int, ...] = ()


@dataclass(eq=False)
class BoardSearch:
    """A search of an analysis board."""

    # ``place``, ``game``: the place of the position to search, and the position itself.
    place: Place
    game: Game
    # ``total``, ``done``: the simulations that were requested, and those done.
    total: int
    done: int = 0
    running: bool = True  # whether it runs or waits for a thread
    error: str = ""  # the reason if it failed; otherwise empty
    chance: Chance = NOTHING  # the chance of the position, from the play-outs so far
    # ``growing``, ``words``: its trees, once it has begun, and texts of their lines; hold the lock
    # to read them.
    growing: GrowingSearch | None = None
    words: LineWords = field(init=False)
    stopped: bool = False
    watched: float = field(default_factory=time.monotonic)  # the time of the last request
    lock: threading.Lock = field(default_factory=threading.Lock)


def _resumed(former: BoardSearch | None, place: Place, game: Game, simulations: int) -> BoardSearch:
    """Return a search of a position.

    It continues ``former`` if that ended at the same position, with fewer simulations and without
    an error.
    """
    made = BoardSearch(place, game, simulations)
    if former is None or former.running or former.error or former.growing is None:
        return made
    same = former.game.record.tobytes() == game.record.tobytes()
    if former.place == place and same and former.done < simulations:
        made.growing, made.words, made.lock = former.growing, former.words, former.lock
        made.done, made.chance = former.done, former.chance
    return made


def searcher() -> Mcts:
    """Return the search of analysis boards: its values are chances of winning."""
    return Mcts(
        simulations=1,
        num_trees=TREES,
        win_weight=1,
        root_prior_temperature=_TEMPERATURE,
        memory_mb=_MEMORY,
    )


class Analyses:
    """The searches of a server's analysis boards.

    ``limits``: how many run at the same time, two at most, and how many wait.
    """

    def __init__(self, limits: Limits) -> None:
        self._threads = ThreadPoolExecutor(min(limits.searches, _MOST_RUNNING), "analysis")
        self._most = limits.searches + limits.waiting
        self._kept: OrderedDict[str, BoardSearch] = OrderedDict()
        self._lock = threading.Lock()
        self._closed = False

    def start(self, id_: str, place: Place, game: Game, simulations: int) -> BoardSearch:
        """Search a position of a game, and stop the previous search of that game.

        If the previous search has ended at the same position with fewer simulations, it resumes.

        Raises RejectedError if there is nothing to decide, or too many searches are queued.
        """
        if game.finished:
            raise RejectedError(HTTPStatus.CONFLICT, "the game is over: there is nothing to search")
        with self._lock:
            former = self._kept.pop(id_, None)
            if former is not None:
                former.stopped = True
            if sum(each.running for each in self._kept.values()) >= self._most:
                raise RejectedError(
                    HTTPStatus.SERVICE_UNAVAILABLE,
                    f"the queue of {self._most} searches is full; retry in a moment",
                    RETRY,
                )
            made = self._kept[id_] = _resumed(former, place, game, simulations)
            over = [name for name, each in self._kept.items() if not each.running]
            for name in over[: max(0, len(self._kept) - _MOST_KEPT)]:
                del self._kept[name]
            self._threads.submit(partial(self._run, made))
        return made

    def find(self, id_: str) -> BoardSearch:
        """Return the last search of a game, which continues while it is requested regularly.

        Raises RejectedError if there is none.
        """
        found = self._kept.get(id_)
        if found is None:
            raise RejectedError(HTTPStatus.NOT_FOUND, "this game has no search yet: start one")
        found.watched = time.monotonic()
        return found

    def stop(self, id_: str) -> None:
        """Stop the search of a game, if there is one; its results are kept."""
        found = self._kept.get(id_)
        if found is not None:
            found.stopped = True

    def forget(self, id_: str) -> None:
        """Drop the search of a game that is deleted."""
        with self._lock:
            found = self._kept.pop(id_, None)
        if found is not None:
            found.stopped = True

    def close(self) -> None:
        """Stop all searches and wait until they have stopped."""
        self._closed = True
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _run(self, made: BoardSearch) -> None:
        try:
            self._grow(made)
        except WistarError as error:
            made.error = str(error)
        except Exception:  # without an error set, the search would seem to run for ever
            _log.exception("a search of an analysis board")
            made.error = INTERNAL
        finally:
            made.running = False

    def _grow(self, made: BoardSearch) -> None:
        if made.stopped:
            return
        search = searcher()
        with made.lock:
            if made.growing is None:
                made.growing = search.begin(View(made.game, made.game.seat))
                made.words = LineWords(made.growing.game)
        made.watched = began = time.monotonic()
        step = 1
        while not (made.stopped or self._closed):
            grows, counts = made.done < made.total, made.chance.number < PLAY_OUTS
            now = time.monotonic()
            if not (grows or counts) or now - began > _LONGEST or now - made.watched > _UNWATCHED:
                return
            if grows:
                with made.lock:
                    made.growing.run(step)
                    made.done += step * TREES
                # Steps take the same time, however slow a simulation is.
                share = _STEP / max(time.monotonic() - now, 1e-6)
                left = -(-(made.total - made.done) // TREES)
                step = max(1, min(int(step * min(share, 2)), left))
            if counts:
                known, first = made.growing.game, first_action(made.growing.report)
                seed = made.chance.number
                more = chance_of(search, known, first, _PLAY_OUTS, seed)
                made.chance = Chance(made.chance.won + more.won, seed + more.number)
            time.sleep(_PAUSE)
