"""Conventions of all environments: render modes, and the treatment of illegal actions."""

from typing import Final

#: With ``on_illegal="penalize"``: the reward for an illegal action.
ILLEGAL_REWARD: Final = -1.0
RENDER_MODES: Final = ("human", "rgb_array", "ansi")
ON_ILLEGAL: Final = ("raise", "penalize")
