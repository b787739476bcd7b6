import errno
import io
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from wistar_env.system import cache, cache_folders, notices, trusted_owners

NAME = Path("deep") / "kept.bin"
USER = os.getuid()


@pytest.fixture(autouse=True)
def nothing_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each test begin like a process, which reports only once."""
    notices.notice_once.cache_clear()
    trusted_owners._declared.cache_clear()
    monkeypatch.setattr(cache, "_reported", [])


def written() -> Path:
    """Write an entry, and return the folder in which it is."""
    cache.store(NAME, b"x")
    file = cache.where(NAME)
    assert file is not None
    return file.parents[1]


def test_the_environment_variable_moves_the_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("WISTAR_CACHE_DIR", str(tmp_path))
    assert written() == tmp_path


def test_the_cache_lies_in_the_users_cache_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("WISTAR_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert written() == tmp_path / "wistar-env"


def test_where_nothing_can_be_written_the_cache_is_temporary(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    occupied = tmp_path / "file"
    occupied.touch()
    monkeypatch.setenv("WISTAR_CACHE_DIR", str(occupied / "below"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(occupied))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "temporary"))
    assert written().parent == tmp_path / "temporary"


def test_what_does_not_fit_on_a_full_disk_is_in_the_next_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    full, roomy = tmp_path / "full", tmp_path / "home" / "wistar-env"
    monkeypatch.setenv("WISTAR_CACHE_DIR", str(full))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(cache_folders, "_full", set())
    write = cache._write

    def write_if_it_fits(file: Path, contents: bytes) -> None:
        if full in file.parents:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(file, contents)

    monkeypatch.setattr(cache, "_write", write_if_it_fits)
    assert written() == roomy
    assert cache.load(NAME) == b"x"
    cache_folders._full.clear()  # as the next process, which looks at the disks
    monkeypatch.setattr(
        cache_folders, "_has_room", lambda folder: full not in (folder, *folder.parents)
    )
    assert cache.load(NAME) == b"x"


def test_any_change_of_a_source_changes_the_fingerprint(tmp_path: Path) -> None:
    source = tmp_path / "rule.py"
    source.write_text("one")
    before = cache.fingerprint([source], "numba 1")
    assert before == cache.fingerprint([source], "numba 1")
    assert before != cache.fingerprint([source], "numba 2")
    source.write_text("two")
    assert before != cache.fingerprint([source], "numba 1")


def test_a_user_without_a_home_has_a_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("WISTAR_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    assert written().parent == tmp_path


def test_without_any_folder_nothing_is_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> str:
        raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found")

    for name in ("WISTAR_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    monkeypatch.setattr("tempfile.gettempdir", nowhere)
    cache.store(NAME, b"x")
    assert cache.load(NAME) is None


#: Where the cache may lie, as what it is made of: environment variables, and its folder.
PLACES: dict[str, tuple[dict[str, str], str]] = {
    "chosen": ({"WISTAR_CACHE_DIR": "chosen"}, "chosen"),
    "usual": ({"XDG_CACHE_HOME": "usual"}, "usual/wistar-env"),
    "home": ({"HOME": "home"}, "home/.cache/wistar-env"),
    "temporary": ({"XDG_CACHE_HOME": "file"}, f"temporary/wistar-env-{USER}"),
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


@pytest.fixture
def others(place: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Keep an entry as another user, and return their name."""
    cache.store(NAME, b"x")
    monkeypatch.setattr("os.geteuid", lambda: USER + 1)
    monkeypatch.setattr(trusted_owners, "_ROOT", -1)
    monkeypatch.setattr(trusted_owners, "_INSTALLER", -1)
    monkeypatch.setattr(cache_folders, "candidates", lambda: [place])
    return trusted_owners.name_of(USER)


def test_only_the_user_may_write_to_the_cache(place: Path) -> None:
    cache.store(NAME, b"x")
    assert cache.load(NAME) == b"x"
    found = [place, *place.rglob("*")]
    assert [each.name for each in found] == [place.name, "deep", "kept.bin"]
    assert not any(each.stat().st_mode & 0o022 for each in found)


@pytest.mark.parametrize("mode", [0o777, 0o775, 0o2775, 0o720, 0o1777])
def test_a_folder_that_others_may_write_to_is_read_and_not_written_to(
    monkeypatch: pytest.MonkeyPatch, place: Path, tmp_path: Path, mode: int
) -> None:
    """A file there is mine, whoever has renamed it; a link there may lead a write anywhere."""
    cache.store(NAME, b"x")
    (place / "deep").chmod(mode)
    assert cache.load(NAME) == b"x"
    monkeypatch.setenv("WISTAR_CACHE_DIR", str(place))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "another"))
    cache.store(Path("deep") / "new.bin", b"y")
    assert sorted(each.name for each in (place / "deep").iterdir()) == ["kept.bin"]
    assert cache.load(Path("deep") / "new.bin") == b"y"


