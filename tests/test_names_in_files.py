"""No file runs code: names are planted in every kind of file, for every command that reads one.

The parameters of commands are found in their declarations, and the functions that read files in
the sources. One that is in no table here fails.
"""

import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args, get_type_hints

import pytest

from experiments.card_set_balance import kept
from tests.command_line import functions, wistar
from tests.command_line import in_an_empty_folder as in_an_empty_folder
from tests.planted_files import KINDS, make
from tests.planting import NAME, plant_module, was_run
from tests.server.serving import serving
from wistar_env.benchmark import plots
from wistar_env.benchmark.protocol import task_numbers
from wistar_env.benchmark.results import read
from wistar_env.cli.training import TRAINERS
from wistar_env.datasets import Dataset
from wistar_env.datasets.description import Description, read_description
from wistar_env.datasets.seat_env import make as seat_env
from wistar_env.errors import WistarError
from wistar_env.kit.networks.loading import load_network
from wistar_env.kit.replays import Replay
from wistar_env.play.review_files import review_file
from wistar_env.play.table import Table
from wistar_env.training.checkpoints import RunFolder, SettingsError, lock_run


class Case(NamedTuple):
    """A command, or a function, that reads a file of a kind."""

    kind: str  # the kind of the file
    run: str | Callable[[], object]  # the command line, or the function
    # The places of names that it would have to load: it is rejected, and says how to trust them.
    asks: tuple[str, ...] = ()
    # The only places, where all others would take too long; empty for all.
    only: tuple[str, ...] = ()


def _network(words: str) -> Case:
    return Case("network", words, only=("game", "first (pickled)"))


def _data(words: str) -> Case:
    return Case("data", words, only=("inventions_tools.toml: type",))


