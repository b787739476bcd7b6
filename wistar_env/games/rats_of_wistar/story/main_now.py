"""What a Main action would give a seat now, and what it lacks for more."""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from wistar_env.games.rats_of_wistar.rules.lair import PRICE
from wistar_env.games.rats_of_wistar.scene.parts import Scene
from wistar_env.games.rats_of_wistar.story.action_phrases import strength_of
from wistar_env.games.rats_of_wistar.tables.limits import BEDS, UNDERGROUND_TILES

#: What a Main action gives if done once, and if done more often.
_GIVES: Final = MappingProxyType(
    {
        "Collecting Wood": ("take 1 Wood", "take {} Wood"),
        "Collecting Metal": ("take 1 Metal", "take {} Metal"),
        "Digging Rooms": ("dig 1 Room", "dig up to {} Rooms"),
        "Building Beds": ("build 1 Bed", "build up to {} Beds"),
        "Developing Projects": (
            "take an Invention for 1 Project point",
            "take Inventions for {} Project points",
        ),
        "Exploring": ("explore once", "explore up to {} times"),
    }
)


class MainNow(NamedTuple):
    """What a Main action would give now.

    ``times``: how often the seat can do it with its Strength. ``missing``: what the seat lacks for
    more, or empty.
    """

    strength: int
    times: int
    gives: str
    missing: str

    @property
    def words(self) -> str:
        """Strength and gain, such as ``"Strength 2: dig 1 Room (1 Metal short for more)"``."""
        more = " for more" if self.times and self.missing.endswith("short") else ""
        missing = f" ({self.missing}{more})" if self.missing else ""
        return f"Strength {self.strength}: {self.gives}{missing}"


def main_now(scene: Scene, own: Any, seat: int, main: str) -> MainNow:
    """Return what a Main action would give a seat now; ``own``: the seat's record."""
    strength = strength_of(scene, seat, main)
    bounds = [*_bounds(own, scene.seats[seat].rooms_free, main)]
    times, missing = min(bounds, key=lambda bound: bound[0], default=(strength, ""))
    times = min(times, strength)
    once, often = _GIVES[main]
    gives = often.format(times) if times > 1 else once if times else "nothing"
    if strength and not times:
        gives = "nothing now"
    return MainNow(strength, times, gives, missing if times < strength else "")


def _bounds(own: Any, rooms_free: int, main: str) -> Iterator[tuple[int, str]]:
    """Yield each limit on how often a Main action can be done, and its reason in words."""
    if main == "Digging Rooms":
        yield UNDERGROUND_TILES - int(own["rooms_dug"]), "all your Rooms are dug"
        yield _paid(int(own["metal"]), PRICE - int(own["dig_discount"]), "Metal")
    elif main == "Building Beds":
        yield BEDS - int(own["beds_built"]), "all your Beds are built"
        yield rooms_free, "no other Room is free" if rooms_free else "no Room is free"
        yield _paid(int(own["wood"]), PRICE - int(own["bed_discount"]), "Wood")


def _paid(held: int, price: int, good: str) -> tuple[int, str]:
    if price <= 0:
        return UNDERGROUND_TILES, ""
    times = held // price
    return times, f"{(times + 1) * price - held} {good} short"
