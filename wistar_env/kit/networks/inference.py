"""Inference: actions of a network for a batch of decisions, in one call."""

import numpy as np

from wistar_env.compiled.jit import entry, inline, pointer
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.streams import FOR_CHOICES, mixed, stream
from wistar_env.compiled.types import FloatArray, FloatTable, LongArray, MaskArray, MaskTable, Seed
from wistar_env.kit.common_fields import GameArray
from wistar_env.kit.limits import MAX_LEGAL_SIZE, MAX_OBSERVATION
from wistar_env.kit.networks.forward import NUM_HEADS, forward, predict
from wistar_env.kit.networks.record import MAX_HIDDEN1, MAX_HIDDEN2, Network, Networks, limit_of
from wistar_env.kit.rules_interface import Legal, TablesArray


@inline
def argmax(logits: FloatArray, count: int) -> int:
    """Return the index of the highest logit, the first one if there are several."""
    best = 0
    for k in range(1, count):
        if logits[k] > logits[best]:
            best = k
    return best


@inline
def softmax(logits: FloatArray, count: int, probabilities: FloatArray) -> None:
    """Write the probabilities of the first ``count`` logits."""
    highest, total = logits[argmax(logits, count)], np.float32(0)
    for k in range(count):
        probabilities[k] = np.exp(logits[k] - highest)
        total += probabilities[k]
    for k in range(count):
        probabilities[k] /= total


@inline
def sample(probabilities: FloatArray, count: int, x: Seed) -> int:
    """Sample an index from a categorical distribution; ``x`` is the state of a stream."""
    remaining = np.float32(mixed(x) >> np.uint64(40)) * np.float32(2.0**-24)
    for k in range(count - 1):
        remaining -= probabilities[k]
        if remaining < 0:
            return k
    return count - 1


@inline
def legal_from_mask(mask: MaskArray, legal: Legal) -> None:
    """Write the number of actions that a mask allows, then their ids."""
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
    stochastic: bool,
    actions: LongArray,
) -> None:
    """Write the action of the first network for each row of dense observations.

    The action is the most probable one, or, if ``stochastic``, sampled with the row's seed.
    """
    network: Network = networks[0]
    limit = limit_of(network)
    indices, values = empty(MAX_OBSERVATION, np.int16), empty(MAX_OBSERVATION, np.uint8)
    hidden1, hidden2 = empty(MAX_HIDDEN1, np.float32), empty(MAX_HIDDEN2, np.float32)
    heads, legal = empty(NUM_HEADS, np.float32), empty(MAX_LEGAL_SIZE, np.int16)
    logits, probabilities = empty(MAX_LEGAL_SIZE, np.float32), empty(MAX_LEGAL_SIZE, np.float32)
    for row in range(len(actions)):
        count = 0
        for i in range(network.inputs):
            if observation[row, i] != 0:
                indices[count] = i
                values[count] = np.uint8(np.rint(observation[row, i] * np.float32(limit[i])))
                count += 1
        legal_from_mask(mask[row], legal)
        forward(
            network,
            pointer(indices),
            pointer(values),
            count,
            pointer(legal),
            pointer(hidden1),
            pointer(hidden2),
            pointer(logits),
            pointer(heads),
        )
        chosen = argmax(logits, int(legal[0]))
        if stochastic:
            softmax(logits, int(legal[0]), probabilities)
            x = stream(np.uint64(seeds[row]), FOR_CHOICES)
            chosen = sample(probabilities, int(legal[0]), x)
        actions[row] = legal[chosen + 1]


@entry
def predict_game(
    tables: TablesArray,
    games: GameArray,
    i: int,
    seat: int,
    legal: Legal,
    networks: Networks,
    logits: FloatArray,
    heads: FloatArray,
) -> None:
    """Write the predictions of the first network for a seat of ``games[i]``; see ``predict``."""
    t, g = tables[0], games[i]
    predict(t, g, seat, pointer(legal), networks[0], pointer(logits), pointer(heads))
