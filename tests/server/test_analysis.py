"""Analysis boards: curves, positions and alternatives, background searches, and exercises."""

import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.kit.nim import Nim
from tests.server.serving import GREEDY, YOU, begin, played, service_of, serving
from tests.server.test_reviews import HEADERS, a_replay, reviewed, uploaded
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.game import Game
from wistar_env.kit.replays import Replay
from wistar_env.play.server import analyses, analysis_views, reviews

FEW = {"simulations": 100}
GAMES: list[tuple[type[Game], int]] = [(RatsOfWistar, 2), (LabRats, 3), (Nim, 2)]


def a_game(game: type[Game], players: int, actions: int = 10**6) -> Replay[Any]:
    """Return a game in which every seat plays its last legal action."""
    replay = Replay(game, players, 1)
    position = replay.start()
    while not position.finished and len(replay.actions) < actions:
        replay.actions.append(int(position.legal_actions()[-1]))
        position.step(replay.actions[-1])
    return replay


def board(client: TestClient, game: str, what: str = "") -> Any:
    answer = client.get(f"/api/games/{game}/analysis{what}")
    assert answer.status_code == HTTPStatus.OK, answer.text
    return answer.json()


def searched(client: TestClient, game: str, **wanted: Any) -> dict[str, Any]:
    """Search a position, and wait for the end."""
    answer = client.post(f"/api/games/{game}/analysis/search", json={**FEW, **wanted})
    assert answer.status_code == HTTPStatus.OK, answer.text
    found: dict[str, Any] = answer.json()
    end = time.monotonic() + 120
    while found["running"]:
        assert time.monotonic() < end, "the search takes too long"
        time.sleep(0.02)
        found = board(client, game, "/search")
    return found


@pytest.mark.parametrize(("game", "players"), GAMES, ids=lambda each: getattr(each, "__name__", ""))
def test_a_board_has_curves_alternatives_and_a_search_for_any_game(
    game: type[Game], players: int
) -> None:
    replay = a_game(game, players, 12)
    with serving(game=game) as client:
        name = uploaded(client, replay.to_text())
        curves = board(client, name)
        assert curves["actions"] == replay.actions
        positions = len(replay.actions) + 1
        assert len(curves["totals"]) == positions
        informed = bool(game.spec.networks.default)
        assert bool(curves["network"]) == informed
        assert len(curves["chances"]) == len(curves["expected"]) == positions * informed
        assert all(sum(row) == pytest.approx(1, abs=2e-3) for row in curves["chances"])

        at = next(k for k in range(3, 12) if len(replay.at(k).legal_actions()) > 1)
        here = board(client, name, f"/positions/{at}?width=1000")
        choices = [choice["action"] for choice in here["decision"]["choices"]]
        other = next(action for action in choices if action != replay.actions[at])
        there = board(client, name, f"/positions/{at}?then={other}&width=1000")
        words = {choice["action"]: choice["text"] for choice in here["decision"]["choices"]}
        assert (there["words"], there["seats"]) == ([words[other]], [here["seat"]])
        after = Replay.from_string(there["position"], game=game)
        assert after.actions == [*replay.actions[:at], other]

        found = searched(client, name, number=at, then=[])
        assert (found["number"], found["then"], found["error"]) == (at, [], "")
        assert (found["done"], found["total"], found["trees"]) == (100, 100, 4)
        assert bool(found["network"]) == informed
        assert found["seat"] == here["seat"]
        assert found["play_outs"] == 100
        assert found["interval"][0] < found["value"] < found["interval"][1]
        assert {option["action"] for option in found["options"]} == set(choices)
        best = found["lines"][0]
        assert best["words"][0] == words[best["actions"][0]]
        assert best["visits"] == max(line["visits"] for line in found["lines"])

        tree = board(client, name, "/tree")
        assert tree["nodes"][0]["action"] == best["actions"][0]
        below = board(client, name, f"/tree?path={best['actions'][0]}")
        assert sum(node["visits"] for node in below["nodes"]) <= best["visits"]
        assert board(client, name, "/tree?path=0-0-0-0-0-0-0-0")["nodes"] == []


