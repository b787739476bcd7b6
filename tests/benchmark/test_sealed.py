"""While bots play, no file of their run contains a seed; afterwards the files contain all seeds."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.benchmark import runs
from tests.benchmark.bots import FirstBot
from wistar_env import RatsOfWistar
from wistar_env.benchmark import Batch, arena, game_seed, ladder
from wistar_env.benchmark.ratings import rate, save_ratings
from wistar_env.benchmark.results import Results, read
from wistar_env.benchmark.work_units import Plan
from wistar_env.errors import ReplayError, ResultsError
from wistar_env.kit.replays import Replay

SEED = 2**62 + 987654321


class SpyingBot(FirstBot):
    """Reads and stores all files of a folder at every decision."""

    seen: set[str] = set()  # noqa: RUF012 - shared by all bots of the test on purpose

    def __init__(self, folder: str) -> None:
        super().__init__()
        self.folder = Path(folder)

    def act(self, batch: Batch) -> list[int]:
        for file in self.folder.rglob("*"):
            if file.is_file():
                self.seen.add(file.read_text("utf-8", "replace"))
        return super().act(batch)


class LeavingBot(SpyingBot):
    """Is interrupted once it has seen a row."""

    def act(self, batch: Batch) -> list[int]:
        actions = super().act(batch)
        if any(text.count("\n") > 2 for text in self.seen):
            raise KeyboardInterrupt
        return actions


@pytest.fixture(autouse=True)
def _nothing_seen() -> None:
    SpyingBot.seen.clear()


def told(games: int) -> set[str]:
    """Return the seeds that could be read while bots played."""
    seeds = {str(SEED), *(str(game_seed(SEED, number)) for number in range(games))}
    return {seed for seed in seeds if any(seed in text for text in SpyingBot.seen)}


def play(plan: Plan, path: Path) -> None:
    runs.play(plan.with_replays(path.with_suffix(".replays"), 2), path)


def ladder_of(bot: str, games: int = 3) -> Plan:
    return ladder.plan([bot], levels=[0, 1], games=games, seed=SEED, batch=1)


def arena_of(bot: str, games: int = 3) -> Plan:
    return arena.plan(RatsOfWistar, [bot, bot], games=games, seed=SEED, batch=1)


@pytest.mark.parametrize("make", [ladder_of, arena_of])
def test_a_bot_reads_no_seed_in_the_files_of_its_run(make: Any, tmp_path: Path) -> None:
    plan = make(f"{__name__}:SpyingBot:{tmp_path}")
    play(plan, tmp_path / "x.jsonl")
    assert len(SpyingBot.seen) > 3
    assert told(3) == set()
    header, rows = read(tmp_path / "x.jsonl")
    assert header == plan.header
    assert {row["seed"] for row in rows} == {game_seed(SEED, number) for number in range(3)}
    kept = [Replay.load(file) for file in (tmp_path / "x.replays").iterdir()]
    assert {replay.seed for replay in kept} == {game_seed(SEED, number) for number in range(2)}


def test_nor_when_a_run_that_is_over_goes_on_with_more_games(tmp_path: Path) -> None:
    bot = f"{__name__}:SpyingBot:{tmp_path}"
    first = arena_of(bot, games=1)
    play(first, tmp_path / "x.jsonl")
    rows = read(tmp_path / "x.jsonl")[1]
    save_ratings(rate(rows, [bot, bot], 0, SEED), "r", SEED, tmp_path / "x.jsonl")
    before = (tmp_path / "x.jsonl").read_bytes()
    SpyingBot.seen.clear()
    play(arena_of(bot), tmp_path / "x.jsonl")
    # The replays of games that are over may be read: nobody plays these again.
    assert told(3) <= {str(game_seed(SEED, 0))}
    assert (tmp_path / "x.jsonl").read_bytes().startswith(before)


def test_an_interrupted_run_stays_sealed_and_goes_on_to_the_same_file(tmp_path: Path) -> None:
    bot = f"{__name__}:LeavingBot:{tmp_path}"
    plan, path = ladder_of(bot), tmp_path / "x.jsonl"
    with pytest.raises(KeyboardInterrupt):
        play(plan, path)
    header, rows = read(path)
    assert header.is_sealed
    assert header == plan.header.sealed()
    assert rows
    assert {row["seed"] for row in rows} == {None}
    assert str(SEED) not in path.read_text()
    for file in (tmp_path / "x.replays").iterdir():
        with pytest.raises(ReplayError, match="cannot be started: seed"):
            Replay.load(file)
    other = ladder.plan([bot], levels=[0, 1], games=3, seed=SEED + 1, batch=1)
    with pytest.raises(ResultsError, match=r"another run \(seed: 'sealed \w+' in the file, now "):
        play(other, path)


def test_a_sealed_file_is_continued_from_any_byte(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    plan = ladder_of("solitary_bots:FirstBot", games=2)
    play(plan, path)
    whole = path.read_bytes()
    with Results.open(path, plan.header, plan.key_of) as results:
        results.seal()
    sealed = path.read_bytes()
    assert str(SEED).encode() not in sealed
    for end in (3, len(sealed) // 2, len(sealed) - 1, len(sealed)):
        path.write_bytes(sealed[:end])
        play(plan, path)
        assert path.read_bytes() == whole


def test_a_sealed_row_of_no_game_is_rejected_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    plan = ladder_of("solitary_bots:FirstBot", games=1)
    play(plan, path)
    with Results.open(path, plan.header, plan.key_of) as results:
        results.seal()
    lines = path.read_text().splitlines(keepends=True)
    row = json.loads(lines[1])
    for game in (-1, 2**64, "0", None, True):
        text = json.dumps({**row, "game": game})
        path.write_text(f"{lines[0]}{text}\n")
        with pytest.raises(ResultsError, match="line 2 does not belong to this run"):
            play(plan, path)


def test_a_replay_that_a_bot_damaged_is_named(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    plan = ladder_of("solitary_bots:FirstBot", games=1)
    play(plan, path)
    file = next((tmp_path / "x.replays").iterdir())
    for text in ("", "[]\n", '{"seed": null}\n', '{"seed": null, "game": "a"}\n'):
        file.write_text(text)
        with pytest.raises(ResultsError, match="not a replay of this run"):
            play(plan, path)


def test_what_stands_for_a_seed_is_of_this_seed_and_no_number_that_a_bot_is_told() -> None:
    header = ladder_of("random").header
    mark = header.sealed().settings["seed"]
    assert mark == header.sealed().settings["seed"]
    assert str(SEED) not in mark
    assert {**header.sealed().identity(), "seed": SEED} == header.identity()
