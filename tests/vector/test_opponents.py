"""Bots as opponents: what they are given, and what happens when they fail."""

from typing import Any

import numpy as np
import pytest

from tests.benchmark.bots import MoodyBot
from tests.vector.learners import learn
from wistar_env import BatchGame, LearnerBatch
from wistar_env.errors import BotError, DecisionPastError, NotStartedError
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.games.rats_of_wistar.rules.actions import NUM_ACTIONS
from wistar_env.kit.bots import Batch, View
from wistar_env.seeds import decision_seeds


class FirstBot:
    """Plays the first legal action."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.calls = 0

    def reset(self, seed: int) -> None:
        self.begun.append(seed)

    def act(self, batch: Batch) -> Any:
        self.calls += 1
        return [int(view.legal[0]) for view in batch.views]


class LookingBot(FirstBot):
    """Looks at the batch that it plays in, which is no bot's business but that of this test."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: list[int] = []
        self.batch: LearnerBatch | None = None

    def act(self, batch: Batch) -> list[int]:
        assert self.batch is not None
        games = self.batch._games
        which = np.flatnonzero(games.rows["pending_policy"] > 0)
        assert len(batch) == len(which) > 0
        rows, records = games.rows[which], games.records[which]
        taken = zip(rows["seed"].tolist(), records["decisions"].tolist(), strict=True)
        assert batch.seed.tolist() == decision_seeds(taken).tolist()
        assert batch.observation.dtype == np.float32
        for k, (i, view) in enumerate(zip(which.tolist(), batch.views, strict=True)):
            game = games.peek(i)
            assert view.seat == batch.seat[k] == game.seat
            assert view.seat != games.rows["learner"][i]
            assert view.decision == game.decision
            for observation in (batch.observation[k], view.observation):
                assert np.array_equal(observation, game.observe(game.seat))
            for mask in (batch.mask[k], view.mask):
                assert np.array_equal(mask, game.action_mask())
        self.sizes.append(len(batch))
        return list(super().act(batch))


@pytest.mark.parametrize("dtype", ["float32", "uint8", None])
@pytest.mark.parametrize("num_players", [2, 4])
def test_a_bot_sees_what_its_own_seat_sees(num_players: int, dtype: str | None) -> None:
    bot = LookingBot()
    batch = LearnerBatch(
        "rats-of-wistar", 5, num_players, opponents=[bot], observation=dtype, num_threads=2
    )
    bot.batch = batch
    batch.reset(seed=4)
    for _ in range(12):
        batch.step(batch.choose())
    assert max(bot.sizes) > 1
    batch.close()


def test_a_bot_is_asked_once_a_tick_for_all_games_that_wait() -> None:
    one, other = LookingBot(), FirstBot()
    batch = LearnerBatch("rats-of-wistar", 40, 2, opponents=[one])
    one.batch = batch
    batch.reset(seed=4)
    for _ in range(20):
        batch.step(batch.choose())
    assert sum(one.sizes) > 4 * len(one.sizes)
    assert other.calls == 0


def test_a_bot_in_two_places_of_the_pool_is_one_bot() -> None:
    bot = FirstBot()
    batch, _ = learn(4, 3, opponents=[bot, bot])
    assert len(bot.begun) == 1
    assert set(batch._opponents.codes.tolist()) == {3}


def test_a_bot_may_be_named_as_on_the_command_line() -> None:
    name = "solitary_bots:MoodyBot"
    batch, step = learn(4, 2, opponents=[name, name])
    same, again = learn(4, 2, opponents=[MoodyBot()])
    assert set(batch._opponents.codes.tolist()) == {3}
    for _ in range(30):
        assert np.array_equal(step.observation, again.observation)  # type: ignore[arg-type]
        step, again = batch.step(batch.choose()), same.step(same.choose())


def test_a_name_means_the_same_bot_in_the_next_pool_too() -> None:
    name = "solitary_bots:MoodyBot"
    batch, _ = learn(4, 2, opponents=[name])
    batch.set_opponents(["random", name])
    assert batch._opponents.codes.tolist() == [1, 3]


def test_bots_are_reset_with_the_games_and_when_they_join() -> None:
    bot, late = FirstBot(), FirstBot()
    batch, _ = learn(4, 2, opponents=[bot])
    batch.set_opponents([bot, late])
    assert len(late.begun) == 1
    assert len(bot.begun) == 1
    batch.reset(seed=5)
    assert len(bot.begun) == len(late.begun) == 2


def test_each_bot_is_reset_with_a_separate_repeatable_seed() -> None:
    first, second, again = FirstBot(), FirstBot(), FirstBot()
    batch, _ = learn(4, 2, opponents=[first, second])
    learn(4, 2, opponents=[again])
    assert first.begun == again.begun
    assert first.begun != second.begun
    assert not {*first.begun, *second.begun} & {*batch.seed.tolist()}


