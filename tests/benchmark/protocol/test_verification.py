"""Verification accepts honest entries and rejects forged ones."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.benchmark.protocol.runs import FIVE, changed_entry, changed_games, trial
from wistar_env import RatsOfWistar
from wistar_env.benchmark.protocol import recorded
from wistar_env.benchmark.protocol.bench import Entrant
from wistar_env.benchmark.protocol.entries import read_entry
from wistar_env.benchmark.protocol.recorded import (
    Answers,
    Asking,
    Sample,
    hash_of_games,
    share_of,
)
from wistar_env.benchmark.protocol.task_numbers import Interval, numbers_of
from wistar_env.benchmark.protocol.tasks import TASKS
from wistar_env.benchmark.protocol.verification import level_of, verify
from wistar_env.errors import ReplayError, ResultsError, TrustError
from wistar_env.explanations import Explanation, Option
from wistar_env.kit.bots import Batch, View
from wistar_env.kit.replays.shards import Shard

SEARCH = "mcts:simulations=10"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The entries of greedy in three tasks."""
    made = tmp_path_factory.mktemp("entries")
    trial(made, "solo-9", 4)
    trial(made, "duel", 4)
    trial(made, "lab-rats-3", 3)
    return made


@pytest.mark.parametrize("task", ["solo-9", "duel", "lab-rats-3"])
@pytest.mark.parametrize("rerun_bots", [False, True])
def test_what_was_played_is_verified(folder: Path, task: str, rerun_bots: bool) -> None:
    done: list[int] = []
    found = verify(folder / f"{task}.json", rerun_bots=rerun_bots, on_progress=done.append)
    assert done[-1] == found.entry.games == (3 if task == "lab-rats-3" else 4)
    assert found.level == "reproduced"
    assert found.answers.asked == found.answers.decisions > 0


def another_action(folder: Path, task: str, decision_of: int) -> np.ndarray[Any, Any]:
    """Return an entry's actions, with one replaced by another legal action."""
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
    with pytest.raises(ResultsError, match="games must be 3"):
        verify(file)


def test_a_bot_of_others_is_asked_on_request_only(tmp_path: Path) -> None:
    trial(tmp_path, "solo-9", 3, Entrant((FIVE[0],), "mine"))
    file = tmp_path / "solo-9.json"
    assert verify(file).level == "legal"
    with pytest.raises(TrustError, match="--trust solitary_bots:NthBot:1"):
        verify(file, rerun_bots=True)
    trusted = ["solitary_bots:NthBot:1"]
    assert verify(file, rerun_bots=True, trusted=trusted).level == "reproduced"
    bot = read_entry(file).bots[0].model_copy(update={"fingerprint": "0" * 16})
    read_entry(file).model_copy(update={"bots": [bot]}).write(file)
    assert verify(file).level == "legal"
    with pytest.raises(ResultsError, match=r"'solitary_bots:NthBot:1' must be .* found 0+"):
        verify(file, rerun_bots=True, trusted=trusted)


