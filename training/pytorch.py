"""PPO in PyTorch in one file: ``wistar train pytorch``.

A single file to modify: PPO (Schulman et al. 2017, arXiv:1707.06347) by self-play, as in CleanRL,
on sparse or dense batches, on a CPU or a GPU. Copy the file and change what you like; ``wistar
train ppo`` does the same faster in compiled code.

=====================  ==========================================
part                   where
=====================  ==========================================
the network            ``ActorCritic``
collect a rollout      ``Run.collect_rollout``
advantages (GAE)       ``advantages_of``
losses                 ``Run.loss``
epochs, minibatches    ``Run.update``
=====================  ==========================================

One network plays all seats. An advantage runs from one decision of a seat to its next, so the last
decision of a seat in a rollout is not learned from unless its game ends or it decides next. Results
repeat exactly on a CPU. ``docs/training.md`` has the speeds.
"""

import io
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wistar_env.kit.networks.network import Network
from wistar_env.kit.vector.arrays import Sparse, Step
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.training.callbacks import Callback, PPORun, ProgressDisplay, game_metrics
from wistar_env.training.checkpoints import arrays_of
from wistar_env.training.games import shares_of_wins
from wistar_env.training.learner import initial_network
from wistar_env.training.pytorch_config import OBSERVATIONS, Config
from wistar_env.training.run_loop import train_in

__all__ = ["OBSERVATIONS", "Config", "ProgressDisplay", "Run", "train"]

import torch
from torch import Tensor, nn
from torch.nn import functional

_BATCH: Final = "batch "
#: In the place of a legal action behind the last one of a row.
_NO_ACTION: Final = -1


class Positions(NamedTuple):
    """The observations of the deciding seats, as tensors with a row for each position.

    Attributes
    ----------
    counts
        uint8: whole observations, shape (n, size); or the values at ``places``, shape (n, width),
        0 behind the last one.
    places
        int16, shape (n, width): where the counts stand; shape (n, 0) for whole observations.
    legal
        int16, shape (n, k): the legal actions, -1 behind the last one.
    """

    counts: Tensor
    places: Tensor
    legal: Tensor

    def take(self, rows: Tensor) -> "Positions":
        """Return some rows."""
        return Positions(*(each[rows] for each in self))

    def legal_place(self, actions: Tensor) -> Tensor:
        """Return the indices of the actions among the legal ones."""
        return (self.legal == actions[:, None]).int().argmax(1, keepdim=True)


def positions_of(batch: BatchGame, step: Step, device: str) -> Positions:
    """Return the observation of a step, without common padding."""
    count = batch.num_legal
    legal = batch.legal_actions[:, : count.max()].copy()
    legal[np.arange(legal.shape[1]) >= count[:, None]] = _NO_ACTION
    seen = step.observation
    if isinstance(seen, Sparse):
        width = seen.used.max()
        arrays = [seen.values[:, :width], seen.indices[:, :width], legal]
    else:
        arrays = [np.asarray(seen), np.zeros((len(legal), 0), np.int16), legal]
    # torch may share memory with arrays, and the batch writes to its own.
    return Positions(*(torch.from_numpy(np.array(each)).to(device) for each in arrays))


def joined(parts: list[Positions]) -> Positions:
    """Return the positions of several steps, one after the other."""

    def padded(name: str, value: int) -> Tensor:
        tensors = [getattr(part, name) for part in parts]
        width = max(each.shape[1] for each in tensors)
        pads = [functional.pad(each, (0, width - each.shape[1]), value=value) for each in tensors]
        return torch.cat(pads)

    return Positions(padded("counts", 0), padded("places", 0), padded("legal", _NO_ACTION))


