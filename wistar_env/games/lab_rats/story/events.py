"""``Event``: an event of a game, as a viewer saw it."""

from typing import NamedTuple


class Event(NamedTuple):
    """An event of a game."""

    seat: int | None  # the acting seat; None if there is none
    # The event, in the past tense and without the seat: ``"opened {0's} Door (red obstacle)"``.
    # ``{0}`` is the name of the first seat of ``about``, ``{0's}`` its possessive.
    text: str
    about: tuple[int, ...] = ()  # the other seats in it
    minor: bool = False  # whether a summary omits it
