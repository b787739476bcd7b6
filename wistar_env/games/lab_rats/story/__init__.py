"""The events of an action as sentences, as each viewer sees them."""

from wistar_env.games.lab_rats.story.event_recorder import Event, events_of
from wistar_env.games.lab_rats.story.narration import narrate, summarize

__all__ = ["Event", "events_of", "narrate", "summarize"]
