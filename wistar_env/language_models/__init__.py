"""Games for language models: prompts in words, replies read back, and a bot around any function.

>>> from wistar_env.language_models import TextBot
>>> bot = TextBot(lambda prompt: "1")  # any function from a prompt to a reply

- ``prompts`` writes the rules and positions, and has the modes, such as neutral names of cards.
- ``replies`` parses replies.
- ``text_bot`` plays, and ``text_env`` trains.
- ``wistar_env.play.mcp_server`` is the same for clients of the Model Context Protocol.
"""

from wistar_env.language_models.prompts import Prompt, Prompter
from wistar_env.language_models.replies import ReplyError
from wistar_env.language_models.text_bot import Exchange, Reply, TextBot, Usage
from wistar_env.language_models.text_env import TextEnv, TextStep

__all__ = [
    "Exchange",
    "Prompt",
    "Prompter",
    "Reply",
    "ReplyError",
    "TextBot",
    "TextEnv",
    "TextStep",
    "Usage",
]
