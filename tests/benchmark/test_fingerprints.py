"""Fingerprints of bots."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from wistar_env import RatsOfWistar
from wistar_env.benchmark import BotError, arena, fingerprints, ladder, own_sources
from wistar_env.benchmark.fingerprints import fingerprint
from wistar_env.benchmark.results import Results, read
from wistar_env.benchmark.sources import package_sources
from wistar_env.benchmark.work_units import Plan, run
from wistar_env.errors import ResultsError
from wistar_env.kit.networks import bundled
from wistar_env.kit.networks.network import Network

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
        if not module.startswith("wistar_env."):  # records are declared once in a process
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
    """Return a function that fingerprints a bot with this ``fingerprint_files()``."""
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
        ("return ['gone.bin']", r"fingerprint_files\(\) names gone.bin, which is not a file"),
        ("raise RuntimeError('no idea')", r"failed at fingerprint_files\(\)(.|\n)*no idea"),
        ("return 3", r"failed at fingerprint_files\(\)"),
    ],
)
def test_a_bot_that_names_no_files_is_rejected(folder: Path, answer: str, message: str) -> None:
    with pytest.raises(BotError, match=f"bot 'declaring_bots:MyBot'.*{message}"):
        declaring(folder, answer)()


def test_the_bundled_bots_have_fingerprints_that_differ() -> None:
    assert fingerprint("greedy") != fingerprint("random")


def sources_with(module: str) -> dict[str, bytes]:
    sources = package_sources()
    return {**sources, module: sources[module] + b"\n_ADDED = 1\n"}


@pytest.mark.parametrize(
    ("text", "module", "covered"),
    [
        ("from wistar_env.kit.search import Mcts", "wistar_env.kit.search.tree", True),
        ("from wistar_env.kit.search import Mcts", "wistar_env.kit.networks.inference", True),
        ("import wistar_env.kit.networks.network", "wistar_env.kit.networks.network", True),
        ("import wistar_env.kit.networks.network", "wistar_env.kit.search.tree", False),
        ("from wistar_env.benchmark import load", "wistar_env.kit.search.tree", True),
        ("from wistar_env.kit.bots.registry import load", "wistar_env.agents.greedy", True),
        ("from wistar_env.kit.bots import registry", "wistar_env.agents.greedy", True),
        ("from wistar_env.benchmark import Batch", "wistar_env.agents.greedy", False),
        (
            "from wistar_env.benchmark import Batch",
            "wistar_env.games.rats_of_wistar.render.text",
            False,
        ),
        ("NAME = 'wistar_env.agents.greedy:GreedyAgent'", "wistar_env.kit.policies.greedy", True),
    ],
)
def test_a_bot_is_another_one_when_what_it_uses_of_this_package_changes(
    folder: Path, monkeypatch: pytest.MonkeyPatch, text: str, module: str, covered: bool
) -> None:
    (folder / "using_bots.py").write_text(f"{text}\n{BOT}")
    before = fingerprint("using_bots:MyBot")
    changed = sources_with(module)
    monkeypatch.setattr(fingerprints, "package_sources", lambda: changed)
    assert (fingerprint("using_bots:MyBot") != before) == covered


def test_a_package_is_looked_through_once_however_many_modules_import_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        importing = "import packed_bots, lone_search\n"
        (folder / "packed_bots" / f"part{number}.py").write_text(importing)
    looked_through, files = [], own_sources._files

    def counted(at: Path, top: str) -> Any:
        looked_through.append(top)
        return files(at, top)

    monkeypatch.setattr(own_sources, "_files", counted)
    fingerprint(PACKED)
    assert sorted(looked_through) == ["lone_search", "lone_tree", "packed_bots"]


@pytest.mark.parametrize("module", ["wistar_env.kit.search.tree", "wistar_env.compiled.streams"])
def test_a_ladder_is_not_continued_with_another_search(
    folder: Path, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    settings: dict[str, Any] = {"levels": [0], "games": 1, "seed": 1, "batch": 1}
    before = ladder.plan(["mcts:simulations=2"], **settings).header
    changed = sources_with(module)
    monkeypatch.setattr(fingerprints, "package_sources", lambda: changed)
    assert ladder.plan(["mcts:simulations=2"], **settings).header.digest() != before.digest()


READING = """
import pathlib
from tests.benchmark.bots import FirstBot

