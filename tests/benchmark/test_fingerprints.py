"""Which bot it is that made a result."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from wistar_env.benchmark import BotError
from wistar_env.benchmark.fingerprints import fingerprint

BOT = """
class MyBot:
    def __init__(self, *values): ...
    def reset(self, seed): ...
    def act(self, batch): ...
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a lone module that imports two of its neighbours, and a package."""
    files = {
        "lone_bots.py": f"import json\nimport lone_search\n{BOT}",
        "lone_search.py": "def late():\n    from lone_tree import nodes\n",
        "lone_tree/nodes.py": "",
        "lone_stranger.py": "",
        "packed_bots/__init__.py": "",
        "packed_bots/players/bots.py": BOT,
        "packed_bots/networks.py": "WIDTH = 64\n",
        "weights.bin": "0.5",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    known = {*sys.modules}
    yield tmp_path
    for module in {*sys.modules} - known:
        del sys.modules[module]


LONE, PACKED = "lone_bots:MyBot", "packed_bots.players.bots:MyBot"


@pytest.mark.parametrize(
    ("spec", "name", "covered"),
    [
        (LONE, "lone_bots.py", True),
        (LONE, "lone_search.py", True),
        (LONE, "lone_tree/nodes.py", True),
        (LONE, "lone_stranger.py", False),
        (LONE, "weights.bin", False),
        (f"{LONE}:3,weights.bin", "weights.bin", True),
        (PACKED, "packed_bots/players/bots.py", True),
        (PACKED, "packed_bots/networks.py", True),
        (PACKED, "packed_bots/__init__.py", True),
        (PACKED, "lone_bots.py", False),
    ],
)
def test_a_bot_is_another_one_when_what_it_loads_changes(
    folder: Path, spec: str, name: str, covered: bool
) -> None:
    before = fingerprint(spec)
    assert fingerprint(spec) == before
    with (folder / name).open("a") as file:
        file.write("# better now\n")
    assert (fingerprint(spec) != before) == covered


def test_a_bot_is_another_one_with_other_parameters(folder: Path) -> None:
    assert fingerprint(f"{LONE}:2") != fingerprint(f"{LONE}:3") != fingerprint(LONE)


def test_a_bot_is_the_same_in_another_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(PACKED)
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    (folder / "packed_bots").rename(elsewhere / "packed_bots")
    for module in [name for name in sys.modules if name.startswith("packed_bots")]:
        del sys.modules[module]
    monkeypatch.syspath_prepend(elsewhere)
    assert fingerprint(PACKED) == before


def declaring(folder: Path, answer: str) -> Callable[[], str]:
    """Return what gives the fingerprint of a bot whose ``fingerprint_files()`` answers so."""
    text = f"{BOT}    def fingerprint_files(self):\n        {answer}\n"
    (folder / "declaring_bots.py").write_text(text)
    return lambda: fingerprint("declaring_bots:MyBot")


def test_a_bot_may_say_which_files_it_reads(folder: Path) -> None:
    now = declaring(folder, "return ['weights.bin']")
    before = now()
    (folder / "weights.bin").write_text("0.7")
    assert now() != before


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("return ['gone.bin']", r"fingerprint_files\(\) names gone.bin, which is no file"),
        ("raise RuntimeError('no idea')", r"failed at fingerprint_files\(\)(.|\n)*no idea"),
        ("return 3", r"failed at fingerprint_files\(\)"),
    ],
)
def test_a_bot_that_names_no_files_is_refused(folder: Path, answer: str, message: str) -> None:
    with pytest.raises(BotError, match=f"bot 'declaring_bots:MyBot'.*{message}"):
        declaring(folder, answer)()


def test_the_bundled_bots_have_fingerprints_that_differ() -> None:
    assert fingerprint("greedy") != fingerprint("random")
