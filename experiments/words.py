"""Count the words of the documentation by page: ``python -m experiments.words [FILE ...]``.

A word has a letter or a digit. Words of tables and of code are counted apart from sentences, since
programs write most of them.
"""

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from website.doc_tables import table

ROOT: Final = Path(__file__).resolve().parents[1]
_CODE: Final = re.compile(r"^( *)(```+|~~~+)[^\n]*\n(.*?)^\1\2 *$", re.MULTILINE | re.DOTALL)
_TABLE: Final = re.compile(r"^ *\|.*\|$", re.MULTILINE)
_NOT_READ: Final = re.compile(r"<!--.*?-->|\]\([^)]*\)", re.DOTALL)
_WORD: Final = re.compile(r"\S*\w\S*")


class Words(NamedTuple):
    """Words of a page: of its sentences, of its tables, and of its code."""

    sentences: int
    tables: int
    code: int


def count(text: str) -> Words:
    """Return the words of a Markdown text; comments and targets of links do not count."""
    code = " ".join(found[3] for found in _CODE.finditer(text))
    rest = _NOT_READ.sub("]", _CODE.sub("", text))
    tables = " ".join(_TABLE.findall(rest))
    return Words(*(len(_WORD.findall(part)) for part in (_TABLE.sub("", rest), tables, code)))


def pages() -> list[Path]:
    """Return the pages that people read: the README and the folder of documentation."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def report(files: Iterable[Path]) -> str:
    """Return a table with a row for each file, and their sum."""
    rows = [
        (file.name, *counted, sum(counted)) for file in files for counted in [count(_text(file))]
    ]
    sums = [sum(column) for column in zip(*(row[1:] for row in rows), strict=True)]
    head = ("page", *Words._fields, "all")
    return table(head, [*rows, ("all", *sums)])


def _text(file: Path) -> str:
    return file.read_text("utf-8")


def main(arguments: Sequence[str]) -> None:
    """Print the words of these files, or of all pages."""
    print(report([Path(name) for name in arguments] or pages()))


if __name__ == "__main__":
    main(sys.argv[1:])
