"""The first layer and the action head of a network, as torch functions that skip zeros.

About 140 of some 2,900 values of an observation are nonzero, and about 6 of 971 actions are legal.
The compiled functions compute only these, forwards and backwards; they are recompiled when this
file or the package changes. Sizes of layers are multiples of ``LANES``.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.autograd import Function

from wistar_env.compiled.floats import add_scaled, dot
from wistar_env.compiled.jit import entry
from wistar_env.compiled.nonzeros import SPARE, WORD, find_nonzeros
from wistar_env.compiled.scratch import zeros
from wistar_env.compiled.types import ByteTable, FloatArray, FloatTable, LongArray, ShortArray
from wistar_env.kit.limits import MAX_OBSERVATION

#: Size of a buffer with room for any row, padded to whole words.
_ROOM: Final = (MAX_OBSERVATION // WORD + 1) * WORD


@entry
def find(table: ByteTable, begins: LongArray, columns: ShortArray) -> None:
    """Write the columns of all bytes that are not zero, row by row, and where each row begins.

    ``columns`` has room for ``SPARE`` extra entries.
    """
    rows, size = table.shape
    padded = zeros(_ROOM, np.uint8)
    for row in range(rows):
        for k in range(size):
            padded[k] = table[row, k]
        begin = begins[row]
        begins[row + 1] = begin + find_nonzeros(padded, size, columns[begin:])


@entry
def add_rows(
    table: ByteTable,
    begins: LongArray,
    columns: ShortArray,
    scale: FloatArray,
    weight: FloatTable,
    out: FloatTable,
) -> None:
    """Add to each row of ``out`` the weight rows of nonzero values, times value and ``scale``."""
    size = out.shape[1]
    for row in range(len(out)):
        for k in range(begins[row], begins[row + 1]):
            i = int(columns[k])
            add_scaled(out[row], weight[i], np.float32(table[row, i]) * scale[i], size)


@entry
def add_rows_back(
    table: ByteTable,
    begins: LongArray,
    columns: ShortArray,
    scale: FloatArray,
    back: FloatTable,
    out: FloatTable,
) -> None:
    """Add to ``out`` the gradient of the weights of ``add_rows``, given its output's gradient."""
    size = out.shape[1]
    for row in range(len(back)):
        for k in range(begins[row], begins[row + 1]):
            i = int(columns[k])
            add_scaled(out[i], back[row], np.float32(table[row, i]) * scale[i], size)


@entry
def give_logits(
    begins: LongArray,
    columns: ShortArray,
    narrow: FloatTable,
    weight: FloatTable,
    bias: FloatArray,
    logits: FloatArray,
) -> None:
    """Write the logits of the actions in ``columns``, row by row."""
    size = narrow.shape[1]
    for row in range(len(narrow)):
        for k in range(begins[row], begins[row + 1]):
            action = int(columns[k])
            logits[k] = bias[action] + dot(weight[action], narrow[row], size)


@entry
def give_logits_back(
    begins: LongArray,
    columns: ShortArray,
    narrow: FloatTable,
    weight: FloatTable,
    push: FloatArray,
    narrow_out: FloatTable,
    weight_out: FloatTable,
    bias_out: FloatArray,
) -> None:
    """Add the gradients of all inputs of ``give_logits``, given its output's gradient."""
    size = narrow.shape[1]
    for row in range(len(narrow)):
        for k in range(begins[row], begins[row + 1]):
            action = int(columns[k])
            add_scaled(narrow_out[row], weight[action], push[k], size)
            add_scaled(weight_out[action], narrow[row], push[k], size)
            bias_out[action] += push[k]


class Places(NamedTuple):
    """The places of the nonzero entries of a table."""

    # int64, shape (n + 1,): where each row begins in ``columns``, and where the last row ends.
    begins: npt.NDArray[np.int64]
    columns: npt.NDArray[np.int16]  # int16: the columns, ascending in each row


def places(table: npt.NDArray[np.uint8]) -> Places:
    """Return where a table of bytes is not zero; ``SPARE`` unused columns follow the last row."""
    begins = np.zeros(len(table) + 1, np.int64)
    columns = np.empty(np.count_nonzero(table) + SPARE, np.int16)
    find(table, begins, columns)
    return Places(begins, columns)


class _SumOfRows(Function):
    """The autograd function of ``sum_of_rows``."""

    @staticmethod
    def forward(ctx: Any, counts: Tensor, scale: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        """Return the layer's outputs."""
        table = np.ascontiguousarray(counts.numpy())
        found = places(table)
        ctx.found, ctx.shape = (table, found, scale.numpy()), weight.shape
        out = bias.repeat(len(table), 1)
        add_rows(table, *found, scale.numpy(), weight.numpy(), out.numpy())
        return out

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor | None, ...]:
        """Return the gradients of weights and bias."""
        back = grads[0].contiguous()
        weight = torch.zeros(ctx.shape)
        table, (begins, columns), scale = ctx.found
        add_rows_back(table, begins, columns, scale, back.numpy(), weight.numpy())
        return None, None, weight, back.sum(0)


class _LegalLogits(Function):
    """The autograd function of ``legal_logits``."""

    @staticmethod
    def forward(ctx: Any, legal: Places, narrow: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        """Return the logits."""
        ctx.found = legal
        ctx.save_for_backward(narrow, weight)
        logits = torch.empty(int(legal.begins[-1]))
        arrays = (each.numpy() for each in (narrow.contiguous(), weight, bias, logits))
        give_logits(*legal, *arrays)
        return logits

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor | None, ...]:
        """Return the gradients of inputs, weights and bias."""
        narrow, weight = ctx.saved_tensors
        made = torch.zeros_like(narrow), torch.zeros_like(weight), torch.zeros(len(weight))
        arrays = (each.numpy() for each in (narrow.contiguous(), weight, grads[0].contiguous()))
        give_logits_back(*ctx.found, *arrays, *(each.numpy() for each in made))
        return None, *made


def sum_of_rows(counts: Tensor, scale: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    """Return ``counts * scale @ weight + bias``, computed only from nonzero counts.

    ``counts``, ``scale``: uint8, shape (n, inputs), and float32, shape (inputs,): the factors of
    the counts. ``weight``, ``bias``: float32, shapes (inputs, wide) and (wide,).
    """
    out: Tensor = _SumOfRows.apply(counts, scale, weight, bias)  # type: ignore[no-untyped-call]
    return out


def legal_logits(legal: Places, narrow: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    """Return ``narrow @ weight.T + bias`` for legal actions only, row by row, in one dimension.

    ``legal``: the nonzero entries of the masks. ``narrow``: float32, shape (n, size): the inputs.
    ``weight``, ``bias``: float32, shapes (actions, size) and (actions,).
    """
    out: Tensor = _LegalLogits.apply(legal, narrow, weight, bias)  # type: ignore[no-untyped-call]
    return out
