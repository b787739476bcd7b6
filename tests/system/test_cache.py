import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from wistar_env.errors import CacheError
from wistar_env.system import cache


def test_the_environment_variable_moves_the_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("WISTAR_CACHE_DIR", str(tmp_path))
    assert cache.writable_folder() == tmp_path


def test_the_cache_lies_in_the_users_cache_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("WISTAR_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.writable_folder() == tmp_path / "wistar-env"


def test_where_nothing_can_be_written_the_cache_is_temporary(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    occupied = tmp_path / "file"
    occupied.touch()
    monkeypatch.delenv("WISTAR_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(occupied))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "temporary"))
    assert cache.writable_folder().parent == tmp_path / "temporary"


def test_any_change_of_a_source_changes_the_fingerprint(tmp_path: Path) -> None:
    source = tmp_path / "rule.py"
    source.write_text("one")
    before = cache.fingerprint([source], "numba 1")
    assert before == cache.fingerprint([source], "numba 1")
    assert before != cache.fingerprint([source], "numba 2")
    source.write_text("two")
    assert before != cache.fingerprint([source], "numba 1")


def test_a_user_without_a_home_has_a_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("WISTAR_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    folder = cache.writable_folder()
    assert folder.parent == tmp_path
    assert folder.stat().st_mode & 0o777 == 0o700
    assert cache.writable_folder() == folder


#: Where the cache may lie, as what it is made of: environment variables, and its folder.
PLACES: dict[str, tuple[dict[str, str], str]] = {
    "chosen": ({"WISTAR_CACHE_DIR": "chosen"}, "chosen"),
    "usual": ({"XDG_CACHE_HOME": "usual"}, "usual/wistar-env"),
    "home": ({"HOME": "home"}, "home/.cache/wistar-env"),
    "temporary": ({"XDG_CACHE_HOME": "file"}, f"temporary/wistar-env-{os.getuid()}"),
}


@pytest.fixture(params=PLACES)
def place(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Path]:
    """Each folder in which a cache may lie; group members may write to what the user makes."""
    for name in ("WISTAR_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "file").touch()
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "temporary"))
    variables, folder = PLACES[request.param]
    for name, value in variables.items():
        monkeypatch.setenv(name, str(tmp_path / value))
    before = os.umask(0o002)
    yield tmp_path / folder
    os.umask(before)


def test_only_the_user_may_write_to_the_cache(place: Path) -> None:
    cache.store(Path("deep") / "kept.bin", b"x")
    assert cache.load(Path("deep") / "kept.bin") == b"x"
    found = [place, *place.rglob("*")]
    assert [each.name for each in found] == [place.name, "deep", "kept.bin"]
    assert not any(each.stat().st_mode & 0o022 for each in found)


@pytest.mark.parametrize("mode", [0o777, 0o775, 0o720, 0o1777])
def test_a_folder_that_others_may_write_to_is_refused(place: Path, mode: int) -> None:
    cache.store(Path("kept.bin"), b"x")
    place.chmod(mode)
    for use in (cache.writable_folder, lambda: cache.load(Path("kept.bin"))):
        with pytest.raises(CacheError, match=f"{place} .*chmod go-w .*set WISTAR_CACHE_DIR"):
            use()


def test_a_folder_of_somebody_else_is_refused(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.store(Path("kept.bin"), b"x")
    monkeypatch.setattr(cache, "_TRUSTED", frozenset())
    with pytest.raises(CacheError, match=f"belongs to user {os.getuid()}"):
        cache.load(Path("kept.bin"))


def test_a_file_that_others_may_write_to_is_replaced(place: Path) -> None:
    name = Path("deep") / "kept.bin"
    cache.store(name, b"x")
    (place / name).chmod(0o666)
    assert cache.load(name) is None
    cache.store(name, b"x")
    assert cache.load(name) == b"x"


def test_a_link_among_temporary_files_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("WISTAR_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(Path(__file__)))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    (tmp_path / f"wistar-env-{os.getuid()}").symlink_to(tmp_path)
    with pytest.raises(CacheError, match="is a link"):
        cache.writable_folder()


def test_the_command_says_in_one_line_that_a_cache_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    done = subprocess.run(
        [sys.executable, "-m", "wistar_env", "card", "110"],
        env={**os.environ, "WISTAR_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"error: {tmp_path} belongs to user")


@pytest.mark.parametrize("damage", ["cut", "bit", "empty", "gone"])
def test_what_is_damaged_is_not_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, damage: str
) -> None:
    monkeypatch.setenv("WISTAR_CACHE_DIR", str(tmp_path))
    name = Path("deep") / "kept.bin"
    file = tmp_path / name
    cache.store(name, b"what was kept")
    assert cache.load(name) == b"what was kept"
    contents = bytearray(file.read_bytes())
    contents[-3] ^= 4
    damages: dict[str, Callable[[], object]] = {
        "cut": lambda: file.write_bytes(file.read_bytes()[:-1]),
        "bit": lambda: file.write_bytes(contents),
        "empty": lambda: file.write_bytes(b""),
        "gone": file.unlink,
    }
    damages[damage]()
    assert cache.load(name) is None


def test_an_unwritable_folder_gets_no_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("WISTAR_CACHE_DIR", str(tmp_path / "file"))
    cache.store(Path("kept.bin"), b"x")
    assert cache.load(Path("kept.bin")) is None


def test_a_cache_folder_that_was_filled_is_read_when_it_cannot_be_written_to(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("WISTAR_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "usual"))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    cache.store(Path("old.bin"), b"x")
    monkeypatch.setattr("os.access", lambda *_: False)
    assert cache.writable_folder().parent == tmp_path
    assert cache.load(Path("old.bin")) == b"x"
    assert cache.has(Path("old.bin"))
    cache.store(Path("new.bin"), b"y")
    assert cache.load(Path("new.bin")) == b"y"
    assert not (tmp_path / "usual" / "wistar-env" / "new.bin").exists()


def test_damaged_tables_and_compiled_code_are_rebuilt(tmp_path: Path) -> None:
    """One function of the rules, and the tables: compiled, damaged, and used again."""
    script = (
        "import wistar_env.compiled.work_sharing as s; "
        "from wistar_env.games.rats_of_wistar.tables import load; "
        "print(int(load.load()['start_wood'][0]), s.wait(s.new_progress(), 0, 1))"
    )

    def run() -> str:
        environment = {**os.environ, "WISTAR_CACHE_DIR": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-c", script],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    first = run()
    kept = [*tmp_path.rglob("*.bin")]
    assert len(kept) > 1
    for file in kept:
        contents = bytearray(file.read_bytes())
        contents[len(contents) // 2] ^= 1
        file.write_bytes(contents)
    assert run() == first == "2 True\n"
    for file in kept:
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    assert run() == first
