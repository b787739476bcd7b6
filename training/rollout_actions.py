"""Kernels that choose the actions of a step in many games."""

from typing import Annotated, Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from wistar_env.compiled.jit import declare, entry, inline, pointer
from wistar_env.compiled.records import record
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.streams import FOR_CHOICES, FOR_OPPONENT_CHANCES, below, stream
from wistar_env.compiled.types import (
    ByteTable,
    DoubleArray,
    FloatArray,
    Seed,
    ShortArray,
    ShortTable,
)
from wistar_env.compiled.work_sharing import Progress, claim_rows, finish_rows
from wistar_env.kit.common_fields import NOBODY, Game, GameArray
from wistar_env.kit.game_calls import find_legal
from wistar_env.kit.limits import MAX_LEGAL_SIZE, MAX_SEATS
from wistar_env.kit.networks.forward import NUM_HEADS, forward
from wistar_env.kit.networks.inference import argmax, sample, softmax
from wistar_env.kit.networks.losses import LOG_EPSILON, MAX_LEGAL, Decision, Decisions
from wistar_env.kit.networks.record import MAX_HIDDEN1, MAX_HIDDEN2, Networks
from wistar_env.kit.policies.greedy import best_action
from wistar_env.kit.rules_interface import TablesArray
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.training.rollouts import AT_ONCE, GREEDY, LEARNER, RANDOM, record_position

#: Modes of choosing: sample, take the most probable action, or imitate a given action.
SAMPLE, ARGMAX, IMITATE = range(3)
TURN: Final = record(
    [
        ("game", np.int64),
        # The action chosen; an input with ``IMITATE`` and for bots that are not compiled.
        ("action", np.int64),
        ("set", np.int16),  # the data set of the game
        ("player", np.int16),  # the player that decides
        ("mode", np.int16),
    ]
)
declare("turn", TURN)
Turns: TypeAlias = Annotated[Any, "turn array"]  # shape (n,), dtype TURN


def turns_of(
    envs: BatchGame,
    seats: NDArray[np.int16],
    actions: NDArray[np.int64],
    mode: int,
    first_network_bot: int,
) -> NDArray[Any]:
    """Return the turns of games that continue, sorted by data set.

    Networks among the bots do not sample. ``seats`` has the player of each seat of each game.
    """
    sets, deciding = envs.set_of_game, envs.records["mover"]
    games = np.argsort(sets, kind="stable")
    games = games[deciding[games] != NOBODY]
    turns = np.zeros(len(games), TURN)
    turns["game"], turns["set"], turns["action"] = games, sets[games], actions[games]
    turns["player"] = seats[games, deciding[games]]
    samples_not = (mode == SAMPLE) & (turns["player"] >= first_network_bot)
    turns["mode"] = np.where(samples_not, ARGMAX, mode)
    return turns


@inline
def index_of(legal: ShortArray, action: int) -> int:
    """Return the index of an action among the legal actions; 0 if it is not legal."""
    for k in range(legal[0]):
        if legal[1 + k] == action:
            return k
    return 0


@inline
def record_choice(
    g: Game, d: Decision, legal: ShortArray, index: int, probs: FloatArray, heads: FloatArray
) -> None:
    """Record a choice of the learning network, the legal actions, and the value heads by seat.

    No legal actions are recorded if there are more than ``MAX_LEGAL``.
    """
    count = int(legal[0])
    d.own, d.action_index = 1, index
    d.log_prob = np.log(probs[index] + np.float32(LOG_EPSILON))
    d.legal[0] = count if count <= MAX_LEGAL else 0
    for k in range(d.legal[0]):
        d.legal[1 + k] = legal[1 + k]
    for k in range(int(g.seats)):
        d.values[d.seat_order[k]] = heads[k]
        d.values[MAX_SEATS + d.seat_order[k]] = heads[int(g.seats) + k]


@entry
def choose_by_networks(
    rules: TablesArray,
    games: GameArray,
    networks: Networks,
    turns: Turns,
    indices: ShortTable,
    values: ByteTable,
    counts: ShortArray,
    seed: Seed,
    decisions: Decisions,
    progress: Progress,
) -> None:
    """Choose the networks' actions; record the positions and the learner's decisions.

    ``networks`` lists the first player's network for each set of ``rules``, then the second
    player's, and so on. Random numbers depend only on ``seed`` and the number of the game.
    """
    hidden1, hidden2 = empty(MAX_HIDDEN1, np.float32), empty(MAX_HIDDEN2, np.float32)
    logits, probs = empty(MAX_LEGAL_SIZE, np.float32), empty(MAX_LEGAL_SIZE, np.float32)
    heads, legal = empty(NUM_HEADS, np.float32), empty(MAX_LEGAL_SIZE, np.int16)
    first = claim_rows(progress, AT_ONCE)
    while first < len(turns):
        last = min(first + AT_ONCE, len(turns))
        for k in range(first, last):
            turn = turns[k]
            i = int(turn.game)
            t, g, d = rules[turn.set], games[i], decisions[i]
            record_position(t, g, d)
            find_legal(t, g, legal)
            forward(
                networks[int(turn.player) * len(rules) + int(turn.set)],
                pointer(indices[i]),
                pointer(values[i]),
                int(counts[i]),
                pointer(legal),
                pointer(hidden1),
                pointer(hidden2),
                pointer(logits),
                pointer(heads),
            )
            count = int(legal[0])
            softmax(logits, count, probs)
            index = argmax(logits, count)
            if turn.mode == SAMPLE:
                index = sample(probs, count, stream(seed + np.uint64(i), FOR_CHOICES))
            elif turn.mode == IMITATE:
                index = index_of(legal, int(turn.action))
            turn.action = legal[1 + index]
            if turn.player == LEARNER:
                record_choice(g, d, legal, index, probs, heads)
        finish_rows(progress, last - first)
        first = claim_rows(progress, AT_ONCE)


@entry
def choose_by_bots(
    rules: TablesArray,
    games: GameArray,
    turns: Turns,
    weights: DoubleArray,
    scratch: GameArray,
    seed: Seed,
    decisions: Decisions,
    progress: Progress,
) -> None:
    """Choose the actions of compiled bots, and record the positions of all bots."""
    legal = empty(MAX_LEGAL_SIZE, np.int16)
    first = claim_rows(progress, AT_ONCE)
    while first < len(turns):
        last = min(first + AT_ONCE, len(turns))
        for k in range(first, last):
            turn = turns[k]
            i = int(turn.game)
            t, g = rules[turn.set], games[i]
            record_position(t, g, decisions[i])
            find_legal(t, g, legal)
            if turn.player == RANDOM:
                x = stream(seed + np.uint64(i), FOR_CHOICES)
                turn.action = legal[1 + below(x, int(legal[0]))]
            elif turn.player == GREEDY:
                x = stream(seed + np.uint64(i), FOR_OPPONENT_CHANCES)
                turn.action = best_action(t, g, legal, x, weights, scratch)
        finish_rows(progress, last - first)
        first = claim_rows(progress, AT_ONCE)
