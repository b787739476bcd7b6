"""The ladder against Rat-o-bot."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.benchmark.runs import FIRST, MOODY, play
from wistar_env import RatsOfWistar
from wistar_env.benchmark import BotError, ladder
from wistar_env.benchmark.results import read
from wistar_env.benchmark.work_units import Plan, batches_of, game_seed


def plan(bots: Sequence[str] = ("random",), **settings: Any) -> Plan:
    return ladder.plan(bots, **{"levels": [2], "games": 2, "seed": 7, "batch": 2, **settings})


def test_every_bot_plays_the_same_games_on_every_level(tmp_path: Path) -> None:
    rows = play(plan(["random", FIRST], levels=[0, 9], games=1), tmp_path / "x.jsonl")
    assert [(row["bot"], row["level"], row["seed"]) for row in rows] == [
        (bot, level, game_seed(7, 0)) for bot in ("random", FIRST) for level in (0, 9)
    ]
    assert [sum(row["tracks"]) for row in rows] == [0, 9, 0, 9]


def test_a_row_is_the_game_that_its_seed_and_level_give(tmp_path: Path) -> None:
    (row,) = play(plan([FIRST], games=1), tmp_path / "x.jsonl")
    game = RatsOfWistar.new(num_players=1, level=2, seed=row["seed"])
    decisions = 0
    while not game.finished:
        game.step(int(game.legal_actions()[0]))
        decisions += 1
    own, other = game.scores()
    assert row["tracks"] == list(game.tracks or ())
    assert (row["score"], row["opponent"]) == (own.pop("total"), other.pop("total"))
    assert (row["breakdown"], row["opponent_breakdown"]) == (own, other)
    assert row["won"] == (game.winner() == 0)
    assert row["decisions"] == decisions


def test_blocks_hold_all_games_once_whatever_their_size() -> None:
    assert batches_of(games=5, batch=2) == [range(2), range(2, 4), range(4, 5)]
    assert len(plan(games=5, batch=2, levels=[0, 1])) == 10


def test_a_finished_ladder_plays_nothing_again(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    play(plan([FIRST]), path)
    before = path.read_bytes()
    counts: list[int] = []
    play(plan([FIRST]), path, on_progress=counts.append)
    assert counts == [2]
    assert path.read_bytes() == before


def test_a_run_of_more_games_goes_on_with_those_that_are_there(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    counts: list[int] = []
    few, many = (plan([FIRST, "random"], levels=[0, 2], games=games) for games in (3, 7))
    first = play(few, path)
    before = path.read_bytes()
    rows = play(many, path, on_progress=counts.append)
    assert counts[0] == 12
    assert counts[-1] == 28
    assert path.read_bytes().startswith(before)
    assert rows == play(many, tmp_path / "at_once.jsonl")
    assert play(few, path) == first


def test_a_run_of_fewer_games_is_the_beginning_of_one_of_more(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    rows = play(plan([FIRST], levels=[0, 2], games=4), path)
    whole = path.read_bytes()
    assert play(plan([FIRST], levels=[0, 2], games=2), path) == rows[:2] + rows[4:6]
    assert path.read_bytes() == whole


ALTERED: dict[str, tuple[object, str]] = {
    "bot": ("greedy", "of bot 'greedy' at level 2"),
    "level": (3, "of bot 'random' at level 3"),
    "game": (1, "game 1 must have the seed"),
    "seed": (5, "game 0 must have the seed .*, found 5"),
    "won": (1, "won: Input should be a valid boolean, found 1"),
    "score": (41.5, "score: "),
    "more": (1, "more: "),
}


@pytest.mark.parametrize("field", ALTERED)
def test_a_row_of_another_ladder_is_rejected(field: str, tmp_path: Path) -> None:
    one = plan(games=1)
    (row,) = play(one, tmp_path / "x.jsonl")
    value, message = ALTERED[field]
    assert one.key_of(row) == ("random", 2, 0)
    with pytest.raises(ValueError, match=message):
        one.key_of({**row, field: value})
    del row["decisions"]
    with pytest.raises(ValueError, match="decisions: Field required"):
        one.key_of(row)


def test_worker_processes_give_the_same_file_as_one_process(tmp_path: Path) -> None:
    two_blocks = plan([MOODY], games=2, batch=1)
    play(two_blocks, tmp_path / "one.jsonl")
    play(two_blocks, tmp_path / "two.jsonl", workers=2)
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


def test_progress_counts_the_games_that_are_saved(tmp_path: Path) -> None:
    counts: list[int] = []
    play(plan([FIRST], games=3), tmp_path / "x.jsonl", on_progress=counts.append)
    assert counts == [0, 2, 3]


def test_the_header_names_bots_and_settings(tmp_path: Path) -> None:
    settings = plan([FIRST], levels=[0, 3]).header.settings
    assert settings["bots"].keys() == {FIRST}
    assert (settings["levels"], settings["batch"], settings["seed"]) == ([0, 3], 2, 7)
    play(plan([FIRST]), tmp_path / "x.jsonl")
    assert read(tmp_path / "x.jsonl")[0] == plan([FIRST]).header


@pytest.mark.parametrize("options", [{"level": 3}, {"tracks": [1, 1, 1]}])
def test_options_that_decide_the_level_are_rejected(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        plan([FIRST], options=options)


def test_unknown_options_are_rejected() -> None:
    with pytest.raises(ValueError, match="mice"):
        plan([FIRST], options={"mice": 3})


def test_a_bot_that_is_named_twice_is_rejected() -> None:
    with pytest.raises(BotError, match=r"found '.*' twice"):
        plan(["random", "random"])


def test_an_error_in_a_worker_process_reaches_the_user(tmp_path: Path) -> None:
    broken = plan(["solitary_bots:BrokenBot"], games=2, batch=1)
    with pytest.raises(BotError, match="my model is gone"):
        play(broken, tmp_path / "x.jsonl", workers=2)
