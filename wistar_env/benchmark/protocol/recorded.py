"""Players that replay recorded actions, and re-run the bot to compare its decisions.

A search with a budget of simulations is deterministic, so it reproduces its decisions. A different
decision is excused only if the search values both actions equally, since the last digits of a sum
may depend on the processor. So cheating bots that know hidden cards gain nothing by the excuse.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from wistar_env.benchmark.deadline import asking
from wistar_env.explanations import Explanation
from wistar_env.kit.bots import Batch, Player, asked
from wistar_env.kit.replays.shards import Shard

#: Maximum simulations and decisions in the sample of a bot that searches. Simulations differ in
#: cost: ``flat`` plays games to their ends.
SAMPLED_SIMULATIONS: Final = 500_000
SAMPLED_DECISIONS: Final = 5_000
_WORDS: Final = 2**64
#: Values that differ by less are equal up to rounding.
_ROUNDING: Final = 1e-6
#: Game and action of a decision that no game has.
_UNKNOWN: Final = (-1, -1)


@dataclass(frozen=True)
class Sample:
    """A pseudorandom sample of the decisions of an entry.

    The sample depends on the games, so nobody can predict it before they are played.
    """

    games: str  # see ``hash_of_games``
    share: float  # the fraction of decisions, 1 for all

    def __contains__(self, seed: int) -> bool:
        """Return whether the decision with this seed is in the sample."""
        if self.share >= 1:
            return True
        digest = hashlib.sha256(f"{self.games} {seed}".encode()).digest()
        return int.from_bytes(digest[:8], "little") < self.share * _WORDS


def hash_of_games(shard: Shard) -> str:
    """Return a hash of the seeds and actions of games, however their file is packed."""
    digest = hashlib.sha256()
    for array, kind in ((shard.seeds, "<u8"), (shard.lengths, "<i8"), (shard.actions, "<i2")):
        digest.update(array.astype(kind).tobytes())
    return digest.hexdigest()


def share_of(simulations: int | None, decisions: int) -> float:
    """Return the share of decisions that are re-run, 1 for bots that do not search."""
    if simulations is None:
        return 1.0
    return min(1.0, min(SAMPLED_SIMULATIONS / simulations, SAMPLED_DECISIONS) / max(1, decisions))


@dataclass
class Answers:
    """Counts of a bot's recorded decisions, and of its answers when it was re-run."""

    decisions: int = 0  # the number of its decisions in the games
    asked: int = 0  # the number of decisions for which it was re-run
    # The game number of each different decision.
    different: list[int] = field(default_factory=list)
    # The number of different decisions between actions that are equal for the search.
    excused: int = 0


class Recorded:
    """Repeats recorded actions.

    ``actions``: the game number and the action of each decision, by its seed.
    """

    def __init__(self, actions: Mapping[int, tuple[int, int]], answers: Answers) -> None:
        self._actions = actions
        self._answers = answers

    def reset(self, seed: int) -> None:
        """Do nothing: it has no randomness."""

    def act(self, batch: Batch) -> list[int]:
        """Return the recorded actions; for an unknown decision, an illegal action."""
        self._answers.decisions += len(batch)
        return [self._actions.get(seed, _UNKNOWN)[1] for seed in batch.seed.tolist()]


class Asking(Recorded):
    """Repeats recorded actions, and re-runs the bot for a sample of them."""

    def __init__(
        self,
        actions: Mapping[int, tuple[int, int]],
        answers: Answers,
        bot: Player,
        name: str,
        sample: Sample,
    ) -> None:
        super().__init__(actions, answers)
        self._bot = bot
        self._name = name
        self._sample = sample

    def act(self, batch: Batch) -> list[int]:
        """Return the recorded actions, and count those from which the bot, when re-run, differs."""
        actions = super().act(batch)
        seeds = batch.seed.tolist()
        rows = [row for row, seed in enumerate(seeds) if seed in self._sample]
        if rows:
            part = Batch(tuple(batch.views[row] for row in rows), batch.seed[np.array(rows)])
            with asking(f"bot {self._name!r} failed", None):
                answers = asked(self._bot, part, explained=False)
            self._answers.asked += len(rows)
            for row, answer in zip(rows, answers, strict=True):
                if answer.action != actions[row]:
                    self._count_different(batch, row, actions[row])
        return actions

    def _count_different(self, batch: Batch, row: int, action: int) -> None:
        part = Batch((batch.views[row],), batch.seed[row : row + 1])
        with asking(f"bot {self._name!r} failed", None):
            (explanation,) = asked(self._bot, part)
        if _are_equal(explanation, action):
            self._answers.excused += 1
        else:
            game, _ = self._actions.get(int(batch.seed[row]), _UNKNOWN)
            self._answers.different.append(game)


def _are_equal(explanation: Explanation, action: int) -> bool:
    """Return whether an action equals the chosen one: same visits, same value up to rounding."""
    options = {option.action: option for option in explanation.options}
    chosen, other = options.get(explanation.action), options.get(action)
    if chosen is None or other is None or chosen.value is None or other.value is None:
        return False
    return chosen.visits == other.visits and abs(chosen.value - other.value) < _ROUNDING
