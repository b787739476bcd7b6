"""Data folders: the bundled data, and rejected folders."""

import pickle
import shutil
from pathlib import Path

import numpy as np
import pytest

from tests.lab_rats.citing import cites
from tests.lab_rats.test_rounds import check_cards
from wistar_env.errors import DataError
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.lab_rats.card_folder import BUNDLED, open_cards
from wistar_env.games.lab_rats.kinds import COLOURS, DOOR_NAMES, POTION_COLOURS, POTION_NAMES


@cites("LAB-02", "VEC-30", "LAB-03")
def test_the_bundled_cards_are_as_many_as_the_rulebook_says() -> None:
    tables = open_cards().tables[0]
    assert tables["doors"].sum() == 36
    assert tables["potions"].sum() == 25
    assert sorted(tables["specimens"].tolist()) == list(range(6))
    assert 6 + 36 + 25 + 8 + 5 == 80
    assert dict(zip(DOOR_NAMES, tables["doors"].tolist(), strict=True)) == {
        **dict.fromkeys(COLOURS, 4),
        "Potion Box": 3,
        "Confusion": 2,
        "Radioactive Explosion": 2,
        "Explosion": 1,
        "Instant Death": 1,
        "Resurrection": 1,
        "Double Door": 2,
    }


@cites("LAB-57", "LAB-30")
def test_all_colours_are_alike_among_potions_and_exits() -> None:
    tables = open_cards().tables[0]
    for colour in range(6):
        potions = [
            int(count)
            for count, colours in zip(tables["potions"], POTION_COLOURS, strict=True)
            if (colours >> colour) & 1
        ]
        assert sum(potions) == 2 + 3 + 4
        assert sum((int(mask) >> colour) & 1 for mask in tables["exits"]) == 4
    assert [mask.bit_count() for mask in tables["exits"].tolist()] == [3] * 8
    doubles = tables["potions"][6:-1]
    assert (doubles.sum(), doubles.max(), len(POTION_NAMES)) == (9, 1, 22)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy = tmp_path / "cards"
    shutil.copytree(BUNDLED, copy)
    return copy


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("doors", "count = 4", "count = 5", r"allowed: 36 cards in total \(these are 37\)"),
        ("doors", "count = 4", "count = -1", "door 1: count: found -1; allowed: .* equal to 0"),
        ("doors", "count = 4", "count = true", "count: found True; allowed: .* valid integer"),
        ("doors", 'kind = "red"', 'kind = "pink"', "door 1: kind: found 'pink'; allowed: .* red,"),
        (
            "doors",
            'kind = "red"',
            'kind = "green"',
            r"allowed: each kind once \('green' occurs 2 times\)",
        ),
        ("doors", "count = 36", "count = 37", r"total: .*; allowed: count 36 \(LAB-02\)"),
        ("doors", "[total]\n", "[[total]]\n", "doors.toml: total: found .*valid dictionary"),
        ("potions", "2\nsource =", "2\norigin =", "potion 1: source: found nothing"),
        ("potions", '"reconstructed R16"', '"guessed"', "potion 1: source: found 'guessed'"),
        ("potions", "[[potion]]", "[[drink]]", "found the field 'drink'"),
        ("exits", '["red", "blue", "yellow"]', '["red", "blue"]', "exit 1: colours: found 2"),
        ("exits", '["red", "blue", "yellow"]', '["red", "red", "blue"]', "different colours"),
        ("exits", '["red", "blue", "yellow"]', "[1, [], {}]", r"exit 1: colours\.1: found 1"),
        ("exits", '[[exit]]\ncolours = ["red", "blue", "yellow"]', "[[way]]", "exit: found 7"),
        ("specimens", "[[specimen]]", "[specimen]", "allowed: a TOML file"),
        ("specimens", 'colour = "red"', "colour = 1", "specimen 1: colour: found 1"),
        ("specimens", 'colour = "red"', 'colour = "\ud800"', "it is not UTF-8 text"),
    ],
)
def test_a_folder_that_is_not_valid_is_rejected_in_words(
    folder: Path, file: str, old: str, new: str, message: str
) -> None:
    path = folder / f"{file}.toml"
    text = path.read_text("utf-8").replace(old, new, 1 if "[[" not in old else -1)
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(DataError, match=message):
        LabRats.new(3, data=folder)


def test_a_missing_file_and_a_folder_that_is_none_are_rejected(folder: Path) -> None:
    (folder / "exits.toml").unlink()
    with pytest.raises(DataError, match=r": exits\.toml: there is no"):
        open_cards(folder)
    with pytest.raises(DataError, match="there is no such folder"):
        open_cards(folder / "nothing")
    with pytest.raises(TypeError, match="data must be"):
        open_cards(b"/")  # type: ignore[arg-type]


def only(kind: str) -> str:
    return f'[[door]]\nkind = "{kind}"\ncount = 36\nsource = "known here"\n'


@cites("AMB-93", "AMB-82", "VEC-41")
@pytest.mark.parametrize("kind", DOOR_NAMES)
@pytest.mark.parametrize("num_players", [3, 5])
def test_games_with_doors_of_one_kind_only_come_to_an_end(
    folder: Path, kind: str, num_players: int
) -> None:
    (folder / "doors.toml").write_text(only(kind), "utf-8")
    (folder / "potions.toml").write_text(
        '[[potion]]\nkind = "red"\ncount = 25\nsource = "known here"\n', "utf-8"
    )
    game, chance = LabRats.new(num_players, 1, data=folder), np.random.default_rng(1)
    while not game.finished:
        check_cards(game)
        game.step(int(chance.choice(game.legal_actions())))
        if game.num_decisions % 50 == 0:
            other = game.determinize(0, game.num_decisions)
            assert len(other.legal_actions())
            check_cards(other)
    assert game.num_decisions < 20_000


def test_a_game_with_other_cards_is_saved_and_pickled_with_their_folder(folder: Path) -> None:
    path = folder / "doors.toml"
    path.write_text(only("Confusion"), "utf-8")
    game = LabRats.new(4, 3, data=folder)
    copy = pickle.loads(pickle.dumps(game))
    assert copy == game
    assert copy.cards.folder == str(folder)
    assert game.cards.fingerprint != open_cards().fingerprint
    with pytest.raises(ValueError, match="data"):
        LabRats.from_bytes(game.to_bytes())
