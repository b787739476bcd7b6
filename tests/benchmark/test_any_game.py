"""The arena of another game: Nim, in which seats share places."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.benchmark.runs import FIRST, play
from tests.kit import nim
from tests.kit.nim import BareNim, Nim
from wistar_env import RatsOfWistar
from wistar_env.benchmark import BotError, arena, ladder
from wistar_env.benchmark.replays import ReplayWriter
from wistar_env.benchmark.results import read
from wistar_env.benchmark.work_units import Plan, game_seed
from wistar_env.errors import DataError, ResultsError
from wistar_env.kit.game import FixedData
from wistar_env.kit.game.spec_records import BotSpec
from wistar_env.kit.replays import Replay


class CheapNim(Nim):
    """Nim with a prize that a better card outweighs, so that bots share the first place."""

    spec = replace(Nim.spec, open_data=FixedData(nim.tables(1), nim.rules).open)
    __slots__ = ()


class LaterNim(Nim):
    """Nim under later rules."""

    spec = replace(Nim.spec, rules_version=2)
    __slots__ = ()


class CarefulNim(Nim):
    """Nim with a bot of its own."""

    spec = replace(
        Nim.spec,
        name="careful-nim",
        scores=replace(Nim.spec.scores, points_name="cheese"),
        bots=BotSpec(classes={"careful": FIRST}),
    )
    __slots__ = ()


def plan(game: type[Nim], *bots: str, **settings: Any) -> Plan:
    return arena.plan(game, bots, **{"games": 4, "seed": 3, "batch": 2, **settings})


@pytest.mark.parametrize("players", [2, 3])
def test_a_row_has_the_scores_and_shared_places_of_its_game(players: int, tmp_path: Path) -> None:
    rows = play(plan(CheapNim, *["random"] * players, games=20), tmp_path / "x.jsonl")
    assert len(rows) == 20 * players
    for row in rows:
        scores = row["scores"]
        assert row["ranks"] == [1 + sum(other > score for other in scores) for score in scores]
        assert row["breakdowns"] == [{}] * players
        assert row["seed"] == game_seed(3, row["game"])
    assert any(row["ranks"].count(1) == 2 for row in rows)
    assert any(row["ranks"].count(1) == 1 for row in rows)


def test_first_actions_give_the_row_that_the_game_gives(tmp_path: Path) -> None:
    row = play(plan(Nim, FIRST, FIRST, games=1), tmp_path / "x.jsonl")[0]
    game = Nim.new(2, seed=row["seed"])
    while not game.finished:
        game.step(int(game.legal_actions()[0]))
    assert row["scores"] == [score["total"] for score in game.scores()]
    assert row["ranks"] == game.ranks()
    assert row["decisions"] == game.num_decisions


def test_every_file_names_its_game() -> None:
    assert plan(Nim, "random", "random").header.settings["game"] == "nim"
    small: dict[str, Any] = {"games": 1, "seed": 3, "batch": 2}
    arena_ = arena.plan(RatsOfWistar, ["random"] * 2, **small)
    assert arena_.header.settings["game"] == "rats-of-wistar"
    climbing = ladder.plan(["random"], levels=[0], **small)
    assert climbing.header.settings["game"] == "rats-of-wistar"


def test_a_file_of_another_game_is_rejected_with_both(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    play(plan(Nim, "random", "random"), path)
    whole = path.read_bytes()
    others = {
        r"another run \(game: 'nim' in the file, now 'rats-of-wistar', ": arena.plan(
            RatsOfWistar, ["random"] * 2, games=4, seed=3, batch=2
        ),
        r"another run \(game: 'nim' in the file, now 'bare-nim'\)": plan(
            BareNim, "random", "random"
        ),
        r"another run \(rules: '1 \(.*\)' in the file, now '2 \(": plan(
            LaterNim, "random", "random"
        ),
    }
    for message, other in others.items():
        with pytest.raises(ResultsError, match=message):
            play(other, path)
    assert path.read_bytes() == whole
    (tmp_path / "y.jsonl").write_bytes(whole)
    assert read(tmp_path / "y.jsonl")[0] == plan(Nim, "random", "random").header


def test_rules_of_a_game_outside_of_the_package_are_its_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "lone_nim.py"
    module.write_text("from tests.kit.nim import Nim\n\nclass LoneNim(Nim):\n    __slots__ = ()\n")
    monkeypatch.syspath_prepend(tmp_path)
    import lone_nim  # type: ignore[import-not-found]

    before, again = (plan(lone_nim.LoneNim, "random", "random").header for _ in range(2))
    assert before == again
    with module.open("a") as file:
        file.write("# other rules\n")
    assert plan(lone_nim.LoneNim, "random", "random").header.rules != before.rules


ALTERED: dict[str, tuple[object, str]] = {
    "ranks": ([1, 3], r"ranks \[1, 3\] are impossible for 2 seats"),
    "breakdowns": ([{"beds": 1}, {}], "unknown category 'beds'; the categories of nim are none"),
    "scores": ([1], "must each have 2 items"),
}


@pytest.mark.parametrize("field", ALTERED)
def test_a_row_that_no_game_gives_is_rejected(field: str, tmp_path: Path) -> None:
    two = plan(Nim, "random", "random", games=1)
    row = play(two, tmp_path / "x.jsonl")[0]
    value, message = ALTERED[field]
    with pytest.raises(ValueError, match=message):
        two.key_of({**row, field: value})


@pytest.mark.parametrize(
    ("changes", "bots", "message"),
    [
        ({}, 5, "the arena takes 2 to 4 bots, found 5; up to 12 with --players"),
        ({"min_players": 3}, 2, "the arena takes 3 to 4 bots, found 2"),
        ({"max_players": 2}, 3, "the arena takes 2 bots, found 3"),
        ({"max_players": 1, "min_players": 1}, 2, "is a game for one player"),
        ({"seats_of": lambda n: (n + 1, 1)}, 2, "with 2 players has 1 automata"),
    ],
)
def test_bots_are_as_many_as_the_game_takes(
    changes: dict[str, Any], bots: int, message: str
) -> None:
    game = type("Declared", (Nim,), {"spec": replace(Nim.spec, **changes), "__slots__": ()})
    with pytest.raises(BotError, match=message):
        plan(game, *["random"] * bots)


def test_players_are_as_many_as_the_game_takes() -> None:
    game = type("Declared", (Nim,), {"spec": replace(Nim.spec, min_players=3), "__slots__": ()})
    with pytest.raises(BotError, match="--players must be 3 to 4, found 2"):
        plan(game, *["random"] * 4, players=2)


def test_a_game_that_has_one_set_of_data_rejects_a_folder() -> None:
    with pytest.raises(DataError, match=r"Nim .*: data"):
        plan(Nim, "random", "random", data="cards")


def test_a_bot_of_the_game_is_found_by_its_name_in_every_process(tmp_path: Path) -> None:
    run_of = plan(CarefulNim, "careful", "random")
    rows = play(run_of, tmp_path / "x.jsonl", workers=2)
    same = plan(CarefulNim, FIRST, "random")
    assert play(same, tmp_path / "y.jsonl") == rows
    with pytest.raises(BotError, match=r"'careful'; .* flat, "):
        plan(Nim, "careful", "random")


def test_no_two_games_have_the_same_replay_file_whatever_the_options(tmp_path: Path) -> None:
    writer = ReplayWriter(str(tmp_path), 9)
    files = [
        writer.named(bots, seating, options, number, rotation)
        for options in ({}, {"lead": 2})
        for bots in (("random", "greedy"), ("random", "flat"))
        for number in (0, 1)
        for rotation, seating in enumerate(((0, 1), (1, 0)))
    ]
    assert len({*files}) == len(files) / 2, "all games of a run have the same options"
    alone = [writer.named(("random",), (0,), {"level": level}, 0, 0) for level in (1, 2)]
    assert [each.name for each in alone] == [f"random-level{k}-game0.jsonl" for k in (1, 2)]


def test_replays_of_another_game_are_saved(tmp_path: Path) -> None:
    run_of = plan(Nim, "random", "greedy").with_replays(tmp_path / "replays", 1)
    rows = play(run_of, tmp_path / "x.jsonl")
    files = sorted((tmp_path / "replays").iterdir())
    assert [file.name for file in files] == [
        "game0-0-random-vs-greedy.jsonl",
        "game0-1-greedy-vs-random.jsonl",
    ]
    for file in files:
        replay = Replay.load(file, game=Nim)
        assert replay.resume().finished
        totals = [score["total"] for score in replay.resume().scores()]
        assert totals in [row["scores"] for row in rows if row["game"] == 0]
