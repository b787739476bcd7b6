"""The codes of the game as plain integers, and their words in the data.

They are not ``IntEnum`` members, because the compiled rules would then be compiled once more for
every enum type that reaches a function. ``names("ICON")`` returns the words of one family, which
the data folder, the documentation and ``describe`` use.

No rule depends on the order of codes unless a comment says so. Below each family are sets of
related codes, and a ``run`` of the codes that correspond to those of another family.
"""

from typing import Final


def run(*members: int) -> tuple[int, ...]:
    """Return consecutive codes as a tuple, after checking that they are consecutive.

    The index of a code is its distance from the first. Raises ValueError if they are not
    consecutive.
    """
    expected = tuple(range(members[0], members[0] + len(members)))
    if members != expected:
        raise ValueError(
            f"codes {members} are not consecutive; declare them one after the other in this order"
        )
    return members


ICON_STRENGTH, ICON_AGILITY, ICON_PERCEPTION, ICON_INTELLIGENCE, ICON_STAMINA, ICON_ENERGY = range(
    6
)
#: The icons of the Skills, by Skill.
SKILL_ICONS: Final = run(
    ICON_STRENGTH, ICON_AGILITY, ICON_PERCEPTION, ICON_INTELLIGENCE, ICON_STAMINA
)
SKILLS: Final = len(SKILL_ICONS)
TYPE_STRUCTURE, TYPE_TOOL, TYPE_AUTOMATON = range(3)
# The order matters: Advanced cards cost 1 Project point more (PROJ-02, PROJ-03).
TIER_BASIC, TIER_ADVANCED = range(2)
(
    TIMING_IMMEDIATE,
    TIMING_ONCE,
    TIMING_INCOME,
    TIMING_PERMANENT,
    TIMING_ENDGAME,
    TIMING_AGGRESSIVE,
) = range(6)
KIND_HOME, KIND_BASEMENT = range(2)
AREA_FOREST, AREA_LAIR, AREA_FARM = range(3)
COLOUR_BROWN, COLOUR_GREY, COLOUR_ANY = range(3)

MAIN_WOOD, MAIN_DIG, MAIN_METAL, MAIN_BEDS, MAIN_PROJECTS, MAIN_EXPLORE, MAIN_ANY = range(7)
#: The six Main actions; MAIN_ANY stands for any of them.
MAINS: Final = run(MAIN_WOOD, MAIN_DIG, MAIN_METAL, MAIN_BEDS, MAIN_PROJECTS, MAIN_EXPLORE)

(
    BONUS_MOVE1,
    BONUS_MOVE2,
    BONUS_WILD,
    BONUS_BASIC,
    BONUS_METAL,
    BONUS_WOOD,
    BONUS_EXPLORE,
    BONUS_POTION,
    BONUS_GUEST,
    BONUS_PLAY,
    BONUS_MISSION,
) = range(11)

POTION_PLAY, POTION_MISSION, POTION_METAL, POTION_WOOD = range(4)
ITEM_WOOD, ITEM_METAL, ITEM_CARD = range(3)
#: The items that are tokens; the third item is a card.
TOKEN_ITEMS: Final = run(ITEM_WOOD, ITEM_METAL)

# Which cards an effect may play, and to which cards it may respond.
(
    FILTER_ANY,
    FILTER_STRUCTURE,
    FILTER_TOOL,
    FILTER_AUTOMATON,
    FILTER_BASIC,
    FILTER_ADVANCED,
    FILTER_NO_STRENGTH,
    FILTER_NO_AGILITY,
    FILTER_NO_PERCEPTION,
    FILTER_NO_INTELLIGENCE,
    FILTER_NO_STAMINA,
) = range(11)
#: FILTER codes in the order of TYPE, of TIER, and of the Skill whose icon a card lacks.
TYPE_FILTERS: Final = run(FILTER_STRUCTURE, FILTER_TOOL, FILTER_AUTOMATON)
TIER_FILTERS: Final = run(FILTER_BASIC, FILTER_ADVANCED)
NO_SKILL_FILTERS: Final = run(
    FILTER_NO_STRENGTH,
    FILTER_NO_AGILITY,
    FILTER_NO_PERCEPTION,
    FILTER_NO_INTELLIGENCE,
    FILTER_NO_STAMINA,
)
#: Filters that depend on a card's face; its back shows only the tier.
FACE_FILTERS: Final = TYPE_FILTERS + NO_SKILL_FILTERS
#: Permanent discounts depend only on type and tier: the scopes of ``PLAYER["discounts"]``.
SCOPE_FILTERS: Final = run(FILTER_ANY, *TYPE_FILTERS, *TIER_FILTERS)

