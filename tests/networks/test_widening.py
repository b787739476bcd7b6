"""Readers with longer codes: they play as before, and what is new can learn."""

import numpy as np
import pytest

from wistar_env.games.rats_of_wistar import Game
from wistar_env.games.rats_of_wistar.components import open_components
from wistar_env.kit.networks.encoders import ENCODERS
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.reader import Reader, views_of
from wistar_env.kit.networks.widening import widened


def reader_with(encoder: str) -> Reader:
    found = Reader.random(Game, 2, (32, 16), code=8, seed=3, encoder=encoder)
    for parameter in found.parameters.values():
        parameter[:] = np.random.default_rng(1).normal(0, 0.2, parameter.shape)
    found.metadata = {"steps": 7}
    return found


@pytest.mark.parametrize("encoder", ENCODERS)
@pytest.mark.parametrize("data", [None, "generated:v1:3"])
def test_a_widened_reader_makes_the_same_networks(encoder: str, data: str | None) -> None:
    reader = reader_with(encoder)
    wide = widened(reader, 20, seed=1)
    assert (wide.code, wide.encoder, wide.metadata) == (20, "leaky", reader.metadata)
    before, after = reader.network_for(data), wide.network_for(data)
    for name, weights in before.parameters.items():
        assert np.allclose(weights, after.parameters[name], atol=1e-5), name


@pytest.mark.parametrize("encoder", ENCODERS)
def test_what_is_new_depends_on_the_seed_and_has_a_gradient(encoder: str) -> None:
    reader = reader_with(encoder)
    wide, again, other = (widened(reader, 24, seed) for seed in (1, 1, 2))
    assert np.array_equal(wide.weights, again.weights)
    assert not np.array_equal(wide.weights, other.weights)
    features = wide.features_of(open_components(None))
    codes = wide.codes_of(features)
    assert all((code != 0).any(axis=0).all() for code in codes.values())
    gradient = Network(Game, 2, (32, 16))
    gradient.weights[:] = 1
    total = views_of(np.zeros_like(wide.weights), wide.shapes)
    wide.backward(gradient.parameters, features, codes, total)
    assert all((total[f"first {each.name}"][:, 8:-1] != 0).any() for each in wide.inputs)


@pytest.mark.parametrize("encoder", ENCODERS)
def test_the_reader_does_not_change_and_with_its_own_length_is_copied(encoder: str) -> None:
    reader = reader_with(encoder)
    before = reader.weights.copy()
    same = widened(reader, 8)
    assert same.encoder == encoder
    assert np.array_equal(same.weights, before)
    same.weights[:] = 0
    assert np.array_equal(reader.weights, before)


@pytest.mark.parametrize(("encoder", "code", "least"), [("leaky", 7, 8), ("relu", 15, 16)])
def test_codes_that_are_too_short_are_refused(encoder: str, code: int, least: int) -> None:
    with pytest.raises(ValueError, match=f"code must be an integer from {least} to 512, found"):
        widened(reader_with(encoder), code)
