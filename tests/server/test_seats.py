"""Several people by link: each sees and does only what the seat may, even after a restart."""

import io
import json
import logging
import random
import time
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.hidden import hidden_names
from tests.server.serving import GREEDY, YOU, begin, path, service_of, serving
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.game import Game
from wistar_env.kit.replays import Replay
from wistar_env.play.server import game_service, live_game
from wistar_env.play.server.live_game import LiveGame
from wistar_env.play.server.visits import Visit

LINK = {"who": "link"}
GAMES: list[type[Game]] = [RatsOfWistar, LabRats]
MOST_ACTIONS = 120
#: The part of decisions at which all is asked for.
FEW: dict[type[Game], float] = {RatsOfWistar: 0.03, LabRats: 0.06}
SEATS: dict[type[Game], list[dict[str, str]]] = {
    RatsOfWistar: [YOU, LINK],
    LabRats: [LINK, YOU, GREEDY],
}


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """Keep all that is logged, at any level."""
    text, root = io.StringIO(), logging.getLogger()
    handler, level = logging.StreamHandler(text), root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield text
    root.removeHandler(handler)
    root.setLevel(level)


class Person:
    """A seat by link, and what is asked for with its secret."""

    def __init__(self, client: TestClient, game: str, secret: str) -> None:
        self.client, self.path = client, game
        self.headers = {"Wistar-Seat": secret}
        self.sent: list[bytes] = []

    def ask(self, method: str, what: str = "", body: Any = None) -> Any:
        """Ask for something, and keep what is sent."""
        kind = {"Content-Type": "application/json"} if method != "GET" else {}
        answer = self.client.request(
            method, self.path + what, json=body, headers={**self.headers, **kind}
        )
        self.sent.append(answer.content)
        return answer

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ask("GET").json()
        return found

    def act(self, rng: random.Random) -> None:
        """Play a random action, of which few decline."""
        state = self.look()
        choices = state["decision"]["choices"]
        busy = [each for each in choices if not each["declines"]]
        action = rng.choice(busy if busy and rng.random() < 0.85 else choices)["action"]
        answer = self.ask("POST", "/actions", {"number": state["number"], "action": action})
        assert answer.status_code == 200, answer.text


def people(client: TestClient, game: type[Game], seed: int = 3) -> dict[int, Person]:
    """Begin a game by link; return its people by seat."""
    asked = {"game": game.spec.name, "seats": SEATS[game], "seed": seed}
    state = client.post("/api/games", json=asked).json()
    return {each["seat"]: Person(client, path(state), each["secret"]) for each in state["links"]}


def live_of(person: Person) -> LiveGame:
    """Return the game of a person in the server's memory."""
    return service_of(person.client).game(person.path.rpartition("/")[2])


def to_move(all_of_them: dict[int, Person]) -> int | None:
    """Return the seat that is to move when no bot thinks; None at the end."""
    (person, *_), end = all_of_them.values(), time.monotonic() + 60
    while (live := live_of(person)).awaits == "bots" or service_of(person.client).thinks(live):
        assert time.monotonic() < end, "a bot does not answer"
        time.sleep(0.01)
    return None if live.table.game.finished else live.table.game.seat


