"""Evaluation of positions: priors of the legal actions, and a value for each seat.

``evaluate_as`` calls the network or the heuristic; nothing else in a search depends on which one it
is. Priors come from the deciding seat's observation, values from the searching seat's. Otherwise
values would depend on who happens to decide at the leaf: in a determinized copy, a hand of random
cards looks good to its owner.
"""

import numpy as np

from wistar_env.compiled.jit import inline, pointer, unit
from wistar_env.compiled.scratch import empty, zeros
from wistar_env.compiled.types import DoubleArray, FloatArray
from wistar_env.kit.common_fields import Game
from wistar_env.kit.game_calls import deciding, evaluate, over, play_on, total_of, value_after
from wistar_env.kit.limits import MAX_FEATURES, MAX_LEGAL_SIZE, MAX_SEATS
from wistar_env.kit.networks.forward import NUM_HEADS, predict
from wistar_env.kit.networks.inference import argmax
from wistar_env.kit.policies.greedy import TRIED, best_foreseen
from wistar_env.kit.rules_interface import Legal, Tables
from wistar_env.kit.search.context import (
    Search,
    networks_of,
    root_totals_of,
    scratch_of,
    weights_of,
)
from wistar_env.kit.search.values import add_leads, lead_of, terminal_values, win_probability


@inline
def softmax(logits: DoubleArray, n: int, temperature: float) -> None:
    """Turn the first ``n`` logits into probabilities, in place."""
    highest = logits[0]
    for k in range(1, n):
        highest = max(highest, logits[k])
    total = 0.0
    for k in range(n):
        logits[k] = np.exp((logits[k] - highest) / temperature)
        total += logits[k]
    for k in range(n):
        logits[k] /= total


@inline
def store_root(t: Tables, g: Game, s: Search) -> None:
    """Store the searching seat, and the scores of all seats at the root."""
    s.viewing_seat = deciding(g)
    for seat in range(int(g.seats)):
        root_totals_of(s)[seat] = total_of(t, g, seat)


@inline
def values_from_scores(
    t: Tables, g: Game, s: Search, scores: DoubleArray, values: DoubleArray
) -> None:
    """Write the value of a position for each seat, given estimates of the final scores."""
    seats = int(g.seats)
    for seat in range(seats):
        values[seat] = win_probability(lead_of(scores, seats, seat), s.score_scale)
    add_leads(t, s, seats, scores, values)


@inline
def estimate_scores(t: Tables, g: Game, s: Search, viewer: int, scores: DoubleArray) -> None:
    """Write a heuristic score for each seat, ignoring cards hidden from the viewer.

    The heuristic does not cover automata. Their scores stay as at the root; otherwise a position
    before their turn would always look better than one after it.
    """
    weights = weights_of(s)
    features = empty(MAX_FEATURES, np.float64)
    players = int(g.seats - g.automata)
    for seat in range(players):
        scores[seat] = evaluate(t, g, seat, viewer, weights, features)
    for seat in range(players, int(g.seats)):
        scores[seat] = root_totals_of(s)[seat]


@unit
def evaluate_by_heuristic(
    t: Tables,
    g: Game,
    s: Search,
    viewer: int,
    legal: Legal,
    priors: DoubleArray,
    values: DoubleArray,
) -> None:
    """Write priors and values by the heuristic, from the positions after each legal action."""
    scratch, weights = scratch_of(s), weights_of(s)
    scores = empty(MAX_SEATS, np.float64)
    features = empty(MAX_FEATURES, np.float64)
    after = empty(MAX_LEGAL_SIZE, np.int16)
    estimate_scores(t, g, s, viewer, scores)
    n = int(legal[0])
    best = -np.inf
    for k in range(n):
        priors[k] = value_after(
            t, g, int(legal[k + 1]), viewer, scratch[TRIED], after, weights, features
        )
        best = max(best, priors[k])
    if n > 0:
        softmax(priors, n, s.prior_temperature)
        scores[viewer] = best
    values_from_scores(t, g, s, scores, values)


