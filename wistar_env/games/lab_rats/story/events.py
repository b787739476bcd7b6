"""``Event``: an event of a game, as a viewer saw it."""

from typing import NamedTuple


class Event(NamedTuple):
    """An event of a game.

    Attributes
    ----------
    seat
        The acting seat; None if there is none.
    text
        The event, in the past tense and without the seat: ``"opened {0's} Door (red obstacle)"``.
        ``{0}`` is the name of the first seat of ``about``, ``{0's}`` its possessive.
    about
        The other seats in it.
    minor
        Whether a summary omits it.
    """

    seat: int | None
    text: str
    about: tuple[int, ...] = ()
    minor: bool = False
