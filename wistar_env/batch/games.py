"""One game of a batch: how it begins, how others play in it, how it ends and pays."""

from wistar_env.batch.rows import ALL_SEATS, ANY_SEAT, GameRow, Policy
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
from wistar_env.compiled.types import DoubleArray, FloatArray, Seed, ShortArray
from wistar_env.gate.play import (
    Game,
    GameArray,
    Legal,
    Tables,
    begin,
    choose_options,
    deciding,
    over,
    play_on,
    rank_of,
    score_game,
    write_report,
)
from wistar_env.policies.greedy import best_action
from wistar_env.rewards.payments import Account, Contract, concluded, earn, meet, open_account

# As plain integers, which compiled code takes for constants.
_ALL_SEATS, _ANY_SEAT = int(ALL_SEATS), int(ANY_SEAT)
_CALLER, _RANDOM, _GREEDY = int(Policy.CALLER), int(Policy.RANDOM), int(Policy.GREEDY)


@inline
def set_policies(g: Game, row: GameRow, pool: ShortArray) -> None:
    """Seat the learner, and draw a policy of the pool for every other seat."""
    row.learner = row.chair
    if row.chair == _ANY_SEAT:
        row.learner = below(stream(row.seed, FOR_LEARNER_SEAT), int(g.seats))
    x = stream(row.seed, FOR_OPPONENTS)
    for seat in range(int(g.seats)):
        row.policies[seat] = _CALLER
        if row.learner != _ALL_SEATS and seat != row.learner and g.solo == 0:
            x = following(x)
            row.policies[seat] = pool[below(x, len(pool))]


@inline
def start(
    t: Tables,
    games: GameArray,
    i: int,
    row: GameRow,
    pool: ShortArray,
    legal: Legal,
    contract: Contract,
    account: Account,
) -> None:
    """Begin the game of ``row.seed``: what is drawn depends on nothing but this seed."""
    g = games[i]
    choose_options(g, row.options, row.seed)
    set_policies(g, row, pool)
    row.chance = stream(row.seed, FOR_OPPONENT_CHANCES)
    row.choices = stream(row.seed, FOR_CHOICES)
    begin(t, games, i, int(g.seats), int(g.solo), row.seed, legal)
    open_account(games, i, contract, row.paid, account)


@inline
def payees(g: Game, row: GameRow) -> tuple[int, int]:
    """Return the first seat that is paid and the one after the last: the learner's, or all."""
    if row.learner == _ALL_SEATS:
        return 0, int(g.seats)
    return int(row.learner), int(row.learner) + 1


@inline
def settle(
    t: Tables,
    games: GameArray,
    i: int,
    row: GameRow,
    contract: Contract,
    account: Account,
    reward: FloatArray,
) -> None:
    """Score a game that is over and pay: the learner alone, or every seat."""
    g, scores = games[i], row.last_scores.reshape(-1)
    score_game(t, g, pointer(scores))
    for seat in range(int(g.seats)):
        row.last_ranks[seat] = rank_of(g, seat, scores)
    row.last_seed = row.seed
    row.last_decisions = g.decisions
    write_report(g, row.last_report)
    row.last_learner = row.learner
    row.done = 1
    first, beyond = payees(g, row)
    for seat in range(first, beyond):
        reward[seat - first] = concluded(games, i, seat, contract, row.paid, account, scores)


@inline
def pay(
    games: GameArray, i: int, row: GameRow, contract: Contract, account: Account, reward: FloatArray
) -> None:
    """Pay what came during the game.

    The step in which a game begins pays nothing of it: what others score before the first decision
    is paid with the first step.
    """
    if row.done == 0:
        earn(games, i, int(row.learner), contract, row.paid, account, reward)
        return
    first, beyond = payees(games[i], row)
    for seat in range(first, beyond):
        meet(games, i, seat, contract, account)


@inline
def open_anew(games: GameArray, i: int, row: GameRow, contract: Contract, account: Account) -> None:
    """Begin to count in a game that has come from elsewhere, at one of its decisions."""
    open_account(games, i, contract, row.paid, account)
    first, beyond = payees(games[i], row)
    for seat in range(first, beyond):
        meet(games, i, seat, contract, account)


@inline
def random_action(x: Seed, legal: Legal) -> int:
    """Draw one of the legal actions."""
    return int(legal[1 + below(x, int(legal[0]))])


@inline
def play_others(
    t: Tables, g: Game, row: GameRow, legal: Legal, weights: DoubleArray, scratch: GameArray
) -> int:
    """Let compiled policies play until somebody else decides; return who, CALLER at the end."""
    while not over(g):
        who = int(row.policies[deciding(g)])
        if who not in (_RANDOM, _GREEDY):
            return who
        row.chance = following(row.chance)
        if who == _RANDOM:
            action = random_action(row.chance, legal)
        else:
            action = best_action(t, g, legal, row.chance, weights, scratch)
        play_on(t, g, action, legal)
    return _CALLER


@inline
def follow(row: GameRow) -> None:
    """Go on to the seed of the next game."""
    row.seed = seed_after(row.seed)
