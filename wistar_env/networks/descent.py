"""Adam's steps, and how threads share the work of many of them.

Each minibatch is three phases of ``PARTS`` parts each: gradients, their sums, Adam's step. Whoever
is free takes the next part, and begins with it once all parts of the phase before are done.
"""

from typing import Final

import numpy as np

from wistar_env.compiled.floats import LANES, add_scaled, dot
from wistar_env.compiled.jit import entry, inline
from wistar_env.compiled.sharing import Progress, done, finish, take
from wistar_env.compiled.types import (
    ByteTable,
    DoubleArray,
    DoubleTable,
    FloatArray,
    FloatTable,
    LongArray,
    ShortArray,
    ShortTable,
)
from wistar_env.gate import NUM_ACTIONS
from wistar_env.networks.learning import GRADIENTS, LEAST, PARTS, Decisions, learn
from wistar_env.networks.record import Network, Networks, numbers_of

#: Adam's means.
MEAN: Final = GRADIENTS + PARTS
SQUARE: Final = MEAN + 1
#: Phases of a minibatch.
PHASES: Final = 3
_LEARN, _GATHER = range(2)
#: Longest step of a minibatch: what is longer is cut down to it.
LONGEST: Final = 0.5
#: Adam's: how much of the means stays, and what is added to a root.
_KEPT_MEAN: Final = 0.9
_KEPT_SQUARE: Final = 0.999
_LITTLE: Final = 1e-5
#: Bytes of a number.
_FLOAT: Final = 4


@inline
def share(count: int, part: int) -> int:
    """Return where the share of a part begins; that of the next part is the end of this one."""
    return count * part // PARTS


@inline
def touched(marks: ByteTable, i: int) -> bool:
    """Whether any part has a gradient for a row."""
    for part in range(PARTS):
        if marks[part, i] == 1:
            return True
    return False


@inline
def policy_start(n: Network) -> int:
    """Place among all numbers of a network at which the weights of the actions begin."""
    return int(n.policy_at - n.first_at) // _FLOAT


@inline
def policy_end(n: Network) -> int:
    """Place among all numbers of a network behind the weights of the actions."""
    return int(n.policy_bias_at - n.first_at) // _FLOAT


@inline
def gather_span(networks: Networks, begin: int, size: int) -> float:
    """Add the gradients of all parts to those of the first one; return the sum of their squares."""
    total = numbers_of(networks[GRADIENTS])[begin : begin + size]
    for part in range(1, PARTS):
        other = numbers_of(networks[GRADIENTS + part])[begin : begin + size]
        add_scaled(total, other, np.float32(1), size)
        other[:] = 0
    return float(dot(total, total, size))


@inline
def gather(
    networks: Networks, part: int, seen: ByteTable, acted: ByteTable, squares: DoubleArray
) -> None:
    """Add up the gradients of a share of the parameters."""
    n = networks[0]
    wide, narrow = int(n.wide), int(n.narrow)
    total = 0.0
    for i in range(share(int(n.inputs), part), share(int(n.inputs), part + 1)):
        if touched(seen, i):
            total += gather_span(networks, wide * i, wide)
    for action in range(share(NUM_ACTIONS, part), share(NUM_ACTIONS, part + 1)):
        if touched(acted, action):
            total += gather_span(networks, policy_start(n) + narrow * action, narrow)
    for begin, end in ((wide * int(n.inputs), policy_start(n)), (policy_end(n), int(n.total))):
        lines = (end - begin) // LANES
        first, last = share(lines, part), share(lines, part + 1)
        total += gather_span(networks, begin + LANES * first, LANES * (last - first))
    squares[part] = total


