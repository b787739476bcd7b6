"""What a network makes of what a seat sees: logits of its actions, and the outlook of all seats.

The *outlook* has two numbers a seat: the VP that it still gains up to its final score, divided by
``VP_SCALE``, and its chance of winning. A network counts seats from the one that looks, as
observations do; ``look`` gives them by their numbers.
"""

from typing import Final

import numpy as np

from wistar_env.compiled.floats import add_scaled, dot
from wistar_env.compiled.jit import inline, pointer, unit
from wistar_env.compiled.nonzeros import SPARE, WORD, find_nonzeros
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.types import ByteArray, FloatArray, ShortArray
from wistar_env.gate import MAX_SEATS
from wistar_env.gate.play import LARGEST, Game, Legal, Tables, encode, seat_after
from wistar_env.networks.record import (
    MOST_NARROW,
    MOST_WIDE,
    Network,
    first_bias_of,
    first_of,
    limit_of,
    outlook_bias_of,
    outlook_of,
    policy_bias_of,
    policy_of,
    scale_of,
    second_bias_of,
    second_of,
)

#: VP that are 1 in an outlook.
VP_SCALE: Final = 10
#: Numbers of an outlook, by the numbers of the seats: first the VP, then the chances.
OUTLOOK_SIZE: Final = 2 * MAX_SEATS
#: Counts of the largest layout, as many as are looked at together.
_COUNTS: Final = (LARGEST // WORD + 1) * WORD
_PLACES: Final = _COUNTS + SPARE


@inline
def think(
    network: Network,
    indices: ShortArray,
    values: ByteArray,
    count: int,
    wide: FloatArray,
    narrow: FloatArray,
) -> None:
    """Write both hidden layers for the counts of an observation that are not zero."""
    scale, first, first_bias = scale_of(network), first_of(network), first_bias_of(network)
    for j in range(network.wide):
        wide[j] = first_bias[j]
    for k in range(count):
        i = int(indices[k])
        add_scaled(wide, first[i], np.float32(values[k]) * scale[i], int(network.wide))
    second, second_bias = second_of(network), second_bias_of(network)
    for j in range(network.narrow):
        narrow[j] = second_bias[j]
    for j in range(network.wide):
        if wide[j] > 0:
            add_scaled(narrow, second[j], wide[j], int(network.narrow))
        else:
            wide[j] = 0
    for j in range(network.narrow):
        narrow[j] = max(narrow[j], np.float32(0))


@unit
def look_at(
    network: Network,
    indices: ShortArray,
    values: ByteArray,
    count: int,
    legal: Legal,
    wide: FloatArray,
    narrow: FloatArray,
    logits: FloatArray,
    outlook: FloatArray,
) -> None:
    """Write the logits of actions and the outlook, from the seat that looks on.

    ``indices`` and ``values`` are the ``count`` numbers of a uint8 observation that are not zero,
    ``legal`` has how many actions are asked for, then their ids. The hidden layers, without what is
    below 0, are left in ``wide`` and ``narrow``.
    """
    think(network, indices, values, count, wide, narrow)
    size = int(network.narrow)
    policy, policy_bias = policy_of(network), policy_bias_of(network)
    for k in range(legal[0]):
        action = int(legal[k + 1])
        logits[k] = policy_bias[action] + dot(policy[action], narrow, size)
    heads, biases = outlook_of(network), outlook_bias_of(network)
    for k in range(network.prospects):
        outlook[k] = biases[k] + dot(heads[k], narrow, size)


@unit
def look(
    t: Tables,
    g: Game,
    seat: int,
    legal: Legal,
    network: Network,
    logits: FloatArray,
    outlook: FloatArray,
) -> None:
    """Write what a network makes of what a seat sees.

    Parameters
    ----------
    t, g, seat
        The game, and the seat that looks, whether it decides or not.
    legal
        How many logits to write, then the ids of their actions.
    network
        One for the number of players of this game.
    logits
        One number for each of these actions.
    outlook
        ``OUTLOOK_SIZE`` numbers: of seat ``s`` the VP in ``s``, the chance in ``MAX_SEATS + s``.
    """
    counts, places = empty(_COUNTS, np.uint8), empty(_PLACES, np.int16)
    wide, narrow = empty(MOST_WIDE, np.float32), empty(MOST_NARROW, np.float32)
    seen = empty(OUTLOOK_SIZE, np.float32)
    size, seats = int(network.inputs), int(g.seats)
    encode(t, g, seat, pointer(counts), size, pointer(limit_of(network)))
    for k in range(size, min(size + WORD, _COUNTS)):
        counts[k] = 0
    count = find_nonzeros(counts, size, places)
    for k in range(count):
        counts[k] = counts[places[k]]
    look_at(
        network,
        pointer(places),
        pointer(counts),
        count,
        legal,
        pointer(wide),
        pointer(narrow),
        logits,
        pointer(seen),
    )
    for k in range(seats):
        other = seat_after(g, seat, k)
        outlook[other] = seen[k]
        outlook[MAX_SEATS + other] = seen[seats + k]
