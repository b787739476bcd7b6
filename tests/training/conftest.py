"""Shared fixtures of the training tests."""

import sys
from collections.abc import Iterator
from typing import Any, Final

import pytest

from wistar_env.training import checkpoints
from wistar_env.training.curves import pictures

#: Pictures of a curve with these metrics in its rows.
_PICTURES: Final[dict[frozenset[frozenset[str]], dict[str, bytes]]] = {}


@pytest.fixture(autouse=True)
def _one_torch_thread() -> Iterator[None]:
    """Let torch use one thread, where a test uses it: tests run side by side."""
    torch: Any = sys.modules.get("torch")
    if torch is None:
        yield
        return
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture
def drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the curve of a run once for all curves with the same metrics; it takes half a second.

    ``test_curves.py`` tests the pictures, and that those of a run are the ones of its rows.
    """
    monkeypatch.setattr(checkpoints, "pictures", _drawn)


def _drawn(rows: list[dict[str, Any]]) -> dict[str, bytes]:
    metrics = frozenset(frozenset(row) for row in rows)
    if metrics not in _PICTURES:
        _PICTURES[metrics] = pictures(rows)
    return _PICTURES[metrics]
