"""Styles of play that reach many situations."""

import random
from collections.abc import Callable

from tests.lab_rats.referee.asking import Choice
from tests.lab_rats.referee.doors import INJURY
from tests.lab_rats.referee.rules import EXIT, KEEP, STOP, Referee

Style = Callable[[Referee, random.Random], Choice]


def anything(game: Referee, chance: random.Random) -> Choice:
    """Choose evenly."""
    return chance.choice(sorted(game.options()))


def explorer(game: Referee, chance: random.Random) -> Choice:
    """Spend Potions on obstacles, and open Doors while healthy."""
    options = game.options()
    if STOP in options and game.seats[game.mover].condition != "healthy":
        return STOP
    return _choice(options - {STOP, INJURY, EXIT} or options, chance)


def daredevil(game: Referee, chance: random.Random) -> Choice:
    """Open all Doors, and spend nothing."""
    options = game.options()
    return INJURY if INJURY in options else _choice(options - {STOP, EXIT} or options, chance)


def runner(game: Referee, chance: random.Random) -> Choice:
    """Gather Potions, open one Door, and run."""
    options = game.options()
    for first in (EXIT, STOP):
        if first in options and chance.random() < 0.7:
            return first
    return _choice(options - {INJURY} or options, chance)


def clairvoyant(game: Referee, chance: random.Random) -> Choice:
    """Try the Exit when it will be passed, and gather Potions until then."""
    options = game.options()
    if EXIT in options and game.would_pass():
        return EXIT
    return explorer(game, chance)


def hoarder(game: Referee, chance: random.Random) -> Choice:
    """Stop when the Door before was harmless, and never exchange a Door."""
    options = game.options()
    for first in (KEEP, STOP):
        if first in options and chance.random() < 0.5:
            return first
    return _choice(options - {INJURY, EXIT} or options, chance)


def _choice(options: set[Choice], chance: random.Random) -> Choice:
    return chance.choice(sorted(options))


STYLES: tuple[Style, ...] = (anything, explorer, daredevil, runner, clairvoyant, hoarder)
