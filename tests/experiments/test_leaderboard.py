"""The leaderboard: the page has the rows of the repository, and their games are verified."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from experiments import leaderboard, leaderboard_rows
from experiments.leaderboard import (
    PAGE,
    ROWS,
    Line,
    lines_in,
    rows_in,
    tables_of,
    task_table,
    totals_table,
)
from experiments.leaderboard_rows import make, wanted
from experiments.leaderboard_totals import ONE, ZERO
from tests.benchmark.protocol.runs import FIVE, GREEDY, trial
from tests.docs import ROOT
from website.doc_tables import written
from wistar_env.benchmark.protocol import bench, task_rows, verification
from wistar_env.benchmark.protocol.bench import Entrant, budget_of
from wistar_env.benchmark.protocol.claims import check_claims
from wistar_env.benchmark.protocol.seals import make_seal, reveal
from wistar_env.benchmark.protocol.task_rows import games_of, read_row
from wistar_env.benchmark.protocol.tasks import TASKS, Task
from wistar_env.benchmark.protocol.verification import level_of, verify
from wistar_env.errors import ResultsError
from wistar_env.kit.replays.shards import Shard

FILES = sorted((ROOT / ROWS).rglob("*.json"))
#: Some rows of all kinds of bots; ``make leaderboard`` has all. Card sets take half a minute.
PUBLISHED = [
    ROOT / ROWS / f"{name}.json"
    for name in (
        "network/solo-9",
        "mcts-simulations-100/duel",
        "greedy/mixed",
        "flat-rollouts-10/lab-rats-3",
        "stable-baselines3/solo-5",
    )
]


def name_of(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


@pytest.mark.filterwarnings("ignore:the network .* was trained with other data")
@pytest.mark.parametrize("file", PUBLISHED, ids=name_of)
def test_published_games_are_verified(file: Path) -> None:
    """The first ones of each row; ``make leaderboard`` replays all of them."""
    found = verify(file, most_units=1)
    assert found.row.is_complete
    assert found.level == level_of(found.row, len(Shard.load(games_of(file)).actions))


def test_the_page_has_the_rows_of_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    lines = [*lines_in(ROWS, replayed=False)]
    assert len(lines) == len(FILES)
    text = PAGE.read_text("utf-8")
    assert written(text, tables_of(lines)) == text, (
        "python -m experiments.leaderboard --no-replay writes it"
    )


def test_the_best_bot_stands_first_and_says_how_it_was_verified(tmp_path: Path) -> None:
    row = trial(tmp_path, "solo-9", 2)
    best = row.numbers.margin.model_copy(update={"value": 9.0, "low": None, "high": None})
    better = row.model_copy(
        update={
            "name": "better",
            "simulations": 4000,
            "training_decisions": 20_000_000,
            "numbers": row.numbers.model_copy(update={"margin": best}),
        }
    )
    file = PAGE.parent / "leaderboard" / "x" / "solo-9.json"
    lines = [Line(row, file, "reproduced"), Line(better, file, "sealed, legal")]
    table = task_table("solo-9", lines).splitlines()
    assert table[2].startswith("| better (greedy) | 4,000 | 20 M | 9.0 | ")
    assert "| sealed, legal |" in table[2]
    assert table[3].startswith("| greedy |  |  | ")
    assert "| reproduced |" in table[3]
    assert task_table("duel", lines) == "No rows yet."
    assert len(tables_of(lines)) == len(TASKS) + 2


def test_a_track_shows_its_specs(tmp_path: Path) -> None:
    row = trial(tmp_path, "solo-9", 2, Entrant(FIVE, "five", track="1M"))
    line = Line(row, PAGE.parent / "leaderboard" / "x" / "solo-9.json", "legal")
    assert f"| five ({FIVE[0]} and 4 more) |" in task_table("solo-9", [line])


def test_a_trial_is_no_row_of_the_leaderboard(tmp_path: Path) -> None:
    trial(tmp_path, "solo-9", 2)
    assert not read_row(tmp_path / "solo-9.json").is_complete
    with pytest.raises(ResultsError, match="is incomplete: 2 of 500 games; the leaderboard has"):
        list(lines_in(tmp_path))


@pytest.fixture
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> Task:
    """A task of two games, so that whole rows are quick."""
    task = replace(TASKS["solo-9"], deals=2)
    small = {**TASKS, "solo-9": task}
    for module in (leaderboard, task_rows, verification, bench):
        monkeypatch.setattr(module, "TASKS", small)
    return task


def test_another_seed_is_refused_unless_it_is_sealed(small_tasks: Task, tmp_path: Path) -> None:
    public, secret = make_seal(tmp_path, "cup")
    seed = int(json.loads(secret.read_text("utf-8"))["seed"])
    bench.bench(small_tasks, GREEDY, tmp_path / "greedy", seed=seed)
    secret.rename(tmp_path.parent / secret.name)
    with pytest.raises(ResultsError, match="is complete, with the seed of a contest; the leader"):
        rows_in(tmp_path)
    reveal((tmp_path.parent / secret.name).rename(secret))
    secret.unlink()
    assert public.exists()
    assert [line.level for line in lines_in(tmp_path, replayed=False)] == ["sealed, reproduced"]


def test_a_row_without_games_or_with_those_of_another_is_refused(
    small_tasks: Task, tmp_path: Path
) -> None:
    bench.bench(small_tasks, GREEDY, tmp_path / "greedy")
    assert len(rows_in(tmp_path)) == 1
    copied = shutil.copytree(tmp_path / "greedy", tmp_path / "mine")
    with pytest.raises(ResultsError, match=r"has the games of .*, found 2 of 2"):
        rows_in(tmp_path)
    (copied / "solo-9.npz").unlink()
    with pytest.raises(ResultsError, match=r"its games, solo-9\.npz, are not in its folder"):
        rows_in(tmp_path)


def test_a_board_without_rows_is_a_page(tmp_path: Path) -> None:
    assert not [*lines_in(tmp_path / "none")]
    assert {write() for write in tables_of([]).values()} == {"No rows yet."}


@pytest.fixture
def two_tasks(monkeypatch: pytest.MonkeyPatch) -> dict[str, Task]:
    """A game of two tasks with two games each, so that a board is quick."""
    small = {name: replace(TASKS[name], deals=2) for name in ("solo-5", "solo-9")}
    for module in (leaderboard, leaderboard_rows, task_rows, verification, bench):
        monkeypatch.setattr(module, "TASKS", small)
    return small


def test_a_bot_has_a_total_once_it_has_every_task(
    two_tasks: dict[str, Task], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaderboard, "ONE", "greedy")
    tasks = [*two_tasks.values()]
    for bot in ("random", "greedy"):
        for task in tasks:
            bench.bench(task, Entrant((bot,), bot), tmp_path / bot)
    bench.bench(tasks[0], Entrant((FIVE[0],), "mine"), tmp_path / "mine")
    lines = [*lines_in(tmp_path, replayed=False)]
    best, worst = totals_table("rats-of-wistar", lines).splitlines()[2:]
    assert best.startswith("| greedy |  |  | 1.00 (")
    assert worst.startswith("| random |  |  | 0.00 (")
    without = [line for line in lines if line.row.name != "random"]
    assert totals_table("rats-of-wistar", without) == "No rows yet."
    assert totals_table("lab-rats", lines) == "No rows yet."


@pytest.mark.usefixtures("two_tasks")
def test_rows_are_made_once_and_trials_are_not_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaderboard_rows, "PLAYED", tmp_path / "played")
    trained: list[tuple[str, ...]] = []

    def train(name: str, *words: str) -> int:
        trained.append(words)
        return 0

    monkeypatch.setattr(leaderboard_rows, "run_module", train)
    random = [row for row in wanted() if row.bot == "random"]
    assert [row.task.name for row in random] == ["solo-5", "solo-9"]
    make(random, tmp_path / "rows", games=1)
    assert not (tmp_path / "rows").exists()
    make(random, tmp_path / "rows")
    files = sorted(file.name for file in (tmp_path / "rows" / "random").iterdir())
    assert files == ["solo-5.json", "solo-5.npz", "solo-9.json", "solo-9.npz"]
    assert len([*lines_in(tmp_path / "rows", replayed=False)]) == 2
    monkeypatch.setattr(leaderboard_rows, "bench", lambda *given, **more: 1 / 0)
    make(random, tmp_path / "rows")
    assert not trained
    (first, _) = [row for row in wanted() if row.training]
    with pytest.raises(ZeroDivisionError):
        make([first], tmp_path / "rows")
    assert trained[0][:2] == ("train", "sb3")
    assert trained[0][-2:] == ("--options", "level=5-9")
    assert first.entrant.bots[0].endswith("/sb3-1/network.npz")


def test_every_task_has_rows_of_six_bots() -> None:
    """Bots that come with the package, and a network of Stable-Baselines3."""
    rows = [*wanted()]
    assert len({(row.folder, row.task.name) for row in rows}) == len(rows)
    for task in TASKS:
        bots = [row.bot for row in rows if row.task.name == task]
        assert len(bots) >= 6
        assert {ZERO, ONE} < {*bots}


def test_a_row_may_have_the_name_of_every_bot_that_is_wanted() -> None:
    for row in wanted():
        entrant = row.entrant
        check_claims(
            row.task,
            entrant.name,
            entrant.bots,
            track=entrant.track,
            simulations=budget_of(row.task, entrant.bots),
            training_decisions=entrant.training_decisions,
        )