#: By command and parameter, the files that it reads.
READS: Final[dict[str, list[Case]]] = {
    "play resume": [Case("replay", "play --resume replay.jsonl", ("players[1]",))],
    "replay file": [Case("replay", "replay replay.jsonl")],
    "review files": [
        Case("replay", "review replay.jsonl --search mcts:simulations=2 --out other.jsonl")
    ],
    "review out": [
        Case("reviews", "review replay.jsonl --search mcts:simulations=2 --out reviews.jsonl")
    ],
    "report files": [
        Case("ladder", "report ladder-1-of-1.jsonl", ("settings.bots.greedy (key)",)),
        Case("arena", "report arena-1-of-1.jsonl", ("settings.bots[0][0]", "settings.bots[1][0]")),
        Case(
            "opponents",
            "report opponents-1-of-1.jsonl",
            ("settings.bots.random (key)", "settings.opponents.random (key)"),
        ),
    ],
    "ladder out": [
        Case(
            "ladder-whole",
            "ladder greedy --levels 1 --games 1 --workers 1 --out ladder-whole.jsonl",
        )
    ],
    "arena out": [
        Case("arena-whole", "arena greedy random --games 1 --workers 1 --out arena-whole.jsonl")
    ],
    "bench run folder": [
        Case("bench", "bench greedy --tasks solo-5 --games 2 --workers 1 --folder entry")
    ],
    "bench verify entries": [
        Case("entry", "bench verify entry/solo-5.json"),
        Case("entry of others", "bench verify --rerun-bots own/solo-5.json", ("bots[0].spec",)),
        Case("games of an entry", "bench verify entry/solo-5.json"),
    ],
    "bench verify seal": [Case("seal", "bench verify entry/solo-5.json --seal contest.seal.json")],
    "bench reveal file": [
        Case("seal", "bench reveal contest.secret.json"),
        Case("secret", "bench reveal contest.secret.json"),
    ],
    "dataset folder": [Case("dataset", "dataset games --games 2 --data permuted:v1:1")],
    "export-onnx network": [_network("export-onnx network.npz new.onnx")],
    "export-onnx data": [_data("export-onnx wistar-reader new.onnx --data data")],
    "export folder": [
        Case("dataset", "export games --parquet tables", ("data",)),
        Case("games of a dataset", "export games --parquet tables"),
    ],
    "serve database": [Case("database", lambda: _served())],
    **{
        f"train {name} folder": [Case(f"run of {name}", f"train {name} --folder runs/{name}")]
        for name in TRAINERS
    },
    **{
        f"train {name} config": [
            Case(f"run of {name}", f"train {name} --config runs/{name}/config.json --folder new")
        ]
        for name in TRAINERS
    },
    "curves folders": [Case("run of ppo", "curves runs/ppo")],
    # Networks in files, of bots that the user names.
    **{
        f"train {name} begin_with": [
            _network(f"train {name} --begin-with network.npz --folder new")
        ]
        for name in TRAINERS
    },
    "ladder bots": [_network("ladder network:network.npz --games 1")],
    "ladder opponents": [
        _network("ladder random --game lab-rats --opponent network:network.npz --games 1")
    ],
    "arena bots": [_network("arena random network:network.npz --games 1")],
    "bench run bots": [_network("bench network:network.npz --games 1")],
    "play bots": [_network("play network:network.npz")],
    "play hint": [_network("play --hint network:network.npz")],
    "dataset bot": [_network("dataset new --bot network:network.npz")],
    "solve bot": [_network("solve tests.kit.kuhn:Kuhn --bot network:network.npz")],
    "serve bots": [_network("serve --no-browser --database new.sqlite --bot network:network.npz")],
    "mcp opponent": [_network("mcp --opponent network:network.npz")],
    "review search": [_network("review replay.jsonl --search mcts:network=network.npz")],
    "replay review": [
        _network("replay replay.jsonl --html page.html --review mcts:network=network.npz")
    ],
    "train clone folder": [
        Case("dataset", "train clone games --epochs 1 --hidden1 16 --hidden2 16"),
    ],
    "train clone begin_with": [_network("train clone games --begin-with network.npz")],
    "train clone teacher": [_network("train clone games --teacher network:network.npz")],
    "train ppo openings": [_network("train ppo --openings network:network.npz --folder new")],
    "train ppo opponents": [_network("train ppo --opponents network:network.npz --folder new")],
    "train sb3 opponents": [_network("train sb3 --opponents network:network.npz --folder new")],
    "train ppo pretraining": [_network("train ppo --pretraining network:network.npz --folder new")],
    "train ppo evaluate_opponent": [
        _network("train ppo --evaluate-opponent network:network.npz --folder new")
    ],
    # Data folders.
    "data check folder": [_data("data check data")],
    "play data": [_data("play --data data")],
    "replay data": [_data("replay replay.jsonl --data data")],
    "review data": [_data("review replay.jsonl --data data")],
    "report data": [_data("report ladder-1-of-1.jsonl --data data")],
    "ladder data": [_data("ladder random --games 1 --data data")],
    "arena data": [_data("arena random random --games 1 --data data")],
    "serve data": [_data("serve --no-browser --database new.sqlite --data data")],
    "card data": [_data("card 1 --data data")],
    "gallery data": [_data("gallery pictures --data data")],
    "dataset data": [_data("dataset new --games 1 --data data")],
    **{
        f"train {name} data": [_data(f"train {name} --data data --folder new")] for name in TRAINERS
    },
}
#: Parameters that are paths of what is written, and never read.
WRITTEN: Final = {
    "card svg", "card png", "gallery folder", "data copy folder", "data generate folder",
    "new-game folder", "export parquet", "export-onnx file", "bench seal folder", "speed json",
    "solve json", "compile folder",
    "play save", "train clone out", "review table", "curves out",
    "replay html", "report out",
}  # fmt: skip
#: Texts whose help mentions files or bots, and which are neither.
NO_FILES: Final = {
    "arena anchor", "bench run name", "card kind", "ladder levels",
    "train distil policy_target",
}  # fmt: skip
_MENTIONED: Final = re.compile(
    r"\b(files?|folders?|bots?|networks?|search|opponent)\b", re.IGNORECASE
)
_NAMED_BY_THE_USER: Final = {"game", "trust"}


def _served() -> None:
    # How the server answers about damaged rows is tested elsewhere.
    with suppress(Exception), serving(Path("games.sqlite")) as client:
        for each in client.get("/api/games").json()["games"]:
            client.get(f"/api/games/{each['id']}")


def _parameters() -> Iterator[tuple[str, Any]]:
    """Yield every parameter of every command, by the name of both, with its annotation."""
    for words, function in functions():
        for parameter, hint in get_type_hints(function, include_extras=True).items():
            yield " ".join((*words, parameter)), hint


def _types(hint: Any) -> Iterator[Any]:
    yield hint
    for each in get_args(hint):
        yield from _types(each)


def _may_be_a_file(name: str, hint: Any) -> bool:
    types = [*_types(hint)]
    if Path in types:
        return True
    helps = [f"{getattr(each, 'help', '')} {getattr(each, 'metavar', '')}" for each in types]
    is_text = str in types and name.split()[-1] not in _NAMED_BY_THE_USER
    return is_text and any(map(_MENTIONED.search, helps))


