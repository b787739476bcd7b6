"""The checks of ``wistar check`` for rules and declarations, without the checks of environments."""

from wistar_env.kit.conformance.runner import CHECKS, check_game
from wistar_env.kit.game import Game

#: The checks of rules and declarations.
OF_RULES = frozenset(
    {
        "decisions_are_counted",
        "every_block_occurs",
        "every_kind_of_action_occurs",
        "every_position_can_be_saved",
        "events_reveal_nothing_hidden",
        "forged_saves_are_rejected_or_played_on",
        "games_end",
        "games_repeat",
        "interpreted_code_plays_the_same_game",
        "limits_are_rarely_passed",
        "many_games_fit_the_declaration",
        "no_action_repeats_for_ever",
        "options_change_games",
        "reshuffled_games_can_be_played",
        "reshuffles_reveal_nothing",
        "sealed_choices_stay_sealed",
        "seats_are_alike",
        "texts_identify_actions",
        "texts_reveal_nothing_hidden",
        "views_survive_reshuffles",
    }
)


def problems_of(game: type[Game], checks: frozenset[str] = OF_RULES) -> list[str]:
    """Return the problems that the checks find."""
    assert checks <= CHECKS.keys()
    return [
        f"{result.case}: {result.check}: {result.problem}"
        for result in check_game(game, 2, 1, checks)
        if result.problem
    ]
