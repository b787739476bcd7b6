"""A batch of games: how they begin, are stepped by threads, and shown."""

from typing import Any, Final

import numba
import numpy as np
import numpy.typing as npt

from wistar_env.arguments import choice, integer
from wistar_env.batch import steps
from wistar_env.batch.rows import ALL_SEATS, COMPILED, Command, Policy
from wistar_env.batch.shows import TOO_MANY
from wistar_env.compiled.sharing import FAULTY, Progress, new_progress
from wistar_env.components import Folder, open_components
from wistar_env.cores import available_cores
from wistar_env.errors import IllegalActionError, NotStartedError, RulesError
from wistar_env.game import Game
from wistar_env.gate import (
    GAME,
    MAX_SEATS,
    NUM_ACTIONS,
    Level,
    Tracks,
    check_games,
    default_level,
    options_for,
)
from wistar_env.rewards.contracts import pays_during
from wistar_env.rewards.own import Payable, terms_of
from wistar_env.vector.arrays import ACTION, Masks, check_array, checked_actions
from wistar_env.vector.memory import OBSERVATIONS, Memory, copied
from wistar_env.vector.rows import check_rows
from wistar_env.vector.seeds import Seeds, seeds_after, seeds_for
from wistar_env.vector.sparse import no_room
from wistar_env.vector.threads import Alone, Threads

MAX_GAMES: Final = 2**22
#: Games that a thread takes at once, at most.
_ROWS_AT_ONCE: Final = 16
_NOWHERE: Final = np.zeros(0, np.int64)
#: What ``save`` gives.
_POLICIES: Final = {name: int(policy) for name, policy in COMPILED.items()}


