"""The conformance suite: correct games pass, and the faults of other games are reported."""

import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from tests.author.games import Waits
from tests.command_line import wistar
from tests.kit.nim import CARDS, PILES, BareNim, Nim
from wistar_env import RatsOfWistar, cli
from wistar_env.errors import GameNotFoundError
from wistar_env.kit.conformance import runner
from wistar_env.kit.conformance.case import Case
from wistar_env.kit.conformance.runner import CHECKS, cases_of, run_check
from wistar_env.kit.game import Presentation, Presented, registry
from wistar_env.kit.game.place_features import PlaceFeatures
from wistar_env.kit.game.presentation_parts import Choice, MenuItem
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.game.spec_records import ActionSpec, BotSpec
from wistar_env.kit.layout import Layout, layout_of_blocks

#: A check that plays hundreds of games, for which there is a separate command.
LONG = "every_block_occurs"


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("case", [*cases_of(Nim, games=3), *cases_of(BareNim, games=1)], ids=str)
def test_nim_passes(check: str, case: Case) -> None:
    CHECKS[check](case)


@pytest.mark.parametrize("check", [name for name in CHECKS if name != LONG])
@pytest.mark.parametrize("case", cases_of(RatsOfWistar, games=1), ids=str)
def test_rats_of_wistar_passes(check: str, case: Case) -> None:
    CHECKS[check](case)


@pytest.mark.parametrize(
    "check",
    [
        "reshuffled_games_can_be_played",
        "learners_play_the_same_games",
        "environments_play_the_same_games",
    ],
)
def test_a_game_that_need_not_end_is_played_to_an_end(check: str) -> None:
    """Its first action goes on for ever."""
    (case,) = cases_of(Waits, games=2)
    CHECKS[check](case)


def test_there_is_a_case_for_each_number_of_players() -> None:
    assert [case.num_players for case in cases_of(RatsOfWistar)] == [1, 2, 3, 4]
    assert [str(case) for case in cases_of(Nim)] == [f"nim, {n} players" for n in (2, 3, 4)]


class LeakingPresentation(Presentation):
    """Shows the cards of all seats in its text."""

    __slots__ = ()

    def render(self, seat: int | None = None) -> str:
        return str(self.game.record["cards"].tolist())


class Leaking(Nim):
    """The text of a position shows the cards of all seats."""

    presentation = Presented(LeakingPresentation)

    __slots__ = ()


class TellingPresentation(Presentation):
    """Tells the cards of all seats in the words for a prompt only."""

    __slots__ = ()

    def position_in_words(self, seat: int) -> str:
        return str(self.game.record["cards"].tolist())


class Telling(Nim):
    """The text for prompts reveals the cards of all seats."""

    presentation = Presented(TellingPresentation)

    __slots__ = ()


class HintingPresentation(Presentation):
    """Says with each choice which card a neighbour holds."""

    __slots__ = ()

    def choices(self) -> list[Choice]:
        card = int(self.game.record["cards"][0, (self.game.seat + 1) % self.game.num_seats])
        return [each._replace(effect=f"against {card}") for each in super().choices()]


class Hinting(Nim):
    """The choices reveal the card of a neighbour."""

    presentation = Presented(HintingPresentation)

    __slots__ = ()


class AdvisingPresentation(Presentation):
    """Offers people a hint at the card of a neighbour, which no view has."""

    __slots__ = ()

    def menu(self) -> list[MenuItem]:
        card = int(self.game.record["cards"][0, (self.game.seat + 1) % self.game.num_seats])
        return [each._replace(gives_up="x" * card) for each in super().menu()]


class Advising(Nim):
    """The menu reveals the card of a neighbour."""

    presentation = Presented(AdvisingPresentation)

    __slots__ = ()


class Mumbling(Nim):
    """Actions on different piles have the same text."""

    __slots__ = ()

    def describe(self, action: Any) -> str:
        return super().describe(action).partition(" of ")[0]


class RenamingPresentation(Presentation):
    """Calls actions by other texts when they are legal."""

    __slots__ = ()

    def choices(self) -> list[Choice]:
        return [each._replace(text=f"{k}. choice") for k, each in enumerate(super().choices())]


class Renaming(Nim):
    """The choices describe actions with other texts."""

    presentation = Presented(RenamingPresentation)

    __slots__ = ()


class HidingPresentation(Presentation):
    """Leaves out a choice."""

    __slots__ = ()

    def choices(self) -> list[Choice]:
        return super().choices()[1:]


class Hiding(Nim):
    """The choices leave out an action."""

    presentation = Presented(HidingPresentation)

    __slots__ = ()


class Forgetful(Nim):
    """A reshuffle derives hidden cards from the real cards of others."""

    __slots__ = ()

    def determinize(self, seat: int, seed: int) -> "Forgetful":
        game = self.clone()
        others = [k for k in range(self.num_seats) if k != seat]
        game.record["cards"][0, others] = (game.record["cards"][0, others] + seed) % CARDS
        return game


