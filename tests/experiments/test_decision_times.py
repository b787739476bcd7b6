"""Milliseconds per decision: measurement, file and text."""

from pathlib import Path

import pytest

from experiments.decision_times import (
    DecisionTimes,
    Timed,
    deciding,
    measure,
    text_of,
)
from experiments.speed import searches
from experiments.speed.searches import middle_positions, positions
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.game import Game as AnyGame

SOLO = Timed("rats-of-wistar", 1, ("random", "network:none.npz"))


@pytest.mark.parametrize(
    ("ms", "text"),
    [(None, ""), (0.00496, "0.0050"), (0.5, "0.50"), (4.26, "4.3"), (9.96, "10"), (120.4, "120")],
)
def test_milliseconds_have_two_digits(ms: float | None, text: str) -> None:
    assert text_of(ms) == text


@pytest.fixture(autouse=True)
def few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searches, "GAMES", 2)


@pytest.mark.parametrize(("game", "players"), [(RatsOfWistar, 1), (LabRats, 3)])
def test_positions_are_in_the_middle_of_different_games(game: type[AnyGame], players: int) -> None:
    one, other = middle_positions(game, players)
    for each in (one, other):
        assert isinstance(each, game)
        assert not each.finished
        assert each.num_decisions > 10
    assert one.to_bytes() != other.to_bytes()


def test_every_round_asks_for_a_decision_in_each_position() -> None:
    class Bot:
        asked = 0

        def act(self, batch: object) -> None:
            self.asked += 1

    bot = Bot()
    assert deciding(bot, positions(1))(3) == bot.asked == 6


def test_a_bot_that_cannot_be_loaded_keeps_what_was_measured_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("wistar_env.speed.timing.SECONDS", 0.01)
    times = DecisionTimes(tmp_path / "folder" / "times.json")
    times.ms = {SOLO.name: {"network:none.npz": 0.25, "former": 1.0}, "other": {"greedy": 2.0}}
    times.save()
    measure([SOLO], times.file, repeats=1)
    found = DecisionTimes(times.file)
    assert {*found.ms[SOLO.name]} == {*SOLO.bots}
    assert 0 < found.ms[SOLO.name]["random"] < 1000
    assert found.text(SOLO, "network:none.npz") == "0.25"
    assert found.ms["other"] == {"greedy": 2.0}
    assert found.text(SOLO, "former") == ""
    assert found.processor
    assert "none.npz" in capsys.readouterr().err
