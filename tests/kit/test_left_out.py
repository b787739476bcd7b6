"""Defaults for functions that a game leaves out, compared with equivalent functions."""

import numpy as np
import pytest

from tests.kit.nim import BareNim, Nim
from wistar_env.kit import single_game_views
from wistar_env.kit.common_fields import common_fields
from wistar_env.kit.game import Game
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.kit.vector.gym import LearnerVectorEnv
from wistar_env.kit.vector.single_env import SingleAgentEnv

pytestmark = pytest.mark.interpreted


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_scores_and_places_have_default_functions(num_players: int) -> None:
    own = BatchGame(Nim, 16, num_players, reward="rank")
    bare = BatchGame(BareNim, 16, num_players, reward="rank")
    own.reset(seed=3)
    bare.reset(seed=3)
    ended = 0
    for _ in range(25):
        actions = own.choose("random")
        assert actions.tolist() == bare.choose("random").tolist()
        one, two = own.step(actions), bare.step(actions)
        assert one.reward.tobytes() == two.reward.tobytes()
        ended += int(one.done.sum())
    assert ended > 16
    assert own.final_ranks.tolist() == bare.final_ranks.tolist()
    assert own.final_scores.tolist() == bare.final_scores.tolist()


def points(game: Game) -> list[int]:
    """Return the current points of each seat, from which rewards come."""
    out = np.zeros(game.num_seats, np.int16)
    single_game_views.points(game.data.rules, common_fields(game.record), 0, out)
    return list(out)


def test_points_default_to_the_final_score() -> None:
    game = BareNim.new(3, seed=2)
    assert points(game) == game.record["cards"][0, :3].tolist()
    assert points(Nim.new(3, seed=2)) == [0, 0, 0]


def test_a_game_that_reports_nothing_has_no_infos_of_its_own() -> None:
    assert BareNim.new(3, seed=2).report() == {}
    env = SingleAgentEnv(BareNim, 2)
    last = {"decisions", "learner_seat", "rank", "scores", "seed", "skipped_games"}
    expected = {"action_mask", *last}
    assert env.reset(seed=1)[1].keys() == expected
    _, infos = LearnerVectorEnv(BareNim, 2, 2).reset(seed=1)
    assert {name for name in infos if not name.startswith("_")} == expected


def test_greedy_takes_what_scores_at_once() -> None:
    batch = BatchGame(BareNim, 5, 2)
    batch.reset(seed=1)
    batch.records["piles"] = [2, 0, 0, 0]
    batch._games.find_decisions()
    assert batch.choose("greedy").tolist() == [1] * 5


def test_observations_show_the_next_seats_in_their_order() -> None:
    own, bare = Nim.new(4, seed=7), BareNim.new(4, seed=7)
    assert np.array_equal(own.state(), bare.state())
