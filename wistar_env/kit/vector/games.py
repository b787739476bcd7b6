"""A batch of games, stepped by threads."""

import time
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

import numba
import numpy as np
import numpy.typing as npt

from wistar_env.arguments import choice, integer
from wistar_env.compiled.jit import unchecked
from wistar_env.compiled.work_sharing import FAULTY, Progress, new_progress
from wistar_env.errors import IllegalActionError, RulesError
from wistar_env.kit.batch import choices, steps
from wistar_env.kit.batch.observation_writers import TOO_MANY
from wistar_env.kit.batch.rows import COMPILED, RESTART, Command, Policy
from wistar_env.kit.common_fields import NOBODY, OPTIONS_FIELD
from wistar_env.kit.envs.infos import Info, learner_info_at_end
from wistar_env.kit.envs.skipped_games import MAX_SKIPPED, fail_to_skip
from wistar_env.kit.game.error_messages import no_action
from wistar_env.kit.vector.arrays import ACTION, Masks, check_array, checked_actions, fits
from wistar_env.kit.vector.batch_state import BatchSettings, BatchState
from wistar_env.kit.vector.buffers import OBSERVATIONS
from wistar_env.kit.vector.data_sets import DataSets
from wistar_env.kit.vector.seeds import seeds_after
from wistar_env.kit.vector.sparse import no_room
from wistar_env.kit.vector.threads import SPINS, CompiledWork, ExclusiveUse, Threads
from wistar_env.system.cpu import available_cores

MAX_GAMES: Final = 2**22
#: The maximum number of games that a thread claims at once.
_MAX_CHUNK: Final = 16
#: The number of games per thread from which threads share the check of actions.
_SHARED_CHECKS: Final = 64
#: Seconds that a thread sleeps so that the system can move it to another core.
_NAP: Final = 5e-5
_NO_ROWS: Final = np.zeros(0, np.int64)
_NO_ACTIONS: Final = np.zeros(0, np.int64)


