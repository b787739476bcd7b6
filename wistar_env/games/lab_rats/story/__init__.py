"""What happened, in sentences: the events of an action as each viewer sees them."""

from wistar_env.games.lab_rats.story.incidents import Event
from wistar_env.games.lab_rats.story.phrases import narrate, summarize
from wistar_env.games.lab_rats.story.telling import events_of

__all__ = ["Event", "events_of", "narrate", "summarize"]
