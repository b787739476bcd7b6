"""Replays that a run saves: which games, their names and contents, and resumed runs."""

from pathlib import Path
from typing import Any

import pytest

from tests.benchmark.runs import FIRST, play
from wistar_env import RatsOfWistar
from wistar_env.benchmark import arena, ladder
from wistar_env.benchmark.replays import file_word
from wistar_env.benchmark.work_units import Plan
from wistar_env.kit.replays import Replay

NETWORK = "network"


def ladder_of(*bots: str, **settings: Any) -> Plan:
    return ladder.plan(bots, **{"levels": [2], "games": 4, "seed": 7, "batch": 2, **settings})


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


def test_the_first_games_of_each_bot_and_level_are_kept(tmp_path: Path) -> None:
    plan = ladder_of(FIRST, NETWORK, levels=[0, 9]).with_replays(tmp_path / "kept", 3)
    rows = play(plan, tmp_path / "x.jsonl")
    words = {FIRST: file_word(FIRST), NETWORK: file_word(NETWORK)}
    names = {
        f"{words[bot]}-level{level}-game{k}.jsonl": (bot, level, k)
        for bot in words
        for level in (0, 9)
        for k in range(3)
    }
    assert contents(tmp_path / "kept").keys() == names.keys()
    by_key = {(row["bot"], row["level"], row["game"]): row for row in rows}
    for name, key in names.items():
        replay = Replay.load(tmp_path / "kept" / name)
        row, game = by_key[key], replay.resume()
        assert replay.players == (key[0],)
        assert (replay.seed, game.level, len(replay.actions)) == (
            row["seed"],
            key[1],
            row["decisions"],
        )
        assert game.scores()[0]["total"] == row["score"]
        assert bool(replay.explanations) == (key[0] == NETWORK)


def test_rows_are_the_same_whether_games_are_kept_or_not(tmp_path: Path) -> None:
    plan = ladder_of("random", "flat:rollouts=4", NETWORK, games=3)
    bare, saving = tmp_path / "bare.jsonl", tmp_path / "saving.jsonl"
    play(plan, bare)
    play(plan.with_replays(tmp_path / "kept", 2), saving)
    assert bare.read_bytes() == saving.read_bytes()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_that_is_taken_up_again_keeps_the_same_games(tmp_path: Path, workers: int) -> None:
    plan = ladder_of("random", NETWORK)
    play(plan.with_replays(tmp_path / "whole", 3), tmp_path / "whole.jsonl")
    play(plan, tmp_path / "x.jsonl")
    play(plan.with_replays(tmp_path / "kept", 1), tmp_path / "x.jsonl")
    played = play(plan.with_replays(tmp_path / "kept", 3), tmp_path / "x.jsonl", workers)
    assert len(played) == 8
    assert contents(tmp_path / "kept") == contents(tmp_path / "whole")
    assert (tmp_path / "x.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


def test_an_arena_keeps_all_rotations_of_every_table(tmp_path: Path) -> None:
    plan = arena.plan(
        RatsOfWistar, ["random", FIRST, "greedy"], games=2, seed=7, batch=2, players=2
    )
    rows = play(plan.with_replays(tmp_path / "kept", 1), tmp_path / "x.jsonl")
    bots = ("random", FIRST, "greedy")
    kept = [Replay.load(file) for file in (tmp_path / "kept").iterdir()]
    expected = {
        (tuple(bots[k] for k in row["seats"]), tuple(row["scores"]))
        for row in rows
        if row["game"] == 0
    }
    found = {
        (replay.players, tuple(score["total"] for score in replay.resume().scores()))
        for replay in kept
    }
    assert len(kept) == 6
    assert found == expected


def test_the_same_bot_in_both_seats_has_a_file_for_each_rotation(tmp_path: Path) -> None:
    plan = arena.plan(RatsOfWistar, ["random", "random"], games=1, seed=7, batch=2)
    play(plan.with_replays(tmp_path / "kept", 1), tmp_path / "x.jsonl")
    assert len(contents(tmp_path / "kept")) == 2


def test_names_of_files_tell_bots_apart_and_hold_nothing_odd() -> None:
    specs = ["greedy", "a.b:C:x=1", "a.b:C:x=/1", "a.b:C:" + "y" * 90, "a.b:C:" + "y" * 91]
    words = [file_word(spec) for spec in specs]
    assert len({*words}) == len(specs)
    assert words[0] == "greedy"
    assert all(len(word) < 50 and not {*word} & {*"/:\\ *?"} for word in words)
