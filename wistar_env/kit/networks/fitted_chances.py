"""Win probabilities by a network without search, normalised over all seats.

The win heads of a network are calibrated for positions of its own play. In positions of other bots
they may not add up to 1, but for example to 1.5 in positions of four ``greedy`` bots. A file
beside a bundled network, ``NAME-chances.json``, has other weights for these heads, which give
log-odds of winning, fitted to positions of several bots (``experiments.fit_chances``). Search
keeps the original win heads, since it plays better with them.
"""

import json
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wistar_env.errors import NetworkError
from wistar_env.kit.game import Game
from wistar_env.kit.networks.files import check_parameters
from wistar_env.kit.networks.network import Network
from wistar_env.system.untrusted_files import reading_file


def file_beside(network: Path) -> Path:
    """Return the path of the file of win chances beside a bundled network."""
    return network.with_name(f"{network.stem}-chances.json")


def chances(network: Network, game: Game, seat: int | None = None) -> NDArray[np.float64]:
    """Return the win probability of each seat, as a network estimates it from one seat's view.

    Parameters
    ----------
    network
        A network for the game. Without a file of win chances, its win heads are divided by their
        sum.
    game
        The position; at the end of the game the winners share a probability of 1.
    seat
        The observing seat; None means the deciding seat.

    Returns
    -------
    float64[num_seats], 0 to 1, with the sum 1.
    """
    if game.finished:
        won = np.array(game.ranks()) == 1
        return np.asarray(won / won.sum(), np.float64)
    fitted = None if network.file is None else _fitted(network.file, network)
    found = (fitted or network).predict(game, seat).win_probability.astype(np.float64)
    odds = np.exp(found - found.max()) if fitted else np.clip(found, 1e-3, 1)
    return np.asarray(odds / odds.sum(), np.float64)


@lru_cache(maxsize=32)
def _fitted(file: Path, network: Network) -> Network | None:
    """Return a network whose win heads are fitted log-odds of winning; None if none are known."""
    beside = file_beside(file)
    if not beside.is_file():
        return None
    fitted = network.copy()
    heads, bias = fitted.parameters["heads"], fitted.parameters["heads_bias"]
    with reading_file(beside, "a file of win chances", NetworkError):
        rows = json.loads(beside.read_text("utf-8")).get(str(network.num_players))
        if rows is None:
            return None
        weights = {"chances": np.array(rows, np.float32)}
        seats = len(bias) // 2
        check_parameters(weights, {"chances": (seats, heads.shape[1] + 1)}, beside)
    heads[seats:], bias[seats:] = weights["chances"][:, :-1], weights["chances"][:, -1]
    return fitted
