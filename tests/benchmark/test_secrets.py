"""Numbers given to bots do not reveal game seeds, neither directly nor by inverting the mixing."""

from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

from tests.benchmark.bots import FirstBot
from wistar_env import LearnerBatch, RatsOfWistar
from wistar_env.benchmark import Batch, arena, game_seed, ladder
from wistar_env.benchmark.results import ResultRow
from wistar_env.benchmark.work_units import Plan
from wistar_env.compiled.streams import mixed_of, number_of

ALL = 2**64
STEP, STRIDE, SALT = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03, 0x6A09E667F3BCC909
#: The factors of ``mixed_of``, inverted.
UNDO_1, UNDO_2 = pow(0xBF58476D1CE4E5B9, -1, ALL), pow(0x94D049BB133111EB, -1, ALL)


class ListeningBot(FirstBot):
    """Records all numbers that it is given, and how many decisions it has made."""

    told: ClassVar[list[tuple[int, int]]] = []

    def reset(self, seed: int) -> None:
        super().reset(seed)
        self.told.append((seed, 0))

    def act(self, batch: Batch) -> list[int]:
        self.told.extend((seed, len(self.sizes)) for seed in batch.seed.tolist())
        return super().act(batch)


@pytest.fixture(autouse=True)
def _nothing_told() -> None:
    ListeningBot.told.clear()


def unmixed(x: int) -> int:
    """Return the state that ``mixed_of`` maps to ``x``."""
    x ^= x >> 31 ^ x >> 62
    x = x * UNDO_2 % ALL
    x ^= x >> 27 ^ x >> 54
    x = x * UNDO_1 % ALL
    return x ^ x >> 30 ^ x >> 60


def seeds_behind(number: int, before: int) -> Iterator[int]:
    """Yield the seeds from which streams may derive a number, and the number itself."""
    yield from (number, number ^ 1, number >> 1)
    for whole in (2 * number, 2 * number + 1):
        yield from (whole % ALL, unmixed(whole % ALL))
        state = unmixed(whole % ALL)
        for first in {state, unmixed((state - before) % ALL), (state - before * STEP) % ALL}:
            for purpose in range(1, 14):
                yield (unmixed((unmixed(first) - purpose * STRIDE) % ALL) - SALT) % ALL


def caught(games: set[int]) -> set[int]:
    """Return the games whose seeds can be derived from the numbers given to the bot."""
    assert len(ListeningBot.told) > 40
    found = {seed for told in ListeningBot.told for seed in seeds_behind(*told)}
    return games & found


def rows_of(plan: Plan) -> list[ResultRow]:
    return [row for block in plan.units for row in plan.play(block)]


SPEC = f"{__name__}:ListeningBot"
TERMS: dict[str, Any] = {"games": 3, "seed": 12, "batch": 2}


def test_a_stream_can_be_undone_which_is_why_bots_are_told_none() -> None:
    seed = 2**62 + 12345
    assert seed in seeds_behind(number_of(seed, 11) >> 1, 0)
    decided = mixed_of((mixed_of(unmixed(number_of(seed, 10))) + 3) % ALL) >> 1
    assert seed in seeds_behind(decided, 3)


@pytest.mark.parametrize("solo", [True, False])
def test_a_bot_cannot_find_a_game_in_what_it_is_told(solo: bool) -> None:
    if solo:
        plan = ladder.plan([SPEC], levels=[1], **TERMS)
    else:
        plan = arena.plan(RatsOfWistar, [SPEC, SPEC], **TERMS)
    games = {row["seed"] for row in rows_of(plan)}
    assert games == {game_seed(12, number) for number in range(3)}
    assert not caught(games)
    assert 12 not in {number for number, _ in ListeningBot.told}


def test_no_number_that_a_bot_is_told_is_the_seed_of_the_real_game() -> None:
    rows_of(ladder.plan([SPEC], levels=[1], games=1, seed=12, batch=1))
    real = RatsOfWistar.new(num_players=1, level=1, seed=game_seed(12, 0))
    assert RatsOfWistar.new(num_players=1, level=1, seed=game_seed(12, 0)) == real
    for number, _ in ListeningBot.told:
        assert RatsOfWistar.new(num_players=1, level=1, seed=number) != real


def test_an_opponent_of_a_learner_cannot_find_a_game_either() -> None:
    batch = LearnerBatch("rats-of-wistar", 3, 2, opponents=[ListeningBot()], learner_seat=0)
    games = [2**60 + 7, 2**50 + 3, 2**40 + 1]
    batch.reset(seed=games)
    for _ in range(60):
        batch.step(batch.choose())
    assert batch.seed.tolist() == games
    assert not caught({*games})


def test_a_run_tells_the_same_numbers_each_time_and_another_run_others() -> None:
    told = []
    for seed in (12, 12, 13):
        ListeningBot.told.clear()
        rows_of(ladder.plan([SPEC], levels=[1], games=2, seed=seed, batch=2))
        told.append([*ListeningBot.told])
    assert told[0] == told[1]
    assert not {*told[0]} & {*told[2]}