class Careless(Nim):
    """An illegal action is carried out in part before it is rejected."""

    __slots__ = ()

    def step(self, action: Any) -> int:
        before = self.to_bytes()
        try:
            return super().step(action)
        finally:
            if self.to_bytes() == before:
                self.record["rng"] += 1


class Unfair(Nim):
    """The places of seats are doubled, so some places are missing."""

    __slots__ = ()

    def ranks(self) -> list[int]:
        return [2 * rank for rank in super().ranks()]


class Absent(Nim):
    """A clone lacks a pile."""

    __slots__ = ()

    def clone(self) -> "Absent":
        game = super().clone()
        game.record["piles"][0, 0] = 0
        return game


class Whispering(Nim):
    """The displayed turn depends on a hidden card."""

    __slots__ = ()

    @property
    def turn(self) -> tuple[Any, ...]:
        return (int(self.record["cards"][0, (self.seat + 1) % self.num_seats]),)


class Blind(Nim):
    """Observations of a single game are empty; those of batches are not."""

    __slots__ = ()

    def observe_and_mask(self, seat: int) -> Any:
        observation, mask = super().observe_and_mask(seat)
        return np.zeros_like(observation), mask


class Growing(Nim):
    """Every new game begins with more pieces."""

    __slots__ = ()
    begun = 0

    @classmethod
    def new(cls, *arguments: Any, **more: Any) -> Any:
        game = super().new(*arguments, **more)
        cls.begun += 1
        game.record["piles"] += cls.begun
        return game


class Rejecting(Nim):
    """The declaration has a kind of action that the rules never allow."""

    __slots__ = ()
    spec = replace(Nim.spec, actions=ActionSpec(blocks=(("take", PILES * CARDS), ("give", 1))))


class Overflowing(Nim):
    """The declared range of piles is too small."""

    __slots__ = ()
    spec = replace(Nim.spec, record_ranges=(("piles", (0, 1)), *Nim.spec.record_ranges[1:]))


class Balanced(Nim):
    """The declaration says that scores add up to 0, but they do not."""

    __slots__ = ()
    spec = replace(Nim.spec, scores=replace(Nim.spec.scores, zero_sum=True))


def _narrow_layout(num_players: int) -> Layout:
    blocks = Nim.spec.observation_layout(num_players).blocks
    return layout_of_blocks(replace(block, limit=2) for block in blocks)


class Narrow(Nim):
    """The declared limit of piles is below their real sizes."""

    __slots__ = ()
    spec = replace(Nim.spec, observation_layout=cache(_narrow_layout))


def _features(**places: int) -> Any:
    tables = {
        axis: PlaceFeatures(("one",), np.ones((count, 1), np.float32))
        for axis, count in places.items()
    }
    return lambda data, num_players: tables


@pytest.mark.parametrize(
    ("features", "axes", "problem"),
    [
        (None, {"take": "pile"}, "actions.axes needs observation.place_features"),
        (_features(pile=2), {}, "has 2 rows for the axis 'pile'"),
        (_features(pile=PILES), {"give": "pile"}, "'give', which is not a block of actions"),
        (_features(pile=PILES), {"take": "cat"}, "'cat', which place_features does not have"),
        (_features(cat=7), {"take": "cat"}, f"{PILES * CARDS} actions, not a multiple of the 7 "),
        (_features(pile=PILES), {"take": "pile"}, ""),
    ],
)
def test_features_that_do_not_fit_are_told(
    features: Any, axes: dict[str, str], problem: str
) -> None:
    class Featured(Nim):
        __slots__ = ()
        spec = replace(
            Nim.spec,
            actions=ActionSpec(blocks=(("take", PILES * CARDS),), axes=axes),
            observation=replace(Nim.spec.observation, place_features=features),
        )

    (case, *_) = cases_of(Featured, games=1)
    assert problem in run_check("features_fit_the_axes", case).problem
    assert bool(problem) == bool(run_check("features_fit_the_axes", case).problem)


