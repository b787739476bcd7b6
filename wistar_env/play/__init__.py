"""Play against bots, in the terminal and in the browser.

``wistar_env.play.table.Table`` is a game of people and bots, independent of the user interface.
``app()`` returns the ASGI app behind ``wistar serve``; it needs the extra ``web``.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wistar_env.play.server import app

__all__ = ["app"]


def __getattr__(name: str) -> Any:
    # Imported lazily, as playing in the terminal needs no web framework.
    if name == "app":
        return import_module("wistar_env.play.server").app
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
