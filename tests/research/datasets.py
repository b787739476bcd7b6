"""Small datasets of both games, and what is in them."""

from pathlib import Path
from typing import Any

import pytest

from wistar_env.datasets import Dataset, record
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar

#: Games with automata and a range of an option, and games of several bots.
KINDS: dict[str, dict[str, Any]] = {
    "solo": {"game": RatsOfWistar, "num_players": 1, "options": {"level": (5, 9)}},
    "two": {"game": RatsOfWistar, "num_players": 2, "bots": ["greedy", "random"]},
    "lab-rats": {"game": LabRats, "num_players": 3, "bots": ["careful", "greedy", "random"]},
}
GAMES = 5


def recorded(
    folder: Path, kind: str, monkeypatch: pytest.MonkeyPatch, games: int = GAMES
) -> Dataset:
    """Return a new dataset in files of two games each."""
    monkeypatch.setattr("wistar_env.datasets.recording.SHARD_SIZE", 2)
    record(folder, games=games, seed=3, **KINDS[kind])
    return Dataset(folder)