class HoardingBot(FirstBot):
    """Keeps what it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[Batch] = []

    def act(self, batch: Batch) -> Any:
        self.kept.append(batch)
        return super().act(batch)


def test_a_batch_that_a_bot_kept_does_not_show_later_positions() -> None:
    bot = HoardingBot()
    batch, _ = learn(3, 2, opponents=[bot], learner_seat=0)
    for _ in range(200):
        batch.step(batch.choose())
    for kept in bot.kept[:-1]:
        with pytest.raises(DecisionPastError):
            _ = kept.observation
        with pytest.raises(DecisionPastError):
            _ = kept.mask
        for view in kept.views:
            with pytest.raises(DecisionPastError):
                _ = view.legal


def test_views_that_are_first_looked_at_after_a_step_are_of_the_decision_before() -> None:
    batch = BatchGame("rats-of-wistar", 3, 2)
    step = batch.reset(seed=4)
    now, later = batch.decisions(), batch.decisions()
    seats, seeds = [view.seat for view in now.views], now.seed.tolist()
    for _ in range(30):
        assert step.mask is not None
        step = batch.step(step.mask.argmax(axis=1))
    assert step.seat.tolist() != seats
    assert [view.seat for view in later.views] == later.seat.tolist() == seats
    assert later.seed.tolist() == seeds
    for view in [*later.views, *later.views[1:]]:
        with pytest.raises(DecisionPastError):
            _ = view.legal
    with pytest.raises(DecisionPastError):
        _ = later.observation


class Answer(FirstBot):
    """Gives an answer of its own for the first decision that it is asked for."""

    def __init__(self, answer: Any) -> None:
        super().__init__()
        self.answer = answer

    def act(self, batch: Batch) -> Any:
        if self.calls > 3:
            raise RuntimeError("asked again after a wrong answer")
        return [self.answer, *super().act(batch)[1:]]


@pytest.mark.parametrize("answer", [-1, -2, -3, -7, NUM_ACTIONS, 2**40])
def test_an_illegal_answer_names_the_bot_and_the_game(answer: int) -> None:
    with pytest.raises(BotError, match=rf"opponent Answer: game \d of .* action {answer}\b"):
        learn(4, 2, opponents=[Answer(answer)], learner_seat=0)


def test_an_unsigned_answer_out_of_range_is_not_wrapped() -> None:
    class Unsigned(Answer):
        def act(self, batch: Batch) -> Any:
            super().act(batch)
            return np.full(len(batch), 2**64 - 3, np.uint64)

    with pytest.raises(BotError, match="opponent Unsigned: game"):
        learn(4, 2, opponents=[Unsigned(0)], learner_seat=0)


@pytest.mark.parametrize("answer", [0.0, "0", None, 2**70], ids=repr)
def test_an_answer_that_is_no_integer_names_the_bot(answer: Any) -> None:
    with pytest.raises(BotError, match=r"Answer .* \d integers"):
        learn(4, 2, opponents=[Answer(answer)], learner_seat=0)


@pytest.mark.parametrize("wrong", [lambda k: [True] * k, lambda k: [0] * (k - 1), lambda k: None])
def test_an_answer_of_a_wrong_shape_names_the_bot(wrong: Any) -> None:
    class Shaped(FirstBot):
        def act(self, batch: Batch) -> Any:
            return wrong(len(batch))

    with pytest.raises(BotError, match=r"Shaped .* \d integers"):
        learn(4, 2, opponents=[Shaped()], learner_seat=0)


class Failing(FirstBot):
    """Fails at its third question."""

    def act(self, batch: Batch) -> Any:
        if self.calls == 3:
            raise RuntimeError("my model is gone")
        return super().act(batch)


def play_on(batch: LearnerBatch, steps: int = 50) -> None:
    for _ in range(steps):
        batch.step(batch.choose())


def test_a_bot_that_fails_is_named_with_its_own_traceback() -> None:
    batch, _ = learn(4, 2, opponents=[Failing()])
    with pytest.raises(BotError, match="opponent Failing failed:") as caught:
        play_on(batch)
    assert "my model is gone" in str(caught.value)
    assert "test_opponents.py" in str(caught.value)
    assert "wistar_env" not in str(caught.value)
    assert isinstance(caught.value.__cause__, RuntimeError)


def test_after_a_bot_failed_the_games_must_be_reset() -> None:
    bot = Failing()
    batch, _ = learn(4, 2, opponents=[bot])
    with pytest.raises(BotError):
        play_on(batch)
    with pytest.raises(NotStartedError, match="call reset"):
        batch.step(np.zeros(4, np.int64))
    bot.calls = 100
    step = batch.reset(seed=11)
    fresh, first = learn(4, 2, opponents=[FirstBot()])
    for _ in range(30):
        assert np.array_equal(step.observation, first.observation)  # type: ignore[arg-type]
        actions = batch.choose()
        assert actions.tolist() == fresh.choose().tolist()
        step, first = batch.step(actions), fresh.step(actions)


class TiredBot(FirstBot):
    """Fails when it has to begin a second game."""

    latest = ""

    def act(self, batch: Batch) -> Any:
        for view in batch.views:
            if view.stage == "starting hands" and self.latest not in ("", view.stage):
                raise RuntimeError("no more")
            self.latest = view.stage
        return super().act(batch)


def test_a_reset_pays_nothing_for_games_that_ended_when_a_bot_failed() -> None:
    bot = TiredBot()
    batch, _ = learn(1, 2, opponents=[bot], reward="win", learner_seat=0)
    with pytest.raises(BotError, match="no more"):
        play_on(batch, 200)
    bot.latest = ""
    assert batch._games.reward.any()
    assert not batch.reset(seed=4).reward.any()


class SleepyBot(FirstBot):
    """Cannot be reset."""

    def reset(self, seed: int) -> None:
        raise RuntimeError("not now")


def test_a_bot_that_cannot_be_reset_leaves_a_batch_that_has_not_begun() -> None:
    batch = LearnerBatch("rats-of-wistar", 3, 2, opponents=[SleepyBot()])
    with pytest.raises(BotError, match="opponent SleepyBot failed:") as caught:
        batch.reset(seed=1)
    assert "not now" in str(caught.value)
    with pytest.raises(NotStartedError, match="call reset"):
        batch.choose()


def test_a_bot_that_cannot_be_reset_does_not_join() -> None:
    batch, _ = learn(3, 2)
    with pytest.raises(BotError, match="opponent SleepyBot failed:"):
        batch.set_opponents(["greedy", SleepyBot()])
    assert batch._opponents.codes.tolist() == [1]
    batch.step(batch.choose())


def test_a_partial_reset_leaves_the_bots_as_they_are() -> None:
    bot = FirstBot()
    batch, _ = learn(3, 2, opponents=[bot])
    batch.reset(which=np.array([True, False, True]))
    assert len(bot.begun) == 1
    batch.reset(seed=4, which=np.ones(3, np.bool_))
    assert len(bot.begun) == 2


def test_bots_that_nobody_needs_any_more_are_forgotten() -> None:
    first, second, third = FirstBot(), FirstBot(), FirstBot()
    batch, _ = learn(2, 2, opponents=[first])
    batch.set_opponents([second])
    assert list(batch._opponents._outside.values()) == [first, second]
    batch.set_opponents([third])
    assert list(batch._opponents._outside.values()) == [first, third]
    batch.reset(seed=1)
    batch.set_opponents(["random"])
    assert list(batch._opponents._outside.values()) == [third]
    for bot in (first, second):
        calls = bot.calls
        play_on(batch)
        assert bot.calls == calls


class NoBot:
    """Has no ``act``."""

    def reset(self, seed: int) -> None:
        return None


@pytest.mark.parametrize(
    ("pool", "error", "message"),
    [
        ([], ValueError, "opponents must be a list of one or more bots"),
        ("random", ValueError, "opponents must be a list"),
        (None, ValueError, "opponents must be a list"),
        (
            ["best"],
            BotError,
            "there is no bot 'best'; choose from flat, greedy",
        ),
        (["tests.benchmark.bots:NoBot"], BotError, "needs the methods"),
        ([NoBot()], TypeError, r"a bot needs the methods reset\(seed\) and act\(batch\)"),
        ([3], TypeError, "a bot needs the methods"),
    ],
)
def test_a_pool_without_policies_is_rejected_and_the_old_one_stays(
    pool: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        LearnerBatch("rats-of-wistar", 2, num_players=2, opponents=pool)
    batch, _ = learn(2)
    before = batch._opponents.codes.tolist()
    with pytest.raises(error, match=message):
        batch.set_opponents(pool)
    assert batch._opponents.codes.tolist() == before


class Prying(FirstBot):
    """Looks at everything public that it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def act(self, batch: Batch) -> Any:
        self.found |= {name for name in dir(batch) if not name.startswith("_")}
        return super().act(batch)


def test_a_bot_is_given_nothing_but_what_every_bot_is_given() -> None:
    bot = Prying()
    learn(4, 2, opponents=[bot], learner_seat=0)
    game = RatsOfWistar.new(2, 1)
    every = Batch((View(game, game.seat),), np.zeros(1, np.int64))
    assert bot.found == {name for name in dir(every) if not name.startswith("_")}
