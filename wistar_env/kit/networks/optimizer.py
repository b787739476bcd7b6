"""Adam's steps, shared by several threads.

Each minibatch has three phases of ``PARTS`` parts each: gradients, their sum, Adam's step. A free
thread takes the next part, and starts it once all parts of the phase before are done.
"""

from typing import Final

import numpy as np

from wistar_env.compiled.floats import LANES, add_scaled, dot
from wistar_env.compiled.jit import entry, inline
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
from wistar_env.compiled.work_sharing import Progress, claim_rows, finish_rows, rows_done
from wistar_env.kit.networks.losses import GRADIENTS, LOG_EPSILON, PARTS, Decisions, backward
from wistar_env.kit.networks.record import Network, Networks, weights_of

#: Indices of Adam's moments in the array of networks.
FIRST_MOMENT: Final = GRADIENTS + PARTS
SECOND_MOMENT: Final = FIRST_MOMENT + 1
#: Phases of a minibatch.
PHASES: Final = 3
_BACKWARD, _REDUCE = range(2)
#: Gradients of a minibatch are scaled down to this norm.
MAX_GRAD_NORM: Final = 0.5
BETA1: Final = 0.9
BETA2: Final = 0.999
EPSILON: Final = 1e-5
_FLOAT_BYTES: Final = 4


@inline
def split(count: int, part: int) -> int:
    """Return the start of a part of ``count`` items; the part ends where the next one starts."""
    return count * part // PARTS


@inline
def is_touched(touched: ByteTable, i: int) -> bool:
    """Whether any part has a gradient for this input or action."""
    for part in range(PARTS):
        if touched[part, i] == 1:
            return True
    return False


@inline
def policy_start(n: Network) -> int:
    """Return the index of the first policy weight in the flat array of weights."""
    return int(n.policy_at - n.first_at) // _FLOAT_BYTES


@inline
def policy_end(n: Network) -> int:
    """Return the index after the last policy weight in the flat array of weights."""
    return int(n.policy_bias_at - n.first_at) // _FLOAT_BYTES


@inline
def heads_start(n: Network) -> int:
    """Return the index of the first weight of the value heads, which end the flat array."""
    return int(n.heads_at - n.first_at) // _FLOAT_BYTES


@inline
def part_of_span(start: int, stop: int, part: int) -> tuple[int, int]:
    """Return the start and the size of a part of a span of whole cache lines."""
    lines = (stop - start) // LANES
    first = split(lines, part)
    return start + LANES * first, LANES * (split(lines, part + 1) - first)


@inline
def reduce_span(networks: Networks, start: int, size: int) -> float:
    """Sum the gradients of all parts into the first, clear the others; return the squared norm."""
    total = weights_of(networks[GRADIENTS])[start : start + size]
    for part in range(1, PARTS):
        other = weights_of(networks[GRADIENTS + part])[start : start + size]
        add_scaled(total, other, np.float32(1), size)
        other[:] = 0
    return float(dot(total, total, size))


@inline
def reduce_gradients(
    networks: Networks,
    part: int,
    touched_inputs: ByteTable,
    touched_actions: ByteTable,
    value_grad_norm: float,
    squared_norms: DoubleTable,
) -> None:
    """Sum the gradients of one part of the parameters over all parts of the minibatch.

    ``squared_norms`` has two rows: the second is for the value heads if these are clipped
    separately, the first for all other parameters.
    """
    n = networks[0]
    hidden1, hidden2, actions = int(n.hidden1), int(n.hidden2), int(n.num_actions)
    total = 0.0
    for i in range(split(int(n.inputs), part), split(int(n.inputs), part + 1)):
        if is_touched(touched_inputs, i):
            total += reduce_span(networks, hidden1 * i, hidden1)
    for action in range(split(actions, part), split(actions, part + 1)):
        if is_touched(touched_actions, action):
            total += reduce_span(networks, policy_start(n) + hidden2 * action, hidden2)
    end = heads_start(n) if value_grad_norm > 0 else int(n.total)
    for start, stop in ((hidden1 * int(n.inputs), policy_start(n)), (policy_end(n), end)):
        first, size = part_of_span(start, stop, part)
        total += reduce_span(networks, first, size)
    squared_norms[0, part] = total
    first, size = part_of_span(end, int(n.total), part)
    squared_norms[1, part] = reduce_span(networks, first, size)


