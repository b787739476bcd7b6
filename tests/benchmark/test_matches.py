"""Work units: which bots decide, what they return, and which seeds they get."""

from collections.abc import Callable

import numpy as np
import pytest

from tests.benchmark import bots
from wistar_env import RatsOfWistar
from wistar_env.benchmark import Batch, BotError, Player, load
from wistar_env.benchmark.matches import Match, play


def two_player(seed: int, replay: int = 0) -> Match:
    return Match(RatsOfWistar.new(num_players=2, seed=seed), seed, (0, 1), 1, seed, replay)


class ListeningBot(bots.FirstBot):
    """Records the seeds that it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[int] = []

    def act(self, batch: Batch) -> list[int]:
        self.told += batch.seed.tolist()
        return super().act(batch)


def test_every_decision_of_every_replay_has_a_seed_of_its_own() -> None:
    one, other = ListeningBot(), ListeningBot()
    play([two_player(seed, replay) for seed in range(3) for replay in range(2)], [one, other], "ab")
    told = one.told + other.told
    assert len({*told}) == len(told) > 300
    assert all(0 <= seed < 2**63 for seed in told)


def test_a_bot_is_asked_for_all_waiting_games_at_once() -> None:
    bot = bots.FirstBot()
    matches = [
        Match(RatsOfWistar.new(num_players=1, level=2, seed=seed), seed, (0, 1))
        for seed in range(3)
    ]
    play(matches, [bot], ["first"])
    assert bot.sizes[0] == 3
    assert sum(bot.sizes) == sum(match.decisions for match in matches)
    assert all(match.game.finished for match in matches)


def test_a_game_goes_the_same_way_alone_and_beside_others() -> None:
    together = [two_player(seed) for seed in range(4)]
    play(together, [load("random"), load("random")], ["a", "b"])
    alone = two_player(2)
    play([alone], [load("random"), load("random")], ["a", "b"])
    assert alone.game == together[2].game
    assert alone.decisions == together[2].decisions


def test_a_replay_gives_the_bots_other_chances() -> None:
    matches = [two_player(3, replay) for replay in range(2)]
    play(matches, [load("random"), load("random")], ["a", "b"])
    assert matches[0].game != matches[1].game


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (
            lambda: bots.WrongBot(10**6),
            r"'x' returned 1000000 \(game seed 5, decision 1 of the game\): .*",
        ),
        (lambda: bots.WrongBot(-5), r"returned -5"),
        (lambda: bots.WrongBot("wood"), r"returned 'wood'"),
        (lambda: bots.WrongBot(True), r"returned True"),
        (lambda: bots.WrongBot(float("nan")), r"returned nan"),
        (lambda: bots.WrongBot(10**5000), r"returned int too large to show"),
        (lambda: bots.WrongBot(np.bool_(True)), r"returned (np.)?True"),
        (bots.ShortBot, r"(?s)'x' failed.*returned 0 actions for a batch of 1 decisions"),
        (
            bots.EndlessBot,
            r"(?s)'x' failed.*returned more than 1 actions for a batch of 1 decisions",
        ),
        (bots.BrokenBot, r"(?s)'x' failed \(game seed 5\):.*bots\.py.*my model is gone"),
    ],
)
def test_a_bots_mistake_is_named_with_the_game(build: Callable[[], Player], message: str) -> None:
    with pytest.raises(BotError, match=message):
        play([Match(RatsOfWistar.new(num_players=1, level=0, seed=5), 5, (0, 1))], [build()], ["x"])
