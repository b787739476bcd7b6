"""Printing other values on the components of a position, so that a test shows one rule alone."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from tests.words import words
from wistar_env.rules.state import NONE
from wistar_env.tables import codes, language


def effect_of(tables: Any, start: int, end: int) -> str:
    """Return the effect line of rows ``start`` to ``end``."""
    fields = ("op", "a", "b", "c", "per", "skip")
    rows = [
        language.Row(*(int(row[field]) for field in fields)) for row in tables["ops"][start:end]
    ]
    return language.unparse(rows)


class Press:
    """Writes on one ``TABLES`` record; new effect lines go behind the ones of the data."""

    def __init__(self, tables: Any) -> None:
        self.tables = tables
        used = np.flatnonzero(tables["ops"]["op"] | tables["ops"]["a"])
        self.next_row = int(used.max()) + 1

    def print(self, row: Any, **values: Any) -> None:
        """Print values on one record of a component.

        ``effect`` is an effect line; ``cost`` (``"wood 2, items 1"``) and ``needs``
        (``"agility 3, electricity 1"``) replace the whole requirement; ``icons`` all icons;
        other keywords are fields, words being codes of the family of that name.
        """
        if "effect" in values:
            row["start"], row["end"] = self._rows(language.parse(values.pop("effect")))
        if "cost" in values or "needs" in values:
            self._require(row["requirement"], values.pop("cost", ""), values.pop("needs", ""))
        if "icons" in values:
            amounts = language.parse_amounts(values.pop("icons"), "ICON")
            row["icons"] = [amounts.get(icon, 0) for icon in range(codes.SKILLS + 1)]
        for field, value in values.items():
            row[field] = words(field.upper()).index(value) if isinstance(value, str) else value

    def _rows(self, rows: Iterable[language.Row]) -> tuple[int, int]:
        start = self.next_row
        for row in rows:
            fields = (row.op, row.a, row.b, row.c, row.per, row.skip)
            self.tables["ops"][self.next_row] = fields
            self.next_row += 1
        return start, self.next_row

    def _require(self, requirement: Any, cost: str, needs: str) -> None:
        for field in ("wood", "metal", "movement", "items", "cards", "skills", "need_amount"):
            requirement[field] = 0
        requirement["need_count"] = NONE
        for part in filter(None, cost.split(",")):
            field, number = part.split()
            requirement[field] = int(number)
        slot = 0
        for code, amount in language.parse_amounts(needs, "COUNT").items():
            if code < codes.SKILLS:
                requirement["skills"][code] = amount
            else:
                requirement["need_count"][slot] = code
                requirement["need_amount"][slot] = amount
                slot += 1
