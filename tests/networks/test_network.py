"""Networks: their predictions and files."""

import copy
import json
import pickle
import tracemalloc
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from tests.games import middle, positions
from tests.networks.networks import HIDDEN, TorchNetwork, lively
from wistar_env import RatsOfWistar
from wistar_env.errors import NetworkError
from wistar_env.games.rats_of_wistar.rules import RULES_VERSION
from wistar_env.games.rats_of_wistar.rules.actions import NUM_ACTIONS
from wistar_env.kit.game.spec_records import NetworkSpec
from wistar_env.kit.networks.loading import load_network
from wistar_env.kit.networks.network import Network


def game_of(num_players: int, seed: int = 5) -> RatsOfWistar:
    return RatsOfWistar.new(num_players, seed, level=6 if num_players == 1 else None)


def turned(game: RatsOfWistar, seat: int) -> list[int]:
    """Return the seats in the order in which an observation of a seat shows them."""
    count = int(game.num_seats)
    order = game.record["order"][0].tolist()[:count]
    start = order.index(seat)
    return order[start:] + order[:start]


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_a_network_gives_what_torch_gives(num_players: int) -> None:
    network = lively(num_players)
    module = TorchNetwork(network)
    game = game_of(num_players)
    for number, at in enumerate(positions(game)):
        if number % 7 or at.finished:
            continue
        for seat in range(num_players):
            found = network.predict(at, seat)
            with torch.no_grad():
                logits, heads = module(torch.tensor(at.observe(seat)))
            vp, chances = np.split(heads.numpy(), 2)
            order = turned(at, seat)
            assert list(found.actions) == list(at.legal_actions() if seat == at.seat else [])
            assert np.allclose(found.logits, logits.numpy()[found.actions], atol=1e-4)
            assert np.allclose(found.points[order], 10 * vp, atol=1e-3)
            assert np.allclose(found.win_probability[order], chances, atol=1e-4)


def test_a_network_observes_from_the_seat_that_decides_unless_another_one_is_named() -> None:
    game, network = game_of(2), lively(2)
    predictions = network.predict(game), network.predict(game, game.seat)
    for name in ("actions", "logits", "points", "win_probability"):
        assert np.array_equal(*(getattr(each, name) for each in predictions))


def test_a_game_of_other_players_is_rejected() -> None:
    with pytest.raises(ValueError, match=r"2 players, .* 3"):
        lively(2).predict(game_of(3))


def test_a_network_is_made_of_its_parameters() -> None:
    network = Network(RatsOfWistar, 3, (48, 16))
    assert network.parameters["heads"].shape == (6, 16)
    for parameter in network.parameters.values():
        assert not parameter.any()
        parameter[:] = 1
        assert parameter.__array_interface__["data"][0] % 64 == 0
    sizes = sum(parameter.size for parameter in network.parameters.values())
    assert network.weights.sum() == sizes


def test_a_copy_changes_on_its_own() -> None:
    network = lively(1)
    copy = network.copy()
    network.weights[:] = 0
    assert copy.weights.any()


def test_a_seed_makes_a_network() -> None:
    one, again, other = (Network.random(RatsOfWistar, 1, HIDDEN, seed) for seed in (1, 1, 2))
    assert np.array_equal(one.weights, again.weights)
    assert not np.array_equal(one.weights, other.weights)


@pytest.mark.parametrize("hidden", [(100, 16), (16, 1024), (16,), "wide", (16.5, 16)])
def test_sizes_that_compiled_code_does_not_take_are_rejected(hidden: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="hidden"):
        Network(RatsOfWistar, 1, hidden)


def test_a_network_that_was_saved_is_the_same(tmp_path: Path) -> None:
    network = lively(2)
    network.metadata["steps"] = 17
    network.save(tmp_path / "mine.npz")
    loaded = load_network(tmp_path / "mine.npz")
    assert np.array_equal(loaded.weights, network.weights)
    assert loaded.metadata == {"steps": 17}
    assert (loaded.num_players, loaded.hidden, loaded.data) == (2, HIDDEN, network.data)
    assert loaded.file == tmp_path / "mine.npz"
    assert [file.name for file in tmp_path.iterdir()] == ["mine.npz"]


