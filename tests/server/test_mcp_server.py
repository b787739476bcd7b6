"""The MCP server, through a client session in this process."""

import asyncio
import os
import re
import sys
from typing import Any

import pytest
from typer.testing import CliRunner

from wistar_env import cli
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.play.mcp_sessions import (
    LONGEST_ACTION,
    MOST_GAMES,
    MOST_OPTIONS,
    Sessions,
)

mcp = pytest.importorskip("mcp")


def session(steps: Any) -> Any:
    """Return the result of a coroutine, which is called with a client of a server."""
    from wistar_env.play.mcp_server import make_server

    async def connected() -> Any:
        server = make_server(Sessions(RatsOfWistar, ["random"], seed=3))
        async with mcp.Client(server) as client:
            return await steps(client)

    return asyncio.run(connected())


def text_of(result: Any) -> str:
    assert not result.is_error, result
    (content,) = result.content
    return str(content.text)


def test_the_tools_are_named_and_described() -> None:
    async def steps(client: Any) -> Any:
        return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in session(steps)}
    assert [*tools] == ["new_game", "look", "act", "rules"]
    assert all(tool.description for tool in tools.values())
    assert tools["act"].input_schema["required"] == ["game_id", "action"]
    assert f"{LONGEST_ACTION:,} characters" in tools["act"].description
    assert f"at most {MOST_OPTIONS}" in tools["new_game"].description
    assert f"the {MOST_GAMES} most recently used games" in " ".join(
        tools["new_game"].description.split()
    )


def test_a_game_is_played_through_the_tools() -> None:
    async def steps(client: Any) -> str:
        begun = text_of(await client.call_tool("new_game", {"players": 1}))
        (game_id,) = re.findall(r"game_id: (\S+)", begun)
        rules = text_of(await client.call_tool("rules", {"game_id": game_id}))
        assert "Rat-o-bot" in rules
        look = text_of(await client.call_tool("look", {"game_id": game_id}))
        assert begun.endswith(look)
        text = look
        while "The game is over." not in text:
            action = {"game_id": game_id, "action": "1"}
            text = text_of(await client.call_tool("act", action))
        return text

    assert re.search(r"The game is over\.\n1\. (player_0|Rat-o-bot): \d+ VP", session(steps))


def test_errors_of_the_caller_are_readable() -> None:
    async def steps(client: Any) -> Any:
        return await client.call_tool("look", {"game_id": "game-9"})

    result = session(steps)
    assert result.is_error
    problem = "there is no game 'game-9'; open games: none; begin one with new_game"
    assert result.content[0].text.endswith(problem)


def test_the_command_serves_on_stdin_and_stdout() -> None:
    command = ["-m", "wistar_env", "mcp", "--opponent", "random", "--seed", "3", "--obfuscate", "1"]
    started = mcp.StdioServerParameters(
        command=sys.executable, args=[*command, "--game", "lab-rats"], env={**os.environ}
    )

    async def steps() -> str:
        async with mcp.Client(started) as client:
            return text_of(await client.call_tool("new_game", {"players": 4, "seat": 2}))

    text = asyncio.run(steps())
    assert text.startswith("game_id: game-1\n\nLab Rats, round 1")
    assert text.endswith("You are player_2, and decide now.")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--opponent", "chess"], "there is no bot 'chess'"),
        (["--game", "chess"], "there is no game 'chess'"),
    ],
)
def test_impossible_settings_are_rejected(arguments: list[str], problem: str) -> None:
    result = CliRunner().invoke(cli.app, ["mcp", *arguments])
    assert result.exit_code == 2
    assert problem in result.stderr
