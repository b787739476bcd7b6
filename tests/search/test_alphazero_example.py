"""The example of a custom network that learns by self-play."""

from pathlib import Path

import numpy as np
import pytest
import torch

from examples.alphazero_torch import (
    GAME,
    Net,
    TorchBot,
    searcher,
    self_play,
    share_of_wins,
    train,
)
from wistar_env.kit.bots import Batch, View


def test_rows_are_as_each_seat_sees_them() -> None:
    torch.manual_seed(1)
    rows = self_play(searcher(Net(), 8), 3, np.random.default_rng(1))
    for observation, _, won in rows:
        assert observation.shape == (GAME.spec.observation_layout(2).size + 1,)
        assert won.sum() == pytest.approx(1)
    assert [bool(observation[-1]) for observation, _, _ in rows] == [s.any() for _, s, _ in rows]
    decides = [shares.sum() for _, shares, _ in rows]
    assert sorted(set(np.round(decides, 3))) == [0, 1]
    assert sum(decides) == pytest.approx(len(rows) / 2)
    # The last two rows of a game are of its winner and of the loser, whichever seats they have.
    assert {tuple(won) for _, _, won in rows} >= {(1, 0), (0, 1)}


def test_a_network_that_has_learned_a_little_beats_one_that_has_not_and_its_bot_plays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    net, file = train(iterations=12, games=16, simulations=16), tmp_path / "net.pt"
    losses = [float(line.split()[-1]) for line in capsys.readouterr().out.splitlines()]
    assert losses[-1] < losses[0]
    assert share_of_wins(net, Net(), 60, simulations=1) > 0.6
    assert share_of_wins(net, net, 20, simulations=2) == 0.5, "both begin as often"
    torch.save(net.state_dict(), file)
    bot, game = TorchBot(str(file), simulations=8), GAME.new(2, seed=1)
    (action,) = bot.act(Batch((View(game, game.seat),), np.array([5])))
    assert action in game.legal_actions()
