"""A batch of games to profile with Linux' ``perf``.

It names the compiled functions in a map that ``perf`` reads, and steps the batch::

    perf record -F 2000 python -m experiments.perf_profile
    perf report --sort symbol

An ``inline`` function is part of those that call it.
"""

import os
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from experiments.speed.batches import level_of
from wistar_env import BatchGame
from wistar_env.compiled import jit, work_sharing
from wistar_env.kit.batch import choices, steps

_ENTRIES: Final[tuple[Any, ...]] = (
    steps.step,
    choices.choose_random,
    steps.find_illegal,
    work_sharing.wait,
)
#: Taken for the size of the function with the highest address.
_LAST: Final = 2**16


def _entry(entry: Any) -> int:
    (compiled,) = entry.overloads.values()
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_cpython_wrapper_name))


def addresses() -> dict[int, str]:
    """Return the start addresses of the compiled functions, with their names."""
    jit.complete()
    units = {unit.address: unit.__name__ for unit in jit.linked_units}
    return units | {_entry(entry): entry.py_func.__name__ for entry in _ENTRIES}


def write_map(folder: Path, known: dict[int, str]) -> Path:
    """Write the map for ``perf``; a function ends at the start of the next one."""
    begins = sorted(known)
    ends = [*(end for _, end in pairwise(begins)), begins[-1] + _LAST]
    lines = [
        f"{begin:x} {end - begin:x} {known[begin]}\n"
        for begin, end in zip(begins, ends, strict=True)
    ]
    path = folder / f"perf-{os.getpid()}.map"
    path.write_text("".join(lines), "utf-8")
    return path


def main(
    games: Annotated[int, typer.Option(min=1, help="Games of the batch.")] = 1024,
    num_players: Annotated[int, typer.Option(min=1, max=4)] = 2,
    observation: Annotated[str, typer.Option(help="float32, uint8, sparse or none.")] = "float32",
    seconds: Annotated[float, typer.Option(min=0)] = 20,
) -> None:
    """Step a batch of random games for a while, and print the rate."""
    shown = None if observation == "none" else observation
    batch = BatchGame(
        "rats-of-wistar", games, num_players, level=level_of(num_players), observation=shown
    )
    batch.reset(seed=1)
    print(f"the names are in {write_map(Path(tempfile.gettempdir()), addresses())}")
    count, started = 0, time.perf_counter()
    while time.perf_counter() - started < seconds:
        batch.step(batch.choose("random"))
        count += games
    print(f"{count / (time.perf_counter() - started):,.0f} decisions/s")


if __name__ == "__main__":
    typer.run(main)
