"""Recurrent PPO in one PyTorch file to copy and change; it imports nothing else from this folder.

A GRU remembers what its seat saw in a game. It plays one seat of any game, against bots or an
automaton, and learns from whole sequences of ``num_steps`` decisions, as CleanRL's
``ppo_atari_lstm.py`` does. To resume a run, repeat its command::

    python -m wistar_env.training.ppo_gru_torch --folder results/gru --options level=0-9 --steps 1e6
"""

import argparse
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
from wistar_env.system.atomic_files import append_lines, replacing


@dataclass(frozen=True)
class Args:
    """Settings; each is an option of the command."""

    folder: str = "results/ppo-gru-torch"
    game: str = "rats-of-wistar"
    players: int = 1
    opponents: str = "greedy"  # bots in the other seats, separated by commas
    options: str = ""  # of the game, such as level=0-9; empty: those for training
    reward: str = ""  # a name; empty: points gained, which is "vp" in Rats of Wistar
    reward_scale: float = 0.1
    steps: float = 5e6  # decisions
    num_envs: int = 128
    num_steps: int = 64  # decisions of each game in a rollout
    epochs: int = 3
    minibatch_envs: int = 16  # games whose sequences are a minibatch
    learning_rate: float = 5e-4  # annealed to 0
    gamma: float = 1.0
    gae_lambda: float = 0.97
    clip_coef: float = 0.2
    entropy_coef: float = 0.01  # annealed to 0
    value_coef: float = 0.5
    max_grad_norm: float = 0.5
    hidden1: int = 128
    hidden2: int = 64  # of the GRU
    evaluate_every: int = 20  # updates
    evaluate_games: int = 500
    seed: int = 1
    threads: int = 1
    device: str = "cpu"


