"""Checks of the environments: the same games through PettingZoo, batches and learners."""

import warnings
from collections.abc import Iterator
from contextlib import redirect_stdout
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from wistar_env.kit.bots import Batch
from wistar_env.kit.common_fields import common_fields
from wistar_env.kit.conformance.case import Case, where
from wistar_env.kit.envs.aec import GameEnv
from wistar_env.kit.game import Game, seed_after
from wistar_env.kit.game.compiled_game import compiled_views
from wistar_env.kit.replays import Replay
from wistar_env.kit.rewards import choose_reward, named_rewards
from wistar_env.kit.vector.arrays import Sparse
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.kit.vector.single_env import SingleAgentEnv


def pettingzoo_accepts_it(case: Case) -> None:
    """Run PettingZoo's own tests of environments and of seeds."""
    with warnings.catch_warnings(), redirect_stdout(StringIO()):
        warnings.simplefilter("ignore")
        env = GameEnv(case.game, case.num_players)
        env.reset(seed=case.seed)
        for agent in env.possible_agents:
            env.action_space(agent).seed(case.seed)
        api_test(env, num_cycles=200)
        seed_test(lambda: GameEnv(case.game, case.num_players), num_cycles=100)


def gymnasium_accepts_it(case: Case) -> None:
    """Run Gymnasium's own test of environments on one seat among random bots."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(_seeded_learner(case), skip_render_check=True)


def stable_baselines3_accepts_it(case: Case) -> None:
    """Run the test of environments of Stable-Baselines3 on one seat, if it is installed."""
    if find_spec("stable_baselines3") is None:
        return
    from stable_baselines3.common import env_checker

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env_checker.check_env(_seeded_learner(case), skip_render_check=True)


def _seeded_learner(case: Case) -> SingleAgentEnv:
    """Return an environment of one seat among random bots, with a seeded action space."""
    env = SingleAgentEnv(case.game, case.num_players, on_illegal="penalize")
    env.reset(seed=case.seed)
    env.action_space.seed(case.seed)
    return env


class _Repeating:
    """A bot that plays at random, from a random stream that resets do not restart."""

    def __init__(self, seed: int) -> None:
        self._chance = np.random.default_rng((seed, 0))

    def reset(self, seed: int) -> None:
        """Do nothing, so that the random stream continues."""

    def act(self, batch: Batch) -> list[int]:
        """Return an action for each game."""
        return [self.choose(view.legal) for view in batch.views]

    def choose(self, legal: npt.NDArray[np.integer[Any]]) -> int:
        """Return a random legal action."""
        return int(self._chance.choice(legal))


def learners_play_the_same_games(case: Case) -> None:
    """Check that ``SingleAgentEnv`` plays the same games as ``Game``, with each seat as learner."""
    for seat in range(case.num_players):
        others = [_Repeating(case.seed)]
        env = SingleAgentEnv(case.game, case.num_players, opponents=others, learner_seat=seat)
        observation, info = env.reset(seed=case.seed)
        for game, action in _decisions_of(case, seat):
            what = f"seat {seat}, {where(game, case.seed)}"
            assert env.game == game, f"the learner's game differs from one played directly: {what}"
            seen, mask = game.observe_and_mask(seat)
            if not game.finished:
                assert observation.tobytes() == seen.tobytes(), (
                    f"the learner's observation differs from the game's: {what}"
                )
                assert info["action_mask"].tobytes() == mask.tobytes(), (
                    f"the learner's mask differs from the game's: {what}"
                )
                observation, _, _, _, info = env.step(action)


def _decisions_of(case: Case, learner: int) -> Iterator[tuple[Game, int]]:
    """Yield the game and a random action at each decision of a learner, and the game at its end.

    All seats play at random, since a game may never end if one of them does not. Games that end
    before a decision of the learner are skipped.
    """
    seed, others, decided = case.seed, _Repeating(case.seed), False
    chance = np.random.default_rng((case.seed, 1))
    while not decided:
        game = case.new(seed)
        while not game.finished:
            legal = game.legal_actions()
            if game.seat == learner:
                action, decided = int(chance.choice(legal)), True
                yield game, action
            else:
                action = others.choose(legal)
            game.step(action)
        seed = seed_after(seed)
    yield game, -1


def _first_game(case: Case, seed: int) -> Game:
    """Return the first game, from a seed on, that has a decision."""
    game = case.new(seed)
    while game.finished:
        seed = seed_after(seed)
        game = case.new(seed)
    return game


def replays_play_the_same_games(case: Case) -> None:
    """Check that a saved game is read back and goes through the same positions."""
    with TemporaryDirectory() as folder:
        for seed in list(case.seeds)[:2]:
            replay = Replay(case.game, case.num_players, seed)
            positions = [game.to_bytes() for game in _kept(case, seed, replay)]
            replay.save(Path(folder) / "game.jsonl")
            saved = Replay.load(Path(folder) / "game.jsonl", game=case.game)
            assert saved.actions == replay.actions, (
                f"a saved and loaded game has different actions: seed {seed}"
            )
            for k, (game, _) in enumerate(saved.positions()):
                assert game.to_bytes() == positions[k], (
                    f"a saved and loaded game differs after {k} actions: seed {seed}"
                )


def _kept(case: Case, seed: int, replay: Replay[Game]) -> Iterator[Game]:
    """Play a game at random; yield its positions, and add its actions to a replay."""
    game, chance = case.new(seed), np.random.default_rng(seed)
    while not game.finished:
        yield game
        replay.actions.append(int(chance.choice(game.legal_actions())))
        game.step(replay.actions[-1])
    yield game


def environments_play_the_same_games(case: Case) -> None:
    """Check that PettingZoo's environment plays the games of ``Game``, with the right rewards."""
    for reward in named_rewards(case.game.spec.scores.points_name):
        env = GameEnv(case.game, case.num_players, reward=reward)
        pays = choose_reward(reward, case.game.spec)
        for seed in list(case.seeds)[:2]:
            env.reset(seed=seed)
            game, paid = _first_game(case, seed), np.zeros(case.num_players)
            chance = np.random.default_rng(seed)
            state = pays.start(game)
            total, at_start = np.zeros(case.num_players), _points(game)
            while not game.finished:
                assert env.agents.index(env.agent_selection) == game.seat
                action = int(chance.choice(game.legal_actions()))
                env.step(action)
                game.step(action)
                paid += [env.rewards[agent] for agent in env.possible_agents]
                total += np.asarray(state.update(game))[: case.num_players]
                assert env.game == game, (
                    f"the environment's game differs from one played directly: {where(game, seed)}"
                )
            assert np.isfinite(paid).all(), f"reward {reward!r} is not finite: seed {seed}"
            assert np.allclose(paid, total), (
                f"reward {reward!r} paid {paid.tolist()} in the environment, but "
                f"{total.tolist()} in the same game played directly: seed {seed}"
            )
            expected = _reward_of(reward, game, at_start)[: case.num_players]
            assert np.allclose(paid, expected), (
                f"reward {reward!r} paid {paid.tolist()}, but places and final scores give "
                f"{expected}: seed {seed}"
            )


