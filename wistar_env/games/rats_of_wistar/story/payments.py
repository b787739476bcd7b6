"""Payments of items: what they are for, and how much of them a good can pay."""

from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.fast_actions import GRANT_WILD
from wistar_env.games.rats_of_wistar.rules.numbers import number
from wistar_env.games.rats_of_wistar.scene.parts import Scene
from wistar_env.games.rats_of_wistar.story.story_game import StoryGame
from wistar_env.games.rats_of_wistar.tables import codes


def payment_in_words(game: StoryGame, scene: Scene) -> str:
    """Return what the open payment is for, if it buys something, and the items due."""
    due = _due(scene)
    items = f"{due} item{'s' if due > 1 else ''} due"
    bought = _bought(game)
    return f"{items} for {bought}" if bought else items


def times_to_pay(scene: Scene, item: int) -> int:
    """Return how many of the items due a good can pay."""
    assert scene.decision is not None
    seat = scene.seats[scene.decision.seat]
    return min(_due(scene), seat.wood if item == codes.ITEM_WOOD else seat.metal)


def _due(scene: Scene) -> int:
    assert scene.decision is not None
    return sum(amount.count for amount in scene.decision.numbers)


def _bought(game: StoryGame) -> str:
    """Return what the entry below the payment buys."""
    g = game.record[0]
    entry = g["stack"][g["depth"] - 2]
    if entry["kind"] == decisions.FINISH_PLAY:
        return game.components.labels.cards[int(number(entry, "card"))]
    if entry["kind"] == decisions.GRANT:
        return "a Wild token" if number(entry, "bought") == GRANT_WILD else "Electricity"
    return ""
