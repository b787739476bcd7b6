"""Adam for card-feature networks in PyTorch: gradients of many card sets at once, on a GPU.

``wistar train ppo --code 64 --device cuda``: games are played in compiled code, and this module
takes the place of ``SharedLearner``. The losses are those of ``wistar_env.kit.networks.losses``. On
a GPU, dense matrix products are faster than sparse sums, so a minibatch consists of *groups*: up to
``GROUP`` rows of games with one card set, multiplied by the weights of that set. The moments stay
in NumPy, so runs have the same checkpoints on all devices.
"""

import gc
import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional

from wistar_env.kit.game import GameData
from wistar_env.kit.networks.losses import HUBER_DELTA, LOG_EPSILON, METRICS
from wistar_env.kit.networks.optimizer import BETA1, BETA2, EPSILON, MAX_GRAD_NORM
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.training.device_data import Decisions, Minibatches, decisions_of
from wistar_env.training.device_weights import Weights
from wistar_env.training.learner import (
    NO_VIEWS,
    USUAL_LOSS,
    AdamState,
    Experience,
    Loss,
    means,
    with_views,
)
from wistar_env.training.ppo_config import check_device

#: Warm-up steps before a CUDA graph is recorded, as PyTorch advises.
_WARM_UP: Final = 3


class Steps:
    """Repeats a step; on a GPU as a CUDA graph, recorded anew only for other settings or shapes.

    A step launches hundreds of small kernels; a graph launches them all at once.

    ``step``: called with the loss settings, the decisions, and a minibatch's rows, sets and rates.
    ``state``: the tensors that a step changes.
    """

    def __init__(self, step: Callable[..., None], state: Sequence[Tensor]) -> None:
        self._step, self._state = step, state
        self._graph: torch.cuda.CUDAGraph | None = None
        self._recorded_with: Any = None
        self._inputs: list[Tensor] = []

    def run(
        self, settings: Loss, decisions: Decisions, minibatches: Minibatches, rates: Tensor
    ) -> None:
        """Do a step with each minibatch."""
        each = list(zip(*minibatches, rates, strict=True))
        if rates.device.type != "cuda":
            for minibatch in each:
                self._step(settings, decisions, *minibatch)
            return
        shapes = [tensor.shape for tensor in (*decisions, *each[0])]
        if self._recorded_with != (settings, shapes):
            self._record(settings, [tensor.clone() for tensor in (*decisions, *each[0])])
            self._recorded_with = settings, shapes
        count = len(decisions)
        _copy(decisions, self._inputs[:count])
        assert self._graph is not None
        for minibatch in each:
            _copy(minibatch, self._inputs[count:])
            self._graph.replay()

    def _record(self, settings: Loss, inputs: list[Tensor]) -> None:
        """Record a step that reads from these tensors, and restore the state that it changed."""
        self._inputs = inputs
        before = [tensor.clone() for tensor in self._state]
        count = len(Decisions._fields)
        step = partial(self._step, settings, Decisions(*inputs[:count]), *inputs[count:])
        # Libraries must be initialised on a separate stream before recording begins.
        stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(_WARM_UP):
                step()
        torch.cuda.current_stream().wait_stream(stream)
        # Freeing the graph of a deleted learner during recording would break it.
        gc.collect()
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            step()
        _copy(before, self._state)


def _copy(new: Iterable[Tensor], old: Iterable[Tensor]) -> None:
    for source, target in zip(new, old, strict=True):
        target.copy_(source)


