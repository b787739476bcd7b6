"""The kinds of untrusted files: how to make and read each."""

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from wistar_env.benchmark import opponent_ladder
from wistar_env.benchmark.protocol import task_numbers
from wistar_env.benchmark.protocol.bench import Entrant, bench
from wistar_env.benchmark.protocol.entries import read_entry
from wistar_env.benchmark.protocol.tasks import TASKS
from wistar_env.benchmark.results import Results
from wistar_env.benchmark.work_units import run
from wistar_env.datasets import Dataset, record
from wistar_env.games.lab_rats import LabRats, card_folder
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.games.rats_of_wistar.tables import reading
from wistar_env.kit.networks.loading import load_network
from wistar_env.kit.networks.network import Network
from wistar_env.kit.replays import Replay
from wistar_env.play.review import Reviewed, in_words, summarize
from wistar_env.play.review_files import review_file
from wistar_env.training.checkpoints import RunFolder, curve_in, lock_run

#: Settings of a training run.
SETTINGS = {"steps": 64, "game": "rats-of-wistar", "learning_rate": 0.001, "data": ""}


@dataclass(frozen=True)
class Kind:
    """A kind of file."""

    name: str
    # Makes a file in a folder, with the files that it needs, and returns it.
    make: Callable[[Path], Path]
    # Reads a file as completely as the package does, and returns comparable contents.
    load: Callable[[Path], Any]
    # Whether a file with changed bytes must be rejected unless its contents are the same.
    is_exact: bool = False
    command: tuple[str, ...] = ()  # the command that reads it, without the file


def _network(folder: Path) -> Path:
    network = Network(LabRats, 3, (16, 16))
    network.weights[:] = np.random.default_rng(1).normal(size=network.weights.shape)
    network.save(folder / "network.npz")
    return folder / "network.npz"


def _weights(file: Path) -> Any:
    found = load_network(file)
    return found.game, found.num_players, found.weights.tobytes(), found.metadata, found.data


def _dataset(name: str, folder: Path) -> Path:
    record(folder, LabRats, ["random"], 3, 3, seed=1)
    return folder / name


def _games(file: Path) -> Any:
    made = Dataset(file.parent)
    shards = [[array.tobytes() for array in vars(each).values()] for _, each in made.shards()]
    return made.description, made.num_decisions, shards


def replay_of(game: type, num_players: int, actions: int, **options: Any) -> Replay[Any]:
    """Return the beginning of a random game."""
    position, rng = game.new(num_players, 1, **options), np.random.default_rng(1)  # type: ignore[attr-defined]
    taken: list[int] = []
    while len(taken) < actions and not position.finished:
        taken.append(int(rng.choice(position.legal_actions())))
        position.step(taken[-1])
    return Replay(game, num_players, 1, position.options, None, taken)


def _replay(game: type, num_players: int, folder: Path) -> Path:
    replay_of(game, num_players, 30).save(folder / "game.jsonl")
    return folder / "game.jsonl"


def _resumed(file: Path) -> Any:
    found = Replay.load(file)
    return found.to_text(), found.resume().scores()


def _plan() -> Any:
    return opponent_ladder.plan(
        LabRats, ["random"], opponents=["random"], players=3, games=2, seed=3, batch=2
    )


_PLANNED: dict[str, Any] = {}


def plan() -> Any:
    """Return the plan of the results file, which is made once."""
    if not _PLANNED:
        _PLANNED["plan"] = _plan()
    return _PLANNED["plan"]


def _results(folder: Path) -> Path:
    with Results.open(folder / "results.jsonl", plan().header, plan().key_of) as results:
        run(plan(), results, workers=1, on_progress=lambda games: None)
    return folder / "results.jsonl"


def _opened(file: Path) -> Any:
    copy = file.with_name("copy.jsonl")
    shutil.copy(file, copy)
    with Results.open(copy, plan().header, plan().key_of) as results:
        return results.header.identity(), results.rows


