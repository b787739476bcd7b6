"""Verification of an entry: replays its games, and recomputes every number.

Games are replayed with the recorded actions. The opponents are re-run and must reproduce their
actions, so games in which they were made to play badly are rejected. Bundled bots are also re-run;
those that search, only for a sample of their decisions.
"""

import hashlib
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from wistar_env.benchmark.fingerprints import portable_fingerprint
from wistar_env.benchmark.matches import play
from wistar_env.benchmark.protocol.claims import check_trained, is_bundled, simulations_of
from wistar_env.benchmark.protocol.copies import check_runs
from wistar_env.benchmark.protocol.entries import (
    Entry,
    data_of,
    file_hash,
    games_of,
    read_entry,
)
from wistar_env.benchmark.protocol.games import RecordedMatch, players_of, rules_of, units_of
from wistar_env.benchmark.protocol.opponents import check_installed
from wistar_env.benchmark.protocol.recorded import (
    Answers,
    Asking,
    Recorded,
    Sample,
    hash_of_games,
    share_of,
)
from wistar_env.benchmark.protocol.task_numbers import Numbers, numbers_of
from wistar_env.benchmark.protocol.tasks import TASKS, Task
from wistar_env.benchmark.work_units import WorkUnit
from wistar_env.errors import BotError, ReplayError, ResultsError
from wistar_env.kit.bots.trust import NamesInFile
from wistar_env.kit.replays.shards import Shard
from wistar_env.seeds import decision_seeds

#: The levels of verification, see docs/benchmark.md.
LEGAL: Final = "legal"
SAMPLED: Final = "sampled"
REPRODUCED: Final = "reproduced"


@dataclass(frozen=True)
class Verified:
    """An entry whose games were replayed, and whose numbers were recomputed."""

    entry: Entry
    answers: Answers  # for how many decisions its bots were re-run, and which of them differed

    @property
    def level(self) -> str:
        """``REPRODUCED`` if all decisions were re-run, ``SAMPLED`` if some, ``LEGAL`` if none."""
        if not self.answers.asked:
            return LEGAL
        return REPRODUCED if self.answers.asked == self.answers.decisions else SAMPLED

    def __str__(self) -> str:
        """Return the level with the number of re-run decisions, as text."""
        if not self.answers.asked:
            return f"{LEGAL}: the bot was not re-run"
        excused = self.answers.excused
        different = f", {excused} of them with another, equally valued action" if excused else ""
        return (
            f"{self.level}: the bot was re-run for {self.answers.asked:,} of "
            f"{self.answers.decisions:,} decisions{different}"
        )


def level_of(entry: Entry, decisions: int) -> str:
    """Return the level of a whole entry with this number of decisions, without ``rerun_bots``."""
    bots = TASKS[entry.task].game_class.spec.bots.classes
    if not all(is_bundled(bot.spec, bots) for bot in entry.bots):
        return LEGAL
    return REPRODUCED if share_of(entry.simulations, decisions) == 1 else SAMPLED


