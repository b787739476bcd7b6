"""AlphaZero in PyTorch: a network of your own learns Connect Four by self-play.

Search with the network plays better than the network alone, so the network repeatedly learns the
visits of its searches and the results of its games (Silver et al. 2018, arXiv:1712.01815)::

    python -m examples.alphazero_torch      # takes minutes
    wistar arena examples.alphazero_torch:TorchBot random --game examples.connect_four:ConnectFour

Each iteration learns each row of the latest eight iterations once. Learned eight times, the rows
overfit the results of single games, and the network ended no stronger than it began. For another
game, change the line ``GAME``. Values are win probabilities, so games with many ranks or draws may
need other targets.
"""

import argparse
from collections import deque
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from examples.connect_four import ConnectFour
from wistar_env.kit.bots import Batch
from wistar_env.kit.search import Evaluation, Leaves, Mcts, Report

GAME, PLAYERS, FILE = ConnectFour, 2, "results/connect-four.pt"
#: Decisions per game whose action is drawn from the visits; later ones play the best action.
DRAWN = 12
#: Random opening actions in games between two networks; each opening is played from every seat.
OPENING = 4
#: An input, each action's share of the visits (0 if another seat decides), and each seat's
#: share of the win, the observing seat first.
Row: TypeAlias = tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]


