"""Lessons after the tutorial: positions from games of ``greedy``, each with a goal to reach."""

from collections.abc import Callable
from typing import Any, Final

from wistar_env.kit.game.presentation_parts import Exercise

_SEATS: Final = ("you", "greedy")


def _at_least(field: str, number: int) -> Callable[[Any], bool]:
    """Return a test for whether a count in your seat's record is at least ``number``."""
    return lambda game: int(game.record["players"][0][0][field].sum()) >= number


def _ends_with(points: int) -> Callable[[Any], bool]:
    """Return a test for whether the game is over and you have at least ``points``."""
    return lambda game: bool(game.finished and game.scores()[0]["total"] >= points)


EXERCISES: Final = (
    Exercise(
        "exploring",
        "Exploring",
        "The Main action Exploring gives an Exploration point for each of your Workers in the Area "
        "Farm. A point opens a Door beside your Explorer or a Tent, moves the Explorer, turns up a "
        "Mission where you are, or takes a Guest there.\n"
        "Open two Doors in this turn. Both Workers wait at the entrance of your lair: deploy them "
        "first.",
        seed=2,
        seats=_SEATS,
        opening=11,
        goal=_at_least("doors", 2),
        done="Two Doors are open, and their bonuses are yours. Doors count for Objectives, and the "
        "rooms behind them have Missions, Guests and, at the end, the Cheese.",
    ),
    Exercise(
        "inventions",
        "Inventions",
        "An Invention is played by a Bonus action, a Potion or an effect. Its price is at the "
        "upper left; you only need to own the things in a dashed box.\n"
        "Play an Invention in this turn: the list says which Bonus actions a space has.",
        seed=1,
        seats=_SEATS,
        opening=9,
        goal=_at_least("tiers", 1),
        done="It is in play now, with its VP, its icons and its effect. Icons meet what later "
        "Inventions and Missions require.",
    ),
    Exercise(
        "beds",
        "Beds and Rooms",
        "Building Beds takes 2 Wood for each Bed, and builds as many as you have Workers in the "
        "Lair. A Bed needs a free Room, and wakes a Worker, who goes to its entrance. Digging "
        "Rooms takes 2 Metal each, and Workers in the Forest.\n"
        "Build a Bed in this turn.",
        seed=10,
        seats=_SEATS,
        opening=50,
        goal=_at_least("beds_built", 1),
        done="At the end, only the last value that you uncovered counts, for Beds and for Rooms. "
        "These values rise, so many of one kind are worth more than some of both.",
    ),
    Exercise(
        "objectives",
        "Objectives",
        "Three Objectives lie on the board; the line above names them behind your hand. If you "
        "reach the amount on the topmost free space of one, you may claim it, as a Fast action, "
        "and get its bonus at once. The next space asks for more.\n"
        "Claim an Objective in this turn.",
        seed=11,
        seats=_SEATS,
        opening=57,
        goal=_at_least("objectives", 1),
        done="You have three discs, one for each claim. A space once taken stays taken: be early.",
    ),
    Exercise(
        "end",
        "The end",
        "This is your last turn. At the end you also score abilities, "
        "Beds, Rooms, Guests and Cheese, Inventions with their endgame effects, Electricity, and "
        "what is left over. "
        "Press your points in the line above to see what you would score now.\n"
        "If it ended now, you would have 62 VP, and Greedy 61. End it with at least 70.",
        seed=19,
        seats=_SEATS,
        opening=272,
        goal=_ends_with(70),
        done="That is how games are won: with an eye on what is scored at the end.",
    ),
)
