"""Files of networks: one ``.npz`` each, without pickles, with the game, actions and observations.

A network is only of use for the actions and observations with which it was trained, so a file
carries their versions and marks, and one of others is refused with the reason. It carries the
version of the rules, too: under other rules a network plays on, though perhaps not as well.
"""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer, shown
from wistar_env.errors import GameNotFoundError, NetworkError
from wistar_env.kit.game import Game, GameSpec
from wistar_env.kit.game.registry import game_of_file
from wistar_env.kit.networks import bundled
from wistar_env.system.atomic_files import replacing
from wistar_env.system.untrusted_arrays import read_arrays
from wistar_env.system.untrusted_files import parse_object, reading_file

#: Defaults of files from before several games: the game and the scale.
_FIRST_GAME: Final = "rats-of-wistar"
FIRST_VALUE_SCALE: Final = 10
_FORMAT: Final = 1
#: What is not a parameter: JSON, as UTF-8 in bytes.
_ABOUT: Final = "about"
#: Bytes of a file's contents, several times those of the largest network.
_MOST_BYTES: Final = 128 * 2**20
_MOST_MEMBERS: Final = 256
#: Names of parameters in files, where they differ from ``Network.parameters``.
_FILE_NAMES: Final = MappingProxyType({"heads": "outlook", "heads_bias": "outlook_bias"})
_NAMES: Final = MappingProxyType({member: name for name, member in _FILE_NAMES.items()})
#: What the contents of readers have, and those of other networks do not.
CODE: Final = "code"
#: The activation of readers' encoders; files of before have none.
ENCODER: Final = "encoder"
#: What a network was trained with, and does not depend on.
_RULES: Final = "rules"
#: What a file of a network should be, in messages.
WHAT: Final = "a network"


class Saved(NamedTuple):
    """The contents of a file of a network.

    Attributes
    ----------
    file
        The file.
    game
        Its game.
    marks
        The game, actions and observations: see ``made_for``.
    contents
        Its other contents.
    arrays
        The parameters by name, unchecked.
    """

    file: Path
    game: type[Game]
    marks: Mapping[str, Any]
    contents: Mapping[str, Any]
    arrays: Mapping[str, npt.NDArray[Any]]


def mark(parts: list[tuple[Any, ...]]) -> str:
    """Return what differs if the parts do: 16 hexadecimal digits."""
    return hashlib.blake2b(repr(parts).encode(), digest_size=8).hexdigest()


@cache
def made_for(spec: GameSpec, num_players: int) -> Mapping[str, int | str]:
    """Return what networks for a number of players are made for: versions, and marks of layouts."""
    blocks = spec.observation_layout(num_players).blocks
    actions = spec.action_blocks or (("actions", spec.num_actions),)
    return {
        "game": spec.name,
        "format": _FORMAT,
        _RULES: spec.rules_version,
        "observations": spec.observation_version,
        "observation blocks": mark([(block.name, block.shape, block.limit) for block in blocks]),
        "action blocks": mark([*actions]),
    }


def check_made_for(marks: Mapping[str, Any], spec: GameSpec, num_players: int, what: str) -> None:
    """Check that a network matches the current game, actions and observations.

    Parameters
    ----------
    marks
        The result of ``made_for`` when it was saved. Networks of other rules are accepted.
    spec
        The declaration of the game.
    num_players
        Players of a game.
    what
        How to call it in a message.

    Raises
    ------
    NetworkError
        If it was made for others.
    TypeError, ValueError
        If no game has this number of players.
    """
    found = marks.get("game", _FIRST_GAME)
    if found != spec.name:
        raise NetworkError(f"{what} was made for the game {shown(found)}, needed {spec.name!r}")
    integer("num_players", num_players, spec.min_players, spec.max_players)
    for name, needed in made_for(spec, num_players).items():
        if name not in ("game", _RULES) and marks.get(name) != needed:
            raise NetworkError(
                f"{what} was made for other {name}: found {shown(marks.get(name))}, "
                f"needed {needed!r}"
            )


def game_of(marks: Mapping[str, Any], file: Path) -> type[Game]:
    """Return the game that a network was made for, installed or imported before.

    Raises
    ------
    NetworkError
        If there is no such game.
    """
    try:
        return game_of_file(marks.get("game", _FIRST_GAME), f"the network {file}")
    except GameNotFoundError as error:
        raise NetworkError(str(error)) from error


def write(
    file: Path, contents: Mapping[str, Any], arrays: Mapping[str, npt.NDArray[np.float32]]
) -> None:
    """Write the file of a network; it appears whole."""
    text = np.frombuffer(json.dumps(contents).encode(), np.uint8)
    with replacing(file) as unfinished, unfinished.open("wb") as stream:
        members: dict[str, Any] = {_ABOUT: text}
        members |= {_FILE_NAMES.get(name, name): array for name, array in arrays.items()}
        np.savez(stream, **members)


def copy_parameters(
    arrays: Mapping[str, npt.NDArray[Any]],
    parameters: Mapping[str, npt.NDArray[np.float32]],
    file: Path,
) -> None:
    """Copy the arrays of a file to parameters of the same names and shapes.

    Raises
    ------
    NetworkError
        If one is missing, of another shape or type, or has numbers that are not finite.
    """
    for name, parameter in parameters.items():
        array = arrays.get(name)
        if array is None or array.shape != parameter.shape or array.dtype != np.float32:
            held = "nothing" if array is None else f"{array.dtype} of {array.shape}"
            raise NetworkError(
                f"{file}: {name!r} must be float32 of {parameter.shape}, found {held}"
            )
        if not np.isfinite(array).all():
            raise NetworkError(f"{file}: {name!r} has numbers that are not finite")
        parameter[:] = array


def read(
    file: Path,
) -> tuple[dict[str, Any], dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """Return the marks of a network, the other contents of its file, and the arrays.

    Raises
    ------
    NetworkError
        If the file is damaged.
    """
    with reading_file(file, WHAT, NetworkError):
        members = read_arrays(file, most_bytes=_MOST_BYTES, most_arrays=_MOST_MEMBERS)
        arrays = {_NAMES.get(name, name): array for name, array in members.items()}
        about = parse_object(arrays.pop(_ABOUT).tobytes().decode("utf-8"))
        marks = dict(about["made for"])
        about["num_players"] = int(about["num_players"])
        marks[_RULES] = int(marks[_RULES])
    return marks, about, arrays


def opened(path: str | PathLike[str], game: type[Game] | None = None) -> Saved:
    """Return the contents of a file, with the game of its network.

    Parameters
    ----------
    path, game
        As for ``bundled.found``; without a game it is the one that the file names.

    Raises
    ------
    NetworkError
        If there is no such file or game, or the file is damaged.
    """
    file = bundled.found(path, game)
    marks, contents, arrays = read(file)
    return Saved(file, game or game_of(marks, file), marks, contents, arrays)
