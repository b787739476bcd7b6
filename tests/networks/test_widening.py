"""Readers with longer codes: they play as before, and what is new can learn."""

import numpy as np
import pytest

from wistar_env.games.rats_of_wistar import Game
from wistar_env.games.rats_of_wistar.components import open_components
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.reader import Reader, views_of
from wistar_env.kit.networks.widening import widened


@pytest.fixture(scope="module")
def reader() -> Reader:
    found = Reader.random(Game, 2, (32, 16), code=8, seed=3)
    found.metadata = {"steps": 7}
    return found


@pytest.mark.parametrize("data", [None, "generated:v1:3"])
def test_a_widened_reader_makes_the_same_networks(reader: Reader, data: str | None) -> None:
    wide = widened(reader, 24, 0.1, seed=1)
    assert wide.code == 24
    assert wide.metadata == reader.metadata
    before, after = reader.network_for(data), wide.network_for(data)
    for name, weights in before.parameters.items():
        assert np.allclose(weights, after.parameters[name], atol=1e-5), name


def test_what_is_new_depends_on_the_seed_and_has_a_gradient(reader: Reader) -> None:
    wide, again, other = (widened(reader, 24, 0.1, seed) for seed in (1, 1, 2))
    assert np.array_equal(wide.weights, again.weights)
    assert not np.array_equal(wide.weights, other.weights)
    features = wide.features_of(open_components(None))
    codes = wide.codes_of(features)
    assert all((code[:, 8:-1] != 0).any(axis=0).all() for code in codes.values())
    gradient = Network(Game, 2, (32, 16))
    gradient.weights[:] = 1
    total = views_of(np.zeros_like(wide.weights), wide.shapes)
    wide.backward(gradient.parameters, features, codes, total)
    assert all((total[f"first {each.name}"][:, 8:-1] != 0).any() for each in wide.inputs)


def test_the_reader_itself_does_not_change_and_its_own_length_is_a_copy(reader: Reader) -> None:
    before = reader.weights.copy()
    same = widened(reader, 8, 0.1)
    assert np.array_equal(same.weights, before)
    same.weights[:] = 0
    assert np.array_equal(reader.weights, before)


def test_a_shorter_code_is_refused(reader: Reader) -> None:
    with pytest.raises(ValueError, match="code must be an integer from 8 to 512, found 4"):
        widened(reader, 4, 0.1)
