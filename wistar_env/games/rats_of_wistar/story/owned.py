"""Counts of what a seat has, and how to increase them, for ``why_not``."""

from types import MappingProxyType
from typing import Any, Final

from wistar_env.games.rats_of_wistar.rules.farm import ENTRANCE
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.tables import codes, limits

#: The largest amount that a requirement can name.
PLENTY: Final = 20
_SUMS: Final = MappingProxyType(
    {
        codes.COUNT_ELECTRICITY: ("electricity",),
        codes.COUNT_WOOD: ("wood",),
        codes.COUNT_METAL: ("metal",),
        codes.COUNT_MOVEMENT: ("movement",),
        codes.COUNT_WILD: ("wild",),
        codes.COUNT_HAND: ("hand_size",),
        codes.COUNT_ITEMS: ("wood", "metal", "hand_size"),
        codes.COUNT_INVENTIONS: ("tiers",),
        codes.COUNT_GUESTS: ("guests_size",),
        codes.COUNT_DOORS: ("doors",),
        codes.COUNT_BEDS: ("beds",),
        codes.COUNT_ROOMS_DUG: ("rooms_dug",),
        codes.COUNT_MISSION_CUBES: ("mission_cubes",),
        codes.COUNT_OBJECTIVES: ("objectives",),
    }
)
#: Counts that are elements of an array: its field, and the code of its first element.
_PLACES: Final = MappingProxyType(
    {
        **dict.fromkeys(codes.ICON_COUNTS, ("icons", codes.ICON_COUNTS[0])),
        **dict.fromkeys(codes.TYPE_COUNTS, ("types", codes.TYPE_COUNTS[0])),
        **dict.fromkeys(codes.TIER_COUNTS, ("tiers", codes.TIER_COUNTS[0])),
        **dict.fromkeys(codes.TIMING_COUNTS, ("timings", codes.TIMING_COUNTS[0])),
        codes.COUNT_HOME_GUESTS: ("guest_kinds", codes.COUNT_HOME_GUESTS),
        codes.COUNT_BASEMENT_GUESTS: ("guest_kinds", codes.COUNT_HOME_GUESTS),
    }
)
_COLOURS: Final = MappingProxyType(
    {
        codes.COUNT_BROWN_CUBES: codes.COLOUR_BROWN,
        codes.COUNT_GREY_CUBES: codes.COLOUR_GREY,
    }
)


def cubes_of(tables: Any, colour: int) -> int:
    """Return a bit mask of the ability spaces of a colour; for COLOUR_ANY, of all."""
    spaces = tables["abilities"]["colour"].tolist()
    return sum(1 << k for k, own in enumerate(spaces) if colour in (own, codes.COLOUR_ANY))


def owned(tables: Any, g: Any, seat: int, code: int) -> int:
    """Return a seat's value of a COUNT."""
    own = g["players"][seat]
    if code in _SUMS:
        return sum(int(own[name].sum()) for name in _SUMS[code])
    if code in _PLACES:
        field, first = _PLACES[code]
        return int(own[field][code - first])
    if code in _COLOURS:
        return (int(own["cubes_gone"]) & cubes_of(tables, _COLOURS[code])).bit_count()
    if code in codes.ADVANCE_COUNTS:
        track = g["bot"]["token_track"][code - codes.ADVANCE_COUNTS[0]]
        return int(g["bot"]["positions"][track])
    icons: list[int] = own["icons"].tolist()
    skills = icons[: codes.SKILLS]
    others: dict[int, int] = {
        codes.COUNT_SKILL_ICONS: sum(skills),
        codes.COUNT_BEST_SKILL: max(skills),
        codes.COUNT_POWER: icons[codes.ICON_ENERGY] + int(own["electricity"]),
        codes.COUNT_TENTS: int((own["tents"] != NONE).sum()),
        codes.COUNT_WORKERS_IN_ONE_AREA: int(own["workers"].max()),
    }
    return others[code]


def give(tables: Any, g: Any, seat: int, code: int) -> None:
    """Raise a COUNT of a seat to meet a requirement, changing as little else as possible."""
    own = g["players"][seat]
    if code in _SUMS:
        own[_SUMS[code][0]] = PLENTY
    elif code in _PLACES:
        field, first = _PLACES[code]
        own[field][code - first] = PLENTY
    elif code in _COLOURS:
        own["cubes_gone"] |= cubes_of(tables, _COLOURS[code])
    elif code in codes.ADVANCE_COUNTS:
        g["bot"]["positions"] = PLENTY
    elif code == codes.COUNT_TENTS:
        # At the entrance, a Tent has no other effect, so no room becomes accessible.
        own["tents"][own["tents"] == NONE] = ENTRANCE
    elif code == codes.COUNT_WORKERS_IN_ONE_AREA:
        own["workers"] = PLENTY
    else:
        own["icons"] = PLENTY


def give_all(tables: Any, g: Any, seat: int) -> None:
    """Raise every COUNT of a seat to meet requirements."""
    for code in range(max(codes.names("COUNT").values()) + 1):
        give(tables, g, seat, code)
    own = g["players"][seat]
    own["metal"] = own["hand_size"] = PLENTY
    own["cubes_gone"] = (1 << limits.ABILITIES) - 1