def verify(
    file: Path,
    *,
    rerun_bots: bool = False,
    update_rules: bool = False,
    share: float = 1.0,
    rotation: str = "",
    trusted: Collection[str] = (),
    on_progress: Callable[[int], None] = lambda games: None,
) -> Verified:
    """Verify an entry: replay its games, and recompute its numbers.

    Parameters
    ----------
    file
        The entry; its games are in the same folder.
    rerun_bots
        Whether to re-run any bot, which must be installed, for all of its decisions. If False, only
        bundled bots are re-run, and those that search only for a sample.
    update_rules
        Whether to write the fingerprint of the current rules, which replayed all games, into the
        entry; ignored if ``share`` is less than 1.
    share
        The fraction of work units to replay (at least one unit), for a quick check.
    rotation
        A text, such as the name of a commit, that selects these units.
    trusted
        Bots outside of the registry that may be run: see ``kit.bots.trust.NamesInFile``.
    on_progress
        Called after each replayed unit with the number of games up to its end, including those of
        skipped units.

    Raises
    ------
    ResultsError
        If the entry is not of this version of the protocol, its fields contradict each other, its
        games do not match it, or its bot does not reproduce its decisions.
    ReplayError
        If a game differs from its record, or its file is damaged.
    BotError
        If a bot cannot be built.
    TrustError
        If a bot to re-run is outside of the registry and not trusted.
    """
    entry = read_entry(file)
    task, games = TASKS[entry.task], games_of(file)
    if not games.exists():
        raise ResultsError(
            f"{file}: the file with its games, {games.name}, is not in the same folder"
        )
    _check_same(file, "games_hash", entry.games_hash, file_hash(games))
    _check_same(file, "rules_version", entry.rules_version, task.game_class.spec.rules_version)
    _check_same(file, "data", entry.data, data_of(task))
    if rerun_bots:
        names, spec = NamesInFile(str(file), trusted), task.game_class.spec
        for bot in names.bots([each.spec for each in entry.bots], spec):
            budget = simulations_of(bot, spec.bots.classes)
            _check_same(file, "simulations", entry.simulations, budget)
        check_trained(task, [each.spec for each in entry.bots], entry.track)
    _check_fingerprints(file, entry, rerun_bots=rerun_bots)
    check_installed(task)
    shard = Shard.load(games)
    _check_same(file, "games", entry.games, len(shard))
    deals = entry.games // (len(task.seatings) * len(task.data) * len(entry.bots))
    if len(entry.bots) > 1:
        check_runs(file, entry, shard)
    replay = _Replay(task, entry, shard, _samples(entry, shard, rerun_bots=rerun_bots))
    verified = 0
    units = _units(task, entry, deals)
    chosen = _chosen(len(units), share, f"{entry.games_hash} {rotation}")
    for number, (place, unit) in enumerate(units):
        first, verified = verified, verified + len(unit.games) * len(task.seatings)
        if number in chosen:
            replay.check_unit(unit, place, first)
            on_progress(verified)
    players = [entry.name, *task.different_opponents]
    for bot, answers in zip(players, replay.answers, strict=True):
        _check_answers(file, bot, answers)
    _check_numbers(file, entry.numbers, numbers_of(task, len(entry.bots), shard))
    if update_rules and share == 1:
        entry = entry.model_copy(update={"rules": rules_of(task)})
        entry.write(file)
    return Verified(entry, replay.answers[0])


def _samples(entry: Entry, shard: Shard, *, rerun_bots: bool) -> list[Sample | None]:
    """Return the decisions for which the bot and each opponent are re-run; None for none."""
    games = hash_of_games(shard)
    everything = Sample(games, 1.0)
    of_bot: Sample | None = everything
    if not rerun_bots:
        decisions = len(shard.actions)
        legal = level_of(entry, decisions) == LEGAL
        of_bot = None if legal else Sample(games, share_of(entry.simulations, decisions))
    return [of_bot, *[everything] * len(entry.opponents)]


def _check_answers(file: Path, bot: str, answers: Answers) -> None:
    if answers.different:
        raise ResultsError(
            f"{file}: {bot!r} must reproduce all {answers.asked:,} decisions for which it was "
            f"re-run, but {len(answers.different):,} differ, the first in game "
            f"{answers.different[0]}"
        )


def _check_fingerprints(file: Path, entry: Entry, *, rerun_bots: bool) -> None:
    """Compare the fingerprints of all bots that are re-run."""
    bots = TASKS[entry.task].game_class.spec.bots.classes
    asked = [bot for bot in entry.bots if rerun_bots or is_bundled(bot.spec, bots)]
    for bot in asked:
        found = portable_fingerprint(bot.spec, TASKS[entry.task].game_class.spec)
        _check_same(file, f"the fingerprint of {bot.spec!r}", bot.fingerprint, found)


def _check_same(file: Path, what: str, said: object, found: object) -> None:
    if said != found:
        raise ResultsError(f"{file}: {what} must be {found}, found {said}")


def _check_numbers(file: Path, said: Numbers, found: Numbers) -> None:
    """Compare results up to rounding, as the last digits depend on the version of SciPy."""
    for name in Numbers.model_fields:
        for end, value in getattr(found, name):
            claimed = getattr(getattr(said, name), end)
            if (claimed is None) != (value is None) or (
                value is not None and not np.isclose(claimed, value, rtol=1e-9, atol=1e-12)
            ):
                raise ResultsError(
                    f"{file}: {name}.{end} must be {value}, computed from its games, found "
                    f"{claimed}"
                )