class Games(BatchState):
    """The games, outputs and threads of a batch; users call ``BatchGame`` and ``LearnerBatch``.

    ``settings``: the arguments of the batch.
    """

    def __init__(self, settings: BatchSettings) -> None:
        spec, data = settings.game.spec, settings.data
        choice("observation", settings.observation, OBSERVATIONS)
        opened = data if isinstance(data, DataSets) else DataSets(spec, data)
        self._made_with = replace(
            settings,
            num_games=integer("num_games", settings.num_games, 1, MAX_GAMES),
            num_players=integer(
                "num_players", settings.num_players, spec.min_players, spec.max_players
            ),
            options=deepcopy(dict(settings.options)),
            data=opened if len(opened) > 1 else opened.single,
        )
        super().__init__(self._made_with, opened)
        self._start_threads(integer("num_threads", settings.num_threads, 0, 1024))
        self.set_pool(np.array([Policy.CALLER], np.int16))

    def __reduce__(self) -> tuple[Any, ...]:
        """Rebuild copies with their own arrays and threads."""
        return Games, (self._made_with,), self.__getstate__()

    def _start_threads(self, num_threads: int) -> None:
        count = min(num_threads or available_cores(), self.num_games)
        if numba.config.DISABLE_JIT:
            count = 1  # interpreted code has no atomics
        self._threads = Threads(count)
        self.exclusive = ExclusiveUse()
        self._steps, self._checks, self._choices = (new_progress(count) for _ in range(3))
        chunk_size = max(1, min(_MAX_CHUNK, self.num_games // (4 * count)))
        self._context.set(chunk_size=chunk_size, scratch_slots=2 * count)
        self._context.set_arrays(
            scratch=np.zeros(2 * count, self.spec.record),
            counts=np.zeros((2 * count, self.shown.shape[1]), np.uint8),
        )

    @property
    def num_threads(self) -> int:
        """Number of threads that share the games."""
        return self._threads.count

    def run(self) -> None:
        """Execute each game's command in ``commands``, and write the observations.

        Raises RulesError if a game is invalid. Raises NoDecisionError if more than ``MAX_SKIPPED``
        successive games of a row end before the caller decides.
        """
        self.started = False
        while self._execute() == steps.FAULTS:
            self._check_faults()
            self._skip_games()
        self.started = True

    def _execute(self) -> int:
        """Execute the commands; return FAULTS if a game is invalid, or must be skipped."""
        if self._threads.count == 1:
            return steps.step(self._context.record, self._steps, _NO_ACTIONS)
        return self._step_together()

    def _skip_games(self) -> None:
        """Set the commands to start the next game where one ended before the caller decided."""
        which = np.flatnonzero(self.rows["pending_policy"] == RESTART)
        for i in which.tolist():
            game = self.peek(i)
            seat, seed, count = (int(self.rows[i][name]) for name in ("learner", "seed", "skipped"))
            if count == MAX_SKIPPED:
                fail_to_skip(game, seed)
            told = self._skipped.get(i, ()) if count > 0 else ()
            self._skipped[i] = (*told, learner_info_at_end(game, max(0, seat), seed, count))
        self.rows["skipped"][which] += 1
        self.rows["seed"][which] = seeds_after(self.rows["seed"][which])
        self.commands[:] = Command.LEAVE
        self.commands[which] = Command.START

    @property
    def skipped(self) -> dict[int, tuple[Info, ...]]:
        """The final infos of the games skipped before each running one, by row."""
        counts = self.rows["skipped"]
        return {i: infos for i, infos in self._skipped.items() if len(infos) == counts[i]}

    def play(self, actions: npt.ArrayLike) -> None:
        """Play an action in each game and write the observations.

        Raises IllegalActionError if an action is not legal; no game has changed. Raises
        NotStartedError before the first reset. Raises TypeError, ValueError if the actions are not
        integers, or there is not one for each game.
        """
        given = self._checked(actions)
        self.started = False
        if self._threads.count == 1:
            result = self._step(self._context.record, self._steps, given)
        else:
            result = self._set_commands(given) or self._step_together()
        if result < 0:
            self._check_faults()
            self._skip_games()
            self.run()
        self.started = True
        if result > 0:
            self.reject(int(np.flatnonzero(self._illegal)[0]), actions)

    def _set_commands(self, actions: npt.NDArray[np.int64]) -> int:
        """Set the commands to these actions, and flag illegal ones; return 0 if all are legal."""
        count = self._threads.count
        if count == 1 or self.num_games < _SHARED_CHECKS * count:
            return self._accept(self._context.record, actions)
        self._spread(self._check_together, self._checks, actions)
        return int(self._checks[FAULTY])

    def _step_together(self) -> int:
        """Execute the commands with all threads; return as ``_execute``."""
        self._spread(self._run_together, self._steps)
        return steps.FAULTS if self._steps[FAULTY] != 0 else 0

    def _spread(self, work: CompiledWork, progress: Progress, *more: Any) -> None:
        self._threads.spread_compiled(
            self.num_games, work, self._context.record, progress, self._listen, *more
        )

    def _listen(self, thread: int, _: Progress) -> None:
        """Help with steps, checks and random choices until idle for some time."""
        missed = steps.listen(
            self._context.record,
            self._steps,
            self._checks,
            self._choices,
            thread,
            self._threads.calls,
            SPINS,
        )
        if missed:
            # Busy threads may stay on one core; the system moves threads when they wake up.
            time.sleep(_NAP)

    def _check_faults(self) -> None:
        """Raise RulesError if a game is invalid, or its observation does not fit."""
        for i in np.flatnonzero(self.records["fault"]).tolist():
            try:
                self.peek(i)._check_fault()
            except RulesError as error:
                raise RulesError(f"game {i} of the batch: {error}") from None
        for i in np.flatnonzero(self._written.used == TOO_MANY).tolist():
            raise RulesError(f"game {i} of the batch: {no_room(self.width)}")

    def start(self, seeds: npt.NDArray[np.uint64], which: npt.NDArray[np.bool_] | None) -> None:
        """Set the commands to start games with these seeds: all games, or those of ``which``.

        Raises ValueError if ``which`` is not a mask of games, or excludes games although none
        is running: before the first reset, or after an error in a step.
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
                f"which, the games to reset, must be a bool array of shape ({self.num_games},) "
                f"with at least one True, found {which!r}"
            )
        if not self.started and not which.all():
            raise ValueError(
                "the first reset, and a reset after a failed step, must begin all games"
            )
        self.started, self._begun = False, True  # until the next run
        self.rows["seed"][which] = seeds[which]
        self.rows["pending_policy"][which] = 0
        self.rows["skipped"][which] = 0
        self.seat[which] = 0  # ``mark_illegal`` skips games without a deciding seat
        self.commands[:] = np.where(which, Command.START, Command.SHOW)

    def start_next(self, which: npt.NDArray[np.int64]) -> None:
        """Set the commands to start the next games in these rows."""
        self.started = False  # until the next run
        self.rows["seed"][which] = seeds_after(self.rows["seed"][which])
        self.rows["skipped"][which] = 0
        self.seat[which] = 0
        self.commands[which] = Command.START

    def cut_off(self, which: npt.NDArray[np.int64]) -> None:
        """Truncate games, and keep the final observations and infos of the learner.

        With autoreset, set the commands to start the next games.
        """
        steps.keep_last(self._context.record, which)
        rows, at_start = self.rows, self.spec.report_at_start
        for name in ("last_seed", "last_decisions", "last_ranks"):
            rows[name][which] = 0
        rows["last_learner"][which], rows["last_skipped"][which] = (
            rows[name][which] for name in ("learner", "skipped")
        )
        rows["cut"][which] = 1
        self.final_scores[which] = 0
        for name in self.spec.report.names:
            options = self.records[OPTIONS_FIELD]
            self.reports[name][which] = options[name][which] if name in at_start else 0
        self.seat[which] = NOBODY
        self.done[which] = True
        if self.autoreset:
            self.rows["pending_policy"][which] = RESTART  # the rewards of the step stay
            self.commands[:] = Command.LEAVE
            self.start_next(which)

    def _checked(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Validate actions, and return them as int64."""
        if not self.started:
            self.check_started()
        if fits(actions, ACTION, (self.num_games,)):
            return actions
        return checked_actions(actions, self.num_games, self._no_action)

    def _no_action(self, i: int, action: object) -> TypeError:
        """Return the error for an action in game ``i`` that is not an integer."""
        return TypeError(f"game {i} of the batch: {no_action(self.peek(i), action)}")

    def full_ids(self, actions: npt.ArrayLike, penalize: bool = False) -> Any:
        """Convert the caller's action ids to the game's; -1 for invalid ids that may be ignored.

        Raises IllegalActionError if an id is invalid and cannot be ignored.
        """
        return self.action_ids.full_ids(actions, penalize=penalize or not self.autoreset)

    def accept(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Set the commands to these actions, and return the games in which they are illegal.

        Raises TypeError if the actions are not integers. Raises ValueError if there is not one for
        each game.
        """
        count = self._set_commands(self._checked(actions))
        return np.flatnonzero(self._illegal) if count > 0 else _NO_ROWS

    def illegal_commands(self) -> npt.NDArray[np.int64]:
        """Return the games that wait for a bot in Python, and whose command is illegal."""
        count = steps.find_illegal(self._context.record, 1)
        return np.flatnonzero(self._illegal) if count > 0 else _NO_ROWS

    def reject(self, i: int, actions: Any = None) -> None:
        """Raise the IllegalActionError for game ``i``, whose command is illegal.

        ``actions``: the caller's actions, if given, since a command cannot hold every integer.
        """
        action = self.commands[i] if actions is None else actions[i]
        try:
            self.peek(i).clone().step(action)
        except IllegalActionError as error:
            raise IllegalActionError(f"game {i} of the batch: {error}") from None

    # Calls that are made for every step, compiled at the first one.

    @cached_property
    def _step(self) -> Callable[..., int]:
        return unchecked(steps.step)

    @cached_property
    def _accept(self) -> Callable[..., int]:
        return unchecked(steps.accept)

    @cached_property
    def _choose_unchecked(self) -> Callable[..., None]:
        return unchecked(choices.choose_random)

    @cached_property
    def _run_together(self) -> CompiledWork:
        return unchecked(steps.step_together)

    @cached_property
    def _check_together(self) -> CompiledWork:
        return unchecked(steps.check_together)

    @cached_property
    def _choose_together(self) -> CompiledWork:
        return unchecked(choices.choose_random_together)

    def _choose_random(self, actions: npt.NDArray[np.int64]) -> None:
        if self._threads.count == 1:
            self._choose_unchecked(self._context.record, self._choices, actions)
            return
        self._spread(self._choose_together, self._choices, actions)

    def choose(self, policy: str, out: npt.NDArray[np.int64] | None) -> npt.NDArray[np.int64]:
        """Return a compiled policy's action for each game, in ``out`` if given.

        Raises NotStartedError before the first reset. Raises TypeError, ValueError if no compiled
        policy has this name, or ``out`` does not fit.
        """
        if not self.started:
            self.check_started()
        if policy != "random":
            choice("policy", policy, COMPILED)
        if out is not None:
            check_array("out", out, ACTION, (self.num_games,))
        actions = np.empty(self.num_games, np.int64) if out is None else out
        if policy == "random":
            self._choose_random(actions)
        else:
            self._choose_greedily(actions)
        return actions

    def _choose_greedily(self, actions: npt.NDArray[np.int64]) -> None:
        def work(thread: int, progress: Progress) -> None:
            choices.choose_greedily(self._context.record, progress, thread, actions)

        self._threads.spread(self.num_games, work)

    def observe(
        self, which: npt.NDArray[np.int64], seat: int
    ) -> tuple[npt.NDArray[np.float32], Masks]:
        """Return observations and masks of a seat, or of the deciding seat (-1), in some games."""
        observation = np.empty((len(which), self.layout.size), np.float32)
        mask = np.empty((len(which), self.spec.num_actions), np.int8)
        steps.observe_rows(self._context.record, which, seat, observation, mask)
        return observation, mask

    def close(self) -> None:
        """Stop the threads."""
        self._threads.close()
