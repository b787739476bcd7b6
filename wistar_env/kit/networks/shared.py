"""``SharedNetwork``: parameters for several player counts, optionally with card features.

For a player count and a data set it computes a ``Network``. Inputs are matched by the names of
their blocks and value heads by seat, so training with one player count helps with the others. The
network knows a card by its id, its features, or both: the same encoder turns the features of every
card into an embedding (``code``), and the weights of a card are a product with its embedding.
"""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer
from wistar_env.errors import NetworkError
from wistar_env.kit.game import Game, GameData
from wistar_env.kit.networks import files
from wistar_env.kit.networks.encoders import DEFAULT_ENCODER, Floats, compressed
from wistar_env.kit.networks.network import (
    FIRST_SPREAD,
    HEADS_SPREAD,
    POLICY_SPREAD,
    Network,
)
from wistar_env.kit.networks.shared_parameters import SharedParameters, views_of

#: Parameters with a row for each value head.
_OF_HEADS: Final = ("heads", "heads_bias")
#: Parameters that every network has unchanged.
_COPIED: Final = ("first_bias", "second", "second_bias")
#: Standard deviation of the initial weights of encoders: about ten features of a card are nonzero,
#: and half of the numbers of its embedding.
_ENCODER_SPREAD: Final = 0.3


