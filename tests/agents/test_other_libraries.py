"""The bots that play policies of Stable-Baselines3 and ONNX models."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from tests.command_line import wistar
from wistar_env import LabRats, RatsOfWistar, make_sb3
from wistar_env.benchmark import Batch, View, load
from wistar_env.errors import BotError, NetworkError
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.onnx_file import METADATA, to_onnx


def batch_of(players: int, decisions: int = 24) -> Batch:
    games = [RatsOfWistar.new(players, seed=seed) for seed in range(3)]
    views = []
    for game in games:
        for _ in range(decisions):
            game.step(int(game.legal_actions()[-1]))
        views.append(View(game, game.seat))
    return Batch(tuple(views), np.arange(len(views), dtype=np.int64))


@pytest.fixture(scope="module")
def network() -> Network:
    return Network.random(RatsOfWistar, 2, seed=3, hidden=(32, 16))


@pytest.fixture
def exported(network: Network, tmp_path: Path) -> Path:
    to_onnx(network, tmp_path / "network.onnx")
    return tmp_path / "network.onnx"


def test_an_exported_network_decides_as_the_network_itself(
    network: Network, exported: Path, tmp_path: Path
) -> None:
    network.save(tmp_path / "network.npz")
    batch = batch_of(2)
    same = load(f"network:{tmp_path / 'network.npz'}").act(batch)
    assert list(load(f"onnx:{exported}").act(batch)) == list(same)


def test_an_exported_network_predicts_what_the_network_predicts(
    network: Network, exported: Path
) -> None:
    import onnxruntime

    game = RatsOfWistar.new(2, seed=5)
    session = onnxruntime.InferenceSession(exported)
    logits, points, wins = session.run(None, {"observation": game.observe(game.seat)[None]})
    expected = network.predict(game, game.seat)
    order = [game.seat, 1 - game.seat]
    assert np.allclose(logits[0][expected.actions], expected.logits, atol=1e-4)
    assert np.allclose(points[0], expected.points[order], atol=1e-2)
    assert np.allclose(wins[0], expected.win_probability[order], atol=1e-4)


def test_an_exported_network_rejects_another_table(exported: Path) -> None:
    with pytest.raises(NetworkError, match=r"network\.onnx .* observation"):
        load(f"onnx:{exported}").act(batch_of(3))


def model(file: Path, inputs: int, actions: int, kind: int = TensorProto.FLOAT) -> Path:
    """Write a model whose action scores depend only on the ids."""
    nodes = [
        helper.make_node("Cast", ["x"], ["floats"], to=TensorProto.FLOAT),
        helper.make_node("Gemm", ["floats", "weight", "bias"], ["scores"]),
    ]
    weights = {
        "weight": np.zeros((inputs, actions), np.float32),
        "bias": np.arange(actions, dtype=np.float32),
    }
    graph = helper.make_graph(
        nodes,
        "ids",
        [helper.make_tensor_value_info("x", kind, ["n", inputs])],
        [helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["n", actions])],
        [numpy_helper.from_array(values, name) for name, values in weights.items()],
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.save(made, file)
    return file


@pytest.mark.parametrize("kind", [TensorProto.FLOAT, TensorProto.UINT8])
def test_a_model_of_anybody_plays_its_best_legal_action(tmp_path: Path, kind: int) -> None:
    spec = RatsOfWistar.spec
    size = spec.observation_layout(2).size
    file = model(tmp_path / "ids.onnx", size, spec.num_actions, kind)
    batch = batch_of(2)
    assert list(load(f"onnx:{file}").act(batch)) == [int(view.legal[-1]) for view in batch.views]


@pytest.mark.parametrize(
    ("inputs", "actions", "message"),
    [(0, 1, r"returns scores of shape \(972,\)"), (1, 0, r"takes observations of shape \(")],
)
def test_a_model_of_other_sizes_is_rejected(
    tmp_path: Path, inputs: int, actions: int, message: str
) -> None:
    spec = RatsOfWistar.spec
    size = spec.observation_layout(2).size
    file = model(tmp_path / "other.onnx", size + inputs, spec.num_actions + actions)
    with pytest.raises(BotError, match=message):
        load(f"onnx:{file}").act(batch_of(2))


def not_a_number(made: Any) -> None:
    for weights in made.graph.initializer:
        if weights.name == "bias":
            values = numpy_helper.to_array(weights) * np.float32(np.nan)
            weights.CopyFrom(numpy_helper.from_array(values, "bias"))


def other_metadata(made: Any) -> None:
    helper.set_model_props(made, {METADATA: "["})


def of_lab_rats(made: Any) -> None:
    helper.set_model_props(made, {METADATA: json.dumps({"game": "lab-rats"})})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (not_a_number, "returned a score that is not finite for a legal action"),
        (other_metadata, "metadata entry 'wistar_env' must be a JSON object"),
        (of_lab_rats, "was made for the game 'lab-rats', but 'rats-of-wistar'"),
    ],
)
def test_a_wrong_model_is_rejected_in_one_sentence(
    tmp_path: Path, change: Callable[[Any], None], message: str
) -> None:
    spec = RatsOfWistar.spec
    file = model(tmp_path / "a.onnx", spec.observation_layout(2).size, spec.num_actions)
    made = onnx.load(file)
    change(made)
    onnx.save(made, file)
    with pytest.raises((BotError, NetworkError), match=message):
        load(f"onnx:{file}").act(batch_of(2))


@pytest.mark.parametrize("name", ["onnx", "sb3"])
def test_a_file_that_is_missing_or_something_else_is_rejected(tmp_path: Path, name: str) -> None:
    with pytest.raises(BotError, match="there is no policy"):
        load(f"{name}:{tmp_path / 'missing'}")
    (tmp_path / "text").write_text("no model", "utf-8")
    with pytest.raises(BotError, match=r"is not (an ONNX model|a saved MaskablePPO)"):
        load(f"{name}:{tmp_path / 'text'}")


@pytest.mark.parametrize(
    ("algorithm", "observation"),
    [("MaskablePPO", "float32"), ("MaskablePPO", "uint8"), ("PPO", "float32"), ("DQN", "uint8")],
)
def test_a_saved_policy_plays_its_best_legal_action(
    tmp_path: Path, algorithm: str, observation: Any
) -> None:
    import sb3_contrib
    import stable_baselines3

    library: Any = sb3_contrib if algorithm == "MaskablePPO" else stable_baselines3
    envs: Any = make_sb3("lab-rats", 1, num_players=3, observation=observation)
    layers = {"net_arch": [8]}
    made = getattr(library, algorithm)("MlpPolicy", envs, seed=1, policy_kwargs=layers)
    made.save(tmp_path / "model.zip")
    game = LabRats.new(3, seed=2)
    batch = Batch((View(game, game.seat),), np.array([1]))
    bot = load(f"sb3:{tmp_path / 'model.zip'},algorithm={algorithm}")
    (action,) = bot.act(batch)
    assert action in game.legal_actions()
    assert list(bot.act(batch)) == [action]
    other = LabRats.new(4, seed=2)
    with pytest.raises(BotError, match="Lab Rats with 4 players"):
        bot.act(Batch((View(other, other.seat),), np.array([1])))


def test_the_command_writes_a_model_that_can_be_played(network: Network, tmp_path: Path) -> None:
    network.save(tmp_path / "network.npz")
    file = tmp_path / "network.onnx"
    result = wistar("export-onnx", str(tmp_path / "network.npz"), str(file))
    assert result.exit_code == 0, result.output
    assert "Rats of Wistar, 2 players" in result.output
    assert len(load(f"onnx:{file}").act(batch_of(2))) == len(batch_of(2))
