"""Accounts of single games: what their seats get, step by step."""

from collections.abc import Callable, Sequence
from functools import cache
from types import ModuleType
from typing import Protocol, TypeAlias

import numpy as np

from wistar_env.game import Game
from wistar_env.gate import MAX_SEATS
from wistar_env.rewards.contracts import ACCOUNT, Contracts

#: Reward of each seat for the step from one position to the next. Own functions may be passed
#: to single environments wherever a reward is named; they are called after every step.
RewardFn: TypeAlias = Callable[[Game, Game], Sequence[float]]


@cache
def _payments() -> ModuleType:
    """Return the compiled payments; imported on first use, because that may compile them."""
    from wistar_env.rewards import payments

    return payments


class Account(Protocol):
    """What was paid in one game so far."""

    def pay(self, game: Game) -> Sequence[float]:
        """Return what each seat gets for the position that the game has come to."""


class Paid:
    """The account of a reward that compiled code pays."""

    def __init__(self, terms: Contracts) -> None:
        self._terms = terms
        self._vp = np.zeros(MAX_SEATS, np.int16)
        self._account = np.zeros(1, ACCOUNT)

    @classmethod
    def opened(cls, terms: Contracts, game: Game) -> "Paid":
        """Return the account of a game that is at its first decision."""
        made = cls(terms)
        _payments().begin(game.record, 0, terms, made._vp, made._account)
        return made

    def of_any(self, game: Game) -> "Paid":
        """Return this account, which serves all games where nothing is paid before the end."""
        return self

    def pay(self, game: Game) -> list[float]:
        """Return what each seat gets for the position that the game has come to."""
        rewards = np.empty(MAX_SEATS)
        _payments().pay(
            game.components._tables,
            game.record,
            0,
            self._terms,
            self._vp,
            self._account,
            rewards,
        )
        paid: list[float] = rewards[: game.num_seats].tolist()
        return paid


class Called:
    """The account of an own function, which keeps the position that was paid last."""

    def __init__(self, function: RewardFn, game: Game) -> None:
        self._function = function
        self._before = game.clone()

    def pay(self, game: Game) -> Sequence[float]:
        """Return what the function gives for the step to this position."""
        rewards = self._function(self._before, game)
        self._before = game.clone()
        return rewards
