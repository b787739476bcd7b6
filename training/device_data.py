"""Decisions and minibatches on a device of PyTorch, for ``device_learner``."""

import math
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from wistar_env.kit.limits import MAX_SEATS
from wistar_env.training.learner import Experience
from wistar_env.training.shared_learner import minibatches

#: Maximum number of rows of one card set that are multiplied at a time.
GROUP: Final = 512


class Decisions(NamedTuple):
    """Decisions on the device, as the losses take them, indexed by decision or by group and row."""

    # ``indices``, ``values``: int16 and uint8, shape (..., width): sparse observations, padded with
    # the value 0.
    indices: Tensor
    values: Tensor
    legal: Tensor  # int16, shape (..., k): the legal actions, padded with -1
    action: Tensor  # int64: the index of the action in ``legal``
    # ``log_prob``, ``advantage``: float32: the log-probability of the action when it was taken, and
    # its advantage.
    log_prob: Tensor
    advantage: Tensor
    # float32, shape (..., heads): targets of the value heads, seen from the observing seat.
    returns: Tensor


def decisions_of(experience: Experience, num_heads: int, device: str) -> Decisions:
    """Copy decisions to a device, and reorder their returns from the observing seat on."""
    indices, values, used = (torch.from_numpy(each).to(device) for each in experience.observations)
    taken = experience.decisions
    # Transfer whole records and split their fields on the device, as splitting is slow in NumPy.
    raw = torch.from_numpy(taken.view(np.uint8).reshape(len(taken), -1)).to(device)

    def field(name: str) -> Tensor:
        assert taken.dtype.fields is not None
        kind, start = taken.dtype.fields[name][:2]
        dtype = torch.from_numpy(np.zeros(0, kind.base)).dtype
        return raw[:, start : start + kind.itemsize].contiguous().view(dtype).squeeze(1)

    legal, order = field("legal"), field("seat_order")[:, : num_heads // 2].long()
    return Decisions(
        indices=indices,
        values=torch.where(_up_to(used, values.shape[1]), values, 0),
        legal=torch.where(_up_to(legal[:, 0], legal.shape[1] - 1), legal[:, 1:], -1),
        action=field("action_index").long(),
        log_prob=field("log_prob"),
        advantage=field("advantage"),
        returns=field("returns").gather(1, torch.cat([order, MAX_SEATS + order], dim=1)),
    )


def _up_to(counts: Tensor, width: int) -> Tensor:
    """Return which columns of each row are below its count: bool, shape (n, width)."""
    return torch.arange(width, device=counts.device) < counts[:, None]


class Minibatches(NamedTuple):
    """Minibatches as groups of rows, on the device."""

    # int64, shape (minibatches, groups, GROUP): the rows, padded with -1.
    rows: Tensor
    sets: Tensor  # int64, shape (minibatches, groups): the data set of each group

    @classmethod
    def of(
        cls, sets: npt.NDArray[np.int16], rows: npt.NDArray[np.int64], size: int, device: str
    ) -> "Minibatches":
        """Divide rows of games with these data sets into minibatches of about ``size``."""
        groups = minibatches(sets, rows, GROUP, math.ceil)
        each = max(1, size // GROUP)
        count = -(-len(groups) // each)
        places = np.full((count * each, GROUP), -1, np.int64)
        numbers = np.zeros(count * each, np.int64)
        for k, (number, part) in enumerate(groups):
            places[k, : len(part)], numbers[k] = part, number
        shaped = places.reshape(count, each, GROUP), numbers.reshape(count, each)
        return cls(*(torch.from_numpy(array).to(device) for array in shaped))
