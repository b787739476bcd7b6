"""Loading a data folder, and how a folder with files that cannot be read is rejected."""

from itertools import combinations
from pathlib import Path

import pytest

from tests.tables.broken import Edit
from wistar_env.errors import DataError, WistarError
from wistar_env.games.rats_of_wistar.components import open_components
from wistar_env.games.rats_of_wistar.tables import codes, load, reading
from wistar_env.games.rats_of_wistar.tables.language import parse
from wistar_env.games.rats_of_wistar.tables.layout import TABLES


def test_the_bundled_data_has_no_problems() -> None:
    assert load.check() == []


def test_whoever_loads_the_bundled_tables_gets_a_copy() -> None:
    mine = load.load()
    mine["start_wood"] += 1
    assert load.load()["start_wood"] == mine["start_wood"] - 1
    assert load.load().shape == (1,)
    assert load.load().dtype == TABLES


def test_a_copy_of_the_data_loads_to_the_same_tables(folder: Path) -> None:
    assert load.load(folder).tobytes() == load.load().tobytes()
    assert load.load(str(folder)) is not load.load(str(folder))
    assert load.catalogue(folder) == load.catalogue()


def test_another_value_changes_the_tables_of_that_folder_only(folder: Path, edit: Edit) -> None:
    edit("setup.toml", "wood = 2", "wood = 3")
    assert int(load.load(folder)["start_wood"][0]) == 3
    assert int(load.load()["start_wood"][0]) == 2


def test_values_from_a_printed_copy_may_be_marked_so(folder: Path, edit: Edit) -> None:
    edit("inventions_tools.toml", 'source = "reconstructed R10"', 'source = "printed"')
    assert load.check(folder) == []


@pytest.mark.ledger("CARD-05", "CARD-07")
def test_a_card_of_the_table_has_the_type_tier_and_kind_of_effect_of_its_entry() -> None:
    table = load.load()["cards"][0]
    for _, card in load.validated().cards():
        for field in ("type", "tier", "timing"):
            code = codes.names(field.upper())[getattr(card, field)]
            assert table[card.number - 1][field] == code


def test_every_op_row_of_an_effect_lies_where_its_owner_says() -> None:
    tables = load.load()
    sawmill = tables["cards"][0, 109]
    rows = tables["ops"][0, sawmill["start"] : sawmill["end"]]
    assert len(rows) == 3
    assert rows["skip"].tolist() == [2, 0, 0]
    for _, card in load.validated().cards():
        place = tables["cards"][0, card.number - 1]
        rows = tables["ops"][0, place["start"] : place["end"]]
        wanted = [(row.op, row.a, row.b, row.c, row.per, row.skip) for row in parse(card.effect)]
        assert [row.item() for row in rows] == wanted


def test_equal_effects_share_their_rows() -> None:
    cards = load.load()["cards"][0]
    effects = {card.number - 1: card.effect for _, card in load.validated().cards()}
    for one, other in combinations(effects, 2):
        same = effects[one] == effects[other]
        assert (cards[one]["start"] == cards[other]["start"]) == same


def test_a_rejected_folder_is_an_error_of_the_package_and_a_value_error(folder: Path) -> None:
    (folder / "doors.toml").unlink()
    for kind in (DataError, WistarError, ValueError):
        with pytest.raises(kind, match=r"^data folder .*: doors.toml: there is no such file"):
            load.load(folder)


def test_all_problems_of_a_folder_are_reported_together(folder: Path, edit: Edit) -> None:
    edit("heroes.toml", 'skill = "intelligence"', 'skill = "wit"')
    edit("doors.toml", 'effect = "metal 1"', 'effect = "gold 1"')
    (folder / "wheel.toml").unlink()
    with pytest.raises(DataError, match="3 problems") as rejected:
        load.load(folder)
    assert all(file in str(rejected.value) for file in ("heroes.toml", "doors.toml", "wheel.toml"))
    assert len(load.check(folder)) == 3


@pytest.mark.parametrize("file", sorted(path.name for path in reading.DEFAULT.glob("*.toml")))
def test_a_missing_file_is_named(folder: Path, file: str) -> None:
    (folder / file).unlink()
    assert load.check(folder) == [f"{file}: there is no such file; allowed: a TOML file"]


def test_a_missing_folder_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no such folder; .* TOML files"):
        load.load(tmp_path / "nowhere")


def test_a_file_is_not_a_folder(folder: Path) -> None:
    with pytest.raises(DataError, match="it is not a folder; allowed"):
        load.load(folder / "doors.toml")


def test_a_folder_in_place_of_a_file_is_rejected(folder: Path) -> None:
    (folder / "doors.toml").unlink()
    (folder / "doors.toml").mkdir()
    assert load.check(folder) == ["doors.toml: the path is not a file; allowed: a TOML file"]


def test_text_that_is_not_utf_8_is_rejected_with_its_place(folder: Path) -> None:
    (folder / "doors.toml").write_bytes(b"# caf\xe9\n")
    (problem,) = load.check(folder)
    assert "it is not UTF-8 text (byte 0xe9 at offset 5)" in problem


def test_text_that_is_not_toml_is_rejected_with_its_line(folder: Path) -> None:
    (folder / "doors.toml").write_text("[[door]\n", "utf-8")
    (problem,) = load.check(folder)
    assert problem.startswith("doors.toml: ")
    assert "line 1" in problem


def test_an_empty_file_lacks_its_entries(folder: Path) -> None:
    (folder / "doors.toml").write_text("", "utf-8")
    assert load.check(folder) == ["doors.toml: door: found nothing; allowed: Field required"]


def test_the_bundled_tables_are_those_of_their_version() -> None:
    """Results and networks of one version do not hold for another (R17)."""
    version = load.DATA_VERSION, open_components(None).fingerprint.hex()
    assert version == (2, "77f0d981444687fd2bb55d26e395d370")
