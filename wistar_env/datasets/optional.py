"""Libraries of the extra ``export``: imported lazily, with an error that names the extra."""

from importlib import import_module
from typing import Any, Final

EXTRA: Final = "export"


def import_optional(module: str) -> Any:
    """Return a module of an optional library.

    Raises
    ------
    ImportError
        If the extra ``export`` is not installed; the message has the command.
    """
    library = module.partition(".")[0]
    try:
        import_module(library)
    except ModuleNotFoundError as error:
        if error.name != library:
            raise
        raise ImportError(
            f"this needs {library}, which is not installed; it comes with the extra {EXTRA!r} of "
            f"this package: pip install 'wistar-env[{EXTRA}]', or '.[{EXTRA}]' in a clone",
            name=library,
        ) from error
    return import_module(module)
