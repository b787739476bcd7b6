"""The compiled code of batches and search plays a game that it has never heard of."""

from typing import Any

import numpy as np
import pytest

from tests.kit import nim
from wistar_env.compiled.work_sharing import new_progress
from wistar_env.games.rats_of_wistar.heuristics.features import WEIGHTS
from wistar_env.kit.batch import choices, steps
from wistar_env.kit.batch.rows import ALL_SEATS, GAME_ROW, Command, Policy
from wistar_env.kit.head import heads
from wistar_env.kit.rewards.custom import spec_of
from wistar_env.kit.rewards.spec import REWARD_STATE
from wistar_env.kit.search.buffers import SearchBuffers
from wistar_env.kit.search.mcts import init_tree, run_simulations
from wistar_env.kit.vector.buffers import ContextRecord

PLAYERS = 3


class NimBatch:
    """A batch of games of Nim, stepped by the kit's compiled code."""

    def __init__(self, num_games: int, reward: str = "win") -> None:
        self.tables = nim.tables()
        self.rules = nim.rules(self.tables)
        self.games = np.zeros(num_games, nim.NIM)
        self.games["seats"] = PLAYERS
        self.rows = np.zeros(num_games, GAME_ROW)
        self.reports = np.zeros(num_games, nim.REPORT)
        self.rows["requested_seat"] = ALL_SEATS
        self.rows["seed"] = np.arange(num_games) + 7
        self.reward = np.zeros((num_games, PLAYERS), np.float32)
        self.commands = np.full(num_games, int(Command.START))
        self.context = ContextRecord()
        self.context.set(
            num_games=num_games,
            game_bytes=nim.NIM.itemsize,
            option_words=nim.SPEC.bounds.itemsize // 2,
            report_bytes=nim.REPORT.itemsize,
            score_size=nim.SEATS * nim.COLUMNS,
            legal_size=1 + nim.NUM_ACTIONS,
            num_actions=nim.NUM_ACTIONS,
            seats=PLAYERS,
            num_rewards=PLAYERS,
            num_features=len(WEIGHTS),
            scratch_slots=2,
            chunk_size=16,
            num_policies=1,
            num_sets=1,
            autoreset=1,
        )
        self.context.set_arrays(
            tables=self.rules,
            games=self.games,
            rows=self.rows,
            options=np.zeros(num_games, nim.SPEC.bounds),
            reports=self.reports,
            final_scores=np.zeros((num_games, nim.SEATS), np.int16),
            legal=np.zeros((num_games, 1 + nim.NUM_ACTIONS), np.int16),
            commands=self.commands,
            illegal=np.zeros(num_games, np.uint8),
            seat=np.zeros(num_games, np.int64),
            done=np.zeros(num_games, np.uint8),
            reward=self.reward,
            reward_states=np.zeros(num_games, REWARD_STATE),
            reward_spec=spec_of(reward, nim.SPEC),
            pool=np.array([0], np.int16),
            weights=WEIGHTS,
            scratch=np.zeros(2, nim.NIM),
        )
        steps.step(self.context.record, new_progress(1), np.zeros(0, np.int64))

    def step(self, policy: Policy) -> int:
        """Play an action in each game; return the number of illegal ones."""
        actions = np.empty(len(self.games), np.int64)
        if policy == Policy.RANDOM:
            choices.choose_random(self.context.record, new_progress(1), actions)
        else:
            choices.choose_greedily(self.context.record, new_progress(1), 0, actions)
        return int(steps.step(self.context.record, new_progress(1), actions))


def stepped(policy: Policy, num_games: int = 4) -> NimBatch:
    batch = NimBatch(num_games)
    for _ in range(40):
        assert batch.step(policy) == 0
    return batch


@pytest.mark.interpreted
@pytest.mark.parametrize("policy", [Policy.RANDOM, Policy.GREEDY])
def test_a_batch_steps_and_restarts_games_of_another_record(policy: Policy) -> None:
    batch = stepped(policy)
    assert (batch.rows["last_decisions"] > 4).all()
    assert (batch.rows["last_ranks"][:, :PLAYERS] == 1).any(axis=1).all()
    assert (batch.games["finished"] == 0).all()
    assert (batch.games["piles"].sum(axis=1) > 0).all()


@pytest.mark.interpreted
def test_the_end_of_a_game_is_rewarded_by_its_own_ranks() -> None:
    batch = NimBatch(4)
    for _ in range(40):
        batch.step(Policy.RANDOM)
        for i in np.flatnonzero(batch.rows["done"]):
            won = batch.rows["last_ranks"][i, :PLAYERS] == 1
            assert won[batch.reports["winner"][i]]
            assert batch.reward[i].tolist() == np.where(won, 1, -1).tolist()
            return
    raise AssertionError("no game ended")


@pytest.mark.interpreted
def test_greedy_takes_the_last_piece() -> None:
    batch = NimBatch(5)
    batch.games["piles"] = [[2, 0, 0, 0]]
    steps.find_decisions(batch.context.record)
    actions = np.empty(5, np.int64)
    choices.choose_greedily(batch.context.record, new_progress(1), 0, actions)
    assert actions.tolist() == [1] * 5


def searched(simulations: int) -> dict[int, int]:
    batch = NimBatch(1)
    settings: dict[str, Any] = {
        "c_puct": 0.3,
        "prior_temperature": 1.0,
        "win_weight": 1.0,
        "score_scale": 10.0,
        "value_weight": 0.5,
        "rollout_depth": 100,
    }
    buffers = SearchBuffers(10_000, None, nim.SPEC, **settings)
    position = batch.games.copy()
    position["piles"] = [[2, 0, 0, 0]]
    at = (batch.rules, heads(position), 0, buffers.record)
    init_tree(*at, np.uint64(5))
    run_simulations(*at, simulations)
    assert position["decisions"].tolist() == [0]
    edges = buffers.root_edges()
    return dict(zip(edges["action"].tolist(), edges["visits"].tolist(), strict=True))


@pytest.mark.interpreted
def test_search_takes_the_last_piece() -> None:
    visits = searched(60)
    assert sum(visits.values()) == 60
    assert max(visits, key=lambda action: visits[action]) == 1
