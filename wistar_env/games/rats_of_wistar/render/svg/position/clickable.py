"""``Answers``: the legal actions of the current decision, for the elements that play them."""

from typing import Final, TypeAlias

from wistar_env.games.rats_of_wistar.scene.parts import Choice, Decision
from wistar_env.games.rats_of_wistar.spaces.actions import TARGETS
from wistar_env.kit.pictures.touch import Unoffered

Choices: TypeAlias = tuple[Choice, ...]


#: The id of each action, by block and indices.
_ACTIONS: Final = {(target.block, target.numbers): k for k, target in enumerate(TARGETS)}


class Answers:
    """The legal actions of the current decision, by block and indices.

    Drawing functions take from it the actions of their elements. Actions without an element are in
    ``left`` and become buttons.

    ``explains``: whether elements without a legal action name the action that they would play.
    """

    def __init__(self, decision: Decision | None, *, explains: bool = False) -> None:
        choices = decision.choices if decision else ()
        self._explains = explains and bool(choices)
        self._found = {(choice.block, choice.numbers): choice for choice in choices}
        self._drawn: set[int] = set()

    def about(self, block: str, *numbers: int) -> Choices:
        """Return the legal action of a block with these indices; ``left`` then omits it.

        If there is none, return an empty tuple, which with ``explains`` names the illegal action.
        """
        choice = self._found.get((block, numbers))
        if choice is None:
            return Unoffered.of(_ACTIONS[block, numbers]) if self._explains else ()
        self._drawn.add(choice.action)
        return (choice,)

    def blocks(self, *names: str) -> Choices:
        """Return the legal actions of some blocks; ``left`` then omits them."""
        found = tuple(choice for (block, _), choice in self._found.items() if block in names)
        self._drawn.update(choice.action for choice in found)
        return found

    def left(self) -> list[Choice]:
        """Return the legal actions that no element has taken yet."""
        return [choice for choice in self._found.values() if choice.action not in self._drawn]
