"""Lessons after the tutorial: each is a position whose goal is checked, and can be reached."""

import pytest

from tests.server.serving import act, serving, settled
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.games.rats_of_wistar.exercises import EXERCISES
from wistar_env.kit.game.presentation_parts import Exercise
from wistar_env.play.table import Table


@pytest.mark.parametrize("exercise", EXERCISES, ids=[each.name for each in EXERCISES])
def test_a_goal_is_not_reached_at_the_beginning_and_can_be_in_the_turn(exercise: Exercise) -> None:
    table = Table(RatsOfWistar, ["greedy", "greedy"], seed=exercise.seed)
    while table.position < exercise.opening:
        table.answer()
    game = table.game
    assert (game.seat, game.decision) == (0, "turn")
    assert not exercise.goal(game)
    turn = game.turn
    while not exercise.goal(table.game):
        assert not table.game.finished
        # The last turn is over when the game is.
        assert exercise.name == "end" or (table.game.seat, table.game.turn) == (0, turn)
        table.answer()


@pytest.mark.parametrize("exercise", EXERCISES, ids=[each.name for each in EXERCISES])
def test_a_goal_is_not_reached_by_doing_nothing(exercise: Exercise) -> None:
    table = Table(RatsOfWistar, ["greedy", "greedy"], seed=exercise.seed)
    while table.position < exercise.opening:
        table.answer()
    game, turn = table.game.clone(), table.game.turn
    while not game.finished and (exercise.name == "end" or game.turn == turn):
        words = {game.describe(action): action for action in game.legal_actions().tolist()}
        idle = ("pass", "end the turn", "Chief to the Alchemist's Hut")
        chosen = [words[each] for each in idle if each in words] or [*words.values()]
        game.step(chosen[0])
    assert not exercise.goal(game)


def test_who_leaves_the_tutorial_can_start_it_again() -> None:
    with serving() as client:
        state = client.post("/api/tutorials", json={}).json()
        assert state["lesson"]["again"] is None
        other = next(
            each["action"]
            for each in state["decision"]["choices"]
            if each["action"] != state["lesson"]["action"]
        )
        state = settled(client, act(client, state, other).json())
        assert state["lesson"]["title"] == "No lesson"
        assert state["lesson"]["again"] == ""
        assert client.post("/api/tutorials?lesson=end", json={}).json()["lesson"]["again"] == "end"


def test_a_lesson_is_done_when_its_goal_is_reached_and_names_the_next_one() -> None:
    with serving() as client:
        offered = client.get("/api/options").json()["lessons"]
        assert [each["name"] for each in offered] == [each.name for each in EXERCISES]
        state = client.post("/api/tutorials?lesson=objectives", json={}).json()
        assert state["lesson"]["title"] == "Objectives"
        assert "Claim an Objective" in state["lesson"]["text"]
        assert state["lesson"]["next"] is None
        while not state["lesson"]["title"].endswith(": done"):
            choices = state["decision"]["choices"]
            claims = [each for each in choices if each["text"].startswith("claim ")]
            placed = [each for each in choices if "Developing Projects, space 2" in each["text"]]
            action = (claims or placed or choices)[0]["action"]
            state = settled(client, act(client, state, action).json())
            assert state["number"] < EXERCISES[3].opening + 6
        assert state["lesson"]["next"] == {"name": "end", "title": "The end"}
        assert client.post("/api/tutorials?lesson=juggling", json={}).status_code == 404
