"""The leaderboard: the page has the entries of the repository, and their games are verified."""

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from experiments import leaderboard, leaderboard_entries
from experiments.leaderboard import (
    ENTRIES,
    PAGE,
    Line,
    contests_table,
    entries_in,
    lines_in,
    tables_of,
    tasks_table,
    totals_table,
)
from experiments.leaderboard_entries import make, wanted
from tests.benchmark.protocol.runs import FIVE, GREEDY, trial
from tests.docs import ROOT
from website.doc_tables import kept, written
from wistar_env.benchmark.protocol import bench, copies, entries, verification
from wistar_env.benchmark.protocol.bench import Entrant, budget_of
from wistar_env.benchmark.protocol.claims import check_claims
from wistar_env.benchmark.protocol.entries import games_of, read_entry
from wistar_env.benchmark.protocol.seals import make_seal, reveal
from wistar_env.benchmark.protocol.tasks import ONE, TASKS, ZERO, Task
from wistar_env.benchmark.protocol.verification import level_of, verify
from wistar_env.errors import ResultsError
from wistar_env.kit.game import GameSpec
from wistar_env.kit.networks import bundled, defaults
from wistar_env.kit.networks.loading import load_shared
from wistar_env.kit.replays.shards import Shard

FILES = sorted((ROOT / ENTRIES).rglob("*.json"))
#: Some entries for all kinds of bots; ``make leaderboard`` verifies all (card sets take 30 s).
PUBLISHED = [
    ROOT / ENTRIES / f"{name}.json"
    for name in (
        "network-wistar-1/solo-9",
        "random/duel-response",
        "greedy/duel",
        "careful/lab-rats-3",
    )
]


NONE = "No entries yet."