class DeviceLearner(AdamState[SharedNetwork]):
    """A shared network and its Adam optimizer, in PyTorch; see ``SharedLearner``.

    ``shared``: the network to train, in place; it has one player count and no weights for card ids.
    """

    def __init__(self, shared: SharedNetwork, sets: Sequence[GameData], device: str) -> None:
        check_device(device)
        super().__init__(shared.zeros(), shared.zeros())
        self.shared, self._device = shared, device
        self._weights = Weights(shared, sets, device)
        weights = self._weights.flat.data
        self._on_device = weights, torch.zeros_like(weights), torch.zeros_like(weights)
        layout = shared.game.spec.observation_layout(shared.player_counts[0])
        scale = np.zeros(self._weights.num_inputs + 1, np.float32)
        scale[self._weights.input_positions.cpu().numpy()[:-1]] = layout.scale
        self._scale = torch.from_numpy(scale).to(device)
        names = list(shared.shapes)
        starts = np.cumsum([0, *(math.prod(shape) for shape in shared.shapes.values())])
        heads = names.index("heads")
        self._heads = slice(int(starts[heads]), int(starts[heads + 2]))
        self._sums = torch.zeros(len(METRICS), device=device)
        self._steps = Steps(self._step, [*self._on_device, self._sums])

    def train_epoch(
        self,
        experience: Experience,
        rows: npt.NDArray[np.int64],
        minibatch_size: int,
        learning_rate: float,
        loss: Loss = USUAL_LOSS,
        *,
        views: npt.NDArray[np.int64] = NO_VIEWS,
    ) -> dict[str, float]:
        """Do one epoch: an Adam step per minibatch.

        Parameters and metrics are those of ``Learner.train_epoch``, but ``minibatch_size`` is only
        approximate: minibatches have as many groups as fit into it, at least one, and no row is
        left out.
        """
        # A recorded graph contains these values, so they must be the same in all steps.
        settings = loss._replace(entropy_coef=0.0)
        rows, size = with_views(rows, views, minibatch_size)
        decisions = decisions_of(experience, self.shared.shapes["heads"][0], self._device)
        parts = Minibatches.of(experience.sets[rows], rows, size, self._device)
        arrays = [self.shared.weights, *(moment.weights for moment in self.moments)]
        for tensor, array in zip(self._on_device, arrays, strict=True):
            tensor.copy_(torch.from_numpy(array))
        self._sums.zero_()
        rates = torch.tensor(
            [
                rates_of(learning_rate, loss.entropy_coef, self.adam_steps + k + 1)
                for k in range(len(parts.rows))
            ]
        ).to(self._device)
        self._steps.run(settings, decisions, parts, rates)
        self.adam_steps += len(parts.rows)
        for array, tensor in zip(arrays, self._on_device, strict=True):
            array[:] = tensor.cpu().numpy()
        return means(self._sums.cpu().numpy().astype(np.float64))

    def _step(
        self, settings: Loss, decisions: Decisions, rows: Tensor, sets: Tensor, rates: Tensor
    ) -> None:
        """Do an Adam step with a minibatch, and add its metrics to the sums."""
        step_size, correction, entropy_coef = rates.unbind()
        there = rows >= 0
        minibatch = Decisions(*(each[rows.clamp(min=0)] for each in decisions))
        decided = (there & (minibatch.legal[..., 0] >= 0)).sum()
        # Views have no legal actions; a set may have only views in an epoch.
        weight = there / torch.where(decided > 0, decided, there.sum())
        loss, metrics = self._loss(settings, minibatch, sets, weight, entropy_coef)
        (gradient,) = torch.autograd.grad(loss, self._weights.flat)
        self._clip(gradient, settings.value_grad_norm)
        adam(*self._on_device, gradient, step_size, correction)
        self._sums += metrics

    def _loss(
        self,
        settings: Loss,
        minibatch: Decisions,
        sets: Tensor,
        weight: Tensor,
        entropy_coef: Tensor,
    ) -> tuple[Tensor, Tensor]:
        """Return the loss of a minibatch, and the sums of its metrics in the order of METRICS."""
        logits, legal, heads = self._forward(minibatch, sets, settings.other_heads_coef)
        logs = logits.masked_fill(~legal, torch.finfo(logits.dtype).min).log_softmax(2)
        log_prob = logs.gather(2, minibatch.action[..., None]).squeeze(2)
        entropy = -(logs.exp() * logs).sum(2)
        log_ratio = log_prob - minibatch.log_prob
        ratio = log_ratio.exp()
        clipped = ratio.clamp(1 - settings.clip_coef, 1 + settings.clip_coef)
        gain = torch.minimum(ratio * minibatch.advantage, clipped * minibatch.advantage)
        policy_loss = -(log_prob if settings.imitate else gain) - entropy_coef * entropy
        value_loss = functional.huber_loss(
            heads, minibatch.returns, reduction="none", delta=HUBER_DELTA
        ).sum(2)
        decides = legal[..., 0] & (weight > 0)
        both = torch.where(decides, policy_loss, 0) + settings.value_coef * value_loss
        error = heads[..., 0] - minibatch.returns[..., 0]
        metrics = {
            "rows": torch.ones_like(ratio),
            "entropy": entropy,
            "approx_kl": ratio - 1 - log_ratio,
            "clip_fraction": (ratio * minibatch.advantage > gain).float(),
            "value_loss": error.square(),
            "accuracy": (logs.argmax(2) == minibatch.action).float(),
            "cross_entropy": -log_prob,
        }
        if settings.imitate:
            metrics |= dict.fromkeys(("approx_kl", "clip_fraction"), torch.zeros_like(ratio))
        sums = torch.stack([torch.where(decides, metrics[name], 0).sum() for name in METRICS])
        return (weight * both).sum(), sums.detach()

    def _forward(
        self, minibatch: Decisions, sets: Tensor, other_heads_coef: float
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return logits of legal actions, which of them are not padding, and the value heads."""
        w, p = self._weights, self._weights.parts()
        codes = w.codes(p, sets)
        seen = self._observations(minibatch)
        hidden = (torch.bmm(seen, w.first(p, codes)) + p["first_bias"]).relu()
        hidden = (hidden @ p["second"] + p["second_bias"]).relu()
        policy, bias = w.policy(p, codes)
        logits = torch.bmm(hidden, policy.transpose(1, 2)) + bias.transpose(1, 2)
        legal = minibatch.legal >= 0
        places = w.action_positions[minibatch.legal.long().clamp(min=0)]
        weights, biases = p["heads"], p["heads_bias"]
        # The gradients of all heads but the seat's own score are scaled in the hidden layers.
        others = other_heads_coef * hidden + (1 - other_heads_coef) * hidden.detach()
        heads = torch.cat(
            [hidden @ weights[:1].T + biases[:1], others @ weights[1:].T + biases[1:]], dim=2
        )
        return logits.gather(2, places), legal, heads

    def _observations(self, minibatch: Decisions) -> Tensor:
        """Return scaled dense inputs in the order of the weights: (groups, rows, padded_inputs)."""
        w = self._weights
        shown = minibatch.values > 0
        places = torch.where(shown, w.input_positions[minibatch.indices.long()], w.num_inputs)
        numbers = minibatch.values.float() * self._scale[places]
        seen = numbers.new_zeros(*places.shape[:2], w.padded_inputs)
        return seen.scatter_(2, places, numbers)

    def _clip(self, gradient: Tensor, value_grad_norm: float) -> None:
        """Clip a gradient in place; the layer of the value heads apart if it has its own bound."""
        if not value_grad_norm:
            gradient *= _scale_to(gradient, MAX_GRAD_NORM)
            return
        heads = gradient[self._heads].clone()
        gradient[self._heads] = 0
        gradient *= _scale_to(gradient, MAX_GRAD_NORM)
        gradient[self._heads] = heads * _scale_to(heads, value_grad_norm)


def _scale_to(gradient: Tensor, bound: float) -> Tensor:
    norm = torch.linalg.vector_norm(gradient)
    return torch.clamp(bound / (norm + LOG_EPSILON), max=1)


@torch.no_grad()
def adam(
    weights: Tensor,
    first: Tensor,
    second: Tensor,
    gradient: Tensor,
    step_size: Tensor,
    correction: Tensor,
) -> None:
    """Update weights and moments in place by a step of Adam; see ``rates_of`` for its factors."""
    first.mul_(BETA1).add_(gradient, alpha=1 - BETA1)
    second.mul_(BETA2).addcmul_(gradient, gradient, value=1 - BETA2)
    weights -= step_size * first / ((correction * second).sqrt() + EPSILON)


def rates_of(learning_rate: float, entropy_coef: float, step: int) -> tuple[float, float, float]:
    """Return the values that change per step: Adam's two factors, and the entropy coefficient."""
    return learning_rate / (1 - BETA1**step), 1 / (1 - BETA2**step), entropy_coef
