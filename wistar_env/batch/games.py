"""One game of a batch: how it begins, how others play in it, how it ends and pays."""

from wistar_env.batch.rows import ALL_SEATS, ANY_SEAT, Payment, Policy, Row
from wistar_env.compiled.jit import inline, pointer
from wistar_env.compiled.types import DoubleArray, FloatArray, Seed, ShortArray, ShortBlock
from wistar_env.policies.greedy import best_action
from wistar_env.rules.core import begin, over, play_on
from wistar_env.rules.limits import SCORE_SCALE, TRACKS
from wistar_env.rules.scoring import TOTAL, rank_of, score_game
from wistar_env.rules.stack import top
from wistar_env.rules.state import NONE
from wistar_env.rules.streams import (
    FOR_CHOICES,
    FOR_LEARNER_SEAT,
    FOR_LEVEL,
    FOR_OPPONENT_CHANCES,
    FOR_OPPONENTS,
    FOR_TRACKS,
    below,
    following,
    seed_after,
    stream,
)
from wistar_env.rules.types import Game, GameArray, Legal, Tables

# As plain integers, which compiled code takes for constants.
_ALL_SEATS, _ANY_SEAT = int(ALL_SEATS), int(ANY_SEAT)
_CALLER, _RANDOM, _GREEDY = int(Policy.CALLER), int(Policy.RANDOM), int(Policy.GREEDY)
_WIN, _RANK, _SCORE, _VP = (int(payment) for payment in Payment)


@inline
def set_level(g: Game, row: Row, tracks: ShortBlock) -> None:
    """Choose Rat-o-bot's Track cards as ``difficulty.choose_tracks`` does (BOT-09..13)."""
    if row.level_low == NONE:
        for symbol in range(TRACKS):
            g.bot.indices[symbol] = row.tracks[symbol]
        return
    level = int(row.level_low)
    level += below(stream(row.seed, FOR_LEVEL), int(row.level_high) - level + 1)
    option = below(stream(row.seed, FOR_TRACKS), TRACKS)
    for symbol in range(TRACKS):
        g.bot.indices[symbol] = tracks[level, option, symbol]


@inline
def set_policies(g: Game, row: Row, pool: ShortArray) -> None:
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
    row: Row,
    pool: ShortArray,
    tracks: ShortBlock,
    legal: Legal,
) -> None:
    """Begin the game of ``row.seed``: what is drawn depends on nothing but this seed."""
    g = games[i]
    set_level(g, row, tracks)
    set_policies(g, row, pool)
    row.chance = stream(row.seed, FOR_OPPONENT_CHANCES)
    row.choices = stream(row.seed, FOR_CHOICES)
    begin(t, games, i, int(g.seats), int(g.solo), row.seed, legal)
    for seat in range(int(g.seats)):
        row.paid[seat] = g.players[seat].vp


@inline
def payment(g: Game, row: Row, kind: int, seat: int) -> float:
    """Return the reward of a seat for a game that has just ended; see ``wistar_env.rewards``."""
    own = int(row.last_scores[seat, TOTAL])
    rank = int(row.last_ranks[seat])
    if kind == _WIN:
        return 1.0 if rank == 1 else -1.0
    if kind == _RANK:
        return 1.0 - 2.0 / (int(g.seats) - 1) * (rank - 1)
    if kind == _VP:
        return float(own - int(row.paid[seat]))
    best = -(2**15)
    for other in range(int(g.seats)):
        if other != seat:
            best = max(best, int(row.last_scores[other, TOTAL]))
    return (own - best) / SCORE_SCALE


@inline
def settle(t: Tables, g: Game, row: Row, kind: int, reward: FloatArray) -> None:
    """Score a game that is over and pay: the learner alone, or every seat."""
    scores = row.last_scores.reshape(-1)
    score_game(t, g, pointer(scores))
    for seat in range(int(g.seats)):
        row.last_ranks[seat] = rank_of(g, seat, scores)
    row.last_seed = row.seed
    row.last_decisions = g.decisions
    row.last_level = g.level
    row.last_learner = row.learner
    row.done = 1
    if row.learner != _ALL_SEATS:
        reward[0] = payment(g, row, kind, int(row.learner))
    else:
        for seat in range(int(g.seats)):
            reward[seat] = payment(g, row, kind, seat)


@inline
def pay(g: Game, row: Row, reward: FloatArray) -> None:
    """Pay the VP that came during the game (reward ``vp``)."""
    for seat in range(int(g.seats)):
        change = int(g.players[seat].vp) - int(row.paid[seat])
        row.paid[seat] = g.players[seat].vp
        if row.learner == _ALL_SEATS:
            reward[seat] = change
        elif row.learner == seat:
            reward[0] = change


@inline
def random_action(x: Seed, legal: Legal) -> int:
    """Draw one of the legal actions."""
    return int(legal[1 + below(x, int(legal[0]))])


@inline
def play_others(
    t: Tables, g: Game, row: Row, legal: Legal, weights: DoubleArray, scratch: GameArray
) -> int:
    """Let compiled policies play until somebody else decides; return who, CALLER at the end."""
    while not over(g):
        who = int(row.policies[top(g).seat])
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
def follow(row: Row) -> None:
    """Go on to the seed of the next game."""
    row.seed = seed_after(row.seed)
