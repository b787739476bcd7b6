"""Parse replies: return the action at the end of a reply, or a reason for rejecting it.

A reply must end with one line ``Action: N``, or with ``{"action": N}`` or ``<answer>N</answer>``,
or consist only of N. N is the number of a legal action, its text, or both as the prompt lists them;
brackets, quotes and emphasis around it are ignored. For a whole turn, the form is ``Actions: N; N``
or ``{"actions": [N, N]}``. All other replies are rejected, since guessing could play actions that
the model did not choose.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from wistar_env.arguments import shown, span
from wistar_env.kit.game.presentation_parts import Choice
from wistar_env.kit.game.view import normalized, texts_of

#: The number of replies to one prompt before the decision is forfeited.
TRIES: Final = 2
#: The longest reply that is parsed, in characters, including reasoning.
_LONGEST: Final = 1_000_000
#: The most actions in a whole turn, and the most braces tried as the start of a JSON object.
_MOST_ACTIONS: Final = 100
_MOST_BRACES: Final = 100
#: The most layers of quotes, brackets or emphasis around an action.
_MOST_LAYERS: Final = 8

_THINKING: Final = re.compile(r"<(/?)think(?:ing)?>", re.I)
_FENCE: Final = re.compile(r"\s*(?:```|~~~)\s*\w*\s*")
_STRUCTURE: Final = re.compile(r'<answer>|"actions?"\s*:', re.I)
_TAG: Final = re.compile(r"<answer>(.*)</answer>", re.I | re.S)
_LINE: Final = re.compile(r"[\s>#*_`+-]*actions?[*_`]*\s*:(.*)", re.I)
_NUMBERED: Final = re.compile(r"([0-9]{1,9})(?:\s*[:.)]\s+(.+))?")
_NUMBERS: Final = re.compile(r"[0-9\s,;]+")
_PAIRS: Final = {"[": "]", "(": ")", "<": ">", '"': '"', "'": "'"}
_DECODER: Final = json.JSONDecoder(object_pairs_hook=list)  # as keys may be repeated
_TYPOGRAPHIC: Final = str.maketrans("“”‘’", "\"\"''")  # noqa: RUF001


class ReplyError(ValueError):
    """A reply without a legal action; the message gives the reason."""


@dataclass(frozen=True)
class Answers:
    """The valid replies to a prompt."""

    choices: Sequence[Choice]  # the legal actions with their texts in the prompt, numbered from 1
    listed: bool = True  # whether the prompt lists them, so that replies can use numbers
    # If replies may have a whole turn, the ids of all actions of the game, by their texts
    # (``words_of``); None if they must have one action.
    later: Mapping[str, int] | None = None

    def read(self, reply: str) -> list[int]:
        """Return the actions at the end of a reply; the first of them is legal.

        Raises ReplyError if there are no or too many actions, the first one is illegal, or another
        one is unknown.
        """
        items = _answer_of(reply)
        if self.later is not None and len(items) == 1 and isinstance(items[0], str):
            items = _several(items[0])
        most = 1 if self.later is None else _MOST_ACTIONS
        if not 1 <= len(items) <= most:
            raise ReplyError(f"the reply names {len(items)} actions; allowed: {span(1, most)}")
        first, *others = items
        return [self._action(first), *(self._action(each, self.later) for each in others)]

    @property
    def form(self) -> str:
        """A sentence with the required form of replies."""
        return how_to_reply(listed=self.listed, whole_turn=self.later is not None)

    @cached_property
    def _texts(self) -> dict[str, int]:
        return {words_of(text): action for text, action in texts_of(self.choices).items()}

    def _action(self, item: Any, later: Mapping[str, int] | None = None) -> int:
        """Return the action that a number or text names; ``later``: texts of further actions."""
        if type(item) is not int and not isinstance(item, str):
            raise ReplyError(f"an action is an integer or a text, found {shown(item)}")
        for form in _forms(str(item).translate(_TYPOGRAPHIC)):
            words = words_of(form)
            found = {texts[words] for texts in (self._texts, later or {}) if words in texts}
            if (number := _NUMBERED.fullmatch(form)) and not found:
                return self._numbered(int(number[1]), number[2])
            if found and self.listed and form in map(str, range(1, len(self.choices) + 1)):
                found.add(self._numbered(int(form), None))
            if len(found) > 1:
                raise ReplyError(
                    f"{shown(form)} is the number of one action and the text of another"
                )
            for action in found:
                return action
        raise ReplyError(f"there is no legal action {shown(item)}{self._allowed()}")

    def _numbered(self, number: int, text: str | None) -> int:
        """Return the action with a number; the text after the number must match, if given."""
        if not self.listed:
            raise ReplyError(
                f"actions have no numbers here, found {number}; write the text of an action"
            )
        if not 1 <= number <= len(self.choices):
            raise ReplyError(f"no legal action has the number {number}{self._allowed()}")
        action = self.choices[number - 1].action
        named = {self._texts.get(words_of(form)) for form in _forms(text or "")}
        if text is not None and action not in named:
            raise ReplyError(f"{shown(text)} is not the text of action number {number}")
        return action

    def _allowed(self) -> str:
        numbers = f"; the numbers are 1 to {len(self.choices)}" if self.listed else ""
        return f"{numbers}; the first legal action is {self.choices[0].text!r}"


def how_to_reply(*, listed: bool, whole_turn: bool) -> str:
    """Return a sentence with the required form of replies."""
    number = "the number or the text" if listed else "the text"
    if whole_turn:
        return f'End your reply with one line "Actions: N; N; ...", each N {number} of an action.'
    return f'End your reply with one line "Action: N", where N is {number} of a legal action.'


def words_of(text: str) -> str:
    """Return a text in normalized form, to compare it with texts of actions."""
    return normalized(text.translate(_TYPOGRAPHIC))


def _answer_of(reply: str) -> list[Any]:
    """Return the answer at the end of a reply: numbers and texts, not yet parsed."""
    if len(reply) > _LONGEST:
        raise ReplyError(f"the reply has {len(reply)} characters; the limit is {_LONGEST}")
    tags = [*_THINKING.finditer(reply)]
    if tags and not tags[-1][1]:
        raise ReplyError(f"the reply ends within its reasoning: {tags[-1][0]} is not closed")
    text = reply[tags[-1].end() :] if tags else reply
    lines = [line for line in text.splitlines() if line.strip() and not _FENCE.fullmatch(line)]
    if not lines:
        raise ReplyError("the reply is empty")
    structures = _STRUCTURE.findall(text)
    if len(structures) > 1:
        raise ReplyError(
            f"the reply has {len(structures)} JSON objects or tags with answers; give only one"
        )
    if structures:
        return _structured("\n".join(lines), structures[0])
    found = _LINE.fullmatch(lines[-1])
    if not found and len(lines) > 1:
        raise ReplyError(f"the reply's last line is not an answer: {shown(lines[-1].strip())}")
    return [(found[1] if found else lines[0]).strip()]


def _structured(text: str, begun: str) -> list[Any]:
    """Return the items in the JSON object or tag at the end of a text."""
    text = text.strip(" \n*_`.")
    if tag := _TAG.search(text):
        if tag.end() < len(text):
            raise ReplyError(
                f"the reply continues after its answer: {shown(text[tag.end() :].strip())}"
            )
        return [tag[1]]
    place = -1
    for _ in range(_MOST_BRACES):
        place = text.find("{", place + 1)
        if place < 0:
            break
        try:
            pairs, end = _DECODER.raw_decode(text, place)
        except (ValueError, RecursionError):
            continue
        held = [value for key, value in pairs if key.casefold() in ("action", "actions")]
        if held and end == len(text):
            return held[0] if isinstance(held[0], list) else held
    raise ReplyError(
        f"the reply has {shown(begun)}, but does not end with <answer>N</answer> or with one valid "
        "JSON object with the key 'action' or 'actions'"
    )


def _several(text: str) -> list[str]:
    """Split the text of a whole turn into actions."""
    numbers = [form for form in _forms(text) if _NUMBERS.fullmatch(form)]
    return re.split(r"\s*[,;]\s*|\s+", numbers[0]) if numbers else text.split(";")


def _forms(text: str) -> Iterator[str]:
    """Yield a text, and versions with its emphasis, brackets, quotes and final period removed."""
    for _ in range(_MOST_LAYERS):
        text = text.strip()
        yield text
        bare = text.strip("*_`")
        if bare == text:
            bare = text[1:-1] if text[-1:] == _PAIRS.get(text[:1]) else text.removesuffix(".")
        if bare == text:
            return
        text = bare
