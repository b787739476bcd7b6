"""The rules that prompts begin with: what of them is made of the data."""

import re
import shutil
from pathlib import Path

import pytest

from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.games.rats_of_wistar.tables import language
from wistar_env.games.rats_of_wistar.tables.ops import OPS
from wistar_env.games.rats_of_wistar.tables.reading import DEFAULT
from wistar_env.language_models.prompt_lengths import greedy_views
from wistar_env.language_models.prompts import Prompter


def test_the_solo_rules_have_rat_o_bot_and_the_others_have_not() -> None:
    assert "Rat-o-bot" in RatsOfWistar.new(1).presentation.rules_in_words()
    assert "Rat-o-bot" not in RatsOfWistar.new(2).presentation.rules_in_words()


def test_the_rules_with_ids_have_the_rules_and_the_rulings() -> None:
    text = RatsOfWistar.presentation.ledger()
    assert [name for name in ("GEN-01", "CONF-01", "AMB-01") if f"**{name}**" not in text] == []


@pytest.mark.parametrize("num_players", [1, 2])
def test_no_word_of_the_data_files_is_in_a_prompt(num_players: int) -> None:
    data_words = {word for word in OPS if "_" in word}
    data_words |= {word for word in language.code_words("EVENT") if "_" in word}
    assert len(data_words) > 20
    for view in greedy_views(RatsOfWistar, num_players, 3):
        prompt = Prompter().question(view).prompt
        assert not data_words & {*re.findall(r"[a-z_]+", prompt)}
        assert not re.search(r"\b(?!player_)[a-z]+_[a-z]+", prompt)


def test_values_and_words_follow_the_data(tmp_path: Path) -> None:
    folder = tmp_path / "cards"
    shutil.copytree(DEFAULT, folder)
    setup, board = folder / "setup.toml", folder / "board.toml"
    setup.write_text(setup.read_text("utf-8").replace("vp = 10\n", "vp = 12\n", 1), "utf-8")
    beds = "vp = [0, 2, 4, 7, 11, 16, 22]"
    board.write_text(
        board.read_text("utf-8").replace(beds, "vp = [0, 2, 4, 7, 11, 16, 23]", 1), "utf-8"
    )
    plain = RatsOfWistar.new().presentation.rules_in_words()
    changed = RatsOfWistar.new(data=folder).presentation.rules_in_words()
    assert "(you begin with 10)" in plain
    assert "(you begin with 12)" in changed
    assert "0/2/4/7/11/16/23 VP for 0 to 6" in changed


@pytest.mark.parametrize("num_players", [3, 5])
def test_the_rules_of_lab_rats_have_every_card_once(num_players: int) -> None:
    shown = LabRats.new(num_players).presentation
    rules = shown.rules_in_words()
    counts = [int(number) for number in re.findall(r"^- (\d+) (?:door|potion|exit)", rules, re.M)]
    assert sum(counts) == 36 + 25 + 8
    for name in shown.card_names():
        assert f"'{name}'" in rules
