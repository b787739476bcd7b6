"""Reviews of finished games, as the server makes them and shows them."""

import random
import time
from http import HTTPStatus
from typing import Any

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import expect

from tests.server.browser import CHROMIUM, WIDE, address, chromium, shoot, tab
from tests.server.serving import YOU, begin, service_of, serving
from wistar_env.errors import NetworkError
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.replays import Replay
from wistar_env.play.server import reviews
from wistar_env.play.server.problems import INTERNAL

HEADERS = {"Content-Type": "application/x-ndjson"}
FEW = {"simulations": 100}


def a_replay(finished: bool = True) -> str:
    """Return the file of a random solo game."""
    replay, rng = Replay(RatsOfWistar, 1, 6, {"level": 0}), random.Random(6)
    game = replay.start()
    while not game.finished and (finished or len(replay.actions) < 20):
        replay.actions.append(rng.choice(game.legal_actions().tolist()))
        game.step(replay.actions[-1])
    return replay.to_text()


def uploaded(client: TestClient, text: str) -> str:
    answer = client.post("/api/replays", content=text, headers=HEADERS)
    assert answer.status_code == HTTPStatus.CREATED, answer.text
    return str(answer.json()["id"])


def reviewed(client: TestClient, game: str) -> dict[str, Any]:
    """Ask for a review, and wait for it."""
    answer = client.post(f"/api/games/{game}/review", json=FEW)
    assert answer.status_code == HTTPStatus.OK, answer.text
    found: dict[str, Any] = answer.json()
    end = time.monotonic() + 300
    while not (found["ready"] or found["error"]):
        assert time.monotonic() < end, "the review takes too long"
        time.sleep(0.05)
        found = client.get(f"/api/games/{game}/review").json()
    return found


def test_a_finished_game_is_reviewed_and_its_page_has_its_own_policy() -> None:
    with serving() as client:
        game = uploaded(client, a_replay())
        unasked = client.get(f"/api/games/{game}/review").json()
        assert unasked == {"ready": False, "done": 0, "total": 0, "error": ""}
        back = client.get(f"/games/{game}/review", follow_redirects=False)
        assert (back.status_code, back.headers["location"]) == (303, f"/games/{game}")
        found = reviewed(client, game)
        assert (found["ready"], found["done"]) == (True, found["total"])
        shown = client.get(f"/games/{game}/review")
        assert "mcts:simulations=100,memory_mb=16" not in shown.text  # it is compressed
        assert 'id="review"' in shown.text
        policy = shown.headers["Content-Security-Policy"]
        assert "script-src 'sha256-" in policy
        assert "frame-ancestors 'none'" in policy
        assert reviewed(client, game) == found
        assert client.delete(f"/api/games/{game}").status_code == HTTPStatus.NO_CONTENT
        assert service_of(client).reviews.find(game) is None
        assert client.get(f"/games/{game}/review").status_code == HTTPStatus.NOT_FOUND


def test_a_game_under_way_has_no_review_and_neither_has_half_a_replay() -> None:
    with serving() as client:
        played = begin(client, YOU, seed=1)["id"]
        for game in (played, uploaded(client, a_replay(finished=False))):
            rejected = client.post(f"/api/games/{game}/review", json=FEW)
            assert rejected.status_code == HTTPStatus.CONFLICT
            assert rejected.json()["detail"] == "a review is available only when the game is over"
        assert client.post("/api/games/none/review", json=FEW).status_code == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (NetworkError("the network is gone"), "the network is gone"),
        (MemoryError("secret"), INTERNAL),
        (OSError(5, "no disk", "secret"), INTERNAL),
    ],
)
def test_a_review_that_fails_says_why_and_can_be_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, error: Exception, told: str
) -> None:
    def failing(*_: object) -> None:
        raise error

    with serving() as client:
        game = uploaded(client, a_replay())
        monkeypatch.setattr(reviews, "hint_spec", lambda *_: "mcts:simulations=8")
        with monkeypatch.context() as patched:
            patched.setattr(reviews, "reviewer", failing)
            assert reviewed(client, game)["error"] == told
        assert reviewed(client, game)["ready"]


def test_reviews_queue_up_to_a_limit_and_end_with_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def slow(*_: object, on_progress: Any) -> None:
        while True:
            time.sleep(0.01)
            on_progress(1)

    monkeypatch.setattr(reviews, "review", slow)
    with serving(searches=1, waiting=1) as client:
        games = [uploaded(client, a_replay()) for _ in range(3)]
        asked = [client.post(f"/api/games/{game}/review", json=FEW) for game in games]
        statuses = [answer.status_code for answer in asked]
        assert statuses == [HTTPStatus.OK, HTTPStatus.OK, HTTPStatus.SERVICE_UNAVAILABLE]
        found = service_of(client).reviews.find(games[0])
    assert found is not None
    assert found.error == "the server stops"


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_a_button_on_the_page_of_a_finished_game_opens_its_review(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "hint_spec", lambda *_: "mcts:simulations=8")
    file = tmp_path / "game.replay"
    file.write_text(a_replay())
    with address() as at, chromium() as browser, tab(browser, WIDE) as page:
        page.goto(at)
        page.locator("#replay").set_input_files(file)
        page.get_by_role("button", name="Review the game").click()
        page.wait_for_url("**/review", timeout=240_000)
        expect(page.locator("#review h2")).to_have_text("Review")
        page.locator("#review .worst button").first.click()
        expect(page.locator("#verdict")).to_be_visible()
        assert int(page.url.partition("#")[2]) > 0
        shoot(page, "review-of-a-game")
