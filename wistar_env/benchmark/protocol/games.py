"""The games of a task: their plan, work units and results.

A row of the results file is one game::

    {"bot": "greedy", "data": null, "game": 17, "seed": 6110932853742651973, "rotation": 0,
     "seats": [0, 1], "scores": [61, 58], "ranks": [1, 2], "decisions": 171,
     "breakdowns": [{...}, {...}], "actions": [17, 3, ...]}

The fields are those of the arena and ``bot``, ``data``, ``actions``: ``seats`` has 0 for the bot,
and 1 for an automaton or 1 and up for the different opponents; ``rotation`` is the number of the
seating.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from wistar_env.benchmark.arena import arena_row
from wistar_env.benchmark.fingerprints import Identity, identify
from wistar_env.benchmark.matches import Match
from wistar_env.benchmark.planning import check_once
from wistar_env.benchmark.protocol.tasks import PROTOCOL, Task
from wistar_env.benchmark.result_rows import ArenaRow, Count, checked, with_replies
from wistar_env.benchmark.results import Header, Key, ResultRow, data_version, rules_version
from wistar_env.benchmark.work_units import Plan, WorkUnit, batches_of
from wistar_env.explanations import Explanation
from wistar_env.kit.replays.shards import Shard

#: The player number of an automaton in a shard.
_AUTOMATON: Final = -1
#: Deals of a work unit: bots are reset at the start of each.
BATCH: Final = 25


class TaskGameRow(ArenaRow):
    """A game of a bot in a task."""

    bot: str
    data: str | None
    actions: list[Count]


@dataclass
class RecordedMatch(Match):
    """A game whose actions are recorded, without explanations of bots."""

    def step(self, action: int, explanation: Explanation | None = None) -> None:
        """Play the action of a bot, and record it."""
        super().step(action)
        self.actions.append(action)


def rules_of(task: Task) -> str:
    """Return the version of the rules of a task, with a hash of the sources that play it."""
    return rules_version(task.game_class, __name__)


def row_of(bot: str, data: str | None, match: Match) -> ResultRow:
    """Return the row of a finished game for the results file."""
    played = arena_row(match, match.replay, match.seating)
    return {"bot": bot, "data": data, **played, "actions": match.actions}


def play_unit(unit: WorkUnit) -> list[ResultRow]:
    """Play one unit, and return its rows: one bot, one data set, some deals from every seat."""
    matches = unit.matches(RecordedMatch)
    replies = unit.play(matches)
    return with_replies([row_of(unit.bots[0], unit.data, match) for match in matches], replies)


def _key_of(task: Task, bots: Sequence[str], deals: int, seed: int, row: ResultRow) -> Key:
    known = checked(TaskGameRow, row, seed, task.game_class.spec)
    if known.bot not in bots or known.data not in task.data:
        raise ValueError(f"the run has no game of bot {known.bot!r} with the data {known.data!r}")
    if known.rotation >= len(task.seatings) or known.game not in _numbers(task, known.data, deals):
        raise ValueError(f"the run has no game {known.game} in rotation {known.rotation}")
    if tuple(known.seats) != (seats := task.seatings[known.rotation]):
        raise ValueError(
            f"seats must be {[*seats]} in rotation {known.rotation}, found {known.seats}"
        )
    if len(known.actions) != known.decisions:
        raise ValueError(
            f"decisions must be the number of actions, {len(known.actions)}, found "
            f"{known.decisions}"
        )
    known.check(task.game_class.spec)
    return known.bot, known.game, known.rotation


def _numbers(task: Task, data: str | None, deals: int) -> range:
    """Return the numbers of the games with one data set; they differ between data sets."""
    first = task.data.index(data) * task.deals
    return range(first, first + deals)


def _keys(unit: WorkUnit) -> list[Key]:
    rotations = range(len(unit.seatings))
    return [(unit.bots[0], number, rotation) for number in unit.games for rotation in rotations]


def units_of(
    task: Task,
    bot: str,
    identities: Sequence[Identity],
    *,
    seed: int,
    deals: int,
    bot_timeout: float | None = None,
) -> list[WorkUnit]:
    """Return the work units of a bot in a task, with ``deals`` deals of each data set."""
    return [
        WorkUnit(
            task.game_class,
            (bot, *task.different_opponents),
            seed,
            range(numbers.start + first, numbers.start + last),
            options=task.options,
            num_players=task.players,
            seatings=tuple(task.seatings),
            data=data,
            data_version=data_version(task.game_class, data),
            bot_timeout=bot_timeout,
            identities=tuple(identities),
        )
        for data in task.data
        for numbers in [_numbers(task, data, deals)]
        for first, last in [(part.start, part.stop) for part in batches_of(deals, BATCH)]
    ]


def plan(
    task: Task,
    bots: Sequence[str],
    *,
    seed: int,
    deals: int,
    bot_timeout: float | None = None,
) -> Plan:
    """Return the plan of a task: the header of its results file, and the games of all bots.

    ``bot_timeout``: the limit in seconds for building, resetting and each call of a bot; None for
    no limit. Raises BotError if a bot is named twice or cannot be built.
    """
    check_once(bots)
    spec = task.game_class.spec
    everybody = [*bots, *task.different_opponents]
    known = {bot: identify(bot, spec, bot_timeout) for bot in dict.fromkeys(everybody)}
    settings = {
        "task": task.name,
        "protocol": PROTOCOL,
        "bots": [[bot, known[bot].fingerprint] for bot in everybody],
        "seed": seed,
        "batch": BATCH,
    }
    versions = "".join(data_version(task.game_class, data) for data in task.data)
    units = [
        unit
        for bot in bots
        for unit in units_of(
            task,
            bot,
            [known[each] for each in (bot, *task.different_opponents)],
            seed=seed,
            deals=deals,
            bot_timeout=bot_timeout,
        )
    ]
    return Plan(
        header=Header("bench", settings, data=versions, rules=rules_of(task)),
        units=tuple(units),
        play=play_unit,
        # A file may have more games than requested.
        key_of=partial(_key_of, task, bots, task.deals, seed),
        keys=_keys,
    )


def players_of(task: Task, bots: int, place: int, seats: Sequence[int]) -> list[int]:
    """Return the player number in each seat: bots come first, then the different opponents."""
    others = [*range(bots, bots + len(task.different_opponents))] or [_AUTOMATON]
    return [(place, *others)[seat] for seat in seats]


def shard_of(task: Task, bots: Sequence[str], rows: Sequence[ResultRow]) -> Shard:
    """Return the games of a task as a shard: players as in ``players_of``."""
    places = {bot: place for place, bot in enumerate(bots)}
    players = [players_of(task, len(bots), places[row["bot"]], row["seats"]) for row in rows]
    return Shard(
        seeds=np.array([row["seed"] for row in rows], np.uint64),
        lengths=np.array([len(row["actions"]) for row in rows], np.int64),
        actions=np.array([action for row in rows for action in row["actions"]], np.int16),
        players=np.array(players, np.int16),
        scores=np.array([row["scores"] for row in rows], np.int64),
        ranks=np.array([row["ranks"] for row in rows], np.int16),
    )
