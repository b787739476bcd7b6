"""Rewards: by name, as weights of features, or own functions.

| Reward                       | What a seat gets                                               |
|------------------------------|----------------------------------------------------------------|
| ``"win"``                    | at the end: 1 for the winner, -1 for all others                |
| ``"rank"``                   | at the end: 1 for the first, -1 for the last, evenly between   |
| ``"score"``                  | at the end: VP minus the best other seat's, divided by 100     |
| ``"vp"``                     | the change of its VP; the last step adds the final scoring     |
| ``Weighted(weights)``        | weighted changes of its features, as they happen               |
| ``Shaping(base, weights)``   | one of the above by name, shaped by a potential                |
| ``(before, after) -> ...``   | what a function gives; in single environments only             |

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
from wistar_env.rewards.accounts import Account, Called, Paid, RewardFn
from wistar_env.rewards.contracts import NAMED, pays_during
from wistar_env.rewards.own import Payable, Shaping, Weighted, terms_of

__all__ = [
    "FEATURES",
    "REWARDS",
    "Account",
    "Payable",
    "Reward",
    "RewardFn",
    "Shaping",
    "Weighted",
    "choose_reward",
]


@dataclass(frozen=True)
class Reward:
    """How a reward is paid in single games.

    Attributes
    ----------
    open
        Opens the account of a game that is at its first decision.
    dense
        Whether it pays during the game, or only at its end.
    """

    open: Callable[[Game], Account]
    dense: bool

    def function(self, before: Game, after: Game) -> Sequence[float]:
        """Return what each seat gets for coming from one position to the other.

        Shaping is paid to a seat that decides in ``before``, for the way to its next decision.
        """
        return self.open(before).pay(after)


def choose_reward(reward: Payable | RewardFn) -> Reward:
    """Return how a reward is paid in single games.

    Raises
    ------
    ValueError
        If no reward has this name.
    """
    if callable(reward):
        return Reward(partial(Called, reward), dense=True)
    terms = terms_of(reward)
    if pays_during(terms):
        return Reward(partial(Paid.opened, terms), dense=True)
    return Reward(Paid(terms).of_any, dense=False)


REWARDS: Final = MappingProxyType({name: choose_reward(name) for name in NAMED})
