"""The compiled rules and the same rules as plain Python play the same games, byte for byte."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from tests.catalogue import catalogue
from tests.play import Play, tracks_of
from wistar_env.games.rats_of_wistar.rules.state import GAME

pytestmark = pytest.mark.property

GAMES = [(2, 1, 0), (3, 2, 0), (4, 3, 0), (1, 4, 2), (1, 5, 9)]


def transcript(tables: Any, players: int, seed: int, level: int) -> list[str]:
    """Play one random game; a hash of the record before each decision and at the end."""
    play = Play(tables, players, seed, tracks_of(level))
    lines = []
    for action in play.random(np.random.default_rng(seed)):
        digest = hashlib.sha256(play.bytes).hexdigest()
        lines.append(f"{players} {seed} {play.seat} {action} {play.actions} {digest}")
    return [*lines, hashlib.sha256(play.bytes).hexdigest()]


def main() -> None:
    """Print the transcripts of all games, for the other process to compare."""
    for players, seed, level in GAMES:
        print("\n".join(transcript(catalogue().tables, players, seed, level)))


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="needs the compiled rules")
def test_compiled_and_interpreted_rules_play_the_same_games(tables: Any) -> None:
    compiled = [
        line for players, seed, level in GAMES for line in transcript(tables, players, seed, level)
    ]
    interpreted = subprocess.run(
        [sys.executable, "-m", "tests.rules.test_differential"],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    for number, (one, two) in enumerate(zip(compiled, interpreted, strict=False)):
        assert one == two, f"the rules part at decision {number}"
    assert len(compiled) == len(interpreted)


def test_a_game_stays_within_four_kibibytes() -> None:
    assert GAME.itemsize <= 4096


if __name__ == "__main__":
    main()
