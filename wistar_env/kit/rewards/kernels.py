"""Rewards in compiled code, for batches and single games.

A reward specification (``rewards.spec``) defines the reward; each game has a reward state. Batches
call the inlined functions during their steps; single games call the entries, from ``reset`` on.
"""

from typing import Annotated, Any, Final, TypeAlias

import numpy as np

from wistar_env.compiled.jit import declare, entry, inline, late_unit
from wistar_env.compiled.scratch import zeros
from wistar_env.compiled.types import DoubleArray, ShortArray
from wistar_env.kit.common_fields import Game, GameArray
from wistar_env.kit.game_calls import (
    deciding,
    final_score,
    points_of,
    rank_of,
    score_game,
    words_of,
)
from wistar_env.kit.limits import MAX_COLUMNS, MAX_SEATS
from wistar_env.kit.rewards.spec import REWARD_SPEC, REWARD_STATE, RewardKind
from wistar_env.kit.rules_interface import Tables, TablesArray

declare("reward_spec", REWARD_SPEC)
declare("reward_state", REWARD_STATE)
RewardSpec: TypeAlias = Annotated[Any, "reward_spec"]  # one REWARD_SPEC record
RewardState: TypeAlias = Annotated[Any, "reward_state"]  # one REWARD_STATE record
RewardSpecArray: TypeAlias = Annotated[Any, "reward_spec array"]  # shape (1,)
RewardStateArray: TypeAlias = Annotated[Any, "reward_state array"]  # shape (1,)

# As plain integers, which are constants in compiled code.
_NONE, _WIN, _RANK = int(RewardKind.NONE), int(RewardKind.WIN), int(RewardKind.RANK)
_SCORE, _POINTS = int(RewardKind.SCORE), int(RewardKind.POINTS)
_ALL_SEATS = -1
_SCORES: Final = MAX_SEATS * MAX_COLUMNS


@late_unit
def weighted_features(t: Tables, words: ShortArray, seat: int, reward_spec: RewardSpec) -> float:
    """Return the weighted sum of a seat's features."""
    first = int(t.first_word + t.seat_words * seat)
    value = 0.0
    for k in range(reward_spec.num_parts):
        word = int(words[first + int(reward_spec.places[k])])
        count = word >> int(reward_spec.shifts[k]) & int(reward_spec.masks[k])
        value += reward_spec.weights[k] * count
    return value


@inline
def decides(g: Game, seat: int) -> bool:
    """Return whether a seat is the deciding seat."""
    return bool(deciding(g) == seat)


@inline
def reset_reward_state(
    t: Tables, g: Game, reward_spec: RewardSpec, rewarded_points: ShortArray, state: RewardState
) -> None:
    """Reset ``state`` and ``rewarded_points`` at the start of a game.

    If features are a potential, ``set_baseline`` sets their baselines later.
    """
    for seat in range(int(g.seats)):
        rewarded_points[seat] = points_of(t, g, seat)
    if reward_spec.num_parts == 0:
        return
    for seat in range(int(g.seats)):
        state.has_baseline[seat] = 1 - reward_spec.shaped
        state.baseline[seat] = 0.0
        if reward_spec.shaped == 0:
            state.baseline[seat] = weighted_features(t, words_of(g), seat, reward_spec)


@inline
def set_baseline(
    t: Tables, g: Game, seat: int, reward_spec: RewardSpec, state: RewardState
) -> None:
    """Set the baseline of the potential at a seat's first decision."""
    if reward_spec.shaped == 1 and state.has_baseline[seat] == 0 and decides(g, seat):
        state.baseline[seat] = weighted_features(t, words_of(g), seat, reward_spec)
        state.has_baseline[seat] = 1


@inline
def points_gained(t: Tables, g: Game, seat: int, rewarded_points: ShortArray) -> int:
    """Return the points that a seat gained since the last call; update ``rewarded_points``."""
    points = int(points_of(t, g, seat))
    new = points - int(rewarded_points[seat])
    rewarded_points[seat] = points
    return new


@late_unit
def shaped_reward(
    t: Tables, g: Game, words: ShortArray, seat: int, reward_spec: RewardSpec, state: RewardState
) -> float:
    """Return the reward of a seat's features since its baseline, and move the baseline to now.

    Changes of features are rewarded at once, shaping when the seat decides again, so that the
    discount applies per decision of the seat: until then, the reward is 0 and the baseline stays.
    """
    if reward_spec.shaped == 1 and not decides(g, seat):
        return 0.0
    value = weighted_features(t, words, seat, reward_spec)
    change = reward_spec.discount * value - state.baseline[seat]
    had_baseline = int(state.has_baseline[seat])
    state.baseline[seat] = value
    state.has_baseline[seat] = 1
    return change if had_baseline == 1 else 0.0