@inline
def adam_update(
    weights: FloatArray,
    gradient: FloatArray,
    first: FloatArray,
    second: FloatArray,
    size: int,
    grad_scale: float,
    learning_rate: float,
    step: int,
) -> None:
    """Apply Adam's step to weights, and clear their gradient."""
    beta1, beta2 = np.float32(BETA1), np.float32(BETA2)
    rest1, rest2 = np.float32(1 - BETA1), np.float32(1 - BETA2)
    step_size = np.float32(learning_rate / (1 - BETA1**step))
    correction = np.float32(1 / (1 - BETA2**step))
    epsilon, scale = np.float32(EPSILON), np.float32(grad_scale)
    for k in range(size):
        g = gradient[k] * scale
        first[k] = beta1 * first[k] + rest1 * g
        second[k] = beta2 * second[k] + rest2 * g * g
        weights[k] -= step_size * first[k] / (np.sqrt(correction * second[k]) + epsilon)
        gradient[k] = 0


@inline
def adam_span(
    networks: Networks,
    start: int,
    size: int,
    grad_scale: float,
    learning_rate: float,
    step: int,
) -> None:
    """Apply Adam's step to a span of the weights, and clear its gradients."""
    weights = weights_of(networks[0])[start : start + size]
    gradient = weights_of(networks[GRADIENTS])[start : start + size]
    first = weights_of(networks[FIRST_MOMENT])[start : start + size]
    second = weights_of(networks[SECOND_MOMENT])[start : start + size]
    adam_update(weights, gradient, first, second, size, grad_scale, learning_rate, step)


@inline
def clipping(squared_norms: DoubleArray, bound: float) -> float:
    """Return the factor that clips a gradient to a bound, given squared norms of its parts."""
    squared = 0.0
    for part in range(PARTS):
        squared += squared_norms[part]
    return float(min(1.0, bound / (np.sqrt(squared) + LOG_EPSILON)))


@inline
def adam_step(
    networks: Networks,
    part: int,
    touched_inputs: ByteTable,
    touched_actions: ByteTable,
    value_grad_norm: float,
    squared_norms: DoubleTable,
    learning_rate: float,
    step: int,
) -> None:
    """Apply Adam step number ``step`` to one part of the parameters, with clipped gradients.

    Weights of inputs and actions that no row of the minibatch has do not change. The gradients of
    the part are cleared.
    """
    n = networks[0]
    hidden1, hidden2, actions = int(n.hidden1), int(n.hidden2), int(n.num_actions)
    scale = clipping(squared_norms[0], MAX_GRAD_NORM)
    for i in range(split(int(n.inputs), part), split(int(n.inputs), part + 1)):
        if is_touched(touched_inputs, i):
            adam_span(networks, hidden1 * i, hidden1, scale, learning_rate, step)
            touched_inputs[:, i] = 0
    for action in range(split(actions, part), split(actions, part + 1)):
        if is_touched(touched_actions, action):
            start = policy_start(n) + hidden2 * action
            adam_span(networks, start, hidden2, scale, learning_rate, step)
            touched_actions[:, action] = 0
    end = heads_start(n) if value_grad_norm > 0 else int(n.total)
    for start, stop in ((hidden1 * int(n.inputs), policy_start(n)), (policy_end(n), end)):
        first, size = part_of_span(start, stop, part)
        adam_span(networks, first, size, scale, learning_rate, step)
    first, size = part_of_span(end, int(n.total), part)
    of_heads = clipping(squared_norms[1], value_grad_norm)
    adam_span(networks, first, size, of_heads, learning_rate, step)


@inline
def part_start(minibatch: int, part: int) -> int:
    """Return the first row of a part of a minibatch; the first parts may be one row longer."""
    return minibatch // PARTS * part + min(part, minibatch % PARTS)


