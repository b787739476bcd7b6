"""A statistical check of reshuffles: a copy must be as likely as the real game.

The author of a game need not help. Given what a seat has seen, a real position and its copy must be
exchangeable (``random_pairs``). So any fact about hidden numbers, alone or together with another
fact, must be true of only the real game as often as of only the copy. An exact sign test checks
each fact or pair, with p-values multiplied by the number of tests (Bonferroni).
"""

from collections.abc import Callable
from math import exp, lgamma, log
from statistics import NormalDist
from typing import Any, Final, NamedTuple, TypeAlias

import numba
import numpy as np
import numpy.typing as npt

from wistar_env.kit.bind import module_of
from wistar_env.kit.common_fields import common_fields
from wistar_env.kit.conformance import random_pairs
from wistar_env.kit.conformance.case import Case
from wistar_env.kit.conformance.facts import Facts, facts_of, numbers_of
from wistar_env.kit.game.saving import pack
from wistar_env.kit.random_games import playouts

#: The chance of a false alarm, for each player count.
ALPHA: Final = 1e-4
#: Positions to compare, and bytes of their records, for each game that other checks play; games
#: with large records compare fewer. Each position takes ``_GAMES`` random games.
_PAIRS: Final = 7_500
_BYTES: Final = 4_000_000
_MOST_BYTES: Final = 200_000_000
_GAMES: Final = 8
#: Games for estimating the length of games, and the largest length considered.
_PILOT: Final = 200
_LONGEST: Final = 2_000
#: Maximum number of decisions per player from a restart to the copy.
_LAPS: Final = 2
#: Maximum number of decisions per player after a rare start.
_SOON: Final = 8
#: Maximum numbers of facts, about hidden and about open values, whose pairs are tested.
_HIDDEN: Final = 500
_OPEN: Final = 300
#: Facts that differ between fewer real positions and copies cannot be significant.
_LEAST: Final = 30
_CHUNK: Final = 4_096
#: The power of the check: the share of runs that find the bias that it reports.
_POWER: Final = 0.9


#: A function of ``GameSpec.rare_starts``.
Start: TypeAlias = Callable[[Any], None]


class Pairs(NamedTuple):
    """Real positions, a copy of each, and the seat for which the copy was reshuffled."""

    real: npt.NDArray[Any]
    copies: npt.NDArray[Any]
    viewers: npt.NDArray[np.int64]


class Difference(NamedTuple):
    """A fact that is true more often, or less often, in real positions than in copies."""

    fact: str  # one fact, or two facts together
    seat: int  # the seat whose copies differ most
    # ``positions``, ``real``, ``copies``: the number of positions from this seat's view, and in how
    # many of them and of their copies the fact is true.
    positions: int
    real: int
    copies: int
    p: float  # p-value for all seats, if real positions and copies are exchangeable
    tests: int  # how many facts and pairs of facts were tested
    # By how much one value must be too likely, or too unlikely, to be found in 9 of 10 runs: the
    # median over facts about one hidden number.
    finds: float

    @property
    def is_significant(self) -> bool:
        """Whether the difference is significant at ``ALPHA``."""
        return self.p * self.tests < ALPHA


def real_games_and_copies_agree(case: Case) -> str:
    """Check that a reshuffle draws uniformly among all positions that a seat cannot rule out.

    Thousands of random positions are compared with a reshuffled copy of each. For large records,
    there are fewer positions, and facts are a sample. Without compilation this check is skipped,
    since it takes too long.
    """
    return _compare(case, None)


def rare_positions_and_copies_agree(case: Case) -> str:
    """Check reshuffles in games that begin in a rare position (``GameSpec.rare_starts``)."""
    return "; ".join(_compare(case, start) for start in case.game.spec.rare_starts)


def _compare(case: Case, start: Start | None) -> str:
    """Compare positions of new games, or of games after a rare start, with their copies.

    Returns what was compared, in words; empty if nothing was. Raises AssertionError if a fact is
    true significantly more or less often in copies.
    """
    if numba.config.DISABLE_JIT:
        return ""
    pairs = sample(case, start)
    found = largest_difference(case, pairs)
    if found is None:
        return "nothing is hidden" if len(pairs.real) else ""
    if not found.is_significant:
        return (
            f"{len(pairs.real):,} positions; in 9 of 10 runs, detects values that are redrawn "
            f"{100 * found.finds:.1f} percentage points too often or too rarely"
        )
    module = module_of(case.new(case.seed).data.rules, "reshuffle_hidden")
    begun = "" if start is None else f"in games that begin with `{start.__name__}`, "
    raise AssertionError(
        f"with {case.num_players} players, {begun}{found.fact} in {found.real} of "
        f"{found.positions} positions, but in {found.copies} of their copies reshuffled for seat "
        f"{found.seat} (p = {found.p:.0e}, {found.tests} tests): `reshuffle_hidden` of "
        f"{module} must draw uniformly from everything that the seat cannot rule out"
    )


