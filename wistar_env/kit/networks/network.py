"""``Network``: the parameters of a network, its metadata and its file."""

import warnings
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer
from wistar_env.compiled.floats import LANES
from wistar_env.errors import NetworkError
from wistar_env.kit.common_fields import common_fields
from wistar_env.kit.game import Game, GameData, GameSpec
from wistar_env.kit.game.option_text import players_text
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.game.view import View
from wistar_env.kit.networks import files
from wistar_env.kit.networks.record import MAX_HIDDEN1, MAX_HIDDEN2, NETWORK, PARAMETERS
from wistar_env.kit.networks.shared_rows import action_blocks, input_blocks


class NetworkMaker(Protocol):
    """The interface of a ``SharedNetwork``, which makes networks for several player counts."""

    code: int

    def network_for(self, num_players: int | None = None, data: Any = None) -> "Network":
        """Return the network for a player count and data."""


#: Metadata key: the name of the reward that the score heads predict, if it is not points.
REWARD: Final = "reward"
#: Standard deviation of the initial weights of the first layer, which sums about 150 rows.
FIRST_SPREAD: Final = 0.05
#: Standard deviation of the initial policy weights; small, for a nearly uniform policy.
POLICY_SPREAD: Final = 0.01
HEADS_SPREAD: Final = 0.05


def hidden_sizes(sizes: object) -> tuple[int, int]:
    """Check the sizes of the hidden layers, and return them as integers.

    Raises TypeError, ValueError if ``sizes`` are not two multiples of 16, or too large.
    """
    if not isinstance(sizes, tuple | list) or len(sizes) != 2:
        raise TypeError(f"hidden must be two layer sizes, found {sizes!r}")
    hidden1 = integer("hidden: the first size", sizes[0], LANES, MAX_HIDDEN1)
    hidden2 = integer("hidden: the second size", sizes[1], LANES, MAX_HIDDEN2)
    if hidden1 % LANES or hidden2 % LANES:
        raise ValueError(f"hidden sizes must be multiples of {LANES}, found {tuple(sizes)}")
    return hidden1, hidden2


class Prediction(NamedTuple):
    """The prediction of a network for a position.

    Attributes
    ----------
    actions
        The legal actions as sorted ids, int16[k]; empty if another seat decides.
    logits
        Logits of these actions, float32[k].
    points
        Points that each seat still gains, float32[num_seats].
    win_probability
        Win probability of each seat, float32[num_seats]; not clipped to 0 to 1.
    """

    actions: npt.NDArray[np.int16]
    logits: npt.NDArray[np.float32]
    points: npt.NDArray[np.float32]
    win_probability: npt.NDArray[np.float32]


