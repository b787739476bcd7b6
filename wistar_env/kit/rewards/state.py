"""Reward states of single games: what has been rewarded so far."""

from collections.abc import Callable, Sequence
from functools import cache
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np

from wistar_env.kit.common_fields import common_fields
from wistar_env.kit.game import Game
from wistar_env.kit.limits import MAX_SEATS
from wistar_env.kit.rewards.spec import REWARD_STATE, RewardSpecs

#: Rewards of all seats for an action: a function of the position before it, the action, and the
#: position after it. Single environments accept such a function wherever they accept the name of a
#: reward, and call it for every action of every seat.
RewardFn: TypeAlias = Callable[[Any, int, Any], Sequence[float]]


@cache
def _kernels() -> ModuleType:
    """Return the compiled functions, imported lazily because the import may compile them."""
    from wistar_env.kit.rewards import kernels

    return kernels


class CompiledReward:
    """The state of a reward that compiled code computes."""

    def __init__(self, spec: RewardSpecs) -> None:
        self._spec = spec
        self._rewarded_points = np.zeros(MAX_SEATS, np.int16)
        self._state = np.zeros(1, REWARD_STATE)

    @classmethod
    def start(cls, spec: RewardSpecs, game: Game) -> "CompiledReward":
        """Return the state of a game that is at its first decision."""
        made = cls(spec)
        _kernels().reset(
            game.data.rules, common_fields(game.record), 0, spec, made._rewarded_points, made._state
        )
        return made

    def begin_seat(self, game: Game) -> None:
        """Start shaping for the deciding seat, if this is its first decision."""
        _kernels().begin_seat(
            game.data.rules, common_fields(game.record), 0, self._spec, self._state
        )

    def of_any(self, game: Game) -> "CompiledReward":
        """Return this state, which all games can share if only their end is rewarded."""
        return self

    def update(self, game: Game, actions: Sequence[int] = ()) -> Sequence[float]:
        """Return the reward of each seat for the step to the current position of the game.

        ``actions``, which a ``FunctionReward`` needs, is ignored.
        """
        rewards = np.empty(MAX_SEATS)
        _kernels().update(
            game.data.rules,
            common_fields(game.record),
            0,
            self._spec,
            self._rewarded_points,
            self._state,
            rewards,
        )
        found: list[float] = rewards[: game.num_seats].tolist()
        return found


class FunctionReward:
    """The state of a reward function: a copy of the game, which follows it action by action."""

    def __init__(self, function: RewardFn, game: Game) -> None:
        self._function = function
        self._position = game.clone()
        self._rewarded = 0  # number of actions already rewarded

    def begin_seat(self, game: Game) -> None:
        """Do nothing: actions of others before a seat's first decision count in its first step."""

    def update(self, game: Game, actions: Sequence[int] = ()) -> Sequence[float]:
        """Return the sum of each seat's rewards for the actions since the last call.

        ``actions`` are all actions since the game passed to the constructor.
        """
        rewards = [0.0] * game.num_seats
        for action in actions[self._rewarded :]:
            before, after = self._position, self._position.clone()
            after.step(action)
            found = self._function(before, action, after)
            rewards = [paid + float(more) for paid, more in zip(rewards, found, strict=True)]
            self._position = after
        self._rewarded = len(actions)
        return rewards


#: The reward state of one game.
RewardState: TypeAlias = CompiledReward | FunctionReward
