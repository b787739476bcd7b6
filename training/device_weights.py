"""The weights of a card-feature network on a PyTorch device, for ``device_learner``."""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional

from wistar_env.kit.game import GameData
from wistar_env.kit.networks.readings import Reading
from wistar_env.kit.networks.shared import SharedNetwork

#: Inputs are padded to a multiple of this, as products on a GPU are slow for odd sizes.
_ALIGNED: Final = 32


class Read(NamedTuple):
    """All inputs, or all actions, whose weights one encoder computes."""

    axis: str  # the encoder
    names: tuple[str, ...]  # the blocks
    # The inputs or actions, in the order of their weights: by place, then by block.
    ids: npt.NDArray[np.int64]


def reads_of(readings: Sequence[Reading]) -> list[Read]:
    """Return the blocks of inputs or of actions, grouped by encoder."""
    found = []
    for axis in dict.fromkeys(each.axis for each in readings):
        of_axis = [each for each in readings if each.axis == axis]
        rows = np.concatenate([each.rows for each in of_axis])
        found.append(Read(axis, tuple(each.name for each in of_axis), rows.T.ravel()))
    return found


def position_by_id(free: npt.NDArray[np.int64], reads: Sequence[Read], device: str) -> Tensor:
    """Return the row of weights of each input or action id; for id -1, one past the last row."""
    ids = np.concatenate([free, *(each.ids for each in reads)])
    positions = np.full(len(ids) + 1, len(ids), np.int64)
    positions[ids] = np.arange(len(ids))
    return torch.from_numpy(positions).to(device)


class Weights:
    """The weights of a shared network on a device, and those of its networks for data sets."""

    def __init__(self, shared: SharedNetwork, sets: Sequence[GameData], device: str) -> None:
        # All weights, float32, in the order of ``SharedNetwork.weights``.
        self.flat = torch.from_numpy(shared.weights.copy()).to(device).requires_grad_()
        self._shapes, self._activation = shared.shapes, shared.activation
        self._sizes = [math.prod(shape) for shape in shared.shapes.values()]
        self._padding = len(shared.weights) - sum(self._sizes)
        (num_players,) = shared.player_counts
        features = [shared.features_of(data, num_players) for data in sets]
        self._features = {
            axis: torch.from_numpy(np.stack([each[axis] for each in features])).to(device)
            for axis in shared.columns
        }
        self._inputs = reads_of(shared.inputs[num_players])
        self._actions = reads_of(shared.actions)
        free = shared.free_inputs(num_players)
        self.input_positions = position_by_id(free, self._inputs, device)
        self.action_positions = position_by_id(shared.free_actions, self._actions, device)
        self.num_inputs = len(self.input_positions) - 1
        self.padded_inputs = -(-(self.num_inputs + 1) // _ALIGNED) * _ALIGNED

    def parts(self) -> dict[str, Tensor]:
        """Return the parameters by name."""
        pieces = torch.split(self.flat, [*self._sizes, self._padding])
        shaped = zip(pieces, self._shapes.values(), strict=False)
        return {
            name: piece.view(shape)
            for name, (piece, shape) in zip(self._shapes, shaped, strict=True)
        }

    def codes(self, p: dict[str, Tensor], sets: Tensor) -> dict[str, Tensor]:
        """Return each place's embedding in some data sets, by encoder, with a last column of 1."""
        found = {}
        for axis, features in self._features.items():
            linear = features[sets] @ p[f"encoder {axis}"] + p[f"encoder_bias {axis}"]
            code = functional.leaky_relu(linear, self._activation.slope) * self._activation.scale
            found[axis] = torch.cat([code, code.new_ones(*code.shape[:2], 1)], dim=2)
        return found

    def first(self, p: dict[str, Tensor], codes: dict[str, Tensor]) -> Tensor:
        """Return the weights of all inputs for some data sets: (sets, padded_inputs, hidden1)."""
        weights = _with_read(p["first"], "first", self._inputs, p, codes)
        return functional.pad(weights, (0, 0, 0, self.padded_inputs - self.num_inputs))

    def policy(self, p: dict[str, Tensor], codes: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        """Return weights (sets, actions, hidden2) and biases (sets, actions, 1) of all actions."""
        bias = p["policy_bias"][:, None]
        return (
            _with_read(p["policy"], "policy", self._actions, p, codes),
            _with_read(bias, "policy_bias", self._actions, p, codes),
        )


def _with_read(
    free: Tensor,
    kind: str,
    reads: Sequence[Read],
    p: dict[str, Tensor],
    codes: dict[str, Tensor],
) -> Tensor:
    """Return, for every set, the weights that need no embeddings, then those computed from them."""
    sets, size = len(next(iter(codes.values()))), free.shape[1]
    found = [free.expand(sets, -1, -1)]
    for read in reads:
        blocks = [p[f"{kind} {name}"] for name in read.names]
        of_code = torch.cat([block.reshape(*block.shape[:2], size) for block in blocks])
        product = codes[read.axis] @ of_code.transpose(0, 1).flatten(1)
        found.append(product.view(sets, -1, size))
    return torch.cat(found, dim=1)
