"""The measurements of speed: that they measure, not how fast this machine is."""

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median
from types import SimpleNamespace

import numpy as np
import numpy.typing as npt
import pytest

from experiments.speed import batches, dataset_rates, searches, suite
from experiments.speed.encoding import observed_playouts
from experiments.speed.separate_processes import MakeWorks
from tests.speed.test_speed_tables import printed
from wistar_env import RatsOfWistar
from wistar_env.compiled import packs
from wistar_env.games.rats_of_wistar.rules.actions import LEGAL_SIZE, NUM_ACTIONS
from wistar_env.kit import random_games
from wistar_env.kit.common_fields import common_fields
from wistar_env.kit.vector.learner import LearnerBatch
from wistar_env.speed import timing
from wistar_env.speed.speed_tables import measure


@contextmanager
def in_this_process(
    count: int, make: MakeWorks, names: Sequence[str]
) -> Iterator[Mapping[str, timing.Work]]:
    """Yield the work of one process: others take seconds to start."""
    works = make()
    assert set(works) == set(names)
    yield works


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure in no time, with few games, and peers that do not exist."""
    monkeypatch.setattr(timing, "SECONDS", 0.001)
    monkeypatch.setattr(batches, "SIZES", (1, 4))
    monkeypatch.setattr(batches, "THREADED", (4,))
    monkeypatch.setattr(batches, "GAMES", 4)
    monkeypatch.setattr(batches, "processes", in_this_process)
    monkeypatch.setattr(suite, "GAMES", 4)
    monkeypatch.setattr(dataset_rates, "RECORDED", 2)
    monkeypatch.setattr(dataset_rates, "READ", 4)
    monkeypatch.setattr(searches, "GAMES", 2)
    monkeypatch.setattr(searches, "SIMULATIONS", 4)
    monkeypatch.setattr(searches, "ROLLOUTS", 4)
    monkeypatch.setattr(suite, "_PEERS", {"Chess by post": "no_such_game"})
    batches.positions.cache_clear()


@pytest.mark.usefixtures("_quick")
def test_everything_is_measured_once_and_printed_with_machine_and_versions(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(suite, "_start", lambda code="", **anew: 30.0 if anew else 0.5)
    monkeypatch.setattr(packs, "fitting", lambda: (None, ""))
    monkeypatch.setattr(batches, "available_cores", lambda: 2)
    monkeypatch.setattr(searches, "available_cores", lambda: 2)
    told: list[tuple[int, str]] = []
    wanted = suite.parts()
    measured = measure(wanted, 1, lambda done, label: told.append((done, label)))
    assert [done for done, _ in told] == list(range(len(wanted) + 1))
    assert (
        Counter((each.table, each.name, each.column) for each in measured).most_common(1)[0][1] == 1
    )
    assert all(value > 0 for each in measured if each.unit != "share" for value in each.values)
    text = printed(measured)
    for each in measured:
        assert each.table in text
        assert each.name in text
        assert each.column in text
    for players in ("solo", "2 players", "3 players", "4 players"):
        assert text.count(f"│ {players}") > 10
    assert "numba" in text
    assert f"{median(measured[0].values):,.0f}" in text
    assert "Chess by post is left out: No module named" in capsys.readouterr().err


@pytest.mark.usefixtures("_quick")
def test_every_table_fits_into_100_columns() -> None:
    measured = [
        replace(each, values=(8_765_432.0,) * 2 if each.unit.endswith("/s") else each.values * 2)
        for part in suite.parts(["core", "batch", "environments", "search"])
        for each in part.measure(1)
    ]
    assert max(map(len, printed(measured, 100).splitlines())) <= 100
    assert "…" not in printed(measured, 100)
    assert printed(measured, 100).count("\n") == printed(measured, 300).count("\n")


def test_only_the_wanted_sections_are_measured() -> None:
    assert {part.section for part in suite.parts()} == {*suite.SECTIONS}
    assert {part.section for part in suite.parts(["core", "starts"])} == {"core", "starts"}
    assert [part.label for part in suite.parts(["core"])] == [
        "core, solo",
        "core, 2 players",
        "core, 3 players",
        "core, 4 players",
    ]
    with pytest.raises(
        ValueError,
        match=r"'speed'; .* core, batch, environments, search, datasets, starts",
    ):
        suite.parts(["core", "speed"])


def test_what_cannot_be_made_is_left_out_with_a_line_on_stderr(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def broken() -> None:
        raise ImportError("no such module\nand more of it")

    assert suite.left_out("a part", broken) is None
    assert capsys.readouterr().err == "a part is left out: no such module\n"
    assert suite.left_out("a part", lambda: 3) == 3


@pytest.mark.usefixtures("_quick")
def test_a_missing_library_does_not_stop_the_other_measurements(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing() -> timing.Work:
        raise ModuleNotFoundError("No module named 'stable_baselines3'")

    learners = {"LearnerBatch": suite._learner, "make_sb3": missing}
    monkeypatch.setattr(suite, "_LEARNERS", learners)
    assert [each.name for each in suite.learner_rates(1)] == ["LearnerBatch"]
    assert "make_sb3 is left out: No module named 'stable" in capsys.readouterr().err


@pytest.mark.parametrize("name", [*suite._LEARNERS])
@pytest.mark.usefixtures("_quick")
def test_an_environment_is_stepped_as_often_as_reported(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "sb3" in name:
        pytest.importorskip("stable_baselines3")
    steps = []
    step_batch = LearnerBatch.step

    def counted(batch: LearnerBatch, actions: npt.ArrayLike, out: object = None) -> object:
        steps.append(len(batch))
        return step_batch(batch, actions, out)  # type: ignore[arg-type]

    monkeypatch.setattr(LearnerBatch, "step", counted)
    work = suite._LEARNERS[name]()
    assert sum(steps) >= 4 * 100
    steps.clear()
    assert work(7) == sum(steps) == 28


def test_a_start_is_measured_from_the_process_to_the_first_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, "NUMBA_DISABLE_JIT", "1")
    assert suite._start(WISTAR_CACHE_DIR=str(tmp_path)) > 0


@pytest.mark.parametrize(
    ("compile_anew", "packed", "caches"), [(True, False, 1), (True, True, 2), (False, True, 0)]
)
def test_an_empty_cache_is_compiled_into_only_if_wanted(
    compile_anew: bool, packed: bool, caches: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: list[str | None] = []
    pack = SimpleNamespace(names=lambda: ["a.b"], has={"a.b"}.__contains__)

    def start(code: str = "", **environment: str) -> float:
        cache = environment.get("WISTAR_CACHE_DIR")
        assert cache is None or not [*Path(cache).iterdir()]
        if code:
            return 1.0
        used.append(cache)
        return 2.0

    monkeypatch.setattr(packs, "fitting", lambda: (pack if packed else None, ""))
    monkeypatch.setattr(suite, "_start", start)
    (part,) = suite.parts(["starts"], compile_anew=compile_anew)
    measured = part.measure(3)
    assert len(measured) == 3 + caches
    assert measured[-1].values == (2.0, 2.0, 2.0)  # times of the imports
    assert len([cache for cache in used if cache is not None]) == caches
    assert used.count(None) == 1 + 3


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_observed_playouts_play_the_same_games_as_plain_ones(num_players: int) -> None:
    game = RatsOfWistar.new(num_players=num_players, level=4 if num_players == 1 else None)
    other = game.clone()
    rules = game.components.rules
    legal, mask = np.zeros(LEGAL_SIZE, np.int16), np.zeros(NUM_ACTIONS, np.int8)
    layout = game.layout
    counts, out = np.zeros(layout.size, np.uint8), np.zeros(layout.size, np.float32)
    scales = layout.limit.copy(), layout.scale.copy()
    plain = random_games.playouts(rules, common_fields(game.record), 0, 1, 3)
    seen = common_fields(other.record)
    observed = observed_playouts(rules, seen, 0, 1, 3, legal, *scales, counts, out, mask)
    assert plain == observed > 0
    assert game.record.tobytes() == other.record.tobytes()
    assert 0 < np.count_nonzero(out) < layout.size
    assert np.count_nonzero(mask) >= 1
