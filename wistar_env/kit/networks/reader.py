"""Networks that read what cards are instead of knowing them by their ids: ``Reader``.

A ``Network`` has separate weights for every place of an axis (such as every card of ``hand``), so
it identifies cards by their ids. A ``Reader`` computes these weights from the features of the place
(``GameSpec.place_features``)::

    code   = activation(features @ encoder + encoder_bias)  one row for each card
    weight = [code, 1] @ block                              for each block of inputs and actions

so training on one card applies to all similar ones. For given data both products are constant:
``network_for`` multiplies them out once, and the ``Network`` that comes out plays, searches and is
batched as any other, at the same speed.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import choice, integer, shown
from wistar_env.compiled.floats import LANES
from wistar_env.errors import NetworkError
from wistar_env.kit.game import Game, GameData
from wistar_env.kit.networks import files
from wistar_env.kit.networks.encoders import DEFAULT_ENCODER, ENCODERS, Floats, compressed
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.readings import Reading, action_readings, input_readings, not_read
from wistar_env.system.untrusted_files import reading_file

#: Parameters with a row for each action.
_OF_ACTIONS: Final = ("policy", "policy_bias")
#: Parameters that a network copies from the reader.
_KEPT: Final = ("first_bias", "second", "second_bias", "heads", "heads_bias")
MAX_CODE: Final = 512
#: Standard deviations of the initial weights: codes have some ten features each, and half of their
#: numbers are 0; inputs and actions begin as those of a ``Network`` do.
_ENCODER: Final = 0.3
_FIRST: Final = 0.05
_POLICY: Final = 0.01


class Reader:
    """The parameters of networks that read features, for one game and number of players.

    Parameters
    ----------
    game
        The game; its ``spec`` has ``place_features``.
    num_players
        As many as the game allows.
    hidden
        Sizes of the hidden layers, as of a ``Network``.
    code
        Numbers that a place is encoded as.
    metadata
        What ``metadata`` begins with.
    encoder
        The activation of its encoders: a name in ``ENCODERS``.

    Attributes
    ----------
    weights
        All parameters as one flat float32 array, in the order of ``parameters``.
    parameters
        Views of them by name: those of a ``Network``, of which ``first`` and ``policy`` have the
        rows that are not read; ``encoder AXIS`` (features, code) and ``encoder_bias AXIS``; and
        ``first BLOCK``, ``policy BLOCK`` and ``policy_bias BLOCK``, the weights of codes and of 1.
    metadata
        JSON-serializable metadata, saved with it.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid, or the game declares no features of its places.
    """

    def __init__(
        self,
        game: type[Game],
        num_players: int,
        hidden: tuple[int, int] = (128, 64),
        code: int = 64,
        metadata: Mapping[str, Any] = MappingProxyType({}),
        encoder: str = DEFAULT_ENCODER,
    ) -> None:
        spec = game.spec
        if spec.place_features is None:
            raise ValueError(f"{spec.title} declares no features of cards: see place_features")
        self.game, self.num_players, self.hidden = game, num_players, hidden
        self.code = integer("code", code, 1, MAX_CODE)
        choice("encoder", encoder, ENCODERS)
        self.encoder, self.activation = encoder, ENCODERS[encoder](code)
        self.metadata = dict(metadata)
        features = spec.place_features(spec.open_data(None))
        places = {axis: len(each.values) for axis, each in features.items()}
        self.columns = {axis: each.names for axis, each in features.items()}
        self.inputs = input_readings(spec, num_players, places)
        self.actions = action_readings(spec, places)
        self.shapes = dict(self._shapes(Network(game, num_players, hidden).shapes))
        size = sum(int(np.prod(shape)) for shape in self.shapes.values())
        # Compiled code takes weights by whole lanes; those behind the parameters stay 0.
        self.weights = np.zeros(-(-size // LANES) * LANES, np.float32)
        self.parameters = views_of(self.weights, self.shapes)
        self.rules = spec.rules_version
        self.file: Path | None = None
        self._features: dict[bytes, dict[str, Floats]] = {}

    @cached_property
    def free_inputs(self) -> npt.NDArray[np.int64]:
        """The inputs that are not read."""
        return not_read(self.game.spec.observation_layout(self.num_players).size, self.inputs)

    @cached_property
    def free_actions(self) -> npt.NDArray[np.int64]:
        """The actions that are not read."""
        return not_read(self.game.spec.num_actions, self.actions)

    def _shapes(
        self, of_network: Mapping[str, tuple[int, ...]]
    ) -> Iterator[tuple[str, tuple[int, ...]]]:
        hidden1, hidden2 = self.hidden
        free = {"first": self.free_inputs, **dict.fromkeys(_OF_ACTIONS, self.free_actions)}
        for name, shape in of_network.items():
            yield name, (len(free[name]), *shape[1:]) if name in free else shape
        for axis, names in self.columns.items():
            yield f"encoder {axis}", (len(names), self.code)
            yield f"encoder_bias {axis}", (self.code,)
        for reading in self.inputs:
            yield f"first {reading.name}", (len(reading.rows), self.code + 1, hidden1)
        for reading in self.actions:
            yield f"policy {reading.name}", (len(reading.rows), self.code + 1, hidden2)
            yield f"policy_bias {reading.name}", (len(reading.rows), self.code + 1)

    @classmethod
    def random(
        cls,
        game: type[Game],
        num_players: int,
        hidden: tuple[int, int] = (128, 64),
        code: int = 64,
        seed: int = 0,
        encoder: str = DEFAULT_ENCODER,
    ) -> "Reader":
        """Return one with random parameters and a nearly uniform policy."""
        reader = cls(game, num_players, hidden, code, encoder=encoder)
        start = Network.random(game, num_players, hidden, seed)
        draw = np.random.default_rng((integer("seed", seed, 0, 2**63 - 1), 1)).normal
        free = {"first": reader.free_inputs, **dict.fromkeys(_OF_ACTIONS, reader.free_actions)}
        spreads = {"encoder": _ENCODER, "first": _FIRST, "policy": _POLICY}
        for name, array in reader.parameters.items():
            kind, _, block = name.partition(" ")
            if not block:
                whole = start.parameters[name]
                array[:] = whole[free[name]] if name in free else whole
            elif kind in spreads:
                # A weight sums the 1 and half of the code's numbers, whose variance is 1/2.
                scale = reader.activation.scale
                size = 1.0 if kind == "encoder" else (1 + scale**2 * code / 4) ** -0.5
                array[:] = draw(0, spreads[kind] * size, array.shape)
        return reader

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the views of ``weights``, and the features of data."""
        return {**self.__dict__, "parameters": None, "_features": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.parameters = views_of(self.weights, self.shapes)

    def zeros(self) -> "Reader":
        """Return a reader of the same kind, all of whose weights are 0."""
        made_as = self.game, self.num_players, self.hidden, self.code
        return Reader(*made_as, self.metadata, self.encoder)

    def copy(self) -> "Reader":
        """Return an independent copy."""
        other = self.zeros()
        other.weights[:], other.rules = self.weights, self.rules
        return other

    def features_of(self, data: GameData) -> dict[str, Floats]:
        """Return the features of data by axis, as the encoders read them; they are made once."""
        if data.fingerprint not in self._features:
            assert self.game.spec.place_features is not None
            found = self.game.spec.place_features(data)
            self._features[data.fingerprint] = {
                axis: compressed(found[axis]) for axis in self.columns
            }
        return self._features[data.fingerprint]

    def codes_of(self, features: Mapping[str, Floats]) -> dict[str, Floats]:
        """Return the code of each place by axis, with a last column of 1."""
        codes = {}
        for axis, values in features.items():
            p = self.parameters
            linear = values @ p[f"encoder {axis}"] + p[f"encoder_bias {axis}"]
            slope, scale = map(np.float32, self.activation)
            code = np.maximum(linear, slope * linear) * scale
            codes[axis] = np.hstack([code, np.ones((len(code), 1), np.float32)])
        return codes

    def write(self, network: Network, codes: Mapping[str, Floats]) -> None:
        """Write the weights of a network for places with these codes."""
        mine, its = self.parameters, network.parameters
        for name in _KEPT:
            its[name][:] = mine[name]
        its["first"][self.free_inputs] = mine["first"]
        for name in _OF_ACTIONS:
            its[name][self.free_actions] = mine[name]
        for name, reading in self._parts():
            blocks, out = mine[f"{name} {reading.name}"], its[name]
            for selected, block in zip(reading.selections, blocks, strict=True):
                if isinstance(selected, slice):
                    np.matmul(codes[reading.axis], block, out=out[selected])
                else:
                    out[selected] = codes[reading.axis] @ block

    def _parts(self) -> Iterator[tuple[str, Reading]]:
        """Yield the parameters of a network that are read, and their blocks."""
        for reading in self.inputs:
            yield "first", reading
        for name in _OF_ACTIONS:
            for reading in self.actions:
                yield name, reading

    def backward(
        self,
        gradient: Mapping[str, Floats],
        features: Mapping[str, Floats],
        codes: Mapping[str, Floats],
        total: Mapping[str, Floats],
    ) -> None:
        """Add the gradient of the parameters to ``total``, from that of a network (chain rule).

        Parameters
        ----------
        gradient
            Of the weights of a network that was written with ``codes``, by name.
        features, codes
            Of the data that the network is for.
        total
            Arrays of the shapes of ``parameters``, by name.
        """
        of_codes = {axis: np.zeros_like(code) for axis, code in codes.items()}
        for name in _KEPT:
            total[name][:] += gradient[name]
        total["first"][:] += gradient["first"][self.free_inputs]
        for name in _OF_ACTIONS:
            total[name][:] += gradient[name][self.free_actions]
        for name, reading in self._parts():
            blocks = self.parameters[f"{name} {reading.name}"]
            sums, code = total[f"{name} {reading.name}"], codes[reading.axis]
            for selected, block, out in zip(reading.selections, blocks, sums, strict=True):
                of_rows = gradient[name][selected]
                out += code.T @ of_rows
                of_codes[reading.axis] += (
                    of_rows @ block.T if of_rows.ndim > 1 else np.outer(of_rows, block)
                )
        for axis, of_code in of_codes.items():
            slope, scale = map(np.float32, self.activation)
            behind = of_code[:, :-1] * np.where(codes[axis][:, :-1] > 0, scale, slope * scale)
            total[f"encoder {axis}"][:] += features[axis].T @ behind
            total[f"encoder_bias {axis}"][:] += behind.sum(axis=0)

    def network_for(self, data: Any = None) -> Network:
        """Return a new network for data: None, or an argument or a result of ``open_data``."""
        (network,) = self.networks_for([self.game.spec.open_data(data)])
        network.reader, network.rules, network.file = self, self.rules, self.file
        return network

    def networks_for(self, sets: Sequence[GameData]) -> list[Network]:
        """Return a new network for each of several data sets."""
        networks = [
            Network(self.game, self.num_players, self.hidden, self.metadata, each) for each in sets
        ]
        self.rewrite(networks, sets)
        return networks

    def rewrite(
        self, networks: Sequence[Network], sets: Sequence[GameData], threads: int = 1
    ) -> None:
        """Bring what ``networks_for`` returned for data sets up to date, with several threads.

        The results do not depend on their number. Without networks nothing is done.
        """

        def write(network: Network, data: GameData) -> None:
            self.write(network, self.codes_of(self.features_of(data)))

        with ThreadPoolExecutor(threads) as pool:
            for _ in pool.map(write, networks, sets):
                pass

    def save(self, path: str | PathLike[str]) -> None:
        """Write the reader to a file, atomically; ``load_network`` reads it, too.

        Raises
        ------
        OSError
            If it cannot be written.
        """
        contents = {
            "made for": {**files.made_for(self.game.spec, self.num_players), "rules": self.rules},
            "num_players": self.num_players,
            "hidden": list(self.hidden),
            files.CODE: self.code,
            files.ENCODER: self.encoder,
            "columns": self._mark,
            "metadata": self.metadata,
        }
        files.write(Path(path), contents, self.parameters)

    @property
    def _mark(self) -> str:
        """A mark of the columns that it reads."""
        return files.mark([(axis, *names) for axis, names in self.columns.items()])

    @classmethod
    def load(cls, path: str | PathLike[str], game: type[Game] | None = None) -> "Reader":
        """Load a reader from a file, as ``Network.load`` does a network.

        Raises
        ------
        NetworkError
            If there is no such file, it is damaged, its network is no reader, or it belongs to
            another game, or to other actions, observations or features.
        """
        return cls.of_saved(files.opened(path, game))

    @classmethod
    def of_saved(cls, saved: files.Saved) -> "Reader":
        """Return the reader that a file holds; errors are those of ``load``."""
        file, game, marks, contents, arrays = saved
        if files.CODE not in contents:
            raise NetworkError(f"{file} has a network that knows cards by their ids, no reader")
        with reading_file(file, files.WHAT, NetworkError):
            num_players = contents["num_players"]
            files.check_made_for(marks, game.spec, num_players, f"{file}: this network")
            hidden, code = tuple(contents["hidden"]), contents[files.CODE]
            encoder = contents.get(files.ENCODER, "relu")
            reader = cls(game, num_players, hidden, code, contents["metadata"], encoder)
            reader.rules = int(marks["rules"])
            if contents["columns"] != reader._mark:
                raise NetworkError(
                    f"{file}: this network reads other features: "
                    f"found {shown(contents['columns'])}, needed {reader._mark!r}"
                )
        files.copy_parameters(arrays, reader.parameters, file)
        reader.file = file
        return reader


def views_of(
    weights: Floats, shapes: Mapping[str, tuple[int, ...]]
) -> Mapping[str, npt.NDArray[np.float32]]:
    """Return views of parts of a flat array by name, of these shapes, one behind the other."""
    views, start = {}, 0
    for name, shape in shapes.items():
        size = int(np.prod(shape))
        views[name] = weights[start : start + size].reshape(shape)
        start += size
    return MappingProxyType(views)
