"""Shared networks: several player counts, and weights computed from card features."""

import pickle
import re
import shutil
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from tests.kit.nim import Nim
from tests.training.runs import other_data
from wistar_env.compiled.floats import LANES
from wistar_env.errors import NetworkError
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.games.rats_of_wistar.components import open_components
from wistar_env.games.rats_of_wistar.tables import reading
from wistar_env.kit.game import GameData
from wistar_env.kit.networks.encoders import ENCODERS
from wistar_env.kit.networks.loading import load_network, load_shared
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.readings import Reading
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.kit.networks.shared_parameters import views_of
from wistar_env.kit.networks.widening import widened
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.training.games import Rollout, RolloutCollector, evaluate
from wistar_env.training.learner import Loss
from wistar_env.training.players import PlayerPool, Teacher
from wistar_env.training.rollouts import GREEDY
from wistar_env.training.shared_learner import SharedLearner, bound_apart, minibatches


@pytest.fixture(scope="module")
def reader() -> SharedNetwork:
    return SharedNetwork.random(RatsOfWistar, (2,), (32, 16), code=8, seed=3, ids=False)


def at_tables(batch: BatchGame) -> list[tuple[int, GameData]]:
    """Return the tables that games are played at."""
    return [(batch.num_players, data) for data in batch.data_sets]


