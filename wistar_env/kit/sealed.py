"""Sealed choices: several seats choose simultaneously, hidden until the last choice.

A game that has such choices puts ``SEALED_FIELDS`` into its record. ``ask_sealed`` lets seats
choose, one after the other in a public order. ``seal`` stores the choice of the deciding seat, and
returns whether it was the last; then the game carries out all, and ``clear_sealed`` clears them::

    if seal(g, action):
        carry_out(t, g)  # reads g.sealed_choice
        clear_sealed(g)

While seats choose, nothing else in the record may change, and ``find_legal`` of a seat must not
depend on the choices of others. A game shows a seat its own choice only. After the game's
``reshuffle_hidden``, the kit resamples the choices of others among their legal actions by
``find_legal``. ``wistar check`` compares what others see of two different choices.
"""

from typing import Any, Final

import numpy as np

from wistar_env.compiled.jit import inline
from wistar_env.compiled.records import offset
from wistar_env.kit.limits import MAX_SEATS

#: The fields to add to a game's record, in this order, after the common fields.
SEALED_FIELDS: Final[tuple[tuple[Any, ...], ...]] = (
    ("sealed_open", np.int16),  # bits of the seats that have yet to choose, the mover's included
    ("sealed_made", np.int16),  # bits of those that have chosen
    ("sealed_choice", np.int16, (MAX_SEATS,)),  # the action of each; 0 before
)
#: Where the kit finds them, in 16-bit words after ``sealed_word``.
OPEN: Final = 0
MADE: Final = 1
CHOICE: Final = 2
_WORD_BYTES: Final = 2


def sealed_word(game: np.dtype[Any]) -> int:
    """Return the 16-bit word at which the sealed choices of a record type begin; 0 without any.

    Raises
    ------
    TypeError
        If some of ``SEALED_FIELDS`` are missing, misplaced or of another type.
    """
    names = game.names or ()
    found = [name for name, *_ in SEALED_FIELDS if name in names]
    if not found:
        return 0
    first = offset(game, found[0])
    place = first
    for name, kind, *shape in SEALED_FIELDS:
        expected = np.dtype((kind, *shape)) if shape else np.dtype(kind)
        if name not in found or game[name] != expected or offset(game, name) != place:
            raise TypeError(
                f"the record of a game with sealed choices must have all SEALED_FIELDS of "
                f"wistar_env.kit.sealed in order: {name!r} must be {expected} at byte {place}"
            )
        place += expected.itemsize
    return first // _WORD_BYTES


@inline
def _next_open(g: Any, seat: int) -> int:
    """Return the first seat that has yet to choose, in turn order from ``seat``."""
    while (int(g.sealed_open) >> seat) & 1 == 0:
        seat = (seat + 1) % int(g.seats)
    return seat


@inline
def ask_sealed(g: Any, seats: int, first: int) -> None:
    """Let seats choose in secret, in turn order.

    Parameters
    ----------
    g
        The game.
    seats
        A bit mask of the seats that choose, not empty.
    first
        The seat to begin with; if it does not choose, the next one that does begins.
    """
    g.sealed_open = seats
    g.sealed_made = 0
    g.mover = _next_open(g, first)


@inline
def seal(g: Any, action: int) -> bool:
    """Store the choice of the deciding seat, and let the next one choose; True after the last."""
    seat = int(g.mover)
    g.sealed_choice[seat] = action
    g.sealed_open &= ~(1 << seat)
    g.sealed_made |= 1 << seat
    if g.sealed_open == 0:
        return True
    g.mover = _next_open(g, seat)
    return False


@inline
def clear_sealed(g: Any) -> None:
    """Clear the sealed choices, after the game has carried them out."""
    g.sealed_made = 0
    for seat in range(MAX_SEATS):
        g.sealed_choice[seat] = 0
