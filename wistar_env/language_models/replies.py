r"""Replies read back: which actions a model has chosen, or why that is unknown.

An answer stands in one of three tiers, and a higher one is final:

1. structured: ``{"action": 2}``, ``<answer>2</answer>``, ``\boxed{2}``;
2. a sentence: ``Action: 2``, ``My answer is 2``, ``I choose 2``;
3. a line with nothing but an action, such as ``2``, ``Option 2``, ``2: end the turn`` or
   ``end the turn``: the last line or, if that is prose, the only such line.

Answers of one tier that disagree are none, and so are structures that are not closed, lists of
several actions, and answers that are taken back. An action is named by its number, by its text, or
by the beginning of one text only. Behind a number stands the text of the same action, or a reason;
a line ``1. it is cheap`` names none.

For a whole turn, an answer has several actions: ``{"actions": [12, "end the turn"]}``, ``[12, 3]``,
``12, 3``, or texts with semicolons between them.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from wistar_env.arguments import shown
from wistar_env.kit.game.choice_text import named, texts_of
from wistar_env.kit.game.presentation_parts import Choice
from wistar_env.language_models.reply_lines import (
    BEGUN_BY_NUMBER,
    NUMBERED,
    REASON,
    TAKEN_BACK,
    Line,
    lines_of,
    list_in,
    said_in,
    sentences_of,
    unmarked,
    words_of,
)
from wistar_env.language_models.reply_structures import Stated, quoted, structured
from wistar_env.language_models.reply_text import ReplyError, folded, simplified

__all__ = ["TRIES", "Answers", "ReplyError"]

#: Replies to one prompt, before the decision is forfeited.
TRIES: Final = 2
#: Actions of a whole turn.
_MOST_ACTIONS: Final = 100
#: The minimum length of an abbreviated text.
_SHORTEST: Final = 3
_NUMBERS: Final = re.compile(r"[0-9\s,;]+")


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
        For a whole turn, all actions by the words of their texts (``words_of``); None for one
        action.
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
        text = simplified(reply)
        stated = structured(text)
        if not stated:
            lines = lines_of(text)
            stated = self._sentences(lines) or self._bare(lines)
        if not stated:
            raise ReplyError(f"no line of it names an action{self._allowed()}")
        actions = self._agreed(stated)
        last = max(stated, key=lambda each: each.end)
        if regret := TAKEN_BACK.search(last.rest) or TAKEN_BACK.search(text[last.end :]):
            taken = quoted(last.quoted), quoted(regret[0].strip())
            raise ReplyError(f"it takes back {taken[0]} with {taken[1]}; give one answer")
        return actions

    @cached_property
    def _texts(self) -> dict[str, int]:
        found = texts_of(self.choices)
        return {words_of(text): action for text, action in found.items()}

    def _agreed(self, stated: Sequence[Stated]) -> list[int]:
        """Return the actions that all answers name."""
        first = stated[0]
        actions = self._actions(first.items)
        for other in stated[1:]:
            if self._actions(other.items) != actions:
                raise ReplyError(
                    f"it gives answers that disagree, {quoted(first.quoted)} and "
                    f"{quoted(other.quoted)}; give one"
                )
        return actions

    def _sentences(self, lines: Sequence[Line]) -> list[Stated]:
        """Return the answers in sentences."""
        found: list[Stated] = []
        for line in lines:
            items = self._said_only(line.text)
            if items:
                found.append(Stated(items, line.text, line.end))
                continue
            parts = sentences_of(line)
            for k, part in enumerate(parts):
                if items := self._said(part):
                    rest = " ".join(["", *parts[k:]])
                    found.append(Stated(items, part, line.end, rest))
        return found

    def _said_only(self, line: str) -> list[Any]:
        """Return the actions of a line that states them and nothing else."""
        said = said_in(line)
        for value in said.values if said else ():
            parts = self._parts(value)
            if parts and all(map(self._names, parts)):
                return parts
        return []

    def _said(self, sentence: str) -> list[Any]:
        """Return the actions that a sentence states as the answer."""
        if items := self._said_only(sentence):
            return items
        said = said_in(sentence)
        for value in said.values if said else ():
            if items := self._reasoned(value):
                return items
        return [said.values[0]] if said and said.certain else []

    def _reasoned(self, value: str) -> list[Any]:
        """Return the action that a text begins with, if a reason follows."""
        number = BEGUN_BY_NUMBER.fullmatch(value)
        if number and REASON.fullmatch(number["rest"]):
            return [int(number["number"])]
        words = words_of(value)
        texts = [text for text in self._texts if words.startswith(text)]
        longest = max(texts, key=len, default="")
        return [longest] if longest and REASON.fullmatch(words[len(longest) :]) else []

    def _bare(self, lines: Sequence[Line]) -> list[Stated]:
        """Return the answers in lines that have nothing else."""
        if not lines:
            return []
        last, *before = reversed(lines)
        if last.text.startswith("[") and not last.text.endswith("]"):
            raise ReplyError(f"{quoted(last.text)} is not closed")
        ending = self._only(last)
        found = [each for line in before if (each := self._only(line))]
        if ending is None:
            return found[::-1]
        marked = [each for each in found if _is_marked(each)]
        beside = self._only(before[0]) if before else None
        return [*marked, *([beside] if beside else []), ending]

    def _only(self, line: Line) -> Stated | None:
        """Return the answer of a line that has nothing else; None for other lines."""
        items = list_in(line.text)
        parts = self._parts(line.text) if items is None else []
        if items is None and parts and all(map(self._names, parts)):
            items = parts
        return None if items is None else Stated(items, line.text, line.end)

    def _parts(self, text: str) -> list[Any]:
        """Return the actions in a text, not yet read."""
        if self.later is None:
            return [text]
        numbers = _NUMBERS.fullmatch(unmarked(text))
        parts = re.split(r"[\s,;]+" if numbers else ";", unmarked(text))
        return [part for part in parts if unmarked(part)]

    def _names(self, part: str) -> bool:
        """Return whether a part of a line is an action and not prose."""
        part = unmarked(part)
        if number := NUMBERED.fullmatch(part):
            text = words_of(number["text"] or number["more"] or "")
            return not text or bool(self._begun(text))
        words = words_of(part)
        return bool(self._begun(words)) or (self.later is not None and words in self.later)

    def _begun(self, words: str) -> set[int]:
        """Return the actions that have a text, or that begin with it."""
        if words in self._texts:
            return {self._texts[words]}
        if len(words) < _SHORTEST:
            return set()
        return {action for text, action in self._texts.items() if text.startswith(words)}

    def _actions(self, items: Sequence[Any]) -> list[int]:
        if len(items) == 1 and isinstance(items[0], str):
            items = self._parts(items[0]) or items
        most = 1 if self.later is None else _MOST_ACTIONS
        if not 1 <= len(items) <= most:
            raise ReplyError(f"it names {len(items)} actions; allowed are 1 to {most}")
        first, *others = items
        return [self._legal(first), *map(self._later, others)]

    def _legal(self, item: Any) -> int:
        """Return the legal action that a number or text names."""
        if isinstance(item, float) and item.is_integer():
            item = int(item)
        if type(item) is int:
            return self._numbered(item)
        if not isinstance(item, str):
            raise ReplyError(f"an action is a number or a text, found {shown(item)}")
        text = unmarked(folded(item))
        try:
            if words_of(text) in self._texts or not (number := NUMBERED.fullmatch(text)):
                return named(text, self._texts)
        except ValueError as error:
            raise ReplyError(f"{error}{self._allowed()}") from None
        action = self._numbered(int(number["number"]))
        words = words_of(number["text"] or number["more"] or "")
        meant = self._begun(words)
        if words and not meant:
            raise ReplyError(f"there is no legal action {quoted(text)}{self._allowed()}")
        if words and action not in meant:
            raise ReplyError(f"number {number['number']} is another action than {quoted(words)}")
        return action

    def _later(self, item: Any) -> int:
        """Return an action that may become legal in the turn."""
        words = words_of(item) if isinstance(item, str) else ""
        if self.later is not None and words in self.later:
            return self.later[words]
        return self._legal(item)

    def _numbered(self, number: int) -> int:
        if not self.listed:
            raise ReplyError(f"the actions have no numbers, found {number}; write the text of one")
        if not 1 <= number <= len(self.choices):
            raise ReplyError(f"no legal action has the number {shown(number)}{self._allowed()}")
        return self.choices[number - 1].action

    def _allowed(self) -> str:
        numbers = f"; the numbers are 1 to {len(self.choices)}" if self.listed else ""
        return f"{numbers}; the first legal action is {self.choices[0].text!r}"


def _is_marked(stated: Stated) -> bool:
    """Return whether a line says that its number is an action, as ``Option 2`` and ``(2)`` do."""
    number = NUMBERED.fullmatch(stated.quoted)
    return bool(number and number["marked"] is not None)