def _points(game: Game) -> list[int]:
    """Return the current points of each seat."""
    out = np.zeros(game.num_seats, np.int16)
    compiled_views().points(game.data.rules, common_fields(game.record), 0, out)
    return out.tolist()


def _reward_of(name: str, game: Game, at_start: list[int]) -> list[float]:
    """Return each seat's total reward ``name`` over a game, from ranks and final scores."""
    seats, ranks = range(game.num_seats), game.ranks()
    total = game.spec.score_columns[game.spec.scores.total_column]
    scores = [row[total] for row in game.scores()]
    best = [max((scores[k] for k in seats if k != seat), default=-(2**15)) for seat in seats]
    places = [rank + (ranks.count(rank) - 1) / 2 for rank in ranks]  # shared ones in the middle
    scale = int(game.data.rules["score_scale"][0])
    rewards = {
        "win": [2 / ranks.count(1) - 1 if rank == 1 else -1.0 for rank in ranks],
        "rank": [1 - 2 * (place - 1) / max(1, len(seats) - 1) for place in places],
        "score": [(scores[seat] - best[seat]) / scale for seat in seats],
        game.spec.scores.points_name: [float(scores[seat] - at_start[seat]) for seat in seats],
    }
    assert name in rewards, (
        f"no expected value is known for reward {name!r}: add it to _reward_of in "
        "wistar_env/kit/conformance/env_checks.py"
    )
    return rewards[name]


def batches_play_the_same_games(case: Case) -> None:
    """Check that batches with one and with two threads play the same games as ``Game``."""
    number = min(4, case.games)
    for threads in (1, 2):
        batch = BatchGame(case.game, number, case.num_players, num_threads=threads)
        step = batch.reset(seed=case.seed)
        games = [_first_game(case, case.seed + i) for i in range(number)]
        for _ in range(60):
            assert step.observation is not None
            assert step.mask is not None
            for i, game in enumerate(games):
                what = f"num_threads={threads}, {where(game, case.seed + i)}"
                assert batch.game(i) == game, (
                    f"a game in a batch differs from one played directly: {what}"
                )
                observation, mask = game.observe_and_mask(game.seat)
                assert step.observation[i].tobytes() == observation.tobytes(), (
                    f"an observation in a batch differs from the game's: {what}"
                )
                assert step.mask[i].tobytes() == mask.tobytes(), (
                    f"a mask in a batch differs from the game's: {what}"
                )
            actions = batch.choose("random")
            step = batch.step(actions)
            for i, action in enumerate(actions.tolist()):
                games[i].step(action)
                if games[i].finished:
                    games[i] = _first_game(case, seed_after(int(batch.final_seed[i])))


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
