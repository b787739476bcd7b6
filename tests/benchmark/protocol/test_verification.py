"""Rows are verified, and forged ones are found out."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.benchmark.protocol.runs import changed_games, trial
from wistar_env.benchmark.protocol.bench import Entrant
from wistar_env.benchmark.protocol.task_rows import Interval, read_row
from wistar_env.benchmark.protocol.tasks import TASKS
from wistar_env.benchmark.protocol.verification import verify
from wistar_env.errors import ReplayError, ResultsError, WistarError
from wistar_env.kit.replays.shards import Shard


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rows of greedy in three tasks."""
    made = tmp_path_factory.mktemp("rows")
    trial(made, "solo-9", 4)
    trial(made, "duel", 4)
    trial(made, "lab-rats", 3)
    return made


@pytest.mark.parametrize("task", ["solo-9", "duel", "lab-rats"])
@pytest.mark.parametrize("ask_bot", [False, True])
def test_what_was_played_is_verified(folder: Path, task: str, ask_bot: bool) -> None:
    done: list[int] = []
    row = verify(folder / f"{task}.json", ask_bot=ask_bot, on_progress=done.append)
    assert done[-1] == row.games == (3 if task == "lab-rats" else 4)


def another_action(folder: Path, task: str, decision_of: int) -> np.ndarray[Any, Any]:
    """Return the actions of a row, one of a player in the first game changed to another legal."""
    shard = Shard.load(folder / f"{task}.npz")
    game = TASKS[task].game_class.new(
        num_players=TASKS[task].players,
        seed=int(shard.seeds[0]),
        options=TASKS[task].options,
    )
    actions = shard.actions.copy()
    for k in range(int(shard.lengths[0])):
        others = [each for each in game.legal_actions() if each != actions[k]]
        if k > 10 and shard.players[0, game.seat] == decision_of and others:
            actions[k] = others[0]
            return actions
        game.step(int(actions[k]))
    raise AssertionError("no such decision")


def test_an_opponent_that_played_another_action_is_found_out(folder: Path, tmp_path: Path) -> None:
    file = changed_games(folder, tmp_path, "duel", actions=another_action(folder, "duel", 1))
    with pytest.raises(ReplayError, match="game"):
        verify(file)


def test_a_changed_action_of_the_bot_leads_elsewhere(folder: Path, tmp_path: Path) -> None:
    file = changed_games(folder, tmp_path, "solo-9", actions=another_action(folder, "solo-9", 0))
    with pytest.raises(ReplayError):
        verify(file)


@pytest.mark.parametrize("name", ["scores", "ranks", "seeds", "players"])
def test_changed_results_are_found_out(folder: Path, tmp_path: Path, name: str) -> None:
    changed = vars(Shard.load(folder / "duel.npz"))[name].copy()
    changed.flat[0] += 1
    with pytest.raises(ReplayError, match="game 0"):
        verify(changed_games(folder, tmp_path, "duel", **{name: changed}))


def test_games_cannot_be_left_out_or_chosen(folder: Path, tmp_path: Path) -> None:
    shard = Shard.load(folder / "duel.npz")
    kept = {name: array[1:] for name, array in vars(shard).items() if name != "actions"}
    file = changed_games(
        folder, tmp_path, "duel", actions=shard.actions[int(shard.lengths[0]) :], **kept
    )
    with pytest.raises(ResultsError, match="games is 4, found 3"):
        verify(file)
    read_row(file).model_copy(update={"games": 3}).save(tmp_path)
    with pytest.raises(ResultsError, match="must be a multiple of 2 up to 1000, found 3"):
        verify(file)


@pytest.mark.parametrize(
    ("update", "problem"),
    [
        ({"games_hash": "0" * 64}, "games_hash is 0+, found"),
        ({"rules_version": 99}, "rules_version is 99, found 3"),
        ({"rules": "2 (00)"}, "rules are 2 .00., but rules_version is 3"),
        ({"data": {"bundled": "00"}}, "data is"),
        ({"seed": 5}, "game 0 is not game 0 of duel"),
        ({"opponent": None}, "the opponent of duel is 'network:players2'"),
    ],
)
def test_a_row_that_says_something_else_is_refused(
    folder: Path, tmp_path: Path, update: dict[str, Any], problem: str
) -> None:
    file = changed_games(folder, tmp_path, "duel")
    read_row(file).model_copy(update=update).save(tmp_path)
    with pytest.raises(WistarError, match=problem):
        verify(file)


def test_a_bot_that_is_asked_has_the_simulations_of_the_row(folder: Path, tmp_path: Path) -> None:
    file = changed_games(folder, tmp_path, "lab-rats")
    read_row(file).model_copy(update={"simulations": 400}).save(tmp_path)
    with pytest.raises(ResultsError, match="simulations is 400, found None"):
        verify(file, ask_bot=True)


def test_a_row_without_its_games_is_refused(folder: Path, tmp_path: Path) -> None:
    file = changed_games(folder, tmp_path, "lab-rats")
    file.with_suffix(".npz").unlink()
    with pytest.raises(ResultsError, match=r"its games, .* are not in its folder"):
        verify(file)


@pytest.mark.parametrize("name", ["", "a | b", "a\nb", "<b>", "[a](b)", "x" * 81])
def test_a_name_that_breaks_the_table_is_refused(folder: Path, tmp_path: Path, name: str) -> None:
    row = read_row(folder / "lab-rats.json").model_copy(update={"name": name})
    with pytest.raises(ResultsError, match="name must be 1 to 80 printable characters"):
        read_row(row.save(tmp_path))
    with pytest.raises(ResultsError, match="name must be"):
        Entrant(("greedy",), name)


def test_rules_that_replayed_all_games_are_written_into_the_row(
    folder: Path, tmp_path: Path
) -> None:
    file = changed_games(folder, tmp_path, "lab-rats")
    played = read_row(file)
    played.model_copy(update={"rules": ""}).write(file)
    assert verify(file, update_rules=True) == read_row(file) == played
    wrong = played.model_copy(update={"rules": "", "games_hash": "00"})
    wrong.write(file)
    with pytest.raises(ResultsError, match="games_hash"):
        verify(file, update_rules=True)
    assert read_row(file) == wrong


@pytest.mark.parametrize("name", ["win_rate", "score", "margin"])
@pytest.mark.parametrize("end", ["value", "low", "high"])
def test_a_number_that_is_not_that_of_the_games_is_found_out(
    folder: Path, tmp_path: Path, name: str, end: str
) -> None:
    file = changed_games(folder, tmp_path, "duel")
    row = read_row(file)
    interval: Interval = getattr(row.numbers, name).model_copy(update={end: 0.4321})
    numbers = row.numbers.model_copy(update={name: interval})
    row.model_copy(update={"numbers": numbers}).save(tmp_path)
    with pytest.raises(ResultsError, match=rf"{name}\.{end} is 0.4321, found"):
        verify(file)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is not a row of the benchmark"),
        ("[]", "must be a row of version 1 of the protocol, found None"),
        ('{"protocol": 2}', "must be a row of version 1 of the protocol, found 2"),
        ('{"protocol": 1}', "task: Field required"),
    ],
)
def test_a_file_that_is_no_row_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "row.json"
    file.write_text(text, "utf-8")
    with pytest.raises(ResultsError, match=problem):
        verify(file)
