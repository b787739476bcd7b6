"""One game of a batch: its start, other policies' turns, its end and its rewards."""

from wistar_env.compiled.jit import inline, pointer
from wistar_env.compiled.streams import (
    FOR_CHOICES,
    FOR_LEARNER_SEAT,
    FOR_OPPONENT_CHANCES,
    FOR_OPPONENTS,
    below,
    following,
    seed_after,
    stream,
)
from wistar_env.compiled.types import ByteArray, DoubleArray, FloatArray, Seed, ShortArray
from wistar_env.kit.batch.rows import ALL_SEATS, ANY_SEAT, GameRow, Policy
from wistar_env.kit.common_fields import Game, GameArray
from wistar_env.kit.game_calls import (
    begin,
    rank_of,
    score_game,
    write_options,
    write_report,
)
from wistar_env.kit.policies.greedy import best_action
from wistar_env.kit.rewards.kernels import (
    RewardSpec,
    RewardState,
    reset_reward_state,
    set_baseline,
    step_reward,
    terminal_reward,
)
from wistar_env.kit.rules_interface import Legal, Tables

# As plain integers, which are constants in compiled code.
_ALL_SEATS, _ANY_SEAT = int(ALL_SEATS), int(ANY_SEAT)
_CALLER, _RANDOM = int(Policy.CALLER), int(Policy.RANDOM)


@inline
def set_policies(g: Game, row: GameRow, pool: ShortArray) -> None:
    """Choose the learner's seat, and draw a policy from the pool for each other player.

    Without a learner, the caller plays every seat.
    """
    players = int(g.seats) - int(g.automata)
    row.learner = row.requested_seat
    if row.requested_seat == _ANY_SEAT:
        row.learner = below(stream(row.seed, FOR_LEARNER_SEAT), players)
    x = stream(row.seed, FOR_OPPONENTS)
    for seat in range(int(g.seats)):
        row.policies[seat] = _CALLER
        if row.learner != _ALL_SEATS and seat != row.learner and seat < players:
            x = following(x)
            row.policies[seat] = pool[below(x, len(pool))]


@inline
def start(
    t: Tables,
    g: Game,
    row: GameRow,
    options: ShortArray,
    pool: ShortArray,
    legal: Legal,
    reward_spec: RewardSpec,
    reward_state: RewardState,
) -> None:
    """Start the game of ``row.seed``, which seeds all its randomness."""
    write_options(t, g, options, row.seed)
    set_policies(g, row, pool)
    row.opponent_rng = stream(row.seed, FOR_OPPONENT_CHANCES)
    row.choice_rng = stream(row.seed, FOR_CHOICES)
    row.steps = 0
    row.cut = 0
    begin(t, g, row.seed, legal)
    reset_reward_state(t, g, reward_spec, row.rewarded_points, reward_state)


@inline
def rewarded_seats(g: Game, row: GameRow) -> tuple[int, int]:
    """Return the range of rewarded seats (start, stop): the learner's, or all."""
    if row.learner == _ALL_SEATS:
        return 0, int(g.seats)
    return int(row.learner), int(row.learner) + 1


@inline
def finish_game(
    t: Tables,
    g: Game,
    row: GameRow,
    report: ByteArray,
    scores: ShortArray,
    reward_spec: RewardSpec,
    reward_state: RewardState,
    reward: FloatArray,
) -> None:
    """Score a finished game, and write its results and report.

    Also write the rewards of the learner, or of every seat.
    """
    score_game(t, g, scores)
    for seat in range(int(g.seats)):
        row.last_ranks[seat] = rank_of(t, g, seat, scores)
    row.last_seed = row.seed
    row.last_decisions = g.decisions
    row.last_skipped = row.skipped
    write_report(t, g, pointer(report))
    row.last_learner = row.learner
    row.done = 1
    first, stop = rewarded_seats(g, row)
    for seat in range(first, stop):
        reward[seat - first] = terminal_reward(
            t, g, seat, reward_spec, row.rewarded_points, reward_state, scores
        )


@inline
def add_step_reward(
    t: Tables,
    g: Game,
    row: GameRow,
    reward_spec: RewardSpec,
    reward_state: RewardState,
    reward: FloatArray,
) -> None:
    """Add the rewards of a step in a running game.

    The step in which a game starts adds no reward: points that other seats score before the first
    decision count in the next step.
    """
    if row.done == 0:
        step_reward(t, g, int(row.learner), reward_spec, row.rewarded_points, reward_state, reward)
        return
    first, stop = rewarded_seats(g, row)
    for seat in range(first, stop):
        set_baseline(t, g, seat, reward_spec, reward_state)


@inline
def restart_rewards(
    t: Tables, g: Game, row: GameRow, reward_spec: RewardSpec, reward_state: RewardState
) -> None:
    """Reset the reward state of a loaded game to its current decision."""
    reset_reward_state(t, g, reward_spec, row.rewarded_points, reward_state)
    first, stop = rewarded_seats(g, row)
    for seat in range(first, stop):
        set_baseline(t, g, seat, reward_spec, reward_state)


@inline
def random_action(x: Seed, legal: Legal) -> int:
    """Draw one of the legal actions."""
    return int(legal[1 + below(x, int(legal[0]))])


@inline
def policy_action(
    t: Tables,
    g: Game,
    row: GameRow,
    who: int,
    legal: Legal,
    weights: DoubleArray,
    scratch: GameArray,
) -> int:
    """Return the action of a compiled policy, which draws from the opponents' random stream."""
    row.opponent_rng = following(row.opponent_rng)
    if who == _RANDOM:
        return random_action(row.opponent_rng, legal)
    return best_action(t, g, legal, row.opponent_rng, weights, scratch)


@inline
def advance_seed(row: GameRow) -> None:
    """Advance to the seed of the next game, and reset the count of skipped games."""
    row.seed = seed_after(row.seed)
    row.skipped = 0
