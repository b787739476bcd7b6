"""A game as an argument anywhere: a class, the name of an installed game, or ``module:Class``."""

import inspect
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from tests.docs import ROOT
from tests.kit.nim import Nim
from wistar_env import BatchGame
from wistar_env.benchmark import arena, opponent_ladder
from wistar_env.datasets import Dataset, record
from wistar_env.errors import GameNotFoundError
from wistar_env.games.lab_rats import LabRats
from wistar_env.kit.game import Game
from wistar_env.kit.networks.loading import load_network, load_shared
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.kit.replays import Replay
from wistar_env.play.mcp_sessions import Sessions
from wistar_env.play.server.application import app
from wistar_env.play.table import Table

#: A game as callers name it.
Argument = type[Game] | str
NIM: Final = "tests.kit.nim:Nim"
RUN: Final[dict[str, Any]] = {"games": 1, "seed": 1, "batch": 1}


def begun(batch: BatchGame) -> Game:
    batch.reset(1)
    return batch.game(0)


def saved_replay(game: Argument, folder: Path) -> Any:
    Replay(Nim, 2, 1).save(folder / "x.jsonl")
    return Replay.load(folder / "x.jsonl", game=game).game


def saved_network(game: Argument, folder: Path) -> Any:
    SharedNetwork.random(Nim, [2]).save(folder / "x.npz")
    assert load_shared(folder / "x.npz", game).game is Nim
    return load_network(folder / "x.npz", game).game


def recorded(game: Argument, folder: Path) -> Any:
    record(folder / "games", game, ["random"], 1)
    return Dataset(folder / "games", game).game


DOORS: Final[dict[str, Callable[[Argument, Path], Any]]] = {
    "BatchGame": lambda game, _: type(begun(BatchGame(game, 1, 2))),
    "Network.random": lambda game, _: Network.random(game, 2).game,
    "Replay": lambda game, _: Replay(game, 2, 1).game,
    "Replay.load": saved_replay,
    "Sessions": lambda game, _: Sessions(game).default,
    "SharedNetwork.random": lambda game, _: SharedNetwork.random(game, [2]).game,
    "Table": lambda game, _: type(Table(game, ["random", "random"], 1).game),
    "app": lambda game, _: app(game).state.service.offer(None).game,
    "arena.plan": lambda game, _: arena.plan(game, ["random", "random"], **RUN).game,
    "load_network": saved_network,
    "record and Dataset": recorded,
    "opponent_ladder.plan": lambda game, _: (
        opponent_ladder.plan(game, ["random"], opponents=["random"], **RUN).game
    ),
}


@pytest.mark.parametrize("door", DOORS)
def test_every_door_takes_a_class_and_its_name(door: str, tmp_path: Path) -> None:
    (tmp_path / "named").mkdir()
    assert DOORS[door](Nim, tmp_path) is Nim
    assert DOORS[door](NIM, tmp_path / "named") is Nim


@pytest.mark.parametrize("door", DOORS)
def test_every_door_rejects_other_names_alike(door: str, tmp_path: Path) -> None:
    with pytest.raises(GameNotFoundError, match=r"'chess'; .* lab-rats"):
        DOORS[door]("chess", tmp_path)


def test_installed_games_have_short_names() -> None:
    assert Replay[Any]("lab-rats", 3, 1).game is LabRats


def documented() -> Iterator[tuple[str, Any]]:
    """Yield every class and function of the reference, and the public methods of its classes."""
    for page in sorted((ROOT / "website" / "pages" / "api").glob("*.md")):
        for kind, target in re.findall(r"\.\. auto(\w+):: ([\w.]+)", page.read_text("utf-8")):
            if kind in ("class", "function"):
                module, _, name = target.rpartition(".")
                yield target, getattr(import_module(module), name)
            elif kind == "module" and target != "wistar_env.open_spiel":  # needs its extra
                module = import_module(target)
                for name, each in vars(module).items():
                    if not name.startswith("_") and getattr(each, "__module__", None) == target:
                        yield f"{target}.{name}", each


#: Classes that functions return and callers do not create.
RESULTS: Final = {"wistar_env.play.history.HistoryEntry"}


def callables() -> Iterator[tuple[str, Any]]:
    for name, each in documented():
        if callable(each) and not (inspect.isclass(each) and issubclass(each, Exception)):
            yield name, each
        if inspect.isclass(each):
            for method in vars(each):
                found = getattr(each, method)
                if not method.startswith("_") and callable(found):
                    yield f"{name}.{method}", found


def test_every_game_argument_of_the_reference_takes_names() -> None:
    found, classes_only = set(), set()
    for name, each in callables():
        parameter = inspect.signature(each).parameters.get("game")
        kinds = {parameter.annotation, *get_args(parameter.annotation)} if parameter else set()
        if any(getattr(kind, "__origin__", None) is type for kind in kinds):
            found.add(name)
            if str not in kinds and name not in RESULTS:
                classes_only.add(name)
    assert len(found) > 20
    assert not classes_only, "take type[Game] | str, and pass it to find_game"
