import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tests.rewards.custom import SHAPING
from tests.vector.learners import Told, learn, play_again, told
from tests.vector.sb3_plays import begun, picked, played, stepped
from tests.vector.tapes import LEVEL, level_of, pick
from wistar_env.errors import NotStartedError, ReplayError
from wistar_env.games.rats_of_wistar.rules.actions import NUM_ACTIONS
from wistar_env.games.rats_of_wistar.rules.categories import CATEGORIES
from wistar_env.games.rats_of_wistar.spaces.observation import observation_layout
from wistar_env.kit.game import seed_after
from wistar_env.kit.game.breakdown import best_first
from wistar_env.kit.rewards import RewardLike
from wistar_env.kit.vector.single_env import SingleAgentEnv

pytest.importorskip("sb3_contrib")

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.preprocessing import is_image_space, preprocess_obs
from stable_baselines3.common.vec_env import (
    DummyVecEnv,
    VecEnv,
    VecMonitor,
)

from wistar_env import make_sb3
from wistar_env.kit.vector.sb3 import LearnerVecEnv

#: Steps in which every solo game ends at least once.
STEPS = 110
Array = npt.NDArray[Any]


@pytest.fixture(autouse=True)
def _one_torch_thread() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def step_with(venv: VecEnv, actions: Array) -> Any:
    return venv.step(actions)


def model_for(venv: VecEnv, n_steps: int, **arguments: Any) -> MaskablePPO:
    return MaskablePPO(
        "MlpPolicy",
        venv,
        n_steps=n_steps,
        batch_size=32,
        n_epochs=1,
        seed=3,
        device="cpu",
        policy_kwargs={"net_arch": [16]},
        **arguments,
    )


