"""Positions of the locations of a Farm in its picture."""

from collections.abc import Sequence

#: Default columns of rooms.
_COLUMNS = 2


def places_of(locations: Sequence[tuple[str | None, list[int] | None]]) -> list[tuple[int, int]]:
    """Return the column and row of each location, no two alike.

    Parameters
    ----------
    locations
        For each its kind, None for the entrance, and where the data folder puts it, if it does. By
        default they are in rows: the Home above the Basement, the entrance to the right of the
        first row.
    """
    given = [tuple(at) for _, at in locations if at is not None]
    if len(set(given)) == len(locations):
        return [(column, row) for column, row in given]
    found: list[tuple[int, int]] = [(_COLUMNS, 0)] * len(locations)
    first_row = 0
    for wanted in ("home", "basement"):
        rooms = [k for k, (kind, _) in enumerate(locations) if kind == wanted]
        for n, room in enumerate(rooms):
            found[room] = (n % _COLUMNS, first_row + n // _COLUMNS)
        first_row += -(-len(rooms) // _COLUMNS)
    return found
