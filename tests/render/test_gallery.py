import json
import shutil
from pathlib import Path

from wistar_env.games.rats_of_wistar.components import open_components
from wistar_env.games.rats_of_wistar.render.svg import cards, gallery
from wistar_env.games.rats_of_wistar.tables.reading import DEFAULT


def test_every_piece_of_a_data_folder_is_written_and_listed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(DEFAULT, data)
    file = data / "heroes.toml"
    file.write_text(file.read_text("utf-8").replace("Gwir the Scientist", "Ada & Co"), "utf-8")
    components = open_components(data)
    files = gallery.write(tmp_path / "out", components, with_fonts=False)
    index = json.loads((tmp_path / "out" / "index.json").read_text("utf-8"))
    assert [(each["kind"], each["number"]) for each in index] == list(cards.every(components))
    assert [each["file"] for each in index] == [each.name for each in files]
    assert len({each["file"] for each in index}) == len(index)
    assert {each["title"] for each in index} >= {"Ada & Co (Hero)", "Electric Sawmill (110)"}
    assert "Ada &amp; Co" in (tmp_path / "out" / "hero-001.svg").read_text("utf-8")
    assert max(each.stat().st_size for each in files) < 25_000


def test_a_gallery_is_written_the_same_way_again(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        gallery.write(tmp_path / folder, open_components(), with_fonts=False)
    for file in (tmp_path / "one").iterdir():
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes()