def _units(task: Task, entry: Entry, deals: int) -> list[tuple[int, WorkUnit]]:
    """Return the recorded units, each with the index of its bot."""
    return [
        (place, unit)
        for place, bot in enumerate(entry.bots)
        for unit in units_of(task, bot.spec, (), seed=entry.seed, deals=deals)
    ]


def _chosen(count: int, share: float, text: str) -> frozenset[int]:
    """Return the numbers of a fraction of the units (at least one), selected by a text."""

    def place(number: int) -> bytes:
        return hashlib.sha256(f"{text} {number}".encode()).digest()

    return frozenset(sorted(range(count), key=place)[: math.ceil(share * count)])


@dataclass(frozen=True)
class _Replay:
    """Replays the games of an entry, and counts the answers of each player."""

    task: Task
    entry: Entry
    shard: Shard
    samples: Sequence[Sample | None]
    answers: list[Answers] = field(init=False)

    def __post_init__(self) -> None:
        """Set the counts of each player's answers to 0."""
        object.__setattr__(self, "answers", [Answers() for _ in self.samples])

    def check_unit(self, unit: WorkUnit, place: int, first: int) -> None:
        """Replay the games of a unit, which start at row ``first`` of the shard.

        Raises ReplayError if a game differs from its record.
        """
        shard, task = self.shard, self.task
        matches = unit.matches(RecordedMatch)
        recorded = [shard.actions_of(first + k).tolist() for k in range(len(matches))]
        for k, match in enumerate(matches):
            seats = players_of(task, len(self.entry.bots), place, match.seating)
            seed = int(shard.seeds[first + k])
            if seed != match.seed or shard.players[first + k].tolist() != seats:
                raise ReplayError(
                    f"recorded game {first + k} has another seed or other seats than game "
                    f"{match.number} of {task.name}"
                )
        actions = _by_seed(matches, recorded, first)
        players = [self._player(unit, place, actions) for place in range(len(unit.bots))]
        try:
            play(matches, players, unit.bots)
        except BotError as error:
            raise ReplayError(f"a game differs from its record: {error}") from error
        for k, match in enumerate(matches):
            _check_match(match, recorded[k], shard, first + k)

    def _player(
        self, unit: WorkUnit, place: int, actions: Mapping[int, tuple[int, int]]
    ) -> Recorded:
        sample, answers = self.samples[place], self.answers[place]
        if sample is None:
            return Recorded(actions, answers)
        return Asking(actions, answers, unit.player(place), unit.bots[place], sample)


def _by_seed(
    matches: Sequence[RecordedMatch], recorded: Sequence[list[int]], first: int
) -> dict[int, tuple[int, int]]:
    """Return the games and actions by the seeds of their decisions; ``first`` is the first game."""
    sources = [
        (match.run, match.number, match.replay, decision)
        for match, actions in zip(matches, recorded, strict=True)
        for decision in range(len(actions))
    ]
    actions = [(first + k, action) for k, each in enumerate(recorded) for action in each]
    return dict(zip(decision_seeds(sources).tolist(), actions, strict=True))


def _check_match(match: RecordedMatch, actions: list[int], shard: Shard, place: int) -> None:
    spec = match.game.spec
    total = spec.score_columns[spec.scores.total_column]
    scores = [score[total] for score in match.game.scores()]
    if match.actions != actions:
        same = 0
        for now, then in zip(match.actions, actions, strict=False):
            if now != then:
                break
            same += 1
        raise ReplayError(f"game {place} differs from its record from decision {same + 1} on")
    if scores != shard.scores[place].tolist() or match.game.ranks() != shard.ranks[place].tolist():
        raise ReplayError(
            f"game {place} was recorded with the scores {shard.scores[place].tolist()} and ranks "
            f"{shard.ranks[place].tolist()}, found {scores} and {[*match.game.ranks()]}"
        )
