"""Losses of policy and value heads, and their gradients on sparse observations.

The policy loss is PPO's clipped loss (Schulman et al. 2017, arXiv:1707.06347), or the
cross-entropy with given actions or probabilities. The value loss is the Huber loss of the heads.
If a row has no legal actions, since its seat does not decide or there are too many, only the value
heads learn from it.

Every minibatch is divided into ``PARTS``, and the gradients of the parts are added in order, so
results do not depend on the number of threads. Networks come as one array: the network itself, a
gradient for each part, and Adam's two moments.
"""

from typing import Annotated, Any, Final, TypeAlias

import numpy as np

from wistar_env.compiled.floats import add_scaled, add_scaled_rows, dot
from wistar_env.compiled.jit import declare, inline, pointer
from wistar_env.compiled.prefetch import prefetch_line
from wistar_env.compiled.records import record
from wistar_env.compiled.scratch import empty, zeros
from wistar_env.compiled.types import (
    ByteArray,
    ByteTable,
    DoubleArray,
    FloatArray,
    FloatTable,
    LongArray,
    ShortArray,
    ShortTable,
)
from wistar_env.kit.limits import MAX_OBSERVATION, MAX_SEATS
from wistar_env.kit.networks.forward import NUM_HEADS, forward
from wistar_env.kit.networks.inference import argmax, softmax
from wistar_env.kit.networks.record import (
    MAX_HIDDEN1,
    MAX_HIDDEN2,
    Network,
    Networks,
    first_bias_of,
    first_of,
    heads_bias_of,
    heads_of,
    policy_bias_of,
    policy_of,
    scale_of,
    second_bias_of,
    second_of,
)

#: Parts of every minibatch, each with its gradients.
PARTS: Final = 4
#: Index of the first gradient in the array of networks; ``optimizer`` has the moments.
GRADIENTS: Final = 1
#: Maximum number of legal actions of a decision to learn from.
MAX_LEGAL: Final = 63
#: Sums that ``backward`` collects.
METRICS: Final = (
    "rows",  # rows with legal actions; the others count in none of these sums
    "entropy",
    "approx_kl",
    "clip_fraction",
    "value_loss",  # squared error of the deciding seat's score head, in units of value_scale
    "accuracy",
    "cross_entropy",
)
(
    _ROWS,
    _ENTROPY,
    _APPROX_KL,
    _CLIP_FRACTION,
    _VALUE_ERROR,
    _ACCURACY,
    _CROSS_ENTROPY,
) = range(len(METRICS))
#: Settings of the loss: the weight of a row, PPO's coefficients, whether to imitate (1) or to use
#: PPO's loss (0), and the weight of all value heads, except that for the seat's own score, in the
#: gradient of the hidden layers.
COEFS: Final = (
    "weight",
    "clip_coef",
    "entropy_coef",
    "value_coef",
    "imitates",
    "other_heads_coef",
)
(
    _WEIGHT,
    _CLIP_COEF,
    _ENTROPY_COEF,
    _VALUE_COEF,
    _IMITATES,
    _OTHER_HEADS_COEF,
) = range(len(COEFS))
#: Errors of the heads beyond which the value loss is linear.
HUBER_DELTA: Final = 2.0
#: Capacity of a block of rows: units of the first hidden layer, and nonzero values of observations.
_BLOCK_UNITS: Final = 8192
_BLOCK_VALUES: Final = 12288
_STARTS: Final = MAX_OBSERVATION + 1
_CACHE_LINE: Final = 64
#: Added to probabilities before taking logarithms.
LOG_EPSILON: Final = 1e-12

DECISION: Final = record(
    [
        ("seat", np.int16),  # the deciding seat
        ("own", np.int16),  # whether the learning network decided
        ("action_index", np.int16),  # index of the action among the legal ones
        ("done", np.int16),  # whether the game ended with this decision
        ("seat_order", np.int16, (MAX_SEATS,)),  # seats in the order of the observation
        ("scores", np.int16, (MAX_SEATS,)),  # scores if the game ended here, shaping included
        ("shaping", np.int16, (MAX_SEATS,)),  # the part of ``scores`` that is shaping
        ("final_scores", np.int16, (MAX_SEATS,)),  # final scores
        ("won", np.float32, (MAX_SEATS,)),  # 1 for the winner; tied winners share it
        (
            "legal",
            np.int16,
            (MAX_LEGAL + 1,),
        ),  # their number, then their ids; 0 if too many, or if the seat does not decide
        ("log_prob", np.float32),  # log-probability of the action when it was taken
        ("advantage", np.float32),
        ("values", np.float32, (NUM_HEADS,)),  # value heads, by seat
        ("returns", np.float32, (NUM_HEADS,)),  # targets of the value heads
    ]
)
declare("decision", DECISION)
_DECISION_BYTES: Final = DECISION.itemsize
Decisions: TypeAlias = Annotated[Any, "decision array"]  # shape (n,), dtype DECISION
Decision: TypeAlias = Any  # one DECISION record


