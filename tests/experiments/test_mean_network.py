"""The mean of two networks."""

from pathlib import Path

import numpy as np
import pytest

from experiments.mean_network import main, mean_of
from wistar_env import RatsOfWistar
from wistar_env.kit.networks.loading import load_shared
from wistar_env.kit.networks.shared import SharedNetwork


def network(seed: int, hidden: tuple[int, int] = (32, 16)) -> SharedNetwork:
    return SharedNetwork.random(RatsOfWistar, (1, 2), hidden, code=8, seed=seed, ids=False)


def test_each_weight_is_the_mean_of_two(tmp_path: Path) -> None:
    first, second = network(1), network(2)
    first.save(tmp_path / "first.npz")
    second.save(tmp_path / "second.npz")
    out = tmp_path / "mean.npz"
    main(str(tmp_path / "first.npz"), str(tmp_path / "second.npz"), out)
    assert np.allclose(load_shared(out).weights, (first.weights + second.weights) / 2)


def test_networks_of_other_sizes_have_no_mean() -> None:
    with pytest.raises(ValueError, match="must have the same parameters"):
        mean_of(network(1), network(1, (16, 16)))
