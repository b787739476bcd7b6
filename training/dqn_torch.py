"""DQN in a single PyTorch file to copy and change; it imports nothing else from this folder.

Double (van Hasselt et al. 2016), dueling (Wang et al. 2016) and n-step DQN with action masks. It
plays one seat of any game, against bots or an automaton. To resume a run, repeat its command; the
replay buffer then fills anew::

    python -m wistar_env.training.dqn_torch --folder results/dqn --options level=0-9 --steps 1e6
    wistar ladder network:results/dqn/network.npz --levels 5,9 --games 400
"""

import argparse
import copy
import json
import time
from collections import deque
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from wistar_env import LearnerBatch
from wistar_env.kit.bots.registry import listed
from wistar_env.kit.game.option_text import parse_options
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.networks.network import Network
from wistar_env.system.atomic_files import append_lines, replacing


@dataclass(frozen=True)
class Args:
    """Settings; each is an option of the command."""

    folder: str = "results/dqn-torch"
    game: str = "rats-of-wistar"
    players: int = 1
    opponents: str = "greedy"  # bots in the other seats, separated by commas
    options: str = ""  # of the game, such as level=0-9; empty: those for training
    reward: str = ""  # a name; empty: points gained, which is "vp" in Rats of Wistar
    reward_scale: float = 0.1
    steps: float = 5e6  # decisions
    num_envs: int = 64
    buffer_size: int = 64_000  # decisions
    learning_starts: int = 6_400  # decisions played before the first gradient step
    gradient_steps: int = 1  # after a decision of each game
    minibatch_size: int = 256
    learning_rate: float = 3e-4
    gamma: float = 1.0
    n_step: int = 5
    target_every: int = 500  # gradient steps between copies to the target network
    first_epsilon: float = 1.0
    last_epsilon: float = 0.02
    exploration: float = 0.3  # fraction of the run in which epsilon falls
    max_grad_norm: float = 10.0
    hidden1: int = 128
    hidden2: int = 64
    evaluate_every: int = 100_000  # decisions between evaluations; each also saves a checkpoint
    evaluate_games: int = 500
    seed: int = 1
    threads: int = 1
    device: str = "cpu"


class QNetwork(nn.Module):
    """Two hidden layers, a value, and advantages of the legal actions."""

    def __init__(self, network: Network, scale: NDArray[np.float32]):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(scale), requires_grad=False)
        arrays = {n: a for n, a in network.parameters.items() if not n.startswith("heads")}
        self.policy = nn.ParameterDict({name: torch.tensor(a) for name, a in arrays.items()})
        self.value = nn.Linear(network.hidden[1], 1)

    def forward(self, observation: Tensor, mask: Tensor) -> Tensor:
        """Return the values of all actions, for uint8 observations; illegal ones are very low."""
        # About 150 of 2,900 counts are nonzero, so summing their weight rows beats a matrix
        # product.
        rows, places = observation.nonzero(as_tuple=True)
        used = torch.bincount(rows, minlength=len(observation))
        weights, at = observation[rows, places] * self.scale[places], self.policy
        first = functional.embedding_bag(
            places, at["first"], used.cumsum(0) - used, mode="sum", per_sample_weights=weights
        )
        hidden = ((first + at["first_bias"]).relu() @ at["second"] + at["second_bias"]).relu()
        advantage = functional.linear(hidden, at["policy"], at["policy_bias"])
        mean = (advantage * mask).sum(1, keepdim=True) / mask.sum(1, keepdim=True).clamp(min=1)
        values: Tensor = self.value(hidden) + advantage - mean
        return values.masked_fill(~mask, -1e9)


