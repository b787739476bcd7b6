"""Ask why actions are not offered, interpreted: an index out of an array is an error.

``python -m tests.why_not_exactly GAME PLAYERS SEED`` plays a game at random. The rules judge
changed copies of positions, and compiled code checks no index.
"""

import sys

import numpy as np

from wistar_env.kit.conformance.exact_arrays import reject_wrong_indices
from wistar_env.kit.game.registry import find_game


def main(name: str, players: int, seed: int, every: int = 40) -> None:
    kind, chances = find_game(name), np.random.default_rng(seed)
    reject_wrong_indices(kind.spec.record)
    game = kind.new(players, seed)
    while not game.finished:
        if chances.integers(every) == 0:
            for action in np.flatnonzero(game.action_mask() == 0).tolist():
                game.presentation.why_not(action)
        game.step(int(chances.choice(game.legal_actions())))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