def test_a_position_may_be_broken_into_lines() -> None:
    text = a_game(LabRats, 3, 9).to_string()
    half = len(text) // 2
    broken = f" {text[:half]}\n  {text[half:]}\r\n"
    assert LabRats.from_string(broken).to_bytes() == LabRats.from_string(text).to_bytes()


def test_a_position_in_one_line_is_opened_and_another_one_is_rejected() -> None:
    replay = a_game(RatsOfWistar, 2, 30)
    with serving() as client:
        answer = client.post("/api/positions", json={"position": replay.to_string()})
        assert answer.status_code == HTTPStatus.CREATED, answer.text
        name = answer.json()["id"]
        assert board(client, name)["actions"] == replay.actions
        assert board(client, name, "/positions/30")["position"] == replay.to_string()
        text = replay.to_string()
        for wrong, told in (
            ("chess/3", "a position must look like"),
            ("", "the position lacks"),
            (text.replace("rats-of-wistar", "lab-rats"), "this server plays rats-of-wistar"),
            (text[:-1], "actions must have 2 digits each"),
            (text + "00", "cannot be replayed"),
            (text.replace("data=", "data=0"), "other data"),
            ("x" * 12_001, "at most 12000"),
        ):
            rejected = client.post("/api/positions", json={"position": wrong})
            assert rejected.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
            assert told in rejected.json()["detail"]


def test_a_board_rejects_positions_that_its_game_does_not_have() -> None:
    replay = a_game(LabRats, 3, 6)
    with serving(game=LabRats) as client:
        name = uploaded(client, replay.to_text())
        path = f"/api/games/{name}/analysis"
        for what, status in (
            ("/positions/7", HTTPStatus.NOT_FOUND),
            ("/positions/2?then=0-1-0", HTTPStatus.UNPROCESSABLE_ENTITY),
            ("/positions/2?then=99999999", HTTPStatus.UNPROCESSABLE_ENTITY),
            ("/positions/2?then=x", HTTPStatus.UNPROCESSABLE_ENTITY),
            (f"/positions/2?then={'-'.join(['1'] * 3000)}", HTTPStatus.UNPROCESSABLE_ENTITY),
            ("/positions/2?viewer=3", HTTPStatus.UNPROCESSABLE_ENTITY),
            ("/search", HTTPStatus.NOT_FOUND),
            ("/tree", HTTPStatus.NOT_FOUND),
        ):
            assert client.get(path + what).status_code == status, what
        for wrong in ({"simulations": 99}, {"simulations": 10**6}, {"then": [0] * 401}):
            rejected = client.post(f"{path}/search", json={"number": 2, **wrong})
            assert rejected.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        rejected = client.post(f"{path}/attempts/2", json={"action": 0})
        assert rejected.status_code == HTTPStatus.CONFLICT
        over = a_game(LabRats, 3)
        ended = uploaded(client, over.to_text())
        last = {"number": len(over.actions)}
        rejected = client.post(f"/api/games/{ended}/analysis/search", json=last)
        assert rejected.status_code == HTTPStatus.CONFLICT
        assert board(client, ended, f"/positions/{last['number']}")["result"]


