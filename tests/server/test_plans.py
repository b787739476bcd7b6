"""Planned turns: nobody else sees them, and one confirmation plays them."""

import random
from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import GREEDY, YOU, acted, begin, look, path, serving, settled
from tests.server.test_seats import GAMES, Person, everything, live_of, people, to_move
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.game import Game
from wistar_env.play.turn_plan import step_of_turn

#: Number of actions planned while other players watch.
MOST: dict[type[Game], int] = {RatsOfWistar: 5, LabRats: 2}


def plan(person: Person, action: int, **more: Any) -> dict[str, Any]:
    """Plan an action."""
    body = {"number": person.look()["number"], "action": action, "plan": True, **more}
    answer = person.ask("POST", "/actions", body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def staying(person: Person, kind: str = "stays") -> int | None:
    """Return an action that does this to the turn, from the choices that do not decline."""
    choices = person.look()["decision"]["choices"]
    live = live_of(person)
    game = live.draft.table.game if live.draft else live.table.game
    busy = [each["action"] for each in choices if not each["declines"]]
    return next((each for each in busy if step_of_turn(game, [each]) == kind), None)


@pytest.mark.parametrize("game", GAMES)
def test_others_see_nothing_of_a_plan_before_it_is_played(game: type[Game]) -> None:
    rng, planned, played = random.Random(7), 0, 0
    with serving(game=game) as client:
        seats = people(client, game)
        while planned < MOST[game] and (seat := to_move(seats)) is not None:
            other = next(person for each, person in seats.items() if each != seat)
            before = everything(other, other.look())
            while planned < MOST[game] and (action := staying(seats[seat])) is not None:
                state = plan(seats[seat], action)
                planned += 1
                live = live_of(other)
                assert live.draft is not None
                assert state["planned"] == live.draft.table.position - live.table.position
                assert everything(other, other.look()) == before
                tag = client.get(other.path, headers=other.headers).headers["etag"]
                again = client.get(other.path, headers={**other.headers, "If-None-Match": tag})
                assert again.status_code == 304
            seats[seat].act(rng)  # without a plan: with all that is planned
            played += 1
            assert live_of(other).draft is None
            assert other.look()["number"] == seats[seat].look()["number"]
    assert planned == MOST[game]
    assert played


def planner(seats: dict[int, Person]) -> tuple[int, int]:
    """Play until a seat can plan an action; return both."""
    rng = random.Random(9)
    while (seat := to_move(seats)) is not None:
        action = staying(seats[seat])
        if action is not None:
            return seat, action
        seats[seat].act(rng)
    raise AssertionError("nothing can be planned")


def test_a_plan_is_undone_freely_and_outlasts_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with serving(database) as client:
        seats = people(client, RatsOfWistar)
        seat, action = planner(seats)
        person, first = seats[seat], seats[seat].look()
        state = plan(person, action)
        while (following := staying(person)) is not None and state["planned"] < 3:
            state = plan(person, following)
        number = first["number"]
        points = [point["number"] for point in state["undo"]]
        assert points == [*range(number, state["number"])]
    with serving(database) as client:
        person.client = client
        assert person.look() == state
        body = {"number": state["number"], "to": number}
        undone = person.ask("POST", "/undo", body).json()
        assert undone["planned"] == 0
        assert undone["decision"] == first["decision"]
        assert undone["revision"] > state["revision"]
        assert live_of(person).table.position == number


@pytest.mark.parametrize("game", GAMES)
def test_what_reveals_or_ends_is_asked_for_once_there_is_a_plan(game: type[Game]) -> None:
    rng, asked = random.Random(8), set[str]()
    with serving(game=game) as client:
        seats = people(client, game)
        for _ in range(60):
            seat = to_move(seats)
            if seat is None:
                break
            person = seats[seat]
            first = staying(person)
            if first is not None:
                plan(person, first)
                for kind in ("reveals", "ends"):
                    action = staying(person, kind)
                    if action is None or not person.look()["planned"]:
                        continue
                    before = person.look()
                    assert plan(person, action)["asks"] == kind
                    assert person.look() == before
                    asked.add(kind)
                    after = plan(person, action, confirmed=True)
                    assert after["asks"] == ""
                    assert after["planned"] == 0
                    assert live_of(person).table.position >= before["number"] + 1
            if to_move(seats) == seat:
                person.act(rng)
            if len(asked) == 2:
                break
    assert asked


def test_a_bot_that_takes_over_plays_nothing_of_the_plan() -> None:
    with serving() as client:
        seats = people(client, RatsOfWistar)
        seat, action = planner(seats)
        plan(seats[seat], action)
        assert live_of(seats[seat]).draft is not None
        seats[seat].ask("POST", f"/seats/{seat}/bot", {})
        assert live_of(seats[seat]).draft is None


def test_with_bots_what_reveals_is_not_asked_for_since_undo_takes_it_back() -> None:
    rng = random.Random(10)
    with serving() as client:
        state = begin(client, YOU, GREEDY, seed=2)
        person, revealed = Person(client, path(state), ""), 0
        while not revealed and state["status"] == "yours":
            first = staying(person)
            if first is not None:
                plan(person, first)
                action = staying(person, "reveals")
                if action is not None:
                    revealed += 1
                    found = plan(person, action)
                    assert (found["asks"], found["planned"]) == ("", 0)
                    assert live_of(person).draft is None
                    assert found["number"] - 2 in [each["number"] for each in found["undo"]]
            if look(client, state)["status"] == "yours":
                state = acted(client, settled(client, look(client, state)), rng)
            else:
                state = settled(client, look(client, state))
        assert revealed
