"""Rats of Wistar as a PettingZoo AEC environment.

| Import             | ``from wistar_env import wistar_v0``                               |
|--------------------|--------------------------------------------------------------------|
| Actions            | Discrete                                                           |
| Parallel API       | ``parallel_env``, in which one agent decides in each step          |
| Manual control     | No                                                                 |
| Agents             | ``['player_0', ..., 'player_3']``; solo: ``['player_0']``          |
| Number of agents   | 1 to 4                                                             |
| Action values      | ``Discrete(971)``                                                  |
| Observation values | ``[0, 1]``                                                         |

Rats of Wistar is a worker placement game for 2 to 4 players over five rounds of three turns per
player. In a turn a player places a Chief on a rotating wheel and resolves the consequences. A turn
consists of several decisions, so an agent usually acts several times in a row, and others may
decide in between. With one player it is the solo game against Rat-o-bot, whose turns are part of
the environment.

Observation space
-----------------
A dict: ``"observation"``, a float32 vector of named blocks, and ``"action_mask"``, int8, 1 for
each legal action. The vector is egocentric: the block ``me`` is the observing seat, ``rival_1``
the next in the turn order after it. It holds nothing that the seat may not see. ``observe`` works
for every agent at any time; the mask is zero for agents that do not decide. ``state()`` is the full
state, including hidden parts.

Action space
------------
One ``Discrete`` space in which every id has one meaning; ``describe(action)`` returns it in words.

Rewards
-------
Chosen by name: ``"win"`` +1 for the winner and -1 for all others; ``"rank"`` linear from +1 for
the first to -1 for the last; ``"score"`` own final VP minus the best other seat's, divided by 100;
``"vp"`` the change of the agent's VP as it happens, with the final scoring at the end. All but
``"vp"`` are zero until the end. Or weights of features (``wistar_env.kit.rewards.Shaping`` and
``Weighted``), or a function ``(before, action, after) -> rewards of all seats``.

Termination
-----------
All agents terminate together after the fifth round; episodes are never truncated. ``infos[agent]``
then holds ``"scores"``, the agent's final VP as an int16 array with a column for each of
``RatsOfWistar.spec.score_columns``, ``"rank"``, 1 for the first, and the ``"level"`` (0 without
Rat-o-bot), ``"seed"`` and number of ``"decisions"`` of the game, and ``"skipped_games"``
(``kit.envs.skipped_games``). Until then it has the same keys, and all values except the level are
0.

Arguments
---------
See ``env``.

Version history
---------------
* v0: first version.
"""

from typing import Any, cast

from pettingzoo import ParallelEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.envs.aec import GameEnv

__all__ = ["env", "parallel_env", "raw_env"]


class raw_env(GameEnv):  # noqa: N801
    """The class of the environment; parameters as for ``env``."""

    def __init__(self, num_players: int = 2, **settings: Any) -> None:
        super().__init__(RatsOfWistar, num_players, **settings)

    @property
    def game(self) -> RatsOfWistar:
        """A copy of the game, including what players may not see."""
        return cast(RatsOfWistar, super().game)


def env(num_players: int = 2, **settings: Any) -> raw_env:
    """Make a Rats of Wistar environment.

    It makes the checks of PettingZoo's three stock wrappers (order, range and legality) itself.
    Without the wrappers it is several times as fast.

    Parameters
    ----------
    num_players
        1 to 4; 1 is the solo game against Rat-o-bot.
    level
        Solo only: difficulty 0 to 9; the default is 3.
    tracks
        Solo only, instead of a level: difficulty indices of the Structure, Tool and Automaton Track
        cards, which may differ by at most 1.
    reward
        ``"win"`` (the default), ``"rank"``, ``"score"``, ``"vp"``, weights of features as
        ``Shaping`` or ``Weighted``, or a function; see ``wistar_env.rewards``.
    data
        A folder of data files to use instead of the bundled ones, or the name of a card set.
    render_mode
        ``"ansi"``: ``render()`` returns the position as text; ``"rgb_array"``: as pixels, uint8 of
        shape (height, width, 3); ``"human"``: every position is shown in a window, which needs the
        extra ``window``; None. All show what the next agent may see.
    on_illegal
        ``"raise"``: an illegal action raises ``IllegalActionError``; ``"penalize"``: it gives
        the agent a reward of -1 and changes nothing else.
    size
        Width and height of frames in pixels, of ``"rgb_array"`` and of the window.
    compact_actions
        Whether actions and masks leave out ids that cannot occur; see
        ``GameSpec.compact_actions``.
    history
        How many of the last actions observations contain as tokens; see ``kit.envs.history``.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid.
    DataError
        If the data folder is not valid.
    """
    return raw_env(num_players, **settings)


def parallel_env(*arguments: Any, **named: Any) -> ParallelEnv:
    """Make the environment for libraries that step all agents at once.

    No decisions of this game are simultaneous, so it is ``env`` wrapped in PettingZoo's
    ``turn_based_aec_to_parallel``: each step is one decision of one agent.
    Only this agent has a nonzero mask; the actions of the others are ignored. All agents observe
    and are rewarded in every step, so a learner should drop the steps in which its mask is empty,
    but add up their rewards.

    Parameters and exceptions are those of ``env``.
    """
    return turn_based_aec_to_parallel(env(*arguments, **named))
