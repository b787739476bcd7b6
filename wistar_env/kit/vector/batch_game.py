"""``BatchGame``: many games in which the caller plays every seat."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from wistar_env.arguments import integer
from wistar_env.errors import IllegalActionError
from wistar_env.kit.batch.rows import ALL_SEATS
from wistar_env.kit.bots import Batch
from wistar_env.kit.envs.env_config import checked_players
from wistar_env.kit.game import Game
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.rewards import RewardLike
from wistar_env.kit.vector.arrays import Masks, OutArrays, Step
from wistar_env.kit.vector.batch_base import BatchBase, autoreset_mode_of
from wistar_env.kit.vector.batch_state import BatchSettings
from wistar_env.kit.vector.games import Games
from wistar_env.kit.vector.waiting import Waiting


class BatchGame(BatchBase):
    """Many games stepped by one call; each step needs an action for each game.

    ``seat`` is the deciding seat of each game, to which its observation and mask belong. The same
    seed and actions give the same games as ``Game`` and the environments, for any number of games
    and threads. Row ``i`` begins with the seed given at ``reset``; every later game in the row has
    the next seed. Games that end before any decision are skipped (``kit.envs.skipped_games``); with
    ``DISABLED``, ``reset`` shows them as done instead.

    Parameters
    ----------
    game
        A class that derives from ``wistar_env.Game``, the name of an installed game, or
        ``module:Class``.
    num_games
        The number of games, 1 to 4,194,304.
    num_players
        A player count of the game; None means the smallest. Automata act within the steps.
    reward
        The name of a reward, or weights of features as ``Shaping`` or ``Weighted``; see
        ``wistar_env.rewards``.
    data
        An argument of ``spec.open_data``, None for the bundled data. With a list, or a mapping to
        weights, the seed of each game draws one of several data sets; see ``set_of_game``.
    observation
        ``"float32"``, values 0 to 1; ``"uint8"``, the same values as counts; ``"sparse"``, the
        nonzero counts, without masks; or None for neither observations nor masks.
    autoreset_mode
        When the next game starts after one ended, a ``gymnasium.vector.AutoresetMode`` or its
        value: ``SAME_STEP``; ``NEXT_STEP``, the step after; or ``DISABLED``, only by
        ``reset(which=...)``. Until then the row stays as it is, with a mask of zeros, and its
        actions are ignored.
    num_threads
        The number of threads that share the games; 0 uses all cores. Results do not depend on it.
    compact_actions
        Whether to renumber actions and masks without ids that cannot occur; see
        ``GameSpec.compact_actions``.
    history
        The number of latest actions that ``batch.history`` has as tokens, up to 4096; see
        ``kit.envs.history``.
    **options
        Options of the games, such as ``level=3``, by the names in ``spec.option_names``. A
        ``range`` or ``(lowest, highest)`` draws a value for every game; a list or array has a value
        for each game.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid.
    GameNotFoundError
        If there is no game of this name.
    DataError
        If the data are not valid.

    Examples
    --------
    >>> batch = BatchGame("rats-of-wistar", 64, num_players=2)
    >>> step = batch.reset(seed=1)
    >>> step = batch.step(batch.choose("random"))
    >>> step.observation.shape, step.mask.shape, step.reward.shape
    ((64, 2863), (64, 971), (64, 2))
    """

    def __init__(
        self,
        game: type[Game] | str,
        num_games: int,
        num_players: int | None = None,
        *,
        reward: RewardLike = "win",
        data: Any = None,
        observation: str | None = "float32",
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        num_threads: int = 1,
        compact_actions: bool = False,
        history: int = 0,
        **options: Any,
    ) -> None:
        found, mode = find_game(game), autoreset_mode_of(autoreset_mode)
        found.spec.check_keywords(options)
        settings = BatchSettings(
            game=found,
            num_games=num_games,
            num_players=checked_players(found.spec, num_players),
            options=options,
            reward=reward,
            data=data,
            observation=observation,
            autoreset=mode is AutoresetMode.SAME_STEP,
            skips=mode is not AutoresetMode.DISABLED,
            num_threads=num_threads,
            requested_seat=ALL_SEATS,
            compact_actions=compact_actions,
            history=history,
        )
        super().__init__(Games(settings), mode, options)

    def reset(
        self,
        seed: int | Sequence[int] | npt.NDArray[Any] | None = None,
        which: npt.NDArray[np.bool_] | None = None,
        out: OutArrays | None = None,
    ) -> Step:
        """Begin new games in all rows, or in the rows ``which``.

        Parameters
        ----------
        seed
            Game ``i`` begins with ``seed + i`` or ``seed[i]``; with None, with the seed after its
            last one, or random seeds at first.
        which
            bool, shape (n,): the games to begin; by default all.
        out
            As in ``step``.

        Raises
        ------
        TypeError, ValueError
            If an argument is invalid.
        NoDecisionError
            If no game begins with a decision: see ``kit.envs.skipped_games``.
        """
        games = self._games
        user = object()
        try:
            games.exclusive.acquire(user)
            games.set_output(out)
            games.start(games.next_seeds(seed), which)
            games.run()
            games.done[:] = games.records["finished"] == 1
            return games.result(out)
        finally:
            games.exclusive.release(user)

    def step(self, actions: npt.ArrayLike, out: OutArrays | None = None) -> Step:
        """Play an action in each game.

        Parameters
        ----------
        actions
            Integers of shape (n,).
        out
            ``(observation, mask)``, or ``Sparse``: C-contiguous arrays of the right shapes and
            dtypes, to write into instead of the batch's arrays. The batch's own arrays are faster,
            as only changes are written to them.

        Returns
        -------
        Step
            Arrays of the batch, which the next step overwrites; observation and mask are those of
            ``out`` if given.

        Raises
        ------
        IllegalActionError
            If an action is not legal; no game has changed.
        NoDecisionError, RulesError
            If no next game begins with a decision, or a game cannot continue; call ``reset`` then.
        NotStartedError
            Before the first ``reset``.
        TypeError, ValueError
            If ``actions`` or ``out`` have wrong types or shapes.
        """
        games = self._games
        user = object()
        try:
            games.exclusive.acquire(user)
            games.set_output(out)
            full = games.full_ids(actions)
            if self.autoreset_mode is AutoresetMode.NEXT_STEP:
                self._play_or_begin(full)
            else:
                games.play(full)
            return games.result(out)
        except (TypeError, IllegalActionError) as error:
            self.action_ids.note(error)
            raise
        finally:
            games.exclusive.release(user)

    def _play_or_begin(self, actions: npt.ArrayLike) -> None:
        """Play an action in each running game, and begin the next game in all other rows."""
        games = self._games
        illegal = games.accept(actions)
        if len(illegal) > 0:
            games.reject(int(illegal[0]), actions)
        begun = self._start_followers()
        games.run()
        games.done[begun] = False

    def observe(
        self, seat: int, which: npt.NDArray[np.int64] | None = None
    ) -> tuple[npt.NDArray[np.float32], Masks]:
        """Return the observations and masks of a seat in games ``which`` (default: all).

        Observations are float32, whatever the batch's ``observation``.

        Where another seat decides, the mask is all 0.

        Parameters
        ----------
        seat
            0 to ``num_seats - 1``.
        which
            Integers of shape (k,): the games to observe.

        Returns
        -------
        tuple
            Observations, float32 of shape (k, size), and masks, int8 of shape
            (k, len(action_ids)).

        Raises
        ------
        NotStartedError
            Before the first ``reset``.
        TypeError, ValueError
            If there is no such seat or game.
        """
        games = self._games
        games.check_started()
        seat = integer("seat", seat, 0, self.num_seats - 1)
        observation, mask = games.observe(self._indices(which), seat)
        return observation, self.action_ids.mask(mask)

    def decisions(self, which: npt.NDArray[np.int64] | None = None) -> Batch:
        """Return the current decisions of games ``which`` (default: all), as input for a bot.

        They are valid until the next step.

        Parameters
        ----------
        which
            Integers of shape (k,): the games, none of them over.

        Raises
        ------
        NotStartedError
            Before the first ``reset``.
        TypeError, ValueError
            If there is no such game.
        """
        self._games.check_started()
        return Waiting(self._games, self._indices(which))

    def _indices(self, which: npt.NDArray[np.int64] | None) -> npt.NDArray[np.int64]:
        indices = np.arange(len(self)) if which is None else np.asarray(which)
        if indices.dtype.kind not in "iu":
            raise TypeError(f"which must be integers, found {indices.dtype}")
        if indices.ndim != 1 or ((indices < 0) | (indices >= len(self))).any():
            raise ValueError(
                f"which must be integers of shape (k,) from 0 to {len(self) - 1}, found {which!r}"
            )
        return indices.astype(np.int64)

    @property
    def final_scores(self) -> npt.NDArray[np.int16]:
        """The scores of the last game that ended in each row.

        int16, shape (n, num_seats, k): a row for each seat, columns ``spec.score_columns``.
        """
        columns = len(self.spec.score_columns)
        return self._games.final_scores[:, : self.num_seats, :columns].copy()

    @property
    def final_ranks(self) -> npt.NDArray[np.int16]:
        """The ranks of the seats in the last game that ended in each row: 1 is the best.

        int16, shape (n, num_seats).
        """
        return self._games.rows["last_ranks"][:, : self.num_seats].copy()

    @property
    def final_seed(self) -> npt.NDArray[np.uint64]:
        """The seed of the last game that ended in each row, uint64, shape (n,)."""
        return self._games.rows["last_seed"].copy()
