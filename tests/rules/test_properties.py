"""Properties that hold in every game, for any actions."""

from collections.abc import Iterator
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.play import TRACKS, Play, tracks_of
from wistar_env.games.rats_of_wistar.rules.actions import HUT, LEGAL_SIZE, NUM_ACTIONS, PASS, PLACE
from wistar_env.games.rats_of_wistar.rules.invariants import NAMES
from wistar_env.games.rats_of_wistar.rules.state import AT_HAND, AT_PLAY_AREA
from wistar_env.games.rats_of_wistar.tables.codes import TIMING_PERMANENT
from wistar_env.games.rats_of_wistar.tables.limits import CHIEFS, ROUNDS, SECTORS, SPACES

pytestmark = pytest.mark.property

LONGEST_GAME = 4000
SETTINGS = settings(
    max_examples=8 if numba.config.DISABLE_JIT else 60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
SEEDS = st.integers(0, 2**63 - 1)
PLAYERS = st.integers(1, 4)
LEVELS = [(players, (0, 0, 0)) for players in (2, 3, 4)] + [
    (1, tracks_of(level)) for level in range(10)
]


def start(tables: Any, players: int, seed: int) -> Play:
    """Start a game; solo games take their Track cards from the seed."""
    return Play(tables, players, seed, TRACKS[seed % len(TRACKS)])


def played(play: Play, rng: np.random.Generator, decisions: int) -> Play:
    """Play some random decisions."""
    for action, _ in zip(play.random(rng), range(decisions), strict=False):
        del action
    return play


def assert_sound(play: Play) -> None:
    """Check every invariant, naming the first one that is broken."""
    code = play.violations()
    assert code == 0, NAMES[code]


def checked(play: Play, rng: np.random.Generator) -> Iterator[int]:
    """Play to the end, checking every invariant before each decision and at the end."""
    for decisions, action in enumerate(play.random(rng)):
        assert decisions < LONGEST_GAME
        assert_sound(play)
        assert play.forced or PASS in play.actions, play.top
        yield action
    assert_sound(play)
    assert play.actions == []


def test_a_card_that_is_not_where_the_game_says_breaks_an_invariant(tables: Any) -> None:
    play = played(start(tables, 2, 1), np.random.default_rng(1), 100)
    for card, at in enumerate(play.games[0]["card_at"].copy()):
        play.games[0]["card_at"][card] = AT_HAND if at != AT_HAND else AT_PLAY_AREA
        assert NAMES[play.violations()] == "a card is not where 'card_at' says"
        play.games[0]["card_at"][card] = at
    assert_sound(play)


@pytest.mark.ledger("GEN-01", "GEN-06", "END-01", "ROUND-13", "BOT-110")
@pytest.mark.parametrize(("players", "tracks"), LEVELS)
def test_every_game_has_five_rounds_of_three_turns_for_each_player(
    tables: Any, players: int, tracks: tuple[int, int, int]
) -> None:
    for seed in range(2 if numba.config.DISABLE_JIT else 20):
        play = Play(tables, players, seed, tracks)
        begun: set[tuple[int, int]] = set()
        seats = max(players, 2)
        placed = [0] * players
        for action in checked(play, np.random.default_rng(seed)):
            if play.game["round"] > 0:
                begun.add((int(play.game["round"]), int(play.game["turn"])))
            if PLACE <= action < PLACE + SECTORS * SPACES or action == HUT:
                placed[play.seat] += 1
        possible = {(r + 1, t + 1) for r in range(ROUNDS) for t in range(CHIEFS * seats)}
        assert placed == [ROUNDS * CHIEFS] * players
        assert begun <= possible
        assert len(begun) >= len(possible) * players // seats


@pytest.mark.ledger("GEN-06")
@given(seed=SEEDS, players=PLAYERS)
@SETTINGS
def test_an_illegal_action_is_rejected_and_changes_nothing(
    tables: Any, seed: int, players: int
) -> None:
    rng = np.random.default_rng(seed)
    play = start(tables, players, seed)
    for _ in play.random(rng):
        legal, before = set(play.actions), play.bytes
        foreign = {int(action) for action in rng.integers(0, NUM_ACTIONS, 5)} - legal
        for action in [*foreign, -1, NUM_ACTIONS]:
            assert not play.step(action)
            assert play.bytes == before
        assert set(play.actions) == legal


def test_a_game_does_not_depend_on_its_place_in_a_batch(tables: Any) -> None:
    from tests.engine import new_game, step
    from wistar_env.games.rats_of_wistar.rules.state import GAME

    alone = played(Play(tables, 3, 5), np.random.default_rng(5), 60)
    games = np.zeros(4, GAME)
    legal = np.zeros(LEGAL_SIZE, np.int16)
    rng = np.random.default_rng(5)
    new_game(tables, games, 2, 3, 5, legal)
    for _ in range(60):
        actions = sorted(int(action) for action in legal[1 : int(legal[0]) + 1])
        action = actions[rng.integers(len(actions))]
        assert step(tables, games, 2, action, legal)
    assert games[2:3].tobytes() == alone.bytes
    assert not any(games[i : i + 1].tobytes().strip(b"\0") for i in (0, 1, 3))


def random_cards(tables: Any, rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """Shuffle costs, VP and icons among cards, and effects among cards of one timing and tier."""
    dealt = tables.copy()
    cards = dealt["cards"][0]
    for field in ("requirement", "vp", "icons"):
        cards[field] = rng.permutation(cards[field])
    for timing in np.unique(cards["timing"]):
        same = np.flatnonzero(cards["timing"] == timing)
        order = rng.permutation(same)
        for field in ("start", "end"):
            cards[field][same] = cards[field][order]
    for field in ("start", "end"):
        missions = dealt["missions"][0]
        missions[field] = missions[field][rng.permutation(len(missions))]
    return dealt


@pytest.mark.ledger("GEN-01", "GEN-06")
@given(seed=SEEDS, players=PLAYERS)
@SETTINGS
def test_other_cards_keep_every_invariant(tables: Any, seed: int, players: int) -> None:
    rng = np.random.default_rng(seed)
    dealt = random_cards(tables, rng)
    assert np.count_nonzero(dealt["cards"]["timing"] == TIMING_PERMANENT) > 0
    play = start(dealt, players, seed)
    for _ in checked(play, rng):
        pass
    assert play.finished
