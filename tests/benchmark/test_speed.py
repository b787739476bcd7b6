"""The measurements of speed: that they measure, not how fast this machine is."""

import os
from io import StringIO
from pathlib import Path
from statistics import median

import numpy as np
import pytest
from rich.console import Console

from wistar_env import Game
from wistar_env.benchmark import speed
from wistar_env.benchmark.observed import observed_playouts
from wistar_env.rules import core
from wistar_env.rules.actions import NUM_ACTIONS


def test_everything_is_measured_and_printed_with_machine_and_versions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(speed, "_SECONDS", 0.002)
    monkeypatch.setattr(speed, "_PEERS", {"Chess by post": "no_such_game"})
    measured = speed.measure(2, compile_anew=False)
    assert len(measured) == 8
    assert all(value > 0 for each in measured for value in each.values)
    assert measured[0].values[0] <= 4096
    out = StringIO()
    Console(file=out, width=150).print(speed.speed_table(measured))
    for each in measured:
        assert each.name in out.getvalue()
    assert "numba" in out.getvalue()
    assert f"{median(measured[1].values):,.0f}" in out.getvalue()


def test_a_start_is_measured_from_the_process_to_the_first_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, "NUMBA_DISABLE_JIT", "1")
    assert speed._start(str(tmp_path)) > 0


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_observed_playouts_play_the_same_games_as_plain_ones(num_players: int) -> None:
    game = Game.new(num_players=num_players, level=4 if num_players == 1 else None)
    other = game.clone()
    tables = game.box.tables
    legal, mask = np.zeros(NUM_ACTIONS + 1, np.int16), np.zeros(NUM_ACTIONS, np.int8)
    layout = game.layout
    counts, out = np.zeros(layout.size, np.uint8), np.zeros(layout.size, np.float32)
    scales = layout.limit, layout.scale
    plain = core.playouts(tables, game.record, 0, 1, 3)
    observed = observed_playouts(tables, other.record, 0, 1, 3, legal, *scales, counts, out, mask)
    assert plain == observed > 0
    assert game.record.tobytes() == other.record.tobytes()
    assert 0 < np.count_nonzero(out) < layout.size
    assert np.count_nonzero(mask) >= 1
