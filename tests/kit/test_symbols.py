"""Symbols of several games in one process."""

import pytest

import wistar_env.games.lab_rats.render  # noqa: F401 - declares its symbols
from wistar_env.games.rats_of_wistar.render.svg import icons
from wistar_env.kit.pictures import symbols


def test_a_name_stands_for_one_symbol() -> None:
    symbols.declare("test-dot", '<circle r="3"/>')
    symbols.declare("test-dot", '<circle r="3"/>')
    with pytest.raises(ValueError, match="'test-dot'"):
        symbols.declare("test-dot", '<circle r="4"/>')


def test_tokens_are_what_was_declared_so() -> None:
    symbols.declare("test-ring", '<circle r="5"/>')
    symbols.declare("test-pawn", '<circle r="6"/>', token=True)
    tokens = ("test-pawn", "chief-0", "tent-bot", "lab-rats-potion-3")
    others = ("test-ring", "mark-0", "wood", "lab-rats-cheese")
    assert [name for name in (*tokens, *others) if symbols.is_token(name)] == [*tokens]


@pytest.mark.parametrize("name", icons.ICONS)
def test_another_game_changes_no_symbol(name: str) -> None:
    assert icons.ICONS[name] in symbols.defined(icons.draw(name, 0, 0, 24))