class Rollout(BaseCallback):
    """Keeps the first rollout as it was collected."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[str, Array] = {}

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        buffer = self.locals["rollout_buffer"]
        names = ("observations", "actions", "rewards", "episode_starts", "action_masks")
        self.kept = self.kept or {name: getattr(buffer, name).copy() for name in names}


def collected(venv: VecEnv, n_steps: int) -> dict[str, Array]:
    rollout = Rollout()
    model_for(venv, n_steps).learn(n_steps * venv.num_envs, callback=rollout)
    return rollout.kept


# Training


@pytest.mark.parametrize("monitored", [False, True])
def test_a_rollout_holds_what_the_solo_environment_gives(monitored: bool) -> None:
    inner: VecEnv = make_sb3("rats-of-wistar", 2, level=LEVEL, reward="vp")
    rollout = collected(VecMonitor(inner) if monitored else inner, STEPS)
    assert rollout["episode_starts"][1:].any(axis=0).all()
    for i in range(2):
        env = SingleAgentEnv("rats-of-wistar", 1, level=LEVEL, reward="vp")
        observation, info = env.reset(seed=3 + i)
        start = True
        for step in range(STEPS):
            assert np.array_equal(rollout["observations"][step, i], observation)
            mask = rollout["action_masks"][step].reshape(2, NUM_ACTIONS)[i]
            assert np.array_equal(mask, info["action_mask"])
            assert rollout["episode_starts"][step, i] == start
            observation, reward, start, _, info = env.step(int(rollout["actions"][step, i, 0]))
            assert rollout["rewards"][step, i] == np.float32(reward)
            if start:
                observation, info = env.reset()


def test_a_rollout_of_two_players_holds_what_the_batch_gives() -> None:
    venv = make_sb3("rats-of-wistar", 2, 2, reward="vp", opponents=["greedy"])
    rollout = collected(VecMonitor(venv), 32)
    batch, _ = learn(2, 2, reward="vp", opponents=["greedy"])
    step = batch.reset(seed=3)
    for number in range(32):
        assert step.observation is not None
        assert np.array_equal(rollout["observations"][number], step.observation)
        step = batch.step(rollout["actions"][number, :, 0].astype(np.int64))
        assert np.array_equal(rollout["rewards"][number], step.reward)


@pytest.mark.parametrize("num_players", [1, 2])
def test_a_policy_is_evaluated_with_masks(num_players: int) -> None:
    venv = VecMonitor(make_sb3("rats-of-wistar", 2, num_players, seed=8))
    model = model_for(venv, 32)
    model.learn(64)
    rewards, lengths = evaluate_policy(
        model, venv, n_eval_episodes=3, deterministic=False, return_episode_rewards=True
    )
    assert isinstance(rewards, list)
    assert set(rewards) <= {1.0, -1.0}
    assert len(rewards) == 3
    assert isinstance(lengths, list)
    assert min(lengths) > 10


def test_a_policy_takes_counts_as_floats_that_are_not_scaled() -> None:
    venv = make_sb3("rats-of-wistar", 2, level=LEVEL, observation="uint8", seed=1)
    observation = begun(venv)
    space = venv.observation_space
    assert observation.dtype == space.dtype == np.uint8
    assert not is_image_space(space)
    seen = preprocess_obs(torch.as_tensor(observation), space)
    assert isinstance(seen, torch.Tensor)
    assert seen.dtype == torch.float32
    assert np.array_equal(seen.numpy(), observation)
    rollout = collected(venv, 32)
    assert rollout["observations"].dtype == np.uint8
    assert rollout["observations"].max() > 1


# What a step gives


@pytest.mark.parametrize("observation", ["float32", "uint8"])
def test_it_continues_as_the_solo_environment(observation: str) -> None:
    venv = make_sb3("rats-of-wistar", 3, level=LEVEL, reward="score", observation=observation)
    tape = played(venv, STEPS, seed=7)
    scale = 1 if observation == "float32" else observation_layout(1).scale
    for i in range(3):
        env = SingleAgentEnv("rats-of-wistar", 1, level=LEVEL, reward="score")
        single = DummyVecEnv([lambda env=env: env])  # type: ignore[misc]
        seed = 7 + i
        for number, ((seen, *rest), (expected, *others)) in enumerate(
            zip(tape, played(single, STEPS, seed), strict=True)
        ):
            assert np.array_equal(seen[i] * scale, expected[0])
            if number == 0:
                continue
            (rewards, dones, infos), (reward, done, info) = rest, others
            assert (rewards[i], dones[i]) == (reward[0], done[0])
            if not dones[i]:
                assert infos[i] == {}
                continue
            for name in ("TimeLimit.truncated", "rank"):
                assert infos[i][name] == info[0][name]
            assert np.array_equal(infos[i]["scores"], info[0]["scores"])
            final = infos[i]["terminal_observation"] * scale
            assert np.array_equal(final, info[0]["terminal_observation"])
            assert infos[i]["seed"] == seed
            assert infos[i]["level"] == LEVEL
            seed = seed_after(seed)


def test_types_and_shapes_are_those_that_stable_baselines_expects() -> None:
    venv = make_sb3("rats-of-wistar", 4, level=LEVEL)
    observation, rewards, dones, infos = played(venv, 1)[-1]
    assert venv.observation_space.contains(observation[0])
    assert observation.shape == (4, observation_layout(1).size)
    assert (rewards.dtype, rewards.shape) == (np.float32, (4,))
    assert (dones.dtype, dones.shape) == (np.bool_, (4,))
    assert len({id(info) for info in infos}) == len(infos) == 4


def finished_games(venv: LearnerVecEnv, steps: int) -> list[Told]:
    """Play and return what the environment told of the games that ended."""
    observation = begun(venv)
    running = [told(venv.batch, i) for i in range(venv.num_envs)]
    finished = []
    for number in range(steps):
        actions = picked(venv, number)
        observation, rewards, dones, infos = step_with(venv, actions)
        for i, game in enumerate(running):
            game.actions.append(int(actions[i]))
            game.rewards.append(float(rewards[i]))
            if dones[i]:
                game.info = infos[i]
                finished.append(game)
                running[i] = told(venv.batch, i)
    assert len(observation) == venv.num_envs
    return finished


@pytest.mark.parametrize("reward", ["win", "vp", SHAPING], ids=["win", "vp", "shaped"])
def test_the_last_reward_is_the_learners_also_when_an_opponent_moves_last(
    reward: RewardLike,
) -> None:
    venv = make_sb3("rats-of-wistar", 12, 2, reward=reward, seed=2)
    games = finished_games(venv, 2 * STEPS)
    last_movers = set()
    for game in games:
        again = play_again(game, 2, reward)
        assert game.rewards == again.rewards
        final = again.game.observe(game.learner)
        assert np.array_equal(game.info["terminal_observation"], final)
        named = [dict(zip(CATEGORIES, row, strict=True)) for row in game.info["scores"]]
        assert named == again.game.scores()
        assert game.info["rank"] == best_first(again.game.ranks()).index(game.learner) + 1
        assert game.info["learner_seat"] == game.learner
        assert game.info["decisions"] == again.game.record["decisions"][0]
        assert game.info["level"] == 0
        last_movers.add(again.last_mover == game.learner)
    assert last_movers == {True, False}


def same(one: Any, other: Any) -> bool:
    return pickle.dumps(one) == pickle.dumps(other)


@pytest.mark.parametrize("observation", ["float32", "uint8"])
@pytest.mark.parametrize("num_players", [1, 3])
def test_it_repeats_exactly_with_any_number_of_threads(num_players: int, observation: str) -> None:
    def tape(**arguments: Any) -> list[tuple[Any, ...]]:
        return played(
            make_sb3("rats-of-wistar", 3, num_players, observation=observation, **arguments), STEPS
        )

    first = tape()
    assert same(first, tape())
    assert same(first, tape(num_threads=2))


# Arrays


def bytes_of(array: Any) -> bytes:
    return array.numpy().tobytes() if isinstance(array, torch.Tensor) else bytes(array.tobytes())


@pytest.mark.parametrize(
    "hold",
    [lambda array: array, lambda array: array[1:][:, ::2], memoryview, torch.as_tensor],
    ids=["array", "view of a view", "memoryview", "tensor"],
)
def test_an_array_that_somebody_holds_is_left_alone(hold: Any) -> None:
    venv = make_sb3("rats-of-wistar", 2, level=LEVEL, seed=1)
    held = [hold(begun(venv))]
    before = [bytes_of(held[0])]
    for number in range(8):
        held.append(hold(stepped(venv, number)[0]))
        before.append(bytes_of(held[-1]))
    assert [bytes_of(array) for array in held] == before
    assert len(set(before)) > 4


def test_rewards_and_dones_are_new_arrays() -> None:
    venv = make_sb3("rats-of-wistar", 2, level=LEVEL, reward="vp", seed=1)
    venv.reset()
    held = [stepped(venv, number)[1:3] for number in range(STEPS)]
    assert len({id(array) for pair in held for array in pair}) == 2 * STEPS
    assert len({rewards.tobytes() for rewards, _ in held}) > 1
    assert len({dones.tobytes() for _, dones in held}) > 1


def test_a_caller_may_write_to_what_it_is_given() -> None:
    clean, touched = (
        make_sb3("rats-of-wistar", 2, level=LEVEL),
        make_sb3("rats-of-wistar", 2, level=LEVEL),
    )
    expected = played(clean, 20)
    touched.seed(5)
    begun(touched)[:] = 7
    for number in range(20):
        masks: Any = touched.env_method("action_masks")
        actions = picked(touched, number)
        masks[:] = 1
        observation, rewards, dones, infos = step_with(touched, actions)
        assert same((observation, rewards, dones, infos), expected[number + 1])
        observation[:], rewards[:], dones[:] = 7, 7, True
        infos[0]["mine"] = 1


# Illegal actions and calls out of order


def test_an_illegal_action_can_cost_a_reward_instead() -> None:
    venv = make_sb3("rats-of-wistar", 2, level=LEVEL, seed=1, on_illegal="penalize", reward="vp")
    first = begun(venv)
    game, masks = venv.get_attr("game")[1], venv.env_method("action_masks")
    illegal = int(np.flatnonzero(masks[1] == 0)[0])
    actions = np.array([pick(masks[0], 0), illegal])
    observation, rewards, dones, infos = step_with(venv, actions)
    assert rewards.tolist() == [0.0, -1.0]
    assert not dones.any()
    assert infos == [{}, {}]
    assert venv.get_attr("game")[1] == game
    assert np.array_equal(observation[1], first[1])
    assert not np.array_equal(observation[0], first[0])


def test_nothing_can_be_played_before_the_first_reset() -> None:
    venv = make_sb3("rats-of-wistar", 2)
    with pytest.raises(NotStartedError):
        venv.step(np.array([0, 0]))
    with pytest.raises(NotStartedError):
        venv.env_method("action_masks")
    venv.reset()
    with pytest.raises(NotStartedError, match=r"call step_async\(\) first"):
        venv.step_wait()
    venv.step_async(np.array([0, 0]))
    venv.reset()
    with pytest.raises(NotStartedError, match="step_async"):
        venv.step_wait()


@pytest.mark.parametrize(
    ("actions", "error"), [([0.0, 0.0], TypeError), ([0], ValueError), ([[0], [0]], ValueError)]
)
def test_actions_of_a_wrong_kind_are_rejected(actions: Any, error: type[Exception]) -> None:
    venv = make_sb3("rats-of-wistar", 2)
    venv.reset()
    with pytest.raises(error, match=r"actions? must be"):
        venv.step(np.array(actions))


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_observations_lie_in_their_space(num_players: int) -> None:
    for observation in ("float32", "uint8"):
        venv = make_sb3(
            "rats-of-wistar", 2, num_players, level=level_of(num_players), observation=observation
        )
        for seen, *_ in played(venv, STEPS):
            assert all(venv.observation_space.contains(row) for row in seen)


def test_sparse_observations_are_rejected_with_where_to_find_them() -> None:
    with pytest.raises(ValueError, match=r"observation='sparse'.*LearnerBatch"):
        make_sb3("rats-of-wistar", 2, level=LEVEL, observation="sparse")


@pytest.mark.parametrize("observation", ["float32", "uint8"])
@pytest.mark.parametrize("num_players", [1, 3])
def test_saved_games_continue_identically(num_players: int, observation: str) -> None:
    venv, other = (
        make_sb3("rats-of-wistar", 5, num_players, observation=observation, seed=7)
        for _ in range(2)
    )
    other.reset()
    last = played(venv, 30)[-1][0]
    assert np.array_equal(other.load(venv.save()), last)
    for number in range(STEPS):
        one, two = stepped(venv, number), stepped(other, number)
        for left, right in zip(one[:3], two[:3], strict=True):
            assert np.array_equal(left, right)
        assert np.array_equal(venv.action_masks(), other.action_masks())


def test_saved_games_with_an_unknown_policy_are_rejected() -> None:
    with_bot = make_sb3(
        "rats-of-wistar", 5, 2, opponents=["wistar_env.agents.greedy:GreedyAgent"], seed=1
    )
    without = make_sb3("rats-of-wistar", 5, 2, seed=1)
    with_bot.reset()
    without.reset()
    with pytest.raises(ReplayError, match="saved games: a seat is played by"):
        without.load(with_bot.save())
    assert not without.batch.started
