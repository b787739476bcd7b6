"""``Event``: something that happened, as a viewer saw it."""

from typing import NamedTuple


class Event(NamedTuple):
    """Something that happened.

    Attributes
    ----------
    seat
        The acting seat; None if there is none.
    text
        The event, in the past tense and without the seat: ``"opened {0's} Door (red obstacle)"``.
        ``{0}`` is the name of the first seat of ``about``, ``{0's}`` its possessive.
    about
        The other seats that it is about.
    minor
        Whether a summary leaves it out.
    """

    seat: int | None
    text: str
    about: tuple[int, ...] = ()
    minor: bool = False