def _entry(folder: Path) -> Path:
    with mock.patch.object(task_numbers, "TIMED", 0.001):
        bench(TASKS["solo-5"], Entrant(("random",), "random"), folder, games=1)
    return folder / "solo-5.json"


SOLO = partial(replay_of, RatsOfWistar, 1, 12)


def _reviews(folder: Path) -> Path:
    replay = SOLO()
    found = []
    for number, (game, action) in enumerate(replay.positions()):
        if action is not None and len(game.legal_actions()) > 1:
            best = int(game.legal_actions()[0])
            found.append(
                Reviewed(number, game.seat, game.decision, action, best, 0.7, 0.4, (best,))
            )
    file = folder / "reviews.jsonl"
    file.touch()
    import wistar_env.play.review as module

    before = module.review
    module.review = lambda *given, **more: found
    try:
        review_file(file, replay, "mcts:simulations=1")
    finally:
        module.review = before
    return file


def _reviewed(file: Path) -> Any:
    import wistar_env.play.review as module

    replay, before = SOLO(), module.review
    module.review = lambda *given, **more: []
    try:
        found = review_file(file, replay, "mcts:simulations=1")
    finally:
        module.review = before
    if found:
        summarize(replay, found)
        in_words(replay, found[0])
    return found


def _run_folder(folder: Path) -> RunFolder:
    with lock_run(folder, SETTINGS) as run_folder:
        run_folder.begin(0)
        run_folder.save(
            {"updates": 2, "games": [1, 2]}, {"weights": np.arange(60.0), "n": np.ones(3)}
        )
        for iteration in range(4):
            run_folder.log({"iteration": iteration, "steps": 16 * iteration, "loss": 0.5})
    return run_folder


def _in_run(name: str, folder: Path) -> Path:
    _run_folder(folder)
    return folder / name


def _state(file: Path) -> Any:
    found = RunFolder(file.parent, {}).load()
    assert found is not None
    scalars, arrays = found
    return scalars, {name: (each.dtype, each.tobytes()) for name, each in arrays.items()}


def _settings(file: Path) -> Any:
    with lock_run(file.parent, SETTINGS):
        return json.loads(json.dumps(SETTINGS))


def _cards(name: str, folder: Path) -> Path:
    shutil.copytree(reading.DEFAULT, folder / "cards", dirs_exist_ok=True)
    return folder / "cards" / name


def _rules(file: Path) -> Any:
    return RatsOfWistar.new(seed=1, data=file.parent).data.fingerprint


def _lab_cards(folder: Path) -> Path:
    shutil.copytree(Path(card_folder.__file__).parent / "data", folder / "lab", dirs_exist_ok=True)
    return folder / "lab" / "exits.toml"


def _lab_rules(file: Path) -> Any:
    return LabRats.new(3, 1, data=str(file.parent)).data.fingerprint


KINDS = (
    Kind("network", _network, _weights, is_exact=True),
    Kind("shard", partial(_dataset, "games-0000000.npz"), _games, is_exact=True),
    Kind("dataset", partial(_dataset, "dataset.json"), _games),
    Kind("replay", partial(_replay, RatsOfWistar, 2), _resumed, command=("replay",)),
    Kind("lab_replay", partial(_replay, LabRats, 3), _resumed, command=("replay",)),
    Kind("results", _results, _opened, command=("report",)),
    Kind("entry", _entry, lambda file: read_entry(file).model_dump(), command=("bench", "verify")),
    Kind("reviews", _reviews, _reviewed),
    Kind("state", partial(_in_run, "state.npz"), _state, is_exact=True),
    Kind("config", partial(_in_run, "config.json"), _settings),
    Kind("curve", partial(_in_run, "curve.jsonl"), curve_in),
    Kind("guests", partial(_cards, "guests.toml"), _rules),
    Kind("wheel", partial(_cards, "wheel.toml"), _rules),
    Kind("exits", _lab_cards, _lab_rules),
)
