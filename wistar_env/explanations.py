"""What a bot thought about a decision, for hints and replays: shares, visits, values."""

import math
import operator
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

_DIGITS: Final = 4
#: Legal actions that are kept of each decision, the best ones.
_KEPT: Final = 5


@dataclass(frozen=True, slots=True)
class Option:
    """What a bot thought of one legal action; None is what it has no opinion about.

    Attributes
    ----------
    action
        Its id.
    probability
        How likely the bot held it to be the best before it searched, 0 to 1.
    visits
        How often it was tried.
    value
        What it was worth, 0 to 1, to who decides.
    """

    action: int
    probability: float | None = None
    visits: int | None = None
    value: float | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a bot plays in a decision, and what it thought of it.

    Attributes
    ----------
    action
        The action that it plays.
    value
        What the position is worth to who decides, 0 to 1, such as the chance of winning; None if
        the bot has no opinion.
    options
        The legal actions, the best ones first; those that it did not look at may be missing.
    """

    action: int
    value: float | None = None
    options: tuple[Option, ...] = ()

    def plain(self, action: int) -> "Explanation":
        """Return a copy made of Python's own numbers, which do nothing when they are used.

        Parameters
        ----------
        action
            The action that it plays, as an integer.

        Raises
        ------
        TypeError, ValueError
            If something in it is no number.
        """
        return Explanation(action, _real(self.value), tuple(_plain(each) for each in self.options))

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON values, without ``action`` and with the best options only."""
        kept = [_option(option) for option in self.options[:_KEPT]]
        return {**({} if self.value is None else {"value": _short(self.value)}), "options": kept}

    @classmethod
    def from_dict(cls, action: int, saved: object) -> "Explanation":
        """Return what ``to_dict`` made.

        Raises
        ------
        ValueError
            If it is something else; the message says what.
        """
        if not isinstance(saved, Mapping) or not isinstance(saved.get("options"), list):
            raise ValueError("it has no list of options")
        options = tuple(map(_option_of, saved["options"]))
        return cls(action, _number(saved, "value"), options)


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
        raise ValueError(f"a thought has the value {number}")
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
        raise ValueError("an option has no action")
    visits = saved.get("visits")
    if visits is not None and (type(visits) is not int or not 0 <= visits < 2**63):
        raise ValueError("an option's visits are no number")
    return Option(saved["action"], _number(saved, "probability"), visits, _number(saved, "value"))


def _number(saved: Mapping[Any, Any], name: str) -> float | None:
    value = saved.get(name)
    if value is None:
        return None
    if type(value) not in (int, float) or not 0 <= value <= 1 or math.isnan(value):
        raise ValueError(f"its {name} is no number from 0 to 1")
    return float(value)
