"""Permuted sets: the same cards with other numbers."""

from collections import Counter
from typing import Any

import pytest

from wistar_env.games.rats_of_wistar.card_sets.contents import Files, content_of
from wistar_env.games.rats_of_wistar.card_sets.set_files import bundled_files, permuted_files
from wistar_env.games.rats_of_wistar.card_sets.set_names import CardSet

PLACES = [
    ("inventions_tools", "card", ("number", "type", "tier")),
    ("inventions_automata", "card", ("number", "type", "tier")),
    ("inventions_structures", "card", ("number", "type", "tier")),
    ("guests", "guest", ("number", "kind")),
    ("missions", "mission", ("kind",)),
    ("objectives", "objective", ()),
]


def contents_of(files: Files, file: str, kind: str) -> Counter[Any]:
    return Counter((entry.get("name"), content_of(entry)) for entry in files[file][kind])


@pytest.mark.parametrize(("file", "kind", "place"), PLACES)
def test_contents_and_positions_are_preserved(file: str, kind: str, place: tuple[str, ...]) -> None:
    bundled, permuted = bundled_files(), permuted_files(CardSet("permuted", 5))
    assert contents_of(permuted, file, kind) == contents_of(bundled, file, kind)
    for before, after in zip(bundled[file][kind], permuted[file][kind], strict=True):
        assert [before[name] for name in place] == [after[name] for name in place]
    moved = [a != b for a, b in zip(bundled[file][kind], permuted[file][kind], strict=True)]
    assert sum(moved) >= len(moved) // 2


def test_everything_else_stays() -> None:
    bundled, permuted = bundled_files(), permuted_files(CardSet("permuted", 5))
    changed = {name for name in bundled if bundled[name] != permuted[name]}
    assert changed == {file for file, _, _ in PLACES}
    assert list(bundled) == list(permuted)


def test_every_seed_permutes_otherwise() -> None:
    made = [permuted_files(CardSet("permuted", seed)) for seed in range(5)]
    orders = {tuple(guest["effect"] for guest in files["guests"]["guest"]) for files in made}
    assert len(orders) == 5