#: Faulty games, the check that finds the fault, and a part of its message.
BROKEN: Final[list[tuple[type[Nim], str, str]]] = [
    (Leaking, "views_survive_reshuffles", "the text changed after a reshuffle for seat"),
    (
        Telling,
        "texts_reveal_nothing_hidden",
        "the text of the seat's view changed after a reshuffle for",
    ),
    (
        Hinting,
        "texts_reveal_nothing_hidden",
        "the choices of the seat's view changed after a reshuffle for",
    ),
    (
        Advising,
        "texts_reveal_nothing_hidden",
        "the menu of the seat's view changed after a reshuffle for",
    ),
    (Mumbling, "texts_identify_actions", "several actions have the text 'take 1'"),
    (Renaming, "texts_identify_actions", "has the text '0. choice' in choices(), but"),
    (Hiding, "texts_identify_actions", "choices() returns the actions"),
    (
        Forgetful,
        "reshuffles_reveal_nothing",
        "a reshuffle for seat 0 depends on information hidden from it: cards[1]",
    ),
    (Careless, "illegal_actions_change_nothing", "was rejected but changed the game: seed"),
    (Unfair, "places_follow_from_scores", "0 seats are better than place 2, so it must be 1"),
    (
        Balanced,
        "many_games_fit_the_declaration",
        "ScoreSpec(zero_sum=True) requires 0",
    ),
    (Absent, "copies_continue_identically", "a clone differs from its game: seed"),
    (Whispering, "bots_learn_nothing_hidden", "turn of the seat's view changed after a"),
    (
        Blind,
        "batches_play_the_same_games",
        "an observation in a batch differs from the game's: num_threads=1",
    ),
    (
        Growing,
        "learners_play_the_same_games",
        "the learner's game differs from one played directly: seat 0",
    ),
    (Rejecting, "every_kind_of_action_occurs", "actions are never legal: give; `find_legal` of "),
    (Overflowing, "every_position_can_be_saved", "'random' cannot be loaded: "),
    (
        Narrow,
        "limits_are_rarely_passed",
        "exceed the limit 2 of the block 'piles', with values up to ",
    ),
    (Growing, "replays_play_the_same_games", "a saved and loaded game differs after 0"),
]


@pytest.mark.parametrize(("game", "check", "problem"), BROKEN)
def test_what_is_broken_is_told(game: type[Nim], check: str, problem: str) -> None:
    found = [run_check(check, case).problem for case in cases_of(game, games=2)]
    assert all(problem in each for each in found), found


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("chess", "there is no game 'chess'; the installed games are .*rats-of-wistar"),
        ("tests.kit.nim:Chess", "cannot be imported: .*no attribute 'Chess'"),
        ("no_such_module:Nim", "cannot be imported: No module named"),
        (":Nim", "cannot be imported: Empty module name"),
        (".nim:Nim", "cannot be imported: "),
        ("tests.kit.nim:NIM", "must be a class that derives from wistar_env.Game"),
    ],
)
def test_games_that_cannot_be_found_are_told(name: str, problem: str) -> None:
    with pytest.raises(GameNotFoundError, match=problem):
        find_game(name)


def test_games_are_found_by_their_entry_point_and_by_their_class() -> None:
    assert find_game("rats-of-wistar") is RatsOfWistar
    assert find_game("tests.kit.nim:Nim") is Nim


def test_the_command_lists_the_installed_games() -> None:
    result = wistar("games")
    assert result.exit_code == 0, result.output
    assert "rats-of-wistar: Rats of Wistar, 1 to 4 players" in result.output.splitlines()


def test_the_command_lists_the_bots_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = replace(
        Nim.spec,
        bots=BotSpec(classes={"careful": "my_nim.bots:Careful", "bold": "my_nim.bots:Bold"}),
    )
    game = type("Botted", (Nim,), {"spec": spec, "__slots__": ()})
    monkeypatch.setattr(registry, "find_game", lambda name: game)
    line = "Nim with a hidden card, 2 to 4 players; bots: careful, bold"
    assert line in wistar("games").output


def test_the_command_checks_a_game_and_says_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    # All other games pass in the tests above.
    some = ["games_end", "places_follow_from_scores", "texts_identify_actions"]
    monkeypatch.setattr(runner, "CHECKS", {name: CHECKS[name] for name in some})
    result = wistar("check", "tests.kit.nim:BareNim", "--games", "1")
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    told = [line for line in lines if line.startswith("bare-nim: not tested: ")]
    assert len(lines) == 3 * len(some) + len(told) + 1
    assert "bare-nim: not tested: whether these are the rules that you intend" in told[0]
    assert lines[0].startswith("bare-nim, 2 players: games end: ok (")
    assert lines[-1] == "all checks passed"
    result = wistar("check", f"{__name__}:Unfair", "--games", "1")
    assert result.exit_code == 1
    assert "places follow from scores: FAILED: places [" in result.output
    assert result.output.splitlines()[-1].endswith("checks failed")


def test_the_command_says_which_games_there_are() -> None:
    result = wistar("check", "chess")
    assert result.exit_code == cli.USER_ERROR
    assert "error: there is no game 'chess'" in result.output


def test_pytest_runs_the_checks_of_a_game(pytestconfig: pytest.Config, tmp_path: Path) -> None:
    plugin = "wistar_env.kit.conformance.pytest_plugin"
    games = ("--wistar-game", f"{__name__}:Unfair", "-k", "places_follow or games_end")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", plugin, *games, str(tmp_path)],
        capture_output=True,
        text=True,
        cwd=pytestconfig.rootpath,
        check=False,
    )
    assert "3 failed, 3 passed" in done.stdout, done.stdout + done.stderr
    assert "so it must be 1: seed 1" in done.stdout
