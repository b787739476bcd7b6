"""Games that end before the caller decides; every environment and batch skips them.

If a game ends before the first decision of the learner, or of any seat that the caller plays, the
next one begins at once. As after any other game, its seed is ``seed_after(seed)``, from which its
options, seats and opponents are drawn. So all environments with the same seed and actions skip the
same games. The info ``"skipped_games"`` counts the games skipped before the running one, and
``skipped`` has their final infos.
"""

from typing import Final, NoReturn

from wistar_env.errors import NoDecisionError
from wistar_env.kit.game import Game

#: Maximum number of games that are skipped in a row.
MAX_SKIPPED: Final = 1000


def fail_to_skip(game: Game, seed: int) -> NoReturn:
    """Raise NoDecisionError, since more than ``MAX_SKIPPED`` games in a row had no decision."""
    raise NoDecisionError(
        f"more than {MAX_SKIPPED:,} games of {game.spec.name} in a row ended before the caller "
        f"decided, the last one with seed {seed}: choose another num_players or, if the caller "
        "plays one seat, learner_seat, or change the rules so that every seat decides"
    )
