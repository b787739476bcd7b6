"""Games on the server: begun, played, watched, taken back, kept and brought to their end."""

import gc
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import (
    GREEDY,
    RANDOM,
    YOU,
    act,
    acted,
    begin,
    look,
    path,
    played,
    service_of,
    serving,
    settled,
)
from wistar_env.errors import BotError
from wistar_env.explanations import Explanation
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.game.breakdown import best_first
from wistar_env.kit.replays import Replay
from wistar_env.play.server.live_game import LiveGame
from wistar_env.play.server.problems import INTERNAL
from wistar_env.play.table import Table

MCTS = {"who": "mcts", "seconds": 0.1}


def test_a_solo_game_is_played_to_its_end_and_its_replay_is_that_game(tmp_path: Path) -> None:
    with serving() as client:
        state = begin(client, YOU, options={"level": 2}, seed=7)
        assert state["status"] == "yours"
        assert state["title"] == "You and Rat-o-bot, level 2"
        assert client.get(f"{path(state)}/replay").status_code == 409
        state = played(client, state)
        assert state["status"] == "finished"
        assert state["seed"] == "7"
        file = tmp_path / "game.replay"
        file.write_bytes(client.get(f"{path(state)}/replay").content)
    replay = Replay.load(file)
    game = replay.resume()
    assert (replay.seed, game.level, game.finished) == (7, 2, True)
    scores = game.scores()
    assert [each["seat"] for each in state["scores"]] == best_first(game.ranks())
    for each in state["scores"]:
        assert each["total"] == scores[each["seat"]]["total"]
        assert sum(part["points"] for part in each["parts"]) == each["total"]
    assert len(state["log"]) == len(replay.actions) == state["number"]
    assert "player_" not in str(state["log"])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bots_answer_until_it_is_your_turn_wherever_you_sit(players: int) -> None:
    for mine in range(players):
        seats: list[dict[str, Any]] = [GREEDY, RANDOM, {"who": "network"}, RANDOM][:players]
        seats[mine] = YOU
        with serving() as client:
            state = played(client, begin(client, *seats, seed=1), decisions=4)
            assert state["status"] == "yours"
            assert state["you"] == mine == state["decision"]["seat"]
            assert {line["seat"] for line in state["log"]} == set(range(players))


def test_a_bot_that_searches_answers_too() -> None:
    with serving() as client:
        state = played(client, begin(client, YOU, MCTS, seed=1), decisions=3)
        assert state["status"] == "yours"
        assert "Search (0.1 s)" in state["title"]


def test_what_happened_since_your_last_decision_is_told_in_your_words() -> None:
    with serving() as client:
        state = begin(client, YOU, GREEDY, seed=3)
        rng = random.Random(2)
        while not any(line.startswith("Greedy ") for line in state["news"]):
            state = acted(client, state, rng)
        assert state["log"][-1]["text"]
        assert not any("player_" in line for line in state["news"])


def test_a_choice_tells_what_lies_where_it_leads() -> None:
    with serving() as client:
        state = begin(client, YOU, options={"level": 2}, seed=7)
        assert state["decision"]["choices"][0]["effect"].count("(") == 2, "two cards"
        chances = random.Random(7)
        while not any("Chief to" in each["text"] for each in state["decision"]["choices"]):
            state = settled(client, acted(client, state, chances))
        effects = {each["text"]: each["effect"] for each in state["decision"]["choices"]}
    spaces = [effect for text, effect in effects.items() if " space " in text]
    assert len(spaces) > 3
    assert all(spaces)
    assert any("play an Invention" in effect for effect in spaces)


def test_the_same_seed_and_actions_give_the_same_game() -> None:
    states = []
    for _ in range(2):
        with serving() as client:
            state = played(client, begin(client, YOU, RANDOM, seed=5), decisions=8)
            states.append({**state, "id": ""})
    assert states[0] == states[1]


def test_an_action_for_a_decision_that_has_passed_is_rejected_with_409_and_changes_nothing() -> (
    None
):
    with serving() as client:
        old = begin(client, YOU, seed=1)
        new = act(client, old, old["decision"]["choices"][0]["action"]).json()
        rejected = act(client, old, old["decision"]["choices"][1]["action"])
        assert rejected.status_code == 409
        assert rejected.headers["content-type"] == "application/problem+json"
        assert "for decision 0, but the game is at decision 1" in rejected.json()["detail"]
        assert look(client, new) == new


def test_an_action_that_is_not_legal_is_rejected_with_what_is_and_changes_nothing() -> None:
    with serving() as client:
        state = begin(client, YOU, seed=1)
        rejected = act(client, state, 1)
        assert rejected.status_code == 422
        assert "action 1 (end the turn) is not legal" in rejected.json()["detail"]
        assert "choose starting pair 1" in rejected.json()["detail"]
        assert look(client, state) == state


