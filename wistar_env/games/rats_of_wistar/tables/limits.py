"""Sizes that the arrays of a game are built with. Counts of D1 unless stated otherwise."""

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

# Ours: room for other data folders (a seventh room, more passages).
MAX_DOORS: Final = 12
MAX_ROOMS: Final = 8
MAX_GUESTS_IN_ROOM: Final = 4
NEEDS: Final = 3
EFFECT_ROWS: Final = 3000
EFFECT_LENGTH: Final = 64  # BOUND-07
#: All that the standing effects of a kind amount to, on everything that is printed.
MOST_STANDING: Final = 10_000  # BOUND-07

# Ours: bounds that the bundled cards come nowhere near. They make every game with every card set
# end, and no number leave the place that it is kept in.
#: Tokens of a kind, VP on the track, and VP of one category of the final scoring.
MOST: Final = 2000  # BOUND-01
#: Points or pieces of one action: Exploration points, Rooms to dig, Workers to move, ...
MOST_STEPS: Final = 99  # BOUND-02
#: Decisions of a turn, after which everything that may be declined is declined.
TURN_DECISIONS: Final = 1000  # BOUND-03
#: Answers of permanent and income effects in a turn, after which they fall silent.
TURN_ANSWERS: Final = 1000  # BOUND-04
#: Entries of the stack from which on effects are forgone; no step opens more than the rest.
CROWDED: Final = 48  # BOUND-05
STACK: Final = 64

#: The lead in final VP over the best other seat with a reward of 1 (reward ``score``).
SCORE_SCALE: Final = 100
