"""Parameters shared by the networks for several player counts, by the names of blocks.

A network for one player count has the inputs of its observation, and value heads for its
seats. The observations of other player counts have blocks of the same names, so the shared
parameters have a row for each input that any of them has.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer
from wistar_env.errors import NetworkError
from wistar_env.kit.game import GameSpec


@dataclass(frozen=True)
class Rows:
    """A block of inputs or actions, each of which has a row of weights."""

    # ``name``, ``shape``: name and shape of the block.
    name: str
    shape: tuple[int, ...]
    limit: int = 1  # the divisor of counts, so that they are at most 1

    @property
    def size(self) -> int:
        """The number of rows of the block."""
        return prod(self.shape)


class Shared(NamedTuple):
    """A mapping from rows of a network to shared rows."""

    # ``own``, ``rows``: rows of the network, and the corresponding shared rows.
    own: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int64]


def check_player_counts(spec: GameSpec, player_counts: Iterable[Any]) -> tuple[int, ...]:
    """Return player counts, sorted.

    Raises TypeError, ValueError if there are none, or a count is not allowed or occurs twice.
    """
    found = sorted(
        integer("num_players", each, spec.min_players, spec.max_players) for each in player_counts
    )
    if not found or len({*found}) < len(found):
        raise ValueError(f"player_counts must be one or more different numbers, found {found}")
    return tuple(found)


def shared_blocks(spec: GameSpec, player_counts: Sequence[int]) -> tuple[Rows, ...]:
    """Return every block that the observations of these player counts have.

    A block whose length depends on the player count has the largest length.

    Raises ValueError if blocks of the same name differ in their axes or limits.
    """
    blocks: dict[str, Rows] = {}
    for num_players in player_counts:
        for block in spec.observation_layout(num_players).blocks:
            known = blocks.get(block.name, block)
            if len(known.shape) != len(block.shape) or known.limit != block.limit:
                raise ValueError(
                    f"{spec.title}: the block {block.name!r} has different axes or limits "
                    f"with {num_players} players than with fewer; give it a different name for "
                    f"{num_players} players"
                )
            shape = tuple(map(max, known.shape, block.shape))
            blocks[block.name] = Rows(block.name, shape, block.limit)
    return tuple(blocks.values())


def action_blocks(spec: GameSpec) -> tuple[Rows, ...]:
    """Return the game's blocks of actions, each as ``Rows``."""
    found = spec.actions.blocks or (("actions", spec.num_actions),)
    return tuple(Rows(name, (size,)) for name, size in found)


def input_blocks(spec: GameSpec, num_players: int) -> tuple[Rows, ...]:
    """Return the blocks of an observation, each as ``Rows``."""
    blocks = spec.observation_layout(num_players).blocks
    return tuple(Rows(block.name, block.shape, block.limit) for block in blocks)


def shared_rows(own: Sequence[Rows], shared: Sequence[Rows], names: Container[str]) -> Shared:
    """Map the rows of a network's blocks ``own`` to shared rows, for the blocks in ``names``."""
    starts, shapes = starts_of(shared), {block.name: block.shape for block in shared}
    owned, rows, start = [], [], 0
    for block in own:
        if block.name in names and block.name in starts:
            owned.append(start + np.arange(block.size))
            rows.append(starts[block.name] + places(block.shape, shapes[block.name]))
        start += block.size
    return Shared(joined(owned), joined(rows))


def shared_heads(
    spec: GameSpec, num_players: int, player_counts: Sequence[int]
) -> npt.NDArray[np.int64]:
    """Return the index of the shared value head for each value head of a network."""
    seats = np.arange(spec.seats_of(num_players)[0])
    return np.concatenate([seats, most_seats(spec, player_counts) + seats])


def most_seats(spec: GameSpec, player_counts: Sequence[int]) -> int:
    """Return the maximum number of seats of games with these player counts."""
    return max(spec.seats_of(num_players)[0] for num_players in player_counts)


def places(shape: tuple[int, ...], of: tuple[int, ...]) -> npt.NDArray[np.int64]:
    """Return the flat indices of an array's elements within a larger array of shape ``of``."""
    numbers = np.arange(prod(of), dtype=np.int64).reshape(of)
    return numbers[tuple(slice(size) for size in shape)].ravel()


def starts_of(blocks: Sequence[Rows]) -> dict[str, int]:
    """Return the first row of each block, by name."""
    sizes = np.cumsum([0, *(block.size for block in blocks)]).tolist()
    return {block.name: start for block, start in zip(blocks, sizes, strict=False)}


def joined(parts: Sequence[npt.NDArray[np.int64]]) -> npt.NDArray[np.int64]:
    """Concatenate arrays of integers, possibly none."""
    return np.concatenate([np.zeros(0, np.int64), *parts])


class Match(NamedTuple):
    """A mapping from rows of given weights to rows of new weights."""

    # ``sources``, ``targets``: numbers of rows of the given weights, and of the new weights.
    sources: npt.NDArray[np.int64]
    targets: npt.NDArray[np.int64]
    # The factor of each row, new limit / given limit, since inputs are counts divided by limits.
    factors: npt.NDArray[np.float32]
    # Names of blocks that are new or larger now, with rows that have no source.
    new: tuple[str, ...]


def match(found: Sequence[Rows], wanted: Sequence[Rows], what: str) -> Match:
    """Match rows by the names of their blocks.

    Raises NetworkError if a wanted block has other axes than the found block of its name, or fewer
    places.
    """
    known, starts, targets_from = {b.name: b for b in found}, starts_of(found), starts_of(wanted)
    sources, targets, factors, new = [], [], [], []
    for block in wanted:
        old = known.get(block.name)
        if old is None or old.shape != block.shape:
            new.append(block.name)
        if old is None:
            continue
        if len(old.shape) != len(block.shape) or any(map(int.__gt__, old.shape, block.shape)):
            raise NetworkError(
                f"{what}: the block {block.name!r} must have shape {block.shape} or smaller, found "
                f"{old.shape}"
            )
        sources.append(starts[block.name] + np.arange(old.size))
        targets.append(targets_from[block.name] + places(old.shape, block.shape))
        factors.append(np.full(old.size, block.limit / old.limit))
    every = np.concatenate([np.zeros(0), *factors]).astype(np.float32)
    return Match(joined(sources), joined(targets), every, tuple(new))


def copy_rows(
    source: npt.NDArray[np.float32], target: npt.NDArray[np.float32], matched: Match
) -> None:
    """Copy rows, times their factors, to their targets; all other rows become 0."""
    target[:] = 0
    factors = matched.factors.reshape(-1, *[1] * (source.ndim - 1))
    target[matched.targets] = source[matched.sources] * factors
