"""``training/dqn_torch.py``: returns of several steps, masks, a game that is learned."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tests.author.recall import Recall  # noqa: E402
from wistar_env import LearnerBatch, RatsOfWistar  # noqa: E402
from wistar_env.kit.networks.loading import load_network  # noqa: E402
from wistar_env.training import dqn_torch  # noqa: E402
from wistar_env.training.checkpoints import curve_in  # noqa: E402
from wistar_env.training.dqn_torch import Args, ReplayBuffer, train  # noqa: E402

ARGS = Args(
    game="tests.author.recall:Recall",
    steps=3e3,
    num_envs=16,
    buffer_size=3200,
    learning_starts=200,
    minibatch_size=64,
    n_step=2,
    hidden1=16,
    hidden2=16,
    learning_rate=1e-2,
    reward_scale=1.0,
    target_every=25,
    evaluate_every=1000,
    evaluate_games=60,
)


def test_it_learns_a_game_and_a_run_is_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    args = replace(ARGS, folder=str(tmp_path))
    evaluate, left = dqn_torch.evaluate, [1]

    def stopping(*given: object) -> dict[str, float]:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return evaluate(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(dqn_torch, "evaluate", stopping)
    with pytest.raises(KeyboardInterrupt):
        train(args)
    left[0] = 9
    train(args)
    rows = curve_in(tmp_path / "curve.jsonl")
    assert [row["steps"] // 1000 for row in rows] == [1, 2, 3]
    # It names the card that it sees; nobody without a memory names the other more often.
    assert rows[-1]["eval_score"] > 1.15
    network = load_network(tmp_path / "network.npz", Recall)
    game = Recall.new(1, seed=3)
    assert int(np.argmax(network.predict(game).logits)) == int(np.argmax(game.observe(0))) - 1
    with pytest.raises(SystemExit, match="already has a run with other settings"):
        train(replace(args, seed=2))


def test_the_return_of_several_steps_ends_with_the_game() -> None:
    args = replace(ARGS, num_envs=2, buffer_size=20, n_step=3, gamma=0.5, minibatch_size=200)
    batch = LearnerBatch(args.game, 2, observation="uint8")
    buffer = ReplayBuffer(batch, args)
    seen = dqn_torch.shown(batch.reset(1))
    rng = np.random.default_rng(1)
    rewards, done = rng.normal(size=(25, 2)).astype(np.float32), rng.random((25, 2)) < 0.3
    for t in range(25):
        action = torch.tensor([2 * t, 2 * t + 1])
        buffer.add(seen, action, SimpleNamespace(reward=rewards[t], done=done[t]))
    _, _, actions, total, weight, *_ = buffer.sample()
    assert set(actions.tolist()) == set(range(30, 44))  # t = 15 to 21: those behind are not known
    for action, found, factor in zip(actions.tolist(), total, weight, strict=True):
        t, game = divmod(action, 2)
        expected, left = 0.0, 1.0
        for k in range(3):
            expected += left * rewards[t + k, game]
            left *= 0.0 if done[t + k, game] else 0.5
        assert found.item() == pytest.approx(expected, abs=1e-5)
        assert factor.item() == left


def test_actions_are_legal_whatever_epsilon_is_and_the_bot_plays_the_best(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dqn_torch, "evaluate", lambda q, args: {})
    args = replace(
        ARGS,
        folder=str(tmp_path),
        game="rats-of-wistar",
        steps=128,
        learning_starts=64,
        minibatch_size=8,
    )
    q = train(args)
    batch = LearnerBatch(RatsOfWistar, 16, 1, level=5, observation="uint8")
    seen = dqn_torch.shown(batch.reset(1))
    rows = torch.arange(16)
    for epsilon in (0.0, 0.5, 1.0):
        assert seen[1][rows, dqn_torch.actions_of(q, seen, epsilon, "cpu")].all()
    network = load_network(tmp_path / "network.npz", RatsOfWistar)
    best = dqn_torch.actions_of(q, seen, 0.0, "cpu").tolist()
    for row, action in enumerate(best):
        found = network.predict(batch.game(row))
        assert found.actions[found.logits.argmax()] == action