@inline
def step_reward(
    t: Tables,
    g: Game,
    learner: int,
    reward_spec: RewardSpec,
    rewarded_points: ShortArray,
    state: RewardState,
    rewards: Any,
) -> None:
    """Add the rewards for the last step of a running game to ``rewards``, which must be 0.

    ``rewards`` has only the reward of the learner, or one for each seat if ``learner`` is below 0.
    """
    if reward_spec.kind == _POINTS:
        for seat in range(int(g.seats)):
            new = points_gained(t, g, seat, rewarded_points)
            if learner < 0:
                rewards[seat] = new
            elif learner == seat:
                rewards[0] = new
    if reward_spec.num_parts > 0:
        words = words_of(g)
        for seat in range(int(g.seats)):
            if learner < 0:
                rewards[seat] += shaped_reward(t, g, words, seat, reward_spec, state)
            elif learner == seat:
                rewards[0] += shaped_reward(t, g, words, seat, reward_spec, state)


@inline
def sharing(t: Tables, g: Game, rank: int, scores: ShortArray) -> int:
    """Return the number of seats that share the place ``rank``."""
    count = 0
    for seat in range(int(g.seats)):
        count += int(rank_of(t, g, seat, scores)) == rank
    return count


@inline
def final_reward(
    t: Tables, g: Game, seat: int, kind: int, rewarded_points: ShortArray, scores: ShortArray
) -> float:
    """Return the reward of a ``RewardKind`` at the end of a game; NaN if the kind is unknown."""
    if kind == _NONE:
        return 0.0
    own = final_score(t, scores, seat)
    if kind == _WIN:
        rank = int(rank_of(t, g, seat, scores))
        return 2.0 / sharing(t, g, rank, scores) - 1.0 if rank == 1 else -1.0
    if kind == _RANK:
        rank = int(rank_of(t, g, seat, scores))
        place = rank + 0.5 * (sharing(t, g, rank, scores) - 1)
        return 1.0 - 2.0 / max(1, int(g.seats) - 1) * (place - 1.0)
    if kind == _POINTS:
        return float(own - int(rewarded_points[seat]))
    if kind == _SCORE:
        best = -(2**15)
        for other in range(int(g.seats)):
            if other != seat:
                best = max(best, final_score(t, scores, other))
        return float((own - best) / int(t.score_scale))
    return np.nan


@inline
def terminal_reward(
    t: Tables,
    g: Game,
    seat: int,
    reward_spec: RewardSpec,
    rewarded_points: ShortArray,
    state: RewardState,
    scores: ShortArray,
) -> float:
    """Return the reward of a seat for the end of a game, where the potential is 0."""
    reward = final_reward(t, g, seat, int(reward_spec.kind), rewarded_points, scores)
    if reward_spec.num_parts == 0:
        return reward
    value = 0.0 if reward_spec.shaped == 1 else weighted_features(t, words_of(g), seat, reward_spec)
    return reward + (value - float(state.baseline[seat]))


@entry
def reset(
    tables: TablesArray,
    games: GameArray,
    i: int,
    specs: RewardSpecArray,
    rewarded_points: ShortArray,
    states: RewardStateArray,
) -> None:
    """Initialize the reward state of a game at its first decision."""
    t, g = tables[0], games[i]
    reset_reward_state(t, g, specs[0], rewarded_points, states[0])
    for seat in range(int(g.seats)):
        set_baseline(t, g, seat, specs[0], states[0])


@entry
def begin_seat(
    tables: TablesArray, games: GameArray, i: int, specs: RewardSpecArray, states: RewardStateArray
) -> None:
    """Set the baseline of the deciding seat, if this is its first decision."""
    t, g = tables[0], games[i]
    for seat in range(int(g.seats)):
        set_baseline(t, g, seat, specs[0], states[0])


@entry
def update(
    tables: TablesArray,
    games: GameArray,
    i: int,
    specs: RewardSpecArray,
    rewarded_points: ShortArray,
    states: RewardStateArray,
    rewards: DoubleArray,
) -> None:
    """Write the reward of each seat for the step to the current position to ``rewards``."""
    t, g = tables[0], games[i]
    if g.finished == 0:
        rewards[:] = 0
        step_reward(t, g, _ALL_SEATS, specs[0], rewarded_points, states[0], rewards)
        return
    scores = zeros(_SCORES, np.int16)
    score_game(t, g, scores)
    for seat in range(int(g.seats)):
        rewards[seat] = terminal_reward(t, g, seat, specs[0], rewarded_points, states[0], scores)
