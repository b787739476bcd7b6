"""Games that end before the learner decides: every door skips the same ones, and tells it."""

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import wistar_env
from tests.author.early import Coin, Letters, Natural, Silent
from tests.vector.gym_pairs import answers, check_same
from wistar_env import BatchGame, LearnerBatch
from wistar_env.errors import NoDecisionError
from wistar_env.kit.envs.skipped_games import MAX_SKIPPED
from wistar_env.kit.game import Game, seed_after
from wistar_env.kit.vector.gym import LearnerVectorEnv
from wistar_env.language_models.text_env import TextEnv

pytest.importorskip("stable_baselines3")

from wistar_env import make_sb3

SEEDS = 40


def single(game: type[Game], **settings: Any) -> gymnasium.Env[Any, Any]:
    return gymnasium.make("wistar/Game-v0", game=game, **settings)


def first_games(game: type[Game], **settings: Any) -> list[tuple[int, tuple[Any, ...]]]:
    """Return what the single environment begins with for each seed: the game, and the skipped."""
    env: Any = single(game, **settings)
    found = []
    for seed in range(SEEDS):
        _, info = env.reset(seed=seed)
        assert info["action_mask"].any()
        assert info["skipped_games"] == len(env.skipped)
        found.append((env.replay().seed, env.skipped))
    return found


def test_after_a_thousand_steps_every_game_still_asks_the_learner() -> None:
    venv = make_sb3(Coin, 64, opponents=["random"], seed=1)
    venv.reset()
    skipped = 0
    for _ in range(1000):
        _, _, _, infos = venv.step(venv.action_masks().argmax(axis=1))
        skipped += sum(info.get("skipped_games", 0) for info in infos)
    assert venv.action_masks().any(axis=1).all()
    assert skipped > 100


@pytest.mark.parametrize(
    ("game", "settings"),
    [(Coin, {}), (Letters, {"num_players": 4}), (Letters, {"num_players": 3, "learner_seat": 2})],
)
def test_every_door_skips_the_same_games(game: type[Game], settings: dict[str, Any]) -> None:
    found = first_games(game, **settings)
    assert any(skipped for _, skipped in found)
    batch = LearnerBatch(game, SEEDS, **settings)
    step = batch.reset(seed=0)
    assert (step.seat == batch.learner_seat).all()
    vector = LearnerVectorEnv(game, SEEDS, **settings)
    _, infos = vector.reset(seed=0)
    venv = make_sb3(game, SEEDS, seed=0, **settings)
    venv.reset()
    counts = [len(skipped) for _, skipped in found]
    for seeds in (batch.seed.tolist(), vector.call("seed"), venv.get_attr("seed")):
        assert list(seeds) == [seed for seed, _ in found]
    for numbers in (batch.skipped_games, infos["skipped_games"], venv.get_attr("skipped_games")):
        assert list(numbers) == counts
    for told in (vector.call("skipped"), venv.get_attr("skipped")):
        for own, (_, skipped) in zip(told, found, strict=True):
            check_same(own, skipped)


def test_a_skipped_game_is_told_with_its_seed_and_scores() -> None:
    env: Any = single(Natural)
    seed = next(seed for seed in range(SEEDS) if Natural.new(2, seed).finished)
    env.reset(seed=seed)
    first = Natural.new(2, seed)
    info = env.skipped[0]
    assert (info["seed"], info["decisions"], info["skipped_games"]) == (seed, 0, 0)
    assert info["scores"].tolist() == [[*row.values()] for row in first.scores()]
    seeds = [info["seed"] for info in env.skipped]
    assert [*seeds[1:], env.replay().seed] == [seed_after(each) for each in seeds]


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_gymnasiums_vector_environment_of_single_ones_is_the_same(mode: AutoresetMode) -> None:
    ours = LearnerVectorEnv(Coin, 6, autoreset_mode=mode)
    theirs: Any = SyncVectorEnv([lambda: single(Coin)] * 6, autoreset_mode=mode)
    shown, infos = ours.reset(seed=1)
    expected, told = theirs.reset(seed=1)
    for number in range(60):
        check_same((shown, infos), (expected, told))
        actions = answers(infos["action_mask"], number)
        shown, *rest, infos = ours.step(actions)
        expected, *others, told = theirs.step(actions)
        check_same(tuple(rest), tuple(others))
        if mode is AutoresetMode.DISABLED and rest[1].any():
            shown, infos = ours.reset(options={"reset_mask": rest[1]})
            expected, told = theirs.reset(options={"reset_mask": rest[1]})
            told["action_mask"] = np.stack(theirs.call("action_masks"))
            infos = {name: infos[name] for name in told}
            told |= {name: infos[name] for name in told if not rest[1].all()}


