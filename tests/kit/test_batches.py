"""Batches of Nim: the same games as single ones, for all seats or for a learner."""

import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.kit.nim import PILES, Nim
from wistar_env.errors import IllegalActionError, ReplayError
from wistar_env.kit.batch.rows import Policy
from wistar_env.kit.bots import Batch
from wistar_env.kit.game import seed_after
from wistar_env.kit.rewards import choose_reward
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.kit.vector.learner import LearnerBatch

pytestmark = pytest.mark.interpreted


@pytest.mark.parametrize("reward", ["win", "rank", "score", "points"])
def test_a_batch_plays_the_games_that_single_ones_play(reward: str) -> None:
    batch = BatchGame(Nim, 8, 3, reward=reward)
    step = batch.reset(seed=5)
    games = [Nim.new(3, seed=5 + i) for i in range(8)]
    pays = choose_reward(reward, Nim.spec)
    states = [pays.start(game) for game in games]
    for _ in range(30):
        for i, game in enumerate(games):
            assert batch.game(i) == game
            observation, mask = game.observe_and_mask(game.seat)
            assert step.mask is not None
            assert step.observation is not None
            assert step.observation[i].tobytes() == observation.tobytes()
            assert step.mask[i].tobytes() == mask.tobytes()
        actions = batch.choose("random")
        step = batch.step(actions)
        for i, action in enumerate(actions.tolist()):
            games[i].step(action)
            assert step.reward[i].tolist() == pytest.approx(states[i].update(games[i]))
            if games[i].finished:
                assert step.done[i]
                assert batch.final_scores[i, :3, 0].tolist() == [
                    each["total"] for each in games[i].scores()
                ]
                assert batch.final_ranks[i, :3].tolist() == games[i].ranks()
                games[i] = Nim.new(3, seed=seed_after(int(batch.final_seed[i])))
                states[i] = pays.start(games[i])


def test_rewards_of_shared_places_are_the_mean_over_all_orders() -> None:
    batch = BatchGame(Nim, 200, 4, reward="rank")
    batch.reset(seed=1)
    ended = 0
    for _ in range(20):
        step = batch.step(batch.choose("random"))
        for i in np.flatnonzero(step.done):
            ranks = batch.final_ranks[i]
            ended += len(set(ranks.tolist())) < 4
            places = [(ranks < rank).sum() + ((ranks == rank).sum() + 1) / 2 for rank in ranks]
            assert step.reward[i] == pytest.approx([1 - 2 * (place - 1) / 3 for place in places])
    assert ended > 50


def test_batches_are_saved_pickled_and_rejected() -> None:
    batch = BatchGame(Nim, 4, 3)
    batch.reset(seed=3)
    batch.step(batch.choose())
    saved, other = batch.save(), pickle.loads(pickle.dumps(batch))
    actions = batch.choose()
    batch.step(actions)
    other.step(actions)
    assert batch.records.tobytes() == other.records.tobytes()
    batch.load(saved)
    saved["records"]["mover"][2] = 7
    with pytest.raises(ReplayError, match=r"game 2 of the batch .* mover is 7"):
        batch.load(saved)
    with pytest.raises(IllegalActionError, match="game 0 of the batch: action 11"):
        batch.step([11] * 4)


class LastBot:
    """Takes the legal action with the highest id."""

    def reset(self, seed: int) -> None:
        pass

    def act(self, batch: Batch) -> Any:
        assert batch.observation.shape == (len(batch), PILES + 3)
        return [int(view.legal[-1]) for view in batch.views]


def test_a_learner_plays_against_others() -> None:
    batch = LearnerBatch(Nim, 16, 3, opponents=["greedy", "random", LastBot()])
    step = batch.reset(seed=4)
    for _ in range(20):
        step = batch.step(batch.choose())
        ended = np.flatnonzero(step.done)
        info = batch.final_info(ended)
        assert set(info) == {
            "scores", "rank", "learner_seat", "winner", "seed", "decisions", "skipped_games"
        }  # fmt: skip
        won = info["winner"] == info["learner_seat"]
        assert (step.reward[ended][won] > -1).all()
    assert step.reward.shape == (16,)


class WithAutomaton(Nim):
    """Nim with a last seat that the rules play."""

    spec = replace(
        Nim.spec, name="nim-with-automaton", max_players=3, seats_of=lambda n: (n + 1, 1)
    )

    __slots__ = ()


def test_policies_play_the_seats_of_players_and_no_others() -> None:
    batch = LearnerBatch(WithAutomaton, 64, 2, opponents=["random"])
    batch.reset(seed=1)
    rows = batch._games.rows
    assert set(rows["learner"].tolist()) == {0, 1}
    for learner, policies in zip(rows["learner"].tolist(), rows["policies"].tolist(), strict=True):
        wanted = [int(Policy.RANDOM)] * 2
        wanted[learner] = int(Policy.CALLER)
        assert policies[:3] == [*wanted, int(Policy.CALLER)]