def rewritten(file: Path, **changes: Any) -> None:
    """Change what a file says the network was made for."""
    with np.load(file) as members:
        arrays = dict(members)
    about = json.loads(arrays["about"].tobytes()) | changes
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    np.savez(file, **arrays)


def test_a_network_of_other_rules_plays_and_says_which_they_were(tmp_path: Path) -> None:
    file = tmp_path / "old.npz"
    network = lively(1)
    network.save(file)
    rewritten(file, rules=1)
    loaded = load_network(file)
    assert np.array_equal(loaded.weights, network.weights)
    assert (network.rules, loaded.rules) == (RULES_VERSION, 1)
    loaded.save(file)
    assert load_network(file).rules == 1


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"format": 1}, "the format must be 2, found 1"),
        ({"game": "lab-rats"}, "num_players must be an integer from 3 to 5, found 1"),
        ({"game": "chess"}, "names the game .chess., which is not installed"),
        ({"tables": [1, 9]}, "num_players must be"),
        ({"tables": [1, 1]}, "player_counts must be one or more different"),
        (
            {"inputs": [["me.mood", [3], 1]]},
            "reads the block 'me.mood', which the game does not have",
        ),
        ({"inputs": [["me.vp", [3], 1]]}, "the block 'me.vp' must have shape"),
        ({"inputs": [["me.vp", [], 1]]}, "'first' must be float32 of"),
        ({"actions": [["OPEN", [1000], 1]]}, "the block 'OPEN' must have shape"),
        ({"inputs": 3}, "damaged"),
        ({"inputs": [["me.vp", [-3], 1]]}, "the size of a block must be"),
        ({"inputs": [["me.vp", [], 0]]}, "the limit of a block must be"),
        ({"value_scale": 0}, "value_scale must be"),
        ({"rules": "x"}, "rules must be"),
        ({"inputs": [], "actions": [], "metadata": {"new_blocks": 3}}, "."),
        ({"hidden": [7, 7]}, "hidden"),
    ],
)
def test_a_network_that_the_game_cannot_use_is_rejected_with_the_reason(
    tmp_path: Path, changes: dict[str, Any], problem: str
) -> None:
    file = tmp_path / "old.npz"
    lively(1).save(file)
    load_network(file)
    rewritten(file, **changes)
    with pytest.raises(NetworkError, match=problem):
        load_network(file)


def test_a_network_plays_on_when_the_observation_grows(tmp_path: Path) -> None:
    """New blocks, and new places of a block, have weights of 0, and metadata names them."""
    file = tmp_path / "old.npz"
    network, game = lively(2), middle()
    layout = RatsOfWistar.spec.observation_layout(2)
    new = next(block for block in layout.blocks if block.name == "rival_1.seat")
    longer = next(block for block in layout.blocks if block.name == "decision")
    gone = [*range(new.start, new.start + new.size), longer.start + longer.size - 1]
    network.parameters["first"][gone] = 0
    network.save(file)
    with np.load(file) as members:
        arrays = dict(members)
    about = json.loads(arrays["about"].tobytes())
    shorter = [longer.name, [longer.size - 1], 1]
    about["inputs"] = [
        shorter if each[0] == longer.name else each
        for each in about["inputs"]
        if each[0] != new.name
    ]
    arrays["first"] = np.delete(arrays["first"], gone, axis=0)
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    np.savez(file, **arrays)
    loaded = load_network(file)
    assert np.array_equal(loaded.predict(game).logits, network.predict(game).logits)
    assert loaded.metadata["new_blocks"] == ["decision", "rival_1.seat"]


def test_a_damaged_network_is_rejected(tmp_path: Path) -> None:
    file = tmp_path / "network.npz"
    lively(1).save(file)
    whole = file.read_bytes()
    for damaged in (b"", b"nothing", whole[:-100], whole[:2000] + b"x" * 40 + whole[2040:]):
        file.write_bytes(damaged)
        with pytest.raises(NetworkError, match=r"network\.npz .*damaged"):
            load_network(file)


