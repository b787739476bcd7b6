"""What a move on the page of a game costs: kilobytes that are sent, and milliseconds.

``python -m tests.server.traffic`` plays a game of each kind against ``greedy`` as the page does: it
names the parts of the board and the log that it has, and fetches symbols that it lacks. Games are
stored in a file. The time is that from a click to the new board, on the clock and on a core; this
process is both the server and the client. On a busy machine only the time on a core says much.
"""

import random
import re
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from fastapi.testclient import TestClient

from tests.server.serving import GREEDY, YOU, service_of, serving
from wistar_env.games import lab_rats
from wistar_env.games.rats_of_wistar import RatsOfWistar

NAMED = re.compile(r'href="#w-([\w-]+)"')
#: A board beside the dock of a screen of 1440 pixels.
WIDTH = 1060
#: Seconds within which bots have moved.
PATIENCE = 60
SEATS = {"rats-of-wistar": [YOU, GREEDY], "lab-rats": [YOU, GREEDY, GREEDY, GREEDY]}


@dataclass
class Page:
    """What the page of a game has, and what it was sent."""

    client: TestClient
    game: str
    state: dict[str, Any] = field(default_factory=dict)
    have: list[str] = field(default_factory=list)
    symbols: set[str] = field(default_factory=set)
    sent: int = 0

    def ask(self, method: str, path: str, body: object = None, **query: str) -> dict[str, Any]:
        """Return the response to a request, and count its bytes as they are sent."""
        packed = {"Accept-Encoding": "gzip"}
        found = self.client.request(method, path, json=body, params=query, headers=packed)
        assert found.is_success, found.text
        self.sent += int(found.headers["content-length"])
        answer: dict[str, Any] = found.json()
        return answer

    def shown(self, state: dict[str, Any]) -> None:
        """Take a state as the page does."""
        names: set[str] = set()
        for part in state["sheet"]["parts"]:
            if part["svg"] is not None:
                names |= set(NAMED.findall(part["svg"]))
            self.have = [*(key for key in self.have if key != part["key"]), part["key"]][-60:]
        if missing := sorted(names - self.symbols):
            self.ask("GET", "/api/symbols", game=self.game, names=",".join(missing))
            self.symbols |= set(missing)
        self.state = state

    def query(self) -> dict[str, str]:
        """Return what the page says that it has."""
        known = f"{self.state['number']},{self.state['revision']}" if self.state else ""
        return {"width": str(WIDTH), "have": ",".join(self.have), "known": known}

    def begin(self) -> None:
        """Begin a game."""
        wanted = {"game": self.game, "seats": SEATS[self.game], "seed": 8}
        self.shown(self.ask("POST", "/api/games", wanted, **self.query()))
        self.wait()

    def act(self, action: int) -> None:
        """Play an action, and wait for the bots."""
        path, number = f"/api/games/{self.state['id']}", self.state["number"]
        body = {"number": number, "action": action}
        self.shown(self.ask("POST", f"{path}/actions", body, **self.query()))
        self.wait()

    def wait(self) -> None:
        """Wait for the bots; what is sent is then that of the largest of the responses.

        On an idle core there is only one: a response waits for fast bots.
        """
        service, most = service_of(self.client), self.sent
        while self.state["status"] == "thinking":
            service.wait(service.game(self.state["id"]), PATIENCE)
            self.sent = 0
            self.shown(self.ask("GET", f"/api/games/{self.state['id']}", **self.query()))
            most = max(most, self.sent)
        self.sent = most


class Move(NamedTuple):
    """What a move cost: bytes, and milliseconds on the clock and on a core."""

    size: int
    clock: float
    core: float


def moves(client: TestClient, game: str) -> list[Move]:
    """Return what the beginning of a game and every move cost."""
    rng, page = random.Random(1), Page(client, game)
    found = []
    page.begin()
    found.append(Move(page.sent, 0.0, 0.0))
    while page.state["status"] == "yours":
        choices = page.state["decision"]["choices"]
        busy = [each for each in choices if not each["declines"]] or choices
        page.sent, start, core = 0, time.perf_counter(), time.process_time()
        page.act(rng.choice(busy)["action"])
        clock, core = time.perf_counter() - start, time.process_time() - core
        found.append(Move(page.sent, 1000 * clock, 1000 * core))
    assert page.state["status"] == "finished"
    return found


def _in_words(times: Sequence[float]) -> str:
    found = sorted(times)
    late = found[int(0.95 * len(found))]
    return f"{median(found):.0f} ms, 95% within {late:.0f} ms, at most {found[-1]:.0f} ms"


def main() -> None:
    """Print what moves cost."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder, "games.sqlite"), RatsOfWistar, [lab_rats.LabRats]) as client,
    ):
        for game in SEATS:
            moves(client, game)  # which loads what is loaded once
            first, *rest = moves(client, game)
            sent = sorted(each.size / 1000 for each in rest)
            print(
                f"{game}: {len(rest)} moves; begins with {first.size / 1000:.1f} kB; a move "
                f"{median(sent):.1f} kB, at most {sent[-1]:.1f} kB; from a click to the board "
                f"{_in_words([each.clock for each in rest])}; on a core "
                f"{_in_words([each.core for each in rest])}"
            )


if __name__ == "__main__":
    main()
