"""Positions in which nearly every action is possible, and the outcomes of actions.

They show whether each word of a family of codes has a meaning: a word without a branch in the rules
changes nothing, and a word in the wrong branch has the effect of another word.
"""

from typing import Any

import numpy as np

from tests.builder import Position
from tests.scenes import plain_card, plain_mission
from tests.solo import BOT, Solo
from wistar_env.games.rats_of_wistar.rules.numbers import NAMED_PLACES
from wistar_env.games.rats_of_wistar.rules.state import GAME
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.ops import OPS

#: The card that is played for its effect in these positions.
CARD = "Hammer"


def plenty(position: Position, seat: int = 0) -> Position:
    """Arrange that there is something of everything for a seat to choose from.

    Its Explorer stands in a Room with a face-down Guest, the Cheese, a Mission that costs nothing
    and one that is face down.
    """
    plain_card(position, "Inn", effect="wood 1", timing="once")
    plain_mission(position, "D1", "There's something in the lair!")
    position.mission("D2", "The kitchen shelves", revealed=False)
    position.guest_in("D", "G10").guest_in("E", "G11").discarded("Time Bomb", "Robot Dog")
    position.objectives("Great Diggers")
    position.tables["cheese_room"] = position.words.room("D")
    owner = position.player(seat)
    owner.has(wood=5, metal=5, movement=3, wild=3).workers(forest=1, lair=1, farm=1)
    owner.beds(2).dug(3).guests("G12", "G13").opened("A-D").explorer("D").tent("E")
    owner.hand(CARD, "Spy Center", "Encyclopedia", "Electric Sawmill").plays("Inn")
    return position


def both_with_plenty(effect: str = "", timing: str = "immediate") -> Position:
    """Return a position in which two players have plenty, one of them the card with this effect."""
    position = plain_card(plenty(Position()), CARD, effect=effect, timing=timing)
    rival = position.player(1)
    rival.has(wood=5, metal=5, movement=3, wild=3).beds(2).guests("G14", "G15").dug(3)
    rival.opened("A-B", "B-C").hand("Robot Mouse", "Electric Drill")
    return position


def playing(effect: str, timing: str = "immediate", *actions: str) -> Position:
    """Play the card with this effect where both players have plenty, and go on with actions."""
    return both_with_plenty(effect, timing).play(CARD).do(*actions)


def against_the_bot() -> Solo:
    """Return a solo game in which Rat-o-bot has something of everything to do."""
    solo = Solo()
    plenty(solo)
    solo.bot.explorer("D")
    return solo


def due(position: Position, bonus: str) -> Position:
    """Let a Bonus action be due in the current turn, whatever the space of its Chief shows."""
    turn = position.game["stack"][position.game["depth"] - 1]
    turn["numbers"][NAMED_PLACES["bonus_due"]] = codes.names("BONUS")[bonus]
    return position


def outcome(position: Position) -> tuple[bytes, tuple[tuple[str, int], ...]]:
    """Return all that a position is: its record without what is stale or counts, and the scores."""
    games: np.ndarray[Any, Any] = np.frombuffer(bytearray(position.game.tobytes()), GAME)
    for field in ("decisions", "act", "answers"):
        games[field] = 0
    games["stack"][0, int(position.game["depth"]) :] = np.zeros((), GAME["stack"].base)
    scores = [position.scores(seat).items() for seat in (0, BOT)]
    return games.tobytes(), tuple(item for seat in scores for item in seat)


def example(word: str) -> str:
    """Return an op with the first arguments that it takes."""
    arguments = OPS[word].arguments
    return " ".join([word, *("1" if a == "n" else next(iter(codes.names(a))) for a in arguments)])


def alike(outcomes: dict[str, Any]) -> set[tuple[str, str]]:
    """Return the pairs of words with the same outcome."""
    words = list(outcomes)
    return {(a, b) for k, a in enumerate(words) for b in words[:k] if outcomes[a] == outcomes[b]}
