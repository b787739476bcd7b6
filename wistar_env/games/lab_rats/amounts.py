"""Numbers in the rules, and the columns of a score."""

from typing import Final

from wistar_env.games.lab_rats.state import SLOTS

#: Cheese that wins the game (LAB-01).
WINS: Final = 4
FOR_EXIT: Final = 2  # LAB-54
FOR_SURVIVING: Final = 1
CRUMBS_OF_CHEESE: Final = 10  # LAB-38
MOST_CHEESE: Final = WINS - 1 + FOR_EXIT
SCORE_COLUMNS: Final = ("from_crumbs", "from_exits", "from_surviving", "cheese")
#: Pollution that kills (LAB-39).
DEADLY: Final = 5
#: Pollution from a Radioactive Explosion (LAB-18).
FALLOUT: Final = 2
#: Potions and Doors in a hand at the beginning of a round (LAB-06, LAB-55).
DEALT: Final = 2
#: The most Potions in a hand (LAB-43).
HAND_LIMIT: Final = 4
#: Rounds after which a game is over (AMB-93).
MOST_ROUNDS: Final = 200
#: Bit mask of all places on the table.
ALL_OPEN: Final = (1 << SLOTS) - 1
# Values of ``at_exit``.
TRIED: Final = 1
PASSED: Final = 2
