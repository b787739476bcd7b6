"""Events of a game as data and in sentences, for one seat or for a viewer who sees all hands.

Events are derived from scenes, so they contain no hidden information: an opponent sees that a seat
drew "a Basic card", but the seat itself sees which card.

``events_of(game, action, viewers)`` returns the events of an action with their causes; call it
before ``game.step(action)``. ``narrate(events, names)`` turns events into sentences;
``summarize(events, names)`` shortens the events of several actions.

``choice_details(scene, choice)`` returns the cards and bonuses that a legal action involves.
``menu_of(game)`` returns the legal actions as menu items, and ``question_of(game)`` the question
that they answer.
"""

from wistar_env.games.rats_of_wistar.story.choices import choice_details
from wistar_env.games.rats_of_wistar.story.differences import events_of
from wistar_env.games.rats_of_wistar.story.events import Event
from wistar_env.games.rats_of_wistar.story.menu import menu_of, question_of, turn_actions_of
from wistar_env.games.rats_of_wistar.story.narration import narrate, summarize

__all__ = [
    "Event",
    "choice_details",
    "events_of",
    "menu_of",
    "narrate",
    "question_of",
    "summarize",
    "turn_actions_of",
]
