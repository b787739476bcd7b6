from pathlib import Path

from wistar_env import wistar_v0
from wistar_env.rules.actions import NUM_ACTIONS
from wistar_env.spaces import document
from wistar_env.tables.pages import rewrite, written

PAGE = Path(__file__).parents[2] / document.PAGE


def test_the_tables_of_the_page_are_current() -> None:
    page = PAGE.read_text("utf-8")
    assert written(page, document.TABLES) == page, "run: python -m wistar_env.spaces.document"


def test_outdated_tables_are_rewritten(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    text = PAGE.read_text("utf-8")
    page.write_text(text.replace("`END_TURN`", "`END_OF_TURN`"), "utf-8")
    rewrite(page, document.TABLES)
    assert page.read_text("utf-8") == text


def test_the_page_and_the_environment_say_the_same_number_of_actions() -> None:
    for text in (PAGE.read_text("utf-8"), wistar_v0.__doc__ or ""):
        assert f"Discrete({NUM_ACTIONS})" in text
