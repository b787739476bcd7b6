"""The rest of a turn at once: only what needs no choice, reveals nothing and gives something."""

import numpy as np
import pytest

from wistar_env import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.play.history import reveals
from wistar_env.play.turn_plan import changes, rest_of_turn


@pytest.mark.parametrize("players", [1, 2])
def test_a_plan_is_what_single_decisions_would_do(players: int) -> None:
    chances, planned, ended = np.random.default_rng(players), 0, 0
    game = RatsOfWistar.new(players, 8)
    while not game.finished and planned < 40:
        before = game.to_bytes()
        plan = rest_of_turn(game)
        assert game.to_bytes() == before
        after, seat = game.clone(), game.seat
        for item in plan.items:
            assert after.seat == seat
            assert after.decision == "turn"
            assert not item.gives_up
            last = plan.ends and item is plan.items[-1]
            assert last == (after.describe(item.action) == "end the turn")
            if not last:
                assert not reveals(after, item.action)
            else:
                assert after == plan.before_end
                assert not after.presentation.turn_actions.due
            after.step(item.action)
        if not plan.ends:
            assert after == plan.before_end
        planned += len(plan.items) > 1
        ended += plan.ends
        busy = [action for action in game.legal_actions().tolist() if action > 1]
        game.step(int(chances.choice(busy or game.legal_actions())))
    assert planned > 2
    assert ended


def test_the_changes_of_a_turn_are_those_of_its_goods_and_points() -> None:
    game = RatsOfWistar.new(2, 8)
    while game.decision != "turn":
        game.step(int(game.legal_actions()[0]))
    seat = game.seat
    game.step(next(k for k in game.legal_actions().tolist() if "deploy" in game.describe(k)))
    wanted = "Chief to S1 space 2"
    game.step(next(k for k in game.legal_actions().tolist() if game.describe(k) == wanted))
    plan = rest_of_turn(game)
    found = dict(changes(game, plan.before_end, seat))
    wood = game.record["players"][0]["wood"][seat]
    assert found["Wood"] == plan.before_end.record["players"][0]["wood"][seat] - wood
    assert plan.ends


def test_a_game_without_due_actions_has_no_plan() -> None:
    game = LabRats.new(3, 1)
    assert rest_of_turn(game).items == ()
