"""The arrays of a batch of games, and the threads that step them."""

from collections.abc import Sequence
from typing import Any, Final

import numba
import numpy as np
import numpy.typing as npt

from wistar_env.arguments import choice, integer
from wistar_env.batch import steps
from wistar_env.batch.rows import ALL_SEATS, COMPILED, ROW, Command, Payment, Policy
from wistar_env.batch.sharing import FAULTY, Progress, new_progress
from wistar_env.batch.shows import GROUP
from wistar_env.box import open_box
from wistar_env.cores import available_cores
from wistar_env.errors import IllegalActionError, NotStartedError, RulesError
from wistar_env.game import MAX_SEED, Game, seed_after
from wistar_env.policies.features import WEIGHTS
from wistar_env.rules.actions import LEGAL_SIZE, NUM_ACTIONS
from wistar_env.rules.difficulty import Tracks, check_terms, check_tracks, tracks_by_level
from wistar_env.rules.limits import MAX_SEATS
from wistar_env.rules.state import GAME
from wistar_env.spaces.observation import observation_layout
from wistar_env.terms import Folder
from wistar_env.vector.arrays import Buffers, Masks, Observations, Step, check_array, signed
from wistar_env.vector.levels import Level, level_bounds
from wistar_env.vector.threads import Threads

MAX_GAMES: Final = 2**22
#: Games that a thread takes at once, at most.
_SHARE: Final = 16
OBSERVATIONS: Final = ("float32", "uint8", None)
_NOWHERE: Final = np.zeros(0, np.int64)
_ACTION: Final = np.dtype(np.int64)
_FLAG: Final = np.dtype(np.int8)


def highest_seed(num_games: int) -> int:
    """Return the highest seed from which as many games can be counted up."""
    return MAX_SEED - num_games + 1


