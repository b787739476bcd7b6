"""The conformance suite finds the faults of ``tests.kit.planted*``, and names them."""

import os
import signal
import subprocess
import sys
from typing import Final

import numba
import numpy as np
import pytest

from tests.author.planted import (
    EventsTell,
    Idles,
    Leans,
    Passes,
    PicturesTell,
    RareAction,
    RareRange,
    RareSum,
    TwoOnly,
    WordsTell,
    WrongWinner,
)
from tests.command_line import wistar
from tests.kit.kuhn import Kuhn
from tests.kit.nim import Nim
from tests.kit.planted import (
    BeyondKuhn,
    EndlessKuhn,
    GapsKuhn,
    LeakingPhase,
    LongKuhn,
    NeverBets,
    SoundKuhn,
    SwappedKuhn,
    WideKuhn,
)
from tests.kit.planted_secrecy import (
    BiasedShuffle,
    ByRealCards,
    CardTwice,
    ForgetsEarly,
    ForgetsTaken,
    ForgetsVoids,
    GivesUp,
    KeepsCards,
    MaskTells,
    PileTells,
    TooStrict,
    UnequalDeal,
)
from wistar_env.compiled.jit import signature_of, unit
from wistar_env.errors import ReplayError
from wistar_env.kit.conformance.case import Case
from wistar_env.kit.conformance.exact_arrays import exact
from wistar_env.kit.conformance.forged_saves import unfinished_positions
from wistar_env.kit.conformance.interpreted_checks import in_words
from wistar_env.kit.conformance.runner import CHECKS, cases_of, check_game, run_check
from wistar_env.kit.game import Game
from wistar_env.kit.limits import MAX_DECISIONS

COPIES: Final = "real_games_and_copies_agree"
RARE: Final = "rare_positions_and_copies_agree"
MANY: Final = "many_games_fit_the_declaration"


@pytest.mark.parametrize("check", CHECKS)
def test_a_sound_short_game_passes(check: str) -> None:
    for case in cases_of(SoundKuhn):
        assert run_check(check, case).problem == ""


#: Games with a fault, the check that finds it, and a part of its message.
FAULTS: Final[list[tuple[type[Game], str, str]]] = [
    (NeverBets, "games_end", "actions [1] are legal, but actions.possible"),
    (LeakingPhase, "views_survive_reshuffles", "the mask changed after a reshuffle for seat"),
    (MaskTells, "views_survive_reshuffles", "the mask changed after a reshuffle for seat"),
    (ByRealCards, "reshuffles_reveal_nothing", "depends on information hidden from it: cards["),
    (GivesUp, "reshuffles_reveal_nothing", "depends on information hidden from it: place["),
    (KeepsCards, "hidden_numbers_are_redrawn", "for seat 0 never changes cards[1]"),
    (ForgetsTaken, COPIES, "] = 1 and bit 1 of most_taken["),
    (ForgetsEarly, RARE, "in games that begin with `full_piles`, "),
    (TooStrict, COPIES, "] = 1"),
    (PileTells, COPIES, "and piles[0] = "),
    (UnequalDeal, COPIES, "cards["),
    (Leans, COPIES, "card["),
    (CardTwice, COPIES, "with 2 players, cards[0] = "),
    (ForgetsVoids, COPIES, "of voids["),
    (BiasedShuffle, COPIES, "place["),
    (Kuhn, "forged_saves_are_rejected_or_played_on", "of size 3), in play_on, kuhn.py"),
    (
        LongKuhn,
        "forged_saves_are_rejected_or_played_on",
        "a save with decisions = 3 (the highest of its range) at decision",
    ),
    (RareSum, MANY, "add up to 2, but ScoreSpec(zero_sum=True) requires 0: seed "),
    (RareRange, MANY, "] is 12; allowed: 0 to 6: seed "),
    (RareAction, MANY, "a legal action is not in the range 0 to 1: seed "),
    (Idles, "no_action_repeats_for_ever", "action 1 ('look') can be repeated for ever"),
    (Passes, "no_action_repeats_for_ever", "action 1 ('pass') can be repeated for ever"),
    (EventsTell, "events_reveal_nothing_hidden", "holding "),
    (PicturesTell, "pictures_reveal_nothing_hidden", "the picture of the seat's view changed"),
    (WordsTell, "texts_reveal_nothing_hidden", "the stage of the seat's view changed"),
    (
        WideKuhn,
        "forged_saves_are_rejected_or_played_on",
        "= 300 (the highest of its range) at decision",
    ),
]


@pytest.mark.parametrize(("game", "check", "problem"), FAULTS)
def test_a_planted_fault_is_found(game: type[Game], check: str, problem: str) -> None:
    for case in cases_of(game):
        assert problem in run_check(check, case).problem


def test_a_fault_of_rare_positions_is_not_found_without_a_rare_start() -> None:
    assert [run_check(COPIES, case).problem for case in cases_of(ForgetsEarly)] == ["", "", ""]


