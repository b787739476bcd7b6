"""Bots and hints think in threads of their own, so that nobody else waits for them.

What they run is compiled and lets other threads run beside it. Who answers at once has a thread
that no search occupies. A bot is asked by one thread only, since bots have memory of their own.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from http import HTTPStatus
from typing import Final

import numpy as np

from wistar_env.bots import Batch, Player, View, blamed
from wistar_env.chances import FOR_DECISION, one_way
from wistar_env.errors import BotError
from wistar_env.game import Game
from wistar_env.play.server.limits import Limits
from wistar_env.play.server.opponents import OPPONENTS, network_for
from wistar_env.play.server.problems import Problem
from wistar_env.registry import load
from wistar_env.search import Mcts, Report

_BOTS_OF_A_THREAD: Final = 8
_RETRY: Final = {"Retry-After": "5"}


class _Own(threading.local):
    """The bots of a thread, the one that was asked last at the end."""

    def __init__(self) -> None:
        self.bots: dict[str, Player] = {}

    def player(self, spec: str) -> Player:
        found = self.bots.pop(spec, None) or load(spec)
        self.bots[spec] = found
        if len(self.bots) > _BOTS_OF_A_THREAD:
            del self.bots[next(iter(self.bots))]
        return found


_OWN: Final = _Own()


def chance(seed: int, number: int) -> int:
    """Return what a bot draws its chances from at a decision; the seed cannot be told from it."""
    return one_way(FOR_DECISION, seed, number)


def answer(spec: str, game: Game, seed: int) -> int:
    """Return the action of a bot.

    Raises
    ------
    BotError
        If it fails, or its answer is not legal.
    """
    batch = Batch((View(game, game.seat),), np.array([seed], np.int64))
    with blamed(f"bot {spec!r} failed"):
        action = int(_OWN.player(spec).act(batch)[0])
    if action not in game.legal_actions():
        raise BotError(f"bot {spec!r} answered {action}, which is not legal")
    return action


def hint(game: Game, seed: int, simulations: int) -> Report:
    """Return what a search finds out about the open decision, from what its seat knows."""
    searcher = Mcts(simulations, network=network_for(game.num_players))
    return searcher.search(View(game, game.seat), seed)


class Thinkers:
    """The threads of a server."""

    def __init__(self, limits: Limits) -> None:
        self._quick = ThreadPoolExecutor(1, "quick")
        self._slow = ThreadPoolExecutor(limits.searches, "slow")
        self._room = threading.BoundedSemaphore(limits.searches + limits.waiting)
        self._most = limits.searches + limits.waiting

    def ask(self, name: str, job: Callable[[], None]) -> Future[None]:
        """Let a bot's answer be found when its turn has come."""
        return (self._slow if OPPONENTS[name].thinks else self._quick).submit(job)

    def hint(self, game: Game, seed: int, simulations: int) -> Report:
        """Search, when a thread is free.

        Raises
        ------
        Problem
            If too many wait already.
        """
        if not self._room.acquire(blocking=False):
            raise Problem(
                HTTPStatus.SERVICE_UNAVAILABLE,
                f"{self._most} hints are being searched for; ask again in a moment",
                _RETRY,
            )
        try:
            return self._slow.submit(hint, game, seed, simulations).result()
        finally:
            self._room.release()

    def close(self) -> None:
        """Begin nothing more; what runs ends by itself."""
        for pool in (self._quick, self._slow):
            pool.shutdown(wait=True, cancel_futures=True)


