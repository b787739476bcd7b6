"""The bots that play the seats other than the learner's."""

from collections.abc import Sequence
from itertools import count
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer
from wistar_env.errors import BotError
from wistar_env.kit.batch.rows import ANY_SEAT, COMPILED, Policy
from wistar_env.kit.bots import Batch, Player, blamed
from wistar_env.kit.bots.registry import GameBots, load
from wistar_env.kit.vector.arrays import signed
from wistar_env.seeds import FOR_RESET, one_way

#: ``"random"`` and ``"greedy"`` play inside the compiled core. A call to any other bot, given as an
#: object or by a name of ``wistar_env.kit.bots.registry``, covers all games that wait for it.
Opponent: TypeAlias = str | Player


class Opponents:
    """The pool from which the other seats' policies are drawn, and policies still playing.

    Parameters
    ----------
    pool
        Names of bots for ``kit.bots.registry.parse``, or bots. Duplicates are drawn more often;
        equal names share one bot.
    bots
        The named bots of the game, ``GameSpec.bots.classes``.

    Raises
    ------
    BotError
        If a name does not name a bot.
    TypeError, ValueError
        If the pool is empty, or an element is not a bot.
    """

    def __init__(self, pool: Sequence[Opponent], bots: GameBots) -> None:
        self._bots = bots
        self._outside: dict[int, Player] = {}
        self._named: dict[str, Player] = {}
        self._seed: int | None = None
        self.codes = np.zeros(0, np.int16)
        self.replace(pool)

    def replace(self, pool: Sequence[Opponent], playing: Sequence[int] = ()) -> None:
        """Replace the pool from which games that begin from now on draw their policies.

        Parameters
        ----------
        pool
            As for the class.
        playing
            The codes of policies that still play in running games.

        Raises
        ------
        BotError
            If a new bot cannot be found, built or reset; the pool does not change.
        TypeError, ValueError
            If the pool is empty, or an element is not a bot; the pool does not change.
        """
        if isinstance(pool, str) or not isinstance(pool, Sequence) or not pool:
            raise ValueError(
                f"opponents must be a list of one or more bots or names of bots, found {pool!r}"
            )
        known = self._outside.copy()
        codes = [self._code(policy, known) for policy in pool]
        needed = {*codes, *playing}
        self._outside = {code: bot for code, bot in known.items() if code in needed}
        self.codes = np.array(codes, np.int16)

    def _code(self, policy: Opponent, known: dict[int, Player]) -> int:
        if isinstance(policy, str):
            if policy in COMPILED:
                return int(COMPILED[policy])
            if policy not in self._named:
                self._named[policy] = load(policy, self._bots)
            policy = self._named[policy]
        if not isinstance(policy, Player):
            raise TypeError(
                "each opponent must be a bot or the name of one, and a bot needs the methods "
                f"reset(seed) and act(batch); found {policy!r}"
            )
        for code, bot in known.items():
            if bot is policy:
                return code
        free = next(code for code in count(int(Policy.OUTSIDE)) if code not in known)
        if self._seed is not None:
            _reset(policy, self._seed, free)
        known[free] = policy
        return free

    def reset(self, seed: int) -> None:
        """Reset every bot; bots that join later are reset when they join.

        Raises
        ------
        BotError
            If a bot fails.
        """
        self._seed = seed
        for code, bot in self._outside.items():
            _reset(bot, seed, code)

    def answer(self, waiting: Batch, code: int) -> npt.NDArray[np.int64]:
        """Return a bot's actions for the decisions that wait for it.

        Raises
        ------
        BotError
            If the bot fails, or does not return one integer for each decision.
        """
        bot = self._outside[code]
        name = type(bot).__name__
        with blamed(f"opponent {name} failed"):
            actions: npt.NDArray[Any] = np.asarray(bot.act(waiting))
        if actions.shape != (len(waiting),) or actions.dtype.kind not in "iu":
            raise BotError(
                f"opponent {name} must return {len(waiting)} integers, found {actions.dtype} of "
                f"shape {actions.shape}"
            )
        return signed(actions)

    def knows(self, code: int) -> bool:
        """Return whether a policy has this code."""
        return 0 <= code < Policy.OUTSIDE or code in self._outside

    def name(self, code: int) -> str:
        """Return a bot's name for messages."""
        return type(self._outside[code]).__name__


def requested_seat(learner_seat: int | str, num_players: int) -> int:
    """Return the learner's seat given by an argument, or ``ANY_SEAT``.

    Raises
    ------
    TypeError, ValueError
        If ``learner_seat`` is neither a seat nor ``"any"``.
    """
    if learner_seat == "any":
        return ANY_SEAT if num_players > 1 else 0
    if isinstance(learner_seat, str):
        raise ValueError(
            f"learner_seat must be a seat from 0 to {num_players - 1} or 'any', found "
            f"{learner_seat!r}"
        )
    return integer("learner_seat", learner_seat, 0, num_players - 1)


def _reset(bot: Player, seed: int, code: int) -> None:
    with blamed(f"opponent {type(bot).__name__} failed"):
        bot.reset(one_way(FOR_RESET, seed, code))
