"""Positions as one-line strings, for issues, papers and the command line.

``GAME/rules=3/data=257b752f/players=1/seed=3/size=5/actions=2d0k`` is the position after
two actions of a game. A string has the game, the versions of rules and data, the arguments of
``Game.new``, and the actions as numbers in base 36 with a fixed number of digits. So every string
is the position of a legal game, or refused.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from wistar_env.arguments import integer, shown
from wistar_env.errors import ReplayError
from wistar_env.kit.game import MAX_SEED
from wistar_env.kit.game.option_text import parse_options

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_BASE: Final = len(_DIGITS)
#: Hexadecimal digits of the fingerprint of the data.
_MARK: Final = 8
_SHAPE: Final = "GAME/rules=3/data=257b752f/players=1/seed=3/size=5/actions=2d0k"
#: What is not an option of the game.
_KNOWN: Final = ("rules", "data", "cards", "players", "seed", "actions")
#: Characters of an option's value, and of a name: neither needs quotes in a shell.
_PLAIN: Final = re.compile(r"[\w.:-]+", re.ASCII)
_LONGEST: Final = 2**20


def _width(num_actions: int) -> int:
    width = 1
    while _BASE**width < num_actions:
        width += 1
    return width


def write(saved: Mapping[str, Any], num_actions: int) -> str:
    """Return a replay as a string; ``saved`` is what ``Replay.to_dict`` returns.

    Raises
    ------
    ValueError
        If an option has a value that a string cannot hold.
    """
    width = _width(num_actions)
    parts = {
        "rules": saved["rules_version"],
        "data": saved["data"][:_MARK],
        **({"cards": saved["card_set"]} if "card_set" in saved else {}),
        "players": saved["num_players"],
        "seed": saved["seed"],
        **saved["options"],
        "actions": "".join(_digits(action, width) for action in saved["actions"]),
    }
    return "/".join([saved["game"], *(f"{name}={_text(name, parts[name])}" for name in parts)])


def _digits(action: int, width: int) -> str:
    return "".join(_DIGITS[action // _BASE**place % _BASE] for place in reversed(range(width)))


def _text(name: str, value: Any) -> str:
    text = "-".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    if name != "actions" and not _PLAIN.fullmatch(text):
        raise ValueError(f"{name} = {shown(value)} cannot be part of a string: save a file instead")
    return text


def read_parts(text: str) -> tuple[str, dict[str, str]]:
    """Return the game of a string, and its other parts by name.

    Raises
    ------
    ReplayError
        If it is no such string.
    """
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise ReplayError(f"a position is a text such as {_SHAPE}, found {shown(text)}")
    game, *rest = text.strip().split("/")
    parts = dict[str, str]()
    for part in rest:
        name, equals, value = part.partition("=")
        if not equals or name in parts:
            raise ReplayError(
                f"a position is a text such as {_SHAPE}; found the part {shown(part)}"
            )
        parts[name] = value
    missing = [name for name in _KNOWN if name not in parts and name != "cards"]
    if missing:
        raise ReplayError(f"the position has no {', '.join(missing)}; one is such as {_SHAPE}")
    return game, parts


def saved_of(
    game: str, parts: Mapping[str, str], num_actions: int, data: str, replay_format: str
) -> dict[str, Any]:
    """Return what ``Replay.from_dict`` reads; ``data`` is the fingerprint that the game has now.

    Raises
    ------
    ReplayError
        If a part cannot be read.
    """
    if parts["data"] != data[:_MARK]:
        raise ReplayError(
            f"the position was made with other data ({shown(parts['data'])}) than this "
            f"({data[:_MARK]})"
        )
    options = ",".join(f"{name}={parts[name]}" for name in parts if name not in _KNOWN)
    try:
        return {
            "format": replay_format,
            "game": game,
            "rules_version": _number("rules", parts),
            "data": data,
            **({"card_set": parts["cards"]} if "cards" in parts else {}),
            "num_players": _number("players", parts),
            "seed": _number("seed", parts),
            "options": parse_options(options) if options else {},
            "actions": _actions(parts["actions"], _width(num_actions)),
        }
    except ValueError as error:
        raise ReplayError(f"the position cannot be read: {error}") from None


def _number(name: str, parts: Mapping[str, str]) -> int:
    text = parts[name]
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_SEED))):
        raise ValueError(f"{name} must be a whole number, 0 to {MAX_SEED}, found {shown(text)}")
    return integer(name, int(text), 0, MAX_SEED)


def _actions(text: str, width: int) -> Sequence[int]:
    if len(text) % width or not set(text) <= set(_DIGITS):
        raise ValueError(
            f"actions must be {width} digits each, of {_DIGITS}; found {shown(text, 40)}"
        )
    return [int(text[k : k + width], _BASE) for k in range(0, len(text), width)]
