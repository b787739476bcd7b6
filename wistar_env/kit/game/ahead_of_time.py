"""Ahead-of-time compilation of all functions, for container images, clusters and releases."""

import os
import subprocess
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from wistar_env.compiled import code_cache, jit, packs
from wistar_env.compiled.sources import PACKAGE, compiled_modules
from wistar_env.errors import CacheError
from wistar_env.kit.game.registry import find_games, installed_games
from wistar_env.system import cache_folders
from wistar_env.system.cache import load, where
from wistar_env.system.processes import python


class Compiled(NamedTuple):
    """The result of ``compile_all``."""

    here: int  # the number of functions that were not cached before
    total: int  # the number of all functions
    packed: int  # the number that the package contains as machine code
    folders: list[Path]  # the folders with the code of all other functions
    # Modules that cannot be imported, with the name of the missing library.
    left_out: dict[str, str]


def compile_all() -> Compiled:
    """Compile all functions of this package and of installed games, and parse bundled data.

    Returns how many functions were compiled, and where their code is.

    Raises CacheError if some code cannot be cached, or if ``WISTAR_CACHE_DIR`` cannot be used.
    """
    own = compiled_modules()
    code_cache.announce(*own)
    games = find_games()
    left_out = _import([*own, *_modules_of_others()])
    for game in games:
        game.spec.open_data(None)
    files = _files_of(jit.complete())
    cached = [each for each in files if not code_cache.is_packed(each)]
    here, packed = code_cache.compiled_here(), len(files) - len(cached)
    return Compiled(here, len(files), packed, _folders_of(cached), left_out)


def _files_of(functions: Iterable[Callable[..., Any]]) -> list[Path]:
    """Return the cache files for the code of functions."""
    names = (code_cache.file_of_code(each.__module__, each.__name__) for each in functions)
    return [name for name in names if name is not None]


def _modules_of_others() -> list[str]:
    """Return the modules of installed games from other packages."""
    packages = {point.module.split(".")[0] for point in installed_games().values()}
    return [name for each in sorted(packages - {PACKAGE.name}) for name in compiled_modules(each)]


def _import(modules: Iterable[str]) -> dict[str, str]:
    """Import modules; return the name of the missing library of each that cannot be imported."""
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


def _folders_of(names: Iterable[Path]) -> list[Path]:
    """Return the cache folders that contain these files; raise CacheError if a file is missing."""
    files = [(name, where(name)) for name in names]
    lost = sum(file is None for _, file in files)
    if lost:
        raise CacheError(
            f"the code of {lost} functions is not cached: none of "
            f"{cache_folders.shown_candidates()} is writable and has enough free space. Set "
            f"{cache_folders.VARIABLE} to a folder that meets both conditions"
        )
    folders = {file.parents[len(name.parts) - 1] for name, file in files if file is not None}
    chosen = cache_folders.chosen()
    elsewhere = sorted(folders - {chosen})
    if chosen is not None and elsewhere:
        raise CacheError(
            f"{chosen}, which {cache_folders.VARIABLE} names, is not writable or is full; code was "
            f"cached in {', '.join(map(str, elsewhere))}"
        )
    return sorted(folders)


def write_pack(target: str, folder: Path | None = None) -> Path:
    """Compile this package for a target, and write its code to a file, a pack; return the path.

    This runs in a subprocess with an empty cache, since Numba compiles for one target per process.

    ``folder``: where to write the pack; by default, where this package looks for it. Raises
    CacheError if the target is unknown or not that of this machine, or if compiling fails, such as
    for a missing library.
    """
    if target not in packs.TARGETS:
        raise CacheError(f"unknown target {target!r}; the targets are {', '.join(packs.TARGETS)}")
    if target != packs.here():
        raise CacheError(f"this machine only compiles for {packs.here()}, not for {target}")
    file = packs.file_for(target, folder or packs.FOLDER)
    code = f"from {__name__} import compile_into; compile_into({str(file.absolute())!r})"
    with TemporaryDirectory() as cache:
        environment = packs.flags(packs.TARGETS[target]) | {cache_folders.VARIABLE: cache}
        done = subprocess.run(python(code), env=os.environ | environment)
    if done.returncode:
        raise CacheError(f"compiling for {target} failed with exit code {done.returncode}")
    return file


def compile_into(pack: str) -> None:
    """Compile all functions of this package with Numba's current settings, and write a pack.

    Raises CacheError if a module needs a missing library.
    """
    left_out = compile_all().left_out
    if left_out:
        raise CacheError(
            "a pack must contain all functions, but some need libraries that are missing; install "
            f"{', '.join(sorted({*left_out.values()}))}"
        )
    own = [each for each in jit.complete() if each.__module__.split(".")[0] == PACKAGE.name]
    packs.write(Path(pack), {file.stem: load(file) or b"" for file in _files_of(own)})
