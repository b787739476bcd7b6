"""Utilities of finished games, as in game theory: points or ranks."""

from typing import Final

from wistar_env.arguments import shown
from wistar_env.kit.game import Game, GameSpec
from wistar_env.kit.rewards import choose_reward

#: The final score, or the reward ``"rank"``.
UTILITIES: Final = ("points", "rank")


def check_utility(utility: str) -> str:
    """Validate and return the name of a utility.

    Raises ValueError if there is no such utility.
    """
    if utility not in UTILITIES:
        raise ValueError(f"utility must be {' or '.join(UTILITIES)}, found {shown(utility)}")
    return utility


def utilities_of(game: Game, utility: str) -> list[float]:
    """Return the utility of each player of a finished game; automata have none."""
    spec = game.spec
    if utility == "rank":
        every = choose_reward("rank", spec).function(game, game)
    else:
        total = spec.score_columns[spec.scores.total_column]
        every = [float(row[total]) for row in game.scores()]
    return list(every[: game.num_players])


def is_zero_sum(spec: GameSpec, num_players: int, utility: str) -> bool:
    """Return whether the players' utilities always add up to 0.

    Ranks do, and points if the game declares it, but neither does with automata.
    """
    if spec.seats_of(num_players)[1]:
        return False
    return utility == "rank" or spec.scores.zero_sum