class MyBot(FirstBot):
    def __init__(self, file, late=False, swaps=False):
        super().__init__()
        self.file, self.late, self.swaps = pathlib.Path(file), late, swaps
        self.weights = None if late else self.file.read_text()

    def act(self, batch):
        if self.swaps:
            self.file.write_text("swapped while it plays")
        self.weights = self.weights or self.file.read_text()
        return super().act(batch)
"""


def rows_until_rejected(plan: Plan, path: Path, swap: Callable[[], object], message: str) -> int:
    """Change something after the first unit, and return how many rows were saved."""
    counts: list[int] = []

    def progress(games: int) -> None:
        counts.append(games)
        if games == 1:
            swap()

    with (
        Results.open(path, plan.header, plan.key_of) as results,
        pytest.raises(BotError, match=message),
    ):
        run(plan, results, workers=1, on_progress=progress)
    return len(read(path)[1])


@pytest.mark.parametrize("late", ["false", "true"])
def test_weights_that_are_swapped_during_a_run_end_it(folder: Path, late: str) -> None:
    (folder / "reading_bots.py").write_text(READING)
    bot = f"reading_bots:MyBot:weights.bin,late={late}"
    plan = ladder.plan([bot], levels=[0], games=3, seed=1, batch=1)
    message = rf"bot '{bot}' changed during the run \(weights.bin\)"
    saved = rows_until_rejected(
        plan, folder / "x.jsonl", lambda: (folder / "weights.bin").write_text("9"), message
    )
    assert saved == 1
    again = ladder.plan([bot], levels=[0], games=3, seed=1, batch=1)
    with pytest.raises(ResultsError, match="another run"):
        Results.open(folder / "x.jsonl", again.header, again.key_of).__enter__()


def test_weights_that_are_swapped_while_a_portion_plays_leave_no_row_of_it(folder: Path) -> None:
    (folder / "reading_bots.py").write_text(READING)
    bot = "reading_bots:MyBot:weights.bin,swaps=true"
    plan = ladder.plan([bot], levels=[0], games=2, seed=1, batch=1)
    with (
        Results.open(folder / "x.jsonl", plan.header, plan.key_of) as results,
        pytest.raises(BotError, match=r"changed during the run \(weights\.bin"),
    ):
        run(plan, results, workers=1, on_progress=lambda games: None)
    assert read(folder / "x.jsonl")[1] == []


def test_a_network_that_is_swapped_during_an_arena_ends_it(folder: Path) -> None:
    file = folder / "mine.npz"
    file.write_bytes(bundled.found("wistar").read_bytes())
    plan = arena.plan(RatsOfWistar, [f"network:{file}", "random"], games=2, seed=1, batch=1)

    def swap() -> None:
        Network.random(RatsOfWistar, 2, seed=1).save(file)

    units = iter(plan.units)
    assert len(plan.play(next(units))) == 2
    swap()
    with pytest.raises(BotError, match=r"during the run .*mine\.npz"):
        plan.play(next(units))


def test_a_worker_that_imports_other_code_than_the_run_began_with_rejects(folder: Path) -> None:
    plan = ladder.plan([LONE], levels=[0], games=1, seed=1, batch=1)
    (folder / "lone_search.py").write_text("WIDTH = 2\n")
    with pytest.raises(BotError, match=r"changed during the run \(its code"):
        plan.units[0].players()


def test_a_class_that_says_it_is_of_no_module_is_rejected(folder: Path) -> None:
    (folder / "odd_bots.py").write_text(f"{BOT}\nMyBot.__module__ = 'nowhere'\n")
    with pytest.raises(BotError, match="module 'nowhere' must have a source file"):
        fingerprint("odd_bots:MyBot")