class Games(Memory):
    """Records, outputs and threads of a batch; ``BatchGame`` and ``LearnerBatch`` are its faces.

    Parameters
    ----------
    num_games
        Games in the batch, 1 to 4,194,304.
    num_players
        1 to 4; 1 is the solo game against Rat-o-bot.
    level, tracks
        Solo only; see ``BatchGame``.
    reward
        ``"win"``, ``"rank"``, ``"score"`` or ``"vp"``, or weights of features as ``Shaping`` or
        ``Weighted``; see ``wistar_env.rewards``.
    data
        A folder of data files to play with instead of the bundled ones.
    observation
        ``"float32"`` (values 0 to 1), ``"uint8"`` (counts), ``"sparse"`` (counts that are not
        zero, with their places) or None.
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
        reward: Payable,
        data: Folder | None,
        observation: str | None,
        autoreset: bool,
        num_threads: int,
        chair: int,
    ) -> None:
        components = open_components(data)
        self._made_with = (
            num_games,
            num_players,
            level,
            tracks,
            reward,
            components,
            observation,
            autoreset,
            num_threads,
            chair,
        )
        self._terms = terms_of(reward)
        choice("observation", observation, OBSERVATIONS)
        super().__init__(
            integer("num_games", num_games, 1, MAX_GAMES),
            integer("num_players", num_players, 1, MAX_SEATS),
            observation,
            learner=chair != ALL_SEATS,
        )
        self.autoreset = autoreset
        self.components = components
        self.rows["chair"] = chair
        self.set_level(default_level(self.num_players, level, tracks), tracks)
        self._context.set(dense=int(pays_during(self._terms)), autoreset=int(autoreset))
        self._context.place(tables=self.components._tables, contract=self._terms)
        self._start_threads(integer("num_threads", num_threads, 0, 1024))
        self.set_pool(np.array([Policy.CALLER], np.int16))

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how copies are made: anew, with arrays and threads of their own."""
        return Games, self._made_with, self.__getstate__()

    def _start_threads(self, num_threads: int) -> None:
        count = min(num_threads or available_cores(), self.num_games)
        if numba.config.DISABLE_JIT:
            count = 1  # interpreted code has no atomic instructions
        self._threads = Threads(count)
        self.alone = Alone()
        self._alone = new_progress()
        rows_at_once = max(1, min(_ROWS_AT_ONCE, self.num_games // (4 * count)))
        self._context.set(rows_at_once=rows_at_once, rooms=2 * count)
        self._context.place(
            scratch=np.zeros(2 * count, GAME),
            counts=np.zeros((2 * count, self.shown.shape[1]), np.uint8),
        )

    @property
    def num_threads(self) -> int:
        """How many threads share the games."""
        return self._threads.count

    def set_level(self, level: Level | None, tracks: Tracks | None) -> None:
        """Set the level of the games that begin from now on.

        Raises
        ------
        TypeError, ValueError
            If level or tracks are invalid, do not agree, are missing in a solo game, or given in
            another one.
        """
        self.rows["options"] = options_for(self.num_players, self.num_games, level, tracks)

    def run(self) -> None:
        """Carry out ``commands`` and show the games where ``show_in`` said."""
        self._context.turn_round()

        def work(thread: int, progress: Progress) -> None:
            steps.step(self._context.record, progress, thread, _NOWHERE)

        self.started = False
        self._check_sound(self._threads.spread(self.num_games, work))
        self.started = True

    def play(self, actions: npt.ArrayLike) -> None:
        """Carry out an action in each game and show the games where ``show_in`` said.

        Raises
        ------
        IllegalActionError
            If an action is not legal; no game has changed.
        NotStartedError
            Before the first reset.
        TypeError, ValueError
            If they are no integers, or there is not one for each game.
        """
        given = self._checked(actions)
        if self._threads.count > 1:
            illegal = steps.accept(self._context.record, given)
            if illegal == 0:
                self.run()
                return
        else:
            self.started = False
            illegal = steps.step(self._context.record, self._alone, 0, given)
            if illegal == 0:
                self._check_sound(self._alone)
            self.started = True
        if illegal > 0:
            self.refuse(int(np.flatnonzero(self._illegal)[0]))

    def _check_sound(self, progress: Progress) -> None:
        """Raise RulesError if a game cannot go on, or not be shown."""
        if progress[FAULTY] == 0:
            return
        for i in np.flatnonzero(self.records["fault"]).tolist():
            try:
                self.peek(i).check_sound()
            except RulesError as error:
                raise RulesError(f"game {i} of the batch: {error}") from None
        for i in np.flatnonzero(self._written.used == TOO_MANY).tolist():
            raise RulesError(f"game {i} of the batch: {no_room(self.width)}")

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
        self.seat[which] = 0  # nobody decides in a game that is over, and none is asked
        self.commands[:] = np.where(which, Command.START, Command.SHOW)
        self.started = self._begun = True

    def follow(self, which: npt.NDArray[np.int64]) -> None:
        """Set the commands so that in these rows the next game begins."""
        self.rows["seed"][which] = seeds_after(self.rows["seed"][which])
        self.seat[which] = 0
        self.commands[which] = Command.START

    def next_seeds(self, seed: Seeds) -> npt.NDArray[np.uint64]:
        """Return a seed for each game: see ``wistar_env.vector.seeds``."""
        return seeds_for(seed, self.num_games, self.rows["seed"] if self._begun else None)

    def check_started(self) -> None:
        """Raise NotStartedError before the first reset."""
        if not self.started:
            raise NotStartedError("call reset() first")

    def _checked(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Return actions as compiled code takes them."""
        self.check_started()
        return checked_actions(actions, self.num_games)

    def accept(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Set the commands to these actions and return the games in which they are not legal.

        Raises
        ------
        TypeError
            If they are no integers.
        ValueError
            If there is not one for each game.
        """
        count = steps.accept(self._context.record, self._checked(actions))
        return np.flatnonzero(self._illegal) if count > 0 else _NOWHERE

    def illegal_commands(self) -> npt.NDArray[np.int64]:
        """Return the games that wait for an outside policy and whose command is not legal."""
        count = steps.find_illegal(self._context.record, 1)
        return np.flatnonzero(self._illegal) if count > 0 else _NOWHERE

    def refuse(self, i: int) -> None:
        """Raise the IllegalActionError of game ``i``, whose command is no legal action."""
        try:
            self.peek(i).clone().step(int(self.commands[i]))
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
        number = _POLICIES[policy]
        if out is not None:
            check_array("out", out, ACTION, (self.num_games,))
        actions = np.empty(self.num_games, np.int64) if out is None else out

        if policy == "random":  # done before another thread wakes up
            steps.choose(self._context.record, self._alone, 0, number, actions)
            return actions

        def work(thread: int, progress: Progress) -> None:
            steps.choose(self._context.record, progress, thread, number, actions)

        self._threads.spread(self.num_games, work)
        return actions

    def observe(
        self, which: npt.NDArray[np.int64], seat: int
    ) -> tuple[npt.NDArray[np.float32], Masks]:
        """Return what a seat, or with -1 whoever decides, sees in some of the games."""
        observation = np.empty((len(which), self.layout.size), np.float32)
        mask = np.empty((len(which), NUM_ACTIONS), np.int8)
        steps.observe_rows(self._context.record, which, seat, observation, mask)
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
        return self.peek(integer("i", i, 0, self.num_games - 1)).clone()

    def peek(self, i: int) -> Game:
        """Return game ``i`` itself, for those who only look."""
        return Game(
            self.components, self.records[i : i + 1], self.legal[i], int(self.rows["seed"][i])
        )

    def save(self) -> dict[str, npt.NDArray[Any]]:
        """Return copies of all that the games depend on.

        Raises
        ------
        NotStartedError
            Before the first reset.
        """
        self.check_started()
        return {name: array.copy() for name, array in self._saved().items()}

    def _saved(self) -> dict[str, npt.NDArray[Any]]:
        return {
            "records": self.records,
            "rows": self.rows,
            "accounts": self.accounts,
            "reward": self._terms,
        }

    def load(self, saved: dict[str, npt.NDArray[Any]]) -> None:
        """Take up games that ``save`` returned, and show them.

        Rewards go on where they were; other rewards than those of the batch that saved count from
        here on.

        Raises
        ------
        ValueError
            If they are of another number of games or players, or over in spite of autoreset.
        ReplayError
            If a game cannot be played on: it was not ``save`` that made it.
        """
        checked = {name: copied(name, saved.get(name), own) for name, own in self._saved().items()}
        records = checked["records"]
        self._check_players(records)
        if self.autoreset and (records["finished"] == 1).any():
            raise ValueError(
                "saved games: some are over, and a batch with autoreset would never go on with them"
            )
        check_games(self.components, records, "game {} of the batch")
        self._check_rows(checked["rows"], running=True)
        self.records[:], self.rows[:] = records, checked["rows"]
        self.accounts[:] = checked["accounts"]
        if checked["reward"].tobytes() != self._terms.tobytes():
            steps.open_accounts(self._context.record)
        self.find_decisions()
        self.commands[:] = Command.SHOW
        self.started = self._begun = True

    def _check_players(self, records: npt.NDArray[Any]) -> None:
        """Raise ValueError if games are of another number of players."""
        solo = self.num_players == 1
        if (records["seats"] != self.num_seats).any() or (records["solo"] != solo).any():
            raise ValueError(f"saved games: they are not of {self.num_players} players")

    def _check_rows(self, rows: npt.NDArray[Any], *, running: bool) -> None:
        """Raise ReplayError if games cannot be gone on with, or begun anew if none is running."""
        chair = int(self.rows["chair"][0])
        check_rows(rows, self.num_seats, chair, others=chair != ALL_SEATS, running=running)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take up what ``__getstate__`` of another one gave, as far as games can be played on.

        What is legal and who decides is found anew. That this is checked makes no pickle safe:
        unpickling does what the pickle says, so unpickle nothing that you would not run.

        Raises
        ------
        ValueError
            If something is missing, or is no array of the right shape and dtype.
        ReplayError
            If a game cannot be played on.
        """
        checked = self.checked_state(state)
        self._check_players(checked["records"])
        self._check_rows(checked["rows"], running=checked["started"])
        if checked["started"]:
            check_games(self.components, checked["records"], "game {} of the batch")
        super().__setstate__(checked)
        if self.started:
            self.find_decisions()

    def find_decisions(self) -> None:
        """Find anew who decides in each game, and what is legal."""
        steps.find_decisions(self._context.record)

    def close(self) -> None:
        """Stop the threads."""
        self._threads.close()
