"""TorchRL's wrappers: specs, masks, ends of games."""

from typing import Any

import gymnasium
import pytest
import torch
from torchrl.data import Binary
from torchrl.envs import (
    GymEnv,
    GymWrapper,
    MarlGroupMapType,
    PettingZooWrapper,
    TransformedEnv,
    check_env_specs,
)
from torchrl.envs.gym_like import default_info_dict_reader
from torchrl.envs.transforms import ActionMask

from wistar_env import wistar_v0
from wistar_env.games.rats_of_wistar.spaces.observation import observation_layout

pytestmark = [
    pytest.mark.clients,
    # TorchRL's own tests are of an older version of PettingZoo.
    pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL is tested using:UserWarning"),
]

SOLO = "wistar/RatOBot-v0"
NUM_ACTIONS = 971


def masked(env: Any, *games: int) -> Any:
    spec = {"action_mask": Binary(NUM_ACTIONS, shape=(*games, NUM_ACTIONS), dtype=torch.int8)}
    env.set_info_dict_reader(default_info_dict_reader(["action_mask"], spec=spec))
    return TransformedEnv(env, ActionMask())


def legal(rollout: Any) -> bool:
    chosen = rollout["action_mask"].gather(-1, rollout["action"].unsqueeze(-1))
    return bool(chosen.all())


def seats(num_players: int) -> Any:
    return PettingZooWrapper(
        wistar_v0.env(num_players=num_players, reward="rank"),
        use_mask=True,
        categorical_actions=True,
        group_map=MarlGroupMapType.ONE_GROUP_PER_AGENT,
    )


@pytest.mark.parametrize("num_players", [2, 4])
def test_every_seat_plays_a_whole_game_with_masks(num_players: int) -> None:
    rollout = seats(num_players).rollout(5000)
    assert rollout["next", "done"][-1].all()
    places = torch.linspace(-1, 1, num_players)
    names = [f"player_{seat}" for seat in range(num_players)]
    rewards = torch.stack([rollout["next", name, "reward"].sum() for name in names])
    assert torch.allclose(rewards.sort().values, places)
    moves = torch.stack([rollout[name, "mask"].squeeze(-1) for name in names])
    assert (moves.sum(dim=0) == 1).all()
    for name in names:
        assert legal(rollout[name][rollout[name, "mask"].squeeze(-1)])


def test_results_have_the_declared_specs() -> None:
    check_env_specs(seats(2))
    check_env_specs(masked(GymEnv(SOLO, categorical_action_encoding=True)))


def test_the_solo_game_is_played_to_its_end_with_masks() -> None:
    env = masked(GymEnv(SOLO, level=0, categorical_action_encoding=True))
    rollout = env.rollout(2000)
    assert rollout["next", "terminated"][-1].all()
    assert legal(rollout)
    assert rollout["next", "reward"].sum().abs() == 1


def test_batches_continue_after_the_end_of_each_game() -> None:
    games = gymnasium.make_vec(SOLO, num_envs=4, autoreset_mode="Disabled")
    rollout = masked(GymWrapper(games, categorical_action_encoding=True), 4).rollout(
        250, break_when_any_done=False
    )
    assert legal(rollout)
    ends = rollout["next", "done"].squeeze(-1)[:, :-1].nonzero()
    assert len(ends) >= 4
    views = observation_layout(1).views
    for game, step in ends.tolist():
        assert views(rollout["next", "observation"][game, step].numpy())["finished"] == 1
        assert views(rollout["observation"][game, step + 1].numpy())["finished"] == 0
