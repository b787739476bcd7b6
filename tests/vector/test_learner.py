from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.rewards.custom import REWARD_LIKES, SHAPING
from tests.vector.learners import Run, Told, learn, play_again
from tests.vector.tapes import level_of
from wistar_env import LearnerBatch, RatsOfWistar
from wistar_env.errors import IllegalActionError, NotStartedError
from wistar_env.games.rats_of_wistar.rules.actions import NUM_ACTIONS
from wistar_env.games.rats_of_wistar.rules.categories import CATEGORIES
from wistar_env.games.rats_of_wistar.spaces.observation import observation_layout
from wistar_env.kit.batch.rows import Policy
from wistar_env.kit.bots import Batch
from wistar_env.kit.game import seed_after
from wistar_env.kit.game.breakdown import best_first
from wistar_env.kit.rewards import RewardLike

PLAYERS = [1, 2, 3, 4]
#: Learner's steps in which most games end at least once.
STEPS = 130


class SeedBot:
    """Draws from the seed of each decision, and keeps what it was asked."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self.begun: list[int] = []

    def reset(self, seed: int) -> None:
        self.begun.append(seed)

    def act(self, batch: Batch) -> list[int]:
        self.sizes.append(len(batch))
        return [
            int(view.legal[int(seed) % len(view.legal)])
            for view, seed in zip(batch.views, batch.seed, strict=True)
        ]


def assert_told_the_truth(run: Run, reward: RewardLike, bots: Any = ()) -> list[int]:
    """Play every game again and compare all that was told; return who moved last."""
    last_movers = []
    for told in run.games:
        again = play_again(told, run.batch.num_players, reward, bots)
        assert told.seen == again.seen
        assert told.rewards == again.rewards
        assert_final(told, again.game)
        last_movers.append(again.last_mover)
    return last_movers


def assert_final(told: Told, game: RatsOfWistar) -> None:
    scores = [dict(zip(CATEGORIES, row, strict=True)) for row in told.info["scores"].tolist()]
    assert scores == game.scores()
    assert told.info["rank"] == best_first(game.ranks()).index(told.learner) + 1
    assert told.info["learner_seat"] == told.learner
    assert told.info["seed"] == told.seed
    assert told.info["level"] == (game.level or 0)
    assert told.info["decisions"] == game.record["decisions"][0]
    assert np.array_equal(told.final_observation, game.observe(told.learner))


@pytest.mark.parametrize("name", REWARD_LIKES)
@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_learner_observes_its_own_seat_only(num_players: int, name: str) -> None:
    reward = REWARD_LIKES[name]
    batch = LearnerBatch(
        "rats-of-wistar", 12, num_players, level=level_of(num_players), reward=reward
    )
    run = Run(batch, seed=3).on(STEPS)
    assert len(run.games) >= 12
    last_movers = assert_told_the_truth(run, reward)
    if num_players > 1:
        learners = [told.learner for told in run.games]
        own = [mover == seat for mover, seat in zip(last_movers, learners, strict=True)]
        assert any(own)
        assert not all(own)
        assert len(set(learners)) > 1


@pytest.mark.parametrize("num_players", [2, 4])
def test_the_reward_of_a_victory_is_the_learners_whoever_moves_last(num_players: int) -> None:
    batch = LearnerBatch("rats-of-wistar", 24, num_players, learner_seat=1)
    run = Run(batch, seed=9).on(2 * STEPS)
    last_movers = assert_told_the_truth(run, "win")
    seen = {
        (told.rewards[-1], mover == 1) for told, mover in zip(run.games, last_movers, strict=True)
    }
    assert {(1.0, False), (-1.0, False)} <= seen
    for told in run.games:
        assert told.rewards[-1] == (1.0 if told.info["rank"] == 1 else -1.0)


@pytest.mark.parametrize("reward", ["win", "vp", SHAPING], ids=["win", "vp", "shaped"])
def test_every_kind_of_opponent_plays_what_it_is(reward: RewardLike) -> None:
    bot = SeedBot()
    batch = LearnerBatch("rats-of-wistar", 8, 3, opponents=["random", "greedy", bot], reward=reward)
    run = Run(batch, seed=6).on(STEPS)
    assert_told_the_truth(run, reward, [SeedBot()])
    policies = Counter(policy for told in run.games for policy in told.policies)
    assert policies.keys() == {Policy.CALLER, Policy.RANDOM, Policy.GREEDY, Policy.OUTSIDE}
    assert policies[Policy.CALLER] == len(run.games)


@pytest.mark.parametrize(("num_games", "num_threads"), [(1, 1), (2, 2), (5, 3), (6, 4)])
def test_results_do_not_depend_on_the_number_of_games_or_threads(
    num_games: int, num_threads: int
) -> None:
    def tell(games: int, threads: int) -> list[list[Told]]:
        pool: list[Any] = ["random", "greedy", SeedBot()]
        batch = LearnerBatch(
            "rats-of-wistar", games, 3, opponents=pool, num_threads=threads, reward="vp"
        )
        run = Run(batch, seed=21).on(70)
        batch.close()
        return [[*ended, going] for ended, going in zip(run.finished, run.running, strict=True)]

    for one, other in zip(tell(num_games, num_threads), tell(6, 1), strict=False):
        for game, same in zip(one, other, strict=True):
            assert (game.seed, game.learner, game.policies) == (
                same.seed, same.learner, same.policies
            )  # fmt: skip
            assert game.actions == same.actions
            assert game.rewards == same.rewards
            assert game.seen == same.seen


def test_a_game_that_ends_is_followed_by_the_next() -> None:
    run = Run(LearnerBatch("rats-of-wistar", 4, 2), seed=2).on(120)
    for i, games in enumerate(run.finished):
        seed = 2 + i
        for told in [*games, run.running[i]]:
            assert told.seed == seed
            seed = seed_after(seed)


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_counts_scaled_are_the_observation_at_the_end_too(dtype: str) -> None:
    scale = observation_layout(2).scale
    runs = [
        Run(LearnerBatch("rats-of-wistar", 3, 2, observation=kind), seed=8).on(STEPS)
        for kind in ("float32", dtype)
    ]
    for one, other in zip(runs[0].games, runs[1].games, strict=True):
        assert one.actions == other.actions
        assert other.final_observation.dtype == dtype
        factor = scale if dtype == "uint8" else 1
        assert np.array_equal(other.final_observation * factor, one.final_observation)


def test_own_arrays_are_filled_although_games_wait_for_bots() -> None:
    one, step = learn(5, 3, opponents=[SeedBot(), "random"])
    other, same = learn(5, 3, opponents=[SeedBot(), "random"])
    out: Any = (
        np.full((5, observation_layout(3).size), 9, np.float32),
        np.full((5, NUM_ACTIONS), 9, np.int8),
    )
    for _ in range(60):
        step = one.step(one.choose())
        same = other.step(other.choose(), out=out)
        assert same.observation is out[0]
        assert same.mask is out[1]
        assert np.array_equal(step.observation, out[0])  # type: ignore[arg-type]
        assert np.array_equal(step.mask, out[1])  # type: ignore[arg-type]
    step, same = one.reset(seed=4), other.reset(seed=4, out=out)
    assert same.observation is out[0]
    assert np.array_equal(step.observation, out[0])  # type: ignore[arg-type]


def test_the_seat_of_every_row_is_the_learners() -> None:
    batch, step = learn(12, 4)
    for _ in range(80):
        assert step.seat.tolist() == batch.learner_seat.tolist()
        assert all(batch.game(i).seat == batch.learner_seat[i] for i in range(12))
        step = batch.step(batch.choose())


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_the_learners_seat_is_given_or_drawn_for_every_game(num_players: int) -> None:
    batch, _ = learn(3, num_players, learner_seat=num_players - 1)
    assert batch.learner_seat.tolist() == [num_players - 1] * 3
    batch, _ = learn(1500, num_players, observation=None)
    counts = np.bincount(batch.learner_seat, minlength=num_players)
    assert len(counts) == num_players
    assert (abs(counts - 1500 / num_players) < 110).all()
    one = Run(LearnerBatch("rats-of-wistar", 4, num_players), seed=1).on(3 * STEPS)
    assert any(len({told.learner for told in games}) > 1 for games in one.finished)


def test_each_seat_draws_its_policy_on_its_own() -> None:
    batch, _ = learn(1500, 3, opponents=["random", "greedy", "random"], observation=None)
    rows = batch._games.rows
    others = [
        tuple(policies[policies != Policy.CALLER].tolist()) for policies in rows["policies"][:, :3]
    ]
    counts = Counter(others)
    assert abs(counts[Policy.RANDOM, Policy.RANDOM] / 1500 - 4 / 9) < 0.05
    assert abs(counts[Policy.GREEDY, Policy.GREEDY] / 1500 - 1 / 9) < 0.05
    assert abs(counts[Policy.RANDOM, Policy.GREEDY] / 1500 - 2 / 9) < 0.05


@pytest.mark.parametrize(
    ("seat", "error"),
    [(-1, ValueError), (3, ValueError), ("all", ValueError), (True, TypeError), (1.0, TypeError)],
)
def test_a_seat_that_no_learner_has_is_rejected(seat: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="learner_seat must be"):
        LearnerBatch("rats-of-wistar", 2, 3, learner_seat=seat)


def test_opponents_change_only_between_games() -> None:
    bot = SeedBot()
    pools: list[tuple[Any, int]] = [("random", 30), ("greedy", 60), (bot, 150)]
    batch = LearnerBatch("rats-of-wistar", 6, 2, opponents=["random"])
    run = Run(batch, seed=12)
    begun = dict.fromkeys((told.seed for told in run.running), Policy.RANDOM)
    for (opponent, steps), policy in zip(pools, list(Policy)[1:], strict=True):
        batch.set_opponents([opponent])
        for _ in range(steps):
            run.on(1)
            for told in run.running:
                begun.setdefault(told.seed, policy)
    assert_told_the_truth(run, "win", [SeedBot()])
    met = set()
    for told in run.games:
        (met_now,) = (p for seat, p in enumerate(told.policies) if seat != told.learner)
        assert met_now == begun[told.seed]
        met.add(met_now)
    assert met == {Policy.RANDOM, Policy.GREEDY, Policy.OUTSIDE}
    assert any(len({p.policies[1 - p.learner] for p in games}) > 1 for games in run.finished)
    assert bot.sizes


# Actions that are rejected or penalized.


def test_an_illegal_action_of_the_learner_changes_nothing() -> None:
    batch, _ = learn(4, 2, opponents=["random", SeedBot()])
    for _ in range(20):
        batch.step(batch.choose())
    actions = batch.choose()
    before = [batch._games.records.tobytes(), batch._games.rows.tobytes()]
    for wrong in (-1, -2, -3, NUM_ACTIONS):
        actions[2] = wrong
        with pytest.raises(IllegalActionError, match="game 2 of the batch"):
            batch.step(actions)
        assert [batch._games.records.tobytes(), batch._games.rows.tobytes()] == before
    with pytest.raises(TypeError, match="an action must be an integer"):
        batch.step([0.0] * 4)
    with pytest.raises(NotStartedError, match="call reset"):
        LearnerBatch("rats-of-wistar", 2, num_players=2).step([0, 0])


@pytest.mark.parametrize("wrong", [-1, -2, -3, NUM_ACTIONS, None])
def test_a_penalty_goes_to_the_learner_and_its_game_stays(wrong: int | None) -> None:
    pool: Any = ["random", SeedBot()]
    batch, step = learn(4, 3, opponents=pool, on_illegal="penalize", reward="vp")
    plain, _ = learn(4, 3, opponents=["random", SeedBot()], reward="vp")
    for _ in range(15):
        step = batch.step(batch.choose())
        same = plain.step(plain.choose())
    assert step.mask is not None
    assert step.observation is not None
    assert same.observation is not None
    actions, right = batch.choose(), plain.choose()
    actions[1] = np.flatnonzero(step.mask[1] == 0)[3] if wrong is None else wrong
    before, seen, mask = batch.game(1), step.observation[1].copy(), step.mask[1].copy()
    step = batch.step(actions)
    same = plain.step(right)
    assert step.reward[1] == -1
    assert not step.done[1]
    assert batch.game(1) == before
    assert np.array_equal(step.observation[1], seen)  # type: ignore[index]
    assert np.array_equal(step.mask[1], mask)  # type: ignore[index]
    for i in (0, 2, 3):
        assert step.reward[i] == same.reward[i]
        assert batch.game(i) == plain.game(i)
    actions = batch.choose()
    actions[1] = right[1]
    assert batch.step(actions).reward[1] != -1


def test_penalties_are_chosen_by_name() -> None:
    with pytest.raises(ValueError, match=r"on_illegal .*'raise', 'penalize'"):
        LearnerBatch("rats-of-wistar", 2, num_players=2, on_illegal="ignore")


# Beginning anew.


def test_some_games_can_be_reset() -> None:
    batch, step = learn(4, 2, opponents=[SeedBot()], reward="vp")
    for _ in range(10):
        step = batch.step(batch.choose())
    games, seeds = [batch.game(i) for i in range(4)], batch.seed
    step = batch.reset(which=np.array([False, True, False, False]))
    assert [batch.game(i) == games[i] for i in range(4)] == [True, False, True, True]
    assert batch.seed.tolist() == [seeds[0], seed_after(int(seeds[1])), seeds[2], seeds[3]]
    assert not step.done.any()
    assert not step.reward.any()


def test_the_same_seed_begins_the_same_games() -> None:
    batch, step = learn(4, 3, opponents=["random", SeedBot()])
    assert step.observation is not None
    first = step.observation.copy()
    for _ in range(100):
        batch.step(batch.choose())
    assert np.array_equal(first, batch.reset(seed=11).observation)  # type: ignore[arg-type]


def test_a_solo_learner_meets_nobody_but_rat_o_bot() -> None:
    batch, step = learn(3, 1, opponents=["greedy"])
    assert (len(batch), batch.num_players, batch.num_seats) == (3, 1, 2)
    assert batch.learner_seat.tolist() == [0, 0, 0]
    assert step.reward.shape == (3,)
    assert not batch._games.rows["policies"].any()


def test_a_learner_without_observations_gets_everything_else() -> None:
    blind, nothing = learn(3, 2, observation=None, reward="vp")
    seeing, step = learn(3, 2, reward="vp")
    assert nothing.observation is None
    assert nothing.mask is None
    for _ in range(150):
        actions = seeing.choose()
        assert blind.choose().tolist() == actions.tolist()
        nothing, step = blind.step(actions), seeing.step(actions)
        assert np.array_equal(nothing.reward, step.reward)
        assert np.array_equal(nothing.done, step.done)
    assert blind.final_info(np.arange(3))["rank"].tolist() == (
        seeing.final_info(np.arange(3))["rank"].tolist()
    )
    with pytest.raises(ValueError, match="observation=None"):
        blind.final_observation(np.arange(3))


@pytest.mark.parametrize("num_players", [2, 4])
def test_asking_for_actions_does_not_change_what_others_play(num_players: int) -> None:
    pool = ["random", "greedy"]
    asked, plain = (learn(6, num_players, opponents=pool)[0] for _ in range(2))
    for _ in range(60):
        actions = asked.choose()
        asked.choose("greedy")
        asked.step(actions)
        plain.step(actions)
    assert all(asked.game(i) == plain.game(i) for i in range(6))
