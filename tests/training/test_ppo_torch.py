"""``training/ppo_torch.py``: advantages by hand, a run that is resumed, a game that is learned."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tests.author.recall import Recall  # noqa: E402
from wistar_env import BatchGame, RatsOfWistar  # noqa: E402
from wistar_env.kit.networks.loading import load_network  # noqa: E402
from wistar_env.training import ppo_torch  # noqa: E402
from wistar_env.training.checkpoints import curve_in  # noqa: E402
from wistar_env.training.ppo_torch import Args, advantages_of, train  # noqa: E402

SIZE = 4 * 16
TINY = Args(
    num_envs=4,
    num_steps=16,
    minibatch_size=32,
    epochs=2,
    hidden="32,16",
    steps=3 * SIZE,
    evaluate_every=2,
    evaluate_games=4,
)
RECALL = "tests.author.recall:Recall"


def by_definition(
    played: list[Any], values: Any, next_seats: Any, args: Args, game: int
) -> list[float | None]:
    """Return the advantages of a game, each as a sum of errors; None where it is not known."""
    seats, rewards, done = (each[:, game] for each in played)
    steps = len(seats)
    found: list[float | None] = []
    for first in range(steps):
        seat, t, weight, total = seats[first], first, 1.0, 0.0
        while True:
            reward, value, ended = 0.0, float(values[t, game]), False
            while True:
                reward += args.reward_scale * float(rewards[t, seat])
                ended = bool(done[t])
                t += 1
                if ended or t == steps or seats[t] == seat:
                    break
            decides_next = t == steps and next_seats[game] == seat
            if not ended and t == steps and not decides_next:
                # What comes of this decision is not known: it is the last one, or left out.
                found.append(total if weight < 1 else None)
                break
            later = 0.0 if ended else args.gamma * float(values[t, game])
            total += weight * (reward + later - value)
            weight *= args.gamma * args.gae_lambda
            if ended or t == steps:
                found.append(total)
                break
    return found


@pytest.mark.parametrize("num_seats", [1, 2, 4])
def test_advantages_are_those_of_the_definition(num_seats: int) -> None:
    rng, (steps, games) = np.random.default_rng(num_seats), (30, 20)
    args = Args(gamma=0.95, gae_lambda=0.9, reward_scale=0.5)
    seats = rng.integers(num_seats, size=(steps, games))
    rewards = rng.normal(size=(steps, games, num_seats)).astype(np.float32)
    played: list[Any] = [seats, rewards, rng.random((steps, games)) < 0.1]
    values = rng.normal(size=(steps + 1, games)).astype(np.float32)
    next_seats = rng.integers(num_seats, size=games)
    advantages, known = advantages_of(played, values, next_seats, args)
    for game in range(games):
        expected = by_definition(played, values, next_seats, args, game)
        assert [each is not None for each in expected] == known[:, game].tolist()
        for t in np.flatnonzero(known[:, game]):
            assert advantages[t, game] == pytest.approx(expected[t], abs=1e-4)
    assert known.all() == (num_seats == 1)


def test_the_bot_thinks_what_the_policy_does(tmp_path: Path) -> None:
    agent = train(replace(TINY, players=2, folder=str(tmp_path)))
    network = load_network(tmp_path / "network.npz", RatsOfWistar)
    assert network.metadata["steps"] == 3 * SIZE
    batch = BatchGame(RatsOfWistar, 4, 2, observation="uint8")
    step = batch.reset(1)
    logits, _ = agent(*ppo_torch.shown(step, "cpu"))
    for i in range(4):
        found = network.predict(batch.game(i))
        shown = logits[i, found.actions.tolist()].detach().numpy()
        assert shown == pytest.approx(found.logits, abs=1e-4)
        assert not found.points.any()


def test_an_interrupted_run_ends_as_if_it_had_not_been(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ppo_torch, "evaluate", lambda agent, args: {})
    whole = train(replace(TINY, folder=str(tmp_path / "whole")))
    monkeypatch.chdir(tmp_path)
    part = replace(TINY, folder="part", evaluate_every=99)
    play, left = ppo_torch.play, [2, 1, 9]

    def stopping(*args: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return play(*args)

    monkeypatch.setattr(ppo_torch, "play", stopping)
    while True:
        try:
            resumed = train(part)
            break
        except KeyboardInterrupt:
            del left[0]
    for one, other in zip(whole.parameters(), resumed.parameters(), strict=True):
        assert torch.equal(one, other)
    rows = curve_in(tmp_path / "part" / "curve.jsonl")
    assert [row["steps"] for row in rows] == [SIZE, 2 * SIZE, 3 * SIZE]
    with pytest.raises(SystemExit, match=r"part already has a run with other settings"):
        train(replace(part, seed=2))


@pytest.mark.parametrize("hidden", ["64", "16,16", "32,16,16"])
def test_it_learns_a_game_by_points_with_one_to_three_layers(tmp_path: Path, hidden: str) -> None:
    args = Args(
        folder=str(tmp_path),
        game=RECALL,
        steps=5e3,
        num_envs=32,
        num_steps=16,
        minibatch_size=128,
        hidden=hidden,
        learning_rate=1e-2,
        reward_scale=1.0,
        evaluate_games=60,
    )
    agent = train(args)
    last = json.loads((tmp_path / "curve.jsonl").read_text().splitlines()[-1])
    # It names the card that it sees; nobody without a memory names the other more often.
    assert last["eval_score"] > 1.2
    assert last["entropy"] < np.log(3) / 2 + 0.1
    game = Recall.new(1, seed=3)
    seen = torch.from_numpy(game.observe(0)[None]), torch.ones(1, 3, dtype=torch.bool)
    assert int(agent(*seen)[0].argmax()) == int(np.argmax(game.observe(0))) - 1
    assert (tmp_path / "network.npz").exists() == (hidden == "16,16")


@pytest.mark.parametrize("name", ["ppo_torch", "dqn_torch", "ppo_gru_torch"])
def test_it_is_one_file_of_at_most_250_lines(name: str) -> None:
    text = Path(f"training/{name}.py").read_text("utf-8")
    assert len(text.splitlines()) <= 250
    assert not re.search(r"^(from|import) wistar_env\.training", text, re.MULTILINE)
