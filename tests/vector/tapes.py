"""The same games through every interface, as records that can be compared step by step."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple
from zlib import crc32

import gymnasium
import numpy as np

from tests.rewards.named import choose_reward
from wistar_env import BatchGame, RatsOfWistar, wistar_v0
from wistar_env.kit.game import seed_after
from wistar_env.kit.rewards import RewardLike
from wistar_env.kit.vector.arrays import Step
from wistar_env.kit.vector.single_env import SingleAgentEnv

#: Level of Rat-o-bot in solo games.
LEVEL = 4
#: Steps in which every game ends at least once and goes on with the next one.
STEPS = {1: 110, 2: 220, 3: 320, 4: 400}


def level_of(num_players: int) -> int | None:
    return LEVEL if num_players == 1 else None


class Mark(NamedTuple):
    """One game after a step: checksums of its bytes, and what the step gave."""

    game: int
    observation: int
    mask: int
    seat: int
    rewards: tuple[float, ...]
    done: bool


Tape = list[Mark]


def rounded(rewards: Sequence[float]) -> tuple[float, ...]:
    """Return rewards with the precision that batches have."""
    return tuple(np.array(rewards, np.float32).tolist())


def pick(mask: np.ndarray[Any, Any], number: int) -> int:
    """Return a legal action that depends on nothing but the mask and the number of the step."""
    legal = np.flatnonzero(mask)
    return int(legal[crc32(number.to_bytes(4, "little"), len(legal)) % len(legal)])


def picks(step: Step, number: int) -> np.ndarray[Any, Any]:
    """Return an action for each row, 0 where the game is over."""
    assert step.mask is not None
    return np.array([pick(row, number) if row.any() else 0 for row in step.mask])


def through_game(num_players: int, seed: int, reward: RewardLike = "vp") -> Tape:
    """Play with ``Game``, going on with the next game by ``seed_after``."""
    level, pays = level_of(num_players), choose_reward(reward)
    game, tape, done = RatsOfWistar.new(num_players, seed, level=level), [], False
    state, rewards = pays.start(game), [0.0] * game.num_seats
    for number in range(STEPS[num_players] + 1):
        observation, mask = game.observe_and_mask(game.seat)
        record = game.record.tobytes()
        marks = crc32(record), crc32(observation.tobytes()), crc32(mask.tobytes())
        tape.append(Mark(*marks, game.seat, rounded(rewards), done))
        game.step(pick(mask, number))
        done = game.finished
        rewards = [0.0] * game.num_seats
        if done or pays.dense:
            rewards = list(state.update(game))
        if done:
            seed = seed_after(seed)
            game = RatsOfWistar.new(num_players, seed, level=level)
            state = pays.start(game)
    return tape


def through_aec(num_players: int, seed: int, reward: RewardLike = "vp") -> Tape:
    """Play with the PettingZoo environment; it knows the rewards of its agents alone."""
    env = wistar_v0.env(num_players, level=level_of(num_players), reward=reward)
    env.reset(seed=seed)
    tape, rewards, done = [], dict.fromkeys(env.agents, 0.0), False
    for number in range(STEPS[num_players] + 1):
        seen = env.observe(env.agent_selection)
        game = env.game
        tape.append(
            Mark(
                crc32(game.record.tobytes()),
                crc32(seen["observation"].tobytes()),
                crc32(seen["action_mask"].tobytes()),
                game.seat,
                rounded(list(rewards.values())),
                done,
            )
        )
        env.step(pick(seen["action_mask"], number))
        rewards, done = env.rewards.copy(), all(env.terminations.values())
        if done:
            env.reset()
    return tape


def through_solo(seed: int, reward: RewardLike = "vp") -> Tape:
    """Play with the Gymnasium environment; it knows the reward of the human player alone."""
    env = gymnasium.make("wistar/RatOBot-v0", level=LEVEL, reward=reward)
    inner = env.unwrapped
    assert isinstance(inner, SingleAgentEnv)
    observation, info = env.reset(seed=seed)
    tape, paid, done = [], 0.0, False
    for number in range(STEPS[1] + 1):
        record = inner.game.record.tobytes()
        marks = crc32(record), crc32(observation), crc32(info["action_mask"].tobytes())
        tape.append(Mark(*marks, 0, (float(np.float32(paid)),), done))
        observation, reward_now, done, _, info = env.step(
            np.int64(pick(info["action_mask"], number))
        )
        paid = float(reward_now)
        if done:
            observation, info = env.reset()
    return tape


def marks_of(batch: BatchGame, step: Step) -> Iterator[Mark]:
    """Yield the mark of each row."""
    assert step.observation is not None
    assert step.mask is not None
    for i in range(len(batch)):
        yield Mark(
            crc32(batch.records[i].tobytes()),
            crc32(step.observation[i].tobytes()),
            crc32(step.mask[i].tobytes()),
            int(step.seat[i]),
            tuple(step.reward[i].tolist()),
            bool(step.done[i]),
        )


def through_batch(num_players: int, seed: int, **arguments: Any) -> list[Tape]:
    """Play with a batch; return a tape for each of its games."""
    arguments = {"reward": "vp", "num_games": 1, **arguments}
    batch = BatchGame(
        "rats-of-wistar", num_players=num_players, level=level_of(num_players), **arguments
    )
    step = batch.reset(seed=seed)
    tapes: list[Tape] = [[] for _ in range(len(batch))]
    for number in range(STEPS[num_players] + 1):
        for tape, mark in zip(tapes, marks_of(batch, step), strict=True):
            tape.append(mark)
        step = batch.step(picks(step, number))
    batch.close()
    return tapes


def heard(tape: Tape, listeners: int) -> Tape:
    """Return a tape with the rewards of the first seats alone."""
    return [mark._replace(rewards=mark.rewards[:listeners]) for mark in tape]
