"""Actions in words and back."""

from typing import SupportsIndex

from wistar_env.arguments import integer
from wistar_env.rules.actions import NUM_ACTIONS
from wistar_env.spaces.labels import Labels


class ActionNames:
    """What each action id means, in the words of one data folder.

    ``texts[action]`` is a sentence such as ``"play Spy Center (140)"``; no two are the same.
    """

    def __init__(self, labels: Labels) -> None:
        self.texts = tuple(labels.actions())
        self._ids = {text.casefold(): action for action, text in enumerate(self.texts)}

    def describe(self, action: SupportsIndex) -> str:
        """Say in words what an action means.

        Raises
        ------
        TypeError
            If the action is no integer.
        ValueError
            If there is no such action.
        """
        return self.texts[integer("action", action, 0, NUM_ACTIONS - 1)]

    def action_from_text(self, text: str) -> int:
        """Return the action that ``describe`` says ``text`` for, or whose id ``text`` is.

        Upper and lower case and extra spaces make no difference.

        Raises
        ------
        ValueError
            If no action is called so.
        """
        words = " ".join(text.split()).casefold()
        if words.isdecimal() and len(words) <= len(str(NUM_ACTIONS)):
            return integer("action", int(words), 0, NUM_ACTIONS - 1)
        if words not in self._ids:
            raise ValueError(f"no action is called {text!r}")
        return self._ids[words]
