"""Files appear whole or not at all, and what killed processes left is removed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from wistar_env.system.atomic_files import append_lines, remove_unfinished, replacing

DIE = """
import os, sys
from pathlib import Path
from wistar_env.system.atomic_files import replacing
with replacing(Path(sys.argv[1])) as unfinished:
    unfinished.write_bytes(b"half a sta")
    os.kill(os.getpid(), 9)
"""


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes")
def test_a_pipe_is_neither_replaced_nor_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match=r"not a file: '.*pipe'"):
        append_lines(pipe, "a line\n")
    with pytest.raises(OSError, match="a pipe or a device"), replacing(pipe) as unfinished:
        unfinished.write_text("all")
    assert pipe.is_fifo()


def test_a_file_is_replaced_at_the_end_or_left_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "state.npz"
    for text in ("first", "second"):
        with replacing(file) as unfinished:
            unfinished.write_text(text)
            assert text not in (file.read_text() if file.exists() else "")
        assert file.read_text() == text

    def fail() -> None:
        with replacing(file) as unfinished:
            unfinished.write_text("third")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert file.read_text() == "second"
    assert names(tmp_path) == {"state.npz"}


@pytest.mark.skipif(not hasattr(os, "kill") or os.name == "nt", reason="kills by a signal")
def test_what_a_killed_process_left_is_removed_and_nothing_else(tmp_path: Path) -> None:
    for file in ("state.npz", "network.npz"):
        assert subprocess.run([sys.executable, "-c", DIE, tmp_path / file], check=False).returncode
    left = names(tmp_path)
    assert len(left) == 2
    others = {"state.npz", "notes.12", ".hidden.12", ".lock", ".state.npz.lock", ".a.txt.12b"}
    for other in others:
        (tmp_path / other).touch()
    (tmp_path / ".folder.npz.12").mkdir()
    remove_unfinished(tmp_path, "state.npz")
    assert names(tmp_path) == {*others, ".folder.npz.12", *(n for n in left if "network" in n)}
    remove_unfinished(tmp_path)
    assert names(tmp_path) == {*others, ".folder.npz.12"}
