"""The bundled networks of games, and the frozen ones of the benchmark, by name."""

import os
from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Final

from wistar_env.arguments import shown
from wistar_env.errors import NetworkError
from wistar_env.kit.game import Game, GameSpec
from wistar_env.kit.game.registry import find_games

_SUFFIX: Final = ".npz"
#: The opponents of the benchmark, which never change: a folder for each game, by its name.
_FROZEN: Final = Path(__file__).resolve().parents[2] / "benchmark" / "opponents"


def trained(spec: GameSpec) -> tuple[str, ...]:
    """Return the names of the networks that come with a game."""
    files = [] if spec.networks.folder is None else spec.networks.folder.glob(f"*{_SUFFIX}")
    return tuple(sorted(file.stem for file in files))


def file_of(spec: GameSpec, name: str) -> Path:
    """Return the file of a network that comes with a game, whether or not it exists.

    Raises ValueError if the game declares no folder of networks.
    """
    if spec.networks.folder is None:
        raise ValueError(
            f"{spec.title} names the network {name!r}, but declares no networks.folder"
        )
    return spec.networks.folder / f"{name}{_SUFFIX}"


def _by_name(specs: Iterable[GameSpec]) -> dict[str, Path]:
    """Return the files of bundled networks, by every name that leads to one."""
    whole: dict[str, Path] = {}
    short: dict[str, list[Path]] = {}
    for spec in specs:
        frozen = sorted((_FROZEN / spec.name).glob(f"*{_SUFFIX}"))
        for file in (*(file_of(spec, name) for name in trained(spec)), *frozen):
            whole[f"{spec.name}/{file.stem}"] = file
            short.setdefault(file.stem, []).append(file)
    return {name: files[0] for name, files in short.items() if len(files) == 1} | whole


def is_bundled(name: str) -> bool:
    """Return whether ``found`` resolves a name to a bundled network, and to no other file."""
    return not Path(name).suffix and name in _by_name(each.spec for each in find_games())


def found(path: str | PathLike[str], game: type[Game] | None = None) -> Path:
    """Return the file of a bundled network with this name, or the file at this path.

    ``path``: the path, or the name. ``game``: the game whose networks can be named; None means all
    installed games. Raises NetworkError if there is no such network.
    """
    if Path(path).suffix and Path(path).is_file():  # no name, so no game needs to be imported
        return Path(path)
    games = find_games() if game is None else [game]
    known = _by_name(each.spec for each in games)
    if str(path) in known:
        return known[str(path)]
    if not Path(path).is_file():
        problem = "the path is not a file" if os.path.lexists(path) else "no such file"
        raise NetworkError(
            f"there is no network {shown(str(path))}: {problem}; bundled networks of "
            f"{'the installed games' if game is None else game.spec.title}: "
            f"{', '.join(known) or 'none'}"
        )
    return Path(path)