def plan_of(case: Case, games: int, is_rare: bool) -> npt.NDArray[np.int16]:
    """Return a row for each random game: when it restarts and is copied (``random_pairs.COLUMNS``).

    Half of the games restart and are copied in any phase; the others are copied early and do not
    restart. Games from a rare position are all copied early.
    """
    chance, one = np.random.default_rng(case.seed), case.new(case.seed)
    decisions = playouts(one.data.rules, common_fields(one.record), 0, _PILOT, np.uint64(case.seed))
    longest = min(_LONGEST, 2 + 5 * int(decisions) // (4 * _PILOT))
    plan = np.zeros((games, random_pairs.COLUMNS), np.int16)
    plan[:, random_pairs.VIEWER] = chance.integers(case.num_players, size=games)
    early = np.exp(chance.random(games) * np.log(longest)).astype(np.int64) - 1
    late = chance.integers(longest, size=games)
    restart = late - chance.integers(1, 1 + _LAPS * case.num_players, size=games)
    restarts = chance.random(games) < 1 / 2
    plan[:, random_pairs.STOP] = np.where(restarts, late, early)
    plan[:, random_pairs.RESTART] = np.where(restarts, np.maximum(0, restart), 0)
    if is_rare:
        plan[:, random_pairs.STOP] = chance.integers(1, 1 + _SOON * case.num_players, size=games)
        plan[:, random_pairs.RESTART] = 0
    return plan


def begun_at(case: Case, start: Start | None) -> npt.NDArray[Any]:
    """Return the record of the rare position in which games begin; an empty array for new games."""
    if start is None:
        return np.zeros(0, case.game.spec.record)
    game = case.new(case.seed)
    start(game)
    return case.game.from_bytes(game.to_bytes()).clone().record


def sample(case: Case, start: Start | None = None) -> Pairs:
    """Return random positions and their copies.

    ``start``: one of the ``rare_starts`` of the game, None for new games. Raises AssertionError if
    a copy changes what its seat sees.
    """
    record, game = case.game.spec.record, case.new(case.seed)
    wanted = min(_PAIRS * case.games, min(_BYTES * case.games, _MOST_BYTES) // record.itemsize)
    begun = begun_at(case, start)
    plan, most = plan_of(case, _GAMES * wanted, start is not None), np.zeros(_LONGEST, np.int16)
    real, copies = (np.zeros(wanted, record) for _ in range(2))
    rows, found = np.zeros(wanted, np.int64), 0
    for measuring in (True, False):
        found = random_pairs.sample_pairs(
            game.data.rules,
            common_fields(game.clone().record),
            common_fields(begun),
            plan,
            most,
            measuring,
            game.layout.size,
            np.array(game.layout.limit, np.uint8),
            common_fields(real),
            common_fields(copies),
            rows,
            np.uint64(case.seed),
        )
    viewers = plan[rows, random_pairs.VIEWER].astype(np.int64)
    if found == random_pairs.VIEW_CHANGED:
        _tell_change(case, real[:1], copies[:1], int(viewers[0]))
    return Pairs(real[:found], copies[:found], viewers[:found])


def _tell_change(case: Case, real: npt.NDArray[Any], copy: npt.NDArray[Any], viewer: int) -> None:
    """Raise an AssertionError that names the visible information that a reshuffle changed."""
    data = case.new(case.seed).data
    game, other = (case.game.from_bytes(pack(case.game.spec, data, each)) for each in (real, copy))
    layout, seen = game.layout, [each.observe(viewer) for each in (game, other)]
    changed = [
        block.name
        for block in layout.blocks
        if (np.subtract(*seen)[block.start : block.start + block.size] != 0).any()
    ]
    what = f"{', '.join(changed)} of the observation" if changed else "the mask"
    if game.seat != other.seat:
        what = "the deciding seat"
    raise AssertionError(
        f"{what} changed after a reshuffle for seat {viewer}, at decision {game.num_decisions} of "
        "a random game"
    )


def _log_tail(k: int, n: int) -> float:
    """Return the logarithm of the chance of ``k`` or more heads, or tails, of ``n`` fair coins."""
    terms = [
        lgamma(n + 1) - lgamma(j + 1) - lgamma(n - j + 1) - n * log(2) for j in range(k, n + 1)
    ]
    top = max(terms)
    return min(0.0, log(2) + top + log(sum(exp(term - top) for term in terms)))


def largest_difference(case: Case, pairs: Pairs) -> Difference | None:
    """Return the difference that is least likely by chance, None if there is nothing to compare."""
    if not len(pairs.real):
        return None
    chance = np.random.default_rng(case.seed)
    numbers = numbers_of(case.game, case.new(case.seed).data, pairs.real, pairs.copies)
    many = len(pairs.real)
    hidden = facts_of((each for each in numbers if each.is_hidden), many, _HIDDEN, chance)
    opened = facts_of((each for each in numbers if not each.is_hidden), many, _OPEN, chance)
    contexts = _with_seats(opened, pairs.viewers, case.num_players)
    real_only, copies_only = _counts(hidden, contexts)
    n = real_only + copies_only
    size = len(hidden.labels)
    n[:, :size] = np.triu(n[:, :size])  # each pair of hidden facts occurs twice
    tested = n >= _LEAST
    if not tested.any():
        return None
    far = np.where(tested, np.abs(real_only - copies_only) / np.sqrt(np.maximum(n, 1)), 0)
    one, other = (int(each) for each in np.unravel_index(int(far.argmax()), far.shape))
    counts = sorted((int(real_only[one, other]), int(copies_only[one, other])))
    facts = [(hidden, one)]
    if one != other:
        facts.append((hidden, other) if other < size else (contexts, other - size))
    tests = int(tested.sum())
    finds = _smallest_bias(hidden, pairs.viewers, np.diagonal(n), tests)
    return _told(facts, pairs.viewers, exp(_log_tail(counts[1], sum(counts))), tests, finds)


def _smallest_bias(
    hidden: Facts, viewers: npt.NDArray[np.int64], differ: npt.NDArray[np.int64], tests: int
) -> float:
    """Return the smallest bias of a value that 9 of 10 runs find, as the median over all facts.

    ``differ``: for each fact, the number of positions in which it is true of either the real
    position or the copy, but not both. A bias is a share of the positions of seats that cannot know
    the fact.
    """
    normal = NormalDist()
    errors = normal.inv_cdf(1 - ALPHA / tests / 2) + normal.inv_cdf(_POWER)
    changes = hidden.real != hidden.copies
    seen = np.zeros(len(differ), np.int64)
    for seat in np.unique(viewers):
        of_seat = viewers == seat
        seen += np.where(changes[of_seat].any(axis=0), of_seat.sum(), 0)
    known = differ >= _LEAST
    if not known.any():
        return 1.0
    return float(np.median(errors * np.sqrt(differ[known]) / seen[known]))


def _told(
    facts: list[tuple[Facts, int]],
    viewers: npt.NDArray[np.int64],
    p: float,
    tests: int,
    finds: float,
) -> Difference:
    """Return the difference in a conjunction of facts, for the seat whose difference is largest."""
    real, copies = (
        np.all([getattr(of, side)[:, k] for of, k in facts], axis=0) for side in ("real", "copies")
    )
    differences = np.abs(np.bincount(viewers, real * 1.0 - copies))
    seat = int(differences.argmax())
    seen = viewers == seat
    return Difference(
        " and ".join(of.labels[k] for of, k in facts),
        seat,
        int(seen.sum()),
        int(real[seen].sum()),
        int(copies[seen].sum()),
        p,
        tests,
        finds,
    )


def _with_seats(opened: Facts, viewers: npt.NDArray[np.int64], num_players: int) -> Facts:
    """Return facts that a copy shares with its real position: the open ones, and the viewer."""
    seats = viewers[:, None] == np.arange(num_players)
    names = [f"the viewer is seat {seat}" for seat in range(num_players)]
    real, copies = (np.hstack([each, seats]) for each in (opened.real, opened.copies))
    return Facts((*opened.labels, *names), real, copies)


def _counts(hidden: Facts, contexts: Facts) -> npt.NDArray[np.int64]:
    """Return how often two facts, the first hidden, both hold in only one of position and copy."""
    size, width = len(hidden.labels), len(hidden.labels) + len(contexts.labels)
    counts = np.zeros((2, size, width), np.int64)
    for start in range(0, len(hidden.real), _CHUNK):
        part = slice(start, start + _CHUNK)
        real, copies, context = (
            each[part].astype(np.float32) for each in (hidden.real, hidden.copies, contexts.real)
        )
        both = real * copies
        shared = np.hstack([both.T @ both, both.T @ context])
        for count, facts in zip(counts, (real, copies), strict=True):
            count += (np.hstack([facts.T @ facts, facts.T @ context]) - shared).astype(np.int64)
    return counts
