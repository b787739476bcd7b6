"""Cards and tiles in words."""

import re
import shutil
import tomllib
from pathlib import Path

import pytest

from wistar_env.games.rats_of_wistar.components import open_components
from wistar_env.games.rats_of_wistar.render.svg import cards
from wistar_env.games.rats_of_wistar.render.words import card_text
from wistar_env.games.rats_of_wistar.tables import reading

EVERY = [*cards.every(open_components())]


def halves(text: str) -> tuple[str, str]:
    """Return the sentences of a card, and its entry in the data."""
    said, _, written = text.partition("\n\nIn ")
    return said, written


@pytest.mark.ledger("CARD-E110", "CARD-10")
def test_a_card_shows_everything_that_is_printed_on_it() -> None:
    assert card_text("invention", 110, open_components()).splitlines() == [
        "Electric Sawmill (110)",
        "  Advanced Structure",
        "  pay 4 Metal",
        "  own Basic Electricity and 1 Energy",
        "  icons 1 Energy",
        "  2 VP",
        "  Permanent: Whenever you take Wood: take 1 Wood and score 1 VP.",
        "",
        "In inventions_structures.toml:",
        "  number = 110",
        '  name = "Electric Sawmill"',
        '  type = "structure"',
        '  tier = "advanced"',
        '  cost = "metal 4"',
        '  requires = "electricity 1, energy 1"',
        '  icons = "energy 1"',
        "  vp = 2",
        '  timing = "permanent"',
        '  effect = "on take_wood: wood 1, vp 1"',
        '  source = "reconstructed R10"',
        '  known.number = "CARD-E110"',
        '  known.name = "CARD-E110"',
        '  known.effect = "CARD-E110"',
    ]


def test_every_piece_says_the_sentences_of_its_picture() -> None:
    components = open_components()
    for kind, number in EVERY:
        face = cards.face(kind, number, components)
        said, _ = halves(card_text(kind, number, components))
        parts = (f"  {part}" for part in face.described.split("; "))
        assert said.splitlines() == [face.title, *parts]


@pytest.mark.parametrize("kind", [kind for kind in cards.KINDS if kind not in ("mission", "track")])
def test_an_entry_is_written_as_it_stands_in_its_file(kind: str) -> None:
    components = open_components()
    for number in range(1, len(cards.entries(kind, components)) + 1):
        _, written = halves(card_text(kind, number, components))
        file, _, entry = written.partition(":\n")
        raw = tomllib.loads((reading.DEFAULT / file).read_text("utf-8"))
        every = [each for listed in raw.values() if isinstance(listed, list) for each in listed]
        assert tomllib.loads(entry) in every


def test_the_tables_of_an_entry_have_their_numbers() -> None:
    _, written = halves(card_text("mission", 1, open_components()))
    assert '  row 2.requires = "strength 2"' in written.splitlines()


def test_a_card_of_another_folder_is_shown(tmp_path: Path) -> None:
    folder = shutil.copytree(reading.DEFAULT, tmp_path / "data")
    file = folder / "inventions_structures.toml"
    file.write_text(file.read_text("utf-8").replace("Electric Sawmill", "Steam Sawmill"), "utf-8")
    text = card_text("invention", 110, open_components(folder))
    assert text.startswith("Steam Sawmill (110)")


@pytest.mark.parametrize("number", [0, 181, -1])
def test_a_number_without_card_is_rejected(number: int) -> None:
    with pytest.raises(ValueError, match="number"):
        card_text("invention", number, open_components())


def test_no_piece_goes_on_behind_the_end_of_a_sentence() -> None:
    for kind, number in EVERY:
        said, _ = halves(card_text(kind, number, open_components()))
        assert not re.search(r"[.:;] ?[,;]|\.\.|, ,|\b1 \w+ tokens\b", said), said


def test_a_mission_says_what_it_asks_for_before_what_it_brings() -> None:
    said, _ = halves(card_text("mission", 3, open_components()))
    assert said.splitlines()[2:] == [
        "  Build a ladder (pay 2 Wood, gives lock 1): Dig 1 Room for free and take 1 Movement.",
        "  Cross the shelf (own 2 Agility, needs lock 1): Take 2 Wood and score 2 VP.",
        "  Share the crumbs (own 2 Beds): Take 1 Wild token and score 3 VP.",
    ]
