"""``wistar serve``: the game in the browser.

The browser gets what the seat of its player may see, as JSON and SVG, and nothing else. ``hall``
holds the games, ``store`` keeps them, ``thinking`` lets bots answer, ``showing`` says what is sent,
``routes`` are the endpoints, and ``guard`` checks who asks.
"""

from wistar_env.play.server.application import app

__all__ = ["app"]
