"""A league in PyTorch: two policies learn from games against each other and themselves.

The games are PettingZoo AEC environments; a random policy of the population plays each seat and
learns by PPO. An annealed entropy bonus keeps the policies from circling around an equilibrium
(Sokota et al. 2023, arXiv:2206.05825). In Leduc poker, exploitability is exact; in larger games,
the league plays against its initial policies::

    python -m examples.league
    python -m examples.league --game rats-of-wistar --no-exact --games 64 --iterations 100
    wistar solve examples.leduc:Leduc --bot examples.league:LeagueBot
"""

import argparse
from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import torch
from gymnasium.spaces import flatdim
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.distributions import Categorical
from torch.optim import Adam, Optimizer

from wistar_env import make
from wistar_env.kit.bots import Batch
from wistar_env.kit.envs.aec import GameEnv
from wistar_env.theory import SequenceForm, judge, policy_of

GAME, PLAYERS, POPULATION, FILE = "examples.leduc:Leduc", 2, 2, "results/league.pt"
EPOCHS, MINIBATCHES, CLIP, VALUE_COEF = 4, 4, 0.2, 0.5
LEARNING_RATE, ENTROPY_COEF = 3e-3, 0.2
#: A decision: observation, mask, action, its log probability, and the predicted value.
Row: TypeAlias = tuple[Tensor, Tensor, Tensor, Tensor, Tensor]


class Policy(nn.Module):
    """A network with logits of actions, and the expected reward of the observing seat."""

    def __init__(self, size: int, num_actions: int, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.actor, self.critic = nn.Linear(width, num_actions), nn.Linear(width, 1)

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Categorical, Tensor]:
        """Return the distribution over legal actions, and the value."""
        hidden = self.body(observation)
        logits = self.actor(hidden).masked_fill(mask == 0, -torch.inf)
        return Categorical(logits=logits, validate_args=False), self.critic(hidden).squeeze(-1)

    @torch.no_grad()
    def rows(self, seen: Sequence[dict[str, NDArray[Any]]]) -> list[Row]:
        """Return a row with a sampled action for each observation of an environment."""
        observation, mask = (
            torch.from_numpy(np.stack([each[name] for each in seen]))
            for name in ("observation", "action_mask")
        )
        policy, value = self(observation, mask)
        action = policy.sample()
        return list(zip(observation, mask, action, policy.log_prob(action), value, strict=True))


def policy_for(env: GameEnv) -> Policy:
    """Return a policy with random weights."""
    agent = env.possible_agents[0]
    return Policy(
        flatdim(env.observation_space(agent)["observation"]), flatdim(env.action_space(agent))
    )


class LeagueBot:
    """Samples actions from a policy of the population."""

    def __init__(self, file: str = FILE, member: int = 0) -> None:
        self.file = Path(file)
        weights = torch.load(file, weights_only=True)[member]
        size, num_actions = weights["body.0.weight"].shape[1], len(weights["actor.bias"])
        self.policy = Policy(size, num_actions)
        self.policy.load_state_dict(weights)

    def reset(self, seed: int) -> None:
        """Do nothing: the batch has seeds."""

    @torch.inference_mode()
    def probabilities(self, batch: Batch) -> NDArray[np.float64]:
        """Return the probabilities of all actions in each row."""
        policy, _ = self.policy(torch.from_numpy(batch.observation), torch.from_numpy(batch.mask))
        found: NDArray[np.float64] = policy.probs.double().numpy()
        return found

    def act(self, batch: Batch) -> list[int]:
        """Return an action for each row."""
        found = []
        for row, seed in zip(self.probabilities(batch), batch.seed.tolist(), strict=True):
            found.append(int(np.random.default_rng(seed).choice(len(row), p=row / row.sum())))
        return found

    def fingerprint_files(self) -> list[Path]:
        """Return the file of weights that fingerprints cover."""
        return [self.file]