@pytest.mark.parametrize("mode", [0o1777, 0o2775])
def test_in_a_folder_that_all_may_write_to_the_cache_makes_folders_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, mode: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Such as ``/tmp``, and the volume of a group."""
    tmp_path.chmod(mode)
    monkeypatch.setenv("WISTAR_CACHE_DIR", str(tmp_path))
    before = os.umask(0)
    cache.store(NAME, b"x")
    os.umask(before)
    assert cache.load(NAME) == b"x"
    assert not (tmp_path / NAME.parent).stat().st_mode & 0o022
    assert capsys.readouterr().err == ""


def test_a_file_of_somebody_else_is_not_read_until_its_owner_is_trusted(
    place: Path, others: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for owners in ("", "12", "daemon"):
        monkeypatch.setenv("WISTAR_CACHE_TRUSTED_OWNERS", owners)
        assert cache.load(NAME) is None
        assert cache.where(NAME) is None
    (line,) = capsys.readouterr().err.splitlines()
    assert f"{place / NAME} is not used: it belongs to {others}" in line
    assert f"set WISTAR_CACHE_TRUSTED_OWNERS={others}" in line
    for owners in (others, f"nobody, {others}", f"12 {USER}"):
        monkeypatch.setenv("WISTAR_CACHE_TRUSTED_OWNERS", owners)
        assert cache.load(NAME) == b"x"
        assert cache.where(NAME) == place / NAME


def test_beside_a_cache_of_somebody_else_there_is_another_one(
    others: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache_folders, "candidates", lambda: [tmp_path / "theirs", tmp_path / "b"])
    theirs, own = (tmp_path / each / NAME for each in ("theirs", "b"))
    theirs.parent.mkdir(parents=True)
    theirs.write_bytes(b"not to be run")
    assert cache.load(NAME) is None
    cache.store(NAME, b"own")
    assert theirs.read_bytes() == b"not to be run"
    assert own.exists()


def test_an_owner_that_is_no_user_is_reported(
    monkeypatch: pytest.MonkeyPatch, place: Path, others: str, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WISTAR_CACHE_TRUSTED_OWNERS", "no-such-user")
    assert cache.load(NAME) is None
    assert "this machine has no user 'no-such-user'" in capsys.readouterr().err


def test_a_file_that_others_may_write_to_is_replaced(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cache.store(NAME, b"x")
    (place / NAME).chmod(0o666)
    assert cache.load(NAME) is None
    cache.store(NAME, b"x")
    assert cache.load(NAME) == b"x"
    (line,) = capsys.readouterr().err.splitlines()
    assert f"can run chmod -R go-w {place / NAME.parent}" in line


def test_a_file_under_another_name_is_not_read(place: Path) -> None:
    """Who may write to the folder can rename a file of mine, but not let another one be run."""
    cache.store(NAME, b"x")
    (place / NAME).rename(place / NAME.parent / "other.bin")
    assert cache.load(NAME.parent / "other.bin") is None


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_what_is_no_file_of_ours_is_neither_waited_for_nor_written_through(
    place: Path, kind: str, tmp_path: Path
) -> None:
    file, target = place / NAME, tmp_path / "target"
    target.write_bytes(b"a document")
    cache_folders.make(file.parent)
    make = {"link": lambda: file.symlink_to(target), "pipe": lambda: os.mkfifo(file)}
    make.get(kind, file.mkdir)()
    assert cache.load(NAME) is None
    cache.store(NAME, b"x")
    assert target.read_bytes() == b"a document"
    assert cache.load(NAME) == (None if kind == "folder" else b"x")
    assert len([*place.rglob(".*")]) == 0


def test_a_link_among_temporary_files_is_not_followed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("WISTAR_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(Path(__file__)))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    (tmp_path / f"wistar-env-{os.getuid()}").symlink_to(tmp_path)
    cache.store(NAME, b"x")
    assert cache.load(NAME) is None
    assert not (tmp_path / NAME.parent).exists()


@pytest.mark.parametrize("variable", ["WISTAR_CACHE_DIR", "XDG_CACHE_HOME", "HOME"])
@pytest.mark.parametrize("name", ["a b", "Wühlmaus ネズミ", "-rf"])
def test_folders_may_have_any_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, variable: str, name: str
) -> None:
    for each in ("WISTAR_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(each, raising=False)
    monkeypatch.setenv(variable, str(tmp_path / name))
    cache.store(NAME, b"x")
    assert cache.load(NAME) == b"x"
    assert len([*(tmp_path / name).rglob("kept.bin")]) == 1


def test_the_chosen_folder_may_be_in_the_home_of_a_user(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("WISTAR_CACHE_DIR", "~/wc")
    cache.store(NAME, b"x")
    assert (tmp_path / "home" / "wc" / NAME).exists()
    assert not (tmp_path / "~").exists()


def test_a_home_that_nobody_has_is_reported_and_another_folder_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("WISTAR_CACHE_DIR", "~no-such-user/wc")
    cache.store(NAME, b"x")
    assert [each.name for each in tmp_path.iterdir()] == ["xdg"]
    assert "WISTAR_CACHE_DIR=~no-such-user/wc cannot be resolved" in capsys.readouterr().err


MOVING = """
import os, pathlib, subprocess, sys
import wistar_env
os.makedirs("elsewhere")
os.chdir("elsewhere")
from wistar_env.system import cache
cache.store(pathlib.Path("deep/kept.bin"), b"x")
child = "import sys; sys.path[:] = {path}; from wistar_env.system import cache; import pathlib; "
child += "print(cache.where(pathlib.Path('deep/kept.bin')))"
subprocess.run([sys.executable, "-c", child.format(path=sys.path)], check=True)
"""


def test_a_relative_folder_stays_where_it_was_when_the_program_started(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", MOVING],
        cwd=tmp_path,
        env={**os.environ, "WISTAR_CACHE_DIR": "wc", "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == str(tmp_path / "wc" / NAME)
    assert [*(tmp_path / "elsewhere").iterdir()] == []


def test_a_relative_user_cache_folder_is_ignored_as_its_specification_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("WISTAR_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert tmp_path / ".cache" / "wistar-env" in cache_folders.candidates()


def test_a_removed_cache_is_made_again(place: Path) -> None:
    cache.store(NAME, b"x")
    shutil.rmtree(place)
    assert cache.load(NAME) is None
    cache.store(NAME, b"x")
    assert cache.load(NAME) == b"x"


WRITING = """
import os, pathlib, signal, sys
from wistar_env.system import cache
def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)
def open_and_die(descriptor, mode):
    os.write(descriptor, b"a part")
    die()
