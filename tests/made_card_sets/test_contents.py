"""Contents of entries: what counts as the same card, and what is drawn again."""

from collections import Counter

import pytest

from wistar_env.games.rats_of_wistar.card_sets import contents
from wistar_env.games.rats_of_wistar.card_sets.contents import (
    Entry,
    content_of,
    draw_new,
    residue_split,
)
from wistar_env.games.rats_of_wistar.tables import load


def card(vp: int) -> Entry:
    return {"cost": "wood 1", "vp": vp, "effect": "metal 2"}


def of_split(split: str) -> list[Entry]:
    """Return cards of a split that differ in their VP."""
    return [card(vp) for vp in range(60) if residue_split(content_of(card(vp))) == split]


def test_number_name_and_source_are_no_content() -> None:
    same = {"number": 7, "name": "Axe", "source": "printed", "known": {"vp": "D4"}, **card(1)}
    assert content_of(same) == content_of(card(1))
    assert content_of(dict(reversed(card(1).items()))) == content_of(card(1))
    assert content_of(card(2)) != content_of(card(1))
    assert content_of({**card(1), "effect": "metal 1"}) != content_of(card(1))


def test_eight_of_ten_contents_belong_to_training() -> None:
    found = Counter(residue_split(str(number)) for number in range(10_000))
    assert 7_800 < found["train"] < 8_200
    assert 900 < min(found["validation"], found["test"])


def test_what_belongs_to_another_split_is_drawn_again() -> None:
    train, test = of_split("train")[:3], of_split("test")[:2]
    assert draw_new(iter([*train, test[0]]).__next__, "test", set()) == test[0]
    assert draw_new(iter([test[0], train[1]]).__next__, "train", set()) == train[1]


def test_unbalanced_values_and_contents_are_listed_too() -> None:
    first, second = of_split("train")[:2]
    taken: set[str] = set()
    assert draw_new(iter([None, first]).__next__, "train", taken) == first
    assert draw_new(iter([first, None, second]).__next__, "train", taken) == second
    assert taken == {content_of(first), content_of(second)}


def test_so_are_bundled_cards() -> None:
    bundled = [each.model_dump(exclude_none=True) for _, each in load.validated().cards()]
    mine = next(each for each in bundled if residue_split(content_of(each)) == "train")
    other = of_split("train")[0]
    assert draw_new(iter([mine, other]).__next__, "train", set()) == other


def test_drawing_in_vain_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contents, "_ATTEMPTS", 5)
    with pytest.raises(AssertionError, match="no new test entry in 5 draws"):
        draw_new(lambda: None, "test", set())
