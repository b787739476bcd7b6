"""One seat of any game against bots, as a Gymnasium environment."""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import RecordVideo

from tests.kit.nim import Nim
from wistar_env import RatsOfWistar
from wistar_env.errors import (
    BotError,
    GameNotFoundError,
    GameOverError,
    IllegalActionError,
    NotStartedError,
)
from wistar_env.kit.bots import Batch
from wistar_env.kit.replays import Replay
from wistar_env.kit.vector.learner import LearnerBatch
from wistar_env.kit.vector.single_env import SingleAgentEnv


def made(**arguments: Any) -> SingleAgentEnv:
    env = gymnasium.make("wistar/Game-v0", **{"game": Nim, "num_players": 3, **arguments})
    assert isinstance(env.unwrapped, SingleAgentEnv)
    return env.unwrapped


@pytest.mark.parametrize("opponents", [["random"], ["greedy", "random"], ["mcts:simulations=8"]])
def test_a_game_is_that_of_a_batch_with_one_game(opponents: list[str]) -> None:
    env = made(opponents=opponents, reward="rank")
    batch = LearnerBatch(
        Nim, 1, 3, opponents=opponents, reward="rank", autoreset_mode=AutoresetMode.NEXT_STEP
    )
    for seed in (3, 4):
        observation, info = env.reset(seed=seed)
        step, over = batch.reset([seed]), False
        while not over:
            assert step.observation is not None
            assert step.mask is not None
            assert observation.tolist() == step.observation[0].tolist()
            assert info["action_mask"].tolist() == env.action_masks().tolist()
            assert info["action_mask"].tolist() == step.mask[0].tolist()
            assert (info["rank"], info["seed"], info["decisions"]) == (0, 0, 0)
            action = int(info["action_mask"].argmax())
            observation, reward, over, truncated, info = env.step(action)
            step = batch.step([action])
            assert (reward, over, truncated) == (step.reward[0], step.done[0], False)
        assert info["seed"] == seed
        assert info["rank"] == env.game.ranks()[info["learner_seat"]]
        assert info["scores"][:, -1].tolist() == [each["total"] for each in env.game.scores()]
        assert not info["action_mask"].any()


def test_games_follow_each_other_and_repeat_by_their_seed() -> None:
    one, other = made(), made()
    first, _ = one.reset(seed=5)
    second, _ = one.reset()
    assert first.tolist() == other.reset(seed=5)[0].tolist()
    assert second.tolist() == other.reset()[0].tolist()


def test_options_are_of_one_game() -> None:
    env = made(game=RatsOfWistar, num_players=1, level=2)
    assert env.reset(seed=1)[1]["level"] == 2
    assert env.reset(seed=1, options={"level": 7, "other": 1})[1]["level"] == 7
    assert env.reset(seed=1)[1]["level"] == 2
    with pytest.raises(ValueError, match="level must be"):
        env.reset(seed=1, options={"level": 12})
    assert env.game.num_decisions == 0


def test_an_unknown_keyword_is_rejected_as_python_rejects_it() -> None:
    # TorchRL's GymEnv tries frameskip=, and goes on without it after these words.
    with pytest.raises(TypeError, match=r"'frameskip': .* level"):
        made(game=RatsOfWistar, num_players=1, frameskip=1)


def test_options_that_are_set_are_those_of_the_games_from_then_on() -> None:
    env = made(game=RatsOfWistar, num_players=1, level=2)
    env.reset(seed=1)
    env.set_options(level=(7, 8))
    assert env.game.level == 2  # type: ignore[attr-defined]
    assert {env.reset()[1]["level"] for _ in range(9)} == {7, 8}
    with pytest.raises(TypeError, match=r"'levle'; .* level, tracks"):
        env.set_options(levle=3)
    assert env.reset()[1]["level"] >= 7


@pytest.mark.parametrize(
    ("game", "num_players", "opponents"),
    [
        ("rats-of-wistar", 1, ["random"]),
        ("rats-of-wistar", 3, ["greedy", "random"]),
        ("lab-rats", 4, ["careful", "random", "greedy"]),
        (Nim, 3, ["greedy"]),
    ],
)
def test_a_replay_has_the_actions_of_all_seats(
    game: Any, num_players: int, opponents: list[str], tmp_path: Path
) -> None:
    env = made(game=game, num_players=num_players, opponents=opponents)
    env.reset(seed=3)
    for _ in range(12):
        if env.game.finished:
            break
        env.step(int(env.action_masks().argmax()))
    assert env.replay().resume() == env.game
    assert len(env.replay().actions) == env.game.num_decisions
    env.replay().save(tmp_path / "game.jsonl")
    assert Replay.load(tmp_path / "game.jsonl", game=type(env.game)).resume() == env.game


