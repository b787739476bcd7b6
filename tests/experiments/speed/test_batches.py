"""The measurements of batches: that they play what they report, and the same positions."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product

import numpy as np
import pytest

from experiments.speed import batches
from experiments.speed.separate_processes import MakeWorks
from wistar_env import BatchGame
from wistar_env.games.rats_of_wistar.rules.state import GAME
from wistar_env.games.rats_of_wistar.spaces.width import sparse_width
from wistar_env.kit.batch.observation_writers import GROUP
from wistar_env.kit.vector.games import Games
from wistar_env.speed import timing
from wistar_env.speed.timing import Measurement


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure in no time, with few games."""
    monkeypatch.setattr(timing, "SECONDS", 0.001)
    monkeypatch.setattr(batches, "SIZES", (1, 4))
    monkeypatch.setattr(batches, "THREADED", (4,))
    monkeypatch.setattr(batches, "GAMES", 4)
    monkeypatch.setattr(batches, "_COPIED_BYTES", 2**20)
    batches.positions.cache_clear()


def by_place(measured: list[Measurement]) -> dict[tuple[str, str, str], Measurement]:
    found = {(each.unit, each.name, each.column): each for each in measured}
    assert len(found) == len(measured)
    return found


def loaded(num_players: int, observation: str | None) -> Games:
    games = batches._games(num_players, observation)
    games.load(batches._positions(num_players, 4))
    games.set_output(None)
    games.run()
    return games


@pytest.mark.parametrize("observation", [None, "float32", "uint8", "sparse"])
def test_a_round_is_one_decision_in_each_game(observation: str | None) -> None:
    batch = batches.new_batch(5, 2, observation)
    batch.reset(seed=1)
    before = batch.records["decisions"].copy()
    assert batches.stepping(batch)(20) == 100
    assert (batch.records["decisions"] - before == 20).all()


def test_the_callers_arrays_are_those_that_are_written() -> None:
    batch = batches.new_batch(3, 2, "float32")
    batch.reset(seed=1)
    seen, mask = batches.own_arrays(3, 2, "float32")
    assert (seen == 1).all()
    assert (mask == 1).all()
    batches.stepping(batch, (seen, mask))(2)
    legal = [np.flatnonzero(row).tolist() for row in mask]
    assert legal == [batch.game(i).legal_actions().tolist() for i in range(3)]
    assert (seen == batch.observe(0)[0])[batch.records["finished"] == 0].any()
    assert 0 < seen.mean() < 0.5


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_positions_are_spread_over_the_length_of_games(num_players: int) -> None:
    length = batches.mean_length(num_players)
    saved = batches.positions(num_players, 256)
    batch = batches.new_batch(64, num_players, None)
    batch.load({name: array[:64] for name, array in saved.items()})
    decisions = batch.records["decisions"]
    assert decisions.min() < length / 6
    assert decisions.max() > length / 2
    assert length / 4 < np.median(decisions) < 3 * length / 4
    assert len(np.unique(batch.seed)) == 64


def test_the_mean_length_is_that_of_random_games() -> None:
    batch = BatchGame("rats-of-wistar", 200, 2, observation=None)
    step = batch.reset(seed=5)
    ends: list[int] = []
    for tick in range(1, 301):
        step = batch.step(batch.choose("random"))
        ends += [tick] * int(step.done.sum()) if tick < 250 and len(ends) < 200 else []
    assert abs(batches.mean_length(2) - np.mean(ends[:200])) < 12


def test_sizes_have_a_rate_and_a_cost_for_each_size_and_output() -> None:
    found = by_place(batches.sizes(2, 2))
    rows = {name for _, name, _ in found}
    assert rows == {f"2 players, {output}" for output in batches._OUTPUTS}
    assert {column for _, _, column in found} == {"1", "4"}
    assert len(found) == 2 * 5 * 2
    for (unit, name, column), rate in found.items():
        if unit == "decisions/s":
            cost = found["ns/decision", name, column]
            assert cost.values == pytest.approx([1e9 / value for value in rate.values])
            assert len(rate.values) == 2


def test_threads_are_1_2_4_and_so_on_up_to_all_cores() -> None:
    assert batches.thread_counts(1) == [1]
    assert batches.thread_counts(2) == [1, 2]
    assert batches.thread_counts(6) == [1, 2, 4, 6]
    assert batches.thread_counts(8) == [1, 2, 4, 8]


