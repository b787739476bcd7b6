"""How the fast path plays: actions of many games, and what every decision should have been.

A decision is one record, a ``DECISION``, and one row of sparse observations. This file is compiled
anew when it changes or the package does: whatever else is compiled for training is in
``wistar_env.networks.losses``.
"""

from typing import Final

import numpy as np

from wistar_env.compiled.jit import entry, inline, pointer
from wistar_env.compiled.scratch import empty, zeros
from wistar_env.compiled.streams import FOR_CHOICES, FOR_OPPONENT_CHANCES, below, stream
from wistar_env.compiled.types import (
    ByteTable,
    DoubleArray,
    FloatArray,
    FloatTable,
    LongArray,
    Seed,
    ShortArray,
    ShortTable,
)
from wistar_env.compiled.work_sharing import Progress, claim_rows, finish_rows
from wistar_env.gate import LEGAL_SIZE, MAX_SEATS
from wistar_env.gate.play import (
    GameArray,
    TablesArray,
    deciding,
    find_legal,
    over,
    seat_after,
    total_of,
    words_of,
)
from wistar_env.networks.forward import NUM_HEADS, VP_SCALE, forward, predict
from wistar_env.networks.inference import argmax, sample, softmax
from wistar_env.networks.losses import LOG_EPSILON, MAX_LEGAL, Decision, Decisions
from wistar_env.networks.record import MAX_HIDDEN1, MAX_HIDDEN2, Networks
from wistar_env.policies.greedy import best_action
from wistar_env.rewards.kernels import RewardSpecArray, weighted_features

#: Games that a thread takes at a time.
AT_ONCE: Final = 8
#: Who plays a seat: the network that learns, or from 1 on a snapshot of it, or a compiled policy.
NEWEST, RANDOM, GREEDY = 0, -1, -2
#: How ``decide`` finds an action: it draws it, takes the most probable one, or is given it.
DRAWS, TAKES, FOLLOWS = range(3)


@inline
def note_position(tables: TablesArray, games: GameArray, i: int, d: Decision) -> None:
    """Write who decides, whom the observation shows in which order, and the scores of now."""
    t, g = tables[0], games[i]
    d.seat, d.own, d.done = deciding(g), 0, 0
    for k in range(int(g.seats)):
        d.turned[k] = seat_after(t, g, int(d.seat), k)
        d.totals[k] = total_of(t, g, k)


@entry
def note_positions(tables: TablesArray, games: GameArray, decisions: Decisions) -> None:
    """Write what is to be known of positions, whoever decides there and however."""
    for i in range(len(games)):
        if not over(games[i]):
            note_position(tables, games, i, decisions[i])


@entry
def add_hints(
    tables: TablesArray,
    games: GameArray,
    specs: RewardSpecArray,
    worth: float,
    decisions: Decisions,
) -> None:
    """Count what seats have of certain features as VP, ``worth`` times what the contract pays."""
    for i in range(len(games)):
        g, d = games[i], decisions[i]
        if over(g):
            continue
        words = words_of(g)
        for k in range(int(g.seats)):
            d.hints[k] = round(worth * weighted_features(tables[0], words, k, specs[0]))
            d.totals[k] += d.hints[k]


@inline
def place_of(legal: ShortArray, action: int) -> int:
    """Return the place of an action among the legal ones."""
    for k in range(legal[0]):
        if legal[1 + k] == action:
            return k
    return 0


