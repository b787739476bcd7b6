"""Custom rewards from weights of features, for batches and single games."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from wistar_env.arguments import choice, number
from wistar_env.kit.game import GameSpec
from wistar_env.kit.rewards.spec import (
    RewardKind,
    RewardSpecs,
    WeightedPart,
    named_rewards,
    reward_spec,
)

#: The largest absolute weight, so that sums are finite even as float32.
LARGEST_WEIGHT: Final = 1e6


@dataclass(frozen=True)
class Weighted:
    """Changes of a seat's features, times their weights, as they happen.

    Over a game they add up to the weighted features at the end minus those at the start. The final
    scoring changes no feature: the reward ``spec.scores.points_name`` includes it.

    Parameters
    ----------
    weights
        A weight for each feature that counts, by the names in the game's ``spec.scores.features``.

    Raises
    ------
    TypeError, ValueError
        If there are no weights, or a weight is not a finite number from -1,000,000 to 1,000,000.
        Names of features are checked later, by environments of a game.

    Examples
    --------
    >>> reward = Weighted({"coins": 1.0, "cards": 0.5})
    """

    weights: Mapping[str, float]

    def __post_init__(self) -> None:
        object.__setattr__(self, "weights", validated_weights(self.weights))


@dataclass(frozen=True)
class Shaping:
    """The reward ``base``, shaped by a potential (Ng, Harada and Russell 1999).

    The potential phi of a position for a seat is the weighted sum of its features. In addition to
    ``base``, a seat gets ``discount * phi(next) - phi(this)`` for the step from one of its
    decisions to its next one. The end of a game has the potential 0, and no shaping is paid before
    a seat's first decision. So the discounted sum of shaping over the decisions of the seat is
    ``-phi(first decision)`` for any play, and the optimal policy is unchanged.

    Parameters
    ----------
    base
        ``"win"``, ``"rank"``, ``"score"``, or ``spec.scores.points_name``.
    weights
        A weight for each feature of the potential, by the names in the game's
        ``spec.scores.features``.
    discount
        The discount factor of the learning algorithm, 0 to 1.

    Raises
    ------
    TypeError, ValueError
        As for ``Weighted``, or if the base is not a name or the discount not a number from 0 to 1.

    Examples
    --------
    >>> reward = Shaping("win", {"coins": 0.01, "cards": 0.02}, discount=0.99)
    """

    base: str
    weights: Mapping[str, float]
    discount: float = field(kw_only=True)

    def __post_init__(self) -> None:
        if not isinstance(self.base, str):
            raise TypeError(f"base must be the name of a reward, found {self.base!r}")
        object.__setattr__(self, "weights", validated_weights(self.weights))
        object.__setattr__(self, "discount", number("discount", self.discount, 0, 1))


#: Rewards of batches: a name, or weights of features.
RewardLike: TypeAlias = str | Shaping | Weighted


def validated_weights(weights: Mapping[str, float]) -> dict[str, float]:
    """Validate weights of features, and return a copy.

    Raises TypeError, ValueError if they are invalid.
    """
    if not isinstance(weights, Mapping):
        raise TypeError(
            f"weights must be a dict from names of features to numbers, found {weights!r}"
        )
    if not weights:
        raise ValueError("weights must name at least one feature, found none")
    most = LARGEST_WEIGHT
    return {
        name: number(f"the weight of {name!r}", weight, -most, most)
        for name, weight in weights.items()
    }


def _parts(weights: Mapping[str, float], spec: GameSpec) -> list[WeightedPart]:
    for name in weights:
        choice("each feature in weights", name, tuple(spec.scores.features))
    return [
        (weights[name], part)
        for name, parts in spec.scores.features.items()
        if name in weights
        for part in parts
    ]


def spec_of(reward: RewardLike, spec: GameSpec) -> RewardSpecs:
    """Return the specification of a reward of a game for compiled code.

    Raises TypeError, ValueError if compiled code cannot compute the reward, or the game has no such
    feature.
    """
    named = named_rewards(spec.scores.points_name)
    if isinstance(reward, Weighted):
        parts = _parts(reward.weights, spec)
        return reward_spec(RewardKind.NONE, parts)
    if isinstance(reward, Shaping):
        choice("base", reward.base, tuple(named))
        parts = _parts(reward.weights, spec)
        return reward_spec(named[reward.base], parts, shaped=True, discount=reward.discount)
    if not isinstance(reward, str) or reward not in named:
        raise ValueError(
            f"reward must be one of {', '.join(map(repr, named))}, or a Shaping or Weighted of "
            f"wistar_env.kit.rewards (functions are for single environments), found {reward!r}"
        )
    return reward_spec(named[reward])
