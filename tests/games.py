"""Whole games with random players, for tests of code around the rules."""

from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np

from wistar_env import RatsOfWistar
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.kit.game import Game

_Game = TypeVar("_Game", bound=Game)

#: Arguments of ``Game.new`` for each player count.
TABLES = [
    {"num_players": 1, "level": 4},
    {"num_players": 2},
    {"num_players": 3},
    {"num_players": 4},
]


def random_action(game: Game, rng: np.random.Generator) -> int:
    """Return a random legal action; declining and ending the turn only now and then."""
    legal = game.legal_actions()
    busy = legal[legal > 1]
    return int(rng.choice(busy if len(busy) and rng.random() < 0.85 else legal))


def positions(game: _Game, seed: int = 0) -> Iterator[_Game]:
    """Play a game to its end with random actions; yield it at each decision, and at the end."""
    rng = np.random.default_rng(seed)
    while not game.finished:
        yield game
        game.step(random_action(game, rng))
    yield game


def sampled(game: _Game, every: int, seed: int = 0) -> Iterator[_Game]:
    """Yield a game at each ``every``-th decision and at its end."""
    for k, position in enumerate(positions(game, seed)):
        if k % every == 0 or position.finished:
            yield position


def until(
    game: RatsOfWistar, reached: Callable[[RatsOfWistar], bool], seed: int = 0
) -> RatsOfWistar:
    """Play a game with random actions until something holds."""
    for position in positions(game, seed):
        if reached(position):
            return position
    raise AssertionError("the game ended before")


def being_opened(game: RatsOfWistar) -> bool:
    """Whether a Door token lies face up, whose bonus is being taken (AMB-66)."""
    doors, seen = game.record[0]["doors"].tolist(), int(game.record[0]["doors_seen"])
    return any(token != NONE and seen >> token & 1 for token in doors)


def opening_a_door() -> RatsOfWistar:
    """Return a game in which a Door is being opened: its Exploration point is left."""
    for seed in range(100):
        for game in positions(RatsOfWistar.new(seed=seed), seed):
            if being_opened(game):
                return game
    raise AssertionError("no Door with an Exploration point was opened")


def middle(num_players: int = 2, seed: int = 1) -> RatsOfWistar:
    """Return a game in its third round."""
    level = 4 if num_players == 1 else None
    return until(
        RatsOfWistar.new(num_players, seed, level=level), lambda game: game.round == 3, seed
    )
