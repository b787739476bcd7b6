"""Openings: bots play the first decisions of some games, and the network learns from the rest.

A network that learns only from its own games judges positions reached by other players badly, as
their boards, hands and mistakes never occur. Decisions of an opening are not recorded.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

#: Distinguishes the random numbers of openings from those of the players of a game.
_PURPOSE: Final = 1
_NO_GAME: Final = np.iinfo(np.uint64).max


class Openings:
    """Draws, from each game's seed, how long its opening lasts and which bots play it.

    In half of the openings a bot is drawn per seat, in the other half per decision.

    ``longest``: decisions of the longest opening; the length is drawn from 1 to it.
    """

    def __init__(
        self,
        bots: Sequence[int],
        share: float,
        longest: int,
        num_envs: int,
        num_learners: int,
        seed: int,
    ) -> None:
        self._bots, self._share, self._seed = list(bots), share if bots else 0.0, seed
        self._num_learners = num_learners
        self._drawn_for = np.full(num_envs, _NO_GAME, np.uint64)
        self._lengths = np.zeros(num_envs, np.int64)
        self._plans = np.zeros((num_envs, longest, num_learners), np.int16)

    def players(
        self, seats: NDArray[np.int16], seeds: NDArray[np.uint64], decisions: NDArray[np.int32]
    ) -> NDArray[np.int16]:
        """Return the current players by game and seat: ``seats``, except in a current opening.

        ``seats``: the players after the opening, shape (games, ``MAX_SEATS``). ``decisions``: the
        number of decisions so far in each game.
        """
        if not self._share:
            return seats
        for game in np.flatnonzero(seeds != self._drawn_for).tolist():
            self._draw(game, int(seeds[game]))
        lasting = np.flatnonzero(decisions < self._lengths)
        found = seats.copy()
        found[lasting, : self._num_learners] = self._plans[lasting, decisions[lasting]]
        return found

    def _draw(self, game: int, seed: int) -> None:
        """Draw the opening of a new game."""
        rng = np.random.default_rng((self._seed, seed, _PURPOSE))
        longest, seats = self._plans.shape[1:]
        self._drawn_for[game], self._lengths[game] = seed, 0
        if rng.random() < self._share:
            self._lengths[game] = rng.integers(1, longest + 1)
            shape = (1, seats) if rng.random() < 0.5 else (longest, 1)
            self._plans[game] = rng.choice(self._bots, shape)
