"""Positions as one-line strings, for issues, papers and the command line.

``GAME/rules=3/data=257b752f/players=1/seed=3/size=5/actions=2d0k`` is the position after two
actions of a game. A string has the game, the rules version, the fingerprint of the data, the
arguments of ``Game.new``, and the actions as base-36 numbers of fixed width. A string that
describes no legal position is rejected.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from wistar_env.arguments import shown
from wistar_env.errors import ReplayError
from wistar_env.kit.game.data_set import GameData
from wistar_env.kit.game.option_text import parse_options
from wistar_env.kit.game.saving import named_card_set
from wistar_env.kit.game.spec import GameSpec

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_BASE: Final = len(_DIGITS)
#: Number of hexadecimal digits of the data fingerprint in a string.
_MARK: Final = 8
_SHAPE: Final = "GAME/rules=3/data=257b752f/players=1/seed=3/size=5/actions=2d0k"
#: Names that are not options of the game.
_KNOWN: Final = ("rules", "data", "cards", "players", "seed", "actions")
#: Characters allowed in values: they need no quotes in a shell.
_PLAIN: Final = re.compile(r"[\w.:-]+", re.ASCII)
_LONGEST: Final = 2**20
#: Maximum digits of a number, such as the largest seed.
_MOST_DIGITS: Final = 19


@dataclass(frozen=True)
class StringParts:
    """The parsed contents of a string: the arguments of ``Game.new``, and the actions."""

    num_players: int
    seed: int
    options: dict[str, Any]
    data: GameData
    actions: list[int]


def _width(num_actions: int) -> int:
    width = 1
    while _BASE**width < num_actions:
        width += 1
    return width


def write(saved: Mapping[str, Any], num_actions: int) -> str:
    """Return a replay as a string; ``saved`` is the result of ``Replay.to_dict``.

    Raises ValueError if an option has a value that a string cannot hold.
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
        raise ValueError(
            f"a position string cannot hold {name} = {shown(value)}; save a file instead"
        )
    return text


def read_parts(text: str) -> tuple[str, dict[str, str]]:
    """Return the name of the game in a position string, and the other parts by name.

    Raises ReplayError if the string is malformed.
    """
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise ReplayError(
            f"a position must look like {_SHAPE}, with at most {_LONGEST:,} characters; found "
            f"{shown(text)}"
        )
    # Mail and papers break long lines.
    game, *rest = "".join(text.split()).split("/")
    parts = dict[str, str]()
    for part in rest:
        name, equals, value = part.partition("=")
        if not equals or name in parts:
            raise ReplayError(
                f"a position must look like {_SHAPE}, with each name once; found the part "
                f"{shown(part)}"
            )
        parts[name] = value
    missing = [name for name in _KNOWN if name not in parts and name != "cards"]
    if missing:
        raise ReplayError(f"the position lacks {', '.join(missing)}; it must look like {_SHAPE}")
    return game, parts


def read(text: str, spec: GameSpec, data: Any = None) -> StringParts:
    """Parse a string, without checking that its options and actions are legal.

    ``text``, ``spec``: the string, and the game that it must belong to. ``data``: the data of the
    game; None for the card set that the string names, or the bundled data if it names none. Raises
    ReplayError if a part cannot be read, or belongs to another game, other rules or data.
    """
    name, parts = read_parts(text)
    if name != spec.name:
        raise ReplayError(f"the position is of the game {shown(name)}, not of {spec.name!r}")
    options = ",".join(f"{name}={parts[name]}" for name in parts if name not in _KNOWN)
    try:
        rules = _number("rules", parts)
        if rules != spec.rules_version:
            raise ReplayError(
                f"it was saved with rules version {rules}, but this package has version "
                f"{spec.rules_version}"
            )
        return StringParts(
            _number("players", parts),
            _number("seed", parts),
            parse_options(options) if options else {},
            _data(parts, spec, data),
            _actions(parts["actions"], spec.num_actions),
        )
    except ValueError as error:
        raise ReplayError(f"the position cannot be read: {error}") from None


def _data(parts: Mapping[str, str], spec: GameSpec, data: Any) -> GameData:
    if data is None and "cards" in parts:
        opened = named_card_set(spec, parts["cards"])
    else:
        opened = spec.opened(data)
    known = opened.fingerprint.hex()[:_MARK]
    if parts["data"] != known:
        raise ReplayError(
            f"it was made with other data (fingerprint {shown(parts['data'])}) than the "
            f"current data ({known})"
        )
    return opened


def _number(name: str, parts: Mapping[str, str]) -> int:
    text = parts[name]
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        raise ValueError(
            f"{name} must be a whole number of at most {_MOST_DIGITS} digits, found {shown(text)}"
        )
    return int(text)


def _actions(text: str, num_actions: int) -> list[int]:
    width = _width(num_actions)
    if len(text) % width or not set(text) <= set(_DIGITS):
        raise ValueError(
            f"actions must have {width} digits each, out of {_DIGITS}; found {shown(text, 40)}"
        )
    actions = [int(text[k : k + width], _BASE) for k in range(0, len(text), width)]
    for number, action in enumerate(actions, start=1):
        if action >= num_actions:
            raise ValueError(f"action number {number} is {action}; allowed: 0 to {num_actions - 1}")
    return actions
