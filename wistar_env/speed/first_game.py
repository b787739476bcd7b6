"""Compiling time of a new game: ``python -m wistar_env.speed.first_game``.

It writes the folder of ``wistar new-game`` and plays a random game in a process of its own, with an
empty cache and then with what that compiled. The difference is the cost of compiling.
"""

import os
import subprocess
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

from wistar_env.new_game import write_game
from wistar_env.system.processes import python

_GAME: Final = """
import sys, time
sys.path.insert(0, ".")
import numpy
import wistar_env.kit.game
imported = time.process_time()
from my_nim import Nim
game, chance = Nim.new(2, seed=1), numpy.random.default_rng(1)
while not game.finished:
    game.step(int(chance.choice(game.legal_actions())))
print(imported, time.process_time())
"""


class Seconds(NamedTuple):
    """Processor time of a process that plays one game.

    Attributes
    ----------
    imports
        Until the kit is imported.
    total
        Until the game is over.
    """

    imports: float
    total: float


def first_game(folder: Path, cache: Path) -> Seconds:
    """Play a random game in a new process.

    Parameters
    ----------
    folder
        The folder of the game.
    cache
        The folder of compiled code.
    """
    done = subprocess.run(
        python(_GAME),
        cwd=folder,
        env={**os.environ, "WISTAR_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    return Seconds(*map(float, done.stdout.split()))


def main() -> None:
    """Print the processor time of the first game, and of the same game compiled before."""
    with tempfile.TemporaryDirectory() as made:
        folder, cache = Path(made, "my-nim"), Path(made, "cache")
        (module, *_) = write_game(folder)
        lines = sum(bool(line.strip()) for line in module.read_text("utf-8").splitlines())
        cold, warm = first_game(folder, cache), first_game(folder, cache)
    print(f"lines of Python, blank ones not counted: {lines}")
    print(f"first game, nothing compiled: {cold.total:.1f} s of processor time")
    print(f"first game, compiled before: {warm.total:.1f} s, of which imports {warm.imports:.1f} s")
    print(f"compiling: {cold.total - warm.total:.1f} s")


if __name__ == "__main__":
    main()
