"""Records lie in memory alike, whether compiled or plain Python works on them."""

from typing import Any

import numpy as np
import pytest
from numba import config

from wistar_env.compiled.records import record
from wistar_env.games.rats_of_wistar.rules.state import BOT_RECORD, ENTRY, GAME, PLAYER
from wistar_env.games.rats_of_wistar.tables.layout import I

NESTED: list[tuple[Any, ...]] = [("one", I), ("wide", np.int32), ("two", np.int8, (3,))]


def places(kind: np.dtype[Any]) -> list[tuple[str, int, int]]:
    """Return the name, first byte and size of every field, those of nested records included."""
    found = []
    for name, (field, at, *_) in (kind.fields or {}).items():
        base = field.base
        found.append((name, at, field.itemsize))
        found += places(base)
    return [*found, ("", 0, kind.itemsize)]


@pytest.mark.parametrize("pad", [1, 2, 3])
def test_an_interpreted_record_has_its_fields_where_a_compiled_one_has_them(
    pad: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = []
    for interpreted in (False, True):
        monkeypatch.setattr(config, "DISABLE_JIT", interpreted)
        inner = record(NESTED)
        built.append(record([("pad", np.int8, (pad,)), ("inner", inner), ("all", inner, (2,))]))
    assert places(built[0]) == places(built[1])
    assert built[0].fields is not None
    assert built[0].fields["inner"][1] % 4 == 0


@pytest.mark.interpreted
@pytest.mark.parametrize("kind", [GAME, PLAYER, ENTRY, BOT_RECORD])
def test_every_field_begins_where_its_width_asks_for(kind: np.dtype[Any]) -> None:
    for name, at, size in places(kind):
        if name in (kind.names or ()) and kind[name].base.fields is None:
            assert at % min(size, kind[name].base.itemsize) == 0