@entry
def run_minibatches(
    networks: Networks,
    indices: ShortTable,
    values: ByteTable,
    counts: ShortArray,
    decisions: Decisions,
    targets: FloatTable,
    rows: LongArray,
    minibatch: int,
    coefs: FloatArray,
    learning_rate: float,
    steps_before: int,
    touched_inputs: ByteTable,
    touched_actions: ByteTable,
    value_grad_norm: float,
    squared_norms: DoubleTable,
    metrics: DoubleTable,
    progress: Progress,
    ticket: LongArray,
    spin_limit: int,
) -> bool:
    """Process minibatches of rows until no part is left; return False after waiting too long.

    Each thread passes its own ``ticket``, the part that it has taken, initially -1. The result is
    False if the phase before that part is not done after ``spin_limit`` checks; the thread must
    then call again later. ``steps_before`` is the number of earlier Adam steps. ``value_grad_norm``
    bounds the gradient of the value heads; 0 clips all parameters together.
    """
    parts = len(rows) // minibatch * PHASES * PARTS
    while True:
        if ticket[0] < 0:
            ticket[0] = claim_rows(progress, 1)
        phase, part = ticket[0] // PARTS, ticket[0] % PARTS
        if ticket[0] >= parts:
            return True
        checks = 0
        while rows_done(progress) < PARTS * phase:
            checks += 1
            if checks > spin_limit:
                return False
        step, what = phase // PHASES, phase % PHASES
        if what == _BACKWARD:
            backward(
                networks,
                indices,
                values,
                counts,
                decisions,
                targets,
                rows,
                minibatch * step + part_start(minibatch, part),
                minibatch * step + part_start(minibatch, part + 1),
                part,
                coefs,
                touched_inputs,
                touched_actions,
                metrics[part],
            )
        elif what == _REDUCE:
            reduce_gradients(
                networks, part, touched_inputs, touched_actions, value_grad_norm, squared_norms
            )
        else:
            adam_step(
                networks,
                part,
                touched_inputs,
                touched_actions,
                value_grad_norm,
                squared_norms,
                learning_rate,
                steps_before + step + 1,
            )
        finish_rows(progress, 1)
        ticket[0] = -1


@entry
def apply_gradients(
    networks: Networks,
    touched_inputs: ByteTable,
    touched_actions: ByteTable,
    value_grad_norm: float,
    squared_norms: DoubleTable,
    learning_rate: float,
    step: int,
) -> None:
    """Apply Adam step number ``step``, given the computed gradients of all parts."""
    for part in range(PARTS):
        reduce_gradients(
            networks, part, touched_inputs, touched_actions, value_grad_norm, squared_norms
        )
    for part in range(PARTS):
        adam_step(
            networks,
            part,
            touched_inputs,
            touched_actions,
            value_grad_norm,
            squared_norms,
            learning_rate,
            step,
        )


@entry
def adam(
    weights: FloatArray,
    gradient: FloatArray,
    first: FloatArray,
    second: FloatArray,
    learning_rate: float,
    step: int,
    bound: float,
) -> None:
    """Clip a gradient to the norm ``bound``, apply Adam step number ``step``, clear the gradient.

    ``first`` and ``second`` are the moments.
    """
    norm = np.sqrt(float(dot(gradient, gradient, len(gradient))))
    scale = min(1.0, bound / (norm + LOG_EPSILON))
    size = len(weights)
    adam_update(weights, gradient, first, second, size, scale, learning_rate, step)


@entry
def add_gradient(
    networks: Networks,
    indices: ShortTable,
    values: ByteTable,
    counts: ShortArray,
    decisions: Decisions,
    targets: FloatTable,
    rows: LongArray,
    coefs: FloatArray,
    touched_inputs: ByteTable,
    touched_actions: ByteTable,
    metrics: DoubleArray,
) -> None:
    """Add the gradients of rows to those of the first part; see ``losses.backward``."""
    backward(
        networks,
        indices,
        values,
        counts,
        decisions,
        targets,
        rows,
        0,
        len(rows),
        0,
        coefs,
        touched_inputs,
        touched_actions,
        metrics,
    )


@entry
def add_gradients(
    networks: Networks,
    indices: ShortTable,
    values: ByteTable,
    counts: ShortArray,
    decisions: Decisions,
    targets: FloatTable,
    rows: LongArray,
    coefs: FloatArray,
    touched_inputs: ByteTable,
    touched_actions: ByteTable,
    metrics: DoubleTable,
    progress: Progress,
) -> None:
    """Divide rows among all parts, and add their gradients to those of the parts.

    Every thread calls this function and takes parts; see ``losses.backward``.
    """
    part = claim_rows(progress, 1)
    while part < PARTS:
        backward(
            networks,
            indices,
            values,
            counts,
            decisions,
            targets,
            rows,
            part_start(len(rows), part),
            part_start(len(rows), part + 1),
            part,
            coefs,
            touched_inputs,
            touched_actions,
            metrics[part],
        )
        finish_rows(progress, 1)
        part = claim_rows(progress, 1)
