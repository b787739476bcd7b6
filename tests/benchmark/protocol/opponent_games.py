"""Games between copies of the benchmark's opponents, which pin the opponents' decisions.

Each line of ``opponent_games.txt`` has a spec and a position. Lines never change, since benchmark
entries were played against these decisions. For a new opponent,
``python -m tests.benchmark.protocol.opponent_games GAME SPEC PLAYERS`` prints the line.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from wistar_env import Replay
from wistar_env.kit.bots import Batch, View
from wistar_env.kit.bots.registry import load
from wistar_env.kit.game import Game
from wistar_env.kit.game.registry import find_game

FILE: Final = Path(__file__).with_name("opponent_games.txt")
SEED: Final = 20261


def recorded() -> Iterator[tuple[str, Replay[Any]]]:
    """Yield the recorded games, each with the spec of all its players."""
    for line in FILE.read_text("utf-8").splitlines():
        spec, _, position = line.partition(" ")
        yield spec, Replay.from_string(position)


def decisions(spec: str, game: Game) -> Iterator[int]:
    """Yield a bot's decisions in all seats of a game; the game advances with each."""
    bot, number = load(spec, game.spec.bots.classes), 0
    bot.reset(SEED)
    while not game.finished:
        yield int(bot.act(Batch((View(game, game.seat),), np.array([SEED + number])))[0])
        number += 1


def main(name: str, spec: str, players: str) -> None:
    """Print the line of a new opponent."""
    game_class, num_players = find_game(name), int(players)
    game = game_class.new(num_players=num_players, seed=SEED)
    actions = []
    for action in decisions(spec, game):
        actions.append(action)
        game.step(action)
    print(spec, Replay(game_class, num_players, SEED, actions=actions).to_string())


if __name__ == "__main__":
    main(*sys.argv[1:])
