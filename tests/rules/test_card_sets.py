"""Games with random card sets end, as we promise to people who generate card sets."""

import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.card_sets import Entry, designs, folder_of, write
from tests.play import Play
from tests.scale import share
from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.rules import actions, invariants
from wistar_env.games.rats_of_wistar.rules.state import GAME
from wistar_env.games.rats_of_wistar.save_validation import check_games
from wistar_env.games.rats_of_wistar.tables import limits, load

#: Decisions that a turn may have beyond its bound: pending ones that cannot be declined.
_FORCED = 100
#: Every this many decisions, information hidden from a seat is resampled in a copy.
_LOOKS = 16
#: Blocks of actions that bring out the effects of a card set.
_EAGER = [
    range(actions.PLAY, actions.DISCARD),
    range(actions.ACCEPT, actions.ACCEPT + 1),
    range(actions.COMPLETE, actions.PLAY),
    range(actions.CLAIM, actions.OPTION),
    range(actions.BONUS, actions.POTION + 2),
]
_WEARY = (actions.PASS, actions.END_TURN)


def eager(choices: list[int], rng: np.random.Generator) -> int:
    """Return a random legal action, most often one that does something, or brings cards in."""
    wish = rng.integers(8)
    wanted = [
        action
        for action in choices
        if (wish < 4 and any(action in block for block in _EAGER))
        or (4 <= wish < 7 and action not in _WEARY)
    ]
    choices = wanted or choices
    return choices[rng.integers(len(choices))]


def play_to_the_end(tables: Any, players: int, seed: int) -> None:
    """Play a game and check every position."""
    play, components = Play(tables, players, seed, (2, 1, 2)), Components(None, tables)
    rng = np.random.default_rng(seed)
    turn, began = -1, 0
    seen, copies = bytearray(), bytearray()
    while not play.finished:
        game = play.game
        now = int(game["round"]) * 100 + int(game["turn"])
        if now != turn:
            turn, began = now, int(game["decisions"])
        assert int(game["decisions"]) - began < limits.TURN_DECISIONS + _FORCED
        choices = play.actions
        assert len(choices) > 1
        assert play.forced or actions.PASS in choices, play.top
        assert play.step(eager(choices, rng)), f"fault {game['fault']}"
        broken = play.violations()
        assert broken == invariants.FINE, invariants.NAMES[broken]
        seen += play.bytes
        if int(play.game["decisions"]) % _LOOKS == 0:
            assert all(play.tells_nothing(seat) for seat in range(players))
            assert play.finished or play.determinized(play.seat, 1).violations() == 0
            for seat in range(players):
                copies += play.determinized(seat, 1).bytes
    check_games(components, np.frombuffer(seen, GAME), "position {}")
    check_games(components, np.frombuffer(copies, GAME), "copy {} of a position")


@pytest.mark.property
@pytest.mark.ledger(
    "GEN-06", "GEN-11", "BOUND-01", "BOUND-02", "BOUND-03", "BOUND-04", "BOUND-05", "BOUND-06"
)
@settings(
    max_examples=share(60),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(drawn=designs, seed=st.integers(0, 2**32))
def test_every_game_with_a_valid_card_set_ends_and_keeps_all_invariants(
    drawn: Entry, seed: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), folder_of(drawn))
        tables = load.load(folder)
    for players in range(1, 5):
        play_to_the_end(tables, players, seed)