class Net(nn.Module):
    """A network with logits of actions, and logits of each seat's win probability.

    The board does not show whose turn it is, so an input says whether the observing seat decides.
    """

    def __init__(self, width: int = 128) -> None:
        super().__init__()
        size = GAME.spec.observation_layout(PLAYERS).size + 1
        self.body = nn.Sequential(
            nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy = nn.Linear(width, GAME.spec.num_actions)
        self.win = nn.Linear(width, PLAYERS)

    def forward(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        """Return the action logits and the win logits, the observing seat first."""
        hidden = self.body(observation)
        return self.policy(hidden), self.win(hidden)

    @torch.inference_mode()
    def evaluate(self, leaves: Leaves) -> Evaluation:
        """Evaluate the leaves of a search."""
        decides = leaves.action_mask.any(axis=1)
        seen = np.column_stack([leaves.observation, decides]).astype(np.float32)
        policy, win = self.forward(torch.from_numpy(seen))
        return Evaluation(policy, win.sigmoid())


def searcher(net: Net, simulations: int, **settings: Any) -> Mcts:
    """Return a search with a network, in which values are win probabilities."""
    usual = {"c_puct": 1.0, "root_prior_temperature": 1.0, "win_weight": 1.0, "value_weight": 1.0}
    return Mcts(simulations, network=net.evaluate, **{**usual, **settings})


class TorchBot:
    """A bot that plays the action that its search visits most."""

    def __init__(self, file: str = FILE, simulations: int = 100) -> None:
        self.file, net = Path(file), Net()
        net.load_state_dict(torch.load(file, weights_only=True))
        self.search = searcher(net, simulations, batch_size=8)

    def reset(self, seed: int) -> None:
        """Do nothing: the batch has seeds."""

    def act(self, batch: Batch) -> list[int]:
        """Return an action for each row."""
        return [each.best for each in self.search.search_all(batch.views, batch.seed.tolist())]

    def fingerprint_files(self) -> list[Path]:
        """Return the file of weights that fingerprints cover."""
        return [self.file]


def visit_shares(report: Report) -> NDArray[np.float32]:
    """Return the share of visits for every action of the game."""
    shares = np.zeros(GAME.spec.num_actions, np.float32)
    shares[report.actions] = report.visits / max(1, report.simulations)
    return shares


def self_play(search: Mcts, games: int, rng: np.random.Generator) -> list[Row]:
    """Play games in parallel; return a row for each decision and seat."""
    playing = [GAME.new(PLAYERS, seed=int(rng.integers(2**62))) for _ in range(games)]
    seen: list[tuple[Any, ...]] = []
    while True:
        open_games = [game for game in playing if not game.finished]
        if not open_games:
            break
        reports = search.search_all(open_games, rng.integers(2**62, size=len(open_games)).tolist())
        for game, report in zip(open_games, reports, strict=True):
            if len(report.actions) == 1:
                game.step(report.best)
                continue
            shares = visit_shares(report)
            # A search evaluates leaves from the view of its own seat, whichever seat decides there.
            for seat in range(PLAYERS):
                target = shares if seat == game.seat else np.zeros_like(shares)
                observation = np.append(game.observe(seat), np.float32(seat == game.seat))
                seen.append((game, seat, observation, target))
            drawn = int(rng.choice(len(shares), p=shares / shares.sum(dtype=float)))
            game.step(drawn if game.num_decisions < DRAWN else report.best)
    rows = []
    for game, seat, observation, shares in seen:
        first = np.array(game.ranks()) == 1
        won = (first / first.sum()).astype(np.float32)
        rows.append((observation, shares, np.roll(won, -seat)))
    return rows


def learn(net: Net, optimizer: torch.optim.Optimizer, rows: list[Row]) -> float:
    """Train for one epoch on rows in random order; return the mean loss."""
    observation, shares, won = (
        torch.from_numpy(np.array(column, np.float32)) for column in zip(*rows, strict=True)
    )
    losses = []
    order = torch.randperm(len(rows))
    for first in range(0, len(rows), 256):
        batch = order[first : first + 256]
        policy, win = net(observation[batch])
        loss = nn.functional.cross_entropy(policy, shares[batch])
        loss += nn.functional.binary_cross_entropy_with_logits(win, won[batch])
        optimizer.zero_grad()
        torch.autograd.backward(loss)
        optimizer.step()
        losses.append(loss.item())
    return float(np.mean(losses))


def share_of_wins(
    net: Net, other: Net, games: int, simulations: int, seed: int = 0, **settings: Any
) -> float:
    """Return a network's share of wins; its search may have its own settings."""
    rng = np.random.default_rng(seed)
    playing: list[tuple[Any, int]] = []
    for _ in range(games // PLAYERS):
        begun = GAME.new(PLAYERS, seed=int(rng.integers(2**62)))
        for _ in range(OPENING):
            begun.step(int(rng.choice(begun.legal_actions())))
        playing += [(begun.clone(), seat) for seat in range(PLAYERS)]
    searches = [
        (searcher(net, simulations, **settings), True),
        (searcher(other, simulations), False),
    ]
    while not all(game.finished for game, _ in playing):
        for search, own in searches:
            open_games = [g for g, seat in playing if not g.finished and (g.seat == seat) == own]
            reports = search.search_all(open_games, [0] * len(open_games))
            for game, report in zip(open_games, reports, strict=True):
                game.step(report.best)
    won = [np.array(game.ranks()) == 1 for game, _ in playing]
    return float(np.mean([w[seat] / w.sum() for w, (_, seat) in zip(won, playing, strict=True)]))


def train(iterations: int, games: int, simulations: int, seed: int = 0) -> Net:
    """Return a trained network."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # more threads slow down networks as small as this
    rng, net = np.random.default_rng(seed), Net()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3, weight_decay=1e-4)
    search = searcher(net, simulations, root_noise_fraction=0.25, dirichlet_alpha=1.0)
    window: deque[list[Row]] = deque(maxlen=8)
    for iteration in range(iterations):
        window.append(self_play(search, games, rng))
        rows = [row for part in window for row in part]
        loss = learn(net, optimizer, rows)
        print(f"iteration {1 + iteration}: {len(rows)} rows, loss {loss:.3f}", flush=True)
    return net


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--iterations", type=int, default=60)
    parser.add_argument("--games", type=int, default=64, help="games per iteration")
    parser.add_argument("--simulations", type=int, default=40)
    chosen = parser.parse_args()
    trained = train(chosen.iterations, chosen.games, chosen.simulations)
    Path(FILE).parent.mkdir(exist_ok=True)
    torch.save(trained.state_dict(), FILE)
    torch.manual_seed(0)  # as in training; the opponent is the initial network
    share = share_of_wins(trained, Net(), 200, chosen.simulations)
    print(f"the network wins {share:.0%} of 200 games against its untrained self, with search")