class ReplayBuffer:
    """A ring of the latest decisions, by step and game."""

    def __init__(self, batch: LearnerBatch, args: Args) -> None:
        self.args, self.steps, self.next = args, args.buffer_size // args.num_envs, 0
        size = self.steps, args.num_envs
        self.observation = torch.zeros(*size, batch.layout.size, dtype=torch.uint8)
        self.mask = torch.zeros(*size, len(batch.action_ids), dtype=torch.bool)
        self.action = torch.zeros(size, dtype=torch.int64)
        self.reward, self.done = torch.zeros(size), torch.zeros(size, dtype=torch.bool)

    def add(self, seen: tuple[Tensor, Tensor], action: Tensor, step: Any) -> None:
        """Store a decision of each game in place of the oldest ones."""
        t = self.next % self.steps
        self.observation[t], self.mask[t] = seen
        self.action[t], self.done[t] = action, torch.from_numpy(step.done)
        self.reward[t] = torch.from_numpy(step.reward * np.float32(self.args.reward_scale))
        self.next += 1

    def sample(self) -> list[Tensor]:
        """Draw a minibatch.

        Return observations, masks, actions, the discounted n-step rewards, the factors of the
        bootstrap values, and the next observations and masks.
        """
        n, size = self.args.n_step, (self.args.minibatch_size,)
        first, game = max(0, self.next - self.steps), torch.randint(self.args.num_envs, size)
        begin = torch.randint(first, self.next - n, size)
        total, weight = torch.zeros(size), torch.ones(size)
        for k in range(n):
            at = (begin + k) % self.steps, game
            total += weight * self.reward[at]
            weight *= self.args.gamma * ~self.done[at]
        here, there = (begin % self.steps, game), ((begin + n) % self.steps, game)
        found = [self.observation[here], self.mask[here], self.action[here], total, weight]
        found += [self.observation[there], self.mask[there]]
        return [each.to(self.args.device) for each in found]


def loss_of(q: QNetwork, target: QNetwork, batch: list[Tensor]) -> Tensor:
    """Return the Huber loss of the values of the actions taken, against double DQN targets."""
    observation, mask, action, total, weight, later, later_mask = batch
    with torch.no_grad():
        best = q(later, later_mask).argmax(1, keepdim=True)
        wanted = total + weight * target(later, later_mask).gather(1, best).squeeze(1)
    found = q(observation, mask).gather(1, action[:, None]).squeeze(1)
    return functional.smooth_l1_loss(found, wanted)


def shown(step: Any) -> tuple[Tensor, Tensor]:
    """Return copies of observations and masks, since the next step overwrites the originals."""
    return torch.tensor(step.observation), torch.tensor(step.mask).bool()


@torch.no_grad()
def actions_of(q: QNetwork, seen: tuple[Tensor, Tensor], epsilon: float, device: str) -> Tensor:
    """Return the best actions, or with probability ``epsilon`` a random legal one."""
    best = q(*(each.to(device) for each in seen)).argmax(1).cpu()
    mask = seen[1]
    drawn = (torch.rand(mask.shape) * mask).argmax(1)
    return torch.where(torch.rand(len(mask)) < epsilon, drawn, best)


def evaluate(q: QNetwork, args: Args) -> dict[str, float]:
    """Return mean score and win rate of the best actions, against greedy or Rat-o-bot (level 9)."""
    spec = find_game(args.game).spec
    options: dict[str, Any] = {"observation": "uint8", "autoreset_mode": "Disabled"}
    options |= {"opponents": ["greedy"], **spec.evaluation_options(args.players)}
    batch = LearnerBatch(args.game, args.evaluate_games, args.players, **options)
    step, over = batch.reset(seed=2**40), np.zeros(len(batch), np.bool_)
    while not over.all():
        step = batch.step(actions_of(q, shown(step), 0, args.device).numpy())
        over |= step.done
    info, rows = batch.final_info(np.arange(len(batch))), np.arange(len(batch))
    scores = info["scores"][rows, info["learner_seat"], spec.scores.total_column]
    return {"eval_score": scores.mean().item(), "eval_win_rate": (info["rank"] == 1).mean().item()}


