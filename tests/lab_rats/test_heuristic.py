"""Greedy's evaluation of positions."""

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from tests.lab_rats.arranging import QUIET, arrange, do
from wistar_env.games.lab_rats import LabRats
from wistar_env.kit.bots import Batch, View
from wistar_env.kit.bots.registry import load
from wistar_env.kit.vector.learner import LearnerBatch


def chosen(game: LabRats) -> str:
    """Return the text of greedy's action."""
    action = load("greedy").act(Batch((View(game, game.seat),), np.array([1])))[0]
    return game.describe(int(action))


def test_it_tries_an_exit_that_it_pays_for_sure_and_none_without_potions() -> None:
    assert chosen(arrange(hands={0: ("multicolour",) * 4}, turns=1)) == "try an Exit"
    assert chosen(arrange(turns=1)).startswith("open")


@pytest.mark.parametrize(
    ("own", "opens"), [("Instant Death", False), ("Explosion", False), ("Potion Box", True)]
)
def test_it_knows_its_own_door(own: str, opens: bool) -> None:
    game = arrange(5, active=4, table=(*QUIET[:4], own), specimens=QUIET[1:6])
    assert (chosen(game) == "open your own Door") == opens


def test_it_spends_a_potion_rather_than_be_injured() -> None:
    game = arrange(hands={0: ("red",)}, specimens=QUIET[1:4], table=QUIET[:5])
    do(game, "open your own Door")
    assert chosen(game) == "spend a Potion (red)"


def test_it_beats_random_players() -> None:
    batch = LearnerBatch(
        LabRats, 200, 3, opponents=["random"], autoreset_mode=AutoresetMode.DISABLED, reward="win"
    )
    step, won = batch.reset(seed=1), np.zeros(200)
    while not step.done.all():
        step = batch.step(batch.choose("greedy"))
        won += step.reward > 0
    assert won.mean() > 0.9
