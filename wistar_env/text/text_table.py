"""Text tables that never truncate cells, however narrow the terminal is.

A table that is too wide loses its box, then its names become numbers with a key below, then the
space between columns shrinks, then the columns are divided among several tables.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

#: Columns of a table, by their numbers.
Columns: TypeAlias = tuple[int, ...]


class _Layout(NamedTuple):
    """The style of a table: names or numbers, and the space between columns."""

    named: bool
    boxed: bool
    gap: int

    def width(self, widths: Sequence[int]) -> int:
        """Return the width of a table whose columns have these widths."""
        edges = 4 if self.boxed else 0
        return sum(widths) + self.gap * (len(widths) - 1) + edges


#: The most readable one first.
_LAYOUTS: Final = (
    _Layout(named=True, boxed=True, gap=3),
    _Layout(named=True, boxed=False, gap=2),
    _Layout(named=False, boxed=True, gap=3),
    _Layout(named=False, boxed=False, gap=2),
    _Layout(named=False, boxed=False, gap=1),
)


@dataclass(frozen=True)
class TextTable:
    """A table under a title, to be printed by rich."""

    title: str  # empty for none
    keys: Sequence[str]  # headings of the columns that identify rows; every part repeats them
    # Headings of the other columns, by group. A table that is too wide is split between groups,
    # and within a group only if this group does not fit.
    groups: Sequence[Sequence[str]]
    rows: Sequence[Sequence[str]]  # a cell for each column, those of ``keys`` first
    # Names of any length that are cells or headings, such as specs of bots. If they do not fit,
    # each becomes its number in this list.
    names: Sequence[str] = ()
    sections: frozenset[int] = field(default_factory=frozenset)  # rows after which a line is drawn

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the title, the parts of the table, and notes."""
        width = options.max_width
        if self.title:
            yield Text(self.title, style="bold", overflow="fold")
        layout, parts = min(
            ((layout, self._parts(layout, width)) for layout in _LAYOUTS),
            key=lambda found: len(found[1]) or math.inf,
        )
        for part in parts or [tuple(range(len(self._headings)))]:
            yield self._table(layout if parts else _LAYOUTS[-1], part, fixed=bool(parts))
        if not (parts and layout.named):
            yield self._key()
        yield from self._reason(len(parts), width)

    @cached_property
    def _headings(self) -> list[str]:
        return [*self.keys, *(heading for group in self.groups for heading in group)]

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        return {name: number for number, name in enumerate(self.names, start=1)}

    def _shown(self, column: int, layout: _Layout) -> tuple[str, list[str]]:
        """Return the heading and the cells of a column."""
        heading, cells = self._headings[column], [row[column] for row in self.rows]
        if layout.named:
            return heading, cells
        if heading in self._numbers:
            heading = f"no. {self._numbers[heading]}"
        return heading, [str(self._numbers.get(cell, cell)) for cell in cells]

    def _width(self, column: int, layout: _Layout) -> int:
        heading, cells = self._shown(column, layout)
        words = [heading] if layout.boxed else heading.split()
        return max(map(cell_len, [*words, *cells]), default=0)

    def _parts(self, layout: _Layout, width: int) -> list[Columns]:
        """Return the columns of each part, or nothing if a single column does not fit."""
        keys = tuple(range(len(self.keys)))
        widths = [self._width(column, layout) for column in range(len(self._headings))]

        def fits(part: Columns) -> bool:
            return layout.width([widths[column] for column in part]) <= width

        parts = [keys]
        end = len(keys)
        for group in self.groups:
            columns = tuple(range(end, end + len(group)))
            end += len(group)
            for each in [columns] if fits(keys + columns) else [(column,) for column in columns]:
                if not fits(keys + each):
                    return []
                if fits(parts[-1] + each):
                    parts[-1] += each
                else:
                    parts.append(keys + each)
        return parts

    def _table(self, layout: _Layout, part: Columns, *, fixed: bool) -> Table:
        table = (
            Table()
            if layout.boxed
            else Table(
                box=box.SIMPLE_HEAD,
                show_edge=False,
                pad_edge=False,
                padding=(0, layout.gap - 1, 0, 0),
            )
        )
        columns = []
        for column in part:
            heading, cells = self._shown(column, layout)
            columns.append(cells)
            table.add_column(
                Text(heading),
                justify="right" if column else "left",
                overflow="fold",
                width=self._width(column, layout) if fixed else None,
            )
        for number, row in enumerate(zip(*columns, strict=True)):
            table.add_row(*map(Text, row), end_section=number in self.sections)
        return table

    def _key(self) -> Table:
        """Return a list of the numbers and the names that they stand for."""
        used = {*self._headings, *(cell for row in self.rows for cell in row)}
        key = Table.grid(padding=(0, 1))
        key.add_column(justify="right")
        key.add_column(overflow="fold")
        for name, number in self._numbers.items():
            if name in used:
                key.add_row(f"{number} =", Text(name))
        return key

    def _reason(self, parts: int, width: int) -> Iterator[Text]:
        """Yield a note on why a table was split or its cells were broken."""
        if parts == 1:
            return
        whole = min(
            layout.width([self._width(column, layout) for column in range(len(self._headings))])
            for layout in _LAYOUTS
        )
        how = f"in {parts} parts" if parts else "broken within cells"
        yield Text(f"({how}: the terminal has {width} columns, and the whole table needs {whole})")
