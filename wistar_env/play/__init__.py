"""Playing the game: people and bots at one table, in the terminal and in the browser.

``wistar_env.play.table.Table`` is a game that people and bots play together, whatever shows it.
``app()`` is the server of ``wistar serve`` as an ASGI app; it needs the extra ``web``.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wistar_env.play.server import app

__all__ = ["app"]


def __getattr__(name: str) -> Any:
    # Playing in the terminal needs nothing of the web.
    if name == "app":
        return import_module("wistar_env.play.server").app
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
