"""Reviews of finished games: a search evaluates every decision, in the background."""

import logging
import threading
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Final

from wistar_env.errors import WistarError
from wistar_env.play.review import Reviewed, review, reviewer
from wistar_env.play.review_data import review_of
from wistar_env.play.server.bot_threads import BotThreads
from wistar_env.play.server.live_game import LiveGame
from wistar_env.play.server.names import names_of, title_of_game
from wistar_env.play.server.opponents import hint_spec
from wistar_env.play.server.problems import INTERNAL, RETRY, RejectedError
from wistar_env.replay_page.page import page

_log: Final = logging.getLogger(__name__)
#: Reviews kept in memory; a game whose review was dropped is reviewed again on request.
_MAX_KEPT: Final = 16


class _StoppedError(Exception):
    """Ends a running review when the server stops."""


@dataclass
class Review:
    """A review, in progress or finished."""

    # ``total``, ``done``: the number of steps, and of finished steps.
    total: int
    done: int = 0
    page: str = ""  # the page of the replay with the review; empty until it is ready
    error: str = ""  # why it failed; otherwise empty
    # ``search``, ``decisions``: the spec of the search, and its evaluation of each decision once
    # the page is ready.
    search: str = ""
    decisions: tuple[Reviewed, ...] = ()

    @property
    def running(self) -> bool:
        """Whether the review is still in progress."""
        return not (self.page or self.error)


class Reviews:
    """The reviews of a server.

    ``max_running``: maximum number of running and queued reviews.
    """

    def __init__(self, threads: BotThreads, max_running: int) -> None:
        self._threads = threads
        self._max_running = max_running
        self._kept: OrderedDict[str, Review] = OrderedDict()
        self._lock = threading.Lock()
        self._stopped = False

    def start(self, live: LiveGame, simulations: int) -> Review:
        """Return the review of a game, started now unless there is one that has not failed.

        Raises RejectedError if the game is not over, or too many reviews are queued.
        """
        if not live.table.game.finished:
            raise RejectedError(
                HTTPStatus.CONFLICT, "a review is available only when the game is over"
            )
        replay = live.replay()
        with self._lock:
            known = self._kept.get(live.row.id)
            if known is not None and not known.error:
                return known
            if sum(each.running for each in self._kept.values()) >= self._max_running:
                raise RejectedError(
                    HTTPStatus.SERVICE_UNAVAILABLE,
                    f"the queue of {self._max_running} reviews is full; retry in a moment",
                    RETRY,
                )
            made = self._kept[live.row.id] = Review(2 * len(replay.actions) + 1)
            finished = [game for game, each in self._kept.items() if not each.running]
            for game in finished[: max(0, len(self._kept) - _MAX_KEPT)]:
                del self._kept[game]
        self._threads.submit(partial(self._run, live, made, simulations), slow=True)
        return made

    def find(self, game: str) -> Review | None:
        """Return the review of a game, if it was requested."""
        return self._kept.get(game)

    def forget(self, game: str) -> None:
        """Drop the review of a game that is deleted."""
        with self._lock:
            self._kept.pop(game, None)

    def stop(self) -> None:
        """Tell running reviews to stop soon."""
        self._stopped = True

    def _run(self, live: LiveGame, made: Review, simulations: int) -> None:
        def progressed(before: int, done: int) -> None:
            if self._stopped:
                raise _StoppedError
            made.done = before + done

        try:
            replay = live.replay()
            actions = len(replay.actions)
            spec = hint_spec(simulations)
            search = reviewer(spec, replay.game.spec)
            found = review(replay, search, on_progress=partial(progressed, 0))
            made.search, made.decisions = spec, tuple(found)
            reviewed = review_of(replay, spec, found)
            here, game, settings = f"/games/{live.row.id}", replay.game, live.row.settings
            names = names_of(game, settings)
            made.page = page(
                replay,
                title=f"Review: {title_of_game(game, settings, names)}",
                review=reviewed,
                names=names,
                links={"Games": "/", "The game": here, "Analysis": f"{here}/analysis"},
                on_progress=partial(progressed, actions),
            )
        except _StoppedError:
            made.error = "the server stops"
        except WistarError as error:
            made.error = str(error)
        except Exception:  # without an error set, the review would seem to run for ever
            _log.exception("the review of game %s", live.row.id)
            made.error = INTERNAL
