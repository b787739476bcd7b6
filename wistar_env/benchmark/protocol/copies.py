"""Detection of copies: identical runs of a track, and entries with another entry's games.

Different bots play few identical games: on the leaderboard, a search and its network share 24 of a
thousand games, and runs of one learning method share none.
"""

import hashlib
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np

from wistar_env.benchmark.protocol.claims import is_bundled
from wistar_env.benchmark.protocol.entries import Entry, games_of
from wistar_env.benchmark.protocol.tasks import TASKS
from wistar_env.errors import ResultsError
from wistar_env.kit.replays.shards import Shard

#: Maximum agreement of networks from separate training runs: see ``agreement``. Two PPO runs of
#: 300,000 decisions agree in 73% of these positions, in 25 games at level 9.
_MOST_ALIKE: Final = 0.9
#: Hashes of games: their seeds and actions.
Games: TypeAlias = frozenset[bytes]


def games_in(shard: Shard) -> Games:
    """Return the hashes of the games of a file."""
    return frozenset(
        hashlib.sha256(shard.seeds[place].tobytes() + shard.actions_of(place).tobytes()).digest()
        for place in range(len(shard))
    )


def are_copies(one: Games, other: Games) -> bool:
    """Return whether more than half of the games of the smaller set are in both."""
    return 2 * len(one & other) > min(len(one), len(other))


def agreement(shard: Shard, first: range, second: range, players: int) -> float:
    """Return how often two bots agree in the positions that both reach in the same games, 0 to 1.

    ``first``, ``second``: the places of their games in the shard. ``players``: the player count.
    The other players always agree, since they are the same bots.
    """
    alike = different = 0
    for one, other in zip(first, second, strict=True):
        mine, others = shard.actions_of(one), shard.actions_of(other)
        shared = min(len(mine), len(others))
        apart = np.flatnonzero(mine[:shared] != others[:shared])
        alike += int(apart[0]) if len(apart) else shared
        different += len(apart) > 0
    own = alike / players + different
    return 1 - different / own if own else 1.0


def check_runs(file: Path, entry: Entry, shard: Shard) -> None:
    """Check that the runs of a learning track are different networks.

    Raises ResultsError if two of them agree too often for separate training runs.
    """
    each, players = len(shard) // len(entry.bots), TASKS[entry.task].players
    runs = [range(each * run, each * (run + 1)) for run in range(len(entry.bots))]
    for one, other in combinations(range(len(runs)), 2):
        found = agreement(shard, runs[one], runs[other], players)
        if found > _MOST_ALIKE:
            raise ResultsError(
                f"{file}: bots {one + 1} and {other + 1} must be different networks, found the "
                f"same action in {found:.1%} of the positions that both reach; the limit is "
                f"{_MOST_ALIKE:.0%}"
            )


def check_entries(entries: Sequence[tuple[Path, Entry]]) -> None:
    """Check that no two entries share their games; entries with missing games are skipped.

    Two bots that come with this package may share games, since all their decisions are reproduced.

    Raises ReplayError if a file of games is damaged. Raises ResultsError if two entries have the
    same games.
    """
    of_task: dict[str, list[tuple[Path, bool, Games]]] = {}
    for file, entry in entries:
        if games_of(file).exists():
            bots = TASKS[entry.task].game_class.spec.bots.classes
            bundled = all(is_bundled(bot.spec, bots) for bot in entry.bots)
            games = games_in(Shard.load(games_of(file)))
            of_task.setdefault(entry.task, []).append((file, bundled, games))
    for known in of_task.values():
        for (file, one_bundled, one), (other_file, bundled, other) in combinations(known, 2):
            if not (one_bundled and bundled) and are_copies(one, other):
                raise ResultsError(
                    f"{other_file} repeats games of {file}: {len(one & other):,} of "
                    f"{len(other):,} have the same actions; publish games under one name only"
                )
