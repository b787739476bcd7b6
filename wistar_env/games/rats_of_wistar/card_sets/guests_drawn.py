"""Generated Guests: the kinds and timings of the bundled ones, with new effects and VP."""

from collections.abc import Mapping
from functools import cache, partial
from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar.card_sets import effect_lines, prices
from wistar_env.games.rats_of_wistar.card_sets.contents import Entry, draw_new
from wistar_env.games.rats_of_wistar.card_sets.draws import Draws
from wistar_env.games.rats_of_wistar.card_sets.effect_lines import Weights, written
from wistar_env.games.rats_of_wistar.card_sets.held_out import unheard_in
from wistar_env.games.rats_of_wistar.card_sets.set_names import CardSet
from wistar_env.games.rats_of_wistar.tables import load, schema

#: The lowest and the highest balance (``prices.guest_balance``) by kind; most bundled Guests are
#: within it.
BALANCES: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {"home": (220, 360), "basement": (260, 490)}
)
#: Guests have 0 to 3 VP.
_MOST_VP: Final = 3
_LEAST_EFFECT: Final = 60

#: Guests may be discarded while all Rooms are occupied, so none may provide a Room.
_STANDING: Final[Weights] = tuple(
    (line, weight) for line, weight in effect_lines.STANDING if not line.startswith("extra_room")
)


@cache
def _bundled() -> tuple[schema.Guest, ...]:
    return tuple(sorted(load.validated().guests.guest, key=lambda guest: guest.number))


def _draw_effect(draws: Draws, timing: str) -> str:
    """Draw a short effect without choices, for a Guest with this timing."""
    if timing != "permanent":
        if timing == "immediate" and draws.chance(25):
            return effect_lines.two(draws, effect_lines.SMALL, effect_lines.SMALL)
        return written(draws, effect_lines.INSTANT)
    if draws.chance(40):
        return written(draws, _STANDING)
    event = written(draws, effect_lines.EVENTS)
    return f"on {event}: {written(draws, effect_lines.SMALL)}"


def _draw_guest(draws: Draws, kind: str, timing: str) -> Entry | None:
    effect = _draw_effect(draws, timing)
    if prices.guest_price(effect, timing) < _LEAST_EFFECT or unheard_in(effect):
        return None
    low, high = BALANCES[kind]
    fitting = [
        vp for vp in range(_MOST_VP + 1) if low <= prices.guest_balance(vp, timing, effect) <= high
    ]
    if not fitting:
        return None
    return {"kind": kind, "timing": timing, "effect": effect, "vp": draws.pick(fitting)}


def draw_guests(card_set: CardSet) -> list[Entry]:
    """Draw the 25 Guests of a set, in the order of their numbers."""
    dealing = Draws(f"{card_set} guests")
    timings: dict[int, str] = {}
    for kind in BALANCES:
        alike = [guest for guest in _bundled() if guest.kind == kind]
        mixed = dealing.shuffled([guest.timing for guest in alike])
        timings.update(zip((guest.number for guest in alike), mixed, strict=True))
    taken: set[str] = set()
    guests = []
    for guest in _bundled():
        draws = Draws(f"{card_set} guest {guest.number}")
        draw = partial(_draw_guest, draws, guest.kind, timings[guest.number])
        guests.append({"number": guest.number, **draw_new(draw, card_set.split, taken)})
    return guests
