"""Explanations of a bot's decision, for hints and replays: probabilities, visits, values."""

import math
import operator
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from wistar_env.arguments import shown

_DIGITS: Final = 4
#: The number of best legal actions that are saved for each decision.
_SAVED_OPTIONS: Final = 5
#: The number of characters at the end of a text that are saved.
_SAVED_TEXT: Final = 4000
_MOST_TOKENS: Final = 2**53


@dataclass(frozen=True, slots=True)
class Option:
    """A bot's evaluation of one legal action; values that the bot does not give are None.

    Attributes
    ----------
    action
        The action's id.
    probability
        The prior probability, 0 to 1.
    visits
        How often a tree search visited the action.
    value
        The action's value for the deciding seat, 0 to 1.
    """

    action: int
    probability: float | None = None
    visits: int | None = None
    value: float | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """A bot's choice in a decision, with its evaluation of the legal actions.

    Attributes
    ----------
    action
        The action that the bot plays.
    value
        The value of the position for the deciding seat, 0 to 1, such as the win probability;
        None if the bot gives none.
    options
        The legal actions, best first; unevaluated ones may be missing.
    text
        A text of the bot, such as the reply of a language model.
    tokens
        The language model's input and output tokens for this decision; None if not counted.
    """

    action: int
    value: float | None = None
    options: tuple[Option, ...] = ()
    text: str = ""
    tokens: tuple[int, int] | None = None

    @property
    def has_details(self) -> bool:
        """Whether replays store the explanation: it has more than an action and a value."""
        return bool(self.options or self.text or self.tokens)

    def plain(self, action: int) -> "Explanation":
        """Return a copy with built-in numbers, so that using it cannot run the bot's code.

        Parameters
        ----------
        action
            The action that the bot plays, as an integer.

        Raises
        ------
        TypeError, ValueError
            If a value is not a number, or the text not a string.
        """
        if type(self.text) is not str:
            raise TypeError(
                f"the text of an explanation must be a string, found {type(self.text).__name__}"
            )
        options = tuple(_plain(each) for each in self.options)
        tokens = None if self.tokens is None else _counts(*map(operator.index, self.tokens))
        return Explanation(action, _real(self.value), options, self.text, tokens)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON values: the five best options and the text's end, but no ``action``."""
        found: dict[str, Any] = {} if self.value is None else {"value": _short(self.value)}
        found["options"] = [_option(option) for option in self.options[:_SAVED_OPTIONS]]
        if self.text:
            found["text"] = self.text[-_SAVED_TEXT:]
        if self.tokens is not None:
            found["tokens"] = [*self.tokens]
        return found

    @classmethod
    def from_dict(cls, action: int, saved: object) -> "Explanation":
        """Return the explanation that ``to_dict`` saved.

        Raises
        ------
        ValueError
            If ``saved`` is not valid; the message says why.
        """
        if not isinstance(saved, Mapping) or not isinstance(saved.get("options"), list):
            raise ValueError(
                f'an explanation must be an object with a list "options", found {shown(saved)}'
            )
        options = tuple(map(_option_of, saved["options"]))
        text, tokens = saved.get("text", ""), saved.get("tokens")
        if type(text) is not str:
            raise ValueError(f"the text of an explanation must be a string, found {shown(text)}")
        counts = None if tokens is None else _counts_of(tokens)
        return cls(action, _number(saved, "value"), options, text, counts)


def _counts(read: int, written: int) -> tuple[int, int]:
    if not (0 <= read < _MOST_TOKENS and 0 <= written < _MOST_TOKENS):
        raise ValueError(
            f"token counts must be from 0 to {_MOST_TOKENS - 1:,}, found {read} and {written}"
        )
    return read, written


def _counts_of(saved: object) -> tuple[int, int]:
    if not isinstance(saved, list) or [type(each) for each in saved] != [int, int]:
        raise ValueError(
            f"the tokens of an explanation must be a list of two integers, found {shown(saved)}"
        )
    return _counts(*saved)


def _plain(option: Option) -> Option:
    visits = None if option.visits is None else operator.index(option.visits)
    return Option(
        operator.index(option.action), _real(option.probability), visits, _real(option.value)
    )


def _real(value: float | None) -> float | None:
    if value is None:
        return None
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"numbers in an explanation must be finite, found {number}")
    return number


def _short(value: float) -> float:
    return round(float(value), _DIGITS)


def _option(option: Option) -> dict[str, Any]:
    numbers = {"probability": option.probability, "value": option.value}
    shown = {name: _short(number) for name, number in numbers.items() if number is not None}
    visits = {} if option.visits is None else {"visits": option.visits}
    return {"action": option.action, **visits, **shown}


def _option_of(saved: object) -> Option:
    if not isinstance(saved, Mapping) or type(saved.get("action")) is not int:
        raise ValueError(
            'an option of an explanation must be an object with an integer "action", '
            f"found {shown(saved)}"
        )
    visits = saved.get("visits")
    if visits is not None and (type(visits) is not int or not 0 <= visits < 2**63):
        raise ValueError(
            f"the visits of an option must be an integer from 0 to 2**63 - 1, found {shown(visits)}"
        )
    return Option(saved["action"], _number(saved, "probability"), visits, _number(saved, "value"))


def _number(saved: Mapping[Any, Any], name: str) -> float | None:
    value = saved.get(name)
    if value is None:
        return None
    if type(value) not in (int, float) or not 0 <= value <= 1 or math.isnan(value):
        raise ValueError(
            f"an explanation's {name} must be a number from 0 to 1, found {shown(value)}"
        )
    return float(value)
