"""Reward shaping, as text."""

from typing import Final

from wistar_env.arguments import number
from wistar_env.kit.game import GameSpec
from wistar_env.kit.rewards import Weighted
from wistar_env.kit.rewards.custom import spec_of

#: Maximum points that shaping gives for one unit of a feature.
MAX_SHAPING: Final = 20


def parse_shaping(text: str, spec: GameSpec) -> Weighted | None:
    """Return the shaping reward of a text such as ``"beds_built=4,rooms_dug=2"``, None if empty.

    Raises ValueError if a feature is not in ``spec.scores.features`` or repeated, or if its points
    are not a number of at most ``MAX_SHAPING``: scores have 16 bits.
    """
    if not text:
        return None
    weights = {}
    for each in text.split(","):
        name, _, points = each.partition("=")
        if name in weights:
            raise ValueError(f"shaping must name a feature once, found {name!r} twice in {text!r}")
        try:
            weight = float(points)
        except ValueError:
            raise ValueError(
                f"shaping must look like beds_built=4,rooms_dug=2, found {text!r}"
            ) from None
        weights[name] = number(f"shaping: {name}", weight, -MAX_SHAPING, MAX_SHAPING)
    shaping = Weighted(weights)
    spec_of(shaping, spec)  # rejects unknown features
    return shaping
