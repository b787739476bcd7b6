"""PPO in a single PyTorch file to copy and change; it imports nothing else from this folder.

One network plays all seats of any game. As in CleanRL, settings come first and the loop last. To
resume a run, repeat its command; on a CPU it ends as if never stopped::

    python -m wistar_env.training.ppo_torch --folder results/torch --options level=0-9 --steps 1e6
    wistar ladder network:results/torch/network.npz --levels 5,9 --games 400
"""

import argparse
import json
import time
from collections import deque
from dataclasses import asdict, dataclass, fields
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from wistar_env import BatchGame, LearnerBatch
from wistar_env.kit.game.option_text import parse_options
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.networks.network import Network
from wistar_env.system.atomic_files import append_lines, replacing

Array: TypeAlias = NDArray[Any]
METRICS: Final = ("loss", "policy_loss", "value_loss", "entropy", "approx_kl")


@dataclass(frozen=True)
class Args:
    """Settings; each is an option of the command."""

    folder: str = "results/ppo-torch"
    game: str = "rats-of-wistar"
    players: int = 1
    options: str = ""  # of the game, such as level=0-9; empty: those for training
    reward: str = ""  # a name; empty: points gained, which is "vp" in Rats of Wistar
    reward_scale: float = 0.1
    steps: float = 5e6  # decisions
    num_envs: int = 128
    num_steps: int = 256  # decisions of each game in a rollout
    epochs: int = 3
    minibatch_size: int = 1024
    learning_rate: float = 5e-4  # annealed to 0
    gamma: float = 1.0
    gae_lambda: float = 0.97
    clip_coef: float = 0.2
    entropy_coef: float = 0.01  # annealed to 0
    value_coef: float = 0.5
    max_grad_norm: float = 0.5
    hidden: str = "128,64"  # sizes of the layers; only with two is there a network.npz
    evaluate_every: int = 20  # updates
    evaluate_games: int = 500
    seed: int = 1
    threads: int = 1
    device: str = "cpu"


