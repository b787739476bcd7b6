"""The common base of ``BatchGame`` and ``LearnerBatch``."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from wistar_env.arguments import choice, shortened
from wistar_env.errors import ReplayError
from wistar_env.kit.common_fields import OPTIONS_FIELD
from wistar_env.kit.envs.infos import Info
from wistar_env.kit.game import Game, GameData, GameSpec
from wistar_env.kit.game.compact_actions import CompactActions
from wistar_env.kit.layout import Layout
from wistar_env.kit.vector.arrays import Step
from wistar_env.kit.vector.buffers import copied
from wistar_env.kit.vector.games import Games
from wistar_env.kit.vector.seeds import Seeds, checked_seeds

_NO_ROWS: Final = np.zeros(0, np.int64)


def autoreset_mode_of(mode: AutoresetMode | str) -> AutoresetMode:
    """Return the autoreset mode of an argument: a mode of Gymnasium, or its value.

    Raises ValueError if it is neither.
    """
    value = mode.value if isinstance(mode, AutoresetMode) else mode
    choice("autoreset_mode", value, tuple(each.value for each in AutoresetMode))
    return AutoresetMode(value)


class BatchBase:
    """Public attributes and methods of a batch.

    ``autoreset_mode``: when the next game starts after one ended. ``options``: the options of the
    games, by name.
    """

    def __init__(
        self, games: Games, autoreset_mode: AutoresetMode, options: Mapping[str, Any]
    ) -> None:
        self._games = games
        self.autoreset_mode = autoreset_mode
        self._options = deepcopy({**options})

    @property
    def options(self) -> dict[str, Any]:
        """The options of the games that begin from now on, by name."""
        return self._options.copy()

    def set_options(self, **options: Any) -> None:
        """Set the options of the games that begin from now on, such as ``level=3``.

        Raises
        ------
        TypeError, ValueError
            If an option is unknown or invalid.
        """
        self.spec.check_keywords(options)
        self._games.set_options(options)
        self._options = deepcopy(options)

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """The rows whose game has ended or been cut off, and has no successor yet: bool, (n,)."""
        games = self._games
        over: npt.NDArray[np.bool_] = (games.records["finished"] == 1) | (games.rows["cut"] == 1)
        return over

    @property
    def action_ids(self) -> CompactActions:
        """The action ids of this batch, and their conversion from and to the game's ids."""
        return self._games.action_ids

    @property
    def history(self) -> npt.NDArray[np.int16]:
        """The last actions of each game as tokens, int16, shape (n, history, 2).

        They are shown from the observing seat's view; see ``kit.envs.history``. The next step
        overwrites the array.
        """
        return self._games.tokens

    @property
    def skipped_games(self) -> npt.NDArray[np.int64]:
        """The number of games skipped before each running one, int64, shape (n,).

        Skipped games ended before the caller could decide; see ``kit.envs.skipped_games``.
        """
        return self._games.rows["skipped"].astype(np.int64)

    @property
    def skipped(self) -> dict[int, tuple[Info, ...]]:
        """The final infos of the games skipped before each running one, by row.

        Infos have the form of a single environment's infos. Copies and saves keep only
        ``skipped_games``.
        """
        return self._games.skipped

    def next_seeds(self, seed: Seeds = None) -> npt.NDArray[np.uint64]:
        """Return the seeds with which ``reset(seed)`` would begin, uint64, shape (n,)."""
        return self._games.next_seeds(seed)

    def _start_followers(self) -> npt.NDArray[np.int64]:
        """Set the commands to start the next games, in mode ``NEXT_STEP`` only; return the rows."""
        if self.autoreset_mode is not AutoresetMode.NEXT_STEP:
            return _NO_ROWS
        rows = np.flatnonzero(self.over)
        self._games.start_next(rows)
        return rows

    def __len__(self) -> int:
        return self._games.num_games

    @property
    def num_players(self) -> int:
        """The player count of each game."""
        return self._games.num_players

    @property
    def num_seats(self) -> int:
        """The number of seats in each game, including automata."""
        return self._games.num_seats

    @property
    def num_threads(self) -> int:
        """The number of threads that share the games."""
        return self._games.num_threads

    @property
    def layout(self) -> Layout:
        """The layout of the observations."""
        return self._games.layout

    @property
    def started(self) -> bool:
        """Whether the games can be stepped: after ``reset``, until an error during a step."""
        return self._games.started

    @property
    def seed(self) -> npt.NDArray[np.uint64]:
        """The seed of each running game, uint64, shape (n,)."""
        return self._games.rows["seed"].copy()

    @property
    def report(self) -> dict[str, npt.NDArray[Any]]:
        """The reported options of each running game, shape (n,) each."""
        records = self._games.records
        return {name: records[OPTIONS_FIELD][name].copy() for name in self.spec.report_at_start}

    @property
    def report_names(self) -> tuple[str, ...]:
        """The names of the values that a finished game reports."""
        return self._games.spec.report.names

    @property
    def data(self) -> GameData:
        """The data set of all games, if there is only one.

        Raises
        ------
        ValueError
            If the batch has several data sets.
        """
        return self._games.data_sets.single

    @property
    def data_sets(self) -> tuple[GameData, ...]:
        """The data sets of the batch: one, or those given as ``data=[...]``."""
        return self._games.data_sets.sets

    @property
    def rules(self) -> npt.NDArray[Any]:
        """The records through which compiled code reads ``data_sets``, shape (k,)."""
        return self._games.data_sets.rules

    @property
    def set_of_game(self) -> npt.NDArray[np.int16]:
        """The index in ``data_sets`` of the data set of each running game, int16, shape (n,)."""
        return self._games.set_of_game.copy()

    def sets_of(self, seeds: npt.NDArray[np.uint64]) -> npt.NDArray[np.int16]:
        """Return the index in ``data_sets`` of the data set for each seed, int16, shape (k,).

        With ``final_seed``, this finds the data sets of finished games.

        Raises
        ------
        TypeError, ValueError
            If ``seeds`` are not integers from 0 to 2**64 - 1 of shape (k,).
        """
        return self._games.data_sets.of_seeds(checked_seeds(seeds))

    @property
    def spec(self) -> GameSpec:
        """The declaration of the game."""
        return self._games.spec

    def choose(
        self, policy: str = "random", out: npt.NDArray[np.int64] | None = None
    ) -> npt.NDArray[np.int64]:
        """Return the actions of a compiled policy, ``"random"`` or ``"greedy"``, for all games.

        Each game draws its action from a separate random generator, seeded by the game's seed. The
        actions, -1 in games that are over, are written to ``out``, int64 of shape (n,), if given.

        Raises
        ------
        NotStartedError
            Before the first ``reset``.
        TypeError, ValueError
            If no compiled policy has this name, or ``out`` does not fit.
        """
        games = self._games
        user = object()
        try:
            games.exclusive.acquire(user)
            return self.action_ids.compacted(games.choose(policy, out))
        finally:
            games.exclusive.release(user)

    def game(self, i: int) -> Game:
        """Return a copy of game ``i``, including hidden information.

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
        """The legal actions of each game, int16, shape (n, num_actions), also without observations.

        Row ``i`` begins with ``num_legal[i]`` actions, in arbitrary order. The array is a view that
        the next step overwrites; with ``compact_actions`` it is a copy.
        """
        return self.action_ids.compacted(self._games.legal_view[:, 1:], copy=True)

    @property
    def num_legal(self) -> npt.NDArray[np.int16]:
        """The number of legal actions in each game, int16, shape (n,); 0 in games that are over.

        The array is a view that the next step overwrites.
        """
        return self._games.legal_view[:, 0]

    @property
    def records(self) -> npt.NDArray[Any]:
        """The game records, not copies: shape (n,), dtype ``spec.record``."""
        return self._games.records

    def save(self) -> dict[str, npt.NDArray[Any]]:
        """Return a copy of the state of all games, for ``load`` or ``np.savez``.

        ``"data"``, shape (1,), is the fingerprint of the game data, and ``"rules"``, shape (1,),
        the rules version. The state of bots is not included, except for the compiled ``random`` and
        ``greedy``.
        """
        games = self._games
        return games.save() | {
            "data": np.frombuffer(games.data_sets.fingerprint, "V16"),
            "rules": np.array([games.spec.rules_version]),
        }

    def load(self, saved: dict[str, npt.NDArray[Any]]) -> Step:
        """Load games that ``save`` returned, and return their observations and masks.

        Raises
        ------
        ValueError
            If the number of games or players differs, or some games are over and the mode is
            ``SAME_STEP``.
        ReplayError
            If the games were saved with other data or other rules, or a game is invalid. Every game
            that loads can be played to its end.
        """
        games = self._games
        own = np.frombuffer(games.data_sets.fingerprint, "V16")
        if copied("data", saved.get("data"), own).tobytes() != own.tobytes():
            raise ReplayError(
                f"saved games: the games were saved with other data than {games.data_sets.name}"
            )
        rules = np.asarray(saved.get("rules", "none")).ravel().tolist()
        version = games.spec.rules_version
        if rules != [version]:
            found = shortened(", ".join(map(str, rules)))
            raise ReplayError(
                f"saved games: the games were saved with rules version {found}, but this "
                f"package has version {version}"
            )
        user = object()
        try:
            games.exclusive.acquire(user)
            games.load(saved)
            games.set_output(None)
            games.run()
            return games.result()
        finally:
            games.exclusive.release(user)

    def __copy__(self) -> Self:
        """Return an independent batch that continues identically."""
        return deepcopy(self)

    def check_started(self) -> None:
        """Raise NotStartedError unless the games can be stepped."""
        self._games.check_started()

    def close(self) -> None:
        """Stop the other threads; the batch can still be used."""
        self._games.close()
