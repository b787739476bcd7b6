"""``training/ppo_gru_torch.py`` learns a game that needs memory."""

from dataclasses import replace
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from wistar_env.training.checkpoints import curve_in  # noqa: E402
from wistar_env.training.ppo_gru_torch import Agent, Args, advantages_of, train  # noqa: E402

ARGS = Args(
    game="tests.author.recall:Recall",
    steps=4e3,
    num_envs=32,
    num_steps=16,
    minibatch_envs=8,
    hidden1=16,
    hidden2=16,
    learning_rate=1e-2,
    reward_scale=1.0,
    evaluate_games=60,
)


def test_it_names_a_card_that_it_no_longer_sees(tmp_path: Path) -> None:
    args = replace(ARGS, folder=str(tmp_path))
    agent = train(args)
    rows = curve_in(tmp_path / "curve.jsonl")
    assert rows[-1]["eval_score"] > 1.8  # without a memory 4/3 is the most
    again = train(args)  # it is finished
    assert len((tmp_path / "curve.jsonl").read_text().splitlines()) == len(rows)
    for one, other in zip(agent.parameters(), again.parameters(), strict=True):
        assert torch.equal(one, other)
    with pytest.raises(SystemExit, match="already has a run with other settings"):
        train(replace(args, seed=2))


def test_the_state_is_forgotten_where_a_game_begins() -> None:
    torch.manual_seed(1)
    agent = Agent(torch.ones(4).numpy(), 3, (16, 16))
    seen = torch.randint(0, 2, (6, 5, 4), dtype=torch.uint8)
    mask, begins = torch.ones(6, 5, 3, dtype=torch.bool), torch.zeros(6, 5, dtype=torch.bool)
    begins[3, 2] = True
    _, whole, _ = agent(seen, mask, begins, torch.randn(5, 16))
    _, later, _ = agent(seen[3:], mask[3:], begins[3:], torch.zeros(5, 16))
    same = (whole[3:] == later).all(0)
    assert same.tolist() == [False, False, True, False, False]


def test_advantages_stop_at_the_end_of_a_game() -> None:
    args = replace(ARGS, gamma=0.5, gae_lambda=0.5)
    rewards = torch.tensor([[1.0], [2.0], [4.0]])
    done = torch.tensor([[False], [True], [False]])
    values = torch.tensor([[3.0], [5.0], [7.0], [2.0]])
    found = advantages_of(rewards, done, values, args)
    assert found[2].item() == 4 + 0.5 * 2 - 7
    assert found[1].item() == 2 - 5
    assert found[0].item() == (1 + 0.5 * 5 - 3) + 0.25 * (2 - 5)