def test_threads_are_compared_with_one_of_the_same_output(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "available_cores", lambda: 3)
    monkeypatch.setattr(batches, "THREADED", (4, 6))
    asked: list[tuple[str, int, int]] = []

    def fake(num_games: int, num_players: int, output: str, num_threads: int) -> timing.Work:
        asked.append((output, num_games, num_threads))
        return lambda count: count

    def race(works: dict[tuple[str, int, str], timing.Work], repeats: int) -> object:
        factor = {"no observation": 100.0, "float32": 10.0}
        *shared, exchange = works
        rates = {
            (output, games, column): (factor[output] * games * int(column[0]) ** (1 / games),)
            * repeats
            for output, games, column in shared
        }
        return {**rates, exchange: (2e7,) * repeats}

    @contextmanager
    def separate(
        count: int, make: MakeWorks, names: Sequence[str]
    ) -> Iterator[Mapping[str, timing.Work]]:
        yield dict.fromkeys(names, lambda rounds: rounds)

    monkeypatch.setattr(batches, "_loaded", fake)
    monkeypatch.setattr(batches, "race", race)
    monkeypatch.setattr(batches, "processes", separate)
    found = by_place(batches.threads(2, 2))
    outputs = ("no observation", "float32")
    assert asked == [(o, games, n) for o in outputs for games in (4, 6) for n in (1, 2, 3)]
    for output, games in product(outputs, (4, 6)):
        row = f"2 players, {output}, {games}"
        assert found["times", row, "2 threads"].values == pytest.approx((2 ** (1 / games),) * 2)
        assert found["times", row, "3 threads"].values == pytest.approx((3 ** (1 / games),) * 2)
    assert found["decisions/s", "2 players, float32, 6", "1 thread"].values == (60.0, 60.0)
    processes = {place: each for place, each in found.items() if place[2] == "2 processes"}
    assert {name for _, name, _ in processes} == {f"2 players, {output}, 4" for output in outputs}
    for (unit, name, _), each in processes.items():
        assert each.values == found[unit, name, "2 threads"].values
    assert found["ns", "beside 2 players", ""].values == (50.0, 50.0)


def test_one_core_has_no_processes_to_compare_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "available_cores", lambda: 1)
    assert {each.column for each in batches.threads(2, 1)} == {"1 thread"}


def test_separate_processes_step_the_games_of_one_batch_in_all() -> None:
    works = batches._threaded(2, batches.GAMES // batches.SEPARATE)
    assert {name: work(3) for name, work in works.items()} == dict.fromkeys(
        ("no observation", "float32"), 3 * 2
    )


def test_threads_share_the_games_of_a_batch() -> None:
    assert batches.new_batch(4, 2, None, 2).num_threads == 2
    assert batches._loaded(4, 2, "float32", 2)(3) == 12


def test_a_copy_moves_the_bytes_of_a_step_to_other_arrays_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    copied: list[tuple[int, int, int]] = []

    def copyto(into: np.ndarray, source: np.ndarray) -> None:
        copied.append((id(into), id(source), into.nbytes))

    monkeypatch.setattr(np, "copyto", copyto)
    assert batches.copying(4, 2)(3) == 12
    assert sum(size for *_, size in copied) == 3 * 4 * (2863 * 4 + 971)
    assert len({array for pair in copied for array in pair[:2]}) == 12


def test_steps_are_given_in_multiples_of_the_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    made_up = {"np.copyto": (4e6, 2e6), "step": (1e6, 1e6), "step, out=": (5e5, 2e5)}
    monkeypatch.setattr(batches, "race", lambda works, _: {name: made_up[name] for name in works})
    found = by_place(batches.floor(2, 2))
    assert found["ns/decision", "2 players", "np.copyto"].values == pytest.approx((250, 500))
    assert found["times", "2 players", "step"].values == pytest.approx((4.0, 2.0))
    assert found["times", "2 players", "step, out="].values == pytest.approx((8.0, 10.0))
    assert ("times", "2 players", "np.copyto") not in found


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_both_batches_of_the_stages_play_the_same_games(num_players: int) -> None:
    blind, seeing = loaded(num_players, None), loaded(num_players, "float32")
    before = blind.records["decisions"].copy()
    seconds = batches.time_parts(blind, seeing, 30)
    assert seconds.shape == (len(batches.STAGES),)
    assert blind.records.tobytes() == seeing.records.tobytes()
    assert (blind.legal == seeing.legal)[:, 0].all()
    assert (blind.records["decisions"] != before).any()


def test_the_time_of_a_stage_is_what_its_calls_take(monkeypatch: pytest.MonkeyPatch) -> None:
    blind, seeing = loaded(2, None), loaded(2, "float32")
    # In the order of the calls: choose, check, bare step, legal, step with observations.
    made_up = iter([1.0, 2.0, 10.0, 3.0, 14.0] * 2)
    play = batches._seconds

    def seconds(work: object) -> float:
        play(work)  # type: ignore[arg-type]
        return next(made_up)

    monkeypatch.setattr(batches, "_seconds", seconds)
    found = dict(zip(batches.STAGES, batches.time_parts(blind, seeing, 2), strict=True))
    assert found == {"choose": 2, "check": 4, "apply": 14, "legal": 6, "observe": 8}


def test_the_shares_of_the_stages_sum_to_one_in_each_repeat() -> None:
    measured = batches.stages(2, 3)
    assert [each.column for each in measured] == list(batches.STAGES)
    sums = np.array([each.values for each in measured]).sum(axis=0)
    assert sums == pytest.approx(np.ones(3))


@pytest.mark.parametrize(("num_players", "size"), [(1, 2938), (2, 2863), (3, 3424), (4, 3985)])
def test_memory_is_that_of_one_game(num_players: int, size: int) -> None:
    found = {each.column: each.values for each in batches.memory(num_players)}
    assert found["record"] == (GAME.itemsize,)
    assert found["record"][0] <= 4096
    assert found["float32"] == (4 * size,)
    assert found["uint8"] == (size,)
    assert found["sparse"] == (3 * sparse_width(num_players) + 2,)
    assert size <= found["shown"][0] < size + GROUP
    assert found["mask"] == (971,)
    assert found["legal"] == (2 * 972,)
