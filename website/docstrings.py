"""Converts docstrings to the markup of Sphinx.

Our docstrings are NumPy style, which napoleon reads, but for four things: tables are those of
Markdown, modules have headings of their own, a colon in the first line of a property ends no type,
and the fields of a named tuple are told in its own docstring.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_ROW: Final = re.compile(r"^\s*\|(.*)\|\s*$")
_RULE: Final = re.compile(r"^[\s:|-]+$")
_TYPE: Final = ":type: "
#: Headings of docstrings that napoleon reads.
_OF_NAPOLEON: Final = {"Attributes", "Examples", "Parameters", "Raises", "Returns", "Yields"}


def cells(row: str) -> list[str]:
    """Return the cells of a row of a table."""
    found = _ROW.match(row)
    return [cell.strip() for cell in found[1].split("|")] if found else []


def list_table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table, whose first row is its heading, as a directive."""
    head = ["", ".. list-table::", "   :header-rows: 1", ""]
    body = [f"   {'* ' if k == 0 else '  '}- {cell}" for row in rows for k, cell in enumerate(row)]
    return [*head, *body, ""]


def with_tables(lines: Sequence[str]) -> list[str]:
    """Return lines whose Markdown tables are directives."""
    found: list[str] = []
    rows: list[list[str]] = []
    for line in [*lines, ""]:
        if _ROW.match(line):
            if not _RULE.match(line):
                rows.append(cells(line))
            continue
        if rows:
            found += list_table(rows)
            rows = []
        found.append(line)
    return found


def with_rubrics(lines: Sequence[str]) -> list[str]:
    """Return lines whose headings are rubrics: several modules have the same, such as "Rewards"."""
    found: list[str] = []
    for line in lines:
        if found and found[-1] and found[-1] not in _OF_NAPOLEON and line == "-" * len(found[-1]):
            found[-1:] = [f".. rubric:: {found[-1]}", ""]
        else:
            found.append(line)
    return found


def without_types(lines: Sequence[str]) -> list[str]:
    """Return a property after napoleon, with the text that it mistook for a type restored."""
    types = [line.removeprefix(_TYPE) for line in lines if line.startswith(_TYPE)]
    others = [line for line in lines if not line.startswith(_TYPE)]
    first = next((k for k, line in enumerate(others) if line), None)
    if types and first is not None:
        others[first] = f"{types[0]}: {others[first]}"
    return others


def setup(app: "Sphinx") -> dict[str, bool]:
    """Stand before and behind napoleon, whose priority is 500."""

    def tables(app: "Sphinx", what: str, name: str, it: Any, options: Any, lines: Any) -> None:
        lines[:] = with_tables(with_rubrics(lines) if what == "module" else lines)

    def properties(app: "Sphinx", what: str, name: str, it: Any, options: Any, lines: Any) -> None:
        if what in ("property", "attribute"):
            lines[:] = without_types(lines)

    def skip(app: "Sphinx", what: str, name: str, it: Any, skip: bool, options: Any) -> bool | None:
        return True if type(it).__name__ == "_tuplegetter" else None

    app.connect("autodoc-process-docstring", tables, priority=400)
    app.connect("autodoc-process-docstring", properties, priority=600)
    app.connect("autodoc-skip-member", skip)
    return {"parallel_read_safe": True}
