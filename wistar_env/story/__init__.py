"""What happened in a game, told in sentences to one seat or to somebody who sees all hands.

Everything is told from scenes, so nobody is told what they may not see: to an opponent a drawn
Invention is "a Basic card", to its owner it has a name.

- ``deeds_of(game, action, viewers)`` tells what an action will do, step by step of the engine, with
  what came from what; ask before ``game.step(action)``.
- ``deeds_between(before, after, action, text)`` tells it from two scenes alone.
- ``in_words(deeds, names)`` says deeds in sentences; ``condensed(deeds, names)`` says those of
  many actions in few: what happened since your last decision.
- ``in_full(scene, choice)`` is a legal action in words, with what lies where it leads;
  ``meaning(scene, choice)`` is the second part of that.
- ``breakdown(game)`` is the score of each seat by category, in the words of the rulebook.
"""

from wistar_env.story.choices import in_full, meaning
from wistar_env.story.deeds import Deed
from wistar_env.story.scores import Breakdown, breakdown
from wistar_env.story.telling import deeds_between, deeds_of
from wistar_env.story.words import condensed, in_words

__all__ = [
    "Breakdown",
    "Deed",
    "breakdown",
    "condensed",
    "deeds_between",
    "deeds_of",
    "in_full",
    "in_words",
    "meaning",
]