class Agent(nn.Module):
    """Hidden layers; logits of the actions, and the value for the seat that decides."""

    def __init__(self, scale: NDArray[np.float32], num_actions: int, sizes: list[int], seed: int):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(scale), requires_grad=False)
        spreads = 0.05, *((2 / size) ** 0.5 for size in sizes[:-1]), 0.01  # nearly uniform policy
        shapes = *pairwise([len(scale), *sizes]), (num_actions, sizes[-1])
        drawn = map(np.random.default_rng(seed).normal, [0] * len(shapes), spreads, shapes)
        self.weights = nn.ParameterList(torch.tensor(each).float() for each in drawn)
        self.biases = nn.ParameterList(torch.zeros(size) for size in (*sizes, num_actions))
        self.critic = nn.Linear(sizes[-1], 1)

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits of the actions and the values, for observations as uint8."""
        # About 150 of 2,900 counts are nonzero: summing rows of weights beats a matrix product.
        rows, places = observation.nonzero(as_tuple=True)
        used = torch.bincount(rows, minlength=len(observation))
        counts, at = observation[rows, places] * self.scale[places], used.cumsum(0) - used
        (first, bias), *others, policy = zip(self.weights, self.biases, strict=True)
        hidden = functional.embedding_bag(places, first, at, mode="sum", per_sample_weights=counts)
        hidden = (hidden + bias).relu()
        for weight, bias in others:
            hidden = (hidden @ weight + bias).relu()
        # About 6 of 971 actions are legal; the others have no logits, but probability 0.
        rows, actions = mask.nonzero(as_tuple=True)
        legal = (hidden.index_select(0, rows) * policy[0].index_select(0, actions)).sum(1)
        legal = legal + policy[1].index_select(0, actions)
        never = torch.full(mask.shape, -1e9, device=mask.device)
        return never.index_put((rows, actions), legal), self.critic(hidden).squeeze(1)


def shown(step: Any, device: str) -> tuple[Tensor, Tensor]:
    """Return copies of observations and masks, since the next step overwrites the originals."""
    observation, mask = np.array(step.observation), np.array(step.mask, np.bool_)
    return torch.from_numpy(observation).to(device), torch.from_numpy(mask).to(device)


@torch.no_grad()
def play(agent: Agent, games: BatchGame, step: Any, args: Args, recent: deque[Any]) -> Any:
    """Play ``num_steps`` decisions of each game.

    Return the next step, and arrays by step and game: observations, masks, actions,
    log-probabilities, values (with one more row), seats, rewards by seat, and ends of games.
    """
    columns: list[list[Any]] = [[] for _ in range(8)]
    for _ in range(args.num_steps):
        observation, mask = shown(step, args.device)
        logits, value = agent(observation, mask)
        sums = logits.softmax(1).double().cumsum(1)
        drawn = torch.rand(len(sums), 1, dtype=torch.double, device=args.device) * sums[:, -1:]
        action = torch.searchsorted(sums, drawn, right=True)
        log_prob = logits.log_softmax(1).gather(1, action)
        seat, step = step.seat.copy(), games.step(action.squeeze(1).cpu().numpy())
        found = [observation, mask, action.squeeze(1), log_prob.squeeze(1), value]
        found += [seat, step.reward.reshape(len(seat), -1).copy(), step.done.copy()]
        for column, new in zip(columns, found, strict=True):
            column.append(new)
        first = games.final_ranks[step.done, : args.players] == 1
        scores = games.final_scores[step.done, : args.players, games.spec.scores.total_column]
        recent.extend(np.stack([scores, first], 2).reshape(-1, 2).tolist())
    columns[4].append(agent(*shown(step, args.device))[1])
    return step, [*map(torch.stack, columns[:5])], [*map(np.stack, columns[5:])]


def advantages_of(played: list[Array], values: Array, next_seats: Array, args: Args) -> list[Array]:
    """Return advantages by GAE (Schulman et al. 2016), from a seat's decision to its next one.

    Also return which are known: the seat decides again or next, or its game ends.
    """
    (seats, rewards, done), row = played, np.arange(len(next_seats))
    # By game and seat: value and advantage of the seat's next decision, and the reward until then.
    value, advantage, reward = np.zeros((3, *rewards.shape[1:]), np.float32)
    known = np.zeros(reward.shape, np.bool_)
    value[row, next_seats], known[row, next_seats] = values[-1], True
    advantages, is_known = np.zeros(seats.shape, np.float32), np.zeros(seats.shape, np.bool_)
    for t in reversed(range(len(seats))):
        over, at = done[t], (row, seats[t])
        value[over], advantage[over], reward[over], known[over] = 0, 0, 0, True
        reward += args.reward_scale * rewards[t]
        error = reward[at] + args.gamma * value[at] - values[t]
        advantages[t] = error + args.gamma * args.gae_lambda * advantage[at]
        is_known[t] = known[at]
        value[at], advantage[at], reward[at] = values[t], advantages[t] * is_known[t], 0
        known[at] = True
    return [advantages, is_known]


def loss_of(agent: Agent, batch: list[Tensor], args: Args, remaining: float) -> list[Tensor]:
    """Return the loss of PPO (Schulman et al. 2017) and its terms, as in ``METRICS``."""
    observation, mask, action, old_log_prob, advantage, target = batch
    logits, value = agent(observation, mask)
    log_probs = logits.log_softmax(1)
    log_ratio = log_probs.gather(1, action[:, None]).squeeze(1) - old_log_prob
    ratio = log_ratio.exp()
    clipped = ratio.clamp(1 - args.clip_coef, 1 + args.clip_coef)
    policy_loss = -torch.minimum(ratio * advantage, clipped * advantage).mean()
    value_loss = 0.5 * functional.mse_loss(value, target)
    entropy = -(logits.softmax(1) * log_probs).sum(1).mean()
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
    while not over.all():
        step = batch.step(agent(*shown(step, args.device))[0].argmax(1).cpu().numpy())
        over |= step.done
    info, rows = batch.final_info(np.arange(len(batch))), np.arange(len(batch))
    scores = info["scores"][rows, info["learner_seat"], spec.scores.total_column]
    return {"eval_score": scores.mean().item(), "eval_win_rate": (info["rank"] == 1).mean().item()}


def train(args: Args) -> Agent:
    """Train in a folder until the run is finished; resume a run in that folder."""
    folder, spec, recent = Path(args.folder), find_game(args.game).spec, deque[Any](maxlen=500)
    folder.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    options = parse_options(args.options) if args.options else spec.training_options(args.players)
    options |= {"reward": args.reward or spec.scores.points_name, "num_threads": args.threads}
    games = BatchGame(args.game, args.num_envs, args.players, observation="uint8", **options)
    sizes = [int(size) for size in args.hidden.split(",")]
    network = Network(args.game, args.players, (sizes[0], sizes[1])) if len(sizes) == 2 else None
    agent = Agent(games.layout.scale, spec.num_actions, sizes, args.seed)
    optimizer = torch.optim.Adam(agent.to(args.device).parameters(), eps=1e-5, fused=True)
    step, begun = games.reset(args.seed), 0
    if (folder / "state.pt").exists():
        state = torch.load(folder / "state.pt", weights_only=True, map_location=args.device)
        if state["args"] != asdict(args):
            raise SystemExit(f"{folder} already has a run with other settings: {state['args']}")
        agent.load_state_dict(state["agent"])
        optimizer.load_state_dict(state["optimizer"])
        old, like = state["games"], games.save().items()
        step = games.load({n: old[n].cpu().numpy().view(a.dtype).reshape(a.shape) for n, a in like})
        begun, recent = state["updates"], deque(state["recent"], 500)
    num_updates = int(-(-args.steps // (size := args.num_envs * args.num_steps)))
    for updates in range(begun + 1, num_updates + 1):
        start, remaining = time.monotonic(), 1 - (updates - 1) / num_updates
        torch.manual_seed(1_000_003 * args.seed + updates)  # a resumed run draws the same numbers
        optimizer.param_groups[0]["lr"] = remaining * args.learning_rate
        step, (*tensors, value), played = play(agent, games, step, args, recent)
        found, known = advantages_of(played, values := value.cpu().numpy(), step.seat, args)
        normal = (found - found[known].mean()) / (found[known].std() + 1e-8)
        tensors += [torch.from_numpy(a).to(args.device) for a in (normal, found + values[:-1])]
        data = [each.flatten(0, 1)[torch.from_numpy(known).flatten()] for each in tensors]
        for _ in range(args.epochs):
            for rows in torch.split(torch.randperm(len(data[0])), args.minibatch_size):
                losses = loss_of(agent, [each[rows] for each in data], args, remaining)
                optimizer.zero_grad()
                losses[0].backward()  # type: ignore[no-untyped-call]
                nn.utils.clip_grad_norm_(agent.parameters(), args.max_grad_norm)
                optimizer.step()
        row = {"iteration": updates, "steps": updates * size, "seconds": time.monotonic() - start}
        row |= zip(("score", "win_rate"), np.mean(recent or [[0, 0]], axis=0).tolist(), strict=True)
        row |= zip(METRICS, [each.item() for each in losses], strict=True)
        if updates % args.evaluate_every == 0 or updates == num_updates:
            row |= evaluate(agent, args)
        if network:
            network.metadata = {"steps": updates * size, "settings": asdict(args)}
            for k, name in enumerate(("first", "second", "policy")):  # value heads stay empty
                network.parameters[name][:] = agent.weights[k].detach().cpu()
                network.parameters[f"{name}_bias"][:] = agent.biases[k].detach().cpu()
            network.save(folder / "network.npz")
        saved = {n: torch.tensor(a.reshape(-1).view(np.uint8)) for n, a in games.save().items()}
        state = {"args": asdict(args), "updates": updates, "recent": [*recent], "games": saved}
        state |= {"agent": agent.state_dict(), "optimizer": optimizer.state_dict()}
        with replacing(folder / "state.pt") as unfinished:
            torch.save(state, unfinished)
        print(", ".join(f"{name} {each:.6g}" for name, each in row.items()), flush=True)
        append_lines(folder / "curve.jsonl", json.dumps(row) + "\n")
    return agent


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for field in fields(Args):
        option, default = f"--{field.name.replace('_', '-')}", field.default
        parser.add_argument(option, type=type(default), default=default)
    train(Args(**vars(parser.parse_args())))
