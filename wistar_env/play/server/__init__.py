"""``wistar serve``: the game in the browser.

The browser receives the observation of its player as JSON and SVG; no hidden information leaves the
server. ``game_service`` runs the games, ``live_games`` keeps them in memory, ``store`` persists
them, ``bot_moves`` lets bots move, ``bot_threads`` runs bots and hints, ``views`` builds the
responses, ``routes`` defines the endpoints, and ``request_checks`` rejects requests of other sites.
"""

from wistar_env.play.server.application import app

__all__ = ["app"]