def encrypted(file: Path) -> None:
    """Mark the members of the archive as encrypted in its index."""
    whole = bytearray(file.read_bytes())
    place = whole.find(b"PK\x01\x02")
    while place >= 0:
        whole[place + 8] |= 1
        place = whole.find(b"PK\x01\x02", place + 1)
    file.write_bytes(whole)


def pickled(file: Path) -> None:
    """Put a pickle where an archive is expected, which NumPy would read if it were allowed to."""
    file.write_bytes(pickle.dumps({"about": np.zeros(1)}))


def of_infinite_players(file: Path) -> None:
    """Name a player count that is no integer."""
    rewritten(file, tables=[float("inf")])


def with_an_unfinished_header(file: Path) -> None:
    """Begin the description of an array with a bracket that nothing closes."""
    header = b"{'descr': ((, 'shape': [".ljust(117) + b"\n"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("about.npy", b"\x93NUMPY\x01\x00\x76\x00" + header)


HOSTILE = [encrypted, pickled, of_infinite_players, with_an_unfinished_header]


@pytest.mark.parametrize("hostile", HOSTILE)
def test_a_hostile_file_is_rejected_in_a_sentence(
    tmp_path: Path, hostile: Callable[[Path], None]
) -> None:
    file = tmp_path / "network.npz"
    lively(1).save(file)
    hostile(file)
    with pytest.raises(NetworkError, match=r"network.npz(:| is not a network, or is) damaged"):
        load_network(file)


def test_a_file_that_is_larger_unpacked_than_any_network_is_not_unpacked(tmp_path: Path) -> None:
    file = tmp_path / "bomb.npz"
    with (
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open("about.npy", "w") as member,
    ):
        np.lib.format.write_array_header_1_0(
            member, {"descr": "|u1", "fortran_order": False, "shape": (2**28,)}
        )
        for _ in range(2**8):
            member.write(bytes(2**20))
    assert file.stat().st_size < 2**21
    tracemalloc.start()
    try:
        with pytest.raises(NetworkError, match=r"268,435,\d+ bytes"):
            load_network(file)
        assert tracemalloc.get_traced_memory()[1] < 2**24
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("name", "array", "problem"),
    [
        ("second", np.zeros((3, 3), np.float32), "'second' must be float32 of"),
        ("second", np.zeros(HIDDEN), "found float64"),
        ("second_bias", np.full(HIDDEN[1], np.nan, np.float32), "not finite"),
        ("policy", np.array([None, {}]), "damaged"),
    ],
)
def test_parameters_that_do_not_fit_are_rejected(
    tmp_path: Path, name: str, array: Any, problem: str
) -> None:
    file = tmp_path / "network.npz"
    lively(1).save(file)
    with np.load(file) as members:
        arrays = dict(members)
    np.savez(file, **{**arrays, name: array})
    with pytest.raises(NetworkError, match=problem):
        load_network(file)


def test_an_unknown_name_is_rejected_with_the_known_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        RatsOfWistar, "spec", replace(RatsOfWistar.spec, networks=NetworkSpec(folder=tmp_path))
    )
    with pytest.raises(NetworkError, match=r"'wistar'.*of Rats of Wistar: wistar-1"):
        load_network("wistar", RatsOfWistar)
    lively(1).save(tmp_path / "wistar.npz")
    assert load_network("wistar", RatsOfWistar).num_players == 1
    assert load_network("wistar").file == load_network("rats-of-wistar/wistar").file
    with pytest.raises(
        NetworkError,
        match=r"'duo'.*lab-rats, .*wistar, .*lab-rats/lab-rats, ",
    ):
        load_network("duo")


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))])
def test_a_copy_or_a_pickle_predicts_the_same_and_changes_on_its_own(copied: Any) -> None:
    network, game = Network.random(RatsOfWistar, 2), middle()
    other = copied(network)
    assert np.array_equal(other.predict(game).logits, network.predict(game).logits)
    other.parameters["policy_bias"][:] += np.arange(NUM_ACTIONS, dtype=np.float32)
    assert not np.array_equal(other.predict(game).logits, network.predict(game).logits)
