"""Files of networks: one ``.npz`` each, without pickles.

A file names the blocks of inputs and of actions that its weights are for, so a network still works
when the observation of its game grows. The file also has the version of the rules: under other
rules a network still plays, though perhaps not as well.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer, shown
from wistar_env.errors import GameNotFoundError, NetworkError
from wistar_env.kit.game import Game, GameSpec
from wistar_env.kit.game.registry import game_of_file
from wistar_env.kit.networks import bundled
from wistar_env.kit.networks.shared_rows import Rows
from wistar_env.system.atomic_files import replacing
from wistar_env.system.untrusted_arrays import read_arrays
from wistar_env.system.untrusted_files import parse_object, reading_file

_FORMAT: Final = 2
#: The array with everything except the parameters: JSON as UTF-8 bytes.
ABOUT: Final = "about"
#: Maximum size of a file's contents in bytes, several times that of the largest network.
_MOST_BYTES: Final = 128 * 2**20
_MOST_MEMBERS: Final = 256
#: The key of the rules version; a policy for another version is accepted.
_RULES: Final = "rules"
#: The expected kind of file, for messages.
WHAT: Final = "a network"


class Saved(NamedTuple):
    """The contents of a network file."""

    file: Path
    game: type[Game]
    contents: Mapping[str, Any]  # everything but the parameters: see ``contents_of``
    arrays: Mapping[str, npt.NDArray[Any]]  # the parameters by name, unchecked


def mark(parts: list[tuple[Any, ...]]) -> str:
    """Return a hash of parts: 16 hexadecimal digits."""
    return hashlib.blake2b(repr(parts).encode(), digest_size=8).hexdigest()


def contents_of(
    spec: GameSpec, player_counts: Sequence[int], inputs: Sequence[Rows], actions: Sequence[Rows]
) -> dict[str, Any]:
    """Return what a network file says of its game, player counts, and input and action blocks."""
    rows = {"inputs": inputs, "actions": actions}
    blocks = {name: [[b.name, list(b.shape), b.limit] for b in rows[name]] for name in rows}
    made = {"format": _FORMAT, "game": spec.name, "observations": spec.observation.version}
    return {**made, "tables": list(player_counts), **blocks}


@cache
def made_for(spec: GameSpec, num_players: int) -> Mapping[str, int | str]:
    """Return the requirements of a policy for a player count: versions, and hashes of layouts."""
    blocks = spec.observation_layout(num_players).blocks
    actions = spec.actions.blocks or (("actions", spec.num_actions),)
    return {
        "game": spec.name,
        "format": _FORMAT,
        _RULES: spec.rules_version,
        "observations": spec.observation.version,
        "observation blocks": mark([(block.name, block.shape, block.limit) for block in blocks]),
        "action blocks": mark([*actions]),
    }


def check_made_for(marks: Mapping[str, Any], spec: GameSpec, num_players: int, what: str) -> None:
    """Check that a policy matches the current game, actions and observations.

    ``marks``: the result of ``made_for`` when the policy was saved; another rules version is
    accepted. ``spec``: the declaration of the current game. ``num_players``: the player count.
    ``what``: the name of the policy in messages. Raises NetworkError if the policy does not match.
    Raises TypeError, ValueError if the game does not have this player count.
    """
    found = marks.get("game")
    if found != spec.name:
        raise NetworkError(
            f"{what} was made for the game {shown(found)}, but {spec.name!r} was requested"
        )
    integer("num_players", num_players, spec.min_players, spec.max_players)
    for name, needed in made_for(spec, num_players).items():
        if name not in ("game", _RULES) and marks.get(name) != needed:
            raise NetworkError(
                f"{what} does not match this game in its {name}: found "
                f"{shown(marks.get(name))}, needed {needed!r}"
            )


def game_of(contents: Mapping[str, Any], file: Path) -> type[Game]:
    """Return the game that a network was made for, if it is installed or already imported.

    Raises NetworkError if there is no such game.
    """
    try:
        return game_of_file(contents.get("game"), f"the network {file}")
    except GameNotFoundError as error:
        raise NetworkError(str(error)) from error


def write(
    file: Path, contents: Mapping[str, Any], arrays: Mapping[str, npt.NDArray[np.float32]]
) -> None:
    """Write the file of a network, atomically."""
    text = np.frombuffer(json.dumps(contents).encode(), np.uint8)
    with replacing(file) as unfinished, unfinished.open("wb") as stream:
        members: dict[str, Any] = {ABOUT: text, **arrays}
        np.savez(stream, **members)


def check_parameters(
    arrays: Mapping[str, npt.NDArray[Any]], shapes: Mapping[str, tuple[int, ...]], file: Path
) -> None:
    """Check that the arrays of a file have these shapes.

    Raises NetworkError if one is missing, of another shape or type, or has numbers that are not
    finite.
    """
    for name, shape in shapes.items():
        array = arrays.get(name)
        if array is None or array.shape != shape or array.dtype != np.float32:
            held = "nothing" if array is None else f"{array.dtype} of shape {array.shape}"
            raise NetworkError(f"{file}: {name!r} must be float32 of shape {shape}, found {held}")
        if not np.isfinite(array).all():
            raise NetworkError(f"{file}: {name!r} has numbers that are not finite")


def read(file: Path) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """Return the description of the network in a file, and the arrays.

    Raises NetworkError if the file is damaged, or of another format.
    """
    with reading_file(file, WHAT, NetworkError):
        arrays = read_arrays(file, most_bytes=_MOST_BYTES, most_arrays=_MOST_MEMBERS)
        contents = parse_object(arrays.pop(ABOUT).tobytes().decode("utf-8"))
        if contents.get("format") != _FORMAT:
            found = shown(contents.get("format"))
            raise ValueError(f"the format must be {_FORMAT}, found {found}")
    return contents, arrays


def opened(path: str | PathLike[str], game: type[Game] | None = None) -> Saved:
    """Return the contents of a file, with the game of its network.

    ``path``, ``game``: as for ``bundled.found``; if ``game`` is None, the file names the game.
    Raises NetworkError if there is no such file or game, or the file is damaged.
    """
    file = bundled.found(path, game)
    contents, arrays = read(file)
    found_game = game or game_of(contents, file)
    if contents.get("game") != found_game.spec.name:
        raise NetworkError(
            f"{file}: this network was made for the game {shown(contents.get('game'))}, but "
            f"{found_game.spec.name!r} was requested"
        )
    return Saved(file, found_game, contents, arrays)
