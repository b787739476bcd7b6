"""A server in this process, and functions to play on it."""

import random
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient
from httpx2 import Response

from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit import game as kit
from wistar_env.play.server import app
from wistar_env.play.server.game_service import GameService
from wistar_env.play.server.request_limits import Limits

YOU = {"who": "you"}
GREEDY = {"who": "greedy"}
RANDOM = {"who": "random"}
#: Compression would take a tenth of the time of a game.
UNPACKED = {"Accept-Encoding": "identity"}


@contextmanager
def serving(
    database: Path | None = None,
    game: type[kit.Game] = RatsOfWistar,
    others: Iterable[type[kit.Game]] = (),
    **limits: int,
) -> Iterator[TestClient]:
    """Run a server as long as the block lasts."""
    made = app(game, database, limits=Limits(**limits), others=others)
    with TestClient(made, base_url="http://localhost", headers=UNPACKED) as client:
        yield client


def service_of(client: TestClient) -> GameService:
    """Return the games of a server."""
    service: GameService = client.app.state.service  # type: ignore[attr-defined]
    return service


def begin(client: TestClient, *seats: dict[str, Any], **options: Any) -> dict[str, Any]:
    """Begin a game, and wait until it is your turn."""
    answer = client.post("/api/games", json={"seats": list(seats), **options})
    assert answer.status_code == 201, answer.text
    return settled(client, answer.json())


def path(state: dict[str, Any]) -> str:
    """Return the address of a game."""
    return f"/api/games/{state['id']}"


def look(client: TestClient, state: dict[str, Any]) -> dict[str, Any]:
    """Return a game as it is now."""
    answer = client.get(path(state))
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def settled(client: TestClient, state: dict[str, Any]) -> dict[str, Any]:
    """Return a game when no bot thinks."""
    end = time.monotonic() + 60
    while state["status"] == "thinking":
        assert time.monotonic() < end, "a bot does not answer"
        time.sleep(0.01)
        state = look(client, state)
    return state


def act(client: TestClient, state: dict[str, Any], action: int) -> Response:
    """Send an action for the current decision."""
    wanted = {"number": state["number"], "action": action}
    return client.post(f"{path(state)}/actions", json=wanted)


def acted(client: TestClient, state: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Carry out a random action, and wait until it is your turn again."""
    actions = [choice["action"] for choice in state["decision"]["choices"]]
    busy = [action for action in actions if action > 1]
    answer = act(client, state, rng.choice(busy if busy and rng.random() < 0.85 else actions))
    assert answer.status_code == 200, answer.text
    return settled(client, answer.json())


def played(client: TestClient, state: dict[str, Any], decisions: int = 10**6) -> dict[str, Any]:
    """Play a game with random actions, to its end or for some decisions."""
    rng = random.Random(1)
    while state["status"] == "yours" and decisions:
        state = acted(client, state, rng)
        decisions -= 1
    return state
