"""Shards of a run, played by different machines, and their results as those of one run."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.kit.nim import Nim
from wistar_env.benchmark import arena, ladder, opponent_ladder
from wistar_env.benchmark.results import Results
from wistar_env.benchmark.run_shards import ShardNumber, merge, shard_of, write
from wistar_env.benchmark.work_units import Plan, run
from wistar_env.errors import ResultsError
from wistar_env.games.lab_rats import LabRats

FIRST = "solitary_bots:FirstBot"
MOODY = "solitary_bots:MoodyBot"
NIM = "tests.kit.nim:Nim"


def play(plan: Plan, path: Path) -> Path:
    with Results.open(path, plan.header, plan.key_of) as results:
        run(plan, results, workers=1, on_progress=lambda games: None)
    return path


def shards(plan: Plan, count: int, games: int, folder: Path) -> list[Path]:
    numbers = [ShardNumber(number, count) for number in range(1, count + 1)]
    return [
        play(shard_of(plan, shard, games), shard.file_of(folder / "x.jsonl")) for shard in numbers
    ]


#: Bots of theirs outside of the registry.
TRUSTED = [FIRST, MOODY]


def levels_plan() -> Plan:
    return ladder.plan(["random", FIRST], levels=[0, 9], games=5, seed=3, batch=2)


def opponents_plan() -> Plan:
    return opponent_ladder.plan(
        LabRats, ["random"], opponents=["random"], players=3, games=5, seed=3, batch=2
    )


def arena_plan() -> Plan:
    return arena.plan(Nim, [FIRST, MOODY, "random"], players=2, games=5, seed=3, batch=2)


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize(
    ("planned", "game"), [(levels_plan, None), (opponents_plan, None), (arena_plan, NIM)]
)
def test_merged_shards_are_the_file_of_one_run_byte_for_byte(
    planned: Callable[[], Plan], game: str | None, count: int, tmp_path: Path
) -> None:
    plan = planned()
    whole = play(plan, tmp_path / "whole.jsonl")
    files = shards(plan, count, 5, tmp_path)
    again, rows, games = merge(files[::-1], game=game, trusted=TRUSTED)
    assert games == 5
    write(again, rows, tmp_path / "merged.jsonl")
    assert (tmp_path / "merged.jsonl").read_bytes() == whole.read_bytes()


def test_every_unit_is_in_one_shard() -> None:
    plan = levels_plan()
    parts = [shard_of(plan, ShardNumber(number, 5), 5).units for number in range(1, 6)]
    assert sorted(map(len, parts)) == [2, 2, 2, 3, 3]
    units = [(unit.bots, unit.options["level"], unit.games) for part in parts for unit in part]
    assert len({repr(unit) for unit in units}) == len(plan.units) == len(units)


def test_more_shards_than_units_are_rejected() -> None:
    with pytest.raises(ResultsError, match=r"12 work units, .* 13 shards"):
        shard_of(levels_plan(), ShardNumber(1, 13), 5)


@pytest.mark.parametrize(
    "text", ["0/3", "4/3", "x", "1", "1/0", "-1/3", "1/3/5", "1 /3", "²/3", ""]
)
def test_what_is_no_shard_is_rejected_with_what_is(text: str) -> None:
    with pytest.raises(ValueError, match="i/n with i from 1 to n") as rejected:
        ShardNumber.parse(text)
    assert repr(text) in str(rejected.value)


def cut(file: Path, lines: int) -> None:
    text = file.read_text("utf-8").splitlines(keepends=True)
    file.write_text("".join(text[:lines]), "utf-8")


def changed(file: Path, **settings: object) -> None:
    header, *rows = file.read_text("utf-8").splitlines(keepends=True)
    found = json.loads(header)
    found["settings"].update(settings)
    file.write_text(f"{json.dumps(found)}\n" + "".join(rows), "utf-8")


def test_what_is_no_whole_run_is_rejected_with_the_file(tmp_path: Path) -> None:
    plan = arena_plan()
    files = shards(plan, 3, 5, tmp_path)

    def rejected(given: Sequence[Path]) -> str:
        with pytest.raises(ResultsError) as error:
            merge(given, game=NIM, trusted=TRUSTED)
        return str(error.value)

    assert rejected(files[:2]) == "of 3 shards, some are missing: 3"
    assert rejected([*files, files[0]]) == f"{files[0]} is shard 1/3, which is also in {files[0]}"
    assert "is not a shard of a run" in rejected([play(plan, tmp_path / "whole.jsonl")])
    (tmp_path / "other").mkdir()
    others = shards(
        arena.plan(Nim, [FIRST, MOODY], games=5, seed=4, batch=2), 3, 5, tmp_path / "other"
    )
    assert f"{others[1]} belongs to a different run than {files[0]} (" in rejected(
        [files[0], *others[1:]]
    )
    (tmp_path / "two").mkdir()
    two = shards(plan, 2, 5, tmp_path / "two")
    assert "all shards must split the run in the same way" in rejected([files[0], two[1]])
    cut(files[1], 3)
    assert f"{files[1]} is not finished: " in rejected(files)
    changed(files[1], seed="sealed 0123456789abcdef")
    assert f"{files[1]} is not finished" in rejected(files)


def test_a_shard_that_was_killed_is_resumed_to_the_same_file(tmp_path: Path) -> None:
    plan = shard_of(levels_plan(), ShardNumber(2, 3), 5)
    file = play(plan, tmp_path / "x.jsonl")
    whole = file.read_bytes()
    cut(file, 3)
    assert play(plan, file).read_bytes() == whole
    with pytest.raises(ResultsError, match="contains another run"):
        play(shard_of(levels_plan(), ShardNumber(3, 3), 5), file)


def test_results_of_bots_that_are_others_now_are_rejected(tmp_path: Path) -> None:
    files = shards(arena_plan(), 2, 5, tmp_path)
    for file in files:
        changed(file, bots=[[FIRST, "0" * 16], [MOODY, "1" * 16], ["random", "2" * 16]])
    with pytest.raises(ResultsError, match="versions or settings that differ"):
        merge(files, game=NIM, trusted=TRUSTED)
    for file in files:
        changed(file, bots="nobody")
    with pytest.raises(ResultsError, match="lacks a setting, or has an invalid one"):
        merge(files, game=NIM, trusted=TRUSTED)


def test_bots_of_another_game_than_the_ladder_s_are_rejected(tmp_path: Path) -> None:
    """Careful is a bot of Lab Rats; in Rats of Wistar this would be a class of a module."""
    (file,) = shards(ladder.plan(["random"], levels=[0], games=1, seed=3, batch=1), 1, 1, tmp_path)
    changed(file, game="lab-rats", bots={"careful:Thing": "0" * 16})
    with pytest.raises(ResultsError, match=r"header .*: 'opponents'"):
        merge([file])