if "write" in sys.argv:
    cache.open = open_and_die
if "replace" in sys.argv:
    pathlib.Path.replace = die
cache.store(pathlib.Path("deep/kept.bin"), b"x")
"""


@pytest.mark.parametrize("point", ["write", "replace"])
def test_what_a_killed_write_left_is_removed_by_the_next_one(tmp_path: Path, point: str) -> None:
    environment = {**os.environ, "WISTAR_CACHE_DIR": str(tmp_path)}
    killed = subprocess.run([sys.executable, "-c", WRITING, point], env=environment)
    assert killed.returncode == -signal.SIGKILL
    (unfinished,) = (tmp_path / "deep").iterdir()
    assert unfinished.name.startswith(".kept.bin.")
    subprocess.run([sys.executable, "-c", WRITING], env=environment, check=True)
    assert [each.name for each in (tmp_path / "deep").iterdir()] == ["kept.bin"]


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EDQUOT])
@pytest.mark.parametrize("call", ["write", "close"])
def test_a_failed_write_leaves_nothing(
    place: Path, monkeypatch: pytest.MonkeyPatch, code: int, call: str
) -> None:
    class Full(io.BufferedWriter):
        def write(self, contents: Any) -> int:
            super().write(contents[:1])
            raise OSError(code, os.strerror(code))

        def close(self) -> None:
            super().close()
            if call == "close":
                raise OSError(code, os.strerror(code))

    if call == "close":
        monkeypatch.setattr(Full, "write", io.BufferedWriter.write)

    def opened(descriptor: int, mode: str) -> Any:
        return Full(io.FileIO(descriptor, mode)) if mode == "wb" else open(descriptor, mode)

    monkeypatch.setattr(cache, "open", opened, raising=False)
    cache.store(NAME, b"x" * 99)
    assert cache.load(NAME) is None
    assert [*(place / NAME.parent).iterdir()] == []


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
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "file"))
    cache.store(NAME, b"x")
    assert cache.load(NAME) is None


def test_a_cache_folder_that_was_filled_is_read_when_it_cannot_be_written_to(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Whether it is the chosen one, such as that of an image, or the user's own."""
    full, own, new = tmp_path / "image", tmp_path / "usual", Path("deep") / "new.bin"
    monkeypatch.setenv("WISTAR_CACHE_DIR", str(full))
    monkeypatch.setenv("XDG_CACHE_HOME", str(own))
    cache.store(NAME, b"x")
    can_access = os.access
    monkeypatch.setattr(
        "os.access", lambda path, mode: full not in [path, *path.parents] and can_access(path, mode)
    )
    assert cache.load(NAME) == b"x"
    cache.store(new, b"y")
    assert cache.load(new) == b"y"
    assert cache.where(NAME) == full / NAME
    assert cache.where(new) == own / "wistar-env" / new


def test_damaged_tables_and_compiled_code_are_rebuilt(tmp_path: Path) -> None:
    """One function of the rules, and the tables: compiled, damaged, and used again."""
    script = (
        "import wistar_env.compiled.work_sharing as s; "
        "from wistar_env.games.rats_of_wistar.tables import load; "
        "print(int(load.load()['start_wood'][0]), s.wait(s.new_progress(), 0, 1))"
    )

    def run() -> str:
        environment = {**os.environ, "WISTAR_CACHE_DIR": str(tmp_path), "WISTAR_NO_PACK": "1"}
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