@pytest.mark.parametrize("check", ["every_kind_of_action_occurs", "every_block_occurs"])
def test_what_is_for_some_numbers_of_players_is_no_fault(check: str) -> None:
    assert [run_check(check, case).problem for case in cases_of(TwoOnly)] == ["", "", ""]


def test_a_game_that_ends_by_its_decisions_repeats_nothing_for_ever() -> None:
    (case,) = cases_of(EventsTell)
    assert run_check("no_action_repeats_for_ever", case).problem == ""


def test_a_wrong_seat_with_three_players_is_found_by_rotating_seats() -> None:
    two, three = (run_check("seats_are_alike", case).problem for case in cases_of(WrongWinner))
    assert two == ""
    assert "action 1 does not do the same for another seat: winner differ" in three


#: Games that fail all checks, the first check that reports it, and a part of its message.
CAUSES: Final[list[tuple[type[Game], str, str]]] = [
    (SwappedKuhn, "games_begin", "score_game (score_swapped of tests.kit.planted, line"),
    (
        BeyondKuhn,
        "interpreted_code_plays_the_same_game",
        "index 3 is out of range for an axis of size 3, in play_beyond, planted.py line",
    ),
    (
        GapsKuhn,
        "interpreted_code_plays_the_same_game",
        "`encode` does not write all of the block 'cards' for seat 0",
    ),
    (EndlessKuhn, "games_end", "seed 1 is not over after 100000 decisions"),
]


@pytest.mark.parametrize(("game", "check", "words"), CAUSES)
def test_checks_stop_at_what_makes_all_others_fail(
    game: type[Game], check: str, words: str
) -> None:
    *passed, last = check_game(game)
    assert not any(result.problem for result in passed)
    assert (last.check, words in last.problem) == (check, True), last.problem


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no such timer")
def test_a_loop_without_end_is_told_with_its_line() -> None:
    code = (
        "from functools import partial; from wistar_env.kit.conformance import transcripts as t; "
        "t.forbid_endless_loops = partial(t.forbid_endless_loops, 1); "
        "t.main('tests.kit.planted:LoopingKuhn', 2, 1)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    words = in_words(done.stderr.strip())
    assert "perhaps in an endless loop, in play_and_loop, planted.py" in words


def test_the_last_of_chained_errors_is_told() -> None:
    line = '  File "my_game.py", line 7, in play_on'
    chained = f"{line}\nAssertionError: it fails\n\nThe cause of another:\nAssertionError: a save"
    assert in_words(chained) == "a save, in play_on, my_game.py line 7"
    assert in_words("Trace\nKeyError: 3") == "interpreted code fails: KeyError: 3"


def unannotated(g, action: int) -> None:  # type: ignore[no-untyped-def]
    pass


def annotated_as_a_list(numbers: list) -> None:  # type: ignore[type-arg]
    pass


def test_a_function_without_an_annotation_is_named_with_its_line() -> None:
    line = unannotated.__code__.co_firstlineno
    with pytest.raises(
        TypeError, match=f"unannotated of {__name__}, line {line}: the parameter 'g' has no annot"
    ):
        signature_of(unannotated)
    if not numba.config.DISABLE_JIT:
        with pytest.raises(TypeError, match="'list' of 'numbers'"):
            unit(annotated_as_a_list)


def test_the_command_runs_the_checks_that_are_named() -> None:
    chosen = ("--only", "games end", "--only", "decisions-are-counted")
    result = wistar("check", "tests.kit.planted:SoundKuhn", *chosen)
    assert result.exit_code == 0, result.output
    named = [line.split(":")[1] for line in result.output.splitlines()[:-1]]
    assert [each for each in named if each != " not tested"] == [
        " games end",
        " decisions are counted",
    ]
    result = wistar("check", "tests.kit.planted:SoundKuhn", "--only", "games stop")
    assert result.exit_code != 0
    assert "there is no check games_stop; the checks are " in " ".join(
        result.output.replace("│", " ").split()
    )


def test_the_command_says_that_checks_are_left_out() -> None:
    result = wistar("check", "tests.kit.planted:SwappedKuhn")
    told = result.output.partition("other checks follow when this one passes\n")[2]
    assert told.endswith("1 check failed\n")


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
    with pytest.raises(ReplayError, match=f"decisions is {decisions} .* at most {MAX_DECISIONS}"):
        Nim.from_bytes(game.to_bytes())


def test_exact_arrays_reject_what_compiled_code_writes_elsewhere() -> None:
    array = exact(3, np.uint8)
    array[2] = 255
    assert array[2] == 255
    for index in (-1, 3, np.int16(-1)):
        with pytest.raises(IndexError, match="axis of size 3"):
            array[index] = 1
        with pytest.raises(IndexError, match="axis of size 3"):
            array[index]
    for value in (-1, 256, np.int16(300)):
        with pytest.raises(OverflowError, match="does not fit"):
            array[0] = value
