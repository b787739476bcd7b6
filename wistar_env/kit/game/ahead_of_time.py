"""Compilation of everything at once, for images and clusters."""

from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from wistar_env.compiled import code_cache, jit
from wistar_env.compiled.sources import PACKAGE, compiled_modules
from wistar_env.errors import CacheError
from wistar_env.kit.game.registry import find_games, installed_games
from wistar_env.system import cache_folders
from wistar_env.system.cache import where


class Compiled(NamedTuple):
    """What ``compile_all`` did.

    Attributes
    ----------
    here
        The number of functions that were not cached before.
    total
        The number of all functions.
    folders
        The folders with their code.
    left_out
        Modules that cannot be imported, with the name of what is not installed.
    """

    here: int
    total: int
    folders: list[Path]
    left_out: dict[str, str]


def compile_all() -> Compiled:
    """Compile all functions of this package and of installed games, and parse bundled data.

    Raises
    ------
    CacheError
        If not all of it can be cached, or not where ``WISTAR_CACHE_DIR`` says.
    """
    own = compiled_modules()
    code_cache.announce(*own)
    games = find_games()
    left_out = _import([*own, *_modules_of_others()])
    for game in games:
        game.spec.open_data(None)
    functions = jit.complete()
    folders = _folders_of(functions)
    return Compiled(code_cache.compiled_here(), len(functions), folders, left_out)


def _modules_of_others() -> list[str]:
    """Return the modules of installed games of other projects."""
    packages = {point.module.split(".")[0] for point in installed_games().values()}
    return [name for each in sorted(packages - {PACKAGE.name}) for name in compiled_modules(each)]


def _import(modules: Iterable[str]) -> dict[str, str]:
    """Import modules; return those that need what is not installed, and its name."""
    left_out = {}
    for module in modules:
        try:
            import_module(module)
        except ModuleNotFoundError as error:
            missing = error.name or ""
            if missing.split(".")[0] == module.split(".")[0]:
                raise
            left_out[module] = missing
            code_cache.withdraw(module)
    return left_out


def _folders_of(functions: Iterable[Callable[..., Any]]) -> list[Path]:
    """Return the folders of the cache that have the code of functions."""
    names = (code_cache.file_of_code(each.__module__, each.__name__) for each in functions)
    files = [(name, where(name)) for name in names if name is not None]
    lost = sum(file is None for _, file in files)
    if lost:
        raise CacheError(
            f"the code of {lost} functions is not cached: none of "
            f"{cache_folders.shown_candidates()} can be written to, or it is full. Set "
            f"{cache_folders.VARIABLE} to a folder that can be"
        )
    folders = {file.parents[len(name.parts) - 1] for name, file in files if file is not None}
    chosen = cache_folders.chosen()
    elsewhere = sorted(folders - {chosen})
    if chosen is not None and elsewhere:
        raise CacheError(
            f"{chosen}, of {cache_folders.VARIABLE}, cannot be written to, so code is cached in "
            f"{', '.join(map(str, elsewhere))}"
        )
    return sorted(folders)
