"""All checks of a game, one after the other."""

import time
from collections.abc import Callable, Collection, Iterator
from types import MappingProxyType
from typing import Final, NamedTuple

from wistar_env.kit.conformance import (
    bot_checks,
    copy_checks,
    declaration_checks,
    env_checks,
    interpreted_checks,
    kept_secrets,
    many_games,
    rules_checks,
    secrecy_checks,
    text_checks,
)
from wistar_env.kit.conformance.case import Case
from wistar_env.kit.game import Game

#: Every check by its name; it raises AssertionError with a sentence.
CHECKS: Final = MappingProxyType(
    {
        check.__name__: check
        for check in (
            rules_checks.games_begin,
            interpreted_checks.interpreted_code_plays_the_same_game,
            rules_checks.games_end,
            rules_checks.games_repeat,
            rules_checks.decisions_are_counted,
            rules_checks.options_change_games,
            rules_checks.copies_continue_identically,
            rules_checks.illegal_actions_change_nothing,
            rules_checks.no_action_repeats_for_ever,
            rules_checks.seats_are_alike,
            rules_checks.places_follow_from_scores,
            many_games.many_games_fit_the_declaration,
            interpreted_checks.forged_saves_are_rejected_or_played_on,
            secrecy_checks.views_survive_reshuffles,
            secrecy_checks.reshuffles_reveal_nothing,
            kept_secrets.hidden_numbers_are_redrawn,
            copy_checks.real_games_and_copies_agree,
            copy_checks.rare_positions_and_copies_agree,
            secrecy_checks.reshuffled_games_can_be_played,
            secrecy_checks.sealed_choices_stay_sealed,
            bot_checks.bots_learn_nothing_hidden,
            text_checks.texts_identify_actions,
            text_checks.texts_reveal_nothing_hidden,
            text_checks.events_reveal_nothing_hidden,
            text_checks.pictures_reveal_nothing_hidden,
            env_checks.environments_play_the_same_games,
            env_checks.batches_play_the_same_games,
            env_checks.learners_play_the_same_games,
            env_checks.replays_play_the_same_games,
            env_checks.sparse_observations_fit,
            env_checks.pettingzoo_accepts_it,
            env_checks.gymnasium_accepts_it,
            env_checks.stable_baselines3_accepts_it,
            declaration_checks.features_fit_the_axes,
            declaration_checks.every_kind_of_action_occurs,
            declaration_checks.every_position_can_be_saved,
            declaration_checks.every_block_occurs,
            declaration_checks.limits_are_rarely_passed,
        )
    }
)
#: Checks on which all others depend.
CAUSES: Final = frozenset({"games_begin", "interpreted_code_plays_the_same_game", "games_end"})


class Result(NamedTuple):
    """The result of a check."""

    check: str  # its name
    case: Case  # the game and its players
    problem: str  # the failure in a sentence; empty if it passed
    note: str  # how much was compared, if the check says it
    seconds: float  # how long it took


def cases_of(game: type[Game], games: int = 4, seed: int = 1) -> list[Case]:
    """Return the cases of a game: one for each player count."""
    spec = game.spec
    return [
        Case(game, num_players, games, seed)
        for num_players in range(spec.min_players, spec.max_players + 1)
    ]


def run_check(name: str, case: Case) -> Result:
    """Run one check of one case."""
    check: Callable[[Case], str | None] = CHECKS[name]
    start, problem, note = time.perf_counter(), "", ""
    try:
        note = check(case) or ""
    except Exception as error:
        problem = " ".join(str(error).split()) or type(error).__name__
        if not isinstance(error, AssertionError):
            problem = f"{type(error).__name__}: {problem}"
    return Result(name, case, problem, note, time.perf_counter() - start)


def check_game(
    game: type[Game], games: int = 4, seed: int = 1, only: Collection[str] = ()
) -> Iterator[Result]:
    """Run the checks of a game with each player count; yield the results.

    It stops after the first failure of a check on which all others depend: the game cannot be
    begun or interpreted, or has no end.

    ``only``: the names of the checks to run; empty means all.
    """
    for case in cases_of(game, games, seed):
        for name in CHECKS:
            if only and name not in only:
                continue
            result = run_check(name, case)
            yield result
            if result.problem and name in CAUSES:
                return


def not_tested(game: type[Game]) -> list[str]:
    """Return what the checks do not cover, in words."""
    spec = game.spec
    open_ends = [
        "whether these are the rules that you intend: test positions of your own",
        "positions that random and greedy games do not reach",
        "biases of hidden values that are smaller than stated above, or joint in three values",
        "games that can go on for ever without repeating one action",
    ]
    if spec.rotate_seats is None:
        open_ends.append("whether seats are treated alike: declare seats_alike = True to check it")
    if spec.options:
        open_ends.append("hidden information in games with non-default options")
    if not spec.scores.zero_sum:
        open_ends.append("whether scores sum to 0: declare ScoreSpec(zero_sum=True) to check it")
    return open_ends
