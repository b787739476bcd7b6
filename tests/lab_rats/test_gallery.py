"""All 80 cards as pictures."""

import json
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from tests.hostile_names import check_picture
from wistar_env.cli import app
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.lab_rats.card_folder import BUNDLED, open_cards
from wistar_env.games.lab_rats.render.gallery import pieces, sheet
from wistar_env.kit.pictures.gallery import write


def test_there_are_80_cards() -> None:
    counts: Counter[str] = Counter()
    for piece in pieces(open_cards()):
        counts[piece.kind] += piece.copies
    assert counts == {"specimen": 6, "door": 36, "potion": 25, "exit": 8, "aid": 5}


def test_every_card_is_a_picture_of_its_own(tmp_path: Path) -> None:
    found = [*pieces(open_cards())]
    files = write(tmp_path, found, with_fonts=False)
    assert len({file.read_text("utf-8") for file in files}) == len(files) == len(found)
    for file in files:
        check_picture(file.read_text("utf-8"))
    index = json.loads((tmp_path / "index.json").read_text("utf-8"))
    assert [each["file"] for each in index] == [file.name for file in files]
    assert index[6]["title"] == "red obstacle"
    assert index[6]["described"] == "beaten by the red mutation or a red Potion"
    assert index[6]["copies"] == 4


def test_cards_of_a_data_folder_are_counted(tmp_path: Path) -> None:
    for file in BUNDLED.glob("*.toml"):
        (tmp_path / file.name).write_text(file.read_text("utf-8"), "utf-8")
    doors = tmp_path / "doors.toml"
    text = doors.read_text("utf-8").replace('"Explosion"\ncount = 1', '"Explosion"\ncount = 0')
    doors.write_text(text.replace('"Instant Death"\ncount = 1', '"Instant Death"\ncount = 2'))
    copies = {piece.title: piece.copies for piece in pieces(open_cards(tmp_path))}
    assert copies["Instant Death"] == 2
    assert "Explosion" not in copies


def test_the_command_draws_them(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["gallery", str(tmp_path), "--game", "lab-rats"])
    assert result.exit_code == 0, result.output
    assert result.stdout == f"{tmp_path}: 44 pictures and index.json\n"
    assert len([*tmp_path.glob("*.svg")]) == 44


def test_a_sheet_says_what_cards_there_are() -> None:
    shown = [piece for piece in LabRats.presentation.gallery(open_cards()) if piece.kind == "exit"]
    root = ElementTree.fromstring(sheet(shown, "Exits", columns=4, card=90))
    said = " ".join(root.itertext())
    assert "1 x Exit 8" in said
    assert "green, purple and orange" in said
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    assert width < 4 * (90 + 14) + 28
    assert height > 2 * 90 * 1.4


@pytest.mark.parametrize("kind", ["specimen", "door", "potion", "exit", "aid"])
def test_cards_keep_within_their_size(kind: str) -> None:
    for piece in pieces(open_cards()):
        if piece.kind == kind:
            assert 0.7 < piece.width / piece.height < 0.81