def test_every_parameter_that_may_be_a_file_is_in_a_table() -> None:
    found = {name for name, hint in _parameters() if _may_be_a_file(name, hint)}
    known = {*READS, *WRITTEN, *NO_FILES}
    assert found - known == set(), "add to READS, WRITTEN or NO_FILES"
    assert known - found == set(), "not a parameter, or no longer one of files"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file of every kind."""
    folder = tmp_path_factory.mktemp("made")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(task_numbers, "TIMED", 0.01)
        make()
    return folder


@pytest.fixture
def planted(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy all files into the current folder, beside the planted module."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    plant_module(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    monkeypatch.setattr(task_numbers, "TIMED", 0.01)
    monkeypatch.setattr(plots, "save", lambda *_: [])
    return tmp_path


def _told(run: str | Callable[[], object]) -> tuple[bool, str]:
    """Return whether something was rejected, and what it said; other errors are raised."""
    if callable(run):
        try:
            run()
        except (WistarError, SettingsError, OSError, TypeError, ValueError) as error:
            return True, str(error)
        return False, ""
    result = wistar(*run.split())
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code != 0, " ".join(result.output.replace("│", " ").split())


def _problems(case: Case, folder: Path) -> Iterator[str]:
    seen = set()
    for place in KINDS[case.kind]():
        if case.only and place not in case.only:
            continue
        seen.add(place)
        for other in ("new", "tables", "pictures"):
            shutil.rmtree(folder / other, ignore_errors=True)
        try:
            rejected, told = _told(case.run)
        except Exception as error:
            yield f"{place}: {error!r}"
            continue
        if was_run(folder):
            yield f"{place}: code was run"
        if place in case.asks and not (
            rejected and f"'{NAME}'" in told and f"--trust {NAME}" in told
        ):
            yield f"{place}: {told}"
        if case.only and not rejected:
            yield f"{place}: not rejected"
    yield from (f"{place}: no such place" for place in {*case.asks, *case.only} - seen)


@pytest.mark.parametrize("name", READS)
def test_nothing_that_a_file_names_is_run_by_a_command(name: str, planted: Path) -> None:
    if name.startswith(("train sb3", "train clone")):
        pytest.importorskip("torch")
    for case in READS[name]:
        assert [*_problems(case, planted)] == []


SEARCH: Final = "mcts:simulations=2"
#: By function, what reads a file of each kind.
FUNCTIONS: Final[dict[str, Case]] = {
    "Replay.load": Case("replay", lambda: Replay.load("replay.jsonl").resume()),
    "Table.resume": Case(
        "replay", lambda: Table.resume(Replay.load("replay.jsonl")), ("players[1]",)
    ),
    "review_file": Case(
        "reviews",
        lambda: review_file(
            Path("reviews.jsonl"), Replay.load("replay.jsonl"), "mcts:simulations=2"
        ),
    ),
    "results.read": Case("ladder", lambda: read(Path("ladder-1-of-1.jsonl"))),
    "Dataset": Case("dataset", lambda: [*Dataset("games").decisions()], ("data",)),
    "Dataset, its games": Case("games of a dataset", lambda: [*Dataset("games").decisions()]),
    "seat_env.make": Case(
        "dataset",
        lambda: _seat_env(read_description(Path("games"))),
        ("players[0]", "data"),
    ),
    "load_network": Case("network", lambda: load_network("network.npz")),
    "RunFolder.load": Case("state", lambda: RunFolder(Path("runs/ppo"), {}).load()),
    "lock_run": Case("run of ppo", lambda: _locked()),
    "kept": Case("state", lambda: kept(Path("runs/ppo/state.npz"), tuple)),
}


def _seat_env(about: Description) -> None:
    seat_env(about.game, about.num_players, about.players, about.options, about.data)


def _locked() -> None:
    with lock_run(Path("runs/ppo"), {}):
        pass


@pytest.mark.parametrize("name", FUNCTIONS)
def test_nothing_that_a_file_names_is_run_by_a_function(name: str, planted: Path) -> None:
    assert [*_problems(FUNCTIONS[name], planted)] == []


@pytest.mark.parametrize(
    ("kind", "words", "place"),
    [
        ("replay", "play --resume replay.jsonl", "players[1]"),
        ("ladder", "report ladder-1-of-1.jsonl", "settings.bots.greedy (key)"),
        ("entry of others", "bench verify --rerun-bots own/solo-5.json", "bots[0].spec"),
    ],
)
def test_a_trusted_name_is_used(kind: str, words: str, place: str, planted: Path) -> None:
    """The planted module would leave its mark, if a command ran it."""
    assert place in KINDS[kind]()
    for trusted in ("other:Bot", NAME):
        _told(f"{words} --trust {trusted}")
        assert was_run(planted) is (trusted == NAME)
