"""Rollout kernels: positions of many games, and returns and advantages of decisions.

A decision is a ``DECISION`` record and a row of sparse observations. Losses and gradients are in
``wistar_env.kit.networks.losses``.
"""

from typing import Final

import numpy as np

from wistar_env.compiled.jit import entry, inline, pointer
from wistar_env.compiled.nonzeros import WORD
from wistar_env.compiled.scratch import empty, zeros
from wistar_env.compiled.streams import (
    FOR_VIEWS,
    below,
    following,
    mixed,
    stream,
)
from wistar_env.compiled.types import (
    ByteTable,
    FloatArray,
    FloatTable,
    Seed,
    ShortArray,
    ShortTable,
)
from wistar_env.compiled.work_sharing import Progress, claim_rows, finish_rows
from wistar_env.kit.batch.observation_writers import write_entries
from wistar_env.kit.common_fields import NOBODY, Game, GameArray
from wistar_env.kit.game_calls import (
    deciding,
    encode,
    over,
    seat_after,
    total_of,
    words_of,
)
from wistar_env.kit.limits import MAX_OBSERVATION, MAX_SEATS
from wistar_env.kit.networks.forward import NUM_HEADS, predict
from wistar_env.kit.networks.losses import Decision, Decisions
from wistar_env.kit.networks.record import Networks, limit_of
from wistar_env.kit.rewards.kernels import RewardSpecArray, weighted_features
from wistar_env.kit.rules_interface import Tables, TablesArray

