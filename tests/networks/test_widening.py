"""Widened card-feature networks play as before, and their new weights can learn."""

import numpy as np
import pytest

from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.games.rats_of_wistar.components import open_components
from wistar_env.kit.networks.encoders import ENCODERS
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.kit.networks.shared_parameters import views_of
from wistar_env.kit.networks.widening import widened

#: The encoders of a reader, and of what it becomes.
CHANGES = [("relu", "relu"), ("relu", "leaky"), ("leaky", "leaky")]


def reader_with(encoder: str) -> SharedNetwork:
    found = SharedNetwork.random(
        RatsOfWistar, (2,), (32, 16), code=8, seed=3, encoder=encoder, ids=False
    )
    for parameter in found.parameters.values():
        parameter[:] = np.random.default_rng(1).normal(0, 0.2, parameter.shape)
    found.metadata = {"steps": 7}
    return found


@pytest.mark.parametrize(("before", "after"), CHANGES)
@pytest.mark.parametrize("data", [None, "generated:v1:3"])
def test_a_widened_reader_makes_the_same_networks(
    before: str, after: str, data: str | None
) -> None:
    reader = reader_with(before)
    wide = widened(reader, code=20, encoder=after, seed=1)
    assert (wide.code, wide.encoder, wide.metadata) == (20, after, reader.metadata)
    ours, its = reader.network_for(2, data), wide.network_for(2, data)
    for name, weights in ours.parameters.items():
        assert np.allclose(weights, its.parameters[name], atol=1e-5), name


@pytest.mark.parametrize(("before", "after"), CHANGES)
def test_what_is_new_depends_on_the_seed_and_has_a_gradient(before: str, after: str) -> None:
    reader = reader_with(before)
    wide, again, other = (widened(reader, code=24, encoder=after, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(wide.weights, again.weights)
    assert not np.array_equal(wide.weights, other.weights)
    features = wide.features_of(open_components(None), 1)
    codes = wide.codes_of(features)
    alive = [(code[:, 8:] != 0).any(axis=0).mean() for code in codes.values()]
    assert min(alive) == 1 if after == "leaky" else min(alive) > 0.4
    gradient = Network(RatsOfWistar, 2, (32, 16))
    gradient.weights[:] = 1
    total = views_of(np.zeros_like(wide.weights), wide.shapes)
    wide.backward(gradient, gradient.parameters, features, codes, total)
    assert all((total[f"first {each.name}"][:, 8:-1] != 0).any() for each in wide.inputs[2])


@pytest.mark.parametrize("encoder", ENCODERS)
def test_the_reader_does_not_change_and_with_its_own_length_is_copied(encoder: str) -> None:
    reader = reader_with(encoder)
    before = reader.weights.copy()
    same = widened(reader, code=8, encoder=encoder)
    assert np.array_equal(same.weights, before)
    same.weights[:] = 0
    assert np.array_equal(reader.weights, before)


@pytest.mark.parametrize(
    ("before", "code", "after", "problem"),
    [
        ("leaky", 7, "leaky", "code must be an integer from 8 to 512, found 7"),
        ("relu", 7, "relu", "code must be an integer from 8 to 512, found 7"),
        ("relu", 15, "leaky", "code must be at least 16 .* from relu to leaky, found 15"),
        ("leaky", 64, "relu", "encoder must be"),
    ],
)
def test_what_cannot_play_as_before_is_rejected(
    before: str, code: int, after: str, problem: str
) -> None:
    with pytest.raises(ValueError, match=problem):
        widened(reader_with(before), code=code, encoder=after)