@inline
def policy_targets(d: Decision, targets: FloatTable, row: int, wanted: FloatArray) -> None:
    """Write the target probabilities of a decision: its row of ``targets``, or one-hot.

    If ``targets`` has no rows, the target is the action taken.
    """
    for k in range(d.legal[0]):
        wanted[k] = targets[row, k] if len(targets) > 0 else np.float32(k == d.action_index)


@inline
def policy_gradient(
    d: Decision,
    logits: FloatArray,
    wanted: FloatArray,
    coefs: FloatArray,
    d_logits: FloatArray,
    metrics: DoubleArray,
) -> None:
    """Write the gradient of the policy loss and of the entropy bonus with respect to the logits.

    The policy's metrics of this decision are added to ``metrics``.
    """
    count, place = int(d.legal[0]), int(d.action_index)
    probs = empty(MAX_LEGAL, np.float32)
    softmax(logits, count, probs)
    entropy = np.float32(0)
    for k in range(count):
        entropy -= probs[k] * np.log(probs[k] + np.float32(LOG_EPSILON))
    log_prob = np.log(probs[place] + np.float32(LOG_EPSILON))
    metrics[_ENTROPY] += entropy
    metrics[_ACCURACY] += argmax(logits, count) == place
    d_log_prob = np.float32(-1)
    if coefs[_IMITATES] == 0:
        ratio = np.exp(log_prob - d.log_prob)
        metrics[_APPROX_KL] += ratio - 1 - (log_prob - d.log_prob)
        d_log_prob = -d.advantage * ratio
        low, high = 1 - coefs[_CLIP_COEF], 1 + coefs[_CLIP_COEF]
        clipped = ratio > high if d.advantage > 0 else ratio < low
        if clipped:
            metrics[_CLIP_FRACTION] += 1
            d_log_prob = np.float32(0)
    entropy_coef = coefs[_ENTROPY_COEF]
    for k in range(count):
        log = np.log(probs[k] + np.float32(LOG_EPSILON))
        metrics[_CROSS_ENTROPY] -= wanted[k] * log
        slope = probs[k] * (entropy_coef * (log + entropy) - d_log_prob) + d_log_prob * wanted[k]
        d_logits[k] = coefs[_WEIGHT] * slope


