"""Replies read back: a number of the list, the text of an action, or JSON with one of both.

The last line that names an action counts, so that a model may think aloud before it. A line names
one if it is

- a number of the list, ``12``, also with the text of the action behind it, ``12: end the turn``;
- the text of an action, or the beginning of one only: ``end the turn``;
- JSON, ``{"action": 12}`` or ``{"action": "end the turn"}``, with anything around it.

Words such as ``Action:`` before it, quotes, list marks and emphasis around it make no difference.
For a whole turn, it has several of them: ``{"actions": [12, "end the turn"]}``, ``[12, 3]``,
``12, 3``, or texts with semicolons between them.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from wistar_env.arguments import shown
from wistar_env.kit.game.choice_text import named, normalized, texts_of
from wistar_env.kit.game.hooks import Choice

#: Replies to one prompt, before the decision is forfeited.
TRIES: Final = 2
#: What is read of a reply: its end.
_LONGEST: Final = 20_000
#: Actions of a whole turn.
_MOST_ACTIONS: Final = 100
#: The minimum length of an abbreviated text.
_SHORTEST: Final = 3
_OBJECT: Final = re.compile(r"\{[^{}]*\}")
_ARRAY: Final = re.compile(r"\[[^\[\]]*\]")
_PREFIX: Final = re.compile(
    r"(?:(?:my|the|final|next) )*(?:actions?|answer|move|choice)\s*[:=]\s*", re.I
)
_NUMBERED: Final = re.compile(r"(\d{1,9})(?:\s*[:.)-](?!\d)\s*(.*))?", re.A | re.S)
_AROUND: Final = " \t\r*_`\"'.#>"
_LIST_MARK: Final = re.compile(r"[-+]\s+")


class ReplyError(ValueError):
    """A reply without a legal action; the message has the reason."""


@dataclass(frozen=True)
class Answers:
    """The valid replies to a prompt.

    Attributes
    ----------
    choices
        The legal actions, as the prompt calls them; the first is number 1.
    listed
        Whether the prompt lists them, so that numbers mean something.
    later
        For a whole turn, all actions by their normalized texts; None for one action.
    """

    choices: Sequence[Choice]
    listed: bool = True
    later: Mapping[str, int] | None = None

    def read(self, reply: str) -> list[int]:
        """Return the actions that a reply names; the first one is legal.

        Raises
        ------
        ReplyError
            If it names none, one that is not legal, or several where one was asked for.
        """
        texts = texts_of(self.choices)
        for line in reversed(_lines(reply)):
            items = self._items(line, texts)
            if items is not None:
                return self._actions(items, texts)
        raise ReplyError(f"no line of it names an action{self._allowed()}")

    def _items(self, line: str, texts: Mapping[str, int]) -> list[Any] | None:
        """Return the actions in a line, as numbers and texts; None if it has none."""
        given = _json(line)
        if given is not None:
            return given
        bare = _after(_LIST_MARK, line.strip(_AROUND))
        words = _after(_PREFIX, bare)
        parts = [words]
        if self.later is not None:
            numbers = re.fullmatch(r"[\d\s,;]+", words, re.A)
            parts = re.split(r"[\s,;]+" if numbers else ";", words)
        parts = [part.strip(_AROUND) for part in parts if part.strip(_AROUND)]
        said = words != bare and bool(parts)
        if parts and (said or all(self._names(part, texts) for part in parts)):
            return [*parts]
        return None

    def _names(self, part: str, texts: Mapping[str, int]) -> bool:
        """Return whether a part of a line is an action and not prose."""
        if _NUMBERED.fullmatch(part):
            return True
        words = normalized(part)
        begins = len(words) >= _SHORTEST and any(text.startswith(words) for text in texts)
        return begins or (self.later is not None and words in self.later)

    def _actions(self, items: Sequence[Any], texts: Mapping[str, int]) -> list[int]:
        most = 1 if self.later is None else _MOST_ACTIONS
        if not 1 <= len(items) <= most:
            raise ReplyError(f"it names {len(items)} actions; allowed are 1 to {most}")
        first, *others = items
        return [self._legal(first, texts), *(self._later(item, texts) for item in others)]

    def _legal(self, item: Any, texts: Mapping[str, int]) -> int:
        """Return the legal action that a number or text names."""
        if isinstance(item, float) and item.is_integer():
            item = int(item)
        if type(item) is int:
            return self._numbered(item)
        if not isinstance(item, str):
            raise ReplyError(f"an action is a number or a text, found {shown(item)}")
        found = _NUMBERED.fullmatch(item.strip())
        if not found:
            try:
                return named(item.strip(_AROUND), texts)
            except ValueError as error:
                raise ReplyError(f"{error}{self._allowed()}") from None
        action = self._numbered(int(found[1]))
        other = texts.get(normalized(found[2] or ""), action)
        if other != action:
            raise ReplyError(f"number {found[1]} is another action than {shown(found[2])}")
        return action

    def _later(self, item: Any, texts: Mapping[str, int]) -> int:
        """Return an action that may become legal in the turn."""
        words = normalized(item) if isinstance(item, str) else ""
        if self.later is not None and words in self.later:
            return self.later[words]
        return self._legal(item, texts)

    def _numbered(self, number: int) -> int:
        if not self.listed:
            raise ReplyError(f"the actions have no numbers, found {number}; write the text of one")
        if not 1 <= number <= len(self.choices):
            raise ReplyError(f"no legal action has the number {number}{self._allowed()}")
        return self.choices[number - 1].action

    def _allowed(self) -> str:
        numbers = f"; the numbers are 1 to {len(self.choices)}" if self.listed else ""
        return f"{numbers}; the first legal action is {self.choices[0].text!r}"


def _after(mark: re.Pattern[str], text: str) -> str:
    """Return the rest of a text that begins with a mark."""
    found = mark.match(text)
    return text[found.end() :].strip(_AROUND) if found else text


def _lines(reply: str) -> list[str]:
    """Return the lines of a reply, with each JSON object in one."""
    end = reply[-_LONGEST:]
    return _OBJECT.sub(lambda found: " ".join(found[0].split()), end).splitlines()


def _json(line: str) -> list[Any] | None:
    """Return the actions that the last JSON object of a line, or a line that is a list, gives."""
    for text in reversed(_OBJECT.findall(line)):
        found = _loaded(text)
        for name in ("actions", "action") if isinstance(found, dict) else ():
            if name in found:
                return found[name] if isinstance(found[name], list) else [found[name]]
    if _ARRAY.fullmatch(line.strip(_AROUND)):
        found = _loaded(line.strip(_AROUND))
        return found if isinstance(found, list) else None
    return None


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
