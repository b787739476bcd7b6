"""The commands for cards and data folders."""

import json
import re
import shlex
import shutil
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import NoReturn

import pytest
from PIL import Image

from tests.command_line import in_an_empty_folder as in_an_empty_folder
from tests.command_line import wistar
from wistar_env import cli
from wistar_env.errors import DataError
from wistar_env.games.lab_rats import LAB_RATS, LabRats, card_folder
from wistar_env.games.rats_of_wistar.tables import reading
from wistar_env.kit.pictures.xml_text import escaped

FIRST = "solitary_bots:FirstBot"


def test_a_card_is_printed_by_number_or_by_name() -> None:
    result = wistar("card", "110")
    assert result.exit_code == 0
    assert "Electric Sawmill" in result.stdout
    assert wistar("card", "electric sawmill").stdout == result.stdout


def test_cards_of_other_kinds_are_printed_in_words() -> None:
    result = wistar("card", "gwir the scientist", "--kind", "hero")
    assert result.exit_code == 0, result.output
    assert result.stdout.partition("\n\n")[0].splitlines() == [
        "Gwir the Scientist (Hero)",
        "  icons 2 Intelligence",
        "  Score 1 VP for each Intelligence that you have, this card's included.",
    ]


@pytest.mark.parametrize(
    ("game", "folder"), [((), reading.DEFAULT), (("--game", "lab-rats"), card_folder.BUNDLED)]
)
def test_the_bundled_data_are_copied_to_be_edited_and_the_copy_is_valid(
    game: tuple[str, ...], folder: Path
) -> None:
    result = wistar("data", "copy", "my data/new", *game)
    assert result.exit_code == 0, result.output
    bundled = Path(wistar("data", "path", *game).stdout.removesuffix("\n"))
    assert bundled == folder
    copied = {file.name: file.read_bytes() for file in Path("my data/new").iterdir()}
    assert copied == {file.name: file.read_bytes() for file in bundled.glob("*.toml")}
    said = re.search("wistar (data check .*) checks them", result.stdout)
    assert said is not None
    assert wistar(*shlex.split(said[1])).stdout == "my data/new: valid\n"


def test_a_copy_of_the_data_never_overwrites_anything() -> None:
    Path("full").mkdir()
    Path("full/doors.toml").write_text("mine")
    Path("file").touch()
    Path("empty").mkdir()
    for name, what in (("full", "is a folder with files in it"), ("file", "is a file")):
        result = wistar("data", "copy", name)
        assert result.exit_code == cli.USER_ERROR
        assert f"{name} {what}; name an empty or new folder" in " ".join(
            result.stderr.replace("│", " ").split()
        )
    assert Path("full/doors.toml").read_text() == "mine"
    assert wistar("data", "copy", "empty").exit_code == 0


def test_a_copy_of_data_that_are_protected_can_be_edited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    protected = shutil.copytree(reading.DEFAULT, tmp_path / "protected")
    for file in protected.iterdir():
        file.chmod(0o444)
    monkeypatch.setattr(reading, "DEFAULT", protected)
    assert wistar("data", "copy", "mine").exit_code == 0
    assert all(file.stat().st_mode & 0o200 for file in Path("mine").iterdir())


def test_a_card_is_drawn_into_files() -> None:
    result = wistar("card", "110", "--svg", "110.svg", "--png", "110.png", "--width", "500")
    assert result.exit_code == 0, result.output
    assert "Electric Sawmill (110)" in Path("110.svg").read_text("utf-8")
    with Image.open("110.png") as image:
        assert image.size == (500, 700)


def test_a_gallery_has_every_card_and_a_list_of_them() -> None:
    result = wistar("gallery", "cards/all")
    assert result.exit_code == 0, result.output
    index = json.loads(Path("cards/all/index.json").read_text("utf-8"))
    drawn = {file.name for file in Path("cards/all").glob("*.svg")}
    assert result.stdout == f"cards/all: {len(drawn)} pictures and index.json\n"
    assert {each["file"] for each in index} == drawn
    assert sum(each["kind"] == "invention" for each in index) == 180
    for each in index:
        text = Path("cards/all", each["file"]).read_text("utf-8")
        assert f"<title>{escaped(each['title'])}</title>" in text


