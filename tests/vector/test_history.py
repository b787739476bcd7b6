"""``history`` and ``compact_actions`` of batches: the same as of single environments."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import wistar_env
from tests.author.early import Coin
from tests.vector.gym_pairs import answers, check_same
from wistar_env import BatchGame, LearnerBatch
from wistar_env.errors import IllegalActionError
from wistar_env.kit.game import Game
from wistar_env.kit.game.registry import find_game

pytest.importorskip("stable_baselines3")

from wistar_env import make_sb3

LENGTH = 5
GAMES: list[tuple[type[Game] | str, int]] = [("rats-of-wistar", 2), ("lab-rats", 3), (Coin, 2)]


@pytest.mark.parametrize(("game", "players"), GAMES)
@pytest.mark.parametrize("compact", [False, True])
def test_a_learner_sees_the_history_of_the_single_environment(
    game: type[Game] | str, players: int, compact: bool
) -> None:
    settings: dict[str, Any] = {"history": LENGTH, "compact_actions": compact}
    batch = LearnerBatch(game, 4, players, **settings)
    envs: Any = [
        gymnasium.make("wistar/Game-v0", game=game, num_players=players, **settings)
        for _ in range(4)
    ]
    step = batch.reset(seed=1)
    shown = [env.reset(seed=1 + i) for i, env in enumerate(envs)]
    for _ in range(60):
        assert step.mask is not None
        for i, (seen, info) in enumerate(shown):
            assert np.array_equal(batch.history[i], seen["history"])
            assert np.array_equal(step.mask[i], info["action_mask"])
            legal = batch.legal_actions[i, : batch.num_legal[i]]
            assert sorted(legal.tolist()) == np.flatnonzero(info["action_mask"]).tolist()
        actions = batch.choose("random")
        step = batch.step(actions)
        for i, env in enumerate(envs):
            seen, _, over, _, info = env.step(int(actions[i]))
            assert over == step.done[i]
            if over:
                which = np.array([i])
                assert np.array_equal(batch.final_history(which)[0], seen["history"])
                seen, info = env.reset()
            shown[i] = seen, info


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_each_seat_sees_the_history_of_pettingzoos_environment(
    game: type[Game] | str, players: int
) -> None:
    env = wistar_env.make(game, players, history=LENGTH, compact_actions=True)
    mode = AutoresetMode.DISABLED
    batch = BatchGame(
        game,
        1,
        players,
        history=LENGTH,
        compact_actions=True,
        autoreset_mode=mode,
        observation=None,
    )
    env.reset(seed=3)
    step = batch.reset(seed=3)
    for _ in range(80):
        seen = env.observe(env.agent_selection)
        assert np.array_equal(batch.history[0], seen["history"])
        assert batch.choose("random")[0] in np.flatnonzero(seen["action_mask"])
        actions = batch.choose("greedy")
        env.step(int(actions[0]))
        step = batch.step(actions)
        if step.done.all():
            break


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_gymnasiums_vector_environment_has_the_dicts_of_single_ones(
    game: type[Game] | str, players: int, mode: AutoresetMode
) -> None:
    settings: dict[str, Any] = {"game": game, "num_players": players, "history": LENGTH}
    ours: Any = gymnasium.make_vec("wistar/Game-v0", num_envs=3, autoreset_mode=mode, **settings)
    theirs = SyncVectorEnv(
        [lambda: gymnasium.make("wistar/Game-v0", **settings)] * 3, autoreset_mode=mode
    )
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.observation_space == theirs.observation_space
    shown, over = (ours.reset(seed=1), theirs.reset(seed=1)), np.zeros(3, np.bool_)
    for number in range(120):
        for seen, expected in zip(*(each[:-1] for each in shown), strict=True):
            check_same(seen, expected)
        assert ours.observation_space.contains(shown[0][0])
        infos = shown[0][-1]
        if mode is AutoresetMode.DISABLED and over.any():
            options = {"reset_mask": over}
            masks = infos["action_mask"]
            shown = ours.reset(options=options), theirs.reset(options=dict(options))
            infos = shown[0][-1]
            infos["action_mask"][~over] = masks[~over]
            over = np.zeros(3, np.bool_)
            continue
        actions = answers(infos["action_mask"], number)
        (*own, told), (*other, expected) = ours.step(actions), theirs.step(actions)
        own[1], other[1] = own[1].astype(np.float32), other[1].astype(np.float32)
        over = own[2] | own[3]
        check_same(told, expected)
        shown = (*own, told), (*other, expected)


def test_sb3s_environment_has_the_dicts_of_single_ones() -> None:
    venv = make_sb3("lab-rats", 2, 3, history=LENGTH, seed=1)
    envs: Any = [
        gymnasium.make("wistar/Game-v0", game="lab-rats", num_players=3, history=LENGTH)
        for _ in range(2)
    ]
    assert venv.observation_space == envs[0].observation_space
    seen: Any = venv.reset()
    shown = [env.reset(seed=1 + i) for i, env in enumerate(envs)]
    ended = 0
    while ended < 2:
        for i, (expected, _) in enumerate(shown):
            check_same({name: each[i] for name, each in seen.items()}, expected)
        actions = venv.action_masks().argmax(axis=1)
        saved = venv.save()
        seen, _, dones, infos = venv.step(actions)
        for i, env in enumerate(envs):
            last, _, over, _, info = env.step(int(actions[i]))
            assert over == dones[i]
            if over:
                ended += 1
                check_same(infos[i]["terminal_observation"], last)
                last, info = env.reset()
            shown[i] = last, info
    again: Any = venv.load(saved)
    assert set(again) == {"observation", "history"}


def test_maskable_ppo_learns_from_the_history() -> None:
    contrib = pytest.importorskip("sb3_contrib")
    venv = make_sb3("lab-rats", 2, 3, history=LENGTH, seed=1)
    contrib.MaskablePPO("MultiInputPolicy", venv, n_steps=8, batch_size=8, n_epochs=1).learn(16)


def test_copies_and_saves_keep_the_history() -> None:
    batch = LearnerBatch("lab-rats", 3, 3, history=LENGTH)
    batch.reset(seed=1)
    for _ in range(4):
        batch.step(batch.choose("random"))
    other = LearnerBatch("lab-rats", 3, 3, history=LENGTH)
    other.load(batch.save())
    for each in (batch.__copy__(), other):
        assert np.array_equal(each.history, batch.history)
        each.step(each.choose("random"))
        assert not np.array_equal(each.history, batch.history)
    with pytest.raises(ValueError, match="'logs' must be an array of dtype int16"):
        LearnerBatch("lab-rats", 3, 3, history=LENGTH + 1).load(batch.save())


def test_without_history_there_are_no_tokens() -> None:
    batch = BatchGame("lab-rats", 3, 3)
    batch.reset(seed=1)
    assert batch.history.shape == (3, 0, 2)


@pytest.mark.parametrize("length", [-1, 4097, 1.5, True])
def test_a_length_that_is_none_is_rejected(length: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="history must be"):
        BatchGame("lab-rats", 3, 3, history=length)


def test_callers_arrays_have_compact_masks() -> None:
    ids = find_game("rats-of-wistar").spec.compact_actions(2)
    batch = BatchGame("rats-of-wistar", 2, 2, compact_actions=True, observation="uint8")
    observation = np.empty((2, batch.layout.size), np.uint8)
    mask = np.empty((2, len(ids)), np.int8)
    step = batch.reset(seed=1, out=(observation, mask))
    plain = BatchGame("rats-of-wistar", 2, 2).reset(seed=1)
    assert plain.mask is not None
    assert np.array_equal(mask, ids.mask(plain.mask))
    assert np.array_equal(batch.observe(int(step.seat[0]), np.array([0]))[1][0], mask[0])


@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
def test_an_action_that_is_no_compact_id_is_rejected(mode: str) -> None:
    batch = BatchGame("rats-of-wistar", 2, 2, compact_actions=True, autoreset_mode=mode)
    batch.reset(seed=1)
    with pytest.raises(IllegalActionError) as caught:
        batch.step([900, 900])
    assert "compact actions 0 to" in caught.value.__notes__[0]


def test_recurrent_agents_need_no_observations_to_have_the_history() -> None:
    batch = LearnerBatch("lab-rats", 2, 3, history=LENGTH, observation="sparse")
    batch.reset(seed=1)
    batch.step(batch.choose("random"))
    assert (batch.history[:, -1, 0] > 0).all()