def test_a_bot_that_fails_ends_the_game() -> None:
    class Illegal:
        def reset(self, seed: int) -> None:
            pass

        def act(self, batch: Batch) -> list[int]:
            return [-1] * len(batch)

    env = made(opponents=[Illegal()], learner_seat=0)

    def play() -> None:
        for seed in range(9):
            env.reset(seed=seed)
            env.step(int(env.action_masks().argmax()))

    with pytest.raises(BotError, match="Illegal: action -1"):
        play()
    with pytest.raises(NotStartedError, match="call reset"):
        env.step(0)


def test_an_illegal_action_is_rejected_or_penalized_and_nothing_changes() -> None:
    env, lenient = made(), made(on_illegal="penalize")
    for each in (env, lenient):
        each.reset(seed=1)
    illegal = int(env.action_masks().argmin())
    before = env.game
    with pytest.raises(IllegalActionError, match=f"action {illegal}"):
        env.step(illegal)
    assert lenient.step(illegal)[1:3] == (-1.0, False)
    assert env.game == lenient.game == before


def test_calls_out_of_order_are_rejected() -> None:
    env = made()
    for call in (env.action_masks, lambda: env.step(0), lambda: env.game):
        with pytest.raises(NotStartedError, match="call reset"):
            call()
    env.reset(seed=1)
    while env.action_masks().any():
        env.step(int(env.action_masks().argmax()))
    with pytest.raises(GameOverError, match="the game is finished"):
        env.step(0)


@pytest.mark.parametrize(
    ("arguments", "kind", "problem"),
    [
        ({"game": "chess"}, GameNotFoundError, "there is no game 'chess'"),
        ({"num_players": 9}, ValueError, "num_players must be an integer from 2 to 4"),
        ({"opponents": ["nobody"]}, BotError, "there is no bot 'nobody'"),
        ({"reward": "wood"}, ValueError, "reward"),
        ({"render_mode": "3d"}, ValueError, "render_mode must be one of"),
    ],
)
def test_wrong_arguments_are_rejected(
    arguments: dict[str, Any], kind: type[Exception], problem: str
) -> None:
    with pytest.raises(kind, match=problem):
        SingleAgentEnv(**{"game": Nim, "num_players": 3, **arguments})


def test_it_is_shown_as_text_and_as_pixels() -> None:
    env = made(render_mode="ansi")
    env.reset(seed=1)
    assert "Nim with a hidden card" in env.render()
    film = made(render_mode="rgb_array")
    film.reset(seed=1)
    film.step(int(film.action_masks().argmax()))
    assert film.render().shape == (1080, 1920, 3)
    small = made(render_mode="rgb_array", size=(320, 200))
    small.reset(seed=1)
    assert small.render().shape == (200, 320, 3)


def test_a_vector_of_them_is_made_by_gymnasium() -> None:
    envs = gymnasium.make_vec(
        "wistar/Game-v0",
        num_envs=4,
        game=Nim,
        num_players=2,
        vectorization_mode="vector_entry_point",
    )
    observation, info = envs.reset(seed=1)
    assert observation.shape[0] == 4
    assert np.asarray(info["action_mask"]).shape == (4, Nim.spec.num_actions)


def test_gymnasium_records_videos(tmp_path: Path) -> None:
    pytest.importorskip("moviepy", reason="needs the extra 'video'")
    env = gymnasium.make("wistar/Game-v0", game=Nim, num_players=3, render_mode="rgb_array")
    recorded: Any = RecordVideo(env, str(tmp_path / "films"), disable_logger=True)
    _, info = recorded.reset(seed=1)
    for _ in range(2):
        _, _, over, _, info = recorded.step(int(info["action_mask"].argmax()))
        assert not over
    recorded.close()
    (film,) = (tmp_path / "films").glob("*.mp4")
    assert film.stat().st_size > 10_000
