"""Plays a plan into a file, as the commands do."""

from collections.abc import Callable
from pathlib import Path

from wistar_env.benchmark.results import ResultRow, Results
from wistar_env.benchmark.work_units import Plan, run

#: Bots of theirs outside of the registry.
FIRST = "solitary_bots:FirstBot"
MOODY = "solitary_bots:MoodyBot"


def play(
    plan: Plan,
    path: Path,
    workers: int = 1,
    on_progress: Callable[[int], None] = lambda games: None,
) -> list[ResultRow]:
    with Results.open(path, plan.header, plan.key_of) as results:
        run(plan, results, workers=workers, on_progress=on_progress)
    return plan.rows(results)