def play(
    envs: Sequence[GameEnv],
    policies: Sequence[Policy],
    seated: NDArray[np.int64],
    rng: np.random.Generator,
) -> tuple[list[list[tuple[Row, float]]], NDArray[np.float64]]:
    """Play a game in each environment; ``seated`` has the index of each seat's policy.

    Returns each policy's decisions with their final rewards, and the rewards of all seats.
    """
    taken: list[tuple[int, int, Row]] = []
    for env in envs:
        env.reset(seed=int(rng.integers(2**62)))
    while open_games := [k for k, env in enumerate(envs) if not any(env.terminations.values())]:
        seats = {k: envs[k].possible_agents.index(envs[k].agent_selection) for k in open_games}
        for number, policy in enumerate(policies):
            own = [k for k in open_games if seated[k, seats[k]] == number]
            if not own:
                continue
            seen = [envs[k].observe(envs[k].agent_selection) for k in own]
            for k, row in zip(own, policy.rows(seen), strict=True):
                taken.append((k, seats[k], row))
                envs[k].step(int(row[2]))
    rewards = np.array([[env.rewards[each] for each in env.possible_agents] for env in envs])
    decisions: list[list[tuple[Row, float]]] = [[] for _ in policies]
    for k, seat, row in taken:
        decisions[seated[k, seat]].append((row, float(rewards[k, seat])))
    return decisions, rewards


def learn(
    policy: Policy,
    optimizer: Optimizer,
    decisions: Sequence[tuple[Row, float]],
    entropy_coef: float,
) -> None:
    """Update a policy by PPO; the advantage of a decision is the reward less its value."""
    rows, rewards = zip(*decisions, strict=True)
    observation, mask, action, log_prob, value = map(torch.stack, zip(*rows, strict=True))
    reward = torch.tensor(rewards)
    advantage = reward - value
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    for _ in range(EPOCHS):
        for chosen in torch.randperm(len(rows)).chunk(MINIBATCHES):
            found, expected = policy(observation[chosen], mask[chosen])
            ratio = (found.log_prob(action[chosen]) - log_prob[chosen]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            gain = torch.minimum(ratio * advantage[chosen], clipped * advantage[chosen])
            value_loss = (expected - reward[chosen]).square()
            loss = VALUE_COEF * value_loss - gain - entropy_coef * found.entropy()
            optimizer.zero_grad()
            torch.autograd.backward(loss.mean())
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()


def share_of_wins(
    envs: Sequence[GameEnv], population: Sequence[Policy], others: Sequence[Policy], seed: int = 0
) -> float:
    """Return a population's share of wins against another, with seats swapped."""
    rng, size = np.random.default_rng(seed), len(population)
    seated = rng.integers(size, size=(len(envs), PLAYERS))
    own = np.arange(len(envs)) % PLAYERS
    seated[np.arange(len(envs)), 1 - own] += size
    _, rewards = play(envs, [*population, *others], seated, rng)
    won = np.sign(rewards[np.arange(len(envs)), own])
    return float((1 + won.mean()) / 2)


def exploitability(form: SequenceForm, file: Path) -> list[float]:
    """Return the exact exploitability of each policy in a file."""
    bots = [LeagueBot(str(file), member) for member in range(POPULATION)]
    return [judge(form, policy_of(form, bot, "league")).exploitability for bot in bots]


def train(
    game: str, iterations: int, games: int, file: Path, exact: bool = True, seed: int = 0
) -> list[list[float]]:
    """Train a population and write it to a file.

    Returns the printed results: the exploitability of each policy, or the share of wins.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # more threads slow down policies as small as these
    rng, envs = (
        np.random.default_rng(seed),
        [make(game, PLAYERS, reward="score") for _ in range(games)],
    )
    population = [policy_for(envs[0]) for _ in range(POPULATION)]
    at_first, optimizers = deepcopy(population), [Adam(each.parameters()) for each in population]
    form = SequenceForm(game) if exact else None
    told = []
    for iteration in range(iterations):
        left = 1 - iteration / iterations
        found, _ = play(envs, population, rng.integers(POPULATION, size=(games, PLAYERS)), rng)
        for policy, optimizer, decisions in zip(population, optimizers, found, strict=True):
            optimizer.param_groups[0]["lr"] = LEARNING_RATE * left
            learn(policy, optimizer, decisions, ENTROPY_COEF * left)
        if iteration % max(1, iterations // 10) and iteration < iterations - 1:
            continue
        torch.save([each.state_dict() for each in population], file)
        if form is None:
            told.append([share_of_wins(envs, population, at_first)])
        else:
            told.append(exploitability(form, file))
        what = "exploitability" if exact else "wins against its first policies"
        print(f"iteration {1 + iteration}: {what} {np.round(told[-1], 3)}", flush=True)
    return told


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", default=GAME)
    parser.add_argument("--iterations", type=int, default=200)
    parser.add_argument("--games", type=int, default=256, help="games per iteration")
    parser.add_argument("--exact", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--file", type=Path, default=Path(FILE))
    chosen = parser.parse_args()
    chosen.file.parent.mkdir(parents=True, exist_ok=True)
    train(chosen.game, chosen.iterations, chosen.games, chosen.file, chosen.exact)