#: Games that a thread claims at a time.
AT_ONCE: Final = 8
#: Players of a seat: the learning network; from 1 on, its snapshots, then networks of bots; a
#: compiled policy; or, from OUTSIDE downwards, bots that have already chosen.
LEARNER, RANDOM, GREEDY, OUTSIDE = 0, -1, -2, -3
#: Size of a buffer for the largest observation, padded to whole words.
_COUNTS: Final = (MAX_OBSERVATION // WORD + 1) * WORD


@inline
def record_position(t: Tables, g: Game, d: Decision) -> None:
    """Record the deciding seat, the seat order of the observation, and the current scores.

    ``own`` and ``done`` are set to 0.
    """
    d.seat, d.own, d.done = deciding(g), 0, 0
    for k in range(int(g.seats)):
        d.seat_order[k] = seat_after(t, g, int(d.seat), k)
        d.scores[k] = total_of(t, g, k)


@entry
def record_positions(
    rules: TablesArray, sets: ShortArray, games: GameArray, decisions: Decisions
) -> None:
    """Record the positions of all games that are not over."""
    for i in range(len(games)):
        if not over(games[i]):
            record_position(rules[sets[i]], games[i], decisions[i])


@entry
def add_shaping(
    rules: TablesArray,
    sets: ShortArray,
    games: GameArray,
    specs: RewardSpecArray,
    weight: float,
    decisions: Decisions,
) -> None:
    """Record the shaping reward, multiplied by ``weight`` and rounded; add it to the scores.

    Games that are over are skipped.
    """
    for i in range(len(games)):
        g, d = games[i], decisions[i]
        if over(g):
            continue
        words = words_of(g)
        for k in range(int(g.seats)):
            d.shaping[k] = round(weight * weighted_features(rules[sets[i]], words, k, specs[0]))
            d.scores[k] += d.shaping[k]


@entry
def bootstrap(
    rules: TablesArray,
    sets: ShortArray,
    games: GameArray,
    networks: Networks,
    decisions: Decisions,
    values: FloatTable,
    progress: Progress,
) -> None:
    """Record the positions after a rollout, and the value heads seen from every seat.

    ``values`` has a row for each seat of each game.
    """
    nothing, logits = zeros(1, np.int16), zeros(1, np.float32)
    first = claim_rows(progress, AT_ONCE)
    while first < len(games):
        last = min(first + AT_ONCE, len(games))
        for i in range(first, last):
            t, g = rules[sets[i]], games[i]
            record_position(t, g, decisions[i])
            for seat in range(int(g.seats)):
                heads = values[MAX_SEATS * i + seat]
                predict(
                    t,
                    g,
                    seat,
                    pointer(nothing),
                    networks[sets[i]],
                    pointer(logits),
                    pointer(heads),
                )
        finish_rows(progress, last - first)
        first = claim_rows(progress, AT_ONCE)


@inline
def drawn_view(g: Game, players: ShortArray, fraction: float, x: Seed) -> int:
    """Draw a seat of the learning network that does not decide, or NOBODY for no view.

    ``x`` is a random stream, of which two numbers are used; ``fraction`` is the probability of a
    view.
    """
    if (mixed(x) >> np.uint64(40)) * 2.0**-24 >= fraction:
        return NOBODY
    decides, others = deciding(g), 0
    for seat in range(int(g.seats) - int(g.automata)):
        others += int(players[seat] == LEARNER and seat != decides)
    chosen = below(following(x), others) if others > 0 else 0
    for seat in range(int(g.seats) - int(g.automata)):
        if players[seat] == LEARNER and seat != decides:
            if chosen == 0:
                return seat
            chosen -= 1
    return NOBODY


@entry
def record_views(
    rules: TablesArray,
    sets: ShortArray,
    games: GameArray,
    networks: Networks,
    players: ShortTable,
    fraction: float,
    seed: Seed,
    indices: ShortTable,
    values: ByteTable,
    counts: ShortArray,
    views: Decisions,
    progress: Progress,
) -> None:
    """Record the view of a seat that does not decide, in a fraction of the games.

    The seat is drawn from the seats of the learning network; NOBODY if there is none. Random
    numbers depend only on ``seed`` and the number of the game. ``counts`` is ``TOO_MANY`` where an
    observation does not fit.
    """
    seen = empty(_COUNTS, np.uint8)
    first = claim_rows(progress, AT_ONCE)
    while first < len(games):
        last = min(first + AT_ONCE, len(games))
        for i in range(first, last):
            t, g, v, network = rules[sets[i]], games[i], views[i], networks[sets[i]]
            x = stream(seed + np.uint64(i), FOR_VIEWS)
            v.seat = NOBODY if over(g) else drawn_view(g, players[i], fraction, x)
            if v.seat == NOBODY:
                counts[i] = 0
                continue
            for k in range(int(g.seats)):
                v.seat_order[k] = seat_after(t, g, int(v.seat), k)
            size = int(network.inputs)
            encode(t, g, int(v.seat), pointer(seen), size, limit_of(network))
            for k in range(size, min(size + WORD, _COUNTS)):
                seen[k] = 0
            places, sizes = pointer(indices[i]), pointer(values[i])
            counts[i] = write_entries(
                pointer(seen), size, places, sizes, indices.shape[1], indices.shape[1]
            )
        finish_rows(progress, last - first)
        first = claim_rows(progress, AT_ONCE)


@inline
def copy_numbers(out: FloatArray, numbers: FloatArray) -> None:
    """Copy the first ``len(out)`` numbers to ``out``."""
    for k in range(len(out)):
        out[k] = numbers[k]


@inline
def write_returns(
    d: Decision,
    totals: FloatArray,
    num_seats: int,
    scale: int,
    gae_lambda: float,
    discount: float,
    next_totals: FloatArray,
    next_value: FloatArray,
    next_return: FloatArray,
) -> None:
    """Write the lambda-returns of a position from a seat's next decision."""
    lam, rest = np.float32(discount * gae_lambda), np.float32(discount * (1 - gae_lambda))
    for other in range(num_seats):
        reward = (next_totals[other] - totals[other]) / np.float32(scale)
        win = MAX_SEATS + other
        d.returns[other] = reward + rest * next_value[other] + lam * next_return[other]
        d.returns[win] = rest * next_value[win] + lam * next_return[win]


@entry
def compute_gae(
    decisions: Decisions,
    totals: FloatTable,
    final_totals: FloatTable,
    bootstrap_values: FloatTable,
    num_envs: int,
    num_steps: int,
    num_seats: int,
    scale: int,
    gamma: float,
    gae_lambda: float,
    reward_weights: FloatArray,
) -> None:
    """Compute lambda-returns of the value heads and advantages (GAE).

    ``gamma`` discounts from one decision of a seat to its next; rewards after its last decision are
    not discounted.

    The reward from one decision of a seat to its next is the change of the totals of all seats,
    divided by ``scale``. ``totals`` has the totals before each decision, ``final_totals`` those at
    the end of games that ended with it. The advantage sums the heads by ``reward_weights``: own
    reward, each opponent's reward, own win.

    After the final positions, ``decisions`` may have views: ``num_steps`` per game. The return of
    a view is the return that a decision of its seat would have in the same position. Values of
    views are not used: the returns of decisions skip them.
    """
    next_value, next_return = zeros(NUM_HEADS, np.float32), zeros(NUM_HEADS, np.float32)
    next_totals = zeros(MAX_SEATS, np.float32)
    has_views = len(decisions) > num_envs * (num_steps + 1)
    for i in range(num_envs):
        for seat in range(num_seats):
            discount = gamma
            copy_numbers(next_value, bootstrap_values[MAX_SEATS * i + seat])
            copy_numbers(next_return, next_value)
            copy_numbers(next_totals, totals[num_steps * num_envs + i])
            for step in range(num_steps - 1, -1, -1):
                row = step * num_envs + i
                d = decisions[row]
                if d.done == 1:
                    discount = 1.0
                    copy_numbers(next_totals, final_totals[row])
                    for other in range(num_seats):
                        next_return[other] = 0
                        next_return[MAX_SEATS + other] = d.won[other]
                    copy_numbers(next_value, next_return)
                if has_views:
                    v = decisions[(num_steps + 1 + step) * num_envs + i]
                    if v.seat == seat:
                        write_returns(
                            v,
                            totals[row],
                            num_seats,
                            scale,
                            gae_lambda,
                            discount,
                            next_totals,
                            next_value,
                            next_return,
                        )
                if d.own == 0 or d.seat != seat:
                    continue
                write_returns(
                    d,
                    totals[row],
                    num_seats,
                    scale,
                    gae_lambda,
                    discount,
                    next_totals,
                    next_value,
                    next_return,
                )
                d.advantage = 0
                for other in range(num_seats):
                    reward_weight = reward_weights[0] if other == seat else reward_weights[1]
                    d.advantage += reward_weight * (d.returns[other] - d.values[other])
                win = MAX_SEATS + seat
                d.advantage += reward_weights[2] * (d.returns[win] - d.values[win])
                discount = gamma
                copy_numbers(next_value, d.values)
                copy_numbers(next_return, d.returns)
                copy_numbers(next_totals, totals[row])