DISCOUNT_EITHER, DISCOUNT_BOTH, DISCOUNT_WOOD, DISCOUNT_METAL, DISCOUNT_SKILL = range(5)

# Counts of a player's things, for requirements, conditions, ``per``, comparisons, Objectives.
(
    COUNT_STRENGTH,
    COUNT_AGILITY,
    COUNT_PERCEPTION,
    COUNT_INTELLIGENCE,
    COUNT_STAMINA,
    COUNT_ENERGY,
    COUNT_SKILL_ICONS,
    COUNT_BEST_SKILL,
    COUNT_ELECTRICITY,
    COUNT_POWER,
    COUNT_WOOD,
    COUNT_METAL,
    COUNT_MOVEMENT,
    COUNT_WILD,
    COUNT_HAND,
    COUNT_ITEMS,
    COUNT_INVENTIONS,
    COUNT_STRUCTURES,
    COUNT_TOOLS,
    COUNT_AUTOMATA,
    COUNT_BASICS,
    COUNT_ADVANCED,
    COUNT_IMMEDIATES,
    COUNT_ONCES,
    COUNT_INCOMES,
    COUNT_PERMANENTS,
    COUNT_ENDGAMES,
    COUNT_AGGRESSIVES,
    COUNT_GUESTS,
    COUNT_HOME_GUESTS,
    COUNT_BASEMENT_GUESTS,
    COUNT_DOORS,
    COUNT_TENTS,
    COUNT_BEDS,
    COUNT_ROOMS_DUG,
    COUNT_MISSION_CUBES,
    COUNT_BROWN_CUBES,
    COUNT_GREY_CUBES,
    COUNT_OBJECTIVES,
    COUNT_WORKERS_IN_ONE_AREA,
    COUNT_ADVANCES_STRENGTH,
    COUNT_ADVANCES_AGILITY,
    COUNT_ADVANCES_PERCEPTION,
    COUNT_ADVANCES_INTELLIGENCE,
    COUNT_ADVANCES_STAMINA,
) = range(45)
#: Icons in the order of ICON; Inventions played in the order of TYPE, TIER and TIMING; and how far
#: Rat-o-bot's cubes have advanced on the tracks, by the Skill of the token on the track.
SKILL_COUNTS: Final = run(
    COUNT_STRENGTH, COUNT_AGILITY, COUNT_PERCEPTION, COUNT_INTELLIGENCE, COUNT_STAMINA
)
ICON_COUNTS: Final = run(*SKILL_COUNTS, COUNT_ENERGY)
TYPE_COUNTS: Final = run(COUNT_STRUCTURES, COUNT_TOOLS, COUNT_AUTOMATA)
TIER_COUNTS: Final = run(COUNT_BASICS, COUNT_ADVANCED)
TIMING_COUNTS: Final = run(
    COUNT_IMMEDIATES,
    COUNT_ONCES,
    COUNT_INCOMES,
    COUNT_PERMANENTS,
    COUNT_ENDGAMES,
    COUNT_AGGRESSIVES,
)
ADVANCE_COUNTS: Final = run(
    COUNT_ADVANCES_STRENGTH,
    COUNT_ADVANCES_AGILITY,
    COUNT_ADVANCES_PERCEPTION,
    COUNT_ADVANCES_INTELLIGENCE,
    COUNT_ADVANCES_STAMINA,
)

(
    EVENT_REVEAL_MISSION,
    EVENT_PLAY_CARD,
    EVENT_PLAY_ICON,
    EVENT_TAKE_CARD,
    EVENT_TAKE_WOOD,
    EVENT_TAKE_METAL,
    EVENT_TAKE_WILD,
    EVENT_SCORE_VP,
    EVENT_CLAIM_OBJECTIVE,
    EVENT_OPEN_DOOR,
    EVENT_COMPLETE_MISSION,
    EVENT_BUILD_BED,
    EVENT_DIG_ROOM,
    EVENT_TAKE_GUEST,
    EVENT_USE_MOVEMENT,
    EVENT_GAIN_ELECTRICITY,
    EVENT_INCOME,  # not a word in the data: income effects respond to it
) = range(17)

# Payments: the left side of "give left to get right".
(
    PAY_WOOD,
    PAY_METAL,
    PAY_MOVEMENT,
    PAY_WILD,
    PAY_ITEM,
    PAY_CARD,
    PAY_BASIC_CARD,
    PAY_ADVANCED_CARD,
    PAY_GUEST,
    PAY_BED,
) = range(10)

