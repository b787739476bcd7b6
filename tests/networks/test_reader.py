"""Readers: networks whose weights are made of what cards are."""

import pickle
import re
import shutil
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from tests.kit.nim import Nim
from tests.training.runs import other_data
from wistar_env.compiled.floats import LANES
from wistar_env.errors import NetworkError
from wistar_env.games.lab_rats import Game as LabRats
from wistar_env.games.rats_of_wistar import Game
from wistar_env.games.rats_of_wistar.components import open_components
from wistar_env.games.rats_of_wistar.tables import reading
from wistar_env.kit.networks.encoders import ENCODERS
from wistar_env.kit.networks.loading import load_network
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.reader import Reader, views_of
from wistar_env.kit.networks.readings import Reading
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.training.games import Rollout, RolloutCollector, evaluate
from wistar_env.training.players import PlayerPool, Teacher
from wistar_env.training.reader_learner import ReaderLearner, bound_apart, minibatches
from wistar_env.training.rollouts import GREEDY


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.random(Game, 2, (32, 16), code=8, seed=3)


@pytest.fixture(scope="module")
def swapped(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return data in which the first two Inventions have each other's number."""
    folder = tmp_path_factory.mktemp("swapped") / "data"
    shutil.copytree(reading.DEFAULT, folder)
    tools = folder / "inventions_tools.toml"
    other = {"1": "2", "2": "1"}
    text = re.sub(
        r"^number = ([12])$",
        lambda found: f"number = {other[found[1]]}",
        tools.read_text("utf-8"),
        flags=re.M,
    )
    tools.write_text(text, "utf-8")
    return str(folder)


def test_weights_of_a_card_follow_from_what_it_is(reader: Reader, swapped: str) -> None:
    one, other = reader.network_for(), reader.network_for(open_components(swapped))
    assert one.data != other.data
    for part, readings in (("first", reader.inputs), ("policy", reader.actions)):
        ours, theirs = one.parameters[part], other.parameters[part]
        for each in (each for each in readings if each.axis == "card"):
            for rows in each.rows:
                assert np.allclose(ours[rows[[1, 0]]], theirs[rows[:2]], atol=1e-6)
                assert np.allclose(ours[rows[2:]], theirs[rows[2:]], atol=1e-6)
                assert not np.allclose(ours[rows[0]], ours[rows[1]], atol=1e-4)


def test_several_threads_make_the_same_networks(reader: Reader, swapped: str) -> None:
    sets = [open_components(None), open_components(swapped)] * 3
    with threadpool_limits(1):
        one, other = reader.networks_for(sets), reader.networks_for(sets)
        changed = reader.copy()
        changed.weights[:-LANES] *= 2
        changed.rewrite(one, sets)
        changed.rewrite(other, sets, threads=4)
    for ours, theirs in zip(one, other, strict=True):
        assert np.array_equal(ours.weights, theirs.weights)
    assert not np.array_equal(one[0].weights, one[1].weights)


def test_rows_that_follow_on_are_selected_by_slices(reader: Reader) -> None:
    for each in (*reader.inputs, *reader.actions):
        for selected, row in zip(each.selections, each.rows, strict=True):
            assert np.array_equal(np.arange(row.max() + 1)[selected], row)
    apart = Reading("apart", "card", np.array([[0, 2, 4], [1, 3, 5]]))
    assert apart.spans is None
    assert np.array_equal(np.array(apart.selections), apart.rows)


def test_snapshots_of_a_solo_player_have_no_networks() -> None:
    reader = Reader.random(Game, 1, (32, 16), code=8, seed=3)
    players = PlayerPool(reader, 4, seed=1, num_snapshots=3)
    assert len(players.records) == 1
    players.take_snapshot()
    players.restore(players.snapshots_taken, players.seats.copy())
    for unknown in (1, GREEDY):  # compiled code would read behind the networks
        with pytest.raises(ValueError, match="the state has unknown players"):
            players.restore(0, np.full_like(players.seats, unknown))


def test_all_blocks_about_cards_are_read(reader: Reader) -> None:
    inputs = {each.name for each in reader.inputs}
    assert {"display", "me.hand", "rival_1.played", "objectives", "missions"} <= inputs
    actions = {each.name for each in reader.actions}
    assert actions == {"PLAY", "USE", "DISCARD", "PICK", "EXPEL", "CLAIM", "KEEP"}
    rows = np.concatenate([each.rows.ravel() for each in reader.inputs])
    assert len(rows) == len({*rows.tolist()})
    assert len(rows) + len(reader.free_inputs) == len(reader.network_for().parameters["first"])


def test_its_weights_are_whole_lanes_of_compiled_code() -> None:
    # Behind an array that is not, what is read is whatever lies there.
    for code in range(1, 20):
        reader = Reader(Game, 2, (32, 16), code)
        assert len(reader.weights) % LANES == 0
        size = sum(array.size for array in reader.parameters.values())
        assert size <= len(reader.weights) < size + LANES


@pytest.mark.parametrize("encoder", ENCODERS)
def test_gradients_are_those_of_small_changes(encoder: str) -> None:
    reader = Reader.random(Game, 2, (32, 16), 8, seed=3, encoder=encoder)
    rng = np.random.default_rng(1)
    data = open_components(None)
    network = Network(Game, 2, reader.hidden)
    wanted = {name: rng.normal(size=a.shape) for name, a in network.parameters.items()}
    features = reader.features_of(data)

    def value() -> float:
        reader.write(network, reader.codes_of(features))
        return sum(float((wanted[name] * a).sum()) for name, a in network.parameters.items())

    total = np.zeros_like(reader.weights)
    as_floats = {name: a.astype(np.float32) for name, a in wanted.items()}
    reader.backward(as_floats, features, reader.codes_of(features), views_of(total, reader.shapes))
    starts = np.cumsum([0, *(int(np.prod(shape)) for shape in reader.shapes.values())])
    for start, stop, name in zip(starts, starts[1:], reader.shapes, strict=False):
        some = rng.integers(start, stop, 12)
        slopes = []
        for k in some.tolist():
            before = reader.weights[k]
            reader.weights[k] = before + 0.002
            above = value()
            reader.weights[k] = before - 0.002
            slopes.append((above - value()) / 0.004)
            reader.weights[k] = before
        error = np.linalg.norm(slopes - total[some]) / (1 + np.linalg.norm(total[some]))
        assert error < 0.05, name


def test_files_are_read_as_readers_and_as_networks(reader: Reader, tmp_path: Path) -> None:
    reader.save(tmp_path / "r.npz")
    again, network = Reader.load(tmp_path / "r.npz"), load_network(tmp_path / "r.npz")
    assert np.array_equal(again.weights, reader.weights)
    assert np.array_equal(network.weights, reader.network_for().weights)
    assert network.reader is not None
    assert network.file == tmp_path / "r.npz"
    assert np.array_equal(pickle.loads(pickle.dumps(network)).weights, network.weights)
    with pytest.raises(NetworkError, match="has a reader: load it with load_network"):
        Network.load(tmp_path / "r.npz")
    reader.network_for().save(tmp_path / "n.npz")
    assert load_network(tmp_path / "n.npz").reader is None
    with pytest.raises(NetworkError, match="knows cards by their ids, no reader"):
        Reader.load(tmp_path / "n.npz")


@pytest.mark.parametrize("encoder", ENCODERS)
def test_a_file_says_which_encoder_its_reader_has(encoder: str, tmp_path: Path) -> None:
    reader = Reader.random(Game, 1, (32, 16), code=8, seed=3, encoder=encoder)
    reader.save(tmp_path / "r.npz")
    again = Reader.load(tmp_path / "r.npz")
    assert (again.encoder, again.activation) == (encoder, ENCODERS[encoder](8))
    assert np.array_equal(again.network_for().weights, reader.network_for().weights)
    for copy in (again.copy(), pickle.loads(pickle.dumps(again)), again.zeros()):
        assert copy.activation == again.activation


def test_a_file_of_before_there_were_encoders_has_relu() -> None:
    assert load_network("solo-reader").metadata["settings"].get("encoder") is None
    reader = load_network("solo-reader").reader
    assert isinstance(reader, Reader)
    assert reader.encoder == "relu"


def test_a_reader_of_other_features_is_refused(reader: Reader, tmp_path: Path) -> None:
    other = reader.copy()
    other.columns = {**other.columns, "card": other.columns["card"][::-1]}
    other.save(tmp_path / "r.npz")
    with pytest.raises(NetworkError, match="reads other features"):
        load_network(tmp_path / "r.npz")


@pytest.mark.parametrize("game", [LabRats, Nim])
def test_a_game_that_does_not_say_what_its_cards_are_has_no_readers(game: type[Any]) -> None:
    with pytest.raises(ValueError, match="declares no features of cards"):
        Reader(game, game.spec.min_players)


def test_a_network_for_other_data_is_made_or_warned_of(reader: Reader, swapped: str) -> None:
    data = open_components(swapped)
    network = reader.network_for()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert network.for_data(open_components(None)) is network
        assert network.for_data(data).data == data.fingerprint.hex()
    plain = network.copy()
    with pytest.warns(UserWarning, match="knows cards by their ids"):
        assert plain.for_data(data) is plain


def test_minibatches_are_of_one_set_and_have_all_rows() -> None:
    rng = np.random.default_rng(1)
    rows = rng.permutation(500)
    sets = rng.choice([0, 1, 2, 7], 500, p=[0.5, 0.3, 0.19, 0.01]).astype(np.int16)
    parts = minibatches(sets, rows, 40)
    assert sorted(np.concatenate([part for _, part in parts]).tolist()) == list(range(500))
    of_row = dict(zip(rows.tolist(), sets.tolist(), strict=True))
    assert all(of_row[row] == number for number, part in parts for row in part.tolist())
    assert all(len(part) <= 60 for _, part in parts)
    assert len({number for number, _ in parts[:6]}) > 1


@pytest.mark.parametrize(("rest", "scale"), [(3.0, 0.5 / 3), (0.25, 1.0)])
def test_the_heads_of_a_gradient_are_bounded_apart(rest: float, scale: float) -> None:
    gradient = np.zeros(48, np.float32)
    gradient[3], gradient[20:23] = rest, 2.0
    bound_apart(gradient, [gradient[16:24], gradient[24:28]], 0.5)
    assert gradient[3] == pytest.approx(scale * rest)
    assert np.linalg.norm(gradient[16:28]) == pytest.approx(0.5)
    assert gradient[20] == gradient[22]
    bound_apart(gradient, [gradient[16:24]], 0.6)
    assert np.linalg.norm(gradient[16:28]) == pytest.approx(0.5)


def test_a_reader_learns_from_games_with_several_sets(tmp_path: Path) -> None:
    folder = other_data(tmp_path / "data")
    reader = Reader.random(Game, 1, (32, 16), code=8, seed=3)
    batch = BatchGame(Game, 16, 1, data=[None, folder], observation="sparse")
    players = PlayerPool(reader, 16, seed=1, num_snapshots=1, sets=batch.data_sets)
    collector = RolloutCollector(batch, players)
    rollout = Rollout(batch, 40)
    rollout.start_from(batch.reset(seed=3).observation)
    collector.collect(rollout, 1, 0, Teacher("greedy"))
    assert {*rollout.sets[: 16 * 40].tolist()} == {0, 1}
    rollout.compute_advantages(0.9, (1.0, 0.0, 0.0))
    rows = rollout.trainable_rows()
    learner = ReaderLearner(reader, batch.data_sets)
    first = learner.train_epoch(rollout, rows, 64, 3e-3, imitate=True)
    for _ in range(8):
        last = learner.train_epoch(rollout, rows, 64, 3e-3, imitate=True)
    assert last["cross_entropy"] < 0.8 * first["cross_entropy"]
    assert last["value_loss"] < first["value_loss"]
    before = players.networks[1].weights.copy()
    players.refresh()
    assert not np.array_equal(before, players.networks[1].weights)
    games = collector.envs.game(int(np.flatnonzero(batch.set_of_game == 1)[0]))
    played = players.networks[1].predict(games).logits
    assert np.array_equal(
        played, reader.copy().network_for(batch.data_sets[1]).predict(games).logits
    )
    assert evaluate(reader, 4, 1, data=[None, folder]) == evaluate(
        reader, 4, 1, data=[None, folder]
    )


def test_readers_learn_the_same_with_several_threads(tmp_path: Path) -> None:
    reader = Reader.random(Game, 1, (32, 16), code=8, seed=3)
    folder = other_data(tmp_path / "data")
    batch = BatchGame(Game, 16, 1, data=[None, folder], observation="sparse")
    collector = RolloutCollector(batch, PlayerPool(reader, 16, 1, 0, sets=batch.data_sets))
    rollout = Rollout(batch, 20)
    rollout.start_from(batch.reset(seed=3).observation)
    collector.collect(rollout, 1, 0)
    rollout.compute_advantages(0.9, (1.0, 0.0, 0.0))
    learners = [ReaderLearner(reader.copy(), batch.data_sets, threads) for threads in (1, 3)]
    one, other = (
        learner.train_epoch(rollout, rollout.trainable_rows(), 64, 3e-3) for learner in learners
    )
    assert one == other
    assert np.array_equal(learners[0].reader.weights, learners[1].reader.weights)
    assert not np.array_equal(learners[0].reader.weights, reader.weights)


def test_a_minibatch_of_views_only_has_the_weight_of_its_size(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch = BatchGame(Game, 4, 2, observation="sparse")
    rollout = Rollout(batch, 8, has_views=True)
    rollout.decisions["legal"][:32, 0] = 2
    rollout.sets[16:] = 1
    weights: dict[int, list[float]] = {0: [], 1: []}

    def step(
        self: Any, games: Any, shares: Any, data: int, rows: Any, rate: float, coefs: Any, *_: Any
    ) -> None:
        weights[data].append(len(rows) * float(coefs[0]))

    monkeypatch.setattr(ReaderLearner, "_step", step)
    learner = ReaderLearner(reader, batch.data_sets)
    monkeypatch.setattr(learner, "_sets", [0, 1])
    learner.train_epoch(rollout, np.arange(16), 8, 1e-3, views=np.arange(36, 52))
    # Of the first set decisions only, of the second views only: a mean over rows for both.
    assert weights == {0: [1.0], 1: [1.0]}
