"""Running the server until somebody presses Ctrl-C."""

import socket
from collections.abc import Callable, Iterable
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final

import uvicorn

from wistar_env.components import Folder
from wistar_env.play.server.application import app
from wistar_env.play.server.connections import Connection
from wistar_env.play.server.request_limits import Limits

_REQUESTS_AT_A_TIME: Final = 200
_SECONDS_TO_END: Final = 5


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _only_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class _Server(uvicorn.Server):
    """Says where it is, once it is there."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], object]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        if self.started:
            self._ready()


def run(
    host: str,
    port: int,
    database: Path,
    *,
    names: Iterable[str] = (),
    games: int = Limits.games,
    data: Folder | None = None,
    on_ready: Callable[[str], Any] | None = None,
) -> None:
    """Answer until Ctrl-C.

    Parameters
    ----------
    host, port
        Where to listen; port 0 takes any that is free.
    database
        Where games are kept.
    names
        Host names to answer to, besides ``localhost``, addresses and ``host``.
    games
        How many games are kept at most.
    data
        The data folder of all games; None for the bundled one.
    on_ready
        Is given the address of the start page.

    Raises
    ------
    DataError
        If the data folder is not valid.
    StoreError
        If the database cannot be used.
    OSError
        If the address cannot be listened on.
    """
    made = app(database, names=[host, *names], limits=Limits(games=games), data=data)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, port), family=family) as listening:
        address = _address(host, listening.getsockname()[1])

        def ready() -> None:
            print(f"{address} (Ctrl-C ends it; games are kept in {database})", flush=True)
            if not _only_here(host):
                print("whoever reaches this address can play and delete games", flush=True)
            if on_ready is not None:
                on_ready(address)

        config = uvicorn.Config(
            made,
            log_level="warning",
            http=Connection,
            ws="none",
            server_header=False,
            limit_concurrency=_REQUESTS_AT_A_TIME,
            timeout_graceful_shutdown=_SECONDS_TO_END,
        )
        _Server(config, ready).run(sockets=[listening])
