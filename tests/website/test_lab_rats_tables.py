"""The page of the environment has what the code says."""

from pathlib import Path

from website import lab_rats_tables
from website.doc_tables import written
from wistar_env import LabRats, lab_rats_v0

PAGE = Path(__file__).parents[2] / lab_rats_tables.PAGE


def test_the_tables_of_the_page_are_current() -> None:
    page = PAGE.read_text("utf-8")
    assert written(page, lab_rats_tables.TABLES) == page, "run: python -m website.lab_rats_tables"


def test_the_module_says_how_many_actions_there_are() -> None:
    assert f"Discrete({LabRats.spec.num_actions})" in (lab_rats_v0.__doc__ or "")


def test_blocks_of_actions_are_all_actions() -> None:
    spec = LabRats.spec
    assert sum(size for _, size in spec.actions.blocks) == spec.num_actions