@pytest.fixture(scope="module")
def swapped(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return data in which the first two Inventions have swapped numbers."""
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


def test_weights_of_a_card_follow_from_what_it_is(reader: SharedNetwork, swapped: str) -> None:
    one, other = reader.network_for(), reader.network_for(2, open_components(swapped))
    assert one.data != other.data
    for part, readings in (("first", reader.inputs[2]), ("policy", reader.actions)):
        ours, theirs = one.parameters[part], other.parameters[part]
        for each in (each for each in readings if each.axis == "card"):
            for rows in each.rows:
                assert np.allclose(ours[rows[[1, 0]]], theirs[rows[:2]], atol=1e-6)
                assert np.allclose(ours[rows[2:]], theirs[rows[2:]], atol=1e-6)
                assert not np.allclose(ours[rows[0]], ours[rows[1]], atol=1e-4)


def test_several_threads_make_the_same_networks(reader: SharedNetwork, swapped: str) -> None:
    sets = [open_components(None), open_components(swapped)] * 3
    with threadpool_limits(1):
        one, other = reader.networks_for(sets, 2), reader.networks_for(sets, 2)
        changed = reader.copy()
        changed.weights[:-LANES] *= 2
        changed.rewrite(one, sets)
        changed.rewrite(other, sets, threads=4)
    for ours, theirs in zip(one, other, strict=True):
        assert np.array_equal(ours.weights, theirs.weights)
    assert not np.array_equal(one[0].weights, one[1].weights)


def test_rows_that_follow_on_are_selected_by_slices(reader: SharedNetwork) -> None:
    for each in (*reader.inputs[2], *reader.actions):
        for selected, row in zip(each.selections, each.rows, strict=True):
            assert np.array_equal(np.arange(row.max() + 1)[selected], row)
    apart = Reading("apart", "card", np.array([[0, 2, 4], [1, 3, 5]]))
    assert apart.spans is None
    assert np.array_equal(np.array(apart.selections), apart.rows)


def test_snapshots_of_a_solo_player_have_no_networks() -> None:
    reader = SharedNetwork.random(RatsOfWistar, (1,), (32, 16), code=8, seed=3, ids=False)
    players = PlayerPool(reader, 4, seed=1, num_snapshots=3)
    assert len(players.records) == 1
    players.take_snapshot()
    players.restore(players.snapshots_taken, players.seats.copy())
    for unknown in (1, GREEDY):  # compiled code would read behind the networks
        with pytest.raises(ValueError, match="the saved state has unknown opponents"):
            players.restore(0, np.full_like(players.seats, unknown))


def test_all_blocks_about_cards_and_the_wheel_are_read(reader: SharedNetwork) -> None:
    inputs = {each.name for each in reader.inputs[2]}
    assert {"display", "me.hand", "rival_1.played", "objectives", "missions"} <= inputs
    assert {"wheel", "chief_at"} <= inputs
    actions = {each.name for each in reader.actions}
    assert actions == {"PLACE", "PLAY", "USE", "DISCARD", "PICK", "EXPEL", "CLAIM", "KEEP"}
    rows = np.concatenate([each.rows.ravel() for each in reader.inputs[2]])
    assert len(rows) == len({*rows.tolist()})
    assert len(rows) + len(reader.free_inputs(2)) == len(reader.network_for().parameters["first"])


def test_its_weights_are_whole_lanes_of_compiled_code() -> None:
    # Behind an array that is not, what is read is whatever lies there.
    for code in range(1, 20):
        reader = SharedNetwork(RatsOfWistar, (2,), (32, 16), code, ids=False)
        assert len(reader.weights) % LANES == 0
        size = sum(array.size for array in reader.parameters.values())
        assert size <= len(reader.weights) < size + LANES


def check_gradients(shared: SharedNetwork, tables: Sequence[tuple[int, Any]], count: int) -> None:
    """Compare the gradient of a sum over networks with ``count`` small changes of each parameter.

    The networks are for player counts and data; their weights are summed with random factors.
    """
    rng = np.random.default_rng(1)
    made = []
    for num_players, data in tables:
        opened = open_components(data)
        network = Network(RatsOfWistar, num_players, shared.hidden, data=opened)
        wanted = {name: rng.normal(size=a.shape) for name, a in network.parameters.items()}
        made.append((network, shared.features_of(opened, num_players), wanted))

    def value() -> float:
        total = 0.0
        for network, features, wanted in made:
            shared.write(network, shared.codes_of(features))
            total += sum(float((wanted[n] * a).sum()) for n, a in network.parameters.items())
        return total

    total = np.zeros_like(shared.weights)
    for network, features, wanted in made:
        as_floats = {name: a.astype(np.float32) for name, a in wanted.items()}
        codes, out = shared.codes_of(features), views_of(total, shared.shapes)
        shared.backward(network, as_floats, features, codes, out)
    starts = np.cumsum([0, *(int(np.prod(shape)) for shape in shared.shapes.values())])
    for start, stop, name in zip(starts, starts[1:], shared.shapes, strict=False):
        some = rng.integers(start, stop, count)
        slopes = []
        for k in some.tolist():
            before = shared.weights[k]
            shared.weights[k] = before + 0.001
            above = value()
            shared.weights[k] = before - 0.001
            slopes.append((above - value()) / 0.002)
            shared.weights[k] = before
        error = np.linalg.norm(slopes - total[some]) / (1 + np.linalg.norm(total[some]))
        assert error < 0.05, name


@pytest.mark.parametrize("encoder", ENCODERS)
def test_gradients_are_those_of_small_changes(encoder: str) -> None:
    reader = SharedNetwork.random(
        RatsOfWistar, (2,), (32, 16), 8, seed=3, encoder=encoder, ids=False
    )
    check_gradients(reader, [(2, None)], 12)


def test_gradients_of_all_tables_add_up(swapped: str) -> None:
    """The chain rule, over tables and over cards that are known by ids and by features."""
    shared = SharedNetwork.random(RatsOfWistar, (1, 3), (16, 16), code=4, seed=3)
    check_gradients(shared, [(1, None), (3, None), (3, swapped)], 8)


def test_a_file_is_read_to_train_on_and_to_play(reader: SharedNetwork, tmp_path: Path) -> None:
    reader.save(tmp_path / "r.npz")
    again, network = load_shared(tmp_path / "r.npz"), load_network(tmp_path / "r.npz")
    assert np.array_equal(again.weights, reader.weights)
    assert (again.player_counts, again.code, again.ids) == (
        reader.player_counts,
        reader.code,
        reader.ids,
    )
    assert np.array_equal(network.weights, reader.network_for().weights)
    assert network.file == tmp_path / "r.npz"
    assert np.array_equal(pickle.loads(pickle.dumps(network)).weights, network.weights)
    reader.network_for().save(tmp_path / "n.npz")
    alone = load_shared(tmp_path / "n.npz")
    assert (alone.player_counts, alone.code, alone.ids) == ((2,), 0, True)
    assert np.array_equal(alone.network_for().weights, network.weights)


@pytest.mark.parametrize("encoder", ENCODERS)
def test_a_file_says_which_encoder_its_reader_has(encoder: str, tmp_path: Path) -> None:
    reader = SharedNetwork.random(
        RatsOfWistar, (1,), (32, 16), code=8, seed=3, encoder=encoder, ids=False
    )
    reader.save(tmp_path / "r.npz")
    again = load_shared(tmp_path / "r.npz")
    assert (again.encoder, again.activation) == (encoder, ENCODERS[encoder](8))
    assert np.array_equal(again.network_for().weights, reader.network_for().weights)
    for copy in (again.copy(), pickle.loads(pickle.dumps(again)), again.zeros()):
        assert copy.activation == again.activation


def test_a_reader_of_other_features_is_rejected(reader: SharedNetwork, tmp_path: Path) -> None:
    other = reader.copy()
    other.columns = {**other.columns, "card": other.columns["card"][::-1]}
    other.save(tmp_path / "r.npz")
    with pytest.raises(NetworkError, match="card features differ"):
        load_network(tmp_path / "r.npz")


@pytest.mark.parametrize("game", [LabRats, Nim])
def test_a_game_that_does_not_say_what_its_cards_are_has_no_readers(game: type[Any]) -> None:
    with pytest.raises(ValueError, match="needs card features"):
        SharedNetwork(game, (game.spec.min_players,), code=8)


def test_a_network_for_other_data_is_made_or_warned_of(reader: SharedNetwork, swapped: str) -> None:
    data = open_components(swapped)
    network = reader.network_for()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert network.for_players(2, open_components(None)) is network
        assert network.for_players(2, data).data == data.fingerprint.hex()
    plain = network.copy()
    with pytest.warns(UserWarning, match="knows cards only by their ids"):
        assert plain.for_players(2, data) is plain


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
    reader = SharedNetwork.random(RatsOfWistar, (1,), (32, 16), code=8, seed=3, ids=False)
    batch = BatchGame(RatsOfWistar, 16, 1, data=[None, folder], observation="sparse")
    players = PlayerPool(reader, 16, seed=1, num_snapshots=1, sets=batch.data_sets)
    collector = RolloutCollector(batch, players)
    rollout = Rollout(batch, 40)
    rollout.start_from(batch.reset(seed=3).observation)
    collector.collect(rollout, 1, 0, Teacher("greedy"))
    assert {*rollout.sets[: 16 * 40].tolist()} == {0, 1}
    rollout.compute_advantages(1.0, 0.9, (1.0, 0.0, 0.0))
    rows = rollout.trainable_rows()
    learner = SharedLearner(reader, at_tables(batch))
    first = learner.train_epoch(rollout, rows, 64, 3e-3, Loss(imitate=True))
    for _ in range(3):
        last = learner.train_epoch(rollout, rows, 64, 3e-3, Loss(imitate=True))
    assert last["cross_entropy"] < 0.8 * first["cross_entropy"]
    assert last["value_loss"] < first["value_loss"]
    before = players.networks[1].weights.copy()
    players.refresh()
    assert not np.array_equal(before, players.networks[1].weights)
    games = collector.envs.game(int(np.flatnonzero(batch.set_of_game == 1)[0]))
    played = players.networks[1].predict(games).logits
    assert np.array_equal(
        played, reader.copy().network_for(1, batch.data_sets[1]).predict(games).logits
    )
    assert evaluate(reader, 4, 1, data=[None, folder]) == evaluate(
        reader, 4, 1, data=[None, folder]
    )


def test_readers_learn_the_same_with_several_threads(tmp_path: Path) -> None:
    reader = SharedNetwork.random(RatsOfWistar, (1,), (32, 16), code=8, seed=3, ids=False)
    folder = other_data(tmp_path / "data")
    batch = BatchGame(RatsOfWistar, 16, 1, data=[None, folder], observation="sparse")
    collector = RolloutCollector(batch, PlayerPool(reader, 16, 1, 0, sets=batch.data_sets))
    rollout = Rollout(batch, 20)
    rollout.start_from(batch.reset(seed=3).observation)
    collector.collect(rollout, 1, 0)
    rollout.compute_advantages(1.0, 0.9, (1.0, 0.0, 0.0))
    learners = [SharedLearner(reader.copy(), at_tables(batch), threads) for threads in (1, 3)]
    one, other = (
        learner.train_epoch(rollout, rollout.trainable_rows(), 64, 3e-3) for learner in learners
    )
    assert one == other
    assert np.array_equal(learners[0].shared.weights, learners[1].shared.weights)
    assert not np.array_equal(learners[0].shared.weights, reader.weights)


def test_a_minibatch_of_views_only_has_the_weight_of_its_size(
    reader: SharedNetwork, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch = BatchGame(RatsOfWistar, 4, 2, observation="sparse")
    rollout = Rollout(batch, 8, has_views=True)
    rollout.decisions["legal"][:32, 0] = 2
    rollout.sets[16:] = 1
    weights: dict[int, list[float]] = {0: [], 1: []}

    def add(
        self: Any, games: Any, shares: Any, table: int, rows: Any, coefs: Any, sums: Any
    ) -> None:
        weights[table].append(len(rows) * float(coefs[0]))

    monkeypatch.setattr(SharedLearner, "_add_gradients", add)
    learner = SharedLearner(reader, at_tables(batch) * 2)
    learner.train_epoch(rollout, np.arange(16), 8, 1e-3, views=np.arange(36, 52))
    # Of the first set decisions only, of the second views only: a mean over rows for both.
    assert weights == {0: [1.0], 1: [1.0]}


# ------------------------------------------------------------------ tables


def blocks_of(game: type[Any], num_players: int) -> dict[str, Any]:
    """Return the inputs of each block of an observation, by name."""
    layout = game.spec.observation_layout(num_players)
    return layout.views(np.arange(layout.size))


@pytest.mark.parametrize("game", [RatsOfWistar, LabRats])
def test_blocks_of_one_name_have_the_same_weights_at_every_table(game: type[Any]) -> None:
    tables = range(game.spec.min_players, game.spec.max_players + 1)
    shared = SharedNetwork.random(game, tables, (32, 16), seed=3)
    largest = blocks_of(game, tables[-1])
    weights = shared.network_for(tables[-1]).parameters["first"]
    for num_players in tables:
        network = shared.network_for(num_players)
        for name, inputs in blocks_of(game, num_players).items():
            if name in largest:
                corner = largest[name][tuple(slice(size) for size in inputs.shape)]
                ours = network.parameters["first"][inputs.ravel()]
                assert np.array_equal(ours, weights[corner.ravel()]), name


@pytest.mark.parametrize("game", [RatsOfWistar, LabRats])
def test_value_heads_belong_to_seats_at_every_table(game: type[Any]) -> None:
    tables = range(game.spec.min_players, game.spec.max_players + 1)
    shared = SharedNetwork.random(game, tables, (32, 16), seed=3)
    most = max(game.spec.seats_of(n)[0] for n in tables)
    assert shared.shapes["heads"] == (2 * most, 16)
    for num_players in tables:
        seats = game.spec.seats_of(num_players)[0]
        heads = shared.network_for(num_players).parameters["heads"]
        assert np.array_equal(heads[:seats], shared.parameters["heads"][:seats])
        assert np.array_equal(heads[seats:], shared.parameters["heads"][most : most + seats])


def test_a_bot_with_a_shared_network_plays_every_table(tmp_path: Path) -> None:
    shared = SharedNetwork.random(RatsOfWistar, (1, 2, 3, 4), (32, 16), seed=3)
    shared.save(tmp_path / "all.npz")
    loaded = load_network(tmp_path / "all.npz")
    for num_players in (1, 2, 3, 4):
        game = RatsOfWistar.new(num_players, seed=5)
        wanted = shared.network_for(num_players).predict(game).logits
        assert np.array_equal(loaded.for_game(game).predict(game).logits, wanted)


def test_a_table_that_a_network_is_not_for_is_rejected() -> None:
    shared = SharedNetwork.random(RatsOfWistar, (1, 3), (32, 16), seed=3)
    with pytest.raises(NetworkError, match=r"1 or 3 players, .* 2"):
        shared.network_for(2)
    with pytest.raises(NetworkError, match=r"1 or 3 players, .* 2"):
        shared.network_for(3).for_game(RatsOfWistar.new(2))


def test_a_network_for_more_tables_plays_the_old_ones_as_before() -> None:
    """The new seats have weights of 0; what has the same name is shared (``transplant``)."""
    solo = SharedNetwork.random(RatsOfWistar, (1,), (32, 16), seed=3)
    wide = widened(solo, (1, 2, 4))
    assert np.array_equal(wide.network_for(1).weights, solo.network_for(1).weights)
    four, own = wide.network_for(4), solo.network_for(1)
    here, there = blocks_of(RatsOfWistar, 4), blocks_of(RatsOfWistar, 1)
    for name in ("me.wood", "rival_1.wood", "display", "decision"):
        assert np.array_equal(
            four.parameters["first"][here[name].ravel()],
            own.parameters["first"][there[name].ravel()],
        )
    assert not four.parameters["first"][here["rival_3.wood"].ravel()].any()
    assert np.array_equal(four.parameters["heads"][:2], own.parameters["heads"][:2])
    assert not four.parameters["heads"][2:4].any()


def test_ids_count_for_the_cards_that_they_are_of_only(swapped: str) -> None:
    shared = SharedNetwork.random(RatsOfWistar, (2,), (32, 16), code=8, seed=3)
    plain = shared.copy()
    before = [shared.network_for(2, data).weights.copy() for data in (None, swapped)]
    hand = blocks_of(RatsOfWistar, 2)["me.hand"].ravel()
    shared.parameters["first"][hand] += 1
    after = [shared.network_for(2, data).parameters["first"] for data in (None, swapped)]
    own, other = (plain.network_for(2, data).parameters["first"] for data in (None, swapped))
    assert np.allclose(after[0][hand], own[hand] + 1, atol=1e-5)
    assert np.array_equal(after[1], other)
    assert not np.array_equal(before[0], before[1])
