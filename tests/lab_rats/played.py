"""Positions of games that are played at random."""

import random
from collections.abc import Callable, Iterator

from wistar_env.games.lab_rats import LabRats


def positions(num_players: int, seed: int, most: int = 10**6) -> Iterator[LabRats]:
    """Yield a game at each of its decisions, and at its end; it is the same object."""
    chance = random.Random(seed)
    game = LabRats.new(num_players, seed)
    for _ in range(most):
        yield game
        if game.finished:
            return
        game.step(chance.choice(game.legal_actions().tolist()))


def reached(num_players: int, seed: int, wanted: Callable[[LabRats], bool]) -> LabRats:
    """Return the first position of a game for which something holds."""
    return next(game for game in positions(num_players, seed) if wanted(game))
