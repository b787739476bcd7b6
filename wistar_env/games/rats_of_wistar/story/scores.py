"""The score of a game by category, as data and in words."""

from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar.story.story_game import StoryGame
from wistar_env.kit.game.breakdown import Breakdown, breakdown_of

#: The names of the points of a score.
SCORE_UNIT: Final = "VP"

#: Titles of the categories of ``Game.scores``.
TITLES: Final = MappingProxyType(
    {
        "track": "VP track",
        "abilities": "Ability spaces",
        "beds": "Beds",
        "rooms": "Rooms",
        "guests": "Guests and Cheese",
        "inventions": "Inventions",
        "endgame": "Endgame effects",
        "electricity": "Electricity",
        "leftover_items": "Items left over",
        "wilds": "Wild tokens left over",
        "bot_tracks": "Rat-o-bot's tracks",
    }
)


def breakdown(game: StoryGame) -> Breakdown:
    """Return the score of each seat by category, as if the game ended now."""
    names = game.scene(None).names
    return breakdown_of(names, game.scores(), game.ranks(), TITLES, "total", SCORE_UNIT)
