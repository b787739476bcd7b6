from pathlib import Path

import pytest

from website.doc_tables import kept, present, rewrite, table, written

PAGE = "# Page\n\n<!-- table: one -->\nold\n<!-- end -->\n\nText.\n"


def test_a_table_is_written_between_its_marks_and_nothing_else_changes(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE, "utf-8")
    rewrite(page, {"one": lambda: table(["a", "b"], [[1, 2]])})
    assert page.read_text("utf-8") == PAGE.replace("old", "| a | b |\n| --- | --- |\n| 1 | 2 |")


def test_what_a_page_has_now_is_known_by_table() -> None:
    assert present(PAGE) == {"one": "old"}


def test_a_program_that_writes_no_table_of_a_page_keeps_all() -> None:
    assert written(PAGE, kept(PAGE)) == PAGE


@pytest.mark.parametrize("names", [[], ["two"], ["one", "two"]])
def test_a_page_without_one_of_the_tables_or_with_another_is_rejected(names: list[str]) -> None:
    with pytest.raises(ValueError, match="must have each of the tables"):
        written(PAGE, dict.fromkeys(names, str))