def test_searches_stop_when_asked_when_replaced_when_unwatched_and_with_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(analyses, "_UNWATCHED", 0.5)
    with serving(game=LabRats, searches=1, waiting=2) as client:
        names = [uploaded(client, a_game(LabRats, 3, 6).to_text()) for _ in range(4)]
        kept = service_of(client).analyses

        def asked(name: str, number: int = 0) -> int:
            wanted = {"number": number, "simulations": 100_000}
            return client.post(f"/api/games/{name}/analysis/search", json=wanted).status_code

        def ended(search: analyses.BoardSearch) -> bool:
            end = time.monotonic() + 30
            while search.running and time.monotonic() < end:
                time.sleep(0.01)
            return not search.running

        assert asked(names[0]) == HTTPStatus.OK
        first = kept.find(names[0])
        assert asked(names[0], 1) == HTTPStatus.OK
        second = kept.find(names[0])
        assert ended(first)
        assert first is not second
        assert client.delete(f"/api/games/{names[0]}/analysis/search").status_code == 204
        assert ended(second)
        assert first.done < 100_000 > second.done
        statuses = [asked(name) for name in names]
        assert statuses == [200, 200, 200, HTTPStatus.SERVICE_UNAVAILABLE]
        assert ended(kept.find(names[1]))
        assert client.delete(f"/api/games/{names[1]}").status_code == 204
        assert client.get(f"/api/games/{names[1]}/analysis/search").status_code == 404
        last = kept.find(names[2])
    assert ended(last)


def test_two_searches_grow_at_once_and_a_stopped_one_goes_on() -> None:
    def awaited(holds: Callable[[], bool]) -> bool:
        end = time.monotonic() + 60
        while not holds() and time.monotonic() < end:
            time.sleep(0.02)
        return holds()

    with serving(game=LabRats, searches=4, waiting=4) as client:
        names = [uploaded(client, a_game(LabRats, 3, 6).to_text()) for _ in range(3)]
        kept, wanted = service_of(client).analyses, {"number": 0, "simulations": 100_000}
        for name in names:
            client.post(f"/api/games/{name}/analysis/search", json=wanted)
        first, second, third = (kept.find(name) for name in names)
        assert awaited(lambda: first.done > 0 < second.done)
        assert third.running
        assert third.done == 0, "more than two cores search"
        client.delete(f"/api/games/{names[0]}/analysis/search")
        assert awaited(lambda: not first.running)
        assert awaited(lambda: third.done > 0)
        client.delete(f"/api/games/{names[1]}/analysis/search")
        resumed = client.post(f"/api/games/{names[0]}/analysis/search", json=wanted).json()
        assert resumed["running"]
        assert resumed["done"] >= first.done > 0
        assert awaited(lambda: kept.find(names[0]).done > first.done)


def test_a_search_that_fails_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing() -> None:
        raise MemoryError("secret")

    monkeypatch.setattr(analyses, "searcher", failing)
    with serving(game=Nim) as client:
        found = searched(client, uploaded(client, a_game(Nim, 2, 2).to_text()), number=1)
    assert found["error"] == "internal error; see the server's log"


def test_exercises_compare_an_answer_with_the_best_and_with_what_was_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reviews, "hint_spec", lambda *_: "mcts:simulations=16")
    with serving() as client:
        name = uploaded(client, a_replay())
        assert board(client, name)["review"] is None
        assert reviewed(client, name)["ready"]
        review = board(client, name)["review"]
        assert review["search"] == "mcts:simulations=16"
        marked = [each for each in review["decisions"] if each["mark"]]
        worst = max(marked, key=lambda each: each["loss"])
        assert worst["missed"]
        path = f"/api/games/{name}/analysis/attempts/{worst['number']}"
        here = board(client, name, f"/positions/{worst['number']}?viewer={worst['seat']}")
        for choice in here["decision"]["choices"]:
            answer = client.post(path, json={"action": choice["action"]})
            assert answer.status_code == HTTPStatus.OK, answer.text
            found = answer.json()
            assert found["chosen"]["text"] == choice["text"]
            assert found["chosen"]["value"] <= found["best"]["value"]
            assert found["best"]["value"] == pytest.approx(worst["value"], abs=1e-3)
            assert found["line"]
            same = choice["action"] == found["best"]["action"]
            assert (found["mark"] == "best") == same
            if choice["action"] == found["played"]["action"]:
                assert found["mark"] == worst["mark"]
        rejected = client.post(path, json={"action": 10**6})
        assert rejected.status_code == HTTPStatus.UNPROCESSABLE_ENTITY


