"""Runs of a ``LearnerBatch``, recorded per game, and the same games replayed one by one."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

import numpy as np
from gymnasium.vector import AutoresetMode

from tests.rewards.named import choose_reward
from tests.vector.tapes import level_of, picks
from wistar_env import BatchGame, LearnerBatch, RatsOfWistar
from wistar_env.compiled.streams import FOR_OPPONENT_CHANCES, stream_of
from wistar_env.kit.batch.rows import Policy
from wistar_env.kit.bots import Batch, Player, View
from wistar_env.kit.rewards import RewardLike
from wistar_env.kit.vector import learner
from wistar_env.kit.vector.arrays import Step
from wistar_env.seeds import decision_seeds

NAMES = {Policy.RANDOM: "random", Policy.GREEDY: "greedy"}


@dataclass
class Told:
    """What a batch returned about one game."""

    seed: int
    learner: int
    level: int
    policies: list[int]
    actions: list[int] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)
    seen: list[tuple[int, int]] = field(default_factory=list)
    info: dict[str, Any] = field(default_factory=dict)
    final_observation: Any = None


def told(batch: learner.LearnerBatch, i: int) -> Told:
    row = batch._games.rows[i]
    others = row["policies"][: batch.num_players].tolist()
    return Told(
        int(batch.seed[i]), int(batch.learner_seat[i]), int(batch.report["level"][i]), others
    )


class Run:
    """A batch that is stepped, and its games so far."""

    def __init__(self, batch: LearnerBatch, seed: int) -> None:
        self.batch = batch
        self.step = batch.reset(seed=seed)
        self.number = 0
        self.running = [told(batch, i) for i in range(len(batch))]
        self.finished: list[list[Told]] = [[] for _ in range(len(batch))]

    def on(self, steps: int) -> "Run":
        """Go on for some steps."""
        for _ in range(steps):
            self._step()
        return self

    def _step(self) -> None:
        assert self.step.mask is not None
        assert self.step.observation is not None
        actions = picks(self.step, self.number)
        for i, game in enumerate(self.running):
            game.seen.append((crc32(self.step.observation[i]), crc32(self.step.mask[i])))
            game.actions.append(int(actions[i]))
        self.number += 1
        self.step = self.batch.step(actions)
        for i, game in enumerate(self.running):
            game.rewards.append(float(self.step.reward[i]))
        ended = np.flatnonzero(self.step.done)
        info, seen = self.batch.final_info(ended), self.batch.final_observation(ended)
        for k, i in enumerate(ended.tolist()):
            game = self.running[i]
            game.info = {name: values[k] for name, values in info.items()}
            game.final_observation = seen[k]
            self.finished[i].append(game)
            self.running[i] = told(self.batch, i)

    @property
    def games(self) -> list[Told]:
        """All games that have ended."""
        return [game for games in self.finished for game in games]


@dataclass
class Again:
    """One game played again: what the learner must have been told, and who moved last.

    ``game`` is at its end, ``first`` at the learner's first decision.
    """

    game: RatsOfWistar
    first: RatsOfWistar
    rewards: list[float]
    seen: list[tuple[int, int]]
    last_mover: int


def play_again(
    told: Told, num_players: int, reward: RewardLike, bots: Sequence[Player] = ()
) -> Again:
    """Play a game with ``BatchGame``, seat by seat, from its seed and the learner's actions."""
    level = told.level if num_players == 1 else None
    batch = BatchGame(
        "rats-of-wistar",
        1,
        num_players,
        level=level,
        observation=None,
        autoreset_mode=AutoresetMode.DISABLED,
    )
    batch.reset(seed=told.seed)
    batch._games.rows["choice_rng"] = stream_of(told.seed, FOR_OPPONENT_CHANCES)
    actions = iter(told.actions)
    game: Any = batch.game(0)
    state, paid = choose_reward(reward).start(game), 0.0
    again = Again(game, game, [], [], -1)
    while not game.finished:
        if game.seat == told.learner:
            if again.seen:
                again.rewards.append(float(np.float32(paid)))
                paid = 0.0
            else:
                again.first = game
            observation, mask = game.observe_and_mask(told.learner)
            again.seen.append((crc32(observation.tobytes()), crc32(mask.tobytes())))
            batch.step([next(actions)])
        else:
            batch.step(_answer(batch, told.policies[game.seat], bots))
        again.last_mover = game.seat
        game = batch.game(0)
        paid += state.update(game)[told.learner]
    again.rewards.append(float(np.float32(paid)))
    again.game = game
    assert next(actions, None) is None
    return again


def _answer(batch: BatchGame, policy: int, bots: Sequence[Player]) -> Any:
    if policy < Policy.OUTSIDE:
        return batch.choose(NAMES[Policy(policy)])
    game = batch.game(0)
    seeds = decision_seeds([(int(batch.seed[0]), int(batch.records["decisions"][0]))])
    return np.asarray(
        bots[policy - Policy.OUTSIDE].act(Batch((View(game, game.seat),), seeds)), np.int64
    )


def learn(num_games: int, num_players: int = 2, **arguments: Any) -> tuple[LearnerBatch, Step]:
    """Return a batch and its first step."""
    batch = LearnerBatch(
        "rats-of-wistar", num_games, num_players, level=level_of(num_players), **arguments
    )
    return batch, batch.reset(seed=11)
