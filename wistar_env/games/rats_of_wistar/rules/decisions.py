"""The kinds of entries on a game's stack: choices of a player, and automatic steps.

``NAMES[kind]`` is the name of a kind in words, used by ``Game.decision`` and the observation.
"""

from types import MappingProxyType
from typing import Final

CHOICES: Final = 33

#: Choices: the game waits for the seat of the entry.
(
    CHOOSE_PAIR,
    TURN,
    CHOOSE_POTION,
    DIG_ROOMS,
    BUILD_BEDS,
    DEVELOP_PROJECTS,
    EXPLORE,
    MOVE_WORKERS,
    DEPLOY_WORKERS,
    PLAY_INVENTION,
    USE_DISCOUNT,
    PAY_ITEMS,
    DISCARD_CARDS,
    COMPLETE_MISSION,
    REMOVE_CUBE,
    CHOOSE_HERO,
    CHOOSE_SKILL_TOKEN,
    CHOOSE_MAIN_ACTION,
    CHOOSE_OPTION,
    ACCEPT_COST,
    TAKE_OF_TYPE,
    RECOVER_CARD,
    COPY_ONCE,
    PLAY_DRAWN,
    GIVE_ITEM,
    RECEIVE_ITEM,
    OPEN_ANY_DOOR,
    FLY,
    PITCH_TENT,
    ACCEPT_GUEST,
    DISCARD_GUEST,
    KEEP_OBJECTIVE,
    BOT_TAKES_GUEST,
) = range(CHOICES)

#: Steps: the engine runs them as soon as they are on top.
(
    START_GAME,
    NEW_ROUND,
    END_OF_TURN,
    EFFECT,
    TRIGGER,
    FINISH_PLAY,
    GRANT,
    DRAW_CARDS,
    REMOVE_DOOR,
    BOT_TURN,
    BOT_EXPLORE,
) = range(CHOICES, CHOICES + 11)

NAMES: Final = MappingProxyType(
    {
        value: name.lower().replace("_", " ")
        for name, value in sorted(globals().items())
        if name.isupper() and isinstance(value, int) and name != "CHOICES"
    }
)