def test_bots_that_are_python_play_games_that_are_skipped_alike() -> None:
    class First:
        def reset(self, seed: int) -> None:
            pass

        def act(self, batch: Any) -> list[int]:
            return [int(view.legal[0]) for view in batch.views]

    found = first_games(Coin, opponents=[First()])
    batch = LearnerBatch(Coin, SEEDS, opponents=[First()])
    batch.reset(seed=0)
    assert batch.seed.tolist() == [seed for seed, _ in found]
    assert any(skipped for _, skipped in found)
    for _ in range(30):
        step = batch.step(batch.choose("random"))
        assert (step.seat == batch.learner_seat).all()


@pytest.mark.parametrize(
    "begin",
    [
        lambda: single(Silent, learner_seat=1).reset(seed=1),
        lambda: LearnerBatch(Silent, 4, learner_seat=1).reset(seed=1),
        lambda: make_sb3(Silent, 4, learner_seat=1, seed=1).reset(),
    ],
)
def test_a_learner_who_never_decides_is_an_error(begin: Callable[[], Any]) -> None:
    with pytest.raises(NoDecisionError, match=f"more than {MAX_SKIPPED:,} games of silent in a"):
        begin()


def test_a_batch_can_be_reset_after_that_error() -> None:
    batch = LearnerBatch(Silent, 2, learner_seat=1)
    for _ in range(2):
        with pytest.raises(NoDecisionError):
            batch.reset(seed=1)


def test_games_that_are_over_at_their_start_are_skipped_for_all_seats() -> None:
    env = wistar_env.make(Natural)
    batch = BatchGame(Natural, SEEDS)
    step = batch.reset(seed=0)
    assert (step.seat >= 0).all()
    assert not step.done.any()
    assert batch.skipped_games.any()
    for seed in range(SEEDS):
        env.reset(seed=seed)
        assert env.observe(env.agent_selection)["action_mask"].any()
        assert env.replay().seed == batch.seed[seed]
        assert env.infos["player_0"]["skipped_games"] == batch.skipped_games[seed]
        check_same(env.skipped, batch.skipped.get(seed, ()))
    for _ in range(20):
        step = batch.step(batch.choose("random"))
        assert (step.seat >= 0).all()


def test_without_autoreset_a_batch_shows_games_that_are_over_at_their_start() -> None:
    batch = BatchGame(Natural, SEEDS, autoreset_mode="Disabled")
    step = batch.reset(seed=0)
    games = [Natural.new(2, seed) for seed in range(SEEDS)]
    assert step.done.tolist() == [game.finished for game in games]
    assert not batch.skipped_games.any()
    over = np.flatnonzero(step.done)
    totals = batch.final_scores[over, :, -1].tolist()
    assert totals == [[row["total"] for row in games[i].scores()] for i in over]


def test_options_of_a_reset_begin_with_the_seed_that_was_asked_for() -> None:
    venv = make_sb3(Natural, SEEDS, seed=0)
    venv.set_options({"early": 0})
    venv.reset()
    assert venv.get_attr("seed") == [*range(SEEDS)]
    venv.seed(0)
    venv.reset()
    assert venv.get_attr("seed") == [seed for seed, _ in first_games(Natural)]


def test_rewards_of_the_game_before_are_kept_when_the_next_ones_are_skipped() -> None:
    batch = LearnerBatch(Natural, 64, learner_seat=0, reward="score", opponents=["random"])
    step = batch.reset(seed=1)
    ended = 0
    for _ in range(20):
        step = batch.step(batch.choose("random"))
        skipped = np.flatnonzero(step.done & (batch.skipped_games > 0))
        info = batch.final_info(skipped)
        ended += len(skipped)
        best = info["scores"][:, 0, -1] - info["scores"][:, 1, -1]
        assert (np.sign(step.reward[skipped]) == np.sign(best)).all()
    assert ended > 50


def test_copies_and_saves_go_on_with_the_same_games() -> None:
    batch = LearnerBatch(Coin, 32)
    batch.reset(seed=3)
    other, saved = LearnerBatch(Coin, 32), batch.save()
    other.load(saved)
    assert other.skipped_games.tolist() == batch.skipped_games.tolist()
    assert other.skipped == {}
    for _ in range(20):
        actions = batch.choose("random")
        assert np.array_equal(actions, other.choose("random"))
        assert batch.step(actions).done.tolist() == other.step(actions).done.tolist()
        assert batch.seed.tolist() == other.seed.tolist()


def test_prompts_begin_with_a_decision_too() -> None:
    env = TextEnv(single(Letters, num_players=4))
    for seed in range(SEEDS):
        env.reset(seed=seed)
        assert not env.game.finished
