"""The final points that hints show, as the game's network expects them."""

from typing import Final, NamedTuple

from wistar_env.explanations import Explanation
from wistar_env.kit.game import Game
from wistar_env.kit.networks.defaults import DefaultNetworks
from wistar_env.kit.networks.network import Network

#: Number of best choices with estimated points, and samples of hidden information for each.
_CHOICES: Final = 5
_GUESSES: Final = 4


class Points(NamedTuple):
    """Expected final points of the deciding seat: now (None if unknown), and by action after it."""

    now: float | None
    after: dict[int, float]


UNKNOWN: Final = Points(None, {})


def points_of(game: Game, explanation: Explanation) -> Points:
    """Return the points expected in a position, and after the best actions of a search.

    Information hidden from the deciding seat is resampled, so that the numbers do not reveal it.
    """
    if not game.spec.networks.default or game.finished:
        return UNKNOWN
    network, seat = DefaultNetworks().for_game(game), game.seat
    guesses = [game.determinize(seat, k) for k in range(_GUESSES)]
    after = {}
    for option in explanation.options[:_CHOICES]:
        found = []
        for guess in guesses:
            tried = guess.clone()
            tried.step(option.action)
            found.append(_expected(network, tried, seat))
        after[option.action] = sum(found) / len(found)
    return Points(_expected(network, guesses[0], seat), after)


def _expected(network: Network, game: Game, seat: int) -> float:
    total = game.scores()[seat][game.spec.score_columns[game.spec.scores.total_column]]
    if game.finished:
        return float(total)
    return float(total + network.predict(game, seat).points[seat])
