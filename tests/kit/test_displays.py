"""Texts of actions on replay pages, as far as each seat may know them."""

import pytest

from tests.kit.goofspiel import Goofspiel
from wistar_env.kit.envs.displays import Display
from wistar_env.kit.game import Presentation


def test_a_sealed_choice_is_shown_to_its_own_seat_only(monkeypatch: pytest.MonkeyPatch) -> None:
    told: dict[int, tuple[str, ...]] = {}
    monkeypatch.setattr(
        Presentation, "frame", lambda shown, seat, done, size: told.update({seat: tuple(done)})
    )
    game = Goofspiel.new(2, 1)
    display = Display("rgb_array")
    first, action = game.seat, int(game.legal_actions()[2])
    words = game.describe(action)
    before = display.before(game)
    game.step(action)
    display.tell(before, action)
    for seat in (0, 1):
        display.render(lambda: game, seat)
    assert told[first] == (f"player_{first}: {words}",)
    assert told[1 - first] == (f"player_{first}: chooses in secret",)
    display.begin()
    display.render(lambda: game, 0)
    assert told[0] == ()


def test_a_display_without_pictures_stores_nothing() -> None:
    game = Goofspiel.new(2, 1)
    display = Display("ansi")
    assert display.before(game) is None
    display.tell(game, 0)
    assert display.render(lambda: game, 0) == game.presentation.render(0)
