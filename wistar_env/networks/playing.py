"""A network that plays: the actions that it takes in many decisions, by one call."""

import numpy as np

from wistar_env.compiled.jit import entry, inline, pointer
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.streams import FOR_CHOICES, mixed, stream
from wistar_env.compiled.types import FloatArray, FloatTable, LongArray, MaskArray, MaskTable, Seed
from wistar_env.gate import LEGAL_SIZE
from wistar_env.gate.play import LARGEST, GameArray, Legal, TablesArray
from wistar_env.networks.record import MOST_NARROW, MOST_WIDE, Network, Networks, limit_of
from wistar_env.networks.seeing import OUTLOOK_SIZE, look, look_at


@inline
def highest(logits: FloatArray, count: int) -> int:
    """Return the place of the highest of some numbers, the first one of several."""
    best = 0
    for k in range(1, count):
        if logits[k] > logits[best]:
            best = k
    return best


@inline
def to_chances(logits: FloatArray, count: int, chances: FloatArray) -> None:
    """Write the probabilities that belong to logits (softmax)."""
    most, total = logits[highest(logits, count)], np.float32(0)
    for k in range(count):
        chances[k] = np.exp(logits[k] - most)
        total += chances[k]
    for k in range(count):
        chances[k] /= total


@inline
def drawn(chances: FloatArray, count: int, x: Seed) -> int:
    """Draw a place by its probability; ``x`` is the state of a stream."""
    left = np.float32(mixed(x) >> np.uint64(40)) * np.float32(2.0**-24)
    for k in range(count - 1):
        left -= chances[k]
        if left < 0:
            return k
    return count - 1


@inline
def list_legal(mask: MaskArray, legal: Legal) -> None:
    """Write how many actions a mask allows, then their ids."""
    count = 0
    for action in range(len(mask)):
        if mask[action] == 1:
            count += 1
            legal[count] = action
    legal[0] = count


@entry
def choose(
    networks: Networks,
    observation: FloatTable,
    mask: MaskTable,
    seeds: LongArray,
    samples: bool,
    actions: LongArray,
) -> None:
    """Write the action that the first network takes for each row of dense observations.

    It takes the most probable one, or draws from each row's seed if it ``samples``.
    """
    network: Network = networks[0]
    limit = limit_of(network)
    indices, values = empty(LARGEST, np.int16), empty(LARGEST, np.uint8)
    wide, narrow = empty(MOST_WIDE, np.float32), empty(MOST_NARROW, np.float32)
    outlook, legal = empty(OUTLOOK_SIZE, np.float32), empty(LEGAL_SIZE, np.int16)
    logits, chances = empty(LEGAL_SIZE, np.float32), empty(LEGAL_SIZE, np.float32)
    for row in range(len(actions)):
        count = 0
        for i in range(network.inputs):
            if observation[row, i] != 0:
                indices[count] = i
                values[count] = np.uint8(np.rint(observation[row, i] * np.float32(limit[i])))
                count += 1
        list_legal(mask[row], legal)
        look_at(
            network,
            pointer(indices),
            pointer(values),
            count,
            pointer(legal),
            pointer(wide),
            pointer(narrow),
            pointer(logits),
            pointer(outlook),
        )
        chosen = highest(logits, int(legal[0]))
        if samples:
            to_chances(logits, int(legal[0]), chances)
            x = stream(np.uint64(seeds[row]), FOR_CHOICES)
            chosen = drawn(chances, int(legal[0]), x)
        actions[row] = legal[chosen + 1]


@entry
def look_into(
    tables: TablesArray,
    games: GameArray,
    i: int,
    seat: int,
    legal: Legal,
    networks: Networks,
    logits: FloatArray,
    outlook: FloatArray,
) -> None:
    """Write what the first network makes of what a seat sees of ``games[i]``; see ``look``."""
    t, g = tables[0], games[i]
    look(t, g, seat, pointer(legal), networks[0], pointer(logits), pointer(outlook))
