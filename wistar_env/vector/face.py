"""What ``BatchGame`` and ``LearnerBatch`` have in common: what they tell of their games."""

from copy import deepcopy
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from wistar_env.errors import ReplayError
from wistar_env.game import Game
from wistar_env.gate import levels_of
from wistar_env.vector.arrays import Step
from wistar_env.vector.games import Games


class Face:
    """A batch as its caller sees it."""

    def __init__(self, games: Games) -> None:
        self._games = games

    def __len__(self) -> int:
        return self._games.num_games

    @property
    def num_players(self) -> int:
        """Players of each game, 1 to 4; 1 is the solo game."""
        return self._games.num_players

    @property
    def num_seats(self) -> int:
        """Seats of each game, 2 to 4, Rat-o-bot's included."""
        return self._games.num_seats

    @property
    def num_threads(self) -> int:
        """Threads that share the games."""
        return self._games.num_threads

    @property
    def started(self) -> bool:
        """Whether there are games to step: after ``reset``, and until an error amid a step."""
        return self._games.started

    @property
    def seed(self) -> npt.NDArray[np.uint64]:
        """The seed of each running game, uint64, shape (n,)."""
        return self._games.rows["seed"].copy()

    @property
    def level(self) -> npt.NDArray[np.int16]:
        """The level of each running game, int16, shape (n,); 0 without Rat-o-bot."""
        return levels_of(self._games.records)

    def choose(
        self, policy: str = "random", out: npt.NDArray[np.int64] | None = None
    ) -> npt.NDArray[np.int64]:
        """Return the actions of a compiled policy, ``"random"`` or ``"greedy"``, for all games.

        Their chances come from a generator of each game, so they repeat with its seed, and change
        nothing for anybody else. ``out``, int64 of shape (n,), takes the actions if it is given.

        Raises
        ------
        NotStartedError
            Before the first ``reset``.
        TypeError, ValueError
            If no compiled policy has this name, or ``out`` does not fit.
        """
        with self._games.alone:
            return self._games.choose(policy, out)

    def game(self, i: int) -> Game:
        """Return a copy of game ``i``; it knows what players may not see.

        Raises
        ------
        NotStartedError
            Before the first ``reset``.
        TypeError, ValueError
            If there is no such game.
        """
        return self._games.game(i)

    @property
    def legal_actions(self) -> npt.NDArray[np.int16]:
        """The legal actions of each game, int16, shape (n, 971); they need no observations.

        The first ``num_legal[i]`` of row ``i`` count, in no order. It is the batch's own array,
        which the next step overwrites.
        """
        return self._games.told_legal[:, 1:]

    @property
    def num_legal(self) -> npt.NDArray[np.int16]:
        """How many actions are legal in each game, int16, shape (n,); 0 in one that is over.

        It is the batch's own array, which the next step overwrites.
        """
        return self._games.told_legal[:, 0]

    @property
    def records(self) -> npt.NDArray[Any]:
        """The games themselves: shape (n,), dtype ``wistar_env.gate.GAME``, not copies."""
        return self._games.records

    def save(self) -> dict[str, npt.NDArray[Any]]:
        """Return copies of all that the games depend on, for ``load`` or ``np.savez``.

        ``"data"``, shape (1,), is the mark of the data that they are played with. Bots
        that play outside the compiled core are not among it.
        """
        games = self._games
        return games.save() | {"data": np.frombuffer(games.components.fingerprint, "V16")}

    def load(self, saved: dict[str, npt.NDArray[Any]]) -> Step:
        """Go on with games that ``save`` returned.

        Raises
        ------
        ValueError
            If they are of another number of games or players, or some are over, which a batch
            with ``autoreset`` never shows.
        ReplayError
            If they were saved with other data, or a game cannot be played on, since it was not
            ``save`` that made it. Whoever made them, games that are taken up can be played on.
        """
        games = self._games
        mark = saved.get("data")
        if mark is not None and np.asarray(mark).tobytes() != games.components.fingerprint:
            raise ReplayError(f"saved games: saved with other data than {games.components.name}")
        with games.alone:
            games.load(saved)
            games.show_in(None)
            games.run()
            return games.result()

    def __copy__(self) -> Self:
        """Return a batch that goes on identically and shares nothing with this one."""
        return deepcopy(self)

    def check_started(self) -> None:
        """Raise NotStartedError unless there are games to step."""
        self._games.check_started()

    def close(self) -> None:
        """Stop the other threads; the batch can still be used."""
        self._games.close()
