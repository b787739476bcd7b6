"""Games that stand under two names: runs of a track that are copies, and rows of others' games.

Bots that differ play few games alike: on the leaderboard, search and its own network share 24 of a
thousand games, and runs of one learning method none.
"""

import hashlib
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import TypeAlias

from wistar_env.benchmark.protocol.task_rows import TaskRow, games_of
from wistar_env.errors import ResultsError
from wistar_env.kit.replays.shards import Shard

#: Hashes of games: their seeds and actions.
Games: TypeAlias = frozenset[bytes]


def games_in(shard: Shard, first: int = 0, last: int | None = None) -> Games:
    """Return the hashes of some games of a file."""
    return frozenset(
        hashlib.sha256(shard.seeds[place].tobytes() + shard.actions_of(place).tobytes()).digest()
        for place in range(len(shard))[first:last]
    )


def are_copies(one: Games, other: Games) -> bool:
    """Return whether more than half of the games are the same."""
    return 2 * len(one & other) > min(len(one), len(other))


def check_runs(file: Path, row: TaskRow, shard: Shard) -> None:
    """Check that the runs of a learning track played different games.

    Raises
    ------
    ResultsError
        If two of them are copies of one bot.
    """
    each = len(shard) // len(row.bots)
    runs = [games_in(shard, each * run, each * (run + 1)) for run in range(len(row.bots))]
    for one, other in combinations(range(len(runs)), 2):
        if are_copies(runs[one], runs[other]):
            raise ResultsError(
                f"{file}: bots {one + 1} and {other + 1} must be different networks, found "
                f"{len(runs[one] & runs[other]):,} of {each:,} games with the same actions"
            )


def check_rows(rows: Sequence[tuple[Path, TaskRow]]) -> None:
    """Check that no two rows have the same games; those whose games are missing are left out.

    Raises
    ------
    ReplayError
        If a file of games is damaged.
    ResultsError
        If the same games stand in two rows.
    """
    of_task: dict[str, list[tuple[Path, Games]]] = {}
    for file, row in rows:
        if games_of(file).exists():
            of_task.setdefault(row.task, []).append((file, games_in(Shard.load(games_of(file)))))
    for known in of_task.values():
        for (file, one), (other_file, other) in combinations(known, 2):
            if are_copies(one, other):
                raise ResultsError(
                    f"{other_file} has the games of {file}, found {len(one & other):,} of "
                    f"{len(other):,} with the same actions; publish games under one name only"
                )
