"""Random draws for a game are independent of its shuffles (``compiled.streams``).

Each thing that is drawn is crossed with each thing that is shuffled, over thousands of games. The
chi-square statistic of every such table must stay below its 1e-6 quantile: were one of the draws
made from numbers that a shuffle uses too, it would be beyond by far.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
import pytest
from scipy.stats import chi2

from wistar_env import BatchGame, LearnerBatch, RatsOfWistar
from wistar_env.compiled import streams
from wistar_env.compiled.streams import mixed_of, stream_of
from wistar_env.games.rats_of_wistar.rules.difficulty import choose_tracks
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.tables.limits import TRACKS
from wistar_env.kit import single_game_views
from wistar_env.kit.common_fields import common_fields
from wistar_env.seeds import decision_seeds

Column: TypeAlias = npt.NDArray[np.int64]
Table: TypeAlias = Mapping[str, Column]

GAMES: Final = 12_000
QUANTILE: Final = 1e-6
PLAYERS: Final = [1, 2, 3, 4]
PURPOSES: Final = [value for name, value in vars(streams).items() if name.startswith("FOR_")]
_BUCKETS: Final = 6


def crossed(one: Column, other: Column) -> float:
    """Return the p-value of the hypothesis that two columns are independent."""
    height, width = int(one.max()) + 1, int(other.max()) + 1
    table = np.bincount(one * width + other, minlength=height * width).reshape(height, width)
    table = table[table.any(axis=1)][:, table.any(axis=0)]
    expected = table.sum(axis=1, keepdims=True) * table.sum(axis=0) / len(one)
    freedom = (table.shape[0] - 1) * (table.shape[1] - 1)
    if freedom == 0:
        return 1.0
    return float(chi2.sf(((table - expected) ** 2 / expected).sum(), freedom))


def bucket(cards: Any) -> Column:
    """Return a few classes of many cards, so that each is met often."""
    return np.asarray(cards, np.int64) % _BUCKETS


def shuffled(records: Any, num_players: int) -> dict[str, Column]:
    """Return all that is shuffled when games are set up, each thing as a column."""
    columns: dict[str, Any] = {}
    for position in range(6):
        columns[f"wheel {position}"] = records["wheel"][:, position]
    for tier, place in product(range(2), range(1, 5)):
        at = records["deck_size"][:, tier] - place
        columns[f"deck {tier} card {place}"] = bucket(
            np.take_along_axis(records["deck"][:, tier], at[:, None].astype(np.int64), 1)[:, 0]
        )
    for k in range(2):
        columns[f"pair {k}"] = bucket(np.abs(records["pairs"][:, k, 0]))
    for k in range(3):
        columns[f"objective {k}"] = records["objectives"][:, k]
    for k in range(4):
        columns[f"mission {k}"] = records["mission_card"][:, k]
        columns[f"door {k}"] = records["doors"][:, k]
    for k in range(5):
        columns[f"round guest {k}"] = records["round_guests"][:, k]
    for room in range(1, 7):
        columns[f"guest in {room}"] = bucket(records["room_guests"][:, room, 0])
    if num_players == 1:
        bot = records["bot"]
        for k in range(5):
            columns[f"token {k}"] = bot["token_track"][:, k]
        for k in range(4):
            columns[f"action card {k}"] = bot["actions"][:, k]
            columns[f"exploration {k}"] = bot["explorations"][:, k]
    else:
        columns["first player"] = records["order"][:, 0]
        columns["last player"] = records["order"][:, num_players - 1]
    return {name: np.asarray(column, np.int64) for name, column in columns.items()}


def assert_independent(drawn: Table, other: Table) -> None:
    """Cross each thing that is drawn with each that is shuffled."""
    likely = {(one, two): crossed(drawn[one], other[two]) for one, two in product(drawn, other)}
    beyond = {pair: p for pair, p in likely.items() if p < QUANTILE}
    assert not beyond, beyond
    assert all(len(np.unique(column)) > 1 for column in drawn.values())


def numbers(states: Sequence[int], count: int = 3) -> Iterator[Column]:
    """Yield what the next draws from the streams of many games give."""
    for k in range(1, count + 1):
        drawn = [mixed_of((x + k * 0x9E3779B97F4A7C15) % 2**64) >> 32 for x in states]
        yield np.array(drawn, np.int64) * _BUCKETS >> 32


def learner(num_players: int, **arguments: Any) -> LearnerBatch:
    """Return a batch of many games that have just begun."""
    batch = LearnerBatch("rats-of-wistar", GAMES, num_players, observation=None, **arguments)
    batch.reset(seed=0)
    return batch


@pytest.mark.parametrize("num_players", PLAYERS)
def test_what_a_batch_draws_for_its_games_is_independent_of_their_setup(num_players: int) -> None:
    solo = num_players == 1
    terms: dict[str, Any] = {"level": (0, 9)} if solo else {"opponents": ["greedy", "random"]}
    batch = learner(num_players, **terms)
    rows = batch._games.rows
    drawn: dict[str, Column] = {}
    if solo:
        drawn["level"] = batch.report["level"].astype(np.int64)
    else:
        drawn["learner's seat"] = batch.learner_seat.astype(np.int64)
        for seat in range(num_players):
            drawn[f"policy of {seat}"] = rows["policies"][:, seat].astype(np.int64)
    for name in ("opponent_rng", "choice_rng"):
        for k, column in enumerate(numbers(rows[name].tolist())):
            drawn[f"{name} {k}"] = column
    begun = BatchGame(
        "rats-of-wistar", GAMES, num_players, level=0 if solo else None, observation=None
    )
    begun.reset(seed=0)
    assert_independent(drawn, shuffled(begun.records, num_players))
    if not solo:
        others = np.sort(rows["policies"], axis=1)[:, ::-1][:, : num_players - 1]
        for k in range(num_players - 1):
            kind = others[:, k].astype(np.int64)
            assert crossed(drawn["learner's seat"], kind) > QUANTILE


@pytest.mark.parametrize("num_players", PLAYERS)
def test_what_compiled_policies_choose_first_is_independent_of_the_setup(num_players: int) -> None:
    batch = BatchGame(
        "rats-of-wistar",
        GAMES,
        num_players,
        level=0 if num_players == 1 else None,
        observation=None,
    )
    batch.reset(seed=0)
    setup = shuffled(batch.records, num_players)
    chosen = {"pair": batch.choose("random").copy()}
    assert_independent(chosen, setup)
    if num_players > 2:
        waiting = learner(num_players, opponents=["random"], learner_seat=0)
        gone = waiting._games.records["pairs"][:, :num_players, 0] == NONE
        second = gone.sum(axis=1) == 1  # the learner is the second to choose
        taken = {"pair that an opponent took": gone[second].argmax(axis=1)}
        assert_independent(taken, {name: column[second] for name, column in setup.items()})


@pytest.mark.parametrize("level", [1, 4, 8])
def test_the_track_cards_of_a_level_are_independent_of_the_setup(level: int) -> None:
    batch = BatchGame("rats-of-wistar", GAMES, 1, level=level, observation=None)
    batch.reset(seed=0)
    indices = batch.records["options"]["tracks"].astype(np.int64)
    drawn = {"tracks": indices @ np.array([16, 4, 1])}
    assert len(np.unique(drawn["tracks"])) == TRACKS
    assert_independent(drawn, shuffled(batch.records, 1))
    told = [choose_tracks(level, seed) for seed in range(200)]
    assert told == [tuple(row) for row in indices[:200].tolist()]


@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_game_is_independent_of_the_one_it_follows(num_players: int) -> None:
    level = 0 if num_players == 1 else None
    batch = BatchGame("rats-of-wistar", GAMES, num_players, level=level, observation=None)
    batch.reset(seed=0)
    first = shuffled(batch.records, num_players)
    batch.reset()
    second = shuffled(batch.records, num_players)
    assert_independent(first, second)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_neighbouring_seeds_give_independent_games(num_players: int) -> None:
    level = 0 if num_players == 1 else None
    batch = BatchGame("rats-of-wistar", GAMES, num_players, level=level, observation=None)
    batch.reset(seed=0)
    columns = shuffled(batch.records, num_players)
    one = {name: column[:-1] for name, column in columns.items()}
    other = {name: column[1:] for name, column in columns.items()}
    assert_independent(one, other)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_determinized_game_is_independent_of_the_real_one(num_players: int) -> None:
    level = 0 if num_players == 1 else None
    batch = BatchGame("rats-of-wistar", GAMES, num_players, level=level, observation=None)
    batch.reset(seed=0)
    real = shuffled(batch.records, num_players)
    worlds = batch.records.copy()
    game = RatsOfWistar.new()
    rules, legal = game.components.rules, np.zeros(1 + game.spec.num_actions, np.int16)
    for i in range(GAMES):
        single_game_views.determinize(rules, common_fields(worlds), i, 0, i, legal)
    drawn = shuffled(worlds, num_players)
    changed = {name for name in real if not np.array_equal(real[name], drawn[name])}
    assert {"deck 0 card 1", "mission 0", "door 0", "round guest 1", "guest in 2"} <= changed
    # What the seat sees tells something about the rest, as it should: most, of few cards.
    changed = {name for name in changed if not name.startswith("exploration")}
    hidden = changed | {f"wheel {position}" for position in range(6)}
    for name, other in product(changed, hidden):
        assert crossed(drawn[name], real[other]) > QUANTILE, (name, other)


def test_the_seeds_that_bots_get_are_independent_of_the_setup() -> None:
    batch = BatchGame("rats-of-wistar", GAMES, 3, observation=None)
    batch.reset(seed=0)
    drawn = {}
    for decision in range(3):
        told = decision_seeds((seed, decision) for seed in batch.seed.tolist())
        drawn[f"seed of decision {decision}"] = told % _BUCKETS
    assert_independent(drawn, shuffled(batch.records, 3))


def test_streams_of_one_seed_are_independent_of_each_other() -> None:
    columns = {
        f"{purpose} {k}": column
        for purpose in PURPOSES
        for k, column in enumerate(numbers([stream_of(seed, purpose) for seed in range(GAMES)]))
    }
    for one, other in product(columns, columns):
        if one < other:
            assert crossed(columns[one], columns[other]) > QUANTILE, (one, other)
