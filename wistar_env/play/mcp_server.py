"""The games for clients of the Model Context Protocol: ``wistar mcp``; needs the extra ``mcp``."""

from collections.abc import Callable
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from wistar_env import __version__
from wistar_env.play.mcp_sessions import SessionError, Sessions


def make_server(sessions: Sessions) -> MCPServer[Any]:
    """Return a server with the tools ``new_game``, ``look``, ``act`` and ``rules``."""
    server: MCPServer[Any] = MCPServer(
        "wistar",
        version=__version__,
        instructions=(
            "Board games against bots. Begin with new_game, read rules once, then act until the "
            "game is over. The server keeps the 64 most recently used games."
        ),
        log_level="WARNING",
    )

    def new_game(
        game: str | None = None,
        players: int | None = None,
        seat: int = 0,
        options: dict[str, Any] | None = None,
    ) -> str:
        """Begin a game against bots and show its first position.

        game names an installed game, by default the server's; players is the number of players, by
        default the minimum of the game; seat is your seat, from 0 to players - 1; options are the
        game's options, at most 32. The server keeps the 64 most recently used games.
        """
        return _said(lambda: sessions.new_game(game, players, seat, options))

    def look(game_id: str) -> str:
        """Show the position of a game as you see it, with your legal actions."""
        return _said(lambda: sessions.look(game_id))

    def act(game_id: str, action: str) -> str:
        """Play one of your legal actions, by its number or text; show what happened since.

        action names one action in at most 20,000 characters. An invalid one changes nothing.
        """
        return _said(lambda: sessions.act(game_id, action))

    def rules(game_id: str) -> str:
        """Show the rules of the game that is being played, with its cards."""
        return _said(lambda: sessions.rules(game_id))

    for tool in (new_game, look, act, rules):
        server.add_tool(tool, structured_output=False)
    return server


def _said(use: Callable[[], str]) -> str:
    """Return the result of a tool; turn mistakes of the caller and of bots into tool errors."""
    try:
        return use()
    except SessionError as error:
        raise ToolError(str(error)) from error