class Games:
    """Records, outputs and threads of a batch; ``BatchGame`` and ``LearnerBatch`` are its faces.

    Parameters
    ----------
    num_games
        Games in the batch, 1 to 4,194,304.
    num_players
        1 to 4; 1 is the solo game against Rat-o-bot.
    level, tracks
        Solo only; see ``wistar_env.vector.levels`` and ``Game.new``.
    reward
        ``"win"``, ``"rank"``, ``"score"`` or ``"vp"``; see ``wistar_env.rewards``.
    data
        A folder of data files to play with instead of the bundled ones.
    observation
        ``"float32"`` (values 0 to 1), ``"uint8"`` (counts) or None.
    autoreset
        Whether a game that ends is followed by the next one in the same step.
    num_threads
        Threads that share the games; 0 takes all cores.
    chair
        The learner's seat, or one of the codes of ``wistar_env.batch.rows``.
    """

    def __init__(
        self,
        num_games: int,
        num_players: int,
        level: Level | None,
        tracks: Tracks | None,
        reward: str,
        data: Folder | None,
        observation: str | None,
        autoreset: bool,
        num_threads: int,
        chair: int,
    ) -> None:
        n = self.num_games = integer("num_games", num_games, 1, MAX_GAMES)
        self.num_players = integer("num_players", num_players, 1, MAX_SEATS)
        self.num_seats = max(2, self.num_players)
        choice("reward", reward, tuple(payment.name.lower() for payment in Payment))
        choice("observation", observation, OBSERVATIONS)
        self._payment = int(Payment[reward.upper()])
        self.autoreset = autoreset
        self.box = open_box(data)
        self.layout = observation_layout(self.num_players)
        self.records = np.zeros(n, GAME)
        self.rows = np.zeros(n, ROW)
        self.rows["chair"] = chair
        self.records["seats"] = self.num_seats
        self.records["solo"] = self.num_players == 1
        self.set_level(level, tracks)
        self.pool = np.array([Policy.CALLER], np.int16)
        self.legal = np.zeros((n, LEGAL_SIZE), np.int16)
        self.commands = np.empty(n, np.int64)
        self.started = False  # and not, after an error amid a step, that its games may go on
        self._begun = False
        self._backwards = 0
        self._allocate(observation, 1 if chair != ALL_SEATS else self.num_seats)
        self._start_threads(integer("num_threads", num_threads, 0, 1024))

    def _allocate(self, observation: str | None, payees: int) -> None:
        n, size = self.num_games, self.layout.size
        padded = -(-size // GROUP) * GROUP
        self.dtype = None if observation is None else np.dtype(observation)
        seen = n if observation is not None else 0
        learns = n if payees == 1 and seen else 0
        self.scaled = np.zeros((seen if self.dtype == np.float32 else 0, size), np.float32)
        self.raw = np.zeros((seen if self.dtype == np.uint8 else 0, size), np.uint8)
        self.shown = np.zeros((len(self.scaled), padded), np.uint8)
        self._unknown = np.zeros((0, padded), np.uint8)
        self.final = np.zeros((learns, padded), np.uint8)
        self.mask = np.zeros((seen, NUM_ACTIONS), np.int8)
        self.seat = np.zeros(n, np.int64)
        self._told_seat = self.seat.view()
        self._told_seat.flags.writeable = False  # legality is judged by it
        self.reward = np.zeros((n, payees), np.float32)
        self._paid = self.reward if payees > 1 else self.reward[:, 0]
        self._done = np.zeros(n, np.uint8)
        self.done = self._done.view(np.bool_)
        self._illegal = np.zeros(n, np.uint8)

    def _start_threads(self, num_threads: int) -> None:
        count = min(num_threads or available_cores(), self.num_games)
        if numba.config.DISABLE_JIT:
            count = 1  # interpreted code has no atomic instructions
        self._threads = Threads(count)
        self._share = max(1, min(_SHARE, self.num_games // (4 * count)))
        self._scratch = [
            (np.zeros(2, GAME), np.zeros((2, self.shown.shape[1]), np.uint8)) for _ in range(count)
        ]

    @property
    def num_threads(self) -> int:
        """How many threads share the games."""
        return self._threads.count

    def set_level(self, level: Level | None, tracks: Tracks | None) -> None:
        """Set the level of the games that begin from now on.

        Raises
        ------
        TypeError, ValueError
            If level or tracks are invalid, missing in a solo game, or given in another one.
        """
        check_terms(self.num_players, level, tracks)
        if level is not None and tracks is not None:
            raise ValueError(
                f"a batch has either a level or tracks, found level={level!r} and tracks={tracks!r}"
            )
        bounds = level_bounds(level, self.num_games)
        if tracks is not None:
            self.rows["tracks"] = check_tracks(tracks)
        self.rows["level_low"], self.rows["level_high"] = bounds.T

    def shown_in(self, out: Buffers | None) -> tuple[npt.NDArray[Any], ...]:
        """Return the arrays that ``run`` writes into: the batch's own, or ``out``.

        Raises
        ------
        TypeError, ValueError
            If an array of ``out`` does not fit.
        """
        if out is None:
            return self.shown, self.scaled, self.raw, self.mask
        observation, mask = out
        if self.dtype is None:
            raise ValueError("out needs observations: this batch was made with observation=None")
        if np.may_share_memory(observation, self.scaled):
            raise ValueError("out must not be the batch's own observations; leave it out instead")
        n = self.num_games
        check_array("out: observation", observation, self.dtype, (n, self.layout.size))
        check_array("out: mask", mask, _FLAG, (n, NUM_ACTIONS))
        if self.dtype == np.uint8:
            return self._unknown, self.scaled, observation, mask
        return self._unknown, observation, self.raw, mask

    def run(self, shown: tuple[npt.NDArray[Any], ...]) -> None:
        """Carry out ``commands`` and show the games in the arrays of ``shown_in``."""
        payment, autoreset = self._payment, int(self.autoreset)
        self._backwards = 1 - self._backwards  # what came last is still in the cache

        def work(thread: int, progress: Progress) -> None:
            steps.step(
                self.box._tables,
                self.records,
                self.rows,
                self.legal,
                progress,
                self._share,
                self._backwards,
                self.commands,
                self.pool,
                tracks_by_level(),
                WEIGHTS,
                *self._scratch[thread],
                payment,
                autoreset,
                self.layout.limit,
                self.layout.scale,
                self.reward,
                self._done,
                self.seat,
                self.final,
                *shown,
            )

        self.started = False
        progress = self._threads.share(self.num_games, work)
        if progress[FAULTY] > 0:
            self._check_sound()
        self.started = True

    def _check_sound(self) -> None:
        for i in np.flatnonzero(self.records["fault"]).tolist():
            try:
                self.share(i).check_sound()
            except RulesError as error:
                raise RulesError(f"game {i} of the batch: {error}") from None

    def start(self, seeds: npt.NDArray[np.uint64], which: npt.NDArray[np.bool_] | None) -> None:
        """Set the commands so that games begin with these seeds: all, or those of ``which``.

        Raises
        ------
        ValueError
            If ``which`` is needed, since nothing has begun yet, or is no such mask.
        """
        if which is None:
            which = np.ones(self.num_games, np.bool_)
        elif (
            not isinstance(which, np.ndarray)
            or which.dtype != np.bool_
            or which.shape != (self.num_games,)
            or not which.any()
        ):
            raise ValueError(
                f"which games to reset must be a bool array of shape ({self.num_games},) with at "
                f"least one True, found {which!r}"
            )
        if not self.started and not which.all():
            raise ValueError("the first reset must begin all games")
        self.rows["seed"][which] = seeds[which]
        self.rows["waits"][which] = 0
        self.commands[:] = np.where(which, Command.START, Command.SHOW)
        self.started = self._begun = True

    def next_seeds(self, seed: int | Sequence[int] | npt.NDArray[Any] | None) -> Any:
        """Return a seed for each game: ``seed + i``, the given ones, or those that follow.

        Raises
        ------
        TypeError, ValueError
            If a seed is invalid, or there is not one for each game.
        """
        n = self.num_games
        if seed is None:
            if not self._begun:
                return np.random.default_rng().integers(MAX_SEED, size=n, dtype=np.uint64)
            return np.array([seed_after(int(old)) for old in self.rows["seed"]], np.uint64)
        if np.ndim(seed) == 0:
            first = integer("seed", seed, 0, highest_seed(n))
            return np.arange(first, first + n, dtype=np.uint64)
        if np.shape(seed) != (n,):
            raise ValueError(f"seed must be one integer or {n}, found shape {np.shape(seed)}")
        return np.array([integer("seed", each, 0, MAX_SEED) for each in seed], np.uint64)  # type: ignore[union-attr]

    def check_started(self) -> None:
        """Raise NotStartedError before the first reset."""
        if not self.started:
            raise NotStartedError("call reset() first")

    def accept(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Set the commands to these actions and return the games in which they are not legal.

        Raises
        ------
        TypeError
            If they are no integers.
        ValueError
            If there is not one for each game.
        """
        self.check_started()
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions must be integers, found {given.dtype}")
        if given.shape != (self.num_games,):
            raise ValueError(f"actions must have shape ({self.num_games},), found {given.shape}")
        self.commands[:] = signed(given)
        illegal = self.illegal_commands(waiting=False)
        if not self.autoreset:
            self.commands[self.seat < 0] = Command.SHOW
        return illegal

    def illegal_commands(self, *, waiting: bool) -> npt.NDArray[np.int64]:
        """Return the games whose command is not legal: of all, or of those that wait alone."""
        count = steps.find_illegal(
            self.seat, self.rows, self.legal, self.commands, int(waiting), self._illegal
        )
        return np.flatnonzero(self._illegal) if count > 0 else _NOWHERE

    def refuse(self, i: int) -> None:
        """Raise the IllegalActionError of game ``i``, whose command is no legal action."""
        try:
            self.share(i).clone().step(int(self.commands[i]))
        except IllegalActionError as error:
            raise IllegalActionError(f"game {i} of the batch: {error}") from None

    def choose(self, policy: str, out: npt.NDArray[np.int64] | None) -> npt.NDArray[np.int64]:
        """Return the action of a compiled policy for each game, in ``out`` if it is given.

        Raises
        ------
        NotStartedError
            Before the first reset.
        TypeError, ValueError
            If no compiled policy has this name, or ``out`` does not fit.
        """
        self.check_started()
        choice("policy", policy, COMPILED)
        number = int(COMPILED[policy])
        actions = np.empty(self.num_games, np.int64) if out is None else out
        check_array("out", actions, _ACTION, (self.num_games,))

        def work(thread: int, progress: Progress) -> None:
            steps.choose(
                self.box._tables,
                self.records,
                self.rows,
                self.legal,
                progress,
                self._share,
                number,
                WEIGHTS,
                self._scratch[thread][0],
                self.seat,
                actions,
            )

        if policy == "random":
            work(0, new_progress())  # done before another thread wakes up
        else:
            self._threads.share(self.num_games, work)
        return actions

    def observe(
        self, which: npt.NDArray[np.int64], seat: int
    ) -> tuple[npt.NDArray[np.float32], Masks]:
        """Return what a seat, or with -1 whoever decides, sees in some of the games."""
        observation = np.empty((len(which), self.layout.size), np.float32)
        mask = np.empty((len(which), NUM_ACTIONS), np.int8)
        steps.observe_rows(
            self.box._tables,
            self.records,
            self.legal,
            which,
            seat,
            self.layout.limit,
            self.layout.scale,
            self._scratch[0][1],
            observation,
            mask,
        )
        return observation, mask

    def game(self, i: int) -> Game:
        """Return a copy of game ``i``.

        Raises
        ------
        NotStartedError
            Before the first reset.
        TypeError, ValueError
            If there is no such game.
        """
        self.check_started()
        return self.share(integer("i", i, 0, self.num_games - 1)).clone()

    def share(self, i: int) -> Game:
        """Return game ``i`` itself, for those who only look."""
        return Game(self.box, self.records[i : i + 1], self.legal[i], int(self.rows["seed"][i]))

    def result(self, out: Buffers | None = None) -> Step:
        """Return the outputs of the last step, which wrote into ``out`` if that is given."""
        seen: Observations | None
        mask: Masks | None
        if self.dtype is None:
            seen, mask = None, None
        elif out is None:
            seen, mask = self.scaled if self.dtype == np.float32 else self.raw, self.mask
        else:
            seen, mask = out
        return Step(seen, mask, self._told_seat, self._paid, self.done)

    def save(self) -> dict[str, npt.NDArray[Any]]:
        """Return copies of all that the games depend on.

        Raises
        ------
        NotStartedError
            Before the first reset.
        """
        self.check_started()
        return {"records": self.records.copy(), "rows": self.rows.copy()}

    def load(self, saved: dict[str, npt.NDArray[Any]]) -> None:
        """Take up games that ``save`` returned, and show them.

        Raises
        ------
        ValueError
            If they are of another number of games or players, or over in spite of autoreset.
        """
        for name, own in (("records", self.records), ("rows", self.rows)):
            array = saved.get(name)
            if array is None or array.shape != own.shape or array.dtype != own.dtype:
                raise ValueError(f"saved games: {name!r} must be {own.dtype} of {own.shape}")
        records = saved["records"]
        solo = self.num_players == 1
        if (records["seats"] != self.num_seats).any() or (records["solo"] != solo).any():
            raise ValueError(f"saved games: they are not of {self.num_players} players")
        if self.autoreset and (records["finished"] == 1).any():
            raise ValueError(
                "saved games: some are over, and a batch with autoreset would never go on with them"
            )
        self.records[:], self.rows[:] = records, saved["rows"]
        steps.find_legal(self.box._tables, self.records, self.legal)
        self.commands[:] = Command.SHOW
        self.started = self._begun = True

    def close(self) -> None:
        """Stop the threads."""
        self._threads.close()
