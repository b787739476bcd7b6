"""``python -m tests.chaos``: damaged files, failing disks, and first uses by several threads."""

import warnings
from typing import Annotated

import typer

from tests.chaos import first_use, interrupted, mutated
from tests.chaos.kinds import KINDS
from tests.chaos.programs import PROGRAMS


def main(
    mutants: Annotated[int, typer.Option(help="Damaged files of each kind.")] = 500,
    first: Annotated[int, typer.Option(help="The number of the first.")] = 0,
    processes: Annotated[int, typer.Option(help="First uses of each kind.")] = 30,
    only: Annotated[str, typer.Option(help="Only this kind of file, program or first use.")] = "",
) -> None:
    """Damage files of every kind and read them; let a disk fail at every write of programs.

    Also let 8 threads of new processes use every entry point for the first time.
    """
    warnings.simplefilter("ignore")
    problems = []
    for kind in KINDS:
        if only in ("", kind.name):
            problems += _shown(f"{kind.name}, {mutants} files", mutated.check(kind, mutants, first))
    for program in PROGRAMS:
        if only in ("", program.name):
            problems += _shown(f"{program.name}, all faults", interrupted.check(program))
    for door in first_use.DOORS:
        if only in ("", door):
            found = first_use.check(door, processes)
            problems += _shown(f"{door}, first used by threads of {processes} processes", found)
    raise typer.Exit(bool(problems))


def _shown(what: str, problems: list[str]) -> list[str]:
    print(f"{what}: {len(problems)} problems", flush=True)
    for each in problems:
        print(f"  {each}", flush=True)
    return problems


if __name__ == "__main__":
    typer.run(main)
