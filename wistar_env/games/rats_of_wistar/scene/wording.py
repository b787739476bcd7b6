"""Legal actions in words that name places and cards.

``describe`` must use the same words in every position, so it uses codes such as "S6 space 2". In a
given position the Sector is at a certain Main action, and the card in a slot has a name.
"""

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final

from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.spaces.actions import TARGETS
from wistar_env.games.rats_of_wistar.tables.limits import DISPLAY

_ORDINALS: Final = ("the first", "the second", "the third")


def action_words(components: Components, g: Any, action: int) -> str:
    """Return a legal action in words, with the names of places and cards."""
    block, numbers = TARGETS[action]
    worded = _WORDED.get(block)
    return worded(components, g, numbers) if worded else components.actions.describe(action)


def mission_words(components: Components, place: int) -> str:
    """Return the place of a Mission card, such as ``"the Mission in B (top floor, right)"``."""
    rooms = components._tables[0]["mission_room"].tolist()
    rooms = rooms[: len(components.names.mission_places)]
    room = rooms[place]
    which = _ORDINALS[rooms[:place].count(room)] if rooms.count(room) > 1 else "the"
    return f"{which} Mission in {room_words(components, room)}"


def room_words(components: Components, room: int) -> str:
    """Return the name of a room, such as ``"B (top floor, right)"``."""
    return components.labels.of("room")[room]


def passage_words(components: Components, passage: int) -> str:
    """Return the name of a passage, and in parentheses the two rooms that it joins."""
    t, titles = components._tables[0], components.names.room_names
    ends = int(t["passage_a"][passage]), int(t["passage_b"][passage])
    return f"{components.names.passages[passage]} ({titles[ends[0]]} to {titles[ends[1]]})"


def _place(components: Components, g: Any, numbers: tuple[int, ...]) -> str:
    position = g["wheel"].tolist().index(numbers[0])
    return f"Chief to {components.labels.of('position')[position]}, space {numbers[1] + 1}"


def _take(components: Components, g: Any, numbers: tuple[int, ...]) -> str:
    tier, slot = numbers
    name = components.labels.of("tier")[tier].capitalize()
    if slot == DISPLAY:
        return f"draw the top card of the {name} deck"
    card = int(g["display"][tier, slot])
    assert card != NONE, "a legal action takes a card that is there"
    return f"take {components.labels.cards[card]}"


def _open(components: Components, g: Any, numbers: tuple[int, ...]) -> str:
    return f"open the Door {passage_words(components, numbers[0])}"


def _reveal(components: Components, g: Any, numbers: tuple[int, ...]) -> str:
    return f"reveal {mission_words(components, numbers[0])}"


def _complete(components: Components, g: Any, numbers: tuple[int, ...]) -> str:
    place, row = numbers
    card = int(g["mission_card"][place])
    names = components.names
    return f"complete “{names.mission_rows[card][row]}” of “{names.missions[card]}”"


def _expel(components: Components, g: Any, numbers: tuple[int, ...]) -> str:
    return f"discard Guest {components.entries.guests[numbers[0]].partition(' ')[0]}"


_WORDED: Final = MappingProxyType[str, Callable[[Components, Any, tuple[int, ...]], str]](
    {
        "COMPLETE": _complete,
        "EXPEL": _expel,
        "OPEN": _open,
        "PLACE": _place,
        "REVEAL": _reveal,
        "TAKE": _take,
    }
)
