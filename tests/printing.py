"""Prints other values on a position's components, so that a test can isolate one rule."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from tests.words import words
from wistar_env.games.rats_of_wistar.tables import codes, language
from wistar_env.games.rats_of_wistar.tables.fill import put_requirement


def effect_of(tables: Any, start: int, end: int) -> str:
    """Return the effect line of rows ``start`` to ``end``."""
    fields = ("op", "a", "b", "c", "per", "skip")
    rows = [
        language.EffectRow(*(int(row[field]) for field in fields))
        for row in tables["ops"][start:end]
    ]
    return language.unparse(rows)


class Press:
    """Writes on one ``TABLES`` record; new effect lines go behind the ones of the data."""

    def __init__(self, tables: Any) -> None:
        self.tables = tables
        used = np.flatnonzero(tables["ops"]["op"] | tables["ops"]["a"])
        self.next_row = int(used.max()) + 1

    def print(self, row: Any, hand: int = 0, **values: Any) -> None:
        """Print values on one record of a component, of ``hand`` cards that are played.

        ``effect`` is an effect line; ``cost`` (``"wood 2, items 1"``) and ``needs``
        (``"agility 3, electricity 1"``) replace the whole requirement; ``icons`` all icons;
        other keywords are fields, words being codes of the family of that name.
        """
        if "effect" in values:
            row["start"], row["end"] = self._rows(language.parse(values.pop("effect")))
        if "cost" in values or "needs" in values:
            row["requirement"]["skills"] = row["requirement"]["need_amount"] = 0
            put_requirement(
                row["requirement"], values.pop("cost", ""), values.pop("needs", ""), hand
            )
        if "icons" in values:
            amounts = language.parse_amounts(values.pop("icons"), "ICON")
            row["icons"] = [amounts.get(icon, 0) for icon in range(codes.SKILLS + 1)]
        for field, value in values.items():
            row[field] = words(field.upper()).index(value) if isinstance(value, str) else value

    def _rows(self, rows: Iterable[language.EffectRow]) -> tuple[int, int]:
        start = self.next_row
        for row in rows:
            fields = (row.op, row.a, row.b, row.c, row.per, row.skip)
            self.tables["ops"][self.next_row] = fields
            self.next_row += 1
        return start, self.next_row