def test_one_goes_back_to_any_decision_of_ones_own_turn_and_no_further() -> None:
    rng = random.Random(4)
    with serving() as client:
        state = begin(client, YOU, seed=2)
        states = {0: state}
        while len(state["undo"]) < 3 or state["undo"][0]["number"] == 0:
            state = acted(client, state, rng)
            states[state["number"]] = state
        points = [point["number"] for point in state["undo"]]
        assert points == list(range(points[0], state["number"]))
        for to in (points[0] - 1, state["number"], state["number"] + 1):
            rejected = client.post(
                f"{path(state)}/undo", json={"number": state["number"], "to": to}
            )
            assert rejected.status_code == 422
            assert "allowed now" in rejected.json()["detail"]
        back = client.post(
            f"{path(state)}/undo", json={"number": state["number"], "to": points[1]}
        ).json()
        same = ("number", "decision", "log", "picture", "undo", "news")
        assert {k: back[k] for k in same} == {k: states[points[1]][k] for k in same}
        assert played(client, back)["status"] == "finished"


def test_another_tab_is_told_only_what_has_changed() -> None:
    with serving() as client:
        state = begin(client, YOU, seed=1)
        first = client.get(path(state))
        headers = {"If-None-Match": first.headers["etag"]}
        again = client.get(path(state), headers=headers)
        assert (again.status_code, again.content) == (304, b"")
        act(client, state, state["decision"]["choices"][0]["action"])
        changed = client.get(path(state), headers=headers)
        assert changed.status_code == 200
        assert changed.json()["number"] == 1


def test_a_server_keeps_no_more_games_than_it_may() -> None:
    with serving(games=2) as client:
        states = [begin(client, YOU, seed=k) for k in range(2)]
        rejected = client.post("/api/games", json={"seats": [YOU]})
        assert rejected.status_code == 507
        assert "limit of 2 games" in rejected.json()["detail"]
        assert client.delete(path(states[0])).status_code == 204
        assert client.get(path(states[0])).status_code == 404
        begin(client, YOU)


def test_bots_are_watched_step_by_step() -> None:
    with serving() as client:
        state = begin(client, GREEDY, RANDOM, seed=2)
        assert (state["status"], state["you"], state["number"]) == ("step", None, 0)
        for number in range(5):
            answer = client.post(f"{path(state)}/step", json={"number": number})
            state = settled(client, answer.json())
            assert (state["status"], state["number"]) == ("step", number + 1)
        stale = client.post(f"{path(state)}/step", json={"number": 4})
        assert stale.status_code == 409
        assert act(client, state, 1).status_code == 409
        assert state["decision"]["choices"] == []


def test_a_bot_that_fails_stops_the_game_until_it_is_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_: object) -> Explanation:
        raise BotError("bot 'greedy' failed:\nTraceback of its own")

    with serving() as client:
        with monkeypatch.context() as patch:
            patch.setattr(Table, "ask", fail)
            state = begin(client, GREEDY, YOU, seed=1)
            state = played(client, state, decisions=1)
            assert state["status"] == "stopped"
            assert state["error"] == "bot 'greedy' failed"
        answer = client.post(f"{path(state)}/step", json={"number": state["number"]})
        assert settled(client, answer.json())["status"] == "yours"


def test_a_fault_of_a_bot_that_nobody_expected_stops_the_game_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def fail(_: object) -> Explanation:
        asked.append(1)
        raise KeyError("secret")

    with serving() as client:
        monkeypatch.setattr(Table, "ask", fail)
        state = played(client, begin(client, GREEDY, YOU, seed=1), decisions=1)
        assert (state["status"], state["error"]) == ("stopped", INTERNAL)
        assert len(asked) == 1


def test_a_slow_bot_keeps_nobody_else_waiting() -> None:
    slow = {"who": "mcts", "seconds": 3}
    with serving(searches=1) as client:
        for _ in range(3):
            client.post("/api/games", json={"seats": [slow, slow], "seed": 1})
        watched = begin(client, slow, slow, seed=1)
        client.post(f"{path(watched)}/step", json={"number": 0})
        assert look(client, watched)["status"] == "thinking"
        played(client, begin(client, YOU, RANDOM, seed=1), decisions=2)
        assert look(client, watched)["status"] == "thinking"


