"""How networks learn: gradients of the decisions that were taken, on sparse rows.

The loss is that of PPO (Schulman et al. 2017, arXiv:1707.06347), or cross-entropy where somebody
else is imitated, who took an action or shared out how good each is; and the square of what the
outlook was wrong, up to a bound.

Work is divided into ``PARTS`` whatever the number of threads, and what the parts found is added in
their order: any number of threads gives the same numbers. Networks come as one array: the one that
learns, a gradient for each part, and Adam's two means.
"""

from typing import Annotated, Any, Final, TypeAlias

import numpy as np

from wistar_env.compiled.floats import add_scaled, dot
from wistar_env.compiled.jit import declare, inline, pointer
from wistar_env.compiled.records import record
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.types import (
    ByteTable,
    DoubleArray,
    FloatArray,
    FloatTable,
    LongArray,
    ShortArray,
    ShortTable,
)
from wistar_env.gate import MAX_SEATS
from wistar_env.networks.playing import highest, to_chances
from wistar_env.networks.record import (
    MOST_NARROW,
    MOST_WIDE,
    Network,
    Networks,
    first_bias_of,
    first_of,
    outlook_bias_of,
    outlook_of,
    policy_bias_of,
    policy_of,
    scale_of,
    second_bias_of,
    second_of,
)
from wistar_env.networks.seeing import OUTLOOK_SIZE, look_at

#: Shares of every minibatch, each with gradients of its own.
PARTS: Final = 4
#: What is handed over: the network, the gradients, and what ``descent`` adds.
GRADIENTS: Final = 1
#: Legal actions that are kept of a decision; one with more is played and not learned from.
MOST_LEGAL: Final = 63
#: What ``learn`` counts.
COUNTED: Final = ("rows", "entropy", "divergence", "clipped", "error", "agreed", "surprise")
_ROWS, _ENTROPY, _DIVERGENCE, _CLIPPED, _ERROR, _AGREED, _SURPRISE = range(len(COUNTED))
#: What ``learn`` is told: what a row weighs, PPO's bound, what entropy and outlook weigh, and
#: whether actions are to be imitated.
SETTINGS: Final = ("weight", "clip", "entropy", "value", "imitates")
_WEIGHT, _CLIP, _ENTROPY_BONUS, _VALUE, _IMITATES = range(len(SETTINGS))
#: Bounds of how far one row pulls a number of the outlook.
_PULL: Final = 2.0
#: Added to chances before their logarithm is taken.
LEAST: Final = 1e-12

DECISION: Final = record(
    [
        ("seat", np.int16),  # who decides
        ("own", np.int16),  # whether it is the network's that learns
        ("place", np.int16),  # of the action among the legal ones
        ("done", np.int16),  # whether the game ended with it
        (
            "turned",
            np.int16,
            (MAX_SEATS,),
        ),  # seats in the order in which the observation shows them
        ("totals", np.int16, (MAX_SEATS,)),  # scores, had the game ended here, with what is hinted
        ("hints", np.int16, (MAX_SEATS,)),  # VP of these that are only hinted at
        ("finals", np.int16, (MAX_SEATS,)),  # scores of the game that ended
        ("won", np.int16, (MAX_SEATS,)),
        ("legal", np.int16, (MOST_LEGAL + 1,)),  # how many, then their ids; 0 are too many
        ("log_chance", np.float32),  # of the action, when it was taken
        ("advantage", np.float32),
        ("outlook", np.float32, (OUTLOOK_SIZE,)),
        ("target", np.float32, (OUTLOOK_SIZE,)),
    ]
)
declare("decision", DECISION)
Decisions: TypeAlias = Annotated[Any, "decision array"]  # shape (n,), dtype DECISION
Decision: TypeAlias = Any  # one DECISION record


@inline
def aim(d: Decision, shares: FloatTable, row: int, wanted: FloatArray) -> None:
    """Write what the chance of each action should be: its share, or 1 for the one that was taken.

    ``shares`` has a row for each decision, or none at all.
    """
    for k in range(d.legal[0]):
        wanted[k] = shares[row, k] if len(shares) > 0 else np.float32(k == d.place)


@inline
def push_policy(
    d: Decision,
    logits: FloatArray,
    wanted: FloatArray,
    settings: FloatArray,
    push: FloatArray,
    counted: DoubleArray,
) -> None:
    """Write how the loss changes with each logit: clipped PPO, or cross-entropy if it imitates."""
    count, place = int(d.legal[0]), int(d.place)
    chances = empty(MOST_LEGAL, np.float32)
    to_chances(logits, count, chances)
    entropy = np.float32(0)
    for k in range(count):
        entropy -= chances[k] * np.log(chances[k] + np.float32(LEAST))
    log_chance = np.log(chances[place] + np.float32(LEAST))
    counted[_ENTROPY] += entropy
    counted[_AGREED] += highest(logits, count) == place
    pull = np.float32(-1)
    if settings[_IMITATES] == 0:
        ratio = np.exp(log_chance - d.log_chance)
        counted[_DIVERGENCE] += ratio - 1 - (log_chance - d.log_chance)
        pull = -d.advantage * ratio
        beyond = ratio > 1 + settings[_CLIP] if d.advantage > 0 else ratio < 1 - settings[_CLIP]
        if beyond:
            counted[_CLIPPED] += 1
            pull = np.float32(0)
    bonus = settings[_ENTROPY_BONUS]
    for k in range(count):
        log = np.log(chances[k] + np.float32(LEAST))
        counted[_SURPRISE] -= wanted[k] * log
        slope = chances[k] * (bonus * (log + entropy) - pull) + pull * wanted[k]
        push[k] = settings[_WEIGHT] * slope


