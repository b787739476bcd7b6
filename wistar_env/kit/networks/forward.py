"""The forward pass: logits of actions, and two value heads for each seat.

The *score head* is the points that a seat still gains up to its final score, divided by the
network's ``value_scale``; the *win head* is its win probability. In a network, as in observations,
seats are counted from the observing one; ``predict`` writes them by seat number.
"""

from typing import Final

import numpy as np

from wistar_env.compiled.floats import add_scaled_rows, dot
from wistar_env.compiled.jit import inline, pointer, unit
from wistar_env.compiled.nonzeros import SPARE, WORD, find_nonzeros
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.types import ByteArray, FloatArray, ShortArray
from wistar_env.kit.common_fields import Game
from wistar_env.kit.game_calls import encode, seat_after
from wistar_env.kit.limits import MAX_OBSERVATION, MAX_SEATS
from wistar_env.kit.networks.record import (
    MAX_HIDDEN1,
    MAX_HIDDEN2,
    Network,
    first_bias_of,
    first_of,
    heads_bias_of,
    heads_of,
    limit_of,
    policy_bias_of,
    policy_of,
    scale_of,
    second_bias_of,
    second_of,
)
from wistar_env.kit.rules_interface import Legal, Tables

#: Size of an array of heads by seat number: first the score heads, then the win heads.
NUM_HEADS: Final = 2 * MAX_SEATS
#: Size of the largest layout, rounded up to whole words.
_COUNTS: Final = (MAX_OBSERVATION // WORD + 1) * WORD
_PLACES: Final = _COUNTS + SPARE


@inline
def hidden_layers(
    network: Network,
    indices: ShortArray,
    values: ByteArray,
    count: int,
    hidden1: FloatArray,
    hidden2: FloatArray,
) -> None:
    """Write the activations of both hidden layers for a sparse observation."""
    scale, first, first_bias = scale_of(network), first_of(network), first_bias_of(network)
    factors, active = empty(MAX_OBSERVATION, np.float32), empty(MAX_HIDDEN1, np.int16)
    for j in range(network.hidden1):
        hidden1[j] = first_bias[j]
    for k in range(count):
        factors[k] = np.float32(values[k]) * scale[indices[k]]
    add_scaled_rows(hidden1, first, indices, factors, count, int(network.hidden1))
    second, second_bias = second_of(network), second_bias_of(network)
    for j in range(network.hidden2):
        hidden2[j] = second_bias[j]
    count = 0
    for j in range(network.hidden1):
        active[count], factors[count] = j, hidden1[j]
        count += int(hidden1[j] > 0)
        hidden1[j] = max(hidden1[j], np.float32(0))
    add_scaled_rows(hidden2, second, active, factors, count, int(network.hidden2))
    for j in range(network.hidden2):
        hidden2[j] = max(hidden2[j], np.float32(0))


@unit
def forward(
    network: Network,
    indices: ShortArray,
    values: ByteArray,
    count: int,
    legal: Legal,
    hidden1: FloatArray,
    hidden2: FloatArray,
    logits: FloatArray,
    heads: FloatArray,
) -> None:
    """Write the activations of hidden layers and heads, and the logits of the legal actions.

    ``indices`` and ``values`` are the ``count`` nonzero values of a uint8 observation; ``legal``
    has the number of actions, then their ids.
    """
    hidden_layers(network, indices, values, count, hidden1, hidden2)
    size = int(network.hidden2)
    policy, policy_bias = policy_of(network), policy_bias_of(network)
    for k in range(legal[0]):
        action = int(legal[k + 1])
        logits[k] = policy_bias[action] + dot(policy[action], hidden2, size)
    weight, bias = heads_of(network), heads_bias_of(network)
    for k in range(network.num_heads):
        heads[k] = bias[k] + dot(weight[k], hidden2, size)


@unit
def predict(
    t: Tables,
    g: Game,
    seat: int,
    legal: Legal,
    network: Network,
    logits: FloatArray,
    heads: FloatArray,
) -> None:
    """Write the logits and heads of a network for the observation of a seat.

    ``t``, ``g``, ``seat``: the game and the observing seat. ``legal``: number of logits to write,
    then the ids of their actions. ``network``: a network for the player count of this game.
    ``logits``: receives the logits of these actions, in their order. ``heads``, of size
    ``NUM_HEADS``: receives the score head of seat ``s`` at ``s`` and its win head at
    ``MAX_SEATS + s``.
    """
    counts, places = empty(_COUNTS, np.uint8), empty(_PLACES, np.int16)
    hidden1, hidden2 = empty(MAX_HIDDEN1, np.float32), empty(MAX_HIDDEN2, np.float32)
    relative = empty(NUM_HEADS, np.float32)
    size, seats = int(network.inputs), int(g.seats)
    encode(t, g, seat, counts, size, limit_of(network))
    for k in range(size, min(size + WORD, _COUNTS)):
        counts[k] = 0
    count = find_nonzeros(counts, size, places)
    for k in range(count):
        counts[k] = counts[places[k]]
    forward(
        network,
        pointer(places),
        pointer(counts),
        count,
        legal,
        pointer(hidden1),
        pointer(hidden2),
        logits,
        pointer(relative),
    )
    for k in range(seats):
        other = seat_after(t, g, seat, k)
        heads[other] = relative[k]
        heads[MAX_SEATS + other] = relative[seats + k]
