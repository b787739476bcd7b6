"""The conformance suite finds the faults of ``tests.kit.planted``, and names them."""

import numpy as np
import pytest

from tests.kit.kuhn import Kuhn
from tests.kit.nim import Nim
from tests.kit.planted import LeakingPhase, LongKuhn, SoundKuhn, WideKuhn
from wistar_env.errors import ReplayError
from wistar_env.kit.conformance.case import Case
from wistar_env.kit.conformance.exact_arrays import exact
from wistar_env.kit.conformance.forged_saves import unfinished_positions
from wistar_env.kit.conformance.runner import CHECKS, cases_of, run_check
from wistar_env.kit.game import Game
from wistar_env.kit.limits import MAX_DECISIONS


@pytest.mark.parametrize("check", CHECKS)
def test_a_sound_short_game_passes(check: str) -> None:
    for case in cases_of(SoundKuhn):
        assert run_check(check, case).problem == ""


@pytest.mark.parametrize(
    ("game", "check", "problem"),
    [
        (LeakingPhase, "views_survive_reshuffles", "its mask changed after a reshuffle for seat"),
        (Kuhn, "forged_saves_are_refused_or_played_on", "cannot play action"),
        (
            LongKuhn,
            "forged_saves_are_refused_or_played_on",
            "a save with decisions = 3, the highest of its range, at decision",
        ),
        (
            WideKuhn,
            "forged_saves_are_refused_or_played_on",
            "= 300, the highest of its range, at decision",
        ),
    ],
)
def test_a_planted_fault_is_found(game: type[Game], check: str, problem: str) -> None:
    for case in cases_of(game):
        assert problem in run_check(check, case).problem


def test_random_positions_are_of_all_phases() -> None:
    case = cases_of(Nim)[0]
    sampled = [game.num_decisions for seed in range(60) for game in case.sampled(seed, every=7)]
    assert set(range(8)) <= set(sampled)


def test_forged_positions_are_before_the_end_of_games() -> None:
    games = [SoundKuhn.from_bytes(save) for save in unfinished_positions(Case(SoundKuhn, 2, 4, 1))]
    assert not any(game.finished for game in games)
    assert {game.num_decisions for game in games} == {0, 1, 2}


@pytest.mark.parametrize("decisions", [-1, MAX_DECISIONS + 1, 2**31 - 1])
def test_saves_have_a_possible_number_of_decisions(decisions: int) -> None:
    game = Nim.new(2, 1)
    game.record["decisions"] = decisions
    with pytest.raises(ReplayError, match=f"decisions is {decisions}, .* at most {MAX_DECISIONS}"):
        Nim.from_bytes(game.to_bytes())


def test_exact_arrays_refuse_what_compiled_code_writes_elsewhere() -> None:
    array = exact(3, np.uint8)
    array[2] = 255
    assert array[2] == 255
    for index in (-1, 3, np.int16(-1)):
        with pytest.raises(IndexError, match="of an array of 3"):
            array[index] = 1
        with pytest.raises(IndexError, match="of an array of 3"):
            array[index]
    for value in (-1, 256, np.int16(300)):
        with pytest.raises(OverflowError, match="does not fit"):
            array[0] = value
