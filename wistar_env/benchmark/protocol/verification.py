"""Verification of a row: replays its games, and recomputes every number.

The actions of the bot are those of the file. The opponents are asked again, and must repeat their
actions, so games in which they play badly are refused. With ``ask_bot`` the bot is also asked
again.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from wistar_env.benchmark.matches import play
from wistar_env.benchmark.protocol.games import RecordedMatch, matches_of, rules_of, units_of
from wistar_env.benchmark.protocol.task_rows import (
    Numbers,
    TaskRow,
    data_of,
    file_hash,
    numbers_of,
    read_row,
    simulations_of,
)
from wistar_env.benchmark.protocol.tasks import TASKS, Task
from wistar_env.benchmark.work_units import WorkUnit
from wistar_env.errors import BotError, ReplayError, ResultsError
from wistar_env.kit.bots import Batch, Player
from wistar_env.kit.replays.shards import Shard
from wistar_env.seeds import decision_seeds

#: Deals of a unit of ``games.plan``: bots are reset at the start of each.
_BATCH: Final = 25


class Recorded:
    """A player that repeats recorded actions.

    Parameters
    ----------
    actions
        Its actions, by the seed of the decision.
    """

    def __init__(self, actions: Mapping[int, int]) -> None:
        self._actions = actions

    def reset(self, seed: int) -> None:
        """Do nothing: it has nothing to draw."""

    def act(self, batch: Batch) -> list[int]:
        """Return recorded actions; an illegal action if they are unknown."""
        return [self._actions.get(seed, -1) for seed in batch.seed.tolist()]


def verify(
    file: Path,
    *,
    ask_bot: bool = False,
    update_rules: bool = False,
    most_units: int | None = None,
    on_progress: Callable[[int], None] = lambda games: None,
) -> TaskRow:
    """Verify a row, and return it.

    Parameters
    ----------
    file
        The row; its games are in the same folder.
    ask_bot
        Whether the bot is also asked again, with the simulations of the row. It must then be
        installed and play the same.
    update_rules
        Whether the fingerprint of the current rules, which replayed all games, is written into the
        row.
    most_units
        For a quick check: the number of units of 25 deals of each bot; None for all.
    on_progress
        Called with the number of verified games, after each unit.

    Raises
    ------
    ResultsError
        If the row is not of this version of the protocol, or its games do not match it.
    ReplayError
        If a game differs from its record, or its file is damaged.
    BotError
        If a bot cannot be built.
    """
    row = read_row(file)
    task, games = TASKS[row.task], file.with_name(Path(row.games_file).name)
    if not games.exists():
        raise ResultsError(f"{file}: its games, {games.name}, are not in its folder")
    _check_same(file, "games_hash", row.games_hash, file_hash(games))
    _check_same(file, "rules_version", row.rules_version, task.game_class.spec.rules_version)
    if row.rules and row.rules.split()[0] != str(row.rules_version):
        raise ResultsError(
            f"{file}: rules are {row.rules}, but rules_version is {row.rules_version}"
        )
    _check_same(file, "data", row.data, data_of(task))
    if ask_bot:
        for bot in row.bots:
            budget = simulations_of(bot.spec, task.game_class.spec.bots)
            _check_same(file, "simulations", row.simulations, budget)
    shard = Shard.load(games)
    _check_same(file, "games", row.games, len(shard))
    rotations = len(task.seatings) * len(task.data) * len(row.bots)
    deals, rest = divmod(len(shard), rotations)
    if rest or not 1 <= deals <= task.deals:
        raise ResultsError(
            f"{file}: the games of {task.name} must be a multiple of {rotations} up to "
            f"{task.deals * rotations}, found {len(shard)}"
        )
    verified = 0
    for place in range(len(row.bots)):
        for number, unit in enumerate(_units(task, row, place, deals)):
            first, verified = verified, verified + len(unit.games) * len(task.seatings)
            if most_units is None or number < most_units:
                _verify_unit(task, unit, row, place, shard, first, ask_bot)
                on_progress(verified)
    _check_numbers(file, row.numbers, numbers_of(task, len(row.bots), shard))
    if update_rules and most_units is None:
        row = row.model_copy(update={"rules": rules_of(task)})
        row.write(file)
    return row


def _check_same(file: Path, what: str, said: object, found: object) -> None:
    if said != found:
        raise ResultsError(f"{file}: {what} is {said}, found {found}")


def _check_numbers(file: Path, said: Numbers, found: Numbers) -> None:
    """Compare results; the last digits depend on the version of SciPy."""
    for name in Numbers.model_fields:
        for end, value in getattr(found, name):
            told = getattr(getattr(said, name), end)
            if (told is None) != (value is None) or (
                value is not None and not np.isclose(told, value, rtol=1e-9, atol=1e-12)
            ):
                raise ResultsError(f"{file}: {name}.{end} is {told}, found {value}")


def _units(task: Task, row: TaskRow, place: int, deals: int) -> list[WorkUnit]:
    """Return the recorded units of a bot."""
    if (row.opponent.spec if row.opponent else "") != task.opponent:
        raise ResultsError(f"the opponent of {task.name} is {task.opponent!r}")
    return units_of(task, row.bots[place].spec, (), seed=row.seed, deals=deals, batch=_BATCH)


def _verify_unit(
    task: Task, unit: WorkUnit, row: TaskRow, place: int, shard: Shard, first: int, ask_bot: bool
) -> None:
    """Play the games of a unit again, which begin at a row of the shard."""
    matches = matches_of(task, unit, unit.open_data())
    recorded = [shard.actions_of(first + k).tolist() for k in range(len(matches))]
    for k, match in enumerate(matches):
        seats = [place if seat == 0 else _opponent(row) for seat in match.seating]
        if int(shard.seeds[first + k]) != match.seed or shard.players[first + k].tolist() != seats:
            raise ReplayError(f"game {first + k} is not game {match.number} of {task.name}")
    players = _players(unit, None if ask_bot else Recorded(_by_seed(matches, recorded)))
    try:
        play(matches, players, unit.bots)
    except BotError as error:
        raise ReplayError(f"a game differs from its record: {error}") from error
    for k, match in enumerate(matches):
        _check_match(match, recorded[k], shard, first + k)


def _players(unit: WorkUnit, recorded: Recorded | None) -> list[Player]:
    """Return the players of a unit, the bot replaced by its recorded actions."""
    if recorded is None:
        return unit.players()
    return [recorded, *(unit.player(place) for place in range(1, len(unit.bots)))]


def _opponent(row: TaskRow) -> int:
    return len(row.bots) if row.opponent else -1


def _by_seed(matches: Sequence[RecordedMatch], recorded: Sequence[list[int]]) -> dict[int, int]:
    """Return the actions of games by the seeds of their decisions."""
    sources = [
        (match.run, match.number, match.replay, decision)
        for match, actions in zip(matches, recorded, strict=True)
        for decision in range(len(actions))
    ]
    actions = [action for each in recorded for action in each]
    return dict(zip(decision_seeds(sources).tolist(), actions, strict=True))


def _check_match(match: RecordedMatch, actions: list[int], shard: Shard, place: int) -> None:
    spec = match.game.spec
    total = spec.score_columns[spec.total_column]
    scores = [score[total] for score in match.game.scores()]
    if match.actions != actions:
        same = 0
        for now, then in zip(match.actions, actions, strict=False):
            if now != then:
                break
            same += 1
        raise ReplayError(f"game {place} goes another way from its decision {same + 1} on")
    if scores != shard.scores[place].tolist() or match.game.ranks() != shard.ranks[place].tolist():
        raise ReplayError(f"game {place} ends {scores}, and not {shard.scores[place].tolist()}")
