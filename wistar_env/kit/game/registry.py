"""The games that are installed: entry points of the group ``wistar_env.games``.

A package registers its game with an entry point whose value is the class, such as ``nim =
"my_nim.game:Nim"`` under ``[project.entry-points."wistar_env.games"]``. This package registers its
own games in the same way.
"""

import re
import sys
import traceback
import warnings
from functools import lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Final, TypeGuard

from wistar_env.arguments import shown
from wistar_env.errors import GameNotFoundError
from wistar_env.kit.game.game import Game
from wistar_env.kit.game.spec import GameSpec

GROUP: Final = "wistar_env.games"
#: Maximum characters of a name in a message.
_LONGEST: Final = 120
#: Parts of compiler messages other than the problem and its place.
_FORMATTING: Final = re.compile(r"\x1b\[\d*m|^(Failed in|During:).*$", re.M)
_PLACE: Final = re.compile(r'File "([^"<]+)", line (\d+)')
_PACKAGE: Final = Path(__file__).parents[2]


def installed_games() -> dict[str, EntryPoint]:
    """Return the entry points of the games that are installed, by name, sorted.

    The metadata of all installed packages are reread only after ``sys.path`` or one of its folders
    has changed, as when a package is installed.
    """
    return dict(_entry_points(tuple((folder, _changed_at(folder)) for folder in sys.path)))


@lru_cache(maxsize=1)
def _entry_points(folders: tuple[tuple[str, int], ...]) -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=GROUP))}


def _changed_at(folder: str) -> int:
    try:
        return Path(folder).stat().st_mtime_ns
    except OSError:
        return 0


def find_games() -> list[type[Game]]:
    """Return the classes of all installed games that can be imported.

    Games that cannot be imported are skipped with a warning.
    """
    found = []
    for name in installed_games():
        try:
            found.append(find_game(name))
        except GameNotFoundError as error:
            warnings.warn(f"{error}; this game is skipped", RuntimeWarning, stacklevel=2)
    return found


def _imported(game: type[Game], name: object) -> dict[GameSpec, type[Game]]:
    """Return those of ``game`` and its subclasses that declare a game with this name."""
    found = {game.spec: game} if "spec" in vars(game) and game.spec.name == name else {}
    for each in game.__subclasses__():
        found |= _imported(each, name)
    return found


def game_of_file(name: object, file: str) -> type[Game]:
    """Return the game that a file names, if it is installed or already imported.

    Other code is never imported because a file names it.

    ``name``: the name in the file. ``file``: the file's name for messages. Raises GameNotFoundError
    if there is no such game, or more than one.
    """
    installed = installed_games()
    if isinstance(name, str) and name in installed:
        return find_game(name)
    found = _imported(Game, name)
    if len(found) == 1:
        return next(iter(found.values()))
    problem = "and several games have that name" if found else "which is not installed"
    raise GameNotFoundError(
        f"{file} names the game {shown(name, _LONGEST)}, {problem}; the installed games are "
        f"{', '.join(installed) or 'none'}. Files never import code: if you trust a game that is "
        "not installed, name it yourself with --game module:Class or, in Python, game="
    )


def find_installed_game(name: str) -> type[Game]:
    """Return the class of an installed game; a name such as ``module:Class`` is never imported.

    Raises GameNotFoundError if no installed game has this name, or it cannot be imported.
    """
    installed = installed_games()
    if name not in installed:
        raise GameNotFoundError(
            f"there is no game {shown(name)}; "
            f"the installed games are {', '.join(installed) or 'none'}"
        )
    return find_game(name)


def find_game(game: type[Game] | str) -> type[Game]:
    """Return the class of a game.

    Parameters
    ----------
    game
        The class itself, the name of an installed game, or ``module:Class``, which is imported. For
        names read from files, use ``wistar_env.kit.bots.trust`` instead.

    Raises
    ------
    GameNotFoundError
        If no game has this name, or it cannot be imported or is not the class of a game.
    TypeError
        If ``game`` is neither a class of a game nor a name.
    """
    if not isinstance(game, str):
        if _is_game(game):
            return game
        raise TypeError(
            "game must be a class that derives from wistar_env.Game, the name of an installed game "
            f"or 'module:Class', found {shown(game, _LONGEST)}"
        )
    name = game
    installed = installed_games()
    module, _, attribute = name.partition(":")
    if name not in installed and not attribute:
        raise GameNotFoundError(
            f"there is no game {shown(name)}; "
            f"the installed games are {', '.join(installed) or 'none'}; "
            "name any other game as 'module:Class'"
        )
    try:
        if name in installed:
            found = installed[name].load()
        else:
            found = getattr(import_module(module), attribute)
    except Exception as error:
        raise GameNotFoundError(
            f"the game {name!r} cannot be imported: {_problem(error)}"
        ) from error
    if not _is_game(found):
        raise GameNotFoundError(
            f"the game {name!r} must be a class that derives from wistar_env.Game, found {found!r}"
        )
    return found


def _problem(error: Exception) -> str:
    """Return the message of an error in a game's code; for most types, one line with its place."""
    message = _FORMATTING.sub("", str(error)).strip()
    if isinstance(error, (ImportError, AttributeError, TypeError, ValueError, SyntaxError)):
        return message
    frames = [
        (frame.filename, str(frame.lineno))
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith("<")
        and _PACKAGE not in Path(frame.filename).parents
        and "site-packages" not in frame.filename
    ]
    places = _PLACE.findall(message) or frames
    where = f", {Path(places[-1][0]).name} line {places[-1][1]}" if places else ""
    first, _, rest = message.partition("\n")
    more = rest.strip().partition("\n")[0] if first.endswith(":") else ""
    return " ".join(f"{type(error).__name__}: {first} {more}".split()) + where


def _is_game(found: object) -> TypeGuard[type[Game]]:
    return isinstance(found, type) and issubclass(found, Game) and hasattr(found, "spec")
