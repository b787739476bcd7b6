"""The parts of a report."""

import numpy as np
import pytest

from experiments import report
from wistar_env.games.rats_of_wistar.rules import actions
from wistar_env.games.rats_of_wistar.rules.actions import NUM_ACTIONS
from wistar_env.games.rats_of_wistar.rules.state import PLAYER
from wistar_env.games.rats_of_wistar.tables.limits import SPACES
from wistar_env.games.rats_of_wistar.tables.load import catalogue


def test_bits_are_counted_one_by_one() -> None:
    masks = np.array([[0b001, 0b101], [0b100, 0b000]], np.int16)
    assert report.bit_counts(masks, 3).tolist() == [2, 0, 2]


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (0.0, "never"),
        (0.005, "rarely"),
        (0.01, ""),
        (0.5, ""),
        (0.995, "nearly always"),
        (1.0, "always"),
    ],
)
def test_what_is_taken_nearly_never_or_always_is_flagged(share: float, said: str) -> None:
    assert report.flag(share) == said


def test_a_share_of_nothing_is_left_open() -> None:
    shares = report.Shares("Chiefs", "Chiefs", ("Hut", "Pond"), np.array([0, 1]), np.array([0, 4]))
    assert shares.rows() == [["Hut", "0", "", ""], ["Pond", "4", "25.0%", ""]]
    assert shares.flags() == []


def test_what_is_said_in_a_table_is_a_flag() -> None:
    shares = report.Shares("x", "x", ("a", "b", "c"), np.array([0, 3, 5]), np.array([5, 5, 5]))
    assert shares.flags() == [("a", "never"), ("c", "always")]


def test_chiefs_are_counted_by_sector_whatever_their_space() -> None:
    taken = np.zeros(NUM_ACTIONS, np.int64)
    taken[actions.PLACE : actions.PLACE + SPACES] = 1
    taken[actions.PLACE + SPACES] = 4
    taken[actions.HUT] = 3
    shares = report.chiefs(catalogue(), taken)
    assert shares.names[-1] == "Hut"
    assert shares.parts.tolist() == [3, 4, 0, 0, 0, 0, 3]
    assert shares.wholes.tolist() == [10] * 7


def test_a_private_objective_could_be_claimed_by_its_owner_only() -> None:
    players = np.zeros((2, 2), PLAYER)
    shown = np.zeros(13, np.int64)
    shown[1] = 2
    players["private"][0, 1] = 1 << 5
    players["claims"][0] = 1 << 1, 1 << 5
    shares = report.objectives(catalogue(), players, shown)
    assert (shares.wholes[1], shares.wholes[5]) == (4, 1)
    assert (shares.parts[1], shares.parts[5]) == (1, 1)