class ActorCritic(nn.Module):
    """Two hidden layers, the logits of legal actions, and a value.

    Parameters
    ----------
    scale
        float32, shape (size,): what counts of an observation are multiplied with.
    num_actions, hidden1, hidden2
        Sizes.
    """

    def __init__(self, scale: Tensor, num_actions: int, hidden1: int, hidden2: int) -> None:
        super().__init__()
        self.scale: Tensor
        self.register_buffer("scale", scale, persistent=False)
        self.first = nn.Parameter(torch.zeros(len(scale), hidden1))
        self.first_bias = nn.Parameter(torch.zeros(hidden1))
        self.second = nn.Linear(hidden1, hidden2)
        self.actor = nn.Linear(hidden2, num_actions)
        self.critic = nn.Linear(hidden2, 1)

    def parameters_of_bot(self) -> dict[str, Tensor]:
        """Return the parameters of the policy, by their names in a ``Network``."""
        return {
            "first": self.first,
            "first_bias": self.first_bias,
            "second": self.second.weight.T,
            "second_bias": self.second.bias,
            "policy": self.actor.weight,
            "policy_bias": self.actor.bias,
        }

    def first_layer(self, seen: Positions) -> Tensor:
        """Return ``observation @ first``: of sparse ones, a sum of some 150 rows."""
        if seen.places.shape[1] == 0:
            return (seen.counts * self.scale) @ self.first
        filled = seen.counts > 0
        places = seen.places[filled].long()
        ends = filled.sum(1).cumsum(0)
        begins = torch.cat([ends.new_zeros(1), ends[:-1]])
        weights = seen.counts[filled] * self.scale[places]
        return functional.embedding_bag(
            places, self.first, begins, mode="sum", per_sample_weights=weights
        )

    def forward(self, seen: Positions) -> tuple[Tensor, Tensor]:
        """Return the log-probabilities of the legal actions, (n, k), and the values, (n,)."""
        hidden = (self.first_layer(seen) + self.first_bias).relu()
        hidden = self.second(hidden).relu()
        logits = self.actor(hidden).gather(1, seen.legal.long().clamp(min=0))
        never = torch.finfo(logits.dtype).min
        logs = logits.masked_fill(seen.legal == _NO_ACTION, never).log_softmax(1)
        return logs, self.critic(hidden).squeeze(1)


class Rollout(NamedTuple):
    """Decisions of ``T`` steps of ``n`` games.

    Attributes
    ----------
    seats
        int64, shape (T, n): the seat that decided.
    rewards
        float32, shape (T, n, seats): the reward of each seat in the step.
    done
        bool, shape (T, n): whether a game ended in the step.
    values
        float32, shape (T + 1, n): values for the seat that decides.
    next_seats
        int64, shape (n,): the seat that decides after the last step.
    """

    seats: npt.NDArray[np.int64]
    rewards: npt.NDArray[np.float32]
    done: npt.NDArray[np.bool_]
    values: npt.NDArray[np.float32]
    next_seats: npt.NDArray[np.int64]


