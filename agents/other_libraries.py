"""Bots that play policies of other libraries: Stable-Baselines3 models and ONNX models.

They play the legal action with the highest logit or Q-value (of equal ones, the lowest id).
Observations are those of ``View.observation`` (float32) or ``View.counts`` (uint8), whichever the
policy takes.
"""

import json
import os
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import choice, shown
from wistar_env.errors import BotError, missing_extra
from wistar_env.kit.bots import Batch
from wistar_env.kit.networks.files import check_made_for
from wistar_env.kit.networks.onnx_file import METADATA

#: The supported algorithms of Stable-Baselines3, and their packages.
_ALGORITHMS: Final[Mapping[str, str]] = {
    "MaskablePPO": "sb3_contrib",
    "PPO": "stable_baselines3",
    "A2C": "stable_baselines3",
    "DQN": "stable_baselines3",
}
_DTYPES: Final[Mapping[str, type[np.generic]]] = {
    "tensor(float)": np.float32,
    "tensor(uint8)": np.uint8,
}


class _PolicyInFile:
    """Base class of bots that load a policy from one file."""

    def __init__(self, file: str) -> None:
        self._file = Path(str(file))
        if not self._file.is_file():
            problem = "the path is not a file" if os.path.lexists(self._file) else "no such file"
            raise BotError(f"there is no policy {shown(str(file))}: {problem}")

    def reset(self, seed: int) -> None:
        """Do nothing: the bot has no state and uses no random numbers."""

    def fingerprint_files(self) -> list[Path]:
        """Return the policy's file, whose contents are part of the fingerprint."""
        return [self._file]


class Sb3Agent(_PolicyInFile):
    """Plays a policy that Stable-Baselines3 saved.

    Loading it can run code in the file: load only files that you trust.

    ``file``: what ``model.save`` wrote. Its observations and actions are those of the game, such as
    in the environments of ``make_sb3``. ``algorithm``: the class of the model: ``"MaskablePPO"``,
    ``"PPO"``, ``"A2C"`` or ``"DQN"``.
    """

    def __init__(self, file: str, algorithm: str = "MaskablePPO") -> None:
        super().__init__(file)
        choice("algorithm", algorithm, tuple(_ALGORITHMS))
        self._has_masks = algorithm == "MaskablePPO"
        try:
            library = import_module(_ALGORITHMS[algorithm])
        except ModuleNotFoundError as error:
            raise BotError(missing_extra("train", error)) from None
        try:
            self._model = getattr(library, algorithm).load(self._file, device="cpu")
        except Exception as error:  # raised by zipfile, pickle, torch, or the model's own classes
            raise BotError(f"{file} is not a saved {algorithm} model: {shown(error)}") from error

    def act(self, batch: Batch) -> npt.NDArray[np.int64]:
        """Return the legal action with the highest logit or Q-value in each row.

        Raises BotError if the policy has observations or actions of other sizes than the game.
        """
        space, actions = self._model.observation_space, int(self._model.action_space.n)
        _check_sizes(self._file, batch, space.shape, actions)
        observations = _observations(batch, space.dtype)
        if self._has_masks:
            chosen, _ = self._model.predict(
                observations, action_masks=batch.mask, deterministic=True
            )
            return np.asarray(chosen, np.int64)
        return _best_legal(self._file, self._scores(observations), batch.mask)

    def _scores(self, observations: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
        import torch

        policy = self._model.policy
        with torch.no_grad():
            tensor, _ = policy.obs_to_tensor(observations)
            scores = (
                policy.q_net(tensor)
                if hasattr(policy, "q_net")
                else policy.get_distribution(tensor).distribution.logits
            )
        return np.asarray(scores, np.float32)


class OnnxAgent(_PolicyInFile):
    """Plays a policy in an ONNX model, such as ``wistar export-onnx`` writes.

    ``file``: a model with one input, observations as float32 or uint8 of shape (n, size). Its first
    output is the logits or Q-values of all actions, shape (n, num_actions).
    """

    def __init__(self, file: str) -> None:
        super().__init__(file)
        try:
            import onnxruntime
        except ModuleNotFoundError as error:
            raise BotError(missing_extra("onnx", error)) from None
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1  # so that the order of summation is fixed
        try:
            self._session = onnxruntime.InferenceSession(
                self._file, options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # onnxruntime's exceptions have no public names
            raise BotError(f"{file} is not an ONNX model: {shown(error)}") from error
        metadata = self._session.get_modelmeta().custom_metadata_map.get(METADATA)
        self._made_for = None if metadata is None else _parsed(file, metadata)
        inputs = self._session.get_inputs()
        if len(inputs) != 1 or inputs[0].type not in _DTYPES:
            found = ", ".join(f"{each.name}: {each.type}" for each in inputs)
            raise BotError(
                f"{file} must have exactly one input, of type {' or '.join(_DTYPES)}; found {found}"
            )
        self._input = inputs[0]

    def act(self, batch: Batch) -> npt.NDArray[np.int64]:
        """Return the legal action with the highest logit or Q-value in each row.

        Raises BotError if its observation or action sizes differ from the game's, or the score of a
        legal action is not finite. Raises NetworkError if its metadata say that it was made for
        another game, other players or other observations.
        """
        view = batch.views[0]
        if self._made_for is not None:
            check_made_for(self._made_for, view.spec, view.num_players, str(self._file))
        output = self._session.get_outputs()[0]
        _check_sizes(self._file, batch, self._input.shape[1:], *output.shape[1:])
        observations = _observations(batch, _DTYPES[self._input.type])
        (scores,) = self._session.run([output.name], {self._input.name: observations})
        return _best_legal(self._file, scores, batch.mask)


def _parsed(file: str, metadata: str) -> Mapping[str, Any]:
    try:
        made_for = json.loads(metadata)
    except ValueError:
        made_for = None
    if not isinstance(made_for, dict):
        raise BotError(
            f"{file}: metadata entry {METADATA!r} must be a JSON object, found {shown(metadata)}"
        )
    return made_for


def _check_sizes(file: Path, batch: Batch, inputs: Any, *actions: object) -> None:
    """Raise BotError unless a policy's observation and action sizes are those of the game."""
    spec, num_players = batch.views[0].spec, batch.views[0].num_players
    needed = (spec.observation_layout(num_players).size,), (spec.num_actions,)
    if (tuple(inputs), actions) != needed:
        raise BotError(
            f"{file} takes observations of shape {tuple(inputs)} and returns scores of shape "
            f"{actions}; {spec.title} with {num_players} players needs {needed[0]} and {needed[1]}"
        )


def _observations(batch: Batch, dtype: Any) -> npt.NDArray[Any]:
    if dtype == np.uint8:
        return np.stack([view.counts for view in batch.views])
    return batch.observation.astype(dtype, copy=False)


def _best_legal(file: Path, scores: Any, mask: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
    """Return the legal action with the highest score in each row.

    Raises BotError if the score of a legal action is not finite.
    """
    legal = np.where(mask, np.asarray(scores, np.float32), -np.inf)
    if not np.isfinite(legal[mask == 1]).all():
        raise BotError(f"{file} returned a score that is not finite for a legal action")
    best: npt.NDArray[np.int64] = legal.argmax(axis=1)
    return best