@pytest.mark.parametrize(
    "arguments", [["card", "9" * 5000], ["ladder", FIRST, "--levels", "9" * 5000]]
)
def test_numbers_with_thousands_of_digits_are_rejected(arguments: list[str]) -> None:
    result = wistar(*arguments)
    assert result.exit_code == cli.USER_ERROR
    assert "999" in result.stderr


def test_a_valid_data_folder_is_said_to_be_valid() -> None:
    result = wistar("data", "check")
    assert result.exit_code == 0
    assert result.stdout.strip().endswith(": valid")


def test_a_data_folder_is_checked_by_the_game_that_it_is_for() -> None:
    shutil.copytree(card_folder.BUNDLED, "box")
    Path("box/exits.toml").unlink()
    result = wistar("data", "check", "box", "--game", "lab-rats")
    assert result.exit_code == 1
    assert "exits.toml: there is no such file" in result.stdout
    assert "box: 1 problem\n" in result.stdout


def test_a_card_of_another_game_is_printed_and_drawn() -> None:
    game = ("--game", "lab-rats")
    result = wistar("card", "confusion", "--svg", "c.svg", "--png", "c.png", *game)
    assert result.exit_code == 0, result.output
    assert result.stdout == (
        "Confusion (door 8, 2 of them): everybody passes a Potion to the right\n"
    )
    assert Path("c.svg").read_text("utf-8").startswith("<svg")
    assert Path("c.png").read_bytes().startswith(b"\x89PNG")
    assert "(potion 3, " in wistar("card", "3", "--kind", "potion", *game).stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("3",), "4 pieces are called '3'; also give --kind: specimen 3"),
        (
            ("no such card", "--kind", "door"),
            "no piece is called 'no such card'; give a number or a title: door 1",
        ),
        (("1", "--kind", "mission"), "the kinds are specimen, door, potion, exit, aid"),
        (("1", "--width", "100000"), "at most"),
    ],
)
def test_a_missing_card_of_another_game_is_named(arguments: tuple[str, ...], message: str) -> None:
    result = wistar("card", *arguments, "--game", "lab-rats")
    assert result.exit_code == cli.USER_ERROR
    assert message in " ".join(result.stderr.replace("│", " ").split())


def test_a_game_without_pictures_of_its_pieces_says_so() -> None:
    for command in (("card", "1"), ("gallery", "folder")):
        result = wistar(*command, "--game", "tests.kit.nim:Nim")
        assert result.exit_code == cli.USER_ERROR
        assert "has no pictures" in result.stderr


def test_an_error_of_one_line_is_a_problem_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(folder: object) -> NoReturn:
        raise DataError("no cards")

    spec = replace(LAB_RATS, open_data=fail)
    monkeypatch.setattr(LabRats, "spec", spec)
    result = wistar("data", "check", ".", "--game", "lab-rats")
    assert result.exit_code == 1
    assert result.stdout == "no cards\n.: 1 problem\n"


def test_a_game_without_data_files_says_so() -> None:
    for command in (("path",), ("check",), ("check", "."), ("copy", "new")):
        result = wistar("data", *command, "--game", "tests.kit.nim:Nim")
        assert result.exit_code == cli.USER_ERROR
        assert "has no data files" in result.stderr


def test_an_invalid_data_folder_is_answered_with_all_that_is_wrong() -> None:
    with_mistake = Path("box")
    shutil.copytree(str(files("wistar_env.games.rats_of_wistar") / "data"), with_mistake)
    file = with_mistake / "heroes.toml"
    file.write_text(file.read_text("utf-8").replace('skill = "strength"', 'skill = "strong"', 1))
    (with_mistake / "doors.toml").unlink()
    result = wistar("data", "check", "box")
    assert result.exit_code == 1
    assert "heroes.toml" in result.stdout
    assert "'strong'" in result.stdout
    assert "doors.toml: there is no such file" in result.stdout
    assert "box: 2 problems" in result.stdout
