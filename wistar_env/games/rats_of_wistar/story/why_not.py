"""Why an action is not offered: one sentence, and the rules that forbid it."""

from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.rules.farm import ENTRANCE
from wistar_env.games.rats_of_wistar.spaces.actions import TARGETS
from wistar_env.games.rats_of_wistar.story.refusals import obstacles
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.kit.game.game import Game
from wistar_env.kit.game.presentation_parts import Reason
from wistar_env.kit.game.reasons import in_the_way, reason_of

#: What no position of this game allows, by block: in words, and its rule.
_ABSENT: Final = MappingProxyType(
    {
        "PLACE": ("with so many players, the Sector has no such space", "WHEEL-03"),
        "COMPLETE": ("no such Mission lies on the Farm", "MISSION-01"),
        "REVEAL": ("no such Mission lies on the Farm", "MISSION-01"),
        "OPEN": ("the Farm has no such Door", "EXPL-02"),
        "MOVE": ("the Farm has no such room", "EXPL-06"),
        "GUEST": ("the Farm has no such room", "EXPL-09"),
        "TENT": ("the Farm has no such room", "FAST-07"),
        "LIFT": ("the Farm has no such room", "CARD-E50"),
        "MOVE_WORKER": ("that is the same Area", "BONUS-01"),
        "PAIR": ("with so many players, there is no such pair", "SETUP-21"),
    }
)
_UNOFFERED: Final = ("no open decision offers this", "GEN-06")


def why_not(game: Game, components: Components, action: int) -> Reason:
    """Return why an action is not legal.

    Parameters
    ----------
    game
        The game, which is not over.
    components
        Its components.
    action
        An action that is not legal.
    """
    found = in_the_way(game, action, obstacles(game.record[0], components, action))
    if found:
        return reason_of([(each.sentence, each.rule) for each in found])
    return reason_of([_never(components, action)])


def _never(components: Components, action: int) -> tuple[str, str]:
    """Return why no position of this game allows an action."""
    block, numbers = TARGETS[action]
    if block in ("MOVE", "TENT", "LIFT") and numbers[0] == ENTRANCE:
        return "nobody returns to the entrance", "EXPL-06"
    if block == "USE":
        cards = components._tables[0]["cards"]
        name = components.labels.cards[numbers[0]]
        if cards[numbers[0]]["timing"] != codes.TIMING_ONCE:
            return f"{name} has no effect marked 1x", "FAST-05"
        return f"there is no 1x effect that {name} could copy", "CARD-E77"
    return _ABSENT.get(block, _UNOFFERED)
