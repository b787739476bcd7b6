"""Rows are verified, and forged ones are found out."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.benchmark.protocol.runs import FIVE, changed_games, changed_row, trial
from wistar_env.benchmark.protocol import recorded, verification
from wistar_env.benchmark.protocol.bench import Entrant
from wistar_env.benchmark.protocol.recorded import Answers, Asking, Sample, share_of
from wistar_env.benchmark.protocol.task_numbers import Interval
from wistar_env.benchmark.protocol.task_rows import read_row
from wistar_env.benchmark.protocol.tasks import TASKS
from wistar_env.benchmark.protocol.verification import level_of, verify
from wistar_env.errors import ReplayError, ResultsError, TrustError
from wistar_env.kit.bots import Batch
from wistar_env.kit.replays.shards import Shard

SEARCH = "mcts:simulations=10"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rows of greedy in three tasks."""
    made = tmp_path_factory.mktemp("rows")
    trial(made, "solo-9", 4)
    trial(made, "duel", 4)
    trial(made, "lab-rats-3", 3)
    return made


@pytest.mark.parametrize("task", ["solo-9", "duel", "lab-rats-3"])
@pytest.mark.parametrize("ask_bot", [False, True])
def test_what_was_played_is_verified(folder: Path, task: str, ask_bot: bool) -> None:
    done: list[int] = []
    found = verify(folder / f"{task}.json", ask_bot=ask_bot, on_progress=done.append)
    assert done[-1] == found.row.games == (3 if task == "lab-rats-3" else 4)
    assert found.level == "reproduced"
    assert found.answers.asked == found.answers.decisions > 0


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


def test_a_bot_of_others_is_asked_on_request_only(tmp_path: Path) -> None:
    trial(tmp_path, "solo-9", 3, Entrant((FIVE[0],), "mine"))
    file = tmp_path / "solo-9.json"
    assert verify(file).level == "legal"
    with pytest.raises(TrustError, match="--trust solitary_bots:NthBot:1"):
        verify(file, ask_bot=True)
    trusted = ["solitary_bots:NthBot:1"]
    assert verify(file, ask_bot=True, trusted=trusted).level == "reproduced"
    bot = read_row(file).bots[0].model_copy(update={"fingerprint": "0" * 16})
    read_row(file).model_copy(update={"bots": [bot]}).write(file)
    assert verify(file).level == "legal"
    with pytest.raises(ResultsError, match=r"the fingerprint of 'solitary_bots:NthBot:1' is 0+"):
        verify(file, ask_bot=True, trusted=trusted)


def test_a_search_is_asked_for_a_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A part of the decisions that depends on the games, and none of them otherwise."""
    trial(tmp_path, "solo-9", 3, Entrant((SEARCH,), SEARCH))
    monkeypatch.setattr(recorded, "SAMPLED_SIMULATIONS", 1000)
    found = verify(tmp_path / "solo-9.json")
    assert found.level == level_of(found.row, found.answers.decisions) == "sampled"
    assert 40 < found.answers.asked < 200 < found.answers.decisions
    assert "the bot was asked again for" in str(found)
    everything = verify(tmp_path / "solo-9.json", ask_bot=True)
    assert everything.answers.asked == everything.answers.decisions == found.answers.decisions


def test_searching_opponents_are_asked_for_a_sample_and_others_for_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trial(tmp_path, "mixed", 4)
    monkeypatch.setattr(recorded, "SAMPLED_SIMULATIONS", 200 * 100)
    verified: list[Answers] = []
    monkeypatch.setattr(
        verification, "_check_answers", lambda file, bot, simulations, each: verified.append(each)
    )
    verify(tmp_path / "mixed.json")
    greedy, also_greedy, network, search = verified
    for each in (greedy, also_greedy, network):
        assert each.asked == each.decisions > 100
    assert 0 < search.asked < search.decisions / 2


def test_the_sample_follows_from_the_games() -> None:
    share = share_of(400, 10_000)
    assert share == 500_000 / 400 / 10_000
    one, other = (Sample(games, share) for games in ("a", "b"))
    chosen = [{seed for seed in range(10_000) if seed in sample} for sample in (one, one, other)]
    assert chosen[0] == chosen[1] != chosen[2]
    assert len(chosen[0]) == pytest.approx(1250, abs=150)
    assert share_of(None, 10_000) == share_of(400, 10) == 1
    assert share_of(10, 10_000) == 0.5


@pytest.fixture(scope="module")
def searched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A row of a search, and one of greedy."""
    made = tmp_path_factory.mktemp("searched")
    trial(made, "solo-9", 2, Entrant((SEARCH,), SEARCH))
    trial(made, "solo-5", 2)
    return made


@pytest.mark.parametrize(("different", "excused"), [(3, True), (4, False)])
def test_a_search_may_decide_one_of_two_hundred_otherwise(
    searched: Path, monkeypatch: pytest.MonkeyPatch, different: int, excused: bool
) -> None:
    """Its values are sums of floating-point numbers; a bot without search repeats everything."""
    ask, told = Asking.act, [0]

    def act(self: Asking, batch: Batch) -> list[int]:
        actions = ask(self, batch)
        told[0] += 1
        if told[0] <= different:
            self._answers.different.append(0)
        return actions

    monkeypatch.setattr(Asking, "act", act)
    if excused:
        assert len(verify(searched / "solo-9.json").answers.different) == different
    else:
        with pytest.raises(ResultsError, match=f"at most 3 of .* found {different}, the first"):
            verify(searched / "solo-9.json")
    told[0] = 0
    with pytest.raises(ResultsError, match=f"at most 0 of .* found {different}, the first"):
        verify(searched / "solo-5.json")


def test_a_row_without_its_games_is_refused(folder: Path, tmp_path: Path) -> None:
    file = changed_games(folder, tmp_path, "lab-rats-3")
    file.with_suffix(".npz").unlink()
    with pytest.raises(ResultsError, match=r"its games, .* are not in its folder"):
        verify(file)


@pytest.mark.parametrize("name", ["", "a | b", "a\nb", "<b>", "[a](b)", "x" * 81])
def test_a_name_that_breaks_the_table_is_refused(folder: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(ResultsError, match="name must be 1 to 80 printable characters"):
        read_row(changed_row(folder / "lab-rats-3.json", tmp_path, name=name))
    with pytest.raises(ResultsError, match="name must be"):
        Entrant(("greedy",), name)


def test_rules_that_replayed_all_games_are_written_into_the_row(
    folder: Path, tmp_path: Path
) -> None:
    file = changed_games(folder, tmp_path, "lab-rats-3")
    played = read_row(file)
    old = {"rules": f"{played.rules_version} ({'0' * 16})"}
    played.model_copy(update=old).write(file)
    assert verify(file).row != played
    assert verify(file, update_rules=True).row == read_row(file) == played
    wrong = played.model_copy(update={**old, "games_hash": "0" * 64})
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
        ("[]", "it is not a JSON object"),
        ('{"protocol": 1}', "of version 2 of the protocol, found 1"),
        ('{"protocol": 2}', "status: Field required"),
    ],
)
def test_a_file_that_is_no_row_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "row.json"
    file.write_text(text, "utf-8")
    with pytest.raises(ResultsError, match=problem):
        verify(file)
