"""Convert docstrings to Sphinx markup.

Docstrings are NumPy style, which napoleon parses, with four exceptions: tables are in Markdown,
module docstrings have headings, a colon in the first line of a property does not end a type, and
fields of a named tuple are documented in its class docstring.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_ROW: Final = re.compile(r"^\s*\|(.*)\|\s*$")
_RULE: Final = re.compile(r"^[\s:|-]+$")
_TYPE: Final = ":type: "
#: Headings in docstrings that napoleon parses.
_OF_NAPOLEON: Final = {"Attributes", "Examples", "Parameters", "Raises", "Returns", "Yields"}


def cells(row: str) -> list[str]:
    """Return the cells of a table row."""
    found = _ROW.match(row)
    return [cell.strip() for cell in found[1].split("|")] if found else []


def list_table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table as a directive; its first row is the header."""
    head = ["", ".. list-table::", "   :header-rows: 1", ""]
    body = [f"   {'* ' if k == 0 else '  '}- {cell}" for row in rows for k, cell in enumerate(row)]
    return [*head, *body, ""]


def with_tables(lines: Sequence[str]) -> list[str]:
    """Return lines with Markdown tables converted to directives."""
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
    """Return lines with headings converted to rubrics, since modules share headings."""
    found: list[str] = []
    for line in lines:
        if found and found[-1] and found[-1] not in _OF_NAPOLEON and line == "-" * len(found[-1]):
            found[-1:] = [f".. rubric:: {found[-1]}", ""]
        else:
            found.append(line)
    return found


def without_types(lines: Sequence[str]) -> list[str]:
    """Return a property's docstring after napoleon, restoring text mistaken for a type."""
    types = [line.removeprefix(_TYPE) for line in lines if line.startswith(_TYPE)]
    others = [line for line in lines if not line.startswith(_TYPE)]
    first = next((k for k, line in enumerate(others) if line), None)
    if types and first is not None:
        others[first] = f"{types[0]}: {others[first]}"
    return others


def setup(app: "Sphinx") -> dict[str, bool]:
    """Run before and after napoleon, whose priority is 500."""

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
