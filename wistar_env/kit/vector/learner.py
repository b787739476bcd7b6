"""``LearnerBatch``: many games, in each of which the caller plays one seat."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from wistar_env.arguments import choice, integer
from wistar_env.errors import BotError, IllegalActionError, ReplayError
from wistar_env.kit.batch.rows import Command
from wistar_env.kit.common_fields import NOBODY
from wistar_env.kit.envs.conventions import ILLEGAL_REWARD, ON_ILLEGAL
from wistar_env.kit.envs.env_config import checked_players
from wistar_env.kit.game import Game
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.rewards import RewardLike
from wistar_env.kit.vector.arrays import Masks, OutArrays, Shown, Step
from wistar_env.kit.vector.batch_base import BatchBase, autoreset_mode_of
from wistar_env.kit.vector.batch_state import BatchSettings
from wistar_env.kit.vector.games import Games
from wistar_env.kit.vector.opponents import Opponent, Opponents, requested_seat
from wistar_env.kit.vector.sparse import sparsify
from wistar_env.kit.vector.waiting import Waiting

#: The highest ``max_episode_steps``.
MAX_STEPS: Final = np.iinfo(np.int32).max


class LearnerBatch(BatchBase):
    """Many games in which the learner plays one seat, and other policies play the other seats.

    A step plays the learner's action in each game, and advances to the learner's next decision.
    Observation, mask and reward are the learner's, even if another seat makes the last move. By
    default, the next game starts in the step in which one ends, and ``final_observation`` returns
    the learner's final observation. Automata are part of the game and need no policies.

    Parameters
    ----------
    game
        A class that derives from ``wistar_env.Game``, the name of an installed game, or
        ``module:Class``.
    num_games
        The number of games, 1 to 4,194,304.
    num_players
        A player count of the game; None means the smallest.
    opponents
        A pool of names of bots, as on the command line (``kit.bots.registry.parse``), or bots
        (``kit.bots.Player``). For every game, each other seat draws its policy from the pool.
        ``"random"`` and ``"greedy"`` play inside the compiled core; a call to another bot covers
        all games that wait for it.
    learner_seat
        The learner's seat, or ``"any"`` to draw it for each game.
    on_illegal
        ``"raise"``: an illegal action raises ``IllegalActionError``; ``"penalize"``: the game does
        not change and the reward is -1.
    max_episode_steps
        Steps of the learner after which a game is cut off, as by Gymnasium's ``TimeLimit``; None
        for no limit. ``truncated`` marks the games that reached it.
    reward, data, observation, autoreset_mode, num_threads, compact_actions, history, **options
        See ``BatchGame``.

    Attributes
    ----------
    max_episode_steps
        The argument.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid.
    GameNotFoundError
        If there is no game of this name.
    BotError
        If an opponent's name does not name a bot.
    DataError
        If the data are not valid.

    Examples
    --------
    >>> batch = LearnerBatch("lab-rats", 64, num_players=3, opponents=["careful", "greedy"])
    >>> step = batch.reset(seed=1)
    >>> step = batch.step(batch.choose("random"))
    >>> step.reward.shape
    (64,)
    """

    def __init__(
        self,
        game: type[Game] | str,
        num_games: int,
        num_players: int | None = None,
        *,
        opponents: Sequence[Opponent] = ("random",),
        learner_seat: int | str = "any",
        reward: RewardLike = "win",
        data: Any = None,
        observation: str | None = "float32",
        on_illegal: str = "raise",
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        num_threads: int = 1,
        compact_actions: bool = False,
        history: int = 0,
        max_episode_steps: int | None = None,
        **options: Any,
    ) -> None:
        found, mode = find_game(game), autoreset_mode_of(autoreset_mode)
        found.spec.check_keywords(options)
        players = checked_players(found.spec, num_players)
        choice("on_illegal", on_illegal, ON_ILLEGAL)
        self._penalizes = on_illegal == "penalize"
        if max_episode_steps is not None:
            integer("max_episode_steps", max_episode_steps, 1, MAX_STEPS)
        self.max_episode_steps = max_episode_steps
        self._opponents = Opponents(opponents, found.spec.bots.classes)
        settings = BatchSettings(
            game=found,
            num_games=num_games,
            num_players=players,
            options=options,
            reward=reward,
            data=data,
            observation=observation,
            autoreset=mode is AutoresetMode.SAME_STEP,
            skips=True,
            num_threads=num_threads,
            requested_seat=requested_seat(learner_seat, players),
            compact_actions=compact_actions,
            history=history,
        )
        super().__init__(Games(settings), mode, options)
        self._cut, self._truncated = (np.zeros(len(self), np.bool_) for _ in range(2))
        rows = 0 if max_episode_steps is None else len(self)
        self._cut_masks = np.zeros((rows, len(self.action_ids)), np.int8)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the state of another batch, including its opponents.

        Raises
        ------
        ReplayError
            If the batch lacks the policy of a seat.
        """
        self.__dict__.update(state)
        self._check_policies()

    def load(self, saved: dict[str, npt.NDArray[Any]]) -> Step:
        """Continue with games that ``save`` returned, and return their observations and masks.

        See ``BatchGame.load``.

        Raises
        ------
        ReplayError
            Also if the batch lacks the policy of a seat.
        """
        step = super().load(saved)
        self._check_policies()
        return step

    def _check_policies(self) -> None:
        for code in np.unique(self._games.rows["policies"]).tolist():
            if not self._opponents.knows(code):
                self._games.started = False
                raise ReplayError(
                    "saved games: a seat is played by an opponent that this batch does not have; "
                    "load the games into a batch with the opponents that they were saved with"
                )

    def set_opponents(self, opponents: Sequence[Opponent]) -> None:
        """Replace the pool from which games that begin from now on draw their policies.

        Running games keep their policies.

        Raises
        ------
        BotError
            If a new bot cannot be found, built or reset.
        TypeError, ValueError
            If the pool is empty, or an element is not a bot.
        """
        playing = np.unique(self._games.rows["policies"]).tolist()
        self._opponents.replace(opponents, playing)

    def reset(
        self,
        seed: int | Sequence[int] | npt.NDArray[Any] | None = None,
        which: npt.NDArray[np.bool_] | None = None,
        out: OutArrays | None = None,
    ) -> Step:
        """Begin games and play up to the learner's first decisions; see ``BatchGame.reset``.

        Bots are reset, too, unless ``which`` leaves out games. Raises BotError if a bot fails or
        returns an illegal action, and NoDecisionError if every new game ends before the learner
        decides; see ``kit.envs.skipped_games``.
        """
        games = self._games
        user = object()
        try:
            games.exclusive.acquire(user)
            games.set_output(out)
            seeds = games.next_seeds(seed)
            games.start(seeds, which)
            if which is None or which.all():
                self._opponents.reset(int(seeds[0]))
            self._run()
            games.done[:] = self._cut[:] = self._truncated[:] = False
            return games.result(out)
        finally:
            games.exclusive.release(user)

    def step(self, actions: npt.ArrayLike, out: OutArrays | None = None) -> Step:
        """Play the learner's action in each game, and advance to the learner's next decision.

        Parameters and errors are those of ``BatchGame.step``; also raises BotError if a bot fails
        or returns an illegal action.
        """
        games = self._games
        user = object()
        try:
            games.exclusive.acquire(user)
            games.set_output(out)
            full = games.full_ids(actions, self._penalizes)
            illegal = games.accept(full)
            if len(illegal) > 0 and not self._penalizes:
                games.reject(int(illegal[0]), full)
            games.commands[illegal] = Command.SHOW
            last = self._last_steps()
            begun = self._start_followers()
            self._run()
            games.reward[illegal] = ILLEGAL_REWARD
            games.done[begun] = False
            if self.max_episode_steps is not None:
                games.rows["steps"][illegal] += 1
                self._cut_off(last)
            return games.result(out)
        except (TypeError, IllegalActionError) as error:
            self.action_ids.note(error)
            raise
        finally:
            games.exclusive.release(user)

    def _last_steps(self) -> npt.NDArray[np.bool_]:
        """Return which games reach the step limit with this step."""
        steps, limit = self._games.rows["steps"], self.max_episode_steps
        return np.zeros(len(self), np.bool_) if limit is None else ~self.over & (steps + 1 >= limit)

    def _cut_off(self, last: npt.NDArray[np.bool_]) -> None:
        """Truncate running games at the step limit, and record why games ended."""
        games = self._games
        earlier = games.rows["cut"] == 1  # and awaiting a reset
        cut = last & ~games.done
        self._cut, self._truncated = cut | earlier, last | earlier
        if cut.any():
            which = np.flatnonzero(cut)
            self._cut_masks[which] = self.action_ids.mask(games.observe(which, NOBODY)[1])
            games.cut_off(which)
            if games.autoreset:
                self._run()

    @property
    def terminated(self) -> npt.NDArray[np.bool_]:
        """The games that ended by the rules in the last step, bool, shape (n,)."""
        return self._games.done & ~self._cut

    @property
    def truncated(self) -> npt.NDArray[np.bool_]:
        """The games that reached ``max_episode_steps`` in the last step, bool, shape (n,).

        As with Gymnasium's ``TimeLimit``, they may have ended by the rules in the same step.
        """
        return self._truncated.copy()

    def _run(self) -> None:
        games = self._games
        games.set_pool(self._opponents.codes)
        games.run()
        games.started = False
        while (pending_policy := games.rows["pending_policy"]).any():
            games.commands[:] = Command.LEAVE
            for code in np.unique(pending_policy[pending_policy > 0]).tolist():
                which = np.flatnonzero(pending_policy == code)
                games.commands[which] = self._opponents.answer(Waiting(games, which), code)
            self._check_opponents()
            games.run()
            games.started = False
        games.started = True

    def _check_opponents(self) -> None:
        games = self._games
        illegal = games.illegal_commands()
        if len(illegal) == 0:
            return
        first = int(illegal[0])
        name = self._opponents.name(int(games.rows["pending_policy"][first]))
        try:
            games.reject(first)
        except IllegalActionError as error:
            raise BotError(f"opponent {name}: {error}") from None

    @property
    def learner_seat(self) -> npt.NDArray[np.int16]:
        """The learner's seat in each running game, int16, shape (n,)."""
        return self._games.rows["learner"].copy()

    def final_observation(self, which: npt.NDArray[np.int64]) -> Shown:
        """Return copies of the learner's final observations in rows ``which``.

        Their format is the batch's ``observation``.

        Raises
        ------
        ValueError
            If the batch was made with ``observation=None``.
        RulesError
            If an observation has too many nonzero values to be sparse.
        """
        games = self._games
        if games.observation is None:
            raise ValueError("there are no observations: the batch was made with observation=None")
        counts = games.final[which, : games.layout.size]
        if games.observation == "sparse":
            return sparsify(counts, games.width)
        return counts if games.observation == "uint8" else counts * games.layout.scale

    def final_mask(self, which: npt.NDArray[np.int64]) -> Masks:
        """Return the final action masks, int8, of the last games in rows ``which``.

        Masks are zeros, unless the last step truncated the game.
        """
        masks = np.zeros((len(which), len(self.action_ids)), np.int8)
        cut = self._cut[which]
        masks[cut] = self._cut_masks[which[cut]]
        return masks

    def final_history(self, which: npt.NDArray[np.int64]) -> npt.NDArray[np.int16]:
        """Return the learner's final ``history`` of the last games in rows ``which``."""
        return self._games.final_tokens[which]

    def final_info(self, which: npt.NDArray[np.int64]) -> dict[str, npt.NDArray[Any]]:
        """Return infos about the last games in rows ``which``, by name.

        ``scores`` int16 (k, num_seats, columns), columns ``spec.score_columns``; ``rank``, the
        learner's, 1 is the best; ``learner_seat``, the game's report, ``seed``, ``decisions`` and
        ``skipped_games``. For truncated games, scores, rank, seed and decisions are 0.
        """
        games = self._games
        rows = games.rows[which]
        learner = rows["last_learner"].astype(np.int64)
        return {
            "scores": games.final_scores[
                which, : self.num_seats, : len(self.spec.score_columns)
            ].copy(),
            "rank": rows["last_ranks"][np.arange(len(rows)), learner].astype(np.int64),
            "learner_seat": learner,
            **{name: games.reports[which][name].astype(np.int64) for name in self.report_names},
            "seed": rows["last_seed"].astype(np.int64),
            "decisions": rows["last_decisions"].astype(np.int64),
            "skipped_games": rows["last_skipped"].astype(np.int64),
        }
