"""The axis of what alternatives and costs can hold stays as it is when an op is added."""

import pytest

from tests.card_sets import INSTANT
from tests.spaces.reference import place_of
from wistar_env.games.rats_of_wistar.spaces import alternatives
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.effect_rules import TAKING


def test_all_that_may_be_an_alternative_or_be_bought_has_a_place() -> None:
    shown = {"if", "pay", "choose", *INSTANT, *TAKING}
    assert set(alternatives.SHOWN) == shown, (
        "SHOWN of spaces/alternatives.py lacks words, or has others: "
        f"{set(alternatives.SHOWN) ^ shown}"
    )
    assert len(set(alternatives.SHOWN)) == len(alternatives.SHOWN)


def test_places_are_by_code_and_nothing_else_has_one() -> None:
    places = alternatives.places()
    for word, code in codes.names("OP").items():
        shown = word in alternatives.SHOWN
        assert places[code] == (place_of(code) if shown else codes.NONE)


def test_more_ops_than_there_is_room_for_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alternatives, "ROOM", 50)
    with pytest.raises(ValueError, match=r"SHOWN .* ops, .* room for 50;"):
        alternatives.places()


def test_another_op_changes_no_size_and_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    before = alternatives.places()
    monkeypatch.setattr(codes, "OP_NEVER_SEEN", len(before), raising=False)
    monkeypatch.setattr(alternatives, "SHOWN", (*alternatives.SHOWN, "never_seen"))
    assert alternatives.places() == (*before, len(alternatives.SHOWN) - 1)
