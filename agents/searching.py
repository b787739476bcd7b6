"""The bots that search, ``mcts`` and ``flat``: see ``wistar_env.kit.search``."""

from pathlib import Path

from wistar_env.explanations import Explanation
from wistar_env.kit.bots import Batch
from wistar_env.kit.search.flat_search import Flat
from wistar_env.kit.search.tree_search import Mcts


class MctsAgent(Mcts):
    """Plays the action that information set Monte Carlo tree search visits most.

    The parameters are those of ``wistar_env.kit.search.Mcts``.
    """

    def reset(self, seed: int) -> None:
        """Do nothing: the bot has no state, and ``Batch.seed`` seeds each search."""

    def act(self, batch: Batch) -> list[int]:
        """Return the most visited action of each row."""
        return [report.best for report in self.search_all(batch.views, batch.seed.tolist())]

    def explain(self, batch: Batch) -> list[Explanation]:
        """Return for each row the action of ``act``, and visits and values of legal actions."""
        return [
            report.explanation() for report in self.search_all(batch.views, batch.seed.tolist())
        ]

    def fingerprint_files(self) -> list[Path]:
        """Return the network's file, whose contents are part of the fingerprint."""
        return [self.network.file] if self.network and self.network.file else []


class FlatAgent(Flat):
    """Plays the action whose greedy rollouts score best.

    The parameters are those of ``wistar_env.kit.search.Flat``.
    """

    def reset(self, seed: int) -> None:
        """Do nothing: the bot has no state, and ``Batch.seed`` seeds each search."""

    def act(self, batch: Batch) -> list[int]:
        """Return for each row the action whose rollouts score best."""
        return [report.best for report in self.search_all(batch.views, batch.seed.tolist())]

    def explain(self, batch: Batch) -> list[Explanation]:
        """Return for each row the action of ``act``, and visits and values of legal actions."""
        return [
            report.explanation() for report in self.search_all(batch.views, batch.seed.tolist())
        ]