# Effect rows. The first five are guards and choices (CARD-14); ``tables.ops`` has the arguments
# of the others, and ``rules.effects`` their effects.
(
    OP_ON,
    OP_IF,
    OP_PAY,
    OP_FOES_MORE,
    OP_CHOOSE,
    OP_WOOD,
    OP_METAL,
    OP_MOVEMENT,
    OP_WILD,
    OP_VP,
    OP_ELECTRICITY,
    OP_DRAW,
    OP_PROJECT,
    OP_EXPLORE,
    OP_OPEN_DOOR,
    OP_OPEN_ANY_DOOR,
    OP_MOVE_EXPLORER,
    OP_FLY,
    OP_REVEAL_MISSION,
    OP_TAKE_GUEST,
    OP_GUEST,
    OP_ROUND_GUEST,
    OP_BUILD_BED,
    OP_BUILD_BED_FREE,
    OP_DIG,
    OP_DIG_FREE,
    OP_MAIN,
    OP_POTION,
    OP_DEPLOY,
    OP_MOVE_WORKERS,
    OP_PLAY,
    OP_PLAY_FREE,
    OP_PLAY_CHEAPER,
    OP_COMPLETE_MISSION,
    OP_COMPLETE_MISSION_IGNORING,
    OP_PITCH_TENT,
    OP_PITCH_TENT_ANYWHERE,
    OP_HERO,
    OP_SKILL_TOKEN,
    OP_PRIVATE_OBJECTIVE,
    OP_REMOVE_CUBE,
    OP_REVEAL_TOP,
    OP_DRAW_AND_PLAY,
    OP_TAKE_TYPE,
    OP_RECOVER,
    OP_COPY_ONCE,
    OP_EXCHANGE,
    OP_LOSE_VP,
    OP_LOSE_WOOD,
    OP_LOSE_METAL,
    OP_LOSE_MOVEMENT,
    OP_LOSE_WILD,
    OP_DISCARD_CARD,
    OP_DISCARD_GUEST,
    OP_DISCARD_BED,
    OP_EXTRA_ROOM,
    OP_IMMUNE,
    OP_DISCOUNT,
    OP_BED_DISCOUNT,
    OP_DIG_DISCOUNT,
    OP_MOVEMENT_BONUS,
) = range(61)
#: Ops that give tokens or VP; that take something away from a player; and that last as long as the
#: card, Guest or ability that has them. Generated card sets depend on the order of the last two.
GAINING_OPS: Final = (OP_WOOD, OP_METAL, OP_MOVEMENT, OP_WILD, OP_VP, OP_ELECTRICITY)
TAKING_OPS: Final = (
    OP_LOSE_VP,
    OP_LOSE_WOOD,
    OP_LOSE_METAL,
    OP_LOSE_MOVEMENT,
    OP_LOSE_WILD,
    OP_DISCARD_CARD,
    OP_DISCARD_GUEST,
    OP_DISCARD_BED,
)
STANDING_OPS: Final = (
    OP_DISCOUNT,
    OP_IMMUNE,
    OP_EXTRA_ROOM,
    OP_BED_DISCOUNT,
    OP_DIG_DISCOUNT,
    OP_MOVEMENT_BONUS,
)

# Rat-o-bot: bonuses on Action cards, effects on Exploration cards and tracks (BOT-50 to BOT-94).
(
    BOT_BONUS_CARDS,
    BOT_BONUS_GUEST,
    BOT_BONUS_ADVANCE,
    BOT_BONUS_MISSION,
    BOT_BONUS_CHEESE,
) = range(5)
BOT_STEP_MOVE, BOT_STEP_REVEAL, BOT_STEP_TENT, BOT_STEP_GUEST, BOT_STEP_CHEESE = range(5)
(
    TRACK_NOTHING,
    TRACK_OBJECTIVE,
    TRACK_EXPLORE,
    TRACK_MISSION,
    TRACK_AGGRESSIVE,
    TRACK_ENDGAME,
) = range(6)

NONE: Final = -1

#: Codes that are not words in the data.
_UNSAID: Final = frozenset({"EVENT_INCOME"})


def names(family: str) -> dict[str, int]:
    """Return the words of one family of codes, such as ``{"strength": 0, ...}`` for ``"ICON"``.

    ``family``: the prefix of the constants in this module, for example ``"ICON"`` or ``"OP"``.
    Raises KeyError if no constant has this prefix.
    """
    start = family + "_"
    found = {
        name[len(start) :].lower(): value
        for name, value in globals().items()
        if name.startswith(start) and isinstance(value, int) and name not in _UNSAID
    }
    if not found:
        raise KeyError(f"there is no family of codes {family!r} in tables/codes.py")
    return found
