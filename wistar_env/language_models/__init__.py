"""Games for language models: prompts, parsing of replies, and a bot around any model.

>>> from wistar_env.language_models import TextBot
>>> bot = TextBot(lambda prompt: "1")  # any function from a prompt to a reply

- ``prompts`` writes rules and positions, in several modes, such as with neutral card names.
- ``replies`` parses replies.
- ``text_bot`` is a bot for playing, and ``text_env`` an environment for training.
- ``wistar_env.play.mcp_server`` serves games to clients of the Model Context Protocol.
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
