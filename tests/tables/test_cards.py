"""Inventions as text."""

import shutil
from pathlib import Path

import pytest

from wistar_env.tables import reading
from wistar_env.tables.cards import card_text


@pytest.mark.ledger("CARD-E110", "CARD-10")
def test_a_card_shows_everything_that_is_printed_on_it() -> None:
    assert card_text(110).splitlines() == [
        "110 Electric Sawmill",
        "  Kind       Advanced Structure",
        "  Cost       metal 4",
        "  Requires   electricity 1, energy 1",
        "  Icons      energy 1",
        "  VP         2",
        "  Permanent  on take_wood: wood 1, vp 1",
        "  Source     number, name, effect known CARD-E110; all else reconstructed R10",
    ]


@pytest.mark.parametrize("number", range(1, 181))
def test_every_card_can_be_shown(number: int) -> None:
    assert card_text(number).startswith(f"{number} ")


def test_a_card_without_cost_and_requirement_says_so() -> None:
    lines = card_text(177).splitlines()
    assert lines[3].split() == ["Requires", "nothing"]
    assert lines[6].split() == ["1x", "exchange"]


def test_a_card_of_another_folder_is_shown(tmp_path: Path) -> None:
    folder = shutil.copytree(reading.DEFAULT, tmp_path / "data")
    file = folder / "inventions_structures.toml"
    file.write_text(file.read_text("utf-8").replace("Electric Sawmill", "Steam Sawmill"), "utf-8")
    assert card_text(110, folder).startswith("110 Steam Sawmill")


@pytest.mark.parametrize("number", [0, 181, -1])
def test_a_number_without_card_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match=f"no Invention has the number {number}; allowed: 1 to"):
        card_text(number)
