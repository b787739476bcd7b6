"""The parameters of a ``SharedNetwork``, and which of them each player count uses."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Final

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import choice, integer
from wistar_env.compiled.floats import LANES
from wistar_env.kit.game import Game
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.networks.encoders import ENCODERS, Floats
from wistar_env.kit.networks.network import hidden_sizes
from wistar_env.kit.networks.readings import Reading, action_readings, input_readings
from wistar_env.kit.networks.record import PARAMETERS
from wistar_env.kit.networks.shared_rows import (
    Rows,
    Shared,
    action_blocks,
    check_player_counts,
    input_blocks,
    most_seats,
    shared_blocks,
    shared_heads,
    shared_rows,
)

#: Parameters with a row for each action.
_OF_ACTIONS: Final = ("policy", "policy_bias")
MAX_CODE: Final = 512


class SharedParameters:
    """The parameters of a ``SharedNetwork``, initially 0; that class explains them."""

    def __init__(
        self,
        game: type[Game] | str,
        player_counts: Iterable[int],
        hidden: tuple[int, int],
        code: int,
        encoder: str,
        *,
        ids: bool,
    ) -> None:
        self.game = find_game(game)
        spec = self.game.spec
        self.player_counts, self.hidden = (
            check_player_counts(spec, player_counts),
            hidden_sizes(hidden),
        )
        self.code, self.ids = integer("code", code, 0, MAX_CODE), ids
        choice("encoder", encoder, ENCODERS)
        self.encoder, self.activation = encoder, ENCODERS[encoder](max(1, code))
        places = self._find_columns()
        self.inputs = {n: input_readings(spec, n, places) for n in self.player_counts}
        self.actions = action_readings(spec, places)
        read = {*self._read_inputs, *(each.name for each in self.actions)}
        every = shared_blocks(spec, self.player_counts), action_blocks(spec)
        self.blocks, self.action_blocks = (
            tuple(block for block in blocks if ids or block.name not in read) for blocks in every
        )
        self._open_blocks()
        self.shapes = dict(self._shapes())
        size = sum(int(np.prod(shape)) for shape in self.shapes.values())
        # Compiled code reads whole vectors; the weights after the parameters stay 0.
        self.weights = np.zeros(-(-size // LANES) * LANES, np.float32)
        self.parameters = views_of(self.weights, self.shapes)

    def _find_columns(self) -> dict[str, int]:
        """Set ``columns``, the features of each axis with embeddings; return the axes' sizes."""
        spec, self.columns = self.game.spec, dict[str, tuple[str, ...]]()
        if not self.code:
            if not self.ids:
                raise ValueError("a network needs ids=True or code > 0 to tell cards apart")
            return {}
        if spec.observation.place_features is None:
            raise ValueError(
                f"code > 0 needs card features, which {spec.title} does not declare: see "
                "observation.place_features"
            )
        features = spec.observation.place_features(spec.open_data(None), self.player_counts[0])
        self.columns = {axis: tuple(each.names) for axis, each in features.items()}
        return {axis: len(each.values) for axis, each in features.items()}

    def _open_blocks(self) -> None:
        """Find the shared rows of inputs and actions (card ids separately) and of value heads."""
        spec, player_counts = self.game.spec, self.player_counts
        read = {*self._read_inputs}, {each.name for each in self.actions}
        inputs = _split(self.blocks, read[0])
        policy = _split(self.action_blocks, read[1])
        own = {n: input_blocks(spec, n) for n in player_counts}
        self._others = {n: shared_rows(own[n], self.blocks, inputs[0]) for n in player_counts}
        self._ids = {n: shared_rows(own[n], self.blocks, inputs[1]) for n in player_counts}
        actions = action_blocks(spec)
        self._others_of_actions = shared_rows(actions, self.action_blocks, policy[0])
        self._ids_of_actions = shared_rows(actions, self.action_blocks, policy[1])
        self._heads = {n: shared_heads(spec, n, player_counts) for n in player_counts}

    def _shapes(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        hidden1, hidden2 = self.hidden
        sizes = {
            "inputs": sum(block.size for block in self.blocks),
            "hidden1": hidden1,
            "hidden2": hidden2,
            "num_actions": sum(block.size for block in self.action_blocks),
            "num_heads": 2 * most_seats(self.game.spec, self.player_counts),
        }
        for name, shape in PARAMETERS.items():
            yield name, tuple(sizes[str(size)] for size in shape)
        for axis, names in self.columns.items():
            yield f"encoder {axis}", (len(names), self.code)
            yield f"encoder_bias {axis}", (self.code,)
        for name, others in self._read_inputs.items():
            yield f"first {name}", (others, self.code + 1, hidden1)
        for reading in self.actions:
            yield f"policy {reading.name}", (len(reading.rows), self.code + 1, hidden2)
            yield f"policy_bias {reading.name}", (len(reading.rows), self.code + 1)

    @cached_property
    def _read_inputs(self) -> dict[str, int]:
        """For each block of inputs with embeddings, the largest number of rows of its readings."""
        found: dict[str, int] = {}
        for readings in self.inputs.values():
            found |= {r.name: max(len(r.rows), found.get(r.name, 0)) for r in readings}
        return found

    def _shared(self, num_players: int, *, ids: bool) -> Iterator[tuple[str, Shared]]:
        """Yield the name and the shared rows of each input and action parameter."""
        yield "first", (self._ids if ids else self._others)[num_players]
        for name in _OF_ACTIONS:
            yield name, self._ids_of_actions if ids else self._others_of_actions

    def _parts(self, num_players: int) -> Iterator[tuple[str, Reading]]:
        """Yield each block computed from embeddings, preceded by the name of its parameter."""
        for reading in self.inputs[num_players]:
            yield "first", reading
        for name in _OF_ACTIONS:
            for reading in self.actions:
                yield name, reading


def _split(blocks: Sequence[Rows], read: Container[str]) -> tuple[list[str], list[str]]:
    """Return the names of the blocks that are not in ``read``, and of those that are."""
    names = [block.name for block in blocks]
    return [n for n in names if n not in read], [n for n in names if n in read]


def views_of(
    weights: Floats, shapes: Mapping[str, tuple[int, ...]]
) -> Mapping[str, npt.NDArray[np.float32]]:
    """Return consecutive parts of a flat array as views of these shapes, by name."""
    views, start = {}, 0
    for name, shape in shapes.items():
        size = int(np.prod(shape))
        views[name] = weights[start : start + size].reshape(shape)
        start += size
    return MappingProxyType(views)
