"""Facts that alone make an action illegal, such as a missing room or the wrong decision."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Final, TypeAlias

from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.farm import ENTRANCE
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.story.openings import OPENINGS
from wistar_env.games.rats_of_wistar.story.rejected_case import Case
from wistar_env.games.rats_of_wistar.tables import codes

Fact: TypeAlias = tuple[str, str]

#: Decisions that cannot be declined, each with its rule.
_ASKED: Final = MappingProxyType(
    {
        decisions.CHOOSE_PAIR: "SETUP-21",
        decisions.USE_DISCOUNT: "CARD-04",
        decisions.PAY_ITEMS: "CARD-04",
        decisions.DISCARD_CARDS: "CARD-04",
        decisions.REMOVE_CUBE: "MISSION-04",
        decisions.CHOOSE_OPTION: "CARD-12",
        decisions.RECEIVE_ITEM: "CARD-E177",
        decisions.PITCH_TENT: "CARD-E50",
        decisions.DISCARD_GUEST: "CARD-12",
        decisions.BOT_TAKES_GUEST: "BOT-66",
    }
)
_ENTRANCE: Final = MappingProxyType(
    {
        "MOVE": ("nobody returns to the entrance", "EXPL-06"),
        "TENT": ("no Tent is pitched at the entrance", "FAST-07"),
        "LIFT": ("no Tent stands at the entrance", "FAST-07"),
        "GUEST": ("no Guest is at the entrance", "EXPL-09"),
    }
)
_NO_ROOM: Final = MappingProxyType(
    {"GUEST": "EXPL-09", "MOVE": "EXPL-06", "TENT": "FAST-07", "LIFT": "CARD-E50"}
)


def plain_fact(case: Case, block: str, numbers: tuple[int, ...]) -> Fact | None:
    """Return a fact that makes an action illegal by itself, with its rule, or None."""
    found = _FACTS[block](case, *numbers) if block in _FACTS else None
    if found or block not in OPENINGS or OPENINGS[block].decision != decisions.TURN:
        return found
    return _of_turn(case, block)


def _of_room(block: str) -> Callable[[Case, int], Fact | None]:
    def fact(case: Case, room: int) -> Fact | None:
        if room >= case.tables["rooms"]:
            return "the Farm has no such room", _NO_ROOM[block]
        return _ENTRANCE[block] if room == ENTRANCE else None

    return fact


def _of_turn(case: Case, block: str) -> Fact | None:
    """Return the fact that it is not the seat's turn; None if an effect allows the action."""
    also = {
        "DEPLOY": decisions.DEPLOY_WORKERS,
        "MAIN": decisions.CHOOSE_MAIN_ACTION,
        "TENT": decisions.PITCH_TENT,
    }
    if case.in_own_turn or case.kind == also.get(block):
        return None
    if case.turn_at == NONE:
        return "no turn has begun", "ROUND-12"
    return "this is not your turn", "TURN-03"


def _place(case: Case, sector: int, space: int) -> Fact | None:
    spaces = case.tables["setup"][case.g["seats"]]["spaces"]
    if space >= spaces[sector]:
        return "at this player count the Sector has no such space", "WHEEL-03"
    return None


def _mission(case: Case, place: int, row: int = 0) -> Fact | None:
    if int(case.g["mission_card"][place]) == NONE:
        return "no such Mission lies on the Farm", "MISSION-01"
    return None


def _open(case: Case, passage: int) -> Fact | None:
    if passage >= case.tables["passages"]:
        return "the Farm has no such Door", "EXPL-02"
    return None


def _move_worker(case: Case, start: int, end: int) -> Fact | None:
    return ("start and end are the same Area", "BONUS-01") if start == end else None


def _pair(case: Case, pair: int) -> Fact | None:
    if pair >= case.g["seats"]:
        return "at this player count there is no such pair", "SETUP-21"
    return None


def _use(case: Case, card: int) -> Fact | None:
    if case.tables["cards"][card]["timing"] != codes.TIMING_ONCE:
        return f"{case.labels.cards[card]} has no effect marked 1x", "FAST-05"
    return None


def _pass(case: Case) -> Fact:
    if case.kind != decisions.TURN:
        return "this decision cannot be declined", _ASKED[case.kind]
    if case.of_turn("chief_at") == NONE:
        return "you must place a Chief first", "TURN-01"
    return "there is nothing to decline now; you may end your turn", "TURN-02"


def _accept(case: Case) -> Fact:
    if case.kind == decisions.USE_DISCOUNT:
        return "you must use the discount first", "CARD-15"
    return "no current effect offers anything to accept", "CARD-14"


def _reduce(case: Case, item: int) -> Fact:
    good, other = ("Wood", "Metal") if item == codes.ITEM_WOOD else ("Metal", "Wood")
    if case.kind != decisions.USE_DISCOUNT:
        return "there is no discount to use now", "CARD-15"
    if case.of_entry(f"{good.lower()}_due") == 0:
        return f"no {good} is due", "CARD-15"
    if case.of_entry("discounts_left") == 0:
        return "no discount is left", "CARD-15"
    return f"without the discount, you cannot pay the {other}", "CARD-15"


def _gain(case: Case, item: int) -> Fact | None:
    if case.kind == decisions.RECEIVE_ITEM and case.of_entry("given") == item:
        return "that is the item that you gave", "CARD-E177"
    return None


def _keep(case: Case, objective: int) -> Fact:
    if case.kind == decisions.KEEP_OBJECTIVE:
        return "it is not one of the Objectives that you drew", "CARD-E38"
    return "no current effect lets you keep an Objective", "CARD-E38"


def _option(case: Case, option: int) -> Fact:
    if case.kind != decisions.CHOOSE_OPTION:
        return "no current effect has alternatives", "CARD-14"
    if option >= case.of_entry("options"):
        return "the current effect has no such alternative", "CARD-14"
    return "you do not have what this alternative takes away", "CARD-12"


def _pick(case: Case, card: int) -> Fact | None:
    if case.kind == decisions.COPY_ONCE:
        return "it has no 1x effect in play that you can use now", "CARD-E77"
    return None


def _bot_guest(case: Case, room: int) -> Fact:
    if room >= case.tables["rooms"]:
        return "the Farm has no such room", "BOT-66"
    if case.kind == decisions.BOT_TAKES_GUEST:
        return "Rat-o-bot takes no Guest there", "BOT-66"
    return "Rat-o-bot takes no Guest now", "BOT-66"


_FACTS: Final = MappingProxyType[str, Callable[..., Fact | None]](
    {
        **{block: _of_room(block) for block in _NO_ROOM},
        "ACCEPT": _accept, "BOT_GUEST": _bot_guest, "COMPLETE": _mission, "GAIN": _gain,
        "KEEP": _keep, "MOVE_WORKER": _move_worker, "OPEN": _open, "OPTION": _option,
        "PAIR": _pair, "PASS": _pass, "PICK": _pick, "PLACE": _place, "REDUCE": _reduce,
        "REVEAL": _mission, "USE": _use,
    }
)  # fmt: skip