def everything(person: Person, state: dict[str, Any]) -> list[bytes]:
    """Return all that a seat can ask for, without changing the game."""
    person.sent.clear()
    number = state["number"]
    for what in (
        "",
        "?width=1060",
        "?width=390&narrow=true",
        "/replay",
        "/review",
        f"/positions/{number}",
        f"/positions/{number // 2}?width=1400",
        f"/positions/{max(0, number - 1)}",
        *(f"/why-not/{action}?number={number}" for action in (0, 1, 5, 17)),
    ):
        person.ask("GET", what)
    for what, body in (
        ("/hint", {"number": number, "simulations": 100}),
        ("/review", {}),
        ("/undo", {"number": number, "to": number}),
        ("/step", {"number": number + 1}),
        ("/actions", {"number": number + 1, "action": 0}),
        ("/rest", {"number": number + 1}),
    ):
        person.ask("POST", what, body)
    return [*person.sent, person.client.get("/api/games").content]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_sent_to_a_seat_is_the_same_whatever_is_hidden_from_it(
    game: type[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    rng, at, differed, asked = random.Random(1), Replay.at, 0, set[tuple[int, bool]]()
    with serving(game=game) as client:
        seats = people(client, game)
        while (seat := to_move(seats)) is not None:
            for viewer in seats if rng.random() < FEW[game] else ():
                table = live_of(seats[0]).table
                shuffle, state = rng.randrange(2**32), seats[viewer].look()
                sent = everything(seats[viewer], state)
                dealt, table.game = table.game, table.game.determinize(viewer, shuffle)
                differed += table.game != dealt
                with monkeypatch.context() as patch:
                    patch.setattr(
                        Replay, "at", lambda *a, v=viewer, s=shuffle: at(*a).determinize(v, s)
                    )
                    assert everything(seats[viewer], state) == sent
                table.game = dealt
                asked.add((viewer, viewer == seat))
            seats[seat].act(rng)
    assert differed > 3
    assert len(asked) == 2 * len(seats)  # at own decisions and at those of the other


def test_no_body_names_an_invention_that_its_seat_never_saw_or_the_seed_or_a_secret() -> None:
    rng, seed = random.Random(2), 2**52 + 12_345
    with serving() as client:
        seats = people(client, RatsOfWistar, seed)
        table = live_of(seats[0]).table
        game, done = table.replay().start(), 0
        never = {seat: hidden_names(game, seat) for seat in seats}
        secrets = [person.headers["Wistar-Seat"] for person in seats.values()]
        while (seat := to_move(seats)) is not None and done < MOST_ACTIONS:
            table = live_of(seats[0]).table
            for action in table.replay().actions[done:]:
                game.step(action)
                for each in seats:
                    never[each] &= hidden_names(game, each)
            done = table.position
            for each, person in seats.items():
                if rng.random() < 0.2:
                    person.look()
                text = b"".join(person.sent).decode()
                person.sent.clear()
                assert [name for name in never[each] if name in text] == []
                assert str(seed) not in text
                assert not any(secret in text for secret in secrets)
            seats[seat].act(rng)


@pytest.mark.parametrize("game", GAMES)
def test_each_seat_reads_the_log_as_it_saw_it(game: type[Game]) -> None:
    rng = random.Random(3)
    with serving(game=game) as client:
        seats = people(client, game)
        for _ in range(25):
            seat = to_move(seats)
            if seat is None:
                break
            seats[seat].act(rng)
        table = live_of(seats[0]).table
        told = {seat: person.look() for seat, person in seats.items()}
        for seat, state in told.items():
            names = [player["name"] for player in state["seats"]]
            assert names[seat] == "You"
            now, lines = table.replay().start(), []
            for action in table.replay().actions[: state["number"]]:
                events = now.clone().presentation.events_of(action, [seat])[0]
                lines.append([*game.presentation.narrate(events, names)])
                now.step(action)
            assert [line["text"] for line in state["log"]] == lines


def test_without_the_secret_of_a_seat_nothing_is_shown_or_changed() -> None:
    with serving() as client:
        seats = people(client, RatsOfWistar)
        game, before = seats[0].path, seats[0].look()
        other = people(client, RatsOfWistar)[0].headers["Wistar-Seat"]
        asked: list[tuple[str, str, Any]] = [
            ("GET", "", None),
            ("GET", "/positions/0", None),
            ("GET", "/replay", None),
            ("GET", "/review", None),
            ("GET", "/why-not/0?number=0", None),
            ("POST", "/actions", {"number": 0, "action": 0}),
            ("POST", "/rest", {"number": 0}),
            ("POST", "/undo", {"number": 0, "to": 0}),
            ("POST", "/hint", {"number": 0}),
            ("POST", "/step", {"number": 0}),
            ("POST", "/again", {}),
            ("POST", "/review", {}),
            ("POST", "/seats/0/bot", {}),
            ("DELETE", "/seats/0/bot", None),
        ]
        for headers, reason in (
            ({}, "open the link of your seat"),
            ({"Wistar-Seat": other}, "belongs to no seat of this game"),
            ({"Wistar-Seat": ""}, "belongs to no seat of this game"),
        ):
            for method, what, body in asked:
                answer = client.request(method, game + what, json=body, headers=headers)
                assert answer.status_code == 403, (method, what, answer.text)
                assert reason in answer.json()["detail"]
                assert before["seats"][0]["colour"] not in answer.text
        assert seats[0].look() == before


def test_only_its_people_delete_a_running_game_unless_it_rests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def status(person: Person, **headers: str) -> int:
        return person.client.delete(person.path, headers=headers).status_code

    with serving(game=LabRats) as client:
        kept, other = people(client, LabRats)[0], people(client, LabRats)[1]
        assert status(kept) == status(kept, **other.headers) == HTTPStatus.FORBIDDEN
        assert "open the link of your seat" in client.delete(kept.path).json()["detail"]
        assert kept.look()["you"] == 0
        assert status(kept, **kept.headers) == HTTPStatus.NO_CONTENT
        assert status(kept, **kept.headers) == HTTPStatus.NOT_FOUND
        monkeypatch.setattr(game_service, "_RESTS", -1)
        assert status(other) == HTTPStatus.NO_CONTENT


def test_a_seat_cannot_decide_for_another_one() -> None:
    with serving() as client:
        seats = people(client, RatsOfWistar)
        seat = to_move(seats)
        assert seat is not None
        state = seats[seat].look()
        body = {"number": 0, "action": state["decision"]["choices"][0]["action"]}
        other = seats[1 - seat]
        assert other.look()["decision"]["choices"] == []
        for what, wanted in (
            ("/actions", body),
            ("/hint", {"number": 0}),
            ("/rest", {"number": 0}),
        ):
            answer = other.ask("POST", what, wanted)
            assert answer.status_code == 409
            assert "not your turn" in answer.json()["detail"]
        assert seats[seat].look() == state


def test_a_seat_goes_on_after_a_restart_and_its_secret_is_nowhere(
    tmp_path: Path, logged: io.StringIO
) -> None:
    rng, database = random.Random(4), tmp_path / "games.sqlite"
    with serving(database) as client:
        seats = people(client, RatsOfWistar)
        for _ in range(6):
            seat = to_move(seats)
            assert seat is not None
            seats[seat].act(rng)
        before = {seat: person.look() for seat, person in seats.items()}
        secrets = [person.headers["Wistar-Seat"] for person in seats.values()]
    with serving(database) as client:
        for seat, person in seats.items():
            person.client = client
            assert person.look() == before[seat]
    stored = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    for secret in secrets:
        assert len(secret) >= 32
        assert secret.encode() not in stored
        assert secret not in logged.getvalue()


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_takes_a_seat_over_and_gives_it_back(
    game: type[Game], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "games.sqlite"
    with serving(database, game) as client:
        seats = people(client, game)
        first, second = seats
        other = f"/seats/{second}/bot"
        answer = seats[first].ask("POST", other, {})
        assert answer.status_code == 409
        assert "a bot may take over seat 1" in answer.json()["detail"]
        assert not seats[first].look()["seats"][second]["away"]
        monkeypatch.setattr(live_game, "AWAY", 0.0)
        assert seats[first].look()["seats"][second]["away"]
        assert seats[first].ask("POST", other, {}).status_code == 200
        rng = random.Random(5)
        while seats[first].look()["number"] < 30:
            assert to_move({first: seats[first]}) == first
            seats[first].act(rng)
        state = seats[second].look()
        assert state["seats"][second]["stand_in"]
        assert {line["seat"] for line in state["log"]} >= {first, second}
        answer = seats[first].ask("DELETE", other)
        assert answer.status_code == 403
        assert "not yours" in answer.json()["detail"]
    with serving(database, game) as client:
        for person in seats.values():
            person.client = client
        assert seats[second].look()["seats"][second]["stand_in"]
        assert seats[second].ask("DELETE", other).status_code == 200
        while (seat := to_move(seats)) != second:
            assert seat is not None
            seats[seat].act(rng)
        assert seats[second].look()["undo"] == []
        # Of one's own free will, at once.
        assert seats[second].ask("POST", other, {}).status_code == 200
        assert to_move({first: seats[first]}) == first


def test_a_seat_that_is_taken_back_while_its_bot_thinks_is_decided_by_the_person(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with serving() as client:
        seats = people(client, RatsOfWistar)
        seat = to_move(seats)
        assert seat is not None
        service, own = service_of(client), f"/seats/{seat}/bot"
        live = live_of(seats[0])
        table = type(live.table)
        ask = table.ask

        def taken_back(thinking: Any) -> Any:
            found = ask(thinking)
            if live.stand_ins:
                service.seat_person(Visit(live, seat), seat)
            return found

        monkeypatch.setattr(table, "ask", taken_back)
        assert seats[seat].ask("POST", own, {}).status_code == 200
        assert to_move(seats) == seat
        state = seats[seat].look()
        assert (state["number"], state["error"]) == (0, "")


def test_undo_takes_back_no_decision_of_another_person_and_nothing_revealed() -> None:
    rng, undone = random.Random(6), 0
    with serving() as client:
        seats = people(client, RatsOfWistar)
        while (seat := to_move(seats)) is not None:
            state = seats[seat].look()
            table = live_of(seats[0]).table
            for point in state["undo"]:
                assert {line["seat"] for line in state["log"][point["number"] :]} == {seat}
                old = table.replay().at(point["number"])
                for action in table.replay().actions[point["number"] :]:
                    other = old.determinize(seat, 99)
                    other.step(action)
                    old.step(action)
                    mine, theirs = old.observe(seat), other.observe(seat)
                    assert mine.tobytes() == theirs.tobytes()
                undone += 1
            if undone > 30:
                break
            seats[seat].act(rng)
    assert undone > 30


def test_a_game_by_link_has_you_in_a_seat() -> None:
    with serving() as client:
        answer = client.post("/api/games", json={"seats": [LINK, GREEDY]})
        assert answer.status_code == 422
        assert "take a seat yourself" in answer.json()["detail"]
        assert begin(client, YOU, GREEDY)["links"] == []


def test_a_game_by_link_is_begun_again_with_new_secrets() -> None:
    with serving() as client:
        seats = people(client, RatsOfWistar)
        again = seats[1].ask("POST", "/again", {}).json()
        assert again["you"] == 1
        given = {each["seat"]: each["secret"] for each in again["links"]}
        assert {*given} == {0, 1}
        assert {*given.values()}.isdisjoint(
            person.headers["Wistar-Seat"] for person in seats.values()
        )
        assert json.dumps(seats[0].look()["links"]) == "[]"
