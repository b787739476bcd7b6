"""Imports what needs Stable-Baselines3 and torch on first use, and names the missing extra."""

from importlib import import_module
from typing import Any, Final

#: The required extra: ``train``.
_EXTRA: Final = ("stable_baselines3", "torch")


def import_with_extra(module: str, name: str) -> Any:
    """Return ``name`` of a module that imports Stable-Baselines3.

    Raises
    ------
    ImportError
        If the extra ``train`` is not installed; the message has the command.
    """
    try:
        return getattr(import_module(module), name)
    except ModuleNotFoundError as error:
        missing = str(error.name).partition(".")[0]
        if missing not in _EXTRA:
            raise
        raise ImportError(
            f"{name} needs {missing}, which is not installed; it comes with the extra 'train' "
            "of this package: pip install 'wistar-env[train]', or '.[train]' in a clone",
            name=missing,
        ) from error
