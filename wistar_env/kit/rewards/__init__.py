"""Rewards: by name, as weights of features, or as functions.

| Reward                       | Reward of a seat                                               |
|------------------------------|----------------------------------------------------------------|
| ``"win"``                    | at the end: 1 for the winner, -1 for all others                |
| ``"rank"``                   | at the end: 1 for the first, -1 for the last, evenly between   |
| ``"score"``                  | at the end: the lead over the best other seat, divided by the  |
|                              | game's ``score_scale``                                         |
| ``spec.scores.points_name``  | the change of its points; the last step adds the final scoring |
| ``Weighted(weights)``        | weighted changes of its features, as they happen               |
| ``Shaping(base, weights)``   | one of the above by name, shaped by a potential                |
| ``(before, action, after)``  | what a function returns for each action of any seat; in single |
|                              | environments only                                              |

Each game has its own name for points, ``spec.scores.points_name``. In ties, ``"win"`` and
``"rank"`` pay the average over random tie-breaks. Over a game, the points add up to the final score
minus the initial points.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from wistar_env.kit.game import Game, GameSpec
from wistar_env.kit.rewards.custom import RewardLike, Shaping, Weighted, spec_of
from wistar_env.kit.rewards.spec import is_dense, named_rewards
from wistar_env.kit.rewards.state import CompiledReward, FunctionReward, RewardFn, RewardState

__all__ = [
    "Reward",
    "RewardFn",
    "RewardLike",
    "RewardState",
    "Shaping",
    "Weighted",
    "choose_reward",
    "named_rewards",
]


@dataclass(frozen=True)
class Reward:
    """A reward in single games.

    Attributes
    ----------
    start
        Returns the reward state of a game that is at its first decision.
    dense
        Whether the reward is paid during the game, not only at its end.
    """

    start: Callable[[Game], RewardState]
    dense: bool

    def function(self, before: Game, after: Game, actions: Sequence[int] = ()) -> Sequence[float]:
        """Return the reward of each seat for the step from ``before`` to ``after``.

        Shaping rewards the seat that decides in ``before``, for the step to its next decision.
        Reward functions are called for each of ``actions``, which lead from ``before`` to
        ``after``.
        """
        return self.start(before).update(after, actions)


def choose_reward(reward: RewardLike | RewardFn, spec: GameSpec) -> Reward:
    """Return a reward for single games, given its name, weights of features or a function.

    Raises
    ------
    TypeError, ValueError
        If the game has no reward of this name, or no such feature.
    """
    if callable(reward):
        return Reward(partial(FunctionReward, reward), dense=True)
    found = spec_of(reward, spec)
    if is_dense(found):
        return Reward(partial(CompiledReward.start, found), dense=True)
    return Reward(CompiledReward(found).of_any, dense=False)