def test_a_search_is_asked_for_a_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sample depends on the games; without re-running bots, no decision is sampled."""
    trial(tmp_path, "solo-9", 3, Entrant((SEARCH,), SEARCH))
    monkeypatch.setattr(recorded, "SAMPLED_SIMULATIONS", 1000)
    found = verify(tmp_path / "solo-9.json")
    assert found.level == level_of(found.entry, found.answers.decisions) == "sampled"
    assert 40 < found.answers.asked < 200 < found.answers.decisions
    assert not found.answers.excused
    assert "the bot was re-run for" in str(found)
    everything = verify(tmp_path / "solo-9.json", rerun_bots=True)
    assert everything.answers.asked == everything.answers.decisions == found.answers.decisions


def test_the_sample_follows_from_the_games() -> None:
    share = share_of(400, 10_000)
    assert share == 500_000 / 400 / 10_000
    one, other = (Sample(games, share) for games in ("a", "b"))
    chosen = [{seed for seed in range(10_000) if seed in sample} for sample in (one, one, other)]
    assert chosen[0] == chosen[1] != chosen[2]
    assert len(chosen[0]) == pytest.approx(1250, abs=150)
    assert share_of(None, 10_000) == share_of(400, 10) == 1
    assert share_of(10, 10_000) == 0.5


def test_the_sample_follows_from_actions_and_not_from_bytes(folder: Path) -> None:
    """Otherwise repacking a file could change the sample."""
    shard = Shard.load(folder / "solo-9.npz")
    assert hash_of_games(shard) == hash_of_games(Shard.load(folder / "solo-9.npz"))
    other = shard.actions.copy()
    other[-1] += 1
    assert hash_of_games(shard) != hash_of_games(Shard(**{**vars(shard), "actions": other}))


class Hesitant:
    """A search with given values of two actions, which chooses the first."""

    def __init__(self, *options: Option) -> None:
        self.options = options

    def reset(self, seed: int) -> None:
        """Forget nothing."""

    def act(self, batch: Batch) -> list[int]:
        """Return the first action."""
        return [self.options[0].action] * len(batch)

    def explain(self, batch: Batch) -> list[Explanation]:
        """Return the same with all options."""
        return [Explanation(self.options[0].action, options=self.options)] * len(batch)


@pytest.mark.parametrize(
    ("visits", "value", "excused"),
    [
        (5, 0.5, True),
        (5, 0.5 + 1e-9, True),
        (5, 0.51, False),
        (4, 0.5, False),
        (5, None, False),
        (None, None, False),
    ],
)
def test_a_search_is_excused_only_between_equal_actions(
    visits: int | None, value: float | None, excused: bool
) -> None:
    """So no entry can cheat in one decision per game, which would gain seven VP."""
    game = RatsOfWistar.new(seed=3)
    chosen, recorded = game.legal_actions()[:2].tolist()
    bot = Hesitant(Option(chosen, None, 5, 0.5), Option(recorded, None, visits, value))
    answers = Answers()
    asking = Asking({7: (0, recorded)}, answers, bot, "hesitant", Sample("", 1.0))
    assert asking.act(Batch((View(game, game.seat),), np.array([7]))) == [recorded]
    assert answers.excused == excused
    assert answers.different == ([] if excused else [0])


def test_a_search_must_repeat_its_decisions(tmp_path: Path) -> None:
    """One decision of a game is changed, and the results are recomputed."""
    entry = trial(tmp_path, "solo-9", 1, Entrant((SEARCH,), SEARCH))
    shard = Shard.load(tmp_path / "solo-9.npz")
    task, changed = TASKS["solo-9"], shard.actions.tolist()
    game = task.game_class.new(num_players=1, seed=int(shard.seeds[0]), options=task.options)
    for k, action in enumerate(changed):
        others = [each for each in game.legal_actions().tolist() if each != action]
        if k > 50 and others:
            game.step(others[0])
            del changed[k:]
            changed.append(others[0])
            break
        game.step(action)
    while not game.finished:
        changed.append(int(game.legal_actions()[0]))
        game.step(changed[-1])
    total = game.spec.score_columns[game.spec.scores.total_column]
    arrays = {
        "actions": np.array(changed, np.int16),
        "lengths": np.array([len(changed)]),
        "scores": np.array([[score[total] for score in game.scores()]]),
        "ranks": np.array([game.ranks()], np.int16),
    }
    file = changed_games(tmp_path, tmp_path / "forged", "solo-9", **arrays)
    found = numbers_of(task, 1, Shard.load(file.with_suffix(".npz")))
    read_entry(file).model_copy(update={"numbers": found}).save(file.parent)
    assert entry.games == 1
    with pytest.raises(ResultsError, match="'mcts:simulations=10'"):
        verify(file)


def test_an_entry_without_its_games_is_rejected(folder: Path, tmp_path: Path) -> None:
    file = changed_games(folder, tmp_path, "lab-rats-3")
    file.with_suffix(".npz").unlink()
    with pytest.raises(ResultsError, match="its games, "):
        verify(file)


@pytest.mark.parametrize(
    "name",
    [
        *("", "a | b", "a\nb", "<b>", "[a](b)", "x" * 81, "a b", "@channel", "n\u0435twork"),
        *("gree\u0301dy", "\uff47reedy", "https://example.org", "WWW.example.org", "*best*", "a\n"),
    ],
)
def test_a_name_that_looks_like_something_else_is_rejected(
    folder: Path, tmp_path: Path, name: str
) -> None:
    with pytest.raises(ResultsError, match=r"name .* 1 to 80"):
        read_entry(changed_entry(folder / "lab-rats-3.json", tmp_path, name=name))
    with pytest.raises(ResultsError, match="name must consist of 1 to 80"):
        Entrant(("greedy",), name)


def test_rules_that_replayed_all_games_are_written_into_the_entry(
    folder: Path, tmp_path: Path
) -> None:
    file = changed_games(folder, tmp_path, "lab-rats-3")
    played = read_entry(file)
    old = {"rules": f"{played.rules_version} ({'0' * 16})"}
    played.model_copy(update=old).write(file)
    assert verify(file).entry != played
    assert verify(file, update_rules=True).entry == read_entry(file) == played
    wrong = played.model_copy(update={**old, "games_hash": "0" * 64})
    wrong.write(file)
    with pytest.raises(ResultsError, match="games_hash"):
        verify(file, update_rules=True)
    assert read_entry(file) == wrong


@pytest.mark.parametrize("name", ["win_rate", "score", "margin"])
@pytest.mark.parametrize("end", ["value", "low", "high"])
def test_a_number_that_is_not_that_of_the_games_is_found_out(
    folder: Path, tmp_path: Path, name: str, end: str
) -> None:
    file = changed_games(folder, tmp_path, "duel")
    entry = read_entry(file)
    interval: Interval = getattr(entry.numbers, name).model_copy(update={end: 0.4321})
    numbers = entry.numbers.model_copy(update={name: interval})
    entry.model_copy(update={"numbers": numbers}).save(tmp_path)
    with pytest.raises(ResultsError, match=rf"{name}\.{end} must be .* found 0.4321"):
        verify(file)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is not an entry of the benchmark"),
        ("[]", "the text is not a JSON object"),
        ('{"protocol": 2}', "of version 3 of the protocol, found 2"),
        ('{"protocol": 3}', "status: Field required"),
    ],
)
def test_a_file_that_is_no_entry_is_rejected(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "entry.json"
    file.write_text(text, "utf-8")
    with pytest.raises(ResultsError, match=problem):
        verify(file)
