"""Checks of the environments: the same games through PettingZoo, batches and learners."""

import warnings
from contextlib import redirect_stdout
from io import StringIO

import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from wistar_env.kit.conformance.case import Case, where
from wistar_env.kit.envs.aec import GameEnv
from wistar_env.kit.game import Game, seed_after
from wistar_env.kit.rewards import choose_reward, named_rewards
from wistar_env.kit.vector.arrays import Sparse
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.kit.vector.single_env import SingleAgentEnv


def pettingzoo_accepts_it(case: Case) -> None:
    """Run PettingZoo's own tests of environments and of seeds."""
    with warnings.catch_warnings(), redirect_stdout(StringIO()):
        warnings.simplefilter("ignore")
        api_test(GameEnv(case.game, case.num_players), num_cycles=200)
        seed_test(lambda: GameEnv(case.game, case.num_players), num_cycles=100)


def gymnasium_accepts_it(case: Case) -> None:
    """Run Gymnasium's own test of environments on one seat among random bots."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = SingleAgentEnv(case.game, case.num_players, on_illegal="penalize")
        check_env(env, skip_render_check=True)


def environments_play_the_same_games(case: Case) -> None:
    """Check that the PettingZoo environment plays the games of ``Game``, and its rewards."""
    for reward in named_rewards(case.game.spec.points_name):
        env = GameEnv(case.game, case.num_players, reward=reward)
        pays = choose_reward(reward, case.game.spec)
        for seed in list(case.seeds)[:2]:
            env.reset(seed=seed)
            game, paid = case.new(seed), np.zeros(case.num_players)
            state = pays.start(game)
            total = np.zeros(case.num_players)
            while not game.finished:
                assert env.agents.index(env.agent_selection) == game.seat
                action = int(game.legal_actions()[seed % len(game.legal_actions())])
                env.step(action)
                game.step(action)
                paid += [env.rewards[agent] for agent in env.possible_agents]
                total += np.asarray(state.update(game))[: case.num_players]
                assert env.game == game, f"the environment went on otherwise: {where(game, seed)}"
            assert np.isfinite(paid).all(), f"reward {reward!r} is not finite: seed {seed}"
            assert np.allclose(paid, total), (
                f"reward {reward!r} paid {paid.tolist()} in the environment, and "
                f"{total.tolist()} for the same game: seed {seed}"
            )


def batches_play_the_same_games(case: Case) -> None:
    """Check that batches play the games of ``Game``, with one thread or two."""
    number = min(4, case.games)
    for threads in (1, 2):
        batch = BatchGame(case.game, number, case.num_players, num_threads=threads)
        step = batch.reset(seed=case.seed)
        games: list[Game] = [case.new(case.seed + i) for i in range(number)]
        for _ in range(60):
            assert step.observation is not None
            assert step.mask is not None
            for i, game in enumerate(games):
                assert batch.game(i) == game, f"game {i} of a batch went on otherwise"
                observation, mask = game.observe_and_mask(game.seat)
                assert step.observation[i].tobytes() == observation.tobytes()
                assert step.mask[i].tobytes() == mask.tobytes()
            actions = batch.choose("random")
            step = batch.step(actions)
            for i, action in enumerate(actions.tolist()):
                games[i].step(action)
                if games[i].finished:
                    games[i] = case.new(seed_after(int(batch.final_seed[i])))


def sparse_observations_fit(case: Case) -> None:
    """Check that sparse observations are wide enough, and equal dense ones."""
    dense = BatchGame(case.game, 8, case.num_players, observation="uint8")
    sparse = BatchGame(case.game, 8, case.num_players, observation="sparse")
    one, two = dense.reset(seed=case.seed), sparse.reset(seed=case.seed)
    for _ in range(200):
        assert one.observation is not None
        assert isinstance(two.observation, Sparse)
        counts = np.zeros_like(one.observation)
        for i in range(8):
            used = int(two.observation.used[i])
            counts[i, two.observation.indices[i, :used]] = two.observation.values[i, :used]
        assert (counts == one.observation).all(), "a sparse observation differs from a dense one"
        actions = dense.choose("random")
        one, two = dense.step(actions), sparse.step(actions)
