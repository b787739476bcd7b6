"""Rewards: by name, as weights of features, or as functions.

| Reward                       | Reward of a seat                                               |
|------------------------------|----------------------------------------------------------------|
| ``"win"``                    | at the end: 1 for the winner, -1 for all others                |
| ``"rank"``                   | at the end: 1 for the first, -1 for the last, evenly between   |
| ``"score"``                  | at the end: VP minus the best other seat's, divided by 100     |
| ``"vp"``                     | the change of its VP; the last step adds the final scoring     |
| ``Weighted(weights)``        | weighted changes of its features, as they happen               |
| ``Shaping(base, weights)``   | one of the above by name, shaped by a potential                |
| ``(before, after) -> ...``   | the result of a function; in single environments only          |

Ties are broken as the rules say (GEN-08, BOT-118). Over a game, ``"vp"`` adds up to the final score
without the VP that every seat starts with.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Final

from wistar_env.game import Game
from wistar_env.gate import FEATURES
from wistar_env.rewards.custom import RewardLike, Shaping, Weighted, spec_of
from wistar_env.rewards.spec import NAMED, is_dense
from wistar_env.rewards.state import CompiledReward, FunctionReward, RewardFn, RewardState

__all__ = [
    "FEATURES",
    "REWARDS",
    "Reward",
    "RewardFn",
    "RewardLike",
    "RewardState",
    "Shaping",
    "Weighted",
    "choose_reward",
]


@dataclass(frozen=True)
class Reward:
    """A reward in single games.

    Attributes
    ----------
    start
        Returns the reward state of a game that is at its first decision.
    dense
        Whether it is paid during the game, or only at its end.
    """

    start: Callable[[Game], RewardState]
    dense: bool

    def function(self, before: Game, after: Game) -> Sequence[float]:
        """Return the reward of each seat for the step from one position to the other.

        Shaping rewards a seat that decides in ``before``, for the step to its next decision.
        """
        return self.start(before).update(after)


def choose_reward(reward: RewardLike | RewardFn) -> Reward:
    """Return the reward with a name, of features or of a function, for single games.

    Raises
    ------
    ValueError
        If no reward has this name.
    """
    if callable(reward):
        return Reward(partial(FunctionReward, reward), dense=True)
    spec = spec_of(reward)
    if is_dense(spec):
        return Reward(partial(CompiledReward.start, spec), dense=True)
    return Reward(CompiledReward(spec).of_any, dense=False)


REWARDS: Final = MappingProxyType({name: choose_reward(name) for name in NAMED})
