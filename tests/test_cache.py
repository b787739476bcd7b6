from pathlib import Path

import pytest

from wistar_env import cache


def test_the_environment_variable_moves_the_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("WISTAR_CACHE_DIR", str(tmp_path))
    assert cache.root() == tmp_path


def test_the_cache_lies_in_the_users_cache_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("WISTAR_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.root() == tmp_path / "wistar-env"


def test_where_nothing_can_be_written_the_cache_is_temporary(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    occupied = tmp_path / "file"
    occupied.touch()
    monkeypatch.delenv("WISTAR_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(occupied))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "temporary"))
    assert cache.root().parent == tmp_path / "temporary"


def test_any_change_of_a_source_changes_the_fingerprint(tmp_path: Path) -> None:
    source = tmp_path / "rule.py"
    source.write_text("one")
    before = cache.fingerprint([source], "numba 1")
    assert before == cache.fingerprint([source], "numba 1")
    assert before != cache.fingerprint([source], "numba 2")
    source.write_text("two")
    assert before != cache.fingerprint([source], "numba 1")
