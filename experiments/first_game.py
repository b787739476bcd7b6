"""Compiling time of a game: ``python -m experiments.first_game``.

It writes the folder of ``wistar new-game`` and plays a random game in a separate process, first
with an empty cache, then with the filled one. The difference is the cost of compiling. With
``--game lab-rats`` it plays a bundled game instead, in three ways, and also measures each with the
package's machine code.
"""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import typer

from wistar_env.compiled import packs
from wistar_env.new_game import write_game
from wistar_env.system.processes import python

_NEW_GAME: Final = """
import sys, time
sys.path.insert(0, ".")
import numpy
import wistar_env.kit.game
imported = time.process_time()
from my_nim import MyNim
game, chance = MyNim.new(2, seed=1), numpy.random.default_rng(1)
while not game.finished:
    game.step(int(chance.choice(game.legal_actions())))
print(imported, time.process_time())
"""
#: The beginning and end of a program that plays a bundled game.
_START: Final = """
import time
import numpy, numba, llvmlite, gymnasium, pettingzoo
imported = time.process_time()
chance = numpy.random.default_rng(1)
"""
_END: Final = """
print(imported, time.process_time())
"""
#: Programs that play random games with the observation and mask of every decision.
_WAYS: Final = {
    "game": """
from wistar_env.kit.game.registry import find_game
game = find_game({game!r}).new({players}, seed=1)
while not game.finished:
    game.observe(game.seat)
    game.step(int(chance.choice(game.legal_actions())))
""",
    "env": """
from wistar_env import make
environment = make({game!r}, {players})
environment.reset(seed=1)
for agent in environment.agent_iter():
    observation, _, over, *_ = environment.last()
    legal = observation["action_mask"].nonzero()[0]
    environment.step(None if over else int(chance.choice(legal)))
""",
    "BatchGame": """
from wistar_env import BatchGame
batch = BatchGame({game!r}, 1, {players})
step = batch.reset(seed=1)
while not step.done.any():
    step = batch.step(batch.choose("random"))
""",
}
#: The bundled games, each with a player count.
_PLAYERS: Final = {"lab-rats": 4, "rats-of-wistar": 2}


class Seconds(NamedTuple):
    """Processor time of a process that plays one game."""

    imports: float  # until the kit, or its dependencies, are imported
    total: float  # until the game is over


def first_game(folder: Path, cache: Path, code: str = _NEW_GAME, packed: bool = True) -> Seconds:
    """Play a random game in a new process."""
    done = subprocess.run(
        python(code),
        cwd=folder,
        env={**os.environ, "WISTAR_CACHE_DIR": str(cache), packs.VARIABLE: str(int(not packed))},
        capture_output=True,
        text=True,
        check=True,
    )
    return Seconds(*map(float, done.stdout.split()))


def programs(game: str) -> dict[str, str]:
    """Return programs that play a random game of a bundled game, by method."""
    return {
        name: _START + way.format(game=game, players=_PLAYERS[game]) + _END
        for name, way in _WAYS.items()
    }


@contextmanager
def _folders() -> Iterator[tuple[Path, Path]]:
    """Yield a folder for a new game, and an empty cache."""
    with tempfile.TemporaryDirectory() as made:
        yield Path(made, "my-nim"), Path(made, "cache")


def _measure_new_game() -> None:
    with _folders() as (folder, cache):
        (module, *_) = write_game(folder)
        lines = sum(bool(line.strip()) for line in module.read_text("utf-8").splitlines())
        cold, warm = first_game(folder, cache), first_game(folder, cache)
    print(f"lines of Python, blank ones not counted: {lines}")
    print(f"first game, nothing compiled: {cold.total:.1f} s of processor time")
    print(f"first game, compiled before: {warm.total:.1f} s, of which imports {warm.imports:.1f} s")
    print(f"compiling: {cold.total - warm.total:.1f} s")


def _measure_bundled_game(game: str) -> None:
    columns = ("nothing compiled", "compiled before", "with machine code")
    print(f"{'':11}{''.join(f'{each:>21}' for each in columns)}   seconds of processor time")
    for name, code in programs(game).items():
        with _folders() as (_, cache):
            found = [first_game(cache.parent, cache, code, packed=False) for _ in range(2)]
        with _folders() as (_, cache):
            found.append(first_game(cache.parent, cache, code))
        print(f"{name:11}{''.join(f'{each.total:21.1f}' for each in found)}", flush=True)


def main(
    game: Annotated[str | None, typer.Option(help="A bundled game, such as lab-rats.")] = None,
) -> None:
    """Print the processor time of a first game, and of the same game compiled before.

    It covers one process only; Rats of Wistar also compiles in others.
    """
    if game is None:
        _measure_new_game()
    elif game in _PLAYERS:
        _measure_bundled_game(game)
    else:
        raise typer.BadParameter(f"the game must be one of {', '.join(_PLAYERS)}, found {game!r}")


if __name__ == "__main__":
    typer.run(main)
