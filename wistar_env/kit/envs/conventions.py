"""Conventions of all environments: render modes, and the treatment of illegal actions."""

from typing import Final

from gymnasium.error import ClosedEnvironmentError

#: With ``on_illegal="penalize"``: the reward for an illegal action.
ILLEGAL_REWARD: Final = -1.0
RENDER_MODES: Final = ("human", "rgb_array", "ansi")
ON_ILLEGAL: Final = ("raise", "penalize")


def check_open(*, closed: bool) -> None:
    """Raise ClosedEnvironmentError if an environment is closed."""
    if closed:
        raise ClosedEnvironmentError("the environment was closed; create a new one")
