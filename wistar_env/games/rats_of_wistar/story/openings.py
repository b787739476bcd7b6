"""The decision to which each kind of action belongs, for ``why_not``."""

from types import MappingProxyType
from typing import Final, NamedTuple

from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.farm import ANY
from wistar_env.games.rats_of_wistar.tables import codes


class Opening(NamedTuple):
    """The decision to which the actions of a block belong."""

    decision: int  # the kind of the decision
    numbers: MappingProxyType[str, int]  # numbers of its entry that allow most actions
    rule: str  # the rule of the decision
    sentence: str  # why the action is illegal at another decision
    besides: tuple[int, ...] = ()  # other decisions to which the actions may belong


def _opening(
    decision: int, rule: str, sentence: str, besides: tuple[int, ...] = (), **numbers: int
) -> Opening:
    return Opening(decision, MappingProxyType(numbers), rule, sentence, besides)


_FINISH: Final = "you must first finish what you have begun"
_TURN: Final = _opening(decisions.TURN, "TURN-02", _FINISH)
_EXPLORE: Final = _opening(
    decisions.EXPLORE,
    "EXPL-01",
    "this requires an Exploration point or an effect",
    (decisions.OPEN_ANY_DOOR, decisions.FLY),
    left=1,
    allowed=ANY,
)
#: For each block, the decision to which most of its actions belong.
OPENINGS: Final = MappingProxyType(
    {
        **dict.fromkeys(
            (
                "END_TURN", "PLACE", "HUT", "MAIN", "BONUS", "BUY_WILD", "BUY_ELECTRICITY",
                "USE_MOVEMENT", "DEPLOY", "TENT", "USE", "CLAIM",
            ),
            _TURN,
        ),
        **dict.fromkeys(("OPEN", "MOVE", "REVEAL", "GUEST", "CHEESE"), _EXPLORE),
        "PAIR": _opening(
            decisions.CHOOSE_PAIR, "SETUP-21", "starting pairs are chosen before the first round"
        ),
        "POTION": _opening(
            decisions.CHOOSE_POTION, "ALCH-04", "this is possible only with the Alchemist's Potion"
        ),
        "DIG": _opening(
            decisions.DIG_ROOMS, "DIG-01",
            "digging a Room requires the Main action Digging Rooms or an effect", left=1,
        ),
        "BUILD": _opening(
            decisions.BUILD_BEDS, "BED-01",
            "building a Bed requires the Main action Building Beds or an effect", left=1,
        ),
        "TAKE": _opening(
            decisions.DEVELOP_PROJECTS, "PROJ-02",
            "taking an Invention requires Project points or an effect",
            (decisions.TAKE_OF_TYPE,), left=2,
        ),
        "COMPLETE": _opening(
            decisions.COMPLETE_MISSION, "MISSION-09",
            "completing a Mission requires a Bonus action, a Potion or an effect",
        ),
        "CUBE": _opening(
            decisions.REMOVE_CUBE, "MISSION-12",
            "moving a cube requires a completed Mission or an effect",
            unused=codes.NONE, colour=codes.COLOUR_ANY,
        ),
        "PLAY": _opening(
            decisions.PLAY_INVENTION, "BONUS-09",
            "playing an Invention requires a Bonus action, a Potion or an effect",
            (decisions.PLAY_DRAWN,),
            may_play=codes.FILTER_ANY, discount=codes.NONE,
        ),
        "DISCARD": _opening(
            decisions.DISCARD_CARDS, "CARD-04", "you do not have to discard cards now",
            left=1, may_discard=codes.FILTER_ANY,
        ),
        "PICK": _opening(
            decisions.RECOVER_CARD, "CARD-E156", "no current effect lets you choose this Invention",
            (decisions.COPY_ONCE,),
        ),
        "PAY": _opening(
            decisions.PAY_ITEMS, "MISSION-08", "you do not have to pay items now",
            (decisions.GIVE_ITEM,), left=1,
        ),
        "MOVE_WORKER": _opening(
            decisions.MOVE_WORKERS, "BONUS-01",
            "moving a Worker requires a Bonus action, a Movement token or an effect", left=1,
        ),
        "HERO": _opening(decisions.CHOOSE_HERO, "ABILITY-13", "no current effect gives a Hero"),
        "SKILL": _opening(
            decisions.CHOOSE_SKILL_TOKEN, "ABILITY-07", "no current effect gives a Skill token"
        ),
        "EXPEL": _opening(
            decisions.DISCARD_GUEST, "GUEST-02", "no current effect makes you discard a Guest",
            left=1,
        ),
        "GAIN": _opening(
            decisions.RECEIVE_ITEM, "CARD-E177", "no current effect exchanges items",
            given=codes.NONE,
        ),
        "LIFT": _opening(
            decisions.PITCH_TENT, "FAST-08", "once pitched, a Tent stays where it is", anywhere=1
        ),
    }
)  # fmt: skip