@inline
def values_from_heads(
    t: Tables, g: Game, s: Search, heads: FloatArray, scale: int, values: DoubleArray
) -> None:
    """Write the value of a position for each seat, given heads in the order of ``predict``."""
    scores = empty(MAX_SEATS, np.float64)
    seats = int(g.seats)
    for seat in range(seats):
        scores[seat] = total_of(t, g, seat) + scale * heads[seat]
    for seat in range(seats):
        by_win_head = max(0.0, min(1.0, float(heads[MAX_SEATS + seat])))
        by_score_head = win_probability(lead_of(scores, seats, seat), s.score_scale)
        values[seat] = s.value_weight * by_win_head + (1.0 - s.value_weight) * by_score_head
    add_leads(t, s, seats, scores, values)


@unit
def evaluate_by_network(
    t: Tables,
    g: Game,
    s: Search,
    viewer: int,
    legal: Legal,
    priors: DoubleArray,
    values: DoubleArray,
) -> None:
    """Write priors and values by the network, from the observation of ``viewer``."""
    logits = empty(MAX_LEGAL_SIZE, np.float32)
    heads = empty(NUM_HEADS, np.float32)
    network = networks_of(s)[0]
    predict(t, g, viewer, legal, network, pointer(logits), pointer(heads))
    n = int(legal[0])
    for k in range(n):
        priors[k] = logits[k]
    if n > 0:
        softmax(priors, n, s.prior_temperature)
    values_from_heads(t, g, s, heads, int(network.value_scale), values)


@inline
def evaluate_as(
    t: Tables,
    g: Game,
    s: Search,
    viewer: int,
    legal: Legal,
    priors: DoubleArray,
    values: DoubleArray,
) -> None:
    """Write the prior of each action, and the value for each seat, as a seat sees the position.

    ``legal`` has the legal actions if this seat decides, else none.
    """
    if s.has_network == 1:
        evaluate_by_network(t, g, s, viewer, pointer(legal), pointer(priors), pointer(values))
    else:
        evaluate_by_heuristic(t, g, s, viewer, pointer(legal), pointer(priors), pointer(values))


@inline
def evaluate_leaf(
    t: Tables, g: Game, s: Search, legal: Legal, priors: DoubleArray, values: DoubleArray
) -> None:
    """Write values as the searching seat sees the position, and priors if that seat decides."""
    nothing = zeros(1, np.int16)
    viewer = int(s.viewing_seat)
    evaluate_as(t, g, s, viewer, legal if deciding(g) == viewer else nothing, priors, values)


@unit
def most_probable(t: Tables, g: Game, s: Search, legal: Legal) -> int:
    """Return the most probable action of the network."""
    logits = empty(MAX_LEGAL_SIZE, np.float32)
    heads = empty(NUM_HEADS, np.float32)
    predict(t, g, deciding(g), legal, networks_of(s)[0], pointer(logits), pointer(heads))
    return int(legal[argmax(logits, int(legal[0])) + 1])


@inline
def rollout_action(t: Tables, g: Game, s: Search, legal: Legal) -> int:
    """Return the action of a rollout, by the network or by greedy."""
    if s.has_network == 0:
        return best_foreseen(t, g, legal, weights_of(s), scratch_of(s)[TRIED])
    if legal[0] == 1:
        return int(legal[1])
    return most_probable(t, g, s, pointer(legal))


@inline
def rollout(t: Tables, g: Game, s: Search, legal: Legal, values: DoubleArray) -> None:
    """Play on for at most ``rollout_depth`` decisions, and write the value for each seat."""
    priors = empty(MAX_LEGAL_SIZE, np.float64)
    last = g.decisions + s.rollout_depth
    while not over(g) and g.decisions < last:
        play_on(t, g, rollout_action(t, g, s, legal), legal)
    if over(g):
        terminal_values(t, g, s, values)
    else:
        evaluate_leaf(t, g, s, legal, priors, values)
