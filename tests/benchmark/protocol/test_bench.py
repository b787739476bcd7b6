"""Entries of the benchmark: their results, even if the run is interrupted."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.benchmark.protocol.runs import FIVE, GREEDY, trial
from wistar_env.benchmark.protocol.bench import Entrant, bench, budget_of, play_shard
from wistar_env.benchmark.protocol.entries import read_entry, status_of
from wistar_env.benchmark.protocol.task_numbers import numbers_of
from wistar_env.benchmark.protocol.tasks import PROTOCOL, SEED, TASKS, TRACKS
from wistar_env.benchmark.report import mean
from wistar_env.benchmark.results import read
from wistar_env.benchmark.run_shards import ShardNumber
from wistar_env.benchmark.work_units import OnProgress, Plan
from wistar_env.cli.benching import _print_entries
from wistar_env.errors import BotError, ResultsError
from wistar_env.kit.replays.shards import Shard

WISTAR, LAB_RATS = "network:wistar-1", "network:lab-rats-1"
#: The tasks of version 3: players, level, opponents, sets of cards, games, and those of searches.
PROTOCOL_3 = {
    "solo-5": (1, 5, (), 1, 1700, 300),
    "solo-7": (1, 7, (), 1, 1700, 300),
    "solo-9": (1, 9, (), 1, 1700, 300),
    "duel": (2, None, (WISTAR,), 1, 3400, 300),
    "duel-response": (2, None, ("network:wistar-1-response",), 1, 3400, 300),
    "duel-greedy": (2, None, ("greedy",), 1, 3400, 300),
    "three": (3, None, (WISTAR,) * 2, 1, 3300, 300),
    "four": (4, None, (WISTAR,) * 3, 1, 3000, 300),
    "mixed": (4, None, ("random", "greedy", WISTAR), 1, 3800, 300),
    "unseen-permuted": (1, 9, (), 100, 3000, 300),
    "unseen-generated": (1, 9, (), 100, 3000, 300),
    "unseen-words": (1, 9, (), 100, 3600, 300),
    "lab-rats-3": (3, None, ("careful", LAB_RATS), 1, 960, 120),
    "lab-rats-4": (4, None, ("careful", "careful", LAB_RATS), 1, 1280, 160),
    "lab-rats-5": (5, None, ("careful", "careful", LAB_RATS, LAB_RATS), 1, 1600, 200),
}


def test_the_tasks_are_those_of_version_3() -> None:
    """Any change to them requires version 4."""
    found = {
        task.name: (
            *(task.players, task.level, task.opponents, len(task.data)),
            *(
                task.deals_of(simulations) * len(task.data) * len(task.seatings)
                for simulations in (None, 100)
            ),
        )
        for task in TASKS.values()
    }
    assert found == PROTOCOL_3
    assert PROTOCOL == 3
    assert SEED == 3867869397621677394


@pytest.mark.parametrize("name", [*TASKS])
def test_a_bot_sits_in_every_seat_with_data_that_nobody_trains_with(name: str) -> None:
    task = TASKS[name]
    seats, automata = task.game_class.spec.seats_of(task.players)
    assert automata == (0 if task.opponents else 1)
    assert [seating.count(0) for seating in task.seatings] == [1] * len(task.seatings)
    if task.opponents:
        assert sorted(seating.index(0) for seating in task.seatings) == [*range(seats)]
    others = sorted(task.different_opponents.index(each) + 1 for each in task.opponents) or [1]
    assert all(sorted(seating) == [0, *others] for seating in task.seatings)
    assert all(data is None or int(data.rpartition(":")[2]) >= 900_500 for data in task.data)


def test_a_killed_run_goes_on_to_the_same_entry(tmp_path: Path) -> None:
    task = replace(TASKS["lab-rats-3"], deals=30)
    whole = bench(task, GREEDY, tmp_path / "whole", games=90)

    class KilledError(Exception):
        pass

    def kill(plan: Plan) -> OnProgress:
        def on_progress(done: int) -> None:
            if 0 < done < len(plan):
                raise KilledError

        return on_progress

    with pytest.raises(KilledError):
        bench(task, GREEDY, tmp_path / "killed", games=90, on_plan=kill)
    again = bench(task, GREEDY, tmp_path / "killed", games=90)
    assert whole.model_dump(exclude={"measured"}) == again.model_dump(exclude={"measured"})
    for name in ("lab-rats-3.npz", "lab-rats-3.jsonl"):
        files = [tmp_path / where / name for where in ("whole", "killed")]
        assert files[0].read_bytes() == files[1].read_bytes()


def test_numbers_are_those_of_the_games(tmp_path: Path) -> None:
    entry = trial(tmp_path, "duel", 6)
    header, games = read(tmp_path / "duel.jsonl")
    own = [game["seats"].index(0) for game in games]
    wins = [game["ranks"][seat] == 1 for game, seat in zip(games, own, strict=True)]
    margins = [
        game["scores"][seat] - game["scores"][1 - seat]
        for game, seat in zip(games, own, strict=True)
    ]
    assert entry.numbers.win_rate.value == pytest.approx(np.mean(wins))
    assert entry.numbers.margin.value == pytest.approx(np.mean(margins))
    assert entry.numbers.score.value == pytest.approx(
        np.mean([game["scores"][seat] for game, seat in zip(games, own, strict=True)])
    )
    assert read_entry(tmp_path / "duel.json") == entry
    assert entry.rules == header.rules
    assert entry.rules.startswith(f"{entry.rules_version} (")


def made_up(ranks: list[list[int]], players: list[list[int]]) -> Shard:
    """Return games that ended with these ranks; the first place has ten more points."""
    count = len(ranks)
    return Shard(
        seeds=np.zeros(count, np.uint64),
        lengths=np.zeros(count, np.int64),
        actions=np.zeros(0, np.int16),
        players=np.array(players, np.int16),
        scores=np.where(np.array(ranks) == 1, 30, 20).astype(np.int64),
        ranks=np.array(ranks, np.int16),
    )


def test_the_interval_is_over_deals_and_not_over_seats() -> None:
    """The first seat always wins, so all deals have the same mean, although single games differ."""
    task = TASKS["duel"]
    shard = made_up([[1, 2], [1, 2]] * 4, [[0, 1], [1, 0]] * 4)
    rate = numbers_of(task, 1, shard).win_rate
    assert (rate.value, rate.low, rate.high) == (0.5, 0.5, 0.5)
    assert numbers_of(task, 1, shard).margin.value == 0


@pytest.mark.parametrize(("place", "low", "high"), [(2, 0.0, 0.4899), (1, 0.5101, 1.0)])
def test_deals_without_a_win_or_a_loss_leave_the_rate_uncertain(
    place: int, low: float, high: float
) -> None:
    shard = made_up([[place, 3 - place], [3 - place, place]] * 4, [[0, 1], [1, 0]] * 4)
    rate = numbers_of(TASKS["duel"], 1, shard).win_rate
    assert rate.value == place % 2
    assert (rate.low, rate.high) == pytest.approx((low, high), abs=1e-3)


def test_a_shared_first_place_is_a_part_of_a_win() -> None:
    shard = made_up([[1, 1, 3]] * 6, [[0, 1, 1], [1, 0, 1], [1, 1, 0]] * 2)
    assert numbers_of(TASKS["lab-rats-3"], 1, shard).win_rate.value == pytest.approx(1 / 3)


def test_games_alone_have_the_interval_of_wilson() -> None:
    shard = made_up([[1, 2]] * 10, [[0, -1]] * 10)
    rate = numbers_of(TASKS["solo-9"], 1, shard).win_rate
    assert (rate.value, rate.high) == (1.0, 1.0)
    assert rate.low == pytest.approx(0.7224, abs=1e-3)


def test_a_learning_track_has_the_mean_of_five_runs(tmp_path: Path) -> None:
    entrant = Entrant(FIVE, "five", track="1M")
    entry = trial(tmp_path, "solo-5", 3, entrant)
    assert entry.games == 15
    assert entry.training_decisions == TRACKS["1M"].decisions == 1_000_000
    games = read(tmp_path / "solo-5.jsonl")[1]
    means = [np.mean([game["scores"][0] for game in games if game["bot"] == bot]) for bot in FIVE]
    score = entry.numbers.score
    assert score.value == pytest.approx(np.mean(means))
    assert score.high == pytest.approx(
        np.mean(means) + 2.776 * np.std(means, ddof=1) / 5**0.5, 1e-3
    )


@pytest.mark.parametrize("shape", ["normal", "uniform", "logistic"])
def test_the_interval_of_five_runs_covers_95_percent(shape: str) -> None:
    """The true mean of the simulated training runs is 0."""
    draw = np.random.default_rng(5)
    ends = (-1.0, 1.0) if shape == "uniform" else (0.0, 1.0)
    runs = getattr(draw, shape)(*ends, size=(4000, 5))
    covered = [found.low <= 0 <= found.high for found in map(mean, runs.tolist())]
    assert np.mean(covered) == pytest.approx(0.95, abs=0.015)


@pytest.mark.parametrize(
    ("bots", "track", "problem"),
    [
        (("greedy", "random"), "", "one bot .* found 2"),
        (("greedy",), "1M", "5 networks .* found 1"),
        (
            ("greedy",),
            "2M",
            "track must be one of 1M, 10M, 100M, solo-to-four, cards-to-words, found '2M'",
        ),
    ],
)
def test_an_entrant_is_one_bot_or_five_runs(
    bots: tuple[str, ...], track: str, problem: str
) -> None:
    with pytest.raises(ResultsError, match=problem):
        Entrant(bots, "them", track)


def test_a_budget_is_in_simulations_and_never_in_time() -> None:
    task = TASKS["solo-9"]
    assert budget_of(task, ["greedy"]) is None
    assert budget_of(task, ["mcts:simulations=40"]) == 40
    with pytest.raises(BotError, match="has a time limit"):
        budget_of(task, ["mcts:seconds=0.1"])
    with pytest.raises(BotError, match="simulations"):
        budget_of(task, ["mcts:simulations=40", "mcts:simulations=50"])


def test_a_trial_is_no_complete_entry(tmp_path: Path) -> None:
    entry = trial(tmp_path, "solo-9", 2)
    assert not entry.is_complete
    first_line = (tmp_path / "solo-9.json").read_text("utf-8").splitlines()[0]
    assert first_line == '{ "status": "incomplete: 2 of 1,700 games",'
    whole = entry.model_copy(update={"games": 1700})
    assert whole.is_complete
    assert not whole.model_copy(update={"seed": SEED + 1}).is_complete
    task = TASKS["solo-9"]
    assert status_of(task, 1700, 1, None, SEED) == status_of(task, 300, 1, 50, SEED) == "complete"
    assert status_of(task, 300, 1, None, SEED) == "incomplete: 300 of 1,700 games"
    assert status_of(task, 1700, 1, None, SEED + 1) == "complete, with the seed of a contest"


def test_the_share_of_unread_replies_is_in_the_entry_and_a_column(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    talking = trial(tmp_path, "solo-9", 2, Entrant(("solitary_bots:TalkingBot",), "talker"))
    assert talking.measured.unread_replies == 1 / 3
    assert read_entry(tmp_path / "solo-9.json") == talking
    silent = trial(tmp_path / "silent", "solo-9", 2)
    assert silent.measured.unread_replies is None
    _print_entries([talking, silent], "Entries")
    assert "unread" in (text := capsys.readouterr().out)
    assert text.count("33.3%") == 1
    _print_entries([silent], "Entries")
    assert "unread" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("entrant", "problem"),
    [
        (Entrant(("random",), "greedy"), "name must be the spec of the bundled bot, 'random'"),
        (
            Entrant(FIVE, "mcts", track="1M"),
            "name must not be the name of another bot, found 'mcts'",
        ),
        (Entrant(("random",), "random", training_decisions=5), "'random' has no network, found 5"),
    ],
)
def test_what_would_make_no_entry_is_rejected_before_any_game(
    entrant: Entrant, problem: str, tmp_path: Path
) -> None:
    with pytest.raises(ResultsError, match=problem):
        trial(tmp_path, "solo-9", 2, entrant)
    with pytest.raises(ResultsError, match=problem):
        play_shard(TASKS["solo-9"], entrant, tmp_path, ShardNumber(1, 2), games=2)
    assert not [*tmp_path.iterdir()]


def test_games_of_another_bot_in_the_folder_are_rejected(tmp_path: Path) -> None:
    trial(tmp_path, "solo-9", 2)
    with pytest.raises(ResultsError, match="contains another run"):
        trial(tmp_path, "solo-9", 2, Entrant(("random",), "random"))


def played_in_shards(task: str, count: int, folder: Path, games: int) -> list[Path]:
    return [
        play_shard(TASKS[task], GREEDY, folder, ShardNumber(number, count), games=games)
        for number in range(1, count + 1)
    ]


@pytest.mark.parametrize(("task", "count"), [("lab-rats-3", 2), ("unseen-permuted", 3)])
def test_shards_make_the_entry_of_one_run(task: str, count: int, tmp_path: Path) -> None:
    whole = trial(tmp_path / "whole", task, 78)
    files = played_in_shards(task, count, tmp_path / "parts", 78)
    assert [file.name for file in files] == [
        f"{task}-{number}-of-{count}.jsonl" for number in range(1, count + 1)
    ]
    merged = trial(tmp_path / "parts", task, 78)
    assert whole.model_dump(exclude={"measured"}) == merged.model_dump(exclude={"measured"})
    for name in (f"{task}.npz", f"{task}.jsonl"):
        both = [tmp_path / where / name for where in ("whole", "parts")]
        assert both[0].read_bytes() == both[1].read_bytes()


def test_shards_that_are_not_the_whole_task_are_rejected(tmp_path: Path) -> None:
    files = played_in_shards("lab-rats-3", 2, tmp_path, 78)
    with pytest.raises(ResultsError, match=r"78 games, .* 60"):
        trial(tmp_path, "lab-rats-3", 60)
    with pytest.raises(ResultsError, match="versions or settings that differ"):
        bench(TASKS["lab-rats-3"], Entrant(("random",), "random"), tmp_path, games=78)
    files[0].unlink()
    with pytest.raises(ResultsError, match="of 2 shards, some are missing: 1"):
        trial(tmp_path, "lab-rats-3", 78)
    assert not (tmp_path / "lab-rats-3.jsonl").exists()