class Agent(nn.Module):
    """A hidden layer and a GRU; logits of the actions, and the value."""

    def __init__(self, scale: NDArray[np.float32], num_actions: int, sizes: tuple[int, int]):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(scale), requires_grad=False)
        self.first = nn.Parameter(0.05 * torch.randn(len(scale), sizes[0]))
        self.first_bias = nn.Parameter(torch.zeros(sizes[0]))
        self.gru = nn.GRUCell(*sizes)
        self.actor = nn.Linear(sizes[1], num_actions)
        self.critic = nn.Linear(sizes[1], 1)
        nn.init.normal_(self.actor.weight, std=0.01)

    def features(self, observation: Tensor) -> Tensor:
        """Return the first layer's activations, for observations as uint8, shape (n, size)."""
        first = observation.float() @ (self.scale[:, None] * self.first)
        return (first + self.first_bias).relu()

    def forward(
        self, observation: Tensor, mask: Tensor, begins: Tensor, state: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return logits, values and the last state, for sequences of shape (steps, games, ...).

        ``begins`` marks steps that begin a game, where the state is reset.
        """
        steps = []
        inputs = self.features(observation.flatten(0, 1)).view(*observation.shape[:2], -1)
        for t in range(len(inputs)):
            state = self.gru(inputs[t], state * ~begins[t, :, None])
            steps.append(state)
        memory = torch.stack(steps)
        logits = self.actor(memory).masked_fill(~mask, -1e9)
        return logits, self.critic(memory).squeeze(2), state


def shown(step: Any, device: str) -> tuple[Tensor, Tensor]:
    """Return copies of a step's observations and masks, which the next step overwrites.

    A first axis of length 1, the step, is added.
    """
    observation, mask = torch.tensor(step.observation), torch.tensor(step.mask).bool()
    return observation[None].to(device), mask[None].to(device)


def drawn_from(logits: Tensor) -> Tensor:
    """Sample an action for each row."""
    sums = logits.softmax(1).double().cumsum(1)
    random = torch.rand(len(sums), 1, dtype=torch.double, device=sums.device)
    return torch.searchsorted(sums, random * sums[:, -1:], right=True).squeeze(1)


def advantages_of(rewards: Tensor, done: Tensor, values: Tensor, args: Args) -> Tensor:
    """Return advantages by GAE (Schulman et al. 2016); ``values`` has one more row."""
    advantages = torch.zeros_like(rewards)
    last = torch.zeros_like(values[0])
    for t in reversed(range(len(rewards))):
        goes_on = args.gamma * ~done[t]
        error = rewards[t] + goes_on * values[t + 1] - values[t]
        advantages[t] = last = error + goes_on * args.gae_lambda * last
    return advantages


def loss_of(agent: Agent, batch: list[Tensor], args: Args, remaining: float) -> list[Tensor]:
    """Return the loss of PPO (Schulman et al. 2017) and its terms: policy, value, entropy, KL."""
    observation, mask, begins, action, old_log_prob, advantage, target, state = batch
    logits, value, _ = agent(observation, mask, begins, state[0])
    log_probs = logits.log_softmax(2)
    log_ratio = log_probs.gather(2, action[:, :, None]).squeeze(2) - old_log_prob
    ratio = log_ratio.exp()
    clipped = ratio.clamp(1 - args.clip_coef, 1 + args.clip_coef)
    policy_loss = -torch.minimum(ratio * advantage, clipped * advantage).mean()
    value_loss = 0.5 * functional.mse_loss(value, target)
    entropy = -(logits.softmax(2) * log_probs).sum(2).mean()
    loss = policy_loss - remaining * args.entropy_coef * entropy + args.value_coef * value_loss
    return [loss, policy_loss, value_loss, entropy, (ratio - 1 - log_ratio).mean()]


@torch.no_grad()
def evaluate(agent: Agent, args: Args) -> dict[str, float]:
    """Return mean score and win rate of the best actions, against greedy or Rat-o-bot (level 9)."""
    spec = find_game(args.game).spec
    options: dict[str, Any] = {"observation": "uint8", "autoreset_mode": "Disabled"}
    options |= {"opponents": ["greedy"], **spec.evaluation_options(args.players)}
    batch = LearnerBatch(args.game, args.evaluate_games, args.players, **options)
    step, over = batch.reset(seed=2**40), np.zeros(len(batch), np.bool_)
    state = torch.zeros(len(batch), args.hidden2, device=args.device)
    begins = torch.zeros(1, len(batch), dtype=torch.bool, device=args.device)
    while not over.all():
        logits, _, state = agent(*shown(step, args.device), begins, state)
        step = batch.step(logits[0].argmax(1).cpu().numpy())
        over |= step.done
    info, rows = batch.final_info(np.arange(len(batch))), np.arange(len(batch))
    scores = info["scores"][rows, info["learner_seat"], spec.scores.total_column]
    return {"eval_score": scores.mean().item(), "eval_win_rate": (info["rank"] == 1).mean().item()}


def train(args: Args) -> Agent:
    """Train in a folder until the run is finished; resume a run in that folder."""
    folder, spec, device = Path(args.folder), find_game(args.game).spec, args.device
    folder.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    options = parse_options(args.options) if args.options else spec.training_options(args.players)
    options |= {"reward": args.reward or spec.scores.points_name, "num_threads": args.threads}
    options |= {"opponents": listed(args.opponents), "observation": "uint8"}
    batch = LearnerBatch(args.game, args.num_envs, args.players, **options)
    agent = Agent(batch.layout.scale, spec.num_actions, (args.hidden1, args.hidden2)).to(device)
    optimizer, done_before = torch.optim.Adam(agent.parameters(), eps=1e-5), 0
    if (folder / "state.pt").exists():
        saved = torch.load(folder / "state.pt", weights_only=True, map_location=device)
        if saved["args"] != asdict(args):
            raise SystemExit(
                f"{folder} already has a run with other settings: {saved['args']}; repeat them, or "
                "use another --folder"
            )
        agent.load_state_dict(saved["agent"])
        optimizer.load_state_dict(saved["optimizer"])
        done_before = saved["updates"]
    # A resumed run starts new games instead of the interrupted ones.
    step, state = (
        batch.reset(args.seed + 2**20 * done_before),
        torch.zeros(args.num_envs, args.hidden2),
    )
    state, begins = state.to(device), torch.ones(1, args.num_envs, dtype=torch.bool, device=device)
    num_updates = int(-(-args.steps // (size := args.num_envs * args.num_steps)))
    recent = deque[float](maxlen=500)
    for updates in range(done_before + 1, num_updates + 1):
        start, remaining = time.monotonic(), 1 - (updates - 1) / num_updates
        torch.manual_seed(1_000_003 * args.seed + updates)
        optimizer.param_groups[0]["lr"] = remaining * args.learning_rate
        first_state, columns = state, [[] for _ in range(8)]  # type: ignore[var-annotated]
        for _ in range(args.num_steps):
            seen = shown(step, device)
            with torch.no_grad():
                logits, value, state = agent(*seen, begins, state)
            action = drawn_from(logits[0])
            log_prob = logits[0].log_softmax(1).gather(1, action[:, None]).squeeze(1)
            step = batch.step(action.cpu().numpy())
            reward = torch.tensor(step.reward * np.float32(args.reward_scale), device=device)
            over = torch.tensor(step.done, device=device)
            found = [seen[0][0], seen[1][0], begins[0], action, log_prob, value[0], reward, over]
            for column, new in zip(columns, found, strict=True):
                column.append(new)
            begins = over[None]
            if (ended := step.done.nonzero()[0]).size:
                info = batch.final_info(ended)
                own = np.arange(len(ended)), info["learner_seat"], spec.scores.total_column
                recent.extend(info["scores"][own].tolist())
        with torch.no_grad():
            last = agent(*shown(step, device), begins, state)[1]
        *kept, values, rewards, done = map(torch.stack, columns)
        advantages = advantages_of(rewards, done, torch.cat([values, last]), args)
        normal = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        data = [*kept, normal, advantages + values, first_state[None]]
        for _ in range(args.epochs):
            for games in torch.split(torch.randperm(args.num_envs), args.minibatch_envs):
                losses = loss_of(agent, [each[:, games] for each in data], args, remaining)
                optimizer.zero_grad()
                torch.autograd.backward(losses[0])
                nn.utils.clip_grad_norm_(agent.parameters(), args.max_grad_norm)
                optimizer.step()
        row = {"iteration": updates, "steps": updates * size, "seconds": time.monotonic() - start}
        row |= {"score": float(np.mean(recent or [0])), "loss": losses[0].item()}
        row |= {"entropy": losses[3].item(), "approx_kl": losses[4].item()}
        if updates % args.evaluate_every == 0 or updates == num_updates:
            row |= evaluate(agent, args)
        saved = {"args": asdict(args), "updates": updates, "agent": agent.state_dict()}
        with replacing(folder / "state.pt") as unfinished:
            torch.save(saved | {"optimizer": optimizer.state_dict()}, unfinished)
        print(", ".join(f"{name} {each:.6g}" for name, each in row.items()), flush=True)
        append_lines(folder / "curve.jsonl", json.dumps(row) + "\n")
    return agent


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for field in fields(Args):
        option, default = f"--{field.name.replace('_', '-')}", field.default
        parser.add_argument(option, type=type(default), default=default)
    train(Args(**vars(parser.parse_args())))
