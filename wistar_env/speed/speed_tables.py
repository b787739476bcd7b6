"""Measure parts one after the other, and print or write the results.

The machine and the versions are printed with the numbers, which are meaningless without them.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import median

from rich.console import RenderableType
from rich.text import Text

from wistar_env.benchmark.results import versions
from wistar_env.speed.timing import Measurement, Part
from wistar_env.system.cpu import machine
from wistar_env.text.text_table import TextTable


def measure(
    wanted: Sequence[Part], repeats: int, on_part: Callable[[int, str], None]
) -> list[Measurement]:
    """Measure all parts in order, and return all their measurements.

    ``on_part``: called before each part with the number of finished parts and the part's label, and
    at the end with ``"done"``.
    """
    measured: list[Measurement] = []
    for done, part in enumerate(wanted):
        on_part(done, part.label)
        measured += part.measure(repeats)
    on_part(len(wanted), "done")
    return measured


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def _list(title: str, measured: list[Measurement]) -> TextTable:
    rows = []
    for each in measured:
        low, high = min(each.values), max(each.values)
        between = f"{_number(low)} to {_number(high)}" if len(each.values) > 1 else ""
        rows.append([each.name, _number(median(each.values)), between])
    return TextTable(title, ["benchmark"], [["median", "range"]], rows)


def _grid(title: str, measured: list[Measurement]) -> TextTable:
    rows: dict[str, list[Measurement]] = {}
    for each in measured:
        rows.setdefault(each.name, []).append(each)
    columns = list(dict.fromkeys(each.column for each in measured))
    cells = []
    for name, row in rows.items():
        known = {each.column: _number(median(each.values)) for each in row}
        cells.append([name, *(known.get(column, "") for column in columns)])
    return TextTable(title, ["benchmark"], [[heading] for heading in columns], cells)


def speed_tables(measured: list[Measurement]) -> list[RenderableType]:
    """Return the tables of measurements, followed by the machine and the versions."""
    tables: list[RenderableType] = []
    for table in dict.fromkeys(each.table for each in measured):
        own = [each for each in measured if each.table == table]
        title = f"{table} ({own[0].unit})"
        tables.append(_grid(title, own) if own[0].column else _list(title, own))
    here = machine()
    used = ", ".join(f"{name} {version}" for name, version in versions().items())
    machine_text = f"{here['processor']}, {here['cores']} cores, {here['system']}\n{used}"
    return [*tables, Text(machine_text)]


def write_json(measured: list[Measurement], repeats: int, path: Path) -> None:
    """Write all measurements, with the machine and the versions.

    The object has ``machine``, ``versions``, ``repeats`` and ``measurements``: a list with the
    fields of ``Measurement``, and the ``median``.
    """
    rows = [{**asdict(each), "median": median(each.values)} for each in measured]
    report = {
        "machine": machine(),
        "versions": versions(),
        "repeats": repeats,
        "measurements": rows,
    }
    path.write_text(json.dumps(report, indent=1) + "\n", "utf-8")
