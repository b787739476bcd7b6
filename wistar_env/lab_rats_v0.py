"""Lab Rats as a PettingZoo AEC environment, and everything else that plays it.

| Import             | ``from wistar_env import lab_rats_v0``                             |
|--------------------|--------------------------------------------------------------------|
| Actions            | Discrete                                                           |
| Parallel API       | ``parallel_env``, in which one agent decides in each step          |
| Manual control     | No                                                                 |
| Agents             | ``['player_0', ..., 'player_4']``                                  |
| Number of agents   | 3 to 5                                                             |
| Action values      | ``Discrete(88)``                                                   |
| Observation values | ``[0, 1]``                                                         |

Lab Rats is a game of pushing one's luck: in a turn a player opens Doors, behind which obstacles and
events wait, beats obstacles with Potions, and stops before it is too late; or tries an Exit.
Players lay their next Doors simultaneously and in secret, so about half of the decisions are sealed
choices: seats are asked one after the other, and choices are revealed after the last one. Four
pieces of cheese win.

``env``, ``raw_env`` and ``parallel_env`` are environments of PettingZoo, ``Game`` is the game as a
Python object, ``BatchGame`` and ``LearnerBatch`` play many games in one call, and ``make_sb3``
makes the vector environment of Stable-Baselines3. ``gymnasium.make("wistar/LabRats-v0",
num_players=4, opponents=["random"])`` is one seat as a Gymnasium environment, and
``gymnasium.make_vec`` of it many.

Observation space
-----------------
A dict: ``"observation"``, a float32 vector of named blocks, and ``"action_mask"``, int8, 1 for each
legal action. The vector is egocentric: the observing seat comes first, then the players to its
left. It holds nothing that the seat may not see: of other hands their size and the Potions that the
seat knows there. ``observe`` works for every agent at any time; the mask is zero for agents that do
not decide. ``state()`` is the whole unhidden state.

Action space
------------
One ``Discrete`` space in which every id has one meaning; ``describe(action)`` returns it in words.

Rewards
-------
Chosen by name: ``"win"`` +1 for the winner and -1 for all others; ``"rank"`` linear from +1 for the
first to -1 for the last, and equal for seats that share a place; ``"score"`` own cheese minus the
most of another; ``"cheese"`` the change of the own cheese as it happens. All but
``"cheese"`` are zero until the end. Or weights of features (``wistar_env.kit.rewards.Shaping`` and
``Weighted``), or a function ``(before, after) -> rewards of all seats``.

Termination
-----------
All agents terminate together when one has four cheese; episodes are never truncated.
``infos[agent]`` then holds ``"scores"``, the agent's cheese as an int16 array with a column for
each of ``Game.spec.score_columns``, ``"rank"``, 1 for the first, and the ``"seed"`` and number of
``"decisions"`` of the game. Until then it has the same keys, and all values are 0.

Arguments
---------
See ``env``.

Version history
---------------
* v0: first version.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from pettingzoo import ParallelEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from wistar_env.games.lab_rats import Game
from wistar_env.games.lab_rats.card_folder import Folder
from wistar_env.kit.envs.aec import GameEnv, Observation
from wistar_env.kit.envs.conventions import RENDER_MODES
from wistar_env.kit.envs.displays import FPS
from wistar_env.kit.game.frame_size import FRAME_SIZE, FrameSize
from wistar_env.kit.rewards import RewardFn, RewardLike
from wistar_env.kit.vector import batch_game, learner
from wistar_env.kit.vector.extra import import_with_extra
from wistar_env.kit.vector.opponents import Opponent

if TYPE_CHECKING:
    from wistar_env.kit.vector.sb3 import LearnerVecEnv

__all__ = [
    "BatchGame",
    "Game",
    "LearnerBatch",
    "Observation",
    "env",
    "make_sb3",
    "parallel_env",
    "raw_env",
]

#: The default number of players.
DEFAULT_PLAYERS: Final = 4


def env(
    num_players: int = DEFAULT_PLAYERS,
    reward: RewardLike | RewardFn = "win",
    data: Folder | None = None,
    render_mode: str | None = None,
    on_illegal: str = "raise",
    size: FrameSize = FRAME_SIZE,
) -> "raw_env":
    """Make the environment.

    PettingZoo's three stock wrappers are not around it: their checks of order, range and
    legality are part of it, which makes it several times as fast.

    Parameters
    ----------
    num_players
        3 to 5.
    reward
        ``"win"``, ``"rank"``, ``"score"``, ``"cheese"``, weights of features as ``Shaping`` or
        ``Weighted``, or a function; see ``wistar_env.kit.rewards``.
    data
        A folder of data files to play with instead of the bundled ones.
    render_mode
        ``"ansi"``: ``render()`` returns the position as text; ``"rgb_array"``: as pixels, uint8 of
        shape (height, width, 3); ``"human"``: every position is shown in a window, which needs the
        extra ``window``; None. All show what the agent may see that acts next.
    on_illegal
        ``"raise"``: an illegal action raises ``IllegalActionError``; ``"penalize"``: it gives
        the agent a reward of -1 and changes nothing else.
    size
        Width and height of frames in pixels, of ``"rgb_array"`` and of the window.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid.
    DataError
        If the data folder is not valid.
    """
    return raw_env(num_players, reward, data, render_mode, on_illegal, size)


def parallel_env(*arguments: Any, **named: Any) -> ParallelEnv:
    """Make the environment for libraries that step all agents at once.

    It is ``env`` in PettingZoo's ``turn_based_aec_to_parallel``: each step is one decision of one
    agent, also where the game lets all choose in secret. Only this agent has a nonzero mask; the
    actions of the others are ignored. All agents observe and are rewarded in every step, so a
    learner should drop the steps in which its mask is empty, but add up their rewards.

    Parameters are those of ``env``, and so are the exceptions.
    """
    return turn_based_aec_to_parallel(env(*arguments, **named))


class raw_env(GameEnv):  # noqa: N801
    """The environment; parameters as for ``env``."""

    metadata = {  # noqa: RUF012
        "name": "lab_rats_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": FPS,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        num_players: int = DEFAULT_PLAYERS,
        reward: RewardLike | RewardFn = "win",
        data: Folder | None = None,
        render_mode: str | None = None,
        on_illegal: str = "raise",
        size: FrameSize = FRAME_SIZE,
    ) -> None:
        super().__init__(Game, num_players, None, reward, data, render_mode, on_illegal, size)

    def _started(self) -> Game:
        return cast(Game, super()._started())

    @property
    def game(self) -> Game:
        """A copy of the game; it knows what players may not see."""
        return self._started().clone()


class BatchGame(batch_game.BatchGame):
    """Many games stepped by one call, all seats of which the caller plays.

    Parameters
    ----------
    num_games
        Games in the batch.
    num_players
        3 to 5.
    settings
        Others of ``wistar_env.kit.vector.batch_game.BatchGame``: ``reward``, ``data``,
        ``observation``, ``autoreset``, ``num_threads``.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid.
    DataError
        If the data folder is not valid.

    Examples
    --------
    >>> batch = BatchGame(64, num_players=4)
    >>> step = batch.reset(seed=1)
    >>> step = batch.step(batch.choose("random"))
    >>> step.observation.shape, step.mask.shape, step.reward.shape
    ((64, 528), (64, 88), (64, 4))
    """

    def __init__(self, num_games: int, num_players: int = DEFAULT_PLAYERS, **settings: Any) -> None:
        super().__init__(Game, num_games, num_players, **settings)

    def game(self, i: int) -> Game:
        """Return a copy of game ``i``, hidden information included."""
        return cast(Game, super().game(i))


class LearnerBatch(learner.LearnerBatch):
    """Many games in each of which the caller plays one seat, against other policies.

    Parameters
    ----------
    num_games
        Games in the batch.
    num_players
        3 to 5.
    settings
        Others of ``wistar_env.kit.vector.learner.LearnerBatch``: ``opponents``, ``learner_seat``,
        ``reward``, ``data``, ``observation``, ``on_illegal``, ``autoreset``, ``num_threads``.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid.
    BotError
        If a name leads to no bot.
    DataError
        If the data folder is not valid.

    Examples
    --------
    >>> batch = LearnerBatch(64, num_players=3, opponents=["random", "greedy"])
    >>> step = batch.reset(seed=1)
    >>> step = batch.step(batch.choose("random"))
    >>> step.reward.shape
    (64,)
    """

    def __init__(self, num_games: int, num_players: int = DEFAULT_PLAYERS, **settings: Any) -> None:
        super().__init__(Game, num_games, num_players, **settings)

    def game(self, i: int) -> Game:
        """Return a copy of game ``i``, hidden information included."""
        return cast(Game, super().game(i))


def make_sb3(
    num_envs: int,
    num_players: int = DEFAULT_PLAYERS,
    *,
    opponents: Sequence[Opponent] = ("random",),
    seed: int | None = None,
    **settings: Any,
) -> "LearnerVecEnv":
    """Make a vector environment of Stable-Baselines3; needs the extra ``train``.

    Parameters
    ----------
    num_envs
        Games, 1 to 4,194,304.
    num_players
        3 to 5.
    opponents
        The pool from which the policy of each other seat is drawn for each game; see
        ``LearnerBatch``.
    seed
        As a call of ``seed(seed)``.
    settings
        Others of ``wistar_env.kit.vector.sb3.LearnerVecEnv``: ``learner_seat``, ``reward``,
        ``data``, ``observation``, ``on_illegal``, ``num_threads``, ``render_mode``, ``size``.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid.
    BotError
        If the name of an opponent leads to no bot.
    DataError
        If the data folder is not valid.

    Examples
    --------
    >>> venv = make_sb3(8, num_players=4, seed=1)
    >>> venv.reset().shape
    (8, 528)
    """
    make = import_with_extra("wistar_env.kit.vector.sb3", "make_sb3")
    venv: LearnerVecEnv = make(
        Game, num_envs, num_players, opponents=opponents, seed=seed, **settings
    )
    return venv
