"""Lab Rats as a PettingZoo AEC environment.

| Import             | ``from wistar_env import lab_rats_v0``                             |
|--------------------|--------------------------------------------------------------------|
| Actions            | Discrete                                                           |
| Parallel API       | ``parallel_env``, in which one agent decides in each step          |
| Manual control     | No                                                                 |
| Agents             | ``['player_0', ..., 'player_4']``                                  |
| Number of agents   | 3 to 5                                                             |
| Action values      | ``Discrete(88)``                                                   |
| Observation values | ``[0, 1]``                                                         |

Lab Rats is a push-your-luck game. In a turn a player opens Doors, which hide obstacles and events,
and beats obstacles with Potions until deciding to stop, or tries an Exit. Players lay their next
Doors simultaneously and in secret, so about half of the decisions are sealed choices: seats choose
one after the other, and choices are revealed after the last one. The first player with four pieces
of cheese wins.

Observation space
-----------------
A dict: ``"observation"``, a float32 vector of named blocks, and ``"action_mask"``, int8, 1 for each
legal action. The vector is egocentric: the observing seat comes first, then the players to its
left. It holds nothing that the seat may not see; other hands appear as their size and the Potions
that the seat knows there. ``observe`` works for every agent at any time; the mask is zero for
agents that do not decide. ``state()`` is the full state, including hidden parts.

Action space
------------
One ``Discrete`` space in which every id has one meaning; ``describe(action)`` returns it in words.

Rewards
-------
Chosen by name: ``"win"`` +1 for the winner and -1 for all others; ``"rank"`` linear from +1 for the
first to -1 for the last, equal for tied seats; ``"score"`` own cheese minus that of the best
other seat; ``"cheese"`` the change of the agent's cheese as it happens. All but
``"cheese"`` are zero until the end. Or weights of features (``wistar_env.kit.rewards.Shaping`` and
``Weighted``), or a function ``(before, action, after) -> rewards of all seats``.

Termination
-----------
All agents terminate together when one has four cheese; episodes are never truncated.
``infos[agent]`` then holds ``"scores"``, the agent's cheese as an int16 array with a column for
each of ``LabRats.spec.score_columns``, ``"rank"``, 1 for the first, the ``"seed"`` and number of
``"decisions"`` of the game, and ``"skipped_games"`` (``kit.envs.skipped_games``). Until then it has
the same keys, and all values are 0.

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

from wistar_env.games.lab_rats import LabRats
from wistar_env.kit.envs.aec import GameEnv

__all__ = ["env", "parallel_env", "raw_env"]


class raw_env(GameEnv):  # noqa: N801
    """The class of the environment; parameters as for ``env``."""

    def __init__(self, num_players: int = 4, **settings: Any) -> None:
        super().__init__(LabRats, num_players, **settings)

    @property
    def game(self) -> LabRats:
        """A copy of the game, including what players may not see."""
        return cast(LabRats, super().game)


def env(num_players: int = 4, **settings: Any) -> raw_env:
    """Make a Lab Rats environment.

    It makes the checks of PettingZoo's three stock wrappers (order, range and legality) itself.
    Without the wrappers it is several times as fast.

    Parameters
    ----------
    num_players
        3 to 5.
    reward
        ``"win"`` (the default), ``"rank"``, ``"score"``, ``"cheese"``, weights of features as
        ``Shaping`` or ``Weighted``, or a function; see ``wistar_env.rewards``.
    data
        A folder of data files to use instead of the bundled ones.
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

    It is ``env`` wrapped in PettingZoo's ``turn_based_aec_to_parallel``: each step is one decision
    of one agent, even when all agents choose simultaneously.
    Only this agent has a nonzero mask; the actions of the others are ignored. All agents observe
    and are rewarded in every step, so a learner should drop the steps in which its mask is empty,
    but add up their rewards.

    Parameters and exceptions are those of ``env``.
    """
    return turn_based_aec_to_parallel(env(*arguments, **named))
