"""``Answers``: the legal actions of the open decision, for the elements that play them."""

from typing import TypeAlias

from wistar_env.games.rats_of_wistar.scene.parts import Choice, Decision

Choices: TypeAlias = tuple[Choice, ...]


class Answers:
    """The legal actions of the current decision, by their objects.

    Functions that draw ask it for the actions of their elements. Actions that no function has asked
    for are ``left``, and become buttons.
    """

    def __init__(self, decision: Decision | None) -> None:
        choices = decision.choices if decision else ()
        self._found = {(choice.block, choice.numbers): choice for choice in choices}
        self._drawn: set[int] = set()

    def about(self, block: str, *numbers: int) -> Choices:
        """Return the legal action of a block with these numbers, if it is one."""
        choice = self._found.get((block, numbers))
        if choice is None:
            return ()
        self._drawn.add(choice.action)
        return (choice,)

    def blocks(self, *names: str) -> Choices:
        """Return the legal actions of some blocks."""
        found = tuple(choice for (block, _), choice in self._found.items() if block in names)
        self._drawn.update(choice.action for choice in found)
        return found

    def left(self) -> list[Choice]:
        """Return the legal actions that have no element yet."""
        return [choice for choice in self._found.values() if choice.action not in self._drawn]
