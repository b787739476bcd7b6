"""Libraries of this package's extras: imported lazily, with an error that names the extra."""

from collections.abc import Collection
from importlib import import_module
from typing import Any

from wistar_env.errors import missing_extra


def import_with_extra(module: str, extra: str, libraries: Collection[str] = ()) -> Any:
    """Return a module that needs libraries of an extra.

    ``libraries``: the libraries that the module needs; by default, the one that contains it. Raises
    ImportError if one of them is not installed; the message has the command to install it.
    """
    for library in libraries or (module.partition(".")[0],):
        try:
            import_module(library)
        except ModuleNotFoundError as error:
            if error.name != library:
                raise
            raise ImportError(missing_extra(extra, error), name=library) from error
    return import_module(module)
