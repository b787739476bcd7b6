"""The argument of every check: a game and a player count."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

import numpy as np

from wistar_env.kit.game import Game
from wistar_env.kit.game.option_text import players_text
from wistar_env.kit.limits import MAX_DECISIONS

#: Minimum number of positions at which secrecy is checked; short games are played more often.
_POSITIONS: Final = 400


@dataclass(frozen=True)
class Case:
    """A game and a player count to check."""

    game: type[Game]  # the class of the game
    num_players: int
    games: int  # the number of games of a check
    seed: int  # the seed of the first one

    def __str__(self) -> str:
        return f"{self.game.spec.name}, {players_text(self.num_players)}"

    @property
    def seeds(self) -> range:
        """The seeds of the games."""
        return range(self.seed, self.seed + self.games)

    def new(self, seed: int, **options: Any) -> Game:
        """Start a game with this player count."""
        return self.game.new(self.num_players, seed, options=options)

    def positions(self, seed: int, **options: Any) -> Iterator[Game]:
        """Yield a game at each of its decisions and at its end, played at random.

        Raises AssertionError if a seat has no legal action, or the game does not end.
        """
        game, chance = self.new(seed, **options), np.random.default_rng(seed)
        for _ in range(MAX_DECISIONS):
            yield game
            if game.finished:
                return
            legal = game.legal_actions()
            assert len(legal), f"seat {game.seat} has no legal action: {where(game, seed)}"
            game.step(int(chance.choice(legal)))
        raise AssertionError(
            f"the game with seed {seed} is not over after {MAX_DECISIONS} decisions"
        )

    def sampled(self, seed: int, every: int = 5) -> Iterator[Game]:
        """Yield the first and the last position, and each other one with probability 1 / every.

        Sampling at a fixed interval could miss phases of a game with rounds of that length.
        """
        chance = np.random.default_rng((seed, every))
        for k, game in enumerate(self.positions(seed)):
            if game.finished or k == 0 or chance.random() < 1 / every:
                yield game

    def many_positions(self) -> Iterator[tuple[int, Game]]:
        """Yield positions with their seeds, from more games if the case's have fewer than 400."""
        found = 0
        for seed in count(self.seed):
            if seed >= self.seeds.stop and found >= _POSITIONS:
                return
            for game in self.positions(seed):
                found += 1
                yield seed, game


def where(game: Game, seed: int) -> str:
    """Return the seed and the decision number of a position, for messages."""
    return f"seed {seed}, decision {game.num_decisions}"