@entry
def decide(
    tables: TablesArray,
    games: GameArray,
    networks: Networks,
    players: ShortTable,
    weights: DoubleArray,
    scratch: GameArray,
    indices: ShortTable,
    values: ByteTable,
    counts: ShortArray,
    how: int,
    seed: Seed,
    decisions: Decisions,
    actions: LongArray,
    progress: Progress,
) -> None:
    """Write the actions of games until none is left, and what is to be known of them later.

    ``players`` says who plays each seat of each game; what is drawn depends on ``seed`` and on the
    number of the game only. With ``how`` = FOLLOWS the actions are those of somebody else, whom
    the network is to imitate.
    """
    t = tables[0]
    wide, narrow = empty(MAX_HIDDEN1, np.float32), empty(MAX_HIDDEN2, np.float32)
    logits, chances = empty(LEGAL_SIZE, np.float32), empty(LEGAL_SIZE, np.float32)
    seen, legal = empty(NUM_HEADS, np.float32), empty(LEGAL_SIZE, np.int16)
    first = claim_rows(progress, AT_ONCE)
    while first < len(games):
        last = min(first + AT_ONCE, len(games))
        for i in range(first, last):
            g, d = games[i], decisions[i]
            if over(g):
                continue
            note_position(tables, games, i, d)
            find_legal(t, g, legal)
            count = int(legal[0])
            player = int(players[i, d.seat])
            x = stream(seed + np.uint64(i), FOR_CHOICES)
            if player == RANDOM:
                actions[i] = legal[1 + below(x, count)]
                continue
            if player == GREEDY:
                x = stream(seed + np.uint64(i), FOR_OPPONENT_CHANCES)
                actions[i] = best_action(t, g, legal, x, weights, scratch)
                continue
            forward(
                networks[player],
                pointer(indices[i]),
                pointer(values[i]),
                int(counts[i]),
                pointer(legal),
                pointer(wide),
                pointer(narrow),
                pointer(logits),
                pointer(seen),
            )
            softmax(logits, count, chances)
            place = argmax(logits, count)
            if how == DRAWS:
                place = sample(chances, count, x)
            elif how == FOLLOWS:
                place = place_of(legal, int(actions[i]))
            actions[i] = legal[1 + place]
            if player == NEWEST:
                d.own, d.place = 1, place
                d.log_chance = np.log(chances[place] + np.float32(LOG_EPSILON))
                d.legal[0] = count if count <= MAX_LEGAL else 0
                for k in range(d.legal[0]):
                    d.legal[1 + k] = legal[1 + k]
                for k in range(int(g.seats)):
                    d.outlook[d.turned[k]] = seen[k]
                    d.outlook[MAX_SEATS + d.turned[k]] = seen[int(g.seats) + k]
        finish_rows(progress, last - first)
        first = claim_rows(progress, AT_ONCE)


@entry
def look_on(
    tables: TablesArray,
    games: GameArray,
    networks: Networks,
    decisions: Decisions,
    ends: FloatTable,
    progress: Progress,
) -> None:
    """Write what is known where a rollout ends: positions, and the outlook of every seat.

    ``ends`` has a row for each seat of each game.
    """
    nothing, logits = zeros(1, np.int16), zeros(1, np.float32)
    first = claim_rows(progress, AT_ONCE)
    while first < len(games):
        last = min(first + AT_ONCE, len(games))
        for i in range(first, last):
            g = games[i]
            note_position(tables, games, i, decisions[i])
            for seat in range(int(g.seats)):
                outlook = ends[MAX_SEATS * i + seat]
                predict(
                    tables[0],
                    g,
                    seat,
                    pointer(nothing),
                    networks[0],
                    pointer(logits),
                    pointer(outlook),
                )
        finish_rows(progress, last - first)
        first = claim_rows(progress, AT_ONCE)


@inline
def take_numbers(out: FloatArray, numbers: FloatArray) -> None:
    """Write numbers over others."""
    for k in range(len(out)):
        out[k] = numbers[k]


@entry
def give_targets(
    decisions: Decisions,
    ends: FloatTable,
    num_games: int,
    num_steps: int,
    seats: int,
    trace: float,
    shares: FloatArray,
) -> None:
    """Write what each outlook should have been (a lambda-return), and each action's advantage.

    From one decision of a seat to its next one everybody gains what the scores tell; what follows
    is partly what came of it, ``trace``, and partly what the network then expected. ``shares`` says
    what VP and chances are worth: the own VP, others' VP, the own chance.
    """
    value, coming = zeros(NUM_HEADS, np.float32), zeros(NUM_HEADS, np.float32)
    totals = zeros(MAX_SEATS, np.int16)
    kept, rest = np.float32(trace), np.float32(1 - trace)
    for i in range(num_games):
        for seat in range(seats):
            take_numbers(value, ends[MAX_SEATS * i + seat])
            take_numbers(coming, value)
            take_numbers(totals, decisions[num_steps * num_games + i].totals)
            for step in range(num_steps - 1, -1, -1):
                d = decisions[step * num_games + i]
                if d.done == 1:
                    take_numbers(totals, d.finals)
                    for other in range(seats):
                        coming[other] = 0
                        coming[MAX_SEATS + other] = d.won[other]
                    take_numbers(value, coming)
                if d.own == 0 or d.seat != seat:
                    continue
                d.advantage = 0
                for other in range(seats):
                    gain = np.float32(totals[other] - d.totals[other]) / np.float32(VP_SCALE)
                    chance = MAX_SEATS + other
                    d.target[other] = gain + rest * value[other] + kept * coming[other]
                    d.target[chance] = rest * value[chance] + kept * coming[chance]
                    share = shares[0] if other == seat else shares[1]
                    d.advantage += share * (d.target[other] - d.outlook[other])
                chance = MAX_SEATS + seat
                d.advantage += shares[2] * (d.target[chance] - d.outlook[chance])
                take_numbers(value, d.outlook)
                take_numbers(coming, d.target)
                take_numbers(totals, d.totals)
