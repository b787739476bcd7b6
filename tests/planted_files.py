"""Every kind of file of this package, made once, and how names are planted in it."""

import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from functools import partial
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from tests.command_line import wistar
from tests.planting import (
    planted_arrays,
    planted_data,
    planted_database,
    planted_json,
)
from tests.server.serving import GREEDY, YOU, begin, serving
from wistar_env import RatsOfWistar
from wistar_env.cli.training import TRAINERS
from wistar_env.games.rats_of_wistar.tables import reading
from wistar_env.kit.networks.network import Network
from wistar_env.kit.replays import Replay

_SHARD: Final = "--games 1 --workers 1 --shard 1/1"
_RUNS: Final = (
    f"ladder greedy --levels 1 {_SHARD} --out ladder.jsonl",
    f"ladder random --game lab-rats --opponent random {_SHARD} --out opponents.jsonl",
    f"arena greedy random {_SHARD} --out arena.jsonl",
    "ladder greedy --levels 1 --games 1 --workers 1 --out ladder-whole.jsonl",
    "arena greedy random --games 1 --workers 1 --out arena-whole.jsonl",
    "bench greedy --tasks solo-5 --games 2 --workers 1 --folder entry",
    "bench solitary_bots:FirstBot --name own --tasks solo-5 --games 2 --workers 1 --folder own",
    "bench seal contest",
    "dataset games --games 2 --data permuted:v1:1",
    "review replay.jsonl --search mcts:simulations=2 --out reviews.jsonl",
)


def make() -> None:
    """Write a file of each kind into the current folder, which is empty."""
    replay = Replay(RatsOfWistar, 2, 5, players=("you", "greedy"))
    game = replay.start()
    for _ in range(2):
        replay.actions.append(int(game.legal_actions()[0]))
        game.step(replay.actions[-1])
    replay.save("replay.jsonl")
    for words in _RUNS:
        result = wistar(*words.split())
        assert result.exit_code == 0, result.output
    Network.random(RatsOfWistar, 1, (16, 16)).save("network.npz")
    with serving(Path("games.sqlite")) as client:
        begin(client, YOU, GREEDY, seed=1)
    shutil.copytree(reading.DEFAULT, "data")
    for name in TRAINERS:
        _make_run(name)


def _make_run(trainer: str) -> None:
    """Write the folder of a run of a trainer with its default settings, before its first update."""
    folder = Path("runs", trainer)
    folder.mkdir(parents=True)
    try:
        config: Any = import_module(f"wistar_env.training.{trainer}").Config
    except ModuleNotFoundError:
        return
    (folder / "config.json").write_text(json.dumps(asdict(config())), "utf-8")
    scalars = np.frombuffer(json.dumps({"updates": 1, "rng": "x"}).encode(), np.uint8)
    np.savez(folder / "state.npz", scalars=scalars, weights=np.zeros(3))


#: What plants names in a file of each kind.
KINDS: Final[Mapping[str, Callable[[], Iterator[str]]]] = MappingProxyType(
    {
        "replay": lambda: planted_json(Path("replay.jsonl"), 2),
        "reviews": lambda: planted_json(Path("reviews.jsonl"), 1),
        **{
            name: partial(planted_json, Path(f"{name}.jsonl"), 1)
            for name in ("arena-whole", "ladder-whole")
        },
        **{
            name: partial(planted_json, Path(f"{name}-1-of-1.jsonl"), 1)
            for name in ("arena", "ladder", "opponents")
        },
        "bench": lambda: planted_json(Path("entry/solo-5.jsonl"), 1),
        "entry": lambda: planted_json(Path("entry/solo-5.json")),
        "entry of others": lambda: planted_json(Path("own/solo-5.json")),
        "seal": lambda: planted_json(Path("contest.seal.json")),
        "secret": lambda: planted_json(Path("contest.secret.json")),
        "games of an entry": lambda: planted_arrays(Path("entry/solo-5.npz")),
        "dataset": lambda: planted_json(Path("games/dataset.json")),
        "games of a dataset": lambda: planted_arrays(Path("games/games-0000000.npz")),
        "network": lambda: planted_arrays(Path("network.npz"), "about"),
        "database": lambda: planted_database(Path("games.sqlite")),
        "data": lambda: planted_data(Path("data")),
        **{
            f"run of {name}": partial(planted_json, Path(f"runs/{name}/config.json"))
            for name in TRAINERS
        },
        "state": lambda: planted_arrays(Path("runs/ppo/state.npz"), "scalars"),
    }
)
