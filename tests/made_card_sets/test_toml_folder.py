"""A card set as a data folder: valid, and played as the set itself."""

import tomllib
from pathlib import Path

import pytest

from wistar_env.errors import DataError
from wistar_env.games.rats_of_wistar.card_sets.making import files_of
from wistar_env.games.rats_of_wistar.card_sets.set_names import parse
from wistar_env.games.rats_of_wistar.card_sets.toml_folder import write_folder
from wistar_env.games.rats_of_wistar.components import open_components
from wistar_env.games.rats_of_wistar.tables import load

NAMES = ["generated:v1:7", "permuted:v1:7", "unheard:v1:900007"]


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_has_what_the_set_has(name: str, tmp_path: Path) -> None:
    files = write_folder(name, tmp_path / "new" / "cards")
    read = {file.stem: tomllib.loads(file.read_text("utf-8")) for file in files}
    assert read == files_of(parse(name))
    assert load.check(tmp_path / "new" / "cards") == []
    folder, made = open_components(tmp_path / "new" / "cards"), open_components(name)
    assert folder.fingerprint == made.fingerprint
    assert folder.names == made.names
    assert folder.data == made.data


def test_a_wrong_name_makes_no_folder(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="'generated:v1:x'"):
        write_folder("generated:v1:x", tmp_path / "cards")
    assert not (tmp_path / "cards").exists()


@pytest.mark.parametrize("name", NAMES)
def test_entries_tell_the_set_they_come_from(name: str) -> None:
    files = files_of(parse(name))
    for file, kind in [
        *((each, "card") for each in files if each.startswith("inventions_")),
        ("guests", "guest"),
        ("missions", "mission"),
        ("objectives", "objective"),
    ]:
        for entry in files[file][kind]:
            assert {each["source"] for each in (entry, *entry.get("row", ()))} == {name}
            assert "known" not in entry
    assert files["guests"]["cheese"][0]["source"] == "known D4"
