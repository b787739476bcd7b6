"""Custom rewards for tests, and a slow computation of them from observations."""

from collections.abc import Mapping

from tests.rewards.named import REWARDS
from wistar_env import RatsOfWistar
from wistar_env.games.rats_of_wistar.spaces.observation import state_layout
from wistar_env.kit.rewards import RewardLike, Shaping, Weighted

#: Sums of these are exact in every order.
WEIGHTS = {"vp": 0.5, "workers": 0.25, "guests": 2.0, "hand_size": -0.125, "claimed": 4.0}
DISCOUNT = 0.97
SHAPING = Shaping("win", {"vp": 0.013, "rooms_dug": 0.7, "wood": -0.11}, discount=DISCOUNT)

#: All rewards that batches support, by name.
REWARD_LIKES: dict[str, RewardLike] = {
    **{name: name for name in REWARDS},
    "weighted": Weighted(WEIGHTS),
    "shaped win": SHAPING,
    "shaped vp": Shaping("vp", WEIGHTS, discount=0.5),
}


def features(game: RatsOfWistar, seat: int) -> dict[str, int]:
    """Return the sums over the blocks of a seat in the state vector."""
    counts = state_layout(game.num_players).counts(game.state())
    prefix = f"player_{seat}."
    return {
        name.removeprefix(prefix): int(count.sum())
        for name, count in counts.items()
        if name.startswith(prefix)
    }


def weigh(game: RatsOfWistar, seat: int, weights: Mapping[str, float]) -> float:
    """Return the weighted sum of a seat's features."""
    found = features(game, seat)
    return sum(weight * found[name] for name, weight in weights.items())
