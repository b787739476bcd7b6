"""Layers that skip what is zero: they give what a dense layer gives, forwards and backwards."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

import torch
from torch import Tensor

from wistar_env.training.sparse_layers import legal_logits, places, sum_of_rows

ROWS, INPUTS, WIDE, NARROW, ACTIONS = 5, 300, 32, 16, 70


def few(rng: np.random.Generator, size: int, largest: int) -> np.ndarray[Any, Any]:
    """Return rows of bytes of which few are not zero, and none in the last row but one."""
    table = rng.integers(1, largest + 1, (ROWS, size), np.uint8)
    table[rng.random((ROWS, size)) < 0.8] = 0
    table[:, -1], table[-2] = 1, 0
    return table


def gradients(function: Callable[[], Tensor], *given: Tensor) -> list[Tensor]:
    """Return what a function gives, and the gradients of what it was given."""
    given_out = function()
    weights = torch.arange(1.0, given_out.numel() + 1).reshape(given_out.shape)
    return [given_out, *torch.autograd.grad((given_out * weights).sum(), given)]


def assert_same(one: list[Tensor], other: list[Tensor]) -> None:
    for k, (left, right) in enumerate(zip(one, other, strict=True)):
        assert torch.allclose(left, right, rtol=1e-4, atol=1e-3), k


@pytest.mark.interpreted
def test_indices_are_those_of_nonzero_values() -> None:
    table = few(np.random.default_rng(1), INPUTS, 9)
    begins, columns = places(table)
    rows, expected = np.nonzero(table)
    assert columns[: len(expected)].tolist() == expected.tolist()
    assert begins.tolist() == [0, *np.cumsum(np.bincount(rows, minlength=ROWS))]


@pytest.mark.interpreted
def test_a_sum_of_rows_is_a_linear_layer() -> None:
    rng = np.random.default_rng(2)
    counts, scale = torch.from_numpy(few(rng, INPUTS, 255)), torch.rand(INPUTS)
    weight, bias = torch.randn(INPUTS, WIDE), torch.randn(WIDE)
    given = weight.requires_grad_(), bias.requires_grad_()
    sparse = gradients(lambda: sum_of_rows(counts, scale, weight, bias), *given)
    assert_same(sparse, gradients(lambda: counts.float() * scale @ weight + bias, *given))


@pytest.mark.interpreted
def test_logits_of_legal_actions_are_those_of_a_linear_layer() -> None:
    mask = few(np.random.default_rng(3), ACTIONS, 1)
    narrow, weight, bias = torch.randn(ROWS, NARROW), torch.randn(ACTIONS, NARROW), torch.randn(70)
    given = tuple(each.requires_grad_() for each in (narrow, weight, bias))
    legal = torch.from_numpy(mask).bool()
    sparse = gradients(lambda: legal_logits(places(mask), *given), *given)
    assert_same(sparse, gradients(lambda: (narrow @ weight.T + bias)[legal], *given))