@inline
def value_gradient(
    d: Decision,
    heads: FloatArray,
    num_heads: int,
    coefs: FloatArray,
    d_heads: FloatArray,
    metrics: DoubleArray,
) -> None:
    """Write the gradient of the value loss with respect to the heads.

    If ``d`` has legal actions, the squared error of its seat's score head is added to ``metrics``.
    """
    seats = num_heads // 2
    for k in range(num_heads):
        place = int(d.seat_order[k % seats]) + MAX_SEATS * (k // seats)
        error = heads[k] - d.returns[place]
        if k == 0 and d.legal[0] > 0:
            metrics[_VALUE_ERROR] += error * error
        clipped = max(np.float32(-HUBER_DELTA), min(np.float32(HUBER_DELTA), error))
        d_heads[k] = coefs[_WEIGHT] * coefs[_VALUE_COEF] * clipped


@inline
def backward_heads(
    network: Network,
    gradient: Network,
    d: Decision,
    d_logits: FloatArray,
    d_heads: FloatArray,
    hidden2: FloatArray,
    d_hidden2: FloatArray,
    coefs: FloatArray,
    touched_actions: ByteTable,
    part: int,
) -> None:
    """Add the gradients of policy and heads, and write that of the second hidden layer."""
    size = int(network.hidden2)
    d_hidden2[:size] = 0
    weight, d_weight, d_bias = heads_of(network), heads_of(gradient), heads_bias_of(gradient)
    for k in range(network.num_heads):
        share = np.float32(1) if k == 0 else coefs[_OTHER_HEADS_COEF]
        add_scaled(d_hidden2, weight[k], share * d_heads[k], size)
        add_scaled(d_weight[k], hidden2, d_heads[k], size)
        d_bias[k] += d_heads[k]
    policy, d_policy = policy_of(network), policy_of(gradient)
    d_policy_bias = policy_bias_of(gradient)
    for k in range(d.legal[0]):
        action = int(d.legal[1 + k])
        add_scaled(d_hidden2, policy[action], d_logits[k], size)
        add_scaled(d_policy[action], hidden2, d_logits[k], size)
        d_policy_bias[action] += d_logits[k]
        touched_actions[part, action] = 1
    for j in range(size):
        if hidden2[j] == 0:
            d_hidden2[j] = 0


@inline
def backward_second(
    network: Network,
    gradient: Network,
    hidden1: FloatArray,
    d_hidden1: FloatArray,
    d_hidden2: FloatArray,
) -> None:
    """Add the gradients of the second layer, and write that of the first hidden layer."""
    size1, size2 = int(network.hidden1), int(network.hidden2)
    second, d_second = second_of(network), second_of(gradient)
    add_scaled(second_bias_of(gradient), d_hidden2, np.float32(1), size2)
    active, count = empty(MAX_HIDDEN1, np.int16), 0
    for j in range(size1):
        d_hidden1[j] = 0
        active[count] = j
        count += int(hidden1[j] > 0)
    for k in range(count):
        j = active[k]
        d_hidden1[j] = dot(second[j], d_hidden2, size2)
        add_scaled(d_second[j], d_hidden2, hidden1[j], size2)


@inline
def backward_first(
    network: Network,
    gradient: Network,
    indices: ShortTable,
    values: ByteTable,
    counts: ShortArray,
    rows: LongArray,
    d_hidden1: FloatTable,
    touched_inputs: ByteArray,
) -> None:
    """Add the gradients of the first layer for a block of rows, one input after the other.

    ``d_hidden1`` has the gradient of the first hidden layer for each row. The values are sorted by
    input, so the sums of an input stay in registers; their order is that of the rows.
    """
    starts, size = zeros(_STARTS, np.int32), int(network.hidden1)
    users, factors = empty(_BLOCK_VALUES, np.int16), empty(_BLOCK_VALUES, np.float32)
    scale, d_first, d_bias = scale_of(network), first_of(gradient), first_bias_of(gradient)
    for k in range(len(rows)):
        row = rows[k]
        add_scaled(d_bias, d_hidden1[k], np.float32(1), size)
        for place in range(counts[row]):
            starts[indices[row, place] + 1] += 1
    for i in range(network.inputs):
        starts[i + 1] += starts[i]
    for k in range(len(rows)):
        row = rows[k]
        for place in range(counts[row]):
            i = int(indices[row, place])
            users[starts[i]] = k
            factors[starts[i]] = np.float32(values[row, place]) * scale[i]
            starts[i] += 1
    start = 0
    for i in range(network.inputs):
        count = starts[i] - start
        if count > 0:
            add_scaled_rows(d_first[i], d_hidden1, users[start:], factors[start:], count, size)
            touched_inputs[i] = 1
        start = starts[i]


@inline
def block_end(counts: ShortArray, rows: LongArray, first: int, stop: int) -> int:
    """Return the end of a block of rows from ``first`` on, as many as fit, at most to ``stop``."""
    total = 0
    for k in range(first, stop):
        total += counts[rows[k]]
        if total > _BLOCK_VALUES:
            return k
    return stop


@inline
def prefetch_row(indices: ShortTable, values: ByteTable, decisions: Decisions, row: int) -> None:
    """Prefetch a decision and the first values of its observation."""
    for byte in range(0, _DECISION_BYTES, _CACHE_LINE):
        prefetch_line(decisions, row, byte)
        prefetch_line(indices, row, byte)
        prefetch_line(values, row, byte)


@inline
def backward(
    networks: Networks,
    indices: ShortTable,
    values: ByteTable,
    counts: ShortArray,
    decisions: Decisions,
    targets: FloatTable,
    rows: LongArray,
    start: int,
    stop: int,
    part: int,
    coefs: FloatArray,
    touched_inputs: ByteTable,
    touched_actions: ByteTable,
    metrics: DoubleArray,
) -> None:
    """Add the gradients of ``rows[start:stop]`` to those of a part: ``networks[GRADIENTS + part]``.

    ``targets`` has the probabilities to imitate, a row for each decision; without rows, the action
    taken is imitated. ``touched_inputs`` and ``touched_actions`` mark nonzero gradients. The sums
    of ``METRICS`` are added to ``metrics``.
    """
    network, gradient = networks[0], networks[GRADIENTS + part]
    hidden1, hidden2 = empty(MAX_HIDDEN1, np.float32), empty(MAX_HIDDEN2, np.float32)
    logits, d_logits = empty(MAX_LEGAL, np.float32), empty(MAX_LEGAL, np.float32)
    heads, d_heads = empty(NUM_HEADS, np.float32), empty(NUM_HEADS, np.float32)
    d_hidden2, wanted = empty(MAX_HIDDEN2, np.float32), empty(MAX_LEGAL, np.float32)
    size1 = int(network.hidden1)
    most = _BLOCK_UNITS // size1
    d_hidden1 = empty(_BLOCK_UNITS, np.float32)[: most * size1].reshape(most, size1)
    first = start
    while first < stop:
        last = block_end(counts, rows, first, min(stop, first + most))
        for k in range(first, last):
            row = rows[k]
            prefetch_row(indices, values, decisions, rows[min(k + 1, stop - 1)])
            d = decisions[row]
            forward(
                network,
                pointer(indices[row]),
                pointer(values[row]),
                int(counts[row]),
                pointer(d.legal),
                pointer(hidden1),
                pointer(hidden2),
                pointer(logits),
                pointer(heads),
            )
            if d.legal[0] > 0:
                policy_targets(d, targets, row, wanted)
                policy_gradient(d, logits, wanted, coefs, d_logits, metrics)
                metrics[_ROWS] += 1
            value_gradient(d, heads, int(network.num_heads), coefs, d_heads, metrics)
            backward_heads(
                network,
                gradient,
                d,
                d_logits,
                d_heads,
                hidden2,
                d_hidden2,
                coefs,
                touched_actions,
                part,
            )
            backward_second(network, gradient, hidden1, d_hidden1[k - first], d_hidden2)
        backward_first(
            network,
            gradient,
            indices,
            values,
            counts,
            rows[first:last],
            d_hidden1,
            touched_inputs[part],
        )
        first = last