def test_the_board_of_a_running_game_knows_what_you_know() -> None:
    with serving() as client:
        state = played(client, begin(client, GREEDY, YOU, seed=1), decisions=20)
        name, number = state["id"], state["number"]
        curves = board(client, name)
        table = service_of(client).game(name).table
        taken, seats = table.replay().actions, [each.seat for each in table.history]
        assert curves["viewer"] == 1
        assert curves["actions"] == [
            action if seat == 1 else -1 for action, seat in zip(taken, seats, strict=True)
        ]
        here = board(client, name, f"/positions/{number}?width=1000")
        assert here["position"] == ""
        assert here["decision"]["choices"] == state["decision"]["choices"]
        assert here == board(client, name, f"/positions/{number}?width=1000&viewer=1")
        rejected = client.get(f"/api/games/{name}/analysis/positions/{number}?viewer=0")
        assert rejected.status_code == HTTPStatus.CONFLICT
        assert "when the game is over" in rejected.json()["detail"]
        assert searched(client, name, number=number)["lines"]
        assert client.get(f"/games/{name}/analysis").status_code == HTTPStatus.OK
        rejected = client.post(f"/api/games/{name}/analysis/attempts/0", json={"action": 0})
        assert rejected.status_code == HTTPStatus.CONFLICT
        # Nothing of it is played.
        assert service_of(client).game(name).table.replay().actions == taken


def test_the_board_deals_what_you_do_not_know_by_a_secret_seed() -> None:
    with serving() as client:
        names = [begin(client, YOU, GREEDY, seed=seed)["id"] for seed in (1, 1, 2)]
        visits = [service_of(client).visit(name, None) for name in names]
        game = visits[0].table.game
        dealt = [
            analysis_views._known(visit, game, number)
            for visit, number in zip([*visits, visits[0]], (0, 0, 0, 1), strict=True)
        ]
        assert dealt[0] == dealt[1]
        assert all(game != each for each in dealt)
        assert len({each.to_bytes() for each in dealt}) == 3


def test_a_watched_game_has_a_board_with_all_hands() -> None:
    with serving() as client:
        state = begin(client, GREEDY, GREEDY, seed=1)
        for number in range(3):
            stepped = client.post(f"/api/games/{state['id']}/step", json={"number": number})
            assert stepped.status_code == HTTPStatus.OK
        curves = board(client, state["id"])
        assert curves["viewer"] is None
        assert min(curves["actions"]) >= 0
        assert board(client, state["id"], "/positions/2?viewer=1")["position"] == ""


def test_a_running_game_by_link_has_no_board() -> None:
    with serving() as client:
        begun = begin(client, YOU, {"who": "link"}, seed=1)
        name, secret = begun["id"], begun["links"][0]["secret"]
        path = f"/api/games/{name}/analysis"
        for headers, status in (
            ({}, HTTPStatus.FORBIDDEN),
            ({"Wistar-Seat": secret}, HTTPStatus.CONFLICT),
        ):
            answers = [
                client.get(path, headers=headers),
                client.get(f"{path}/positions/0", headers=headers),
                client.get(f"{path}/search", headers=headers),
                client.get(f"{path}/tree", headers=headers),
                client.post(f"{path}/search", json={"number": 0}, headers=headers),
                client.delete(f"{path}/search", headers=headers),
            ]
            assert [each.status_code for each in answers] == [status] * len(answers)
        assert "this game is played by link" in answers[0].json()["detail"]
        page = client.get(f"/games/{name}/analysis", follow_redirects=False)
        assert (page.status_code, page.headers["location"]) == (303, f"/games/{name}")


def test_the_board_of_a_game_opens_when_it_is_over() -> None:
    with serving(game=Nim) as client:
        state = played(client, begin(client, YOU, GREEDY, seed=1))
        assert state["status"] == "finished"
        assert len(board(client, state["id"])["actions"]) == state["number"]
        assert client.get(f"/games/{state['id']}/analysis").status_code == HTTPStatus.OK
        assert client.post("/api/replays", content="x", headers=HEADERS).status_code == 422