def save(q: QNetwork, network: Network, args: Args, steps: int) -> None:
    """Save a network for the bot ``network:FILE``; its logits are the advantages."""
    for name, tensor in q.policy.items():
        network.parameters[name][:] = tensor.detach().cpu().numpy()
    network.metadata = {"steps": steps, "settings": asdict(args)}
    network.save(Path(args.folder) / "network.npz")


def train(args: Args) -> QNetwork:
    """Train in a folder until the run is finished; resume a run in that folder."""
    folder, spec = Path(args.folder), find_game(args.game).spec
    folder.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    options = parse_options(args.options) if args.options else spec.training_options(args.players)
    options |= {"reward": args.reward or spec.scores.points_name, "num_threads": args.threads}
    options |= {"opponents": listed(args.opponents), "observation": "uint8"}
    batch = LearnerBatch(args.game, args.num_envs, args.players, **options)
    network = Network.random(args.game, args.players, (args.hidden1, args.hidden2), args.seed)
    network.parameters["heads"][:] = 0  # used only by search
    q = QNetwork(network, batch.layout.scale).to(args.device)
    optimizer, steps, updates = torch.optim.Adam(q.parameters(), args.learning_rate), 0, 0
    if (folder / "state.pt").exists():
        state = torch.load(folder / "state.pt", weights_only=True, map_location=args.device)
        if state["args"] != asdict(args):
            raise SystemExit(
                f"{folder} already has a run with other settings: {state['args']}; repeat them, or "
                "use another --folder"
            )
        q.load_state_dict(state["q"])
        optimizer.load_state_dict(state["optimizer"])
        steps, updates = state["steps"], state["updates"]
        torch.manual_seed(1_000_003 * args.seed + steps)
    target, buffer, step = copy.deepcopy(q), ReplayBuffer(batch, args), batch.reset(args.seed)
    starts = max(args.learning_starts, (args.n_step + 1) * args.num_envs) + steps
    recent, loss, start = deque[float](maxlen=500), torch.zeros(()), time.perf_counter()
    while steps < args.steps:
        left = 1 - steps / (args.steps * args.exploration)
        epsilon = max(args.last_epsilon, args.first_epsilon * left)
        seen = shown(step)
        action = actions_of(q, seen, epsilon, args.device)
        step = batch.step(action.numpy())
        buffer.add(seen, action, step)
        steps += args.num_envs
        if (ended := step.done.nonzero()[0]).size:
            info = batch.final_info(ended)
            own = np.arange(len(ended)), info["learner_seat"], spec.scores.total_column
            recent.extend(info["scores"][own].tolist())
        for _ in range(args.gradient_steps if steps >= starts else 0):
            loss = loss_of(q, target, buffer.sample())
            optimizer.zero_grad()
            torch.autograd.backward(loss)
            nn.utils.clip_grad_norm_(q.parameters(), args.max_grad_norm)
            optimizer.step()
            updates += 1
            if updates % args.target_every == 0:
                target.load_state_dict(q.state_dict())
        if steps % args.evaluate_every < args.num_envs or steps >= args.steps:
            row = {"iteration": updates, "steps": steps, "seconds": time.perf_counter() - start}
            row |= {"epsilon": epsilon, "loss": loss.item(), "score": float(np.mean(recent or [0]))}
            row |= evaluate(q, args)
            print(", ".join(f"{name} {each:.6g}" for name, each in row.items()), flush=True)
            save(q, network, args, steps)
            state = {"args": asdict(args), "steps": steps, "updates": updates, "q": q.state_dict()}
            with replacing(folder / "state.pt") as unfinished:
                torch.save(state | {"optimizer": optimizer.state_dict()}, unfinished)
            append_lines(folder / "curve.jsonl", json.dumps(row) + "\n")
            start = time.perf_counter()
    return q


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for field in fields(Args):
        option, default = f"--{field.name.replace('_', '-')}", field.default
        parser.add_argument(option, type=type(default), default=default)
    train(Args(**vars(parser.parse_args())))
