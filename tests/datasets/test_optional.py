"""Exports without the libraries that they need."""

import sys
from pathlib import Path

import pytest

from wistar_env.datasets import Dataset, record, to_minari, to_parquet
from wistar_env.games.rats_of_wistar import RatsOfWistar


def test_a_missing_library_is_reported_with_its_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record(tmp_path / "games", RatsOfWistar, games=1, num_players=1)
    made = Dataset(tmp_path / "games")
    for name in ("pyarrow", "h5py"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=r"pyarrow .*\[export\]"):
        to_parquet(made, tmp_path / "out")
    with pytest.raises(ImportError, match="h5py is missing"):
        to_minari(made, "wistar/mine-v0")
    assert not (tmp_path / "out").exists()
