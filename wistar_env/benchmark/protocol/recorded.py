"""Players that repeat recorded actions, and ask the bot whether it would choose them again."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from wistar_env.benchmark.deadline import asking
from wistar_env.kit.bots import Batch, Player, asked

#: Of a bot that searches, as many decisions are asked again as take these simulations, and not more
#: than so many. The cost of a simulation differs: those of ``flat`` play games to their ends.
SAMPLED_SIMULATIONS: Final = 500_000
SAMPLED_DECISIONS: Final = 5_000
_WORDS: Final = 2**64
#: Of a decision that no game has.
_UNKNOWN: Final = (-1, -1)


@dataclass(frozen=True)
class Sample:
    """A part of the decisions of a row.

    Which ones follows from the games, so nobody can know them before the games are played.

    Attributes
    ----------
    games_hash
        The hash of the games.
    share
        The share of the decisions, 1 for all.
    """

    games_hash: str
    share: float

    def __contains__(self, seed: int) -> bool:
        """Return whether the decision with this seed is one of them."""
        if self.share >= 1:
            return True
        digest = hashlib.sha256(f"{self.games_hash} {seed}".encode()).digest()
        return int.from_bytes(digest[:8], "little") < self.share * _WORDS


def share_of(simulations: int | None, decisions: int) -> float:
    """Return the share of decisions that are asked again, 1 for bots that do not search."""
    if simulations is None:
        return 1.0
    return min(1.0, min(SAMPLED_SIMULATIONS / simulations, SAMPLED_DECISIONS) / max(1, decisions))


@dataclass
class Answers:
    """What a bot of a row answered when it was asked again.

    Attributes
    ----------
    decisions
        How many decisions it has in the games.
    asked
        For how many of them it was asked again.
    different
        The numbers of the games of those that it would decide otherwise.
    """

    decisions: int = 0
    asked: int = 0
    different: list[int] = field(default_factory=list)


class Recorded:
    """Repeats recorded actions.

    Parameters
    ----------
    actions
        The number of the game and the action, by the seed of the decision.
    answers
        Where to count decisions.
    """

    def __init__(self, actions: Mapping[int, tuple[int, int]], answers: Answers) -> None:
        self._actions = actions
        self._answers = answers

    def reset(self, seed: int) -> None:
        """Do nothing: it has nothing to draw."""

    def act(self, batch: Batch) -> list[int]:
        """Return recorded actions; an illegal action if they are unknown."""
        self._answers.decisions += len(batch)
        return [self._actions.get(seed, _UNKNOWN)[1] for seed in batch.seed.tolist()]


class Asking(Recorded):
    """Repeats recorded actions, and asks the bot again for a sample of them.

    Parameters
    ----------
    actions, answers
        See ``Recorded``.
    bot, name
        The bot, and its name in messages.
    sample
        The decisions for which it is asked.
    """

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
        """Return recorded actions, and count those that the bot would not choose."""
        actions = super().act(batch)
        seeds = batch.seed.tolist()
        rows = [row for row, seed in enumerate(seeds) if seed in self._sample]
        if rows:
            part = Batch(tuple(batch.views[row] for row in rows), batch.seed[np.array(rows)])
            with asking(f"bot {self._name!r} failed", None):
                answers = asked(self._bot, part, explained=False)
            self._answers.asked += len(rows)
            self._answers.different += [
                self._actions.get(seeds[row], _UNKNOWN)[0]
                for row, answer in zip(rows, answers, strict=True)
                if answer.action != actions[row]
            ]
        return actions
