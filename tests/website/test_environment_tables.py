import re
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from website import environment_tables, lab_rats_tables
from website.doc_tables import rewrite, written
from wistar_env import BatchGame, LabRats, lab_rats_v0, wistar_v0
from wistar_env.games.rats_of_wistar.rules.actions import NUM_ACTIONS
from wistar_env.games.rats_of_wistar.spaces.labels import Labels
from wistar_env.games.rats_of_wistar.tables.load import catalogue, load

PAGE = Path(__file__).parents[2] / environment_tables.PAGE


@pytest.mark.parametrize("tables", [environment_tables, lab_rats_tables])
def test_the_tables_of_a_page_are_current(tables: ModuleType) -> None:
    page = (Path(__file__).parents[2] / tables.PAGE).read_text("utf-8")
    assert written(page, tables.TABLES) == page, f"run: python -m {tables.__name__}"


def test_outdated_tables_are_rewritten(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    text = PAGE.read_text("utf-8")
    page.write_text(text.replace("`END_TURN`", "`END_OF_TURN`"), "utf-8")
    rewrite(page, environment_tables.TABLES)
    assert page.read_text("utf-8") == text


def test_the_page_and_the_environment_say_the_same_number_of_actions() -> None:
    for text in (PAGE.read_text("utf-8"), wistar_v0.__doc__ or ""):
        assert f"Discrete({NUM_ACTIONS})" in text


def test_lab_rats_has_the_actions_of_its_blocks_and_says_how_many() -> None:
    spec = LabRats.spec
    assert sum(size for _, size in spec.actions.blocks) == spec.num_actions
    assert f"Discrete({spec.num_actions})" in (lab_rats_v0.__doc__ or "")


def never_legal(text: str) -> bool:
    """Whether the words of an action say that it is never legal, with the bundled data."""
    return bool(re.search(r"unused|\(entrance\)|from (the \w+) to \1$", text))


@pytest.mark.parametrize("num_players", [1, 2, 4])
def test_actions_whose_words_say_never_legal_are_not_legal_in_random_games(
    num_players: int,
) -> None:
    batch = BatchGame("rats-of-wistar", 64, num_players, level=5 if num_players == 1 else None)
    batch.reset(seed=1)
    seen = np.zeros(NUM_ACTIONS, bool)
    for _ in range(300):
        mask = batch.step(batch.choose("random")).mask
        assert mask is not None
        seen |= mask.any(axis=0)
    texts = np.array(Labels(catalogue()).actions())
    assert [text for text in texts[seen] if never_legal(text)] == []
    assert sum(never_legal(text) for text in texts) == 2 + 5 + 5 + 3
    assert seen.sum() > 300


def test_the_places_in_use_are_those_of_the_bundled_data() -> None:
    rooms, passages = int(load()[0]["rooms"]), int(load()[0]["passages"])
    assert f"{passages} of 12 passages and {rooms} of 8 rooms" in environment_tables.spare()
