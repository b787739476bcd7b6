"""Legal actions by their texts, for readers of prompts."""

from collections.abc import Iterable, Mapping

from wistar_env.arguments import shown
from wistar_env.kit.game.presentation_parts import Choice


def normalized(text: str) -> str:
    """Return a text in which upper and lower case and extra spaces make no difference."""
    return " ".join(text.split()).casefold()


def action_named(text: str, choices: Iterable[Choice]) -> int:
    """Return the legal action that a text names, or that only one begins with.

    The text of an action, its text with its effect, or an unambiguous beginning of one of them.

    Raises ValueError if no legal action has this text, or several begin with it.
    """
    return named(text, texts_of(choices))


def texts_of(choices: Iterable[Choice]) -> dict[str, int]:
    """Return each choice by its normalized text, and by its text with its effect."""
    found: dict[str, int] = {}
    for choice in choices:
        found[normalized(choice.sentence)] = found[normalized(choice.text)] = choice.action
    return found


def named(text: str, texts: Mapping[str, int]) -> int:
    """Return the action that a text names; ``texts`` are normalized: see ``action_named``."""
    words = normalized(text)
    if words in texts:
        return texts[words]
    begun = {action for each, action in texts.items() if words and each.startswith(words)}
    if len(begun) != 1:
        problem = f"{len(begun)} legal actions begin with" if begun else "there is no legal action"
        raise ValueError(f"{problem} {shown(text)}")
    return begun.pop()
