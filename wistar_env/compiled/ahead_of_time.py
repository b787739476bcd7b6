"""Compilation of everything at once, for images and clusters."""

from importlib import import_module
from pathlib import Path

from wistar_env.compiled import code_cache, jit
from wistar_env.compiled.sources import compiled_modules
from wistar_env.system import cache as files


def compile_all() -> tuple[int, Path]:
    """Compile everything that is not cached yet.

    Returns
    -------
    Number of functions that were compiled, and the folder of the cache.
    """
    modules = compiled_modules()
    code_cache.announce(*modules)
    for module in modules:
        import_module(module)
    jit.complete()
    return code_cache.compiled_here(), files.writable_folder()
