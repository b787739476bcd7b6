"""The reward of ``training.sb3``: it adds up to the final score, and goes on after a load."""

from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

from wistar_env import RatsOfWistar
from wistar_env.games.rats_of_wistar.rules.categories import TOTAL
from wistar_env.training.sb3_games import GainingVecEnv


def begun(num_players: int, **arguments: Any) -> GainingVecEnv:
    venv = GainingVecEnv(
        RatsOfWistar,
        6,
        num_players,
        observation="uint8",
        opponents=["greedy", "random"],
        **arguments,
    )
    venv.seed(3)
    venv.reset()
    return venv


def totals(venv: GainingVecEnv) -> list[int]:
    """Return what the learner of each game would score now, as single games tell."""
    seats = venv.batch.learner_seat.tolist()
    return [venv.batch.game(i).scores()[seat]["total"] for i, seat in enumerate(seats)]


@pytest.mark.parametrize("num_players", [1, 3])
def test_rewards_add_up_to_the_final_score_in_tens(num_players: int) -> None:
    venv = begun(num_players)
    begin, paid, ended = totals(venv), np.zeros(6), 0
    while ended < 8:
        _, rewards, done, infos = venv.step(venv.batch.choose("greedy"))
        paid += rewards
        now = totals(venv)
        for i in np.flatnonzero(done):
            final = infos[i]["scores"][infos[i]["learner_seat"], TOTAL]
            assert 10 * paid[i] == pytest.approx(final - begin[i], abs=1e-3)
            assert venv.ended[ended] == [final, infos[i]["rank"] == 1]
            begin[i], paid[i], ended = now[i], 0.0, ended + 1
        assert begin + 10 * paid == pytest.approx(now, abs=1e-3)


@pytest.mark.parametrize("num_players", [1, 3])
def test_games_that_were_saved_are_paid_on_identically(num_players: int) -> None:
    venv, other = begun(num_players), begun(num_players)
    for _ in range(40):
        venv.step(venv.batch.choose("greedy"))
    other.load(venv.save())
    venv.ended.clear()
    for _ in range(60):
        actions = venv.batch.choose("greedy")
        steps: list[Any] = [each.step(actions)[:3] for each in (venv, other)]
        for left, right in zip(*steps, strict=True):
            assert np.array_equal(left, right)
        assert venv.ended == other.ended
        assert np.array_equal(venv.action_masks(), other.action_masks())
