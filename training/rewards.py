"""The reward of a PPO run: a reward of the game by name, or a custom one."""

from pkgutil import resolve_name

import numpy as np
from numpy.typing import NDArray

from wistar_env.arguments import shown
from wistar_env.kit.game import GameSpec
from wistar_env.kit.rewards import RewardFn, RewardLike, named_rewards
from wistar_env.kit.rewards.custom import spec_of
from wistar_env.kit.vector.batch_game import BatchGame


def reward_of(name: str, spec: GameSpec) -> RewardLike | RewardFn:
    """Return a game's reward by name, or the object ``module:name``.

    Raises ValueError if there is none, or the game has no such feature.
    """
    known = named_rewards(spec.scores.points_name)
    if name in known:
        return name
    problem = (
        f"reward must be one of {', '.join(known)}, or module:name of a Weighted, a Shaping or a "
        f"function, found {shown(name)}"
    )
    if ":" not in name:
        raise ValueError(problem)
    try:
        found: RewardLike | RewardFn = resolve_name(name)
        if not callable(found):
            spec_of(found, spec)
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(f"{problem}: {error}") from error
    return found


class FunctionRewards:
    """Rewards of a batch from a function that gets copies of a game before and after an action."""

    def __init__(self, function: RewardFn, envs: BatchGame) -> None:
        self._function, self._envs = function, envs
        self._positions = [envs.game(i) for i in range(len(envs))]

    def after(self, actions: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the rewards of all seats for a step of the batch, shape (n, num_seats).

        Call it once after every step of the batch.

        Raises ValueError if the function does not return a finite number for each seat.
        """
        paid = np.zeros((len(self._positions), self._envs.num_seats), np.float32)
        for i, action in enumerate(actions.tolist()):
            before, after = self._positions[i], self._positions[i].clone()
            after.step(action)
            found = np.asarray(self._function(before, action, after), np.float64)
            if found.shape != paid[i].shape or not np.isfinite(found).all():
                raise ValueError(
                    f"reward function must return {len(paid[i])} finite numbers, one per seat, "
                    f"found {shown(found.tolist())}"
                )
            paid[i] = found
            self._positions[i] = self._envs.game(i) if after.finished else after
        return paid
