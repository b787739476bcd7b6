"""Print random rejections, to be read beside the rules.

``python -m tests.story.rejections_sample [COUNT] [SEED]`` plays games at random and prints, for
actions that are not offered, what the seat has, the action, the sentence and its rules.
"""

import sys
from collections.abc import Iterator

import numpy as np

from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.game.game import Game

GAMES: tuple[tuple[type[Game], int], ...] = (
    (RatsOfWistar, 1),
    (RatsOfWistar, 2),
    (RatsOfWistar, 4),
    (LabRats, 3),
)


def rejections(kind: type[Game], players: int, seed: int) -> Iterator[str]:
    """Yield rejections of random games, one of every fifth position or so."""
    chances = np.random.default_rng(seed)
    game = kind.new(players, seed)
    while True:
        if game.finished:
            game = kind.new(players, int(chances.integers(1_000_000)))
        if chances.integers(5) == 0:
            yield _rejection(game, chances)
        busy = [action for action in game.legal_actions().tolist() if action > 1]
        game.step(int(chances.choice(busy or game.legal_actions())))


def _rejection(game: Game, chances: np.random.Generator) -> str:
    """Return what is said of an action, each kind of action as often as the others."""
    kinds: dict[str, int] = {}
    for action in chances.permutation(np.flatnonzero(game.action_mask() == 0)).tolist():
        kinds.setdefault(game.describe(action).split()[0], action)
    action = list(kinds.values())[chances.integers(len(kinds))]
    why = game.presentation.why_not(action)
    lines = game.presentation.render().splitlines()
    own = next((k for k, line in enumerate(lines) if line.endswith("(you)")), None)
    has = [] if own is None else [line.strip() for line in lines[own + 1 : own + 4]]
    what = f"{game.decision}: {game.describe(action)}"
    return f"{what}\n    {why.sentence} {', '.join(why.rules)}\n    {' | '.join(has)}"


def main(count: int = 200, seed: int = 1) -> None:
    streams = [rejections(kind, players, seed) for kind, players in GAMES]
    for number in range(count):
        print(f"{number + 1}. {next(streams[number % len(streams)])}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