def test_a_hint_tells_visits_and_values_of_every_legal_action() -> None:
    with serving() as client:
        state = played(client, begin(client, YOU, seed=1), decisions=1)
        wanted = {"number": state["number"], "simulations": 300}
        hint = client.post(f"{path(state)}/hint", json=wanted).json()
        assert hint["simulations"] == sum(each["visits"] for each in hint["options"]) == 300
        legal = {choice["action"]: choice["text"] for choice in state["decision"]["choices"]}
        assert {each["action"]: each["text"] for each in hint["options"]} == legal
        visits = [each["visits"] for each in hint["options"]]
        assert visits == sorted(visits, reverse=True)
        assert all(each["value"] is None or 0 <= each["value"] <= 1 for each in hint["options"])
        assert client.post(f"{path(state)}/hint", json=wanted).json() == hint
        assert look(client, state) == state


def test_more_hints_than_may_wait_are_put_off() -> None:
    with serving(searches=1, waiting=0) as client:
        state = begin(client, YOU, seed=1)
        service_of(client)._threads._hint_slots.acquire()
        rejected = client.post(f"{path(state)}/hint", json={"number": 0})
        assert rejected.status_code == 503
        assert rejected.headers["retry-after"] == "5"


def test_what_bots_thought_is_told_when_the_game_is_over_and_no_earlier() -> None:
    def explanations(state: dict[str, Any]) -> Iterator[Any]:
        for k in range(0, state["number"], 3):
            yield client.get(f"{path(state)}/positions/{k}").json()["explanation"]

    with serving() as client:
        state = played(client, begin(client, YOU, {"who": "network"}, seed=1), decisions=8)
        assert state["number"] > 15
        assert not any(explanations(state))
        state = played(client, state)
        assert state["status"] == "finished"
        told = next(filter(None, explanations(state)))
        assert {"action", "text", "probability"} <= {*told[0]}
        service_of(client)._games._cached.clear()  # as after a restart
        assert any(explanations(state))


def games_in_memory() -> set[str]:
    """Return the games that this process holds, of whichever server."""
    gc.collect()
    return {each.row.id for each in gc.get_objects() if type(each) is LiveGame}


def test_games_whose_bots_wait_for_their_turn_are_not_held_beyond_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("wistar_env.play.server.live_games._MAX_LIVE", 3)
    monkeypatch.setattr("wistar_env.play.server.routes._MAX_WAIT", 0.01)
    before = games_in_memory()
    gate, asked = threading.Event(), Table.ask

    def slow(table: Table[RatsOfWistar]) -> Explanation:
        gate.wait(60)
        return asked(table)

    monkeypatch.setattr(Table, "ask", slow)
    with serving() as client:
        states = [begin(client, RANDOM, RANDOM, seed=k) for k in range(12)]
        for state in states:
            stepped = client.post(f"{path(state)}/step", json={"number": 0}).json()
            assert stepped["status"] == "thinking"
        assert len(games_in_memory() - before) <= 3 + 1
        gate.set()
        assert {settled(client, look(client, state))["number"] for state in states} == {1}


def test_games_do_not_meet() -> None:
    with serving() as client:
        states = [begin(client, YOU, seed=k) for k in range(3)]
        assert len({state["id"] for state in states}) == 3
        moved = played(client, states[1], decisions=3)
        assert look(client, states[0]) == states[0]
        assert look(client, states[1]) == moved


def test_a_search_may_be_given_simulations_instead_of_time() -> None:
    with serving() as client:
        searching = {"who": "mcts", "simulations": 32}
        state = begin(client, YOU, searching, seed=3)
        assert [player["name"] for player in state["seats"]] == ["You", "Search (32 simulations)"]
        rejected = client.post(
            "/api/games", json={"seats": [YOU, {"who": "mcts", "simulations": 5}]}
        )
        assert rejected.status_code == 422
        assert "greater than or equal to 16" in rejected.json()["detail"]


def test_a_change_is_answered_with_the_tag_of_what_it_shows() -> None:
    with serving() as client:
        state = begin(client, YOU, seed=3)
        answer = act(client, state, state["decision"]["choices"][0]["action"])
        same = client.get(path(state), headers={"If-None-Match": answer.headers["ETag"]})
        assert same.status_code == 304


def test_the_scores_stand_once_at_the_end() -> None:
    with serving() as client:
        state = played(client, begin(client, YOU, seed=3))
        assert state["scores"]
        assert ">total<" not in state["picture"]
        assert "the game is over" in state["picture"]


def test_an_unknown_address_is_a_page_for_browsers_and_data_for_programs() -> None:
    with serving() as client:
        page = client.get("/nowhere", headers={"Accept": "text/html"})
        assert page.status_code == 404
        assert page.headers["content-type"].startswith("text/html")
        assert 'href="/"' in page.text
        hostile = client.get("/<script>", headers={"Accept": "text/html"})
        assert "<script>" not in hostile.text
        for address in ("/nowhere", "/api/nowhere"):
            assert client.get(address).json()["status"] == 404
        told = client.get("/api/nowhere", headers={"Accept": "text/html"})
        assert told.json()["status"] == 404