def advantages_of(
    rollout: Rollout, gae_lambda: float
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
    """Return advantages by GAE (Schulman et al. 2016, arXiv:1506.02438), without discounting.

    Returns
    -------
    The advantages, float32[T, n], and which are known, bool[T, n]: not those of a seat's last
    decision in the rollout whose consequences lie behind its end.
    """
    seats, rewards, done, values, next_seats = rollout
    steps, games, num_seats = rewards.shape
    rows = np.arange(games)
    # By game and seat: of the next decision, its value and advantage, and the reward up to it.
    value, advantage, reward = np.zeros((3, games, num_seats), np.float32)
    known = np.zeros((games, num_seats), np.bool_)
    value[rows, next_seats], known[rows, next_seats] = values[steps], True
    advantages = np.zeros((steps, games), np.float32)
    is_known = np.zeros((steps, games), np.bool_)
    for t in reversed(range(steps)):
        ended, at = done[t], (rows, seats[t])
        value[ended], advantage[ended], reward[ended], known[ended] = 0, 0, 0, True
        reward += rewards[t]
        error = reward[at] + value[at] - values[t]
        advantages[t] = error + gae_lambda * advantage[at]
        is_known[t] = known[at]
        value[at], advantage[at], reward[at] = values[t], advantages[t] * is_known[t], 0
        known[at] = True
    return advantages, is_known


class Run(PPORun[Config]):
    """A training run: network, optimizer, games and counters.

    Parameters
    ----------
    config
        The settings.
    threads
        Number of threads of the games and of PyTorch.
    """

    def __init__(self, config: Config, threads: int = 1) -> None:
        super().__init__("pytorch", config)
        c = config
        self.envs = BatchGame(
            c.game_class,
            c.num_envs,
            c.num_players,
            **c.game_options,
            reward=c.reward,
            data=c.data_folder,
            observation=c.observation,
            num_threads=threads,
        )
        spec = c.game_class.spec
        layout = spec.observation_layout(c.num_players)
        torch.manual_seed(c.seed)
        network = ActorCritic(torch.tensor(layout.scale), spec.num_actions, c.hidden1, c.hidden2)
        self.network = network.to(c.device)
        self._begin_with(c.begin_with)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=c.learning_rate, eps=1e-5)
        self.step = self.envs.reset(c.seed)

    @torch.no_grad()
    def _begin_with(self, file: str) -> None:
        """Take the policy of a network file, or random weights."""
        c, hidden = self.config, (self.config.hidden1, self.config.hidden2)
        sets = self.envs.data_sets
        start = initial_network(file, c.game_class, c.num_players, hidden, c.seed, sets)
        if start.hidden != hidden:
            raise ValueError(
                f"hidden1 and hidden2 must be {start.hidden}, as in {file}, found {hidden}"
            )
        for name, tensor in self.network.parameters_of_bot().items():
            tensor.copy_(torch.from_numpy(start.parameters[name]))

    # ------------------------------------------------------------------ one update

    def update(self) -> dict[str, float]:
        """Do one PPO update and return its metrics."""
        c = self.config
        # An update seeds all generators by its number, so their states are not saved.
        torch.manual_seed(int(np.random.SeedSequence((c.seed, self.updates)).generate_state(1)[0]))
        learning_rate = self.remaining * c.learning_rate
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate

        seen, actions, old_logs, rollout = self.collect_rollout()
        advantages, known = advantages_of(rollout, c.gae_lambda)
        returns = advantages + rollout.values[:-1]
        advantages = (advantages - advantages[known].mean()) / (advantages[known].std() + 1e-8)
        targets = [torch.from_numpy(a.reshape(-1)).to(c.device) for a in (advantages, returns)]
        rows = torch.from_numpy(np.flatnonzero(known)).to(c.device)
        metrics: dict[str, Tensor] = {}
        for _ in range(c.epochs):
            shuffled = rows[torch.randperm(len(rows), device=c.device)]
            for part in torch.split(shuffled, c.minibatch_size):
                batch = actions[part], old_logs[part], *(each[part] for each in targets)
                loss, metrics = self.loss(seen.take(part), *batch)
                self.optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]
                nn.utils.clip_grad_norm_(self.network.parameters(), c.max_grad_norm)
                self.optimizer.step()

        self.updates += 1
        return {
            **game_metrics(self.recent_games),
            "learning_rate": learning_rate,
            **{name: float(value) for name, value in metrics.items()},
        }

    def loss(
        self,
        seen: Positions,
        actions: Tensor,
        old_logs: Tensor,
        advantages: Tensor,
        returns: Tensor,
    ) -> tuple[Tensor, dict[str, Tensor]]:
        """Return the loss of a minibatch, and metrics."""
        c = self.config
        logs, values = self.network(seen)
        log_ratio = logs.gather(1, seen.legal_place(actions)).squeeze(1) - old_logs
        ratio = log_ratio.exp()
        clipped = ratio.clamp(1 - c.clip_coef, 1 + c.clip_coef)
        policy_loss = -torch.minimum(ratio * advantages, clipped * advantages).mean()
        value_loss = 0.5 * functional.mse_loss(values, returns)
        entropy = -(logs.exp() * logs).sum(1).mean()
        entropy_coef = self.remaining * c.entropy_coef
        loss = policy_loss - entropy_coef * entropy + c.value_coef * value_loss
        return loss, {
            "loss": loss.detach(),
            "policy_loss": policy_loss.detach(),
            "value_loss": value_loss.detach(),
            "entropy": entropy.detach(),
            "approx_kl": (ratio - 1 - log_ratio).mean().detach(),
            "clip_fraction": (ratio != clipped).float().mean().detach(),
        }

    @torch.no_grad()
    def collect_rollout(self) -> tuple[Positions, Tensor, Tensor, Rollout]:
        """Play ``num_steps`` decisions of each game.

        Returns
        -------
        What was seen, the actions and their log-probabilities, a row for each decision, step by
        step; and what ``advantages_of`` needs.
        """
        c = self.config
        seen, actions, logs_of_actions, values = [], [], [], []
        seats, rewards, done = [], [], []
        for _ in range(c.num_steps):
            now = positions_of(self.envs, self.step, c.device)
            logs, value = self.network(now)
            place = torch.multinomial(logs.exp(), 1)
            action = now.legal.gather(1, place).squeeze(1)
            seen.append(now)
            actions.append(action)
            logs_of_actions.append(logs.gather(1, place).squeeze(1))
            values.append(value)
            seats.append(self.step.seat.copy())
            self.step = self.envs.step(action.cpu().numpy())
            rewards.append(self.step.reward * np.float32(c.reward_scale))
            done.append(self.step.done.copy())
            self._note_games(done[-1])
        values.append(self.network(positions_of(self.envs, self.step, c.device))[1])
        rollout = Rollout(
            np.stack(seats),
            np.stack(rewards),
            np.stack(done),
            torch.stack(values).cpu().numpy(),
            self.step.seat.copy(),
        )
        return joined(seen), torch.cat(actions), torch.cat(logs_of_actions), rollout

    def _note_games(self, done: npt.NDArray[np.bool_]) -> None:
        """Record the scores and winners of games that ended."""
        if not done.any():
            return
        learners = self.config.num_learners
        scores = self.envs.final_scores[done, :learners, self.envs.spec.scores.total_column]
        wins = shares_of_wins(self.envs.final_ranks[done])[:, :learners]
        self.recent_games += np.stack([scores, wins], axis=-1).reshape(-1, 2).tolist()

    def to_network(self) -> Network:
        """Return the policy as the network of a bot.

        Its value heads are constant: no seat gains points, and all win equally often. So it plays,
        and guides no search.
        """
        c = self.config
        hidden = c.hidden1, c.hidden2
        network = Network(c.game_class, c.num_players, hidden, data=self.envs.data_sets[0])
        network.parameters["heads_bias"][c.num_seats :] = 1 / c.num_seats
        for name, tensor in self.network.parameters_of_bot().items():
            network.parameters[name][:] = tensor.detach().cpu().numpy()
        return network

    # ------------------------------------------------------------------ checkpoints

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return everything that the rest of the run depends on, as scalars and arrays."""
        scalars = {"updates": self.updates, "recent_games": list(self.recent_games)}
        stream = io.BytesIO()
        torch.save([self.network.state_dict(), self.optimizer.state_dict()], stream)
        arrays = {"parameters": np.frombuffer(stream.getvalue(), np.uint8)}
        return scalars, arrays | {f"{_BATCH}{n}": a for n, a in self.envs.save().items()}

    def restore(self, scalars: dict[str, Any], arrays: dict[str, Any]) -> None:
        """Continue from a state."""
        self.updates = scalars["updates"]
        self.recent_games.extend(scalars["recent_games"])
        stream = io.BytesIO(arrays["parameters"].tobytes())
        saved = torch.load(stream, weights_only=True, map_location=self.config.device)
        parameters, moments = saved
        self.network.load_state_dict(parameters)
        self.optimizer.load_state_dict(moments)
        self.step = self.envs.load(arrays_of(_BATCH, arrays))


def train(
    config: Config,
    folder: Path,
    threads: int = 1,
    checkpoint_minutes: float = 5.0,
    callbacks: Sequence[Callback[Run]] = (),
) -> Run:
    """Train in a folder until the run is finished or stopped; see ``run_loop.train_in``."""
    torch.set_num_threads(threads)
    make_run = partial(Run, threads=threads)
    return train_in(folder, config, make_run, checkpoint_minutes, callbacks)