class Network:
    """A network for one game and player count.

    It has two hidden layers with ReLU, a policy and value heads. All parameters are initially zero;
    see ``random`` and ``load_network``.

    Parameters
    ----------
    game
        The game: see ``kit.game.registry.find_game``.
    num_players
        A player count of the game.
    hidden
        Sizes of the hidden layers, multiples of 16 up to 1,024 and 512.
    metadata
        JSON-serializable metadata, saved with the network.
    data
        The game data that it is for; see ``Game.new``.

    Attributes
    ----------
    weights
        All parameters as one flat float32 array; each parameter starts at a cache line.
    parameters
        Views of ``weights`` by name: ``first`` (inputs, hidden1), ``second`` (hidden1, hidden2),
        ``policy`` (num_actions, hidden2) and ``heads`` (2 * seats, hidden2), each with its
        ``..._bias``.

        The heads are in the order of observations, the observing seat first: the score heads
        (points still to gain, divided by ``value_scale``), then the win heads.
    value_scale
        The number of points that the score heads represent as 1.
    data
        Fingerprint of the game data: 32 hexadecimal digits.
    rules
        ``spec.rules_version`` of the games that it was trained on. Other versions can be played.
    shared
        The ``SharedNetwork`` from which it was computed, or None.

    Raises
    ------
    GameNotFoundError
        If there is no such game.
    TypeError, ValueError
        If another argument is invalid.
    """

    def __init__(
        self,
        game: type[Game] | str,
        num_players: int,
        hidden: tuple[int, int] = (128, 64),
        metadata: Mapping[str, Any] = MappingProxyType({}),
        data: Any = None,
    ) -> None:
        self.game = find_game(game)
        spec = self.game.spec
        allowed = spec.min_players, spec.max_players
        self.num_players = integer("num_players", num_players, *allowed)
        self.hidden = hidden_sizes(hidden)
        self.metadata = dict(metadata)
        self.value_scale = spec.networks.value_scale
        self.data = spec.open_data(data).fingerprint.hex()
        self.rules = spec.rules_version
        self.file: Path | None = None
        self.shared: NetworkMaker | None = None
        self._for_table: dict[tuple[int, bytes], Network] = {}
        self._layout = spec.observation_layout(num_players)
        seats, _ = spec.seats_of(num_players)
        hidden1, hidden2 = self.hidden
        self._sizes = {
            "inputs": self._layout.size,
            "hidden1": hidden1,
            "hidden2": hidden2,
            "seats": seats,
            "num_actions": spec.num_actions,
            "num_heads": 2 * seats,
        }
        self._allocate()

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The player counts of the network: always exactly one."""
        return (self.num_players,)

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each parameter, in the order of ``weights``."""
        return {
            name: tuple(self._sizes[size] if isinstance(size, str) else size for size in sizes)
            for name, sizes in PARAMETERS.items()
        }

    def _allocate(self) -> None:
        """Allocate the arrays, each aligned to a cache line."""
        sizes = [-(-int(np.prod(shape)) // LANES) * LANES for shape in self.shapes.values()]
        room = np.zeros(sum(sizes) + LANES, np.float32)
        skipped = -(room.__array_interface__["data"][0] // room.itemsize) % LANES
        self.weights = room[skipped : skipped + sum(sizes)]
        self._sizes["total"] = len(self.weights)
        starts = np.cumsum([0, *sizes])
        self.parameters: Mapping[str, npt.NDArray[np.float32]] = MappingProxyType(
            {
                name: self.weights[start : start + int(np.prod(shape))].reshape(shape)
                for (name, shape), start in zip(self.shapes.items(), starts, strict=False)
            }
        )

    def records(self, *others: "Network") -> npt.NDArray[Any]:
        """Return the records of this network, and of others of the same sizes, for compiled code.

        Shape (n,), dtype ``networks.record.NETWORK``. Records hold addresses, so keep the networks
        alive as long as the records are used.
        """
        made = np.zeros(1 + len(others), NETWORK)
        for record, network in zip(made, (self, *others), strict=True):
            network._write(record)
        return made

    def _write(self, record: Any) -> None:
        for name, size in self._sizes.items():
            record[name] = size
        record["value_scale"] = self.value_scale
        layout: dict[str, npt.NDArray[Any]] = {
            "limit": self._layout.limit,
            "scale": self._layout.scale,
        }
        arrays: dict[str, npt.NDArray[Any]] = {**self.parameters, **layout}
        for name, array in arrays.items():
            record[f"{name}_at"] = array.__array_interface__["data"][0]

    def copy(self) -> "Network":
        """Return an independent copy for the current rules version, without file or ``shared``."""
        other = Network(self.game, self.num_players, self.hidden, self.metadata)
        other.data, other.value_scale = self.data, self.value_scale
        other.weights[:] = self.weights
        return other

    @classmethod
    def random(
        cls,
        game: type[Game] | str,
        num_players: int,
        hidden: tuple[int, int] = (128, 64),
        seed: int = 0,
        data: Any = None,
    ) -> "Network":
        """Return a network with random parameters and a nearly uniform policy.

        Raises
        ------
        GameNotFoundError
            If there is no such game.
        TypeError, ValueError
            If another argument is invalid.
        """
        network = cls(game, num_players, hidden, data=data)
        draw = np.random.default_rng(integer("seed", seed, 0, 2**63 - 1)).normal
        spreads = {
            "first": FIRST_SPREAD,
            "second": (2 / network.hidden[0]) ** 0.5,
            "policy": POLICY_SPREAD,
            "heads": HEADS_SPREAD,
        }
        for name, spread in spreads.items():
            parameter = network.parameters[name]
            parameter[:] = draw(0, spread, parameter.shape)
        return network

    def for_game(self, game: Game | View) -> "Network":
        """Return the network for a game, or the view of one: see ``for_players``.

        Raises
        ------
        NetworkError
            If the network is for another game, or was not made for this player count.
        """
        if game.spec is not self.game.spec:
            self.check_plays(game.spec, game.num_players)
        return self.for_players(game.num_players, game.data)

    def for_players(self, num_players: int, data: GameData) -> "Network":
        """Return the network for games with this player count and these data.

        ``shared`` computes the network, once. Warns if the data differ and the network knows cards
        by their ids only.

        Raises
        ------
        NetworkError
            If the network was not made for this player count.
        """
        same_data = data.fingerprint.hex() == self.data
        if same_data and num_players == self.num_players:
            return self
        if self.shared is None:
            self.check_plays(self.game.spec, num_players)
            self._warn_of(data)
            return self
        table = num_players, data.fingerprint
        if table not in self._for_table:
            if not (same_data or self.shared.code):
                self._warn_of(data)
            self._for_table[table] = self.shared.network_for(num_players, data)
        return self._for_table[table]

    def _warn_of(self, data: GameData) -> None:
        name = "the network" if self.file is None else f"the network {self.file.name}"
        warnings.warn(
            f"{name} was trained with other data than {data.name}: it knows cards only by their "
            "ids, which now mean other cards",
            stacklevel=4,
        )

    def copy_for(self, sets: Sequence[GameData]) -> "Network":
        """Return an independent copy to train on these data sets; ``data`` is set to the first.

        The copy of a card-feature network is for a single data set and knows cards by their ids.

        Raises
        ------
        ValueError
            If this is a card-feature network, and there are several data sets.
        """
        first, *others = sets
        reads = self.shared is not None and self.shared.code > 0
        if reads and others:
            raise ValueError(
                "a card-feature network can be copied for one data folder only, found "
                f"{len(sets)}; to train on several, use wistar train ppo or distil with --code"
            )
        other = (self.for_players(self.num_players, first) if reads else self).copy()
        # The data and rules of the games that train the copy.
        other.data, other.rules = first.fingerprint.hex(), self.game.spec.rules_version
        return other

    def networks_for(self, sets: Sequence[GameData], num_players: int) -> list["Network"]:
        """Return this network for each data set, since it knows cards by their ids only."""
        self.check_plays(self.game.spec, num_players)
        return [self] * len(sets)

    def rewrite(
        self, networks: Sequence["Network"], sets: Sequence[GameData], threads: int = 1
    ) -> None:
        """Do nothing: the networks of ``networks_for`` need no update."""

    def check_plays(self, spec: GameSpec, num_players: int) -> None:
        """Check that the network is for a game and a player count.

        Raises
        ------
        NetworkError
            If the network is for another game, or another player count.
        """
        what = "the network" if self.file is None else f"the network {self.file}"
        if spec is not self.game.spec:
            raise NetworkError(
                f"{what} plays {self.game.spec.title}, but this game is {spec.title}"
            )
        if num_players != self.num_players:
            raise NetworkError(
                f"{what} plays games of {self.num_players} players, but this game has {num_players}"
            )

    def predict(self, game: Game, seat: int | None = None) -> Prediction:
        """Return the prediction for the observation of a seat, by default the deciding one.

        Raises
        ------
        NetworkError
            If the network is for another game or player count.
        TypeError, ValueError
            If there is no such seat.
        """
        from wistar_env.kit.networks.forward import NUM_HEADS
        from wistar_env.kit.networks.inference import predict_game

        self.check_plays(game.spec, game.num_players)
        decides = -1 if game.finished else game.seat
        viewer = integer("seat", max(0, decides) if seat is None else seat, 0, game.num_seats - 1)
        actions = game.legal_actions()[: None if viewer == decides else 0].copy()
        legal = np.zeros(1 + self.game.spec.num_actions, np.int16)
        legal[0], legal[1 : 1 + len(actions)] = len(actions), actions
        logits, values = np.zeros(len(actions), np.float32), np.zeros(NUM_HEADS, np.float32)
        rules, games = game.data.rules, common_fields(game.record)
        predict_game(rules, games, 0, viewer, legal, self.records(), logits, values)
        gains, win_probability = values.reshape(2, -1)[:, : game.num_seats]
        return Prediction(actions, logits, gains * np.float32(self.value_scale), win_probability)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the network to a file, atomically; ``load_network`` reads it.

        Raises
        ------
        OSError
            If the file cannot be written.
        """
        spec, player_counts = self.game.spec, (self.num_players,)
        blocks = input_blocks(spec, self.num_players), action_blocks(spec)
        contents = {
            **files.contents_of(spec, player_counts, *blocks),
            "hidden": list(self.hidden),
            "value_scale": self.value_scale,
            "rules": self.rules,
            "data": self.data,
            "metadata": self.metadata,
        }
        files.write(Path(path), contents, self.parameters)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the views of ``weights``, the layout, and cached networks."""
        return {
            name: value
            for name, value in self.__dict__.items()
            if name not in ("parameters", "_layout", "_for_table")
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._for_table = {}
        self._layout = self.game.spec.observation_layout(self.num_players)
        self._allocate()
        self.weights[:] = state["weights"]

    def __repr__(self) -> str:
        players = players_text(self.num_players)
        return f"<Network: {self.game.spec.name}, {players}, hidden {self.hidden}>"
