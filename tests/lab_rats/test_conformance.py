"""The kit's checks of a game, and that compiled and interpreted rules agree."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from wistar_env.games.lab_rats import LabRats
from wistar_env.kit.conformance.runner import CHECKS, cases_of, run_check
from wistar_env.kit.game.registry import find_game

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("case", cases_of(LabRats, games=2), ids=str)
def test_the_kit_finds_nothing_wrong(check: str, case: object) -> None:
    assert run_check(check, case).problem == ""  # type: ignore[arg-type]


def test_it_is_found_by_its_class() -> None:
    assert find_game("wistar_env.games.lab_rats:LabRats") is LabRats


def mark_of_games() -> str:
    """Return a mark of all that happens in some games, with redeals and observations."""
    mark = hashlib.sha256()
    for num_players in (3, 4, 5):
        game, chance = LabRats.new(num_players, 7), np.random.default_rng(7)
        while not game.finished:
            if game.num_decisions % 9 == 0:
                mark.update(game.determinize(game.seat, 5).to_bytes())
                mark.update(game.observe(game.num_decisions % num_players).tobytes())
            mark.update(game.legal_actions().tobytes())
            game.step(int(chance.choice(game.legal_actions())))
        mark.update(repr((game.ranks(), game.scores())).encode())
    return mark.hexdigest()


def test_interpreted_rules_play_the_same_games() -> None:
    code = "from tests.lab_rats.test_conformance import mark_of_games; print(mark_of_games())"
    found = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    assert found.stdout.strip() == mark_of_games()
