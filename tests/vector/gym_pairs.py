"""Our vector environment compared with Gymnasium's own, made of solo environments."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv

from tests.vector.tapes import pick
from wistar_env.games.rats_of_wistar.rules.actions import NUM_ACTIONS
from wistar_env.kit.vector.gym import LearnerVectorEnv

ENV = "wistar/RatsOfWistar-v0"
#: Steps in which every game of these tests ends at least once.
ONCE = 110


def make(num_envs: int, num_players: int = 1, **arguments: Any) -> LearnerVectorEnv:
    return LearnerVectorEnv("rats-of-wistar", num_envs, num_players, **arguments)


def one_by_one(
    num_envs: int, autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP, **arguments: Any
) -> "SyncVectorEnv[Any, Any]":
    """Return as many solo environments in Gymnasium's own vector environment."""
    return SyncVectorEnv(
        [lambda: gymnasium.make(ENV, **arguments)] * num_envs,
        autoreset_mode=autoreset_mode,
    )


def answers(mask: np.ndarray[Any, Any], number: int) -> np.ndarray[Any, Any]:
    """Return a legal action for each game, and any for those that are over."""
    return np.array([pick(row, number) if row.any() else 0 for row in mask])


def check_same(ours: Any, theirs: Any, where: str = "") -> None:
    """Check that two values have the same structure, dtypes and contents."""
    assert type(ours) is type(theirs), where
    if isinstance(ours, dict):
        assert set(ours) == set(theirs), where
        for name in ours:
            check_same(ours[name], theirs[name], f"{where}.{name}")
    elif isinstance(ours, tuple):
        assert len(ours) == len(theirs), where
        for own, other in zip(ours, theirs, strict=True):
            check_same(own, other, where)
    elif isinstance(ours, np.ndarray) and ours.dtype == object:
        assert ours.shape == theirs.shape, where
        for own, other in zip(ours, theirs, strict=True):
            check_same(own, other, where)
    elif isinstance(ours, np.ndarray):
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape), where
        assert np.array_equal(ours, theirs), where
    else:
        assert ours == theirs, where


class Pair:
    """The vector environment and Gymnasium's own, which are told the same."""

    def __init__(self, num_envs: int, num_threads: int = 1, **arguments: Any) -> None:
        self.ours = make(num_envs, num_threads=num_threads, **arguments)
        self.theirs = one_by_one(num_envs, **arguments)
        self.mask = np.zeros((num_envs, NUM_ACTIONS), np.int8)
        self.ended = np.zeros(num_envs, int)
        self.number = 0

    def reset(self, seed: Any = None, options: dict[str, Any] | None = None) -> None:
        """Reset both; what both tell must be the same for the games that this begins."""
        options = options or {}
        ours, infos = self.ours.reset(seed=seed, options=options)
        theirs, expected = self.theirs.reset(seed=seed, options=dict(options))
        check_same(ours, theirs)
        assert np.array_equal(infos["action_mask"], np.stack(self.theirs.call("action_masks")))
        masks = np.where(expected["_action_mask"][:, None], infos["action_mask"], np.int8(0))
        check_same({**infos, "action_mask": masks}, expected)
        self.mask = infos["action_mask"]

    def on(self, games: int) -> None:
        """Go on until this many games have ended in each row."""
        until = self.ended + games
        while (self.ended < until).any():
            self.step()

    def on_until_one_ends(self) -> None:
        """Go on until a game has ended."""
        until = self.ended.sum()
        while self.ended.sum() == until:
            self.step()

    def step(self) -> None:
        """Step both; what both tell must be the same."""
        actions = answers(self.mask, self.number)
        *ours, infos = self.ours.step(actions)
        *theirs, expected = self.theirs.step(actions)
        ours[1], theirs[1] = self._rounded(ours[1]), self._rounded(theirs[1])
        check_same(tuple(ours), tuple(theirs))
        check_same(infos, expected)
        self.mask = infos["action_mask"]
        self.ended += ours[2]
        self.number += 1

    @staticmethod
    def _rounded(rewards: Any) -> Any:
        assert rewards.dtype == np.float64
        return rewards.astype(np.float32)


def played_on(envs: VectorEnv[Any, Any, Any], steps: int) -> list[Any]:
    """Go on, and return all that the steps gave."""
    inner: Any = envs.unwrapped
    out = []
    for number in range(steps):
        masks = np.stack(inner.call("action_masks"))
        out.append(envs.step(answers(masks, number)))
    return out
