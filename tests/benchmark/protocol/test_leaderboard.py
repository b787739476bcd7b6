"""The leaderboard: the page has the rows of the repository, and their games are verified."""

from pathlib import Path

import pytest

from tests.benchmark.protocol.runs import trial
from tests.docs import ROOT
from wistar_env.benchmark.protocol.leaderboard import (
    PAGE,
    ROWS,
    Line,
    lines_in,
    tables_of,
    task_table,
)
from wistar_env.benchmark.protocol.task_rows import read_row
from wistar_env.benchmark.protocol.tasks import TASKS
from wistar_env.benchmark.protocol.verification import verify
from wistar_env.errors import ResultsError
from wistar_env.text.doc_tables import written

FILES = sorted((ROOT / ROWS).rglob("*.json"))
#: Without those whose card sets take half a minute to generate; ``make leaderboard`` has all.
PUBLISHED = [
    file
    for file in FILES
    if file.with_suffix(".npz").exists() and file.stem not in {"unseen-generated", "unseen-words"}
]


def name_of(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


@pytest.mark.parametrize("file", PUBLISHED, ids=name_of)
def test_published_games_are_verified(file: Path) -> None:
    """The first ones of each row; ``make leaderboard`` replays all of them."""
    assert verify(file, most_units=1).is_complete


def test_a_published_search_would_play_the_same_again() -> None:
    """Its spec says how it played, whatever the defaults of search are now."""
    assert verify(ROOT / ROWS / "mcts-solo" / "solo-9.json", ask_bot=True, most_units=1).is_complete


def test_the_page_has_the_rows_of_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    lines = [*lines_in(ROWS, replayed=False)]
    assert len(lines) == len(FILES)
    text = PAGE.read_text("utf-8")
    assert written(text, tables_of(lines)) == text, (
        "python -m wistar_env.benchmark.protocol.leaderboard --no-replay writes it"
    )


def test_the_best_bot_stands_first_and_says_whether_it_was_verified(tmp_path: Path) -> None:
    row = trial(tmp_path, "solo-9", 2)
    best = row.numbers.win_rate.model_copy(update={"value": 0.9, "low": None, "high": None})
    better = row.model_copy(
        update={
            "name": "better",
            "simulations": 4000,
            "training_decisions": 20_000_000,
            "numbers": row.numbers.model_copy(update={"win_rate": best}),
        }
    )
    file = PAGE.parent / "leaderboard" / "x" / "solo-9.json"
    lines = [Line(row, file, True), Line(better, file, False)]
    table = task_table("solo-9", lines).splitlines()
    assert table[2].startswith("| better | 4,000 | 20 M | 90.0% | ")
    assert "not published" in table[2]
    assert table[3].startswith("| greedy |  |  | ")
    assert "verified" in table[3]
    assert task_table("duel", lines) == "No rows yet."
    assert len(tables_of(lines)) == len(TASKS)


def test_a_trial_is_no_row_of_the_leaderboard(tmp_path: Path) -> None:
    trial(tmp_path, "solo-9", 2)
    assert not read_row(tmp_path / "solo-9.json").is_complete
    with pytest.raises(ResultsError, match="has not all games of solo-9"):
        list(lines_in(tmp_path))


def test_a_row_without_a_fingerprint_of_the_rules_is_refused(tmp_path: Path) -> None:
    row = read_row(FILES[0])
    row.model_copy(update={"rules": ""}).save(tmp_path)
    with pytest.raises(ResultsError, match="wistar bench verify --update-rules"):
        list(lines_in(tmp_path))
