"""Run the server until Ctrl-C."""

import socket
from collections.abc import Callable, Iterable, Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final

import uvicorn

from wistar_env.kit.game import Game
from wistar_env.play.server.application import app
from wistar_env.play.server.connections import Connection
from wistar_env.play.server.request_limits import Limits

_MAX_CONCURRENCY: Final = 200
_SHUTDOWN_SECONDS: Final = 5


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class _Server(uvicorn.Server):
    """A server with a callback at start-up."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], object]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening, then call the callback."""
        await super().startup(sockets)
        if self.started:
            self._ready()


def run(
    game: type[Game] | str,
    host: str,
    port: int,
    database: Path,
    *,
    names: Iterable[str] = (),
    games: int = Limits.games,
    data: Any = None,
    options: Mapping[str, Any] | None = None,
    bots: Iterable[str] = (),
    others: Iterable[type[Game] | str] = (),
    on_ready: Callable[[str], Any] | None = None,
) -> None:
    """Serve until Ctrl-C.

    Parameters
    ----------
    game, options, bots
        As for ``app``.
    host, port
        The address to listen on; port 0 picks a free one.
    database
        The SQLite file of the games.
    names
        Host names that the server answers to, besides ``localhost``, IP addresses and ``host``.
    games
        The limit on stored games.
    data
        The data of all games of ``game``; None for the bundled ones.
    others
        Other games, played with their bundled data.
    on_ready
        Called with the address of the start page.

    Raises
    ------
    BotError
        If a bot cannot be built.
    DataError
        If the data folder is not valid.
    StoreError
        If the database cannot be used.
    OSError
        If the address cannot be listened on.
    TypeError, ValueError
        If an option or ``games`` is wrong.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The address comes first, so that an invalid address leaves no database behind.
    with socket.create_server((host, port), family=family) as listening:
        server = app(
            game,
            database,
            names=[host, *names],
            limits=Limits(games=games),
            data=data,
            options=options,
            bots=bots,
            others=others,
        )
        address = _address(host, listening.getsockname()[1])

        def ready() -> None:
            print(f"{address} (Ctrl-C stops it; games are stored in {database})", flush=True)
            if not _is_loopback(host):
                print("anyone who can reach this address can play and delete games", flush=True)
            if on_ready is not None:
                on_ready(address)

        config = uvicorn.Config(
            server,
            log_level="warning",
            http=Connection,
            ws="none",
            server_header=False,
            limit_concurrency=_MAX_CONCURRENCY,
            timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
        )
        _Server(config, ready).run(sockets=[listening])
