"""Sizes of the arrays of a game: numbers of components (D1 in docs/values.md) and our limits."""

from typing import Final

MAX_SEATS: Final = 4
ROUNDS: Final = 5
CHIEFS: Final = 3

CARDS: Final = 180
CARDS_OF_TIER: Final = (100, 80)
DISPLAY: Final = 4
MISSIONS: Final = 10
MISSION_ROWS: Final = 3
OBJECTIVES: Final = 13
OBJECTIVE_SPACES: Final = 4
OBJECTIVES_SHOWN: Final = 3
GUESTS: Final = 25
CHEESES: Final = 2
GUEST_TILES: Final = GUESTS + CHEESES
GUESTS_OF_KIND: Final = 15
DOOR_TOKENS: Final = 10
HEROES: Final = 5
ABILITIES: Final = 10
SECTORS: Final = 6
SPACES: Final = 3
BONUSES_PER_SPACE: Final = 2
BEDS: Final = 6
UNDERGROUND_TILES: Final = 6
FREE_ROOMS: Final = 3
TENTS: Final = 2
DISCS: Final = 3

BOT_ACTIONS: Final = 7
BOT_BONUSES: Final = 2
BOT_EXPLORATIONS: Final = 7
BOT_STEPS: Final = 3
BOT_CUBES: Final = 7
BOT_WORKERS: Final = 8
TRACKS: Final = 3
TRACK_INDICES: Final = 4
TRACK_SPACES: Final = 7

# Our own limits for other data folders (for example a seventh room, or more passages).
MAX_DOORS: Final = 12
MAX_ROOMS: Final = 8
MAX_GUESTS_IN_ROOM: Final = 4
NEEDS: Final = 3
EFFECT_ROWS: Final = 3000
EFFECT_LENGTH: Final = 64  # BOUND-07
#: Maximum sum of each kind of standing effect over all pieces.
MOST_STANDING: Final = 10_000  # BOUND-07

# Our own bounds, far above what the bundled cards reach. They ensure that every game ends with
# every card set, and that no number overflows its field.
#: Maximum of tokens of a kind, of VP on the track, and of VP in one category of the final score.
MOST: Final = 2000  # BOUND-01
#: Maximum for one action of points or pieces, such as Exploration points, Rooms or Workers.
MOST_STEPS: Final = 99  # BOUND-02
#: Maximum number of decisions in a turn; after it, everything that may be declined is declined.
TURN_DECISIONS: Final = 1000  # BOUND-03
#: Maximum number of responses by permanent and income effects in a turn; then they stop.
TURN_ANSWERS: Final = 1000  # BOUND-04
#: While the stack has more entries, effects are skipped; no step then exceeds STACK.
CROWDED: Final = 48  # BOUND-05
STACK: Final = 64

#: The lead in final VP over the best other seat that gives a reward of 1 (reward ``score``).
SCORE_SCALE: Final = 100