class SharedNetwork(SharedParameters):
    """The parameters that the networks of a game share.

    Parameters
    ----------
    game
        The game. Card features need ``observation.place_features`` in its ``spec``.
    player_counts
        The player counts to support.
    hidden
        Sizes of the hidden layers, as for a ``Network``.
    code
        Embedding size of cards; 0: card features are not used.
    metadata
        Initial ``metadata``.
    encoder
        The activation of its encoders: a name in ``ENCODERS``.
    ids
        Whether each card of ``data`` also has weights of its own, by its id.
    data
        The data whose cards have these ids; see ``Game.new``.

    Attributes
    ----------
    weights
        All parameters as one flat float32 array, in the order of ``parameters``.
    parameters
        Views of ``weights`` by name. First those of a ``Network``: ``first`` has a row for each
        input of any player count, and the heads have two rows per seat of the largest player count;
        without ``ids``, blocks with embeddings have no rows there. Then ``encoder AXIS`` (features,
        code) and ``encoder_bias AXIS``. Then ``first BLOCK``, ``policy BLOCK`` and
        ``policy_bias BLOCK``, which map embeddings, with a 1 appended, to the weights of cards.
    inputs
        The blocks of inputs whose weights come from embeddings, by player count.
    actions
        The blocks of actions whose weights come from embeddings.
    metadata
        JSON-serializable metadata, saved with it.
    data
        Fingerprint of the data whose cards it knows by their ids: 32 hexadecimal digits.
    rules
        ``spec.rules_version`` of the games that it was trained with.

    Raises
    ------
    GameNotFoundError
        If there is no such game.
    TypeError, ValueError
        If another argument is invalid, cards would have neither ids nor embeddings, or ``code`` is
        above 0 and the game declares no card features.
    """

    def __init__(
        self,
        game: type[Game] | str,
        player_counts: Iterable[int],
        hidden: tuple[int, int] = (128, 64),
        code: int = 0,
        metadata: Mapping[str, Any] = MappingProxyType({}),
        encoder: str = DEFAULT_ENCODER,
        *,
        ids: bool = True,
        data: Any = None,
    ) -> None:
        super().__init__(game, player_counts, hidden, code, encoder, ids=ids)
        spec = self.game.spec
        self.metadata = dict(metadata)
        self.value_scale, self.rules = spec.networks.value_scale, spec.rules_version
        self.data = spec.open_data(data).fingerprint.hex()
        self.file: Path | None = None
        self._features: dict[tuple[bytes, int], dict[str, Floats]] = {}

    @classmethod
    def random(
        cls,
        game: type[Game] | str,
        player_counts: Iterable[int],
        hidden: tuple[int, int] = (128, 64),
        code: int = 0,
        seed: int = 0,
        encoder: str = DEFAULT_ENCODER,
        *,
        ids: bool = True,
        data: Any = None,
    ) -> "SharedNetwork":
        """Return a network with random parameters and a nearly uniform policy.

        The arguments are those of the class, without ``metadata``, and a seed. The weights for ids
        of cards with embeddings are 0.
        """
        shared = cls(game, player_counts, hidden, code, encoder=encoder, ids=ids, data=data)
        draw = np.random.default_rng((integer("seed", seed, 0, 2**63 - 1), 1)).normal
        spreads = {
            "first": FIRST_SPREAD,
            "second": (2 / shared.hidden[0]) ** 0.5,
            "policy": POLICY_SPREAD,
            "heads": HEADS_SPREAD,
            "encoder": _ENCODER_SPREAD,
        }
        # A weight of a card sums over the 1 and half of its embedding, with a variance of 1/2.
        of_codes = (1 + shared.activation.scale**2 * code / 4) ** -0.5
        for name, array in shared.parameters.items():
            kind, _, block = name.partition(" ")
            if kind in spreads:
                size = of_codes if block and kind != "encoder" else 1.0
                array[:] = draw(0, spreads[kind] * size, array.shape)
        shared.forget_ids()
        return shared

    def forget_ids(self) -> None:
        """Set the weights for card ids to 0, where cards have features."""
        for num_players in self.player_counts:
            for name, ids in self._shared(num_players, ids=True):
                self.parameters[name][ids.rows] = 0

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the views of ``weights``, and the features of data."""
        return {**self.__dict__, "parameters": None, "_features": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.parameters = views_of(self.weights, self.shapes)

    def zeros(self) -> "SharedNetwork":
        """Return a network of the same kind with all weights 0."""
        other = SharedNetwork(
            self.game,
            self.player_counts,
            self.hidden,
            self.code,
            self.metadata,
            self.encoder,
            ids=self.ids,
        )
        other.data, other.rules, other.value_scale = self.data, self.rules, self.value_scale
        return other

    def copy(self) -> "SharedNetwork":
        """Return an independent copy."""
        other = self.zeros()
        other.weights[:] = self.weights
        return other

    # ------------------------------------------------------------------ networks

    def features_of(self, data: GameData, num_players: int) -> dict[str, Floats]:
        """Return the encoders' input by axis, for a player count; the result is cached."""
        if not self.code:
            return {}
        key = data.fingerprint, num_players
        if key not in self._features:
            assert self.game.spec.observation.place_features is not None
            found = self.game.spec.observation.place_features(data, num_players)
            self._features[key] = {axis: compressed(found[axis]) for axis in self.columns}
        return self._features[key]

    def codes_of(self, features: Mapping[str, Floats]) -> dict[str, Floats]:
        """Return the embeddings by axis, one row per index, with a last column of 1."""
        codes = {}
        slope, scale = map(np.float32, self.activation)
        for axis, values in features.items():
            p = self.parameters
            linear = values @ p[f"encoder {axis}"] + p[f"encoder_bias {axis}"]
            code = np.maximum(linear, slope * linear) * scale
            codes[axis] = np.hstack([code, np.ones((len(code), 1), np.float32)])
        return codes

    def free_inputs(self, num_players: int) -> npt.NDArray[np.int64]:
        """Return the inputs, for a player count, whose weights do not come from embeddings."""
        return self._others[num_players].own

    @property
    def free_actions(self) -> npt.NDArray[np.int64]:
        """The actions whose weights do not come from embeddings."""
        return self._others_of_actions.own

    def _knows_ids(self, network: Network) -> bool:
        """Return whether a network is for the data whose cards have weights by id."""
        return network.data == self.data

    def write(self, network: Network, codes: Mapping[str, Floats]) -> None:
        """Write the weights of a network for cards with these embeddings (``codes_of``)."""
        mine, its = self.parameters, network.parameters
        heads = self._heads[network.num_players]
        for name in _COPIED:
            its[name][:] = mine[name]
        for name in _OF_HEADS:
            its[name][:] = mine[name][heads]
        for name, free in self._shared(network.num_players, ids=False):
            its[name][free.own] = mine[name][free.rows]
        for name, reading in self._parts(network.num_players):
            blocks, out = mine[f"{name} {reading.name}"], its[name]
            for selected, block in zip(reading.selections, blocks, strict=False):
                if isinstance(selected, slice):
                    np.matmul(codes[reading.axis], block, out=out[selected])
                else:
                    out[selected] = codes[reading.axis] @ block
        if self._knows_ids(network):
            for name, ids in self._shared(network.num_players, ids=True):
                its[name][ids.own] += mine[name][ids.rows]

    def backward(
        self,
        network: Network,
        gradient: Mapping[str, Floats],
        features: Mapping[str, Floats],
        codes: Mapping[str, Floats],
        total: Mapping[str, Floats],
    ) -> None:
        """Add the gradient of the parameters to ``total``, from that of a network (chain rule).

        Parameters
        ----------
        network
            The network, which was written with ``codes``.
        gradient
            The gradient of its weights, by name.
        features, codes
            Features and embeddings of the cards of its data.
        total
            Arrays of the shapes of ``parameters``, by name.
        """
        of_codes = {axis: np.zeros_like(code) for axis, code in codes.items()}
        heads = self._heads[network.num_players]
        for name in _COPIED:
            total[name][:] += gradient[name]
        for name in _OF_HEADS:
            total[name][heads] += gradient[name]
        for ids in (False, True) if self._knows_ids(network) else (False,):
            for name, shared in self._shared(network.num_players, ids=ids):
                total[name][shared.rows] += gradient[name][shared.own]
        for name, reading in self._parts(network.num_players):
            blocks = self.parameters[f"{name} {reading.name}"]
            sums, code = total[f"{name} {reading.name}"], codes[reading.axis]
            for selected, block, out in zip(reading.selections, blocks, sums, strict=False):
                of_rows = gradient[name][selected]
                out += code.T @ of_rows
                of_codes[reading.axis] += (
                    of_rows @ block.T if of_rows.ndim > 1 else np.outer(of_rows, block)
                )
        slope, scale = map(np.float32, self.activation)
        for axis, of_code in of_codes.items():
            behind = of_code[:, :-1] * np.where(codes[axis][:, :-1] > 0, scale, slope * scale)
            total[f"encoder {axis}"][:] += features[axis].T @ behind
            total[f"encoder_bias {axis}"][:] += behind.sum(axis=0)

    def network_for(self, num_players: int | None = None, data: Any = None) -> Network:
        """Return a new network for a player count and data.

        Parameters
        ----------
        num_players
            One of ``player_counts``; None is the smallest.
        data
            None for the bundled data, or an argument or a result of ``open_data``.

        Raises
        ------
        NetworkError
            If the network does not support this player count.
        """
        chosen = self.player_counts[0] if num_players is None else num_players
        self.check_table(chosen)
        (network,) = self.networks_for([self.game.spec.open_data(data)], chosen)
        network.shared, network.rules, network.file = self, self.rules, self.file
        if not self.code:
            network.data = self.data  # it knows cards by the ids of these data
        return network

    def check_table(self, num_players: int) -> None:
        """Check that the network supports a player count.

        Raises
        ------
        NetworkError
            If the network was not made for this player count.
        """
        if num_players not in self.player_counts:
            what = "the network" if self.file is None else f"the network {self.file}"
            known = " or ".join(map(str, self.player_counts))
            raise NetworkError(
                f"{what} plays games of {known} players, but this game has {num_players}"
            )

    def networks_for(self, sets: Sequence[GameData], num_players: int) -> list[Network]:
        """Return a new network for each of several data sets."""
        networks = [
            Network(self.game, num_players, self.hidden, self.metadata, each) for each in sets
        ]
        for network in networks:
            network.value_scale = self.value_scale
        self.rewrite(networks, sets)
        return networks

    def rewrite(
        self, networks: Sequence[Network], sets: Sequence[GameData], threads: int = 1
    ) -> None:
        """Update the networks of ``networks_for`` after a change of the shared parameters.

        The results do not depend on the number of threads.
        """

        def write(network: Network, data: GameData) -> None:
            self.write(network, self.codes_of(self.features_of(data, network.num_players)))

        with ThreadPoolExecutor(threads) as pool:
            for _ in pool.map(write, networks, sets):
                pass

    def save(self, path: str | PathLike[str]) -> None:
        """Write the network to a file, atomically.

        Raises
        ------
        OSError
            If the file cannot be written.
        """
        contents = {
            **files.contents_of(
                self.game.spec, self.player_counts, self.blocks, self.action_blocks
            ),
            "hidden": list(self.hidden),
            "code": self.code,
            "encoder": self.encoder,
            "ids": self.ids,
            "columns": files.mark([(axis, *names) for axis, names in self.columns.items()]),
            "value_scale": self.value_scale,
            "rules": self.rules,
            "data": self.data,
            "metadata": self.metadata,
        }
        files.write(Path(path), contents, self.parameters)

    def __repr__(self) -> str:
        counts = ", ".join(map(str, self.player_counts))
        return f"<SharedNetwork: {self.game.spec.name}, {counts} players, hidden {self.hidden}>"
