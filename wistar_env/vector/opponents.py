"""Who plays the seats that are not the learner's."""

import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.batch.rows import COMPILED, Policy
from wistar_env.bots import Batch, Player, View, mixed_seeds
from wistar_env.errors import BotError
from wistar_env.vector.arrays import signed
from wistar_env.vector.games import Games

#: ``"random"`` and ``"greedy"`` play inside the compiled core; any bot is asked once per tick.
Opponent: TypeAlias = str | Player


@dataclass(frozen=True)
class Waiting(Batch):
    """The decisions of a batch that wait for one bot, with arrays that are written at once."""

    games: Games
    which: npt.NDArray[np.int64]

    @cached_property
    def _seen(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int8]]:
        return self.games.observe(self.which, -1)

    @cached_property
    def observation(self) -> npt.NDArray[np.float32]:
        """The observations, float32[n, k]."""
        return self._seen[0]

    @cached_property
    def mask(self) -> npt.NDArray[np.int8]:
        """The legal actions as masks, int8[n, NUM_ACTIONS]."""
        return self._seen[1]


def waiting_for(games: Games, which: npt.NDArray[np.int64]) -> Waiting:
    """Return the open decisions of some games as a bot gets them."""
    views = tuple(View(game, game.seat) for game in (games.share(int(i)) for i in which))
    decisions = games.records["decisions"][which].astype(np.uint64)
    seeds = mixed_seeds(games.rows["seed"][which], np.zeros_like(decisions), decisions)
    return Waiting(views, seeds, games, which)


class Opponents:
    """The pool that the policies of other seats are drawn from, and those that still play.

    Parameters
    ----------
    pool
        ``"random"``, ``"greedy"``, or bots; what stands there twice is drawn twice as often.

    Raises
    ------
    TypeError, ValueError
        If the pool is empty, or something in it is no policy.
    """

    def __init__(self, pool: Sequence[Opponent]) -> None:
        self._outside: list[Player] = []
        self._seed: int | None = None
        self.codes = np.zeros(0, np.int16)
        self.replace(pool)

    def replace(self, pool: Sequence[Opponent]) -> None:
        """Draw the policies of games that begin from now on from another pool."""
        if isinstance(pool, str) or not isinstance(pool, Sequence) or not pool:
            raise ValueError(f"opponents must be a list with at least one policy, found {pool!r}")
        self.codes = np.array([self._code(policy) for policy in pool], np.int16)

    def _code(self, policy: Opponent) -> int:
        if isinstance(policy, str):
            if policy not in COMPILED:
                names = ", ".join(map(repr, COMPILED))
                raise ValueError(f"opponents must be {names} or bots, found {policy!r}")
            return int(COMPILED[policy])
        if not isinstance(policy, Player):
            raise TypeError(f"a bot needs the methods reset(seed) and act(batch), found {policy!r}")
        if not any(policy is known for known in self._outside):
            self._outside.append(policy)
            if self._seed is not None:
                policy.reset(self._seed)
        place = next(k for k, known in enumerate(self._outside) if known is policy)
        return int(Policy.OUTSIDE) + place

    def reset(self, seed: int) -> None:
        """Reset every bot, and those that join later when they do."""
        self._seed = seed
        for bot in self._outside:
            bot.reset(seed)

    def ask(self, games: Games, code: int, which: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return a bot's actions in the games that wait for it.

        Raises
        ------
        BotError
            If the bot fails, or does not give one integer for each game.
        """
        bot = self._outside[code - int(Policy.OUTSIDE)]
        name = type(bot).__name__
        try:
            actions: npt.NDArray[Any] = np.asarray(bot.act(waiting_for(games, which)))
        except Exception as error:
            own = error.__traceback__.tb_next if error.__traceback__ else None
            where = "".join(traceback.format_exception(type(error), error, own)).rstrip()
            raise BotError(f"opponent {name} failed:\n{where}") from error
        if actions.shape != which.shape or actions.dtype.kind not in "iu":
            raise BotError(
                f"opponent {name} must give {len(which)} integers, found {actions.dtype} of "
                f"shape {actions.shape}"
            )
        return signed(actions)

    def name(self, code: int) -> str:
        """Return what a policy is called in messages."""
        return type(self._outside[code - int(Policy.OUTSIDE)]).__name__
