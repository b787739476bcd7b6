"""Docstrings as Sphinx reads them."""

from website import docstrings


def test_a_table_of_markdown_becomes_one_of_sphinx() -> None:
    table = ["Before:", "", "| a | ``b`` |", "|---|:---:|", "| 1 | 2 |", "", "after"]
    assert docstrings.with_tables(table) == [
        "Before:",
        "",
        "",
        ".. list-table::",
        "   :header-rows: 1",
        "",
        "   * - a",
        "     - ``b``",
        "   * - 1",
        "     - 2",
        "",
        "",
        "after",
        "",
    ]


def test_text_without_a_table_stays() -> None:
    lines = ["One | two.", "", ">>> a | b"]
    assert docstrings.with_tables(lines) == [*lines, ""]


def test_a_colon_of_a_property_ends_no_type() -> None:
    made = ["what the rules read.", "", ":type: A copy"]
    assert docstrings.without_types(made) == ["A copy: what the rules read.", ""]
    plain = ["The round.", ""]
    assert docstrings.without_types(plain) == plain
