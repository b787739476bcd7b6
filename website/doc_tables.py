"""Documentation pages whose tables are generated from the code.

A table is between ``<!-- table: NAME -->`` and ``<!-- end -->``.
"""

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

#: The function that writes each table of a page, by the table's name.
Tables: TypeAlias = Mapping[str, Callable[[], str]]

_MARKED: Final = re.compile(r"(<!-- table: (\w+) -->\n)(.*?)(\n<!-- end -->)", re.DOTALL)


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a table in Markdown."""
    lines = [" | ".join(head)]
    lines.append(" | ".join("---" for _ in lines[0].split(" | ")))
    lines += [" | ".join(str(cell) for cell in row) for row in rows]
    return "\n".join(f"| {line} |" for line in lines)


def written(page: str, tables: Tables) -> str:
    """Return the text of a page with regenerated tables."""
    asked = [name for _, name, *_ in _MARKED.findall(page)]
    if sorted(asked) != sorted(tables):
        raise ValueError(
            f"the page must have each of the tables {', '.join(tables)} exactly once, found "
            f"{', '.join(asked) or 'none'}"
        )
    return _MARKED.sub(lambda mark: mark[1] + tables[mark[2]]() + mark[4], page)


def present(page: str) -> dict[str, str]:
    """Return the current text of each table of a page, by name."""
    return {name: text for _, name, text, _ in _MARKED.findall(page)}


def kept(page: str) -> dict[str, Callable[[], str]]:
    """Return functions that leave each table unchanged, to rewrite only some tables."""
    return {name: partial(str, text) for name, text in present(page).items()}


def rewrite(page: Path, tables: Tables) -> None:
    """Regenerate the tables of a page."""
    page.write_text(written(page.read_text("utf-8"), tables), "utf-8")
    print(f"{page} is current", file=sys.stderr)
