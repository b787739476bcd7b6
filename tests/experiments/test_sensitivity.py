"""Reconstructions redraw unknown values, and statements are judged by measurements."""

import json
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from experiments import sensitivity
from experiments.reconstructions import DRAWN, files_of, known_values, written
from experiments.sensitivity import (
    BUNDLED,
    MEASURED,
    PAGE,
    STATEMENTS,
    Statement,
    World,
    rows_in,
    run,
    statement_row,
    tables_of,
)
from tests.docs import ROOT
from website.doc_tables import written as page_with
from wistar_env import RatsOfWistar
from wistar_env.errors import ResultsError
from wistar_env.games.rats_of_wistar.card_sets.set_files import bundled_files

BUNDLED_FILES = bundled_files()
WORLD = World(None, 1)
#: Of the same kind in all reconstructions: values that others depend on.
KEPT = {"heroes", "skill_tokens"}
#: With few possible values, so that two draws may be the same.
FEW = {"setup"}


@pytest.fixture(scope="module")
def made() -> list[Any]:
    return [files_of(number) for number in range(2)]


def test_what_the_rulebooks_show_stays(made: list[Any]) -> None:
    known = dict(known_values(BUNDLED_FILES))
    assert len(known) > 250
    assert known["wheel.position.beds.area"] == "lair"
    assert known["board.rooms.0.vp.3"] == 1
    for files in made:
        assert dict(known_values(files)) == known
        assert {2, 7} <= {*files["board"]["beds"]["vp"]}
        assert {3, 10} <= {*files["board"]["rooms"]["vp"]}
        assert 4 in files["board"]["bot_cubes"]["vp"]


def test_every_other_file_is_drawn_anew(made: list[Any]) -> None:
    first, second = made
    for name in BUNDLED_FILES:
        if name not in KEPT | FEW:
            assert first[name] != BUNDLED_FILES[name], name
            assert first[name] != second[name], name
    assert files_of(0) == first


@pytest.mark.parametrize("each", DRAWN, ids=lambda each: each.values)
def test_each_range_draws_something_and_only_there(each: Any) -> None:
    draw, changed = np.random.default_rng(3), set()
    for _ in range(1 if "R8" in each.values else 5):
        files = bundled_files()
        each.change(files, draw)
        changed |= {name for name in files if files[name] != BUNDLED_FILES[name]}
    assert changed
    assert len(changed) == 1 or "R8" in each.values


@pytest.mark.parametrize("number", range(2))
def test_a_reconstruction_is_a_valid_data_folder(number: int, tmp_path: Path) -> None:
    folder = written(number, tmp_path)
    data = RatsOfWistar.spec.opened(folder)
    assert data.fingerprint != RatsOfWistar.spec.opened(None).fingerprint
    stamp = (folder / "wheel.toml").stat().st_mtime_ns
    assert written(number, tmp_path) == folder
    assert (folder / "wheel.toml").stat().st_mtime_ns == stamp
    assert tomllib.loads((folder / "board.toml").read_text("utf-8")) == files_of(number)["board"]


def test_steps_of_bed_spaces_never_shrink(made: list[Any]) -> None:
    draw = np.random.default_rng(1)
    (beds,) = (each for each in DRAWN if "Bed" in each.values)
    seen = set()
    for _ in range(50):
        files = bundled_files()
        beds.change(files, draw)
        vp = files["board"]["beds"]["vp"]
        steps = np.diff(vp)
        assert len(vp) == 7
        assert (np.diff(steps) >= 0).all()
        assert vp[-1] <= 26
        seen.add(tuple(vp))
    assert len(seen) > 10


FOUND = {
    BUNDLED: {"ahead": [9.0, 8, 10], "more": [9.0, 8, 10]},
    0: {"ahead": [5.0, 4, 6], "more": [3.0, -1, 7]},
    1: {"ahead": [5.0, 4, 6], "more": [-2.0, -3, -1]},
}


def rows(found: dict[int, Any]) -> list[dict[str, Any]]:
    return [{"number": number, "bots": [], "found": each} for number, each in found.items()]


def test_a_statement_has_the_shares_of_reconstructions() -> None:
    row = statement_row(Statement("a", "greedy", ("ahead",)), rows(FOUND))
    assert row == ["a", "+9.0", "+5.0 (+5.0 to +5.0)", "100%", "100%", "0%"]
    row = statement_row(Statement("b", "greedy", ("more",)), rows(FOUND))
    assert row[1:2] + row[3:] == ["+9.0", "50%", "0%", "50%"]
    # All of several differences must be above 0.
    assert statement_row(Statement("c", "greedy", ("ahead", "more")), rows(FOUND))[3:] == row[3:]
    assert statement_row(Statement("d", "greedy", ("ahead",)), [])[1] == "not measured yet"


def test_every_statement_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    few = dict.fromkeys(sensitivity.BOTS, sensitivity.Games(2, 2, 2))
    monkeypatch.setattr(sensitivity, "GAMES", few)
    monkeypatch.setattr(sensitivity, "BOTS", dict.fromkeys(sensitivity.BOTS, ("random", "random")))
    found = {part: sensitivity.differences(part, WORLD) for part in sensitivity.BOTS}
    for statement in STATEMENTS:
        for name in statement.names:
            assert len(found[statement.part][name]) == 2, statement
    assert found["greedy"]["ahead"] != [0, 0]


def test_the_better_bot_is_ahead_from_both_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sensitivity, "BOTS", {"network": ("random", "greedy")})
    monkeypatch.setattr(sensitivity, "GAMES", {"network": sensitivity.Games(4, 4, 0)})
    found = sensitivity.differences("network", WORLD)
    assert min(found["ahead"]) > 10
    assert np.mean(found["ahead alone"]) > 10
    assert np.mean(found["margin alone"]) < 0


def test_a_run_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def measure(part: str, number: int) -> dict[str, Any]:
        played.append(number)
        return {"number": number, "bots": sensitivity.fingerprints(part), "found": {}}

    monkeypatch.setattr(sensitivity, "measure", measure)
    run("greedy", 2, tmp_path)
    assert played == [BUNDLED, 0, 1]
    file = tmp_path / "greedy.jsonl"
    file.write_text(file.read_text("utf-8") + '{"number": 2, "bo', "utf-8")
    run("greedy", 4, tmp_path)
    assert played == [BUNDLED, 0, 1, 2, 3]
    assert [row["number"] for row in rows_in(file)] == [BUNDLED, 0, 1, 2, 3]
    file.write_text(json.dumps({"number": 0, "bots": ["others"], "found": {}}) + "\n", "utf-8")
    with pytest.raises(ResultsError, match="has results of other bots or games than"):
        run("greedy", 4, tmp_path)


def test_the_page_has_what_was_measured() -> None:
    text = (ROOT / PAGE).read_text("utf-8")
    assert page_with(text, tables_of(ROOT / MEASURED)) == text, (
        "python -m experiments.sensitivity --parts none writes it"
    )


def test_every_reconstruction_has_games_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    worlds: list[World] = []

    def differences(part: str, world: World) -> dict[str, list[float]]:
        worlds.append(world)
        return {"ahead": [1.0, 2.0]}

    monkeypatch.setattr(sensitivity, "differences", differences)
    monkeypatch.setattr(sensitivity, "written", lambda number, folder: None)
    rows = [sensitivity.measure("greedy", number) for number in (BUNDLED, 0, 1)]
    assert len({world.seed for world in worlds}) == 3
    assert rows[1]["number"] == 0
    assert rows[1]["found"]["ahead"][0] == 1.5
