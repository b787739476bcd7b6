"""The bot ``careful``: it plays any table legally and beats random ones."""

from collections.abc import Sequence

import numpy as np
import pytest

from wistar_env.games.lab_rats import Game
from wistar_env.games.lab_rats.careful.agent import CarefulAgent
from wistar_env.games.lab_rats.careful.sight import sights_of
from wistar_env.kit.bots import Batch, View
from wistar_env.kit.bots.registry import load
from wistar_env.kit.vector.learner import LearnerBatch


def wins(num_players: int, seat: int, games: int) -> float:
    """Return the share of games against random players that ``careful`` wins on a seat."""
    batch = LearnerBatch(
        Game,
        games,
        num_players,
        opponents=["random"],
        learner_seat=seat,
        autoreset="disabled",
        reward="win",
    )
    agent, step, won = CarefulAgent(), batch.reset(seed=1), np.zeros(games)
    while not step.done.all():
        playing = np.flatnonzero(~step.done)
        actions = np.zeros(games, np.int64)
        sights = sights_of(step.observation[playing], num_players)
        actions[playing] = agent.decide(sights, step.mask[playing], playing)
        step = batch.step(actions)
        won += step.reward
    return float(won.mean())


@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_it_beats_random_players(num_players: int) -> None:
    found = np.mean([wins(num_players, seat, 100) for seat in range(num_players)])
    assert found > 0.94


def answer(agent: CarefulAgent, game: Game, seed: int) -> int:
    """Return what a bot does at the open decision of a game."""
    return int(agent.act(Batch((View(game, game.seat),), np.array([seed])))[0])


def played(num_players: int, seed: int, agent: CarefulAgent) -> Sequence[int]:
    """Return the actions of a game that ``careful`` plays on all seats."""
    game, actions = Game.new(num_players, seed), []
    while not game.finished:
        actions.append(answer(agent, game, game.num_decisions))
        assert actions[-1] in game.legal_actions()
        game.step(actions[-1])
    return actions


def test_it_is_a_bot_of_lab_rats() -> None:
    assert isinstance(load("careful", Game.spec.bots), CarefulAgent)


@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_it_plays_the_same_game_again(num_players: int) -> None:
    assert played(num_players, 5, CarefulAgent()) == played(num_players, 5, CarefulAgent())
