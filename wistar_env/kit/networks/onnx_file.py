"""Networks as ONNX files, for other languages and libraries. It needs the extra ``onnx``."""

import json
from pathlib import Path
from typing import Any, Final

import numpy as np

from wistar_env.kit.networks.files import made_for
from wistar_env.kit.networks.network import Network
from wistar_env.system.atomic_files import replacing

#: The key in a model's metadata with its game and layouts as JSON: see ``made_for``.
METADATA: Final = "wistar_env"
_OPSET: Final = 17
#: The IR version that belongs to the opset; runtimes reject versions later than their own.
_IR_VERSION: Final = 9


def to_onnx(network: Network, file: Path) -> None:
    """Write a network as an ONNX model.

    Its input is the ``observation`` of an environment, float32 of shape (n, size). Its outputs are
    float32:

    - ``logits``, shape (n, num_actions), of all actions; the caller masks illegal ones;
    - ``points_gained``, shape (n, num_seats): points that each seat still gains, the observing seat
      first, the others in the order of the observation;
    - ``win_probability``, shape (n, num_seats), in the same order, not clipped to 0 to 1.

    ``network``: the network for one player count and data: see ``Network.for_players``. ``file``:
    the file, which is replaced if it exists. Raises ModuleNotFoundError if ``onnx`` is not
    installed.
    """
    from onnx import TensorProto, checker, helper, numpy_helper

    seats = len(network.parameters["heads"]) // 2
    weights = {name: np.array(values) for name, values in network.parameters.items()}
    for kind in ("", "_bias"):
        heads = weights.pop(f"heads{kind}")
        weights[f"points{kind}"] = heads[:seats] * np.float32(network.value_scale)
        weights[f"wins{kind}"] = heads[seats:]

    def layer(name: str, source: str, out: str, transposed: bool) -> Any:
        parts = [source, name, f"{name}_bias"]
        return helper.make_node("Gemm", parts, [out], name=name, transB=int(transposed))

    nodes = [
        layer("first", "observation", "first_sum", transposed=False),
        helper.make_node("Relu", ["first_sum"], ["hidden1"]),
        layer("second", "hidden1", "second_sum", transposed=False),
        helper.make_node("Relu", ["second_sum"], ["hidden2"]),
        layer("policy", "hidden2", "logits", transposed=True),
        layer("points", "hidden2", "points_gained", transposed=True),
        layer("wins", "hidden2", "win_probability", transposed=True),
    ]
    spec, size = network.game.spec, len(weights["first"])
    outputs = {"logits": spec.num_actions, "points_gained": seats, "win_probability": seats}
    graph = helper.make_graph(
        nodes,
        spec.name,
        [helper.make_tensor_value_info("observation", TensorProto.FLOAT, ["n", size])],
        [
            helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", columns])
            for name, columns in outputs.items()
        ],
        [numpy_helper.from_array(values, name) for name, values in weights.items()],
    )
    model = helper.make_model(
        graph,
        opset_imports=[helper.make_opsetid("", _OPSET)],
        ir_version=_IR_VERSION,
        producer_name="wistar-env",
    )
    helper.set_model_props(model, {METADATA: json.dumps(dict(made_for(spec, network.num_players)))})
    checker.check_model(model)
    with replacing(file) as unfinished:
        unfinished.write_bytes(model.SerializeToString())