@inline
def improve_span(
    networks: Networks,
    begin: int,
    size: int,
    factor: float,
    rate: float,
    number: int,
) -> None:
    """Let Adam move some numbers, and clear their gradients."""
    numbers = numbers_of(networks[0])[begin : begin + size]
    gradient = numbers_of(networks[GRADIENTS])[begin : begin + size]
    mean = numbers_of(networks[MEAN])[begin : begin + size]
    square = numbers_of(networks[SQUARE])[begin : begin + size]
    one, two = np.float32(_KEPT_MEAN), np.float32(_KEPT_SQUARE)
    rest_one, rest_two = np.float32(1 - _KEPT_MEAN), np.float32(1 - _KEPT_SQUARE)
    step = np.float32(rate / (1 - _KEPT_MEAN**number))
    spread = np.float32(1 / (1 - _KEPT_SQUARE**number))
    little, scale = np.float32(_LITTLE), np.float32(factor)
    for k in range(size):
        g = gradient[k] * scale
        mean[k] = one * mean[k] + rest_one * g
        square[k] = two * square[k] + rest_two * g * g
        numbers[k] -= step * mean[k] / (np.sqrt(spread * square[k]) + little)
        gradient[k] = 0


@inline
def improve(
    networks: Networks,
    part: int,
    seen: ByteTable,
    acted: ByteTable,
    squares: DoubleArray,
    rate: float,
    number: int,
) -> None:
    """Let Adam's step ``number`` move a share of the parameters, by gradients not too long.

    Of inputs and actions that no row had, nothing moves.
    """
    n = networks[0]
    wide, narrow = int(n.wide), int(n.narrow)
    length = 0.0
    for each in range(PARTS):
        length += squares[each]
    factor = min(1.0, LONGEST / (np.sqrt(length) + LEAST))
    for i in range(share(int(n.inputs), part), share(int(n.inputs), part + 1)):
        if touched(seen, i):
            improve_span(networks, wide * i, wide, factor, rate, number)
            seen[:, i] = 0
    for action in range(share(NUM_ACTIONS, part), share(NUM_ACTIONS, part + 1)):
        if touched(acted, action):
            begin = policy_start(n) + narrow * action
            improve_span(networks, begin, narrow, factor, rate, number)
            acted[:, action] = 0
    for begin, end in ((wide * int(n.inputs), policy_start(n)), (policy_end(n), int(n.total))):
        lines = (end - begin) // LANES
        first, last = share(lines, part), share(lines, part + 1)
        size = LANES * (last - first)
        improve_span(networks, begin + LANES * first, size, factor, rate, number)


@inline
def part_begins(minibatch: int, part: int) -> int:
    """Return where a part of a minibatch begins; the first ones have a row more, if any have."""
    return minibatch // PARTS * part + min(part, minibatch % PARTS)


@entry
def descend(
    networks: Networks,
    indices: ShortTable,
    values: ByteTable,
    counts: ShortArray,
    decisions: Decisions,
    shares: FloatTable,
    rows: LongArray,
    minibatch: int,
    settings: FloatArray,
    rate: float,
    number: int,
    seen: ByteTable,
    acted: ByteTable,
    squares: DoubleArray,
    counted: DoubleTable,
    progress: Progress,
    ticket: LongArray,
    patience: int,
) -> bool:
    """Go through minibatches of rows until no part is left to be taken.

    Each thread calls it with a ``ticket`` of its own, -1 at first: the part that it has taken. It
    is False if what comes before that part was not done after ``patience`` looks; the thread may do
    something else then, and has to call it again. ``number`` is how many steps Adam took before.
    """
    parts = len(rows) // minibatch * PHASES * PARTS
    while True:
        if ticket[0] < 0:
            ticket[0] = take(progress, 1)
        phase, part = ticket[0] // PARTS, ticket[0] % PARTS
        if ticket[0] >= parts:
            return True
        looks = 0
        while done(progress) < PARTS * phase:
            looks += 1
            if looks > patience:
                return False
        step, what = phase // PHASES, phase % PHASES
        if what == _LEARN:
            learn(
                networks,
                indices,
                values,
                counts,
                decisions,
                shares,
                rows,
                minibatch * step + part_begins(minibatch, part),
                minibatch * step + part_begins(minibatch, part + 1),
                part,
                settings,
                seen,
                acted,
                counted[part],
            )
        elif what == _GATHER:
            gather(networks, part, seen, acted, squares)
        else:
            improve(networks, part, seen, acted, squares, rate, number + step + 1)
        finish(progress, 1)
        ticket[0] = -1