def name_of(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


@pytest.mark.filterwarnings("ignore:the network .* was trained with other data")
@pytest.mark.parametrize("file", PUBLISHED, ids=name_of)
def test_published_games_are_verified(file: Path) -> None:
    """Some games of each entry; ``python -m experiments.leaderboard`` replays all games."""
    found = verify(file, share=0.001)
    assert found.entry.is_complete
    assert found.level == level_of(found.entry, len(Shard.load(games_of(file)).actions))


def test_a_changed_network_voids_its_own_entries_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One weight of the shipped network is changed in its last digit."""
    network = load_shared("wistar")
    weights = network.parameters["policy_bias"]
    weights[0] = np.nextafter(weights[0], np.float32(9))
    network.save(tmp_path / "wistar.npz")
    shipped = bundled.file_of

    def file_of(spec: GameSpec, name: str) -> Path:
        return tmp_path / "wistar.npz" if name == "wistar" else shipped(spec, name)

    monkeypatch.setattr(defaults, "file_of", file_of)
    for bot in ("random", "network-wistar-1"):
        verify(ROOT / ENTRIES / bot / "duel.json", share=0.001)
    with pytest.raises(ResultsError, match=r"the fingerprint of 'network' must be"):
        verify(ROOT / ENTRIES / "network" / "duel.json", share=0.001)


def test_the_page_has_the_entries_of_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    lines = [*lines_in(ENTRIES, share=0)]
    assert len(lines) == len(FILES)
    text = PAGE.read_text("utf-8")
    assert written(text, {**kept(text), **tables_of(lines)}) == text, (
        "python -m experiments.leaderboard --share 0 writes it"
    )


def test_the_best_bot_stands_first_and_says_how_it_was_verified(tmp_path: Path) -> None:
    entry = trial(tmp_path, "solo-9", 2)
    best = entry.numbers.margin.model_copy(update={"value": 9.0, "low": None, "high": None})
    better = entry.model_copy(
        update={
            "name": "better",
            "simulations": 4000,
            "training_decisions": 20_000_000,
            "numbers": entry.numbers.model_copy(update={"margin": best}),
        }
    )
    file = PAGE.parent / "leaderboard" / "x" / "solo-9.json"
    lines = [Line(entry, file, "reproduced"), Line(better, file, "legal")]
    table = tasks_table("rats-of-wistar", lines).splitlines()
    bot = "[better (greedy), 4,000 simulations](leaderboard/x/solo-9.json), trained 20 M"
    assert table[2].startswith(f"| solo-9 | {bot} | 9.0 | ")
    assert "| legal |" in table[2]
    assert table[3].startswith("| solo-9 | [greedy](leaderboard/x/solo-9.json) | ")
    assert "| reproduced |" in table[3]
    assert tasks_table("lab-rats", lines) == NONE
    contest = [Line(entry, file, "reproduced", "cup"), Line(better, file, "legal", "cup")]
    assert tasks_table("rats-of-wistar", contest) == NONE
    assert totals_table("rats-of-wistar", contest) == NONE
    found = contests_table([*contest, *lines]).splitlines()
    assert [line.split(" | ")[:3] for line in found[2:]] == [
        ["| cup", "solo-9", bot],
        ["| cup", "solo-9", "[greedy](leaderboard/x/solo-9.json)"],
    ]


def test_a_track_shows_its_number_of_runs(tmp_path: Path) -> None:
    entry = trial(tmp_path, "solo-9", 2, Entrant(FIVE, "five", track="1M"))
    line = Line(entry, PAGE.parent / "leaderboard" / "x" / "solo-9.json", "legal")
    assert "| [five (5 runs)]" in tasks_table("rats-of-wistar", [line])


def test_a_trial_is_no_entry_of_the_leaderboard(tmp_path: Path) -> None:
    trial(tmp_path, "solo-9", 2)
    assert not read_entry(tmp_path / "solo-9.json").is_complete
    with pytest.raises(ResultsError, match="2 of 1,700 games"):
        list(lines_in(tmp_path))


@pytest.fixture
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> Task:
    """A task of two games, so that whole entries are quick."""
    task = replace(TASKS["solo-9"], deals=2)
    small = {**TASKS, "solo-9": task}
    for module in (leaderboard, entries, verification, bench, copies):
        monkeypatch.setattr(module, "TASKS", small)
    return task


def committed(folder: Path, message: str) -> None:
    """Commit everything in a folder."""
    author = ["-c", "user.name=Organizer", "-c", "user.email=organizer@example.org"]
    for words in (["init", "-q"], ["add", "-A"], [*author, "commit", "-q", "-m", message]):
        subprocess.run(["git", "-C", str(folder), *words], check=True)


@pytest.fixture
def contest(tmp_path: Path) -> tuple[Path, Path]:
    """The folder of a leaderboard with a seal that is committed, and its secret."""
    board = tmp_path / "board"
    _, secret = make_seal(board / "seals", "cup")
    kept = secret.rename(tmp_path / secret.name)
    committed(board, "Seal the seed")
    return board, kept


def played(board: Path, secret: Path, task: Task) -> None:
    """Play the games of a contest, and reveal its seed."""
    seed = int(json.loads(secret.read_text("utf-8"))["seed"])
    bench.bench(task, GREEDY, board / "greedy", seed=seed)


def revealed(board: Path, secret: Path) -> None:
    """Write the secret into the seal."""
    there = shutil.copy(secret, board / "seals")
    reveal(Path(there))
    Path(there).unlink()


def test_an_entry_counts_as_sealed_after_its_seal(
    small_tasks: Task, contest: tuple[Path, Path]
) -> None:
    board, secret = contest
    played(board, secret, small_tasks)
    with pytest.raises(ResultsError, match=r"complete, .* contest"):
        entries_in(board)
    revealed(board, secret)
    assert [(line.contest, line.level) for line in lines_in(board, share=0)] == [
        ("cup", "reproduced")
    ]
    committed(board, "Publish the entries")
    assert [line.contest for line in lines_in(board, share=0)] == ["cup"]


def test_nobody_seals_a_seed_that_was_chosen_before(small_tasks: Task, tmp_path: Path) -> None:
    """In any folder, and in any order of commits."""
    board = tmp_path / "board"
    _, secret = make_seal(board / "seals", "cup")
    kept = secret.rename(tmp_path / secret.name)
    played(board, kept, small_tasks)
    revealed(board, kept)
    with pytest.raises(ResultsError, match="no Git history"):
        entries_in(board)
    committed(board, "Publish everything")
    with pytest.raises(ResultsError, match=r"solo-9\.npz .* after .*cup\.seal\.json"):
        entries_in(board)
    own = (board / "seals").rename(board / "greedy" / "seals")
    with pytest.raises(ResultsError, match=r"seals .*board/seals"):
        entries_in(board)
    assert own.exists()


def test_a_seal_is_the_one_that_was_committed(
    small_tasks: Task, contest: tuple[Path, Path], tmp_path: Path
) -> None:
    board, _ = contest
    public, other = make_seal(tmp_path / "other", "cup")
    public.replace(board / "seals" / public.name)
    played(board, other, small_tasks)
    revealed(board, other)
    with pytest.raises(ResultsError, match="the same commitment"):
        entries_in(board)


def test_names_differ_in_more_than_their_case(small_tasks: Task, tmp_path: Path) -> None:
    for k, name in ((1, "mine"), (2, "MINE")):
        bench.bench(small_tasks, Entrant((FIVE[k],), name), tmp_path / str(k))
    with pytest.raises(ResultsError, match="MINE must differ from the name"):
        entries_in(tmp_path)


def test_an_entry_without_games_or_with_those_of_another_is_rejected(
    small_tasks: Task, tmp_path: Path
) -> None:
    bench.bench(small_tasks, GREEDY, tmp_path / "greedy")
    assert len(entries_in(tmp_path)) == 1
    copied = shutil.copytree(tmp_path / "greedy", tmp_path / "mine")
    entry = read_entry(copied / "solo-9.json")
    bot = entry.bots[0].model_copy(update={"spec": FIVE[0]})
    entry.model_copy(update={"name": "mine", "bots": [bot]}).save(copied)
    with pytest.raises(ResultsError, match="2 of 2"):
        entries_in(tmp_path)
    (copied / "solo-9.npz").unlink()
    with pytest.raises(ResultsError, match=r"its games, solo-9\.npz"):
        entries_in(tmp_path)


def test_a_board_without_entries_is_a_page(tmp_path: Path) -> None:
    assert not [*lines_in(tmp_path / "none")]
    assert {write() for write in tables_of([]).values()} == {"No entries yet."}


@pytest.fixture
def two_tasks(monkeypatch: pytest.MonkeyPatch) -> dict[str, Task]:
    """A game of two tasks with two games each, so that a board is quick."""
    small = {name: replace(TASKS[name], deals=2) for name in ("solo-5", "solo-9")}
    for module in (leaderboard, leaderboard_entries, entries, verification, bench, copies):
        monkeypatch.setattr(module, "TASKS", small)
    return small


def test_a_bot_has_a_total_once_it_has_every_task(
    two_tasks: dict[str, Task], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaderboard, "ONE", {"rats-of-wistar": "greedy"})
    tasks = [*two_tasks.values()]
    for bot in ("random", "greedy"):
        for task in tasks:
            bench.bench(task, Entrant((bot,), bot), tmp_path / bot)
    bench.bench(tasks[0], Entrant((FIVE[0],), "mine"), tmp_path / "mine")
    lines = [*lines_in(tmp_path, share=0)]
    best, worst = totals_table("rats-of-wistar", lines).splitlines()[2:]
    assert best.startswith("| greedy | 1.00 (")
    assert worst.startswith("| random | 0.00 (")
    without = [line for line in lines if line.entry.name != "random"]
    assert totals_table("rats-of-wistar", without) == "No entries yet."
    assert totals_table("lab-rats", lines) == "No entries yet."


@pytest.mark.usefixtures("two_tasks")
def test_entries_are_made_once_and_trials_are_not_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaderboard_entries, "PLAYED", tmp_path / "played")
    random = [entry for entry in wanted() if entry.bot == "random"]
    assert [entry.task.name for entry in random] == ["solo-5", "solo-9"]
    make(random, tmp_path / "entries", games=1)
    assert not (tmp_path / "entries").exists()
    make(random, tmp_path / "entries")
    files = sorted(file.name for file in (tmp_path / "entries" / "random").iterdir())
    assert files == ["solo-5.json", "solo-5.npz", "solo-9.json", "solo-9.npz"]
    assert len([*lines_in(tmp_path / "entries", share=0)]) == 2
    monkeypatch.setattr(leaderboard_entries, "bench", lambda *given, **more: 1 / 0)
    make(random, tmp_path / "entries")


def test_every_task_has_entries_of_the_same_bots() -> None:
    entries = [*wanted()]
    assert len({(entry.folder, entry.task.name) for entry in entries}) == len(entries)
    for task in TASKS:
        bots = [entry.bot for entry in entries if entry.task.name == task]
        assert len(bots) == 5
        assert {ZERO, ONE[TASKS[task].game]} < {*bots}


def test_an_entry_may_have_the_name_of_every_bot_that_is_wanted() -> None:
    for entry in wanted():
        entrant = Entrant((entry.bot,), entry.bot)
        check_claims(
            entry.task,
            entrant.name,
            entrant.bots,
            track=entrant.track,
            simulations=budget_of(entry.task, entrant.bots),
            training_decisions=entrant.training_decisions,
        )