@inline
def push_outlook(
    d: Decision,
    seen: FloatArray,
    prospects: int,
    settings: FloatArray,
    pull: FloatArray,
    counted: DoubleArray,
) -> None:
    """Write how the loss changes with each number of the outlook, from the seat that decides."""
    seats = prospects // 2
    for k in range(prospects):
        place = int(d.turned[k % seats]) + MAX_SEATS * (k // seats)
        error = seen[k] - d.target[place]
        if k == 0:
            counted[_ERROR] += error * error
        bounded = max(np.float32(-_PULL), min(np.float32(_PULL), error))
        pull[k] = settings[_WEIGHT] * settings[_VALUE] * bounded


@inline
def push_heads(
    network: Network,
    gradient: Network,
    d: Decision,
    push: FloatArray,
    pull: FloatArray,
    narrow: FloatArray,
    back: FloatArray,
    acted: ByteTable,
    part: int,
) -> None:
    """Add the gradients of both heads, and write that of the second hidden layer."""
    size = int(network.narrow)
    back[:size] = 0
    heads, heads_out, heads_bias = (
        outlook_of(network),
        outlook_of(gradient),
        outlook_bias_of(gradient),
    )
    for k in range(network.prospects):
        add_scaled(back, heads[k], pull[k], size)
        add_scaled(heads_out[k], narrow, pull[k], size)
        heads_bias[k] += pull[k]
    policy, policy_out, bias = policy_of(network), policy_of(gradient), policy_bias_of(gradient)
    for k in range(d.legal[0]):
        action = int(d.legal[1 + k])
        add_scaled(back, policy[action], push[k], size)
        add_scaled(policy_out[action], narrow, push[k], size)
        bias[action] += push[k]
        acted[part, action] = 1
    for j in range(size):
        if narrow[j] == 0:
            back[j] = 0


@inline
def push_body(
    network: Network,
    gradient: Network,
    indices: ShortArray,
    values: ByteTable,
    row: int,
    count: int,
    wide: FloatArray,
    back: FloatArray,
    seen: ByteTable,
    part: int,
) -> None:
    """Add the gradients of both hidden layers."""
    deep = empty(MOST_WIDE, np.float32)
    size, narrow = int(network.wide), int(network.narrow)
    second, second_out = second_of(network), second_of(gradient)
    add_scaled(second_bias_of(gradient), back, np.float32(1), narrow)
    for j in range(size):
        deep[j] = 0
        if wide[j] > 0:
            deep[j] = dot(second[j], back, narrow)
            add_scaled(second_out[j], back, wide[j], narrow)
    add_scaled(first_bias_of(gradient), deep, np.float32(1), size)
    scale, first_out = scale_of(network), first_of(gradient)
    for k in range(count):
        i = int(indices[k])
        add_scaled(first_out[i], deep, np.float32(values[row, k]) * scale[i], size)
        seen[part, i] = 1


@inline
def learn(
    networks: Networks,
    indices: ShortTable,
    values: ByteTable,
    counts: ShortArray,
    decisions: Decisions,
    shares: FloatTable,
    rows: LongArray,
    first: int,
    last: int,
    part: int,
    settings: FloatArray,
    seen: ByteTable,
    acted: ByteTable,
    counted: DoubleArray,
) -> None:
    """Add the gradients of rows ``first`` to ``last`` - 1 to those of a part.

    They are in network ``GRADIENTS + part``.

    ``shares`` are those of the legal actions that are to be imitated, a row for each decision; it
    has no rows where the action is that was taken.
    ``seen`` and ``acted`` mark the inputs and the actions that have a gradient.
    """
    network, gradient = networks[0], networks[GRADIENTS + part]
    wide, narrow = empty(MOST_WIDE, np.float32), empty(MOST_NARROW, np.float32)
    logits, push = empty(MOST_LEGAL, np.float32), empty(MOST_LEGAL, np.float32)
    outlook, pull = empty(OUTLOOK_SIZE, np.float32), empty(OUTLOOK_SIZE, np.float32)
    back, wanted = empty(MOST_NARROW, np.float32), empty(MOST_LEGAL, np.float32)
    for number in range(first, last):
        row = rows[number]
        d, count = decisions[row], int(counts[row])
        look_at(
            network,
            pointer(indices[row]),
            pointer(values[row]),
            count,
            pointer(d.legal),
            pointer(wide),
            pointer(narrow),
            pointer(logits),
            pointer(outlook),
        )
        aim(d, shares, row, wanted)
        push_policy(d, logits, wanted, settings, push, counted)
        push_outlook(d, outlook, int(network.prospects), settings, pull, counted)
        push_heads(network, gradient, d, push, pull, narrow, back, acted, part)
        push_body(network, gradient, indices[row], values, row, count, wide, back, seen, part)
        counted[_ROWS] += 1
