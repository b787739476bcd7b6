"""The bots that search, ``mcts`` and ``flat``: see ``wistar_env.kit.search``."""

from pathlib import Path

from wistar_env.agents.protocol import Batch
from wistar_env.explanations import Explanation
from wistar_env.kit.search.report import Report
from wistar_env.kit.search.searcher import Flat, Mcts, Searcher


def _searched(searcher: Searcher, batch: Batch) -> list[Report]:
    """Return a report for each row, from copies with resampled hidden information."""
    seeds = batch.seed.tolist()
    games = [view.determinize(seed) for view, seed in zip(batch.views, seeds, strict=True)]
    return searcher.search_all(games, seeds)


class MctsAgent(Mcts):
    """Plays the action that information set Monte Carlo tree search visits most.

    The parameters are those of ``wistar_env.kit.search.Mcts``.
    """

    def reset(self, seed: int) -> None:
        """Do nothing: there is nothing to forget, and ``Batch.seed`` seeds each search."""

    def act(self, batch: Batch) -> list[int]:
        """Return the most visited action of each row."""
        return [report.best for report in _searched(self, batch)]

    def explain(self, batch: Batch) -> list[Explanation]:
        """Return the same with visits and values of the legal actions."""
        return [report.explanation() for report in _searched(self, batch)]

    def fingerprint_files(self) -> list[Path]:
        """Return the file of the network, to which results belong."""
        return [self.network.file] if self.network and self.network.file else []


class FlatAgent(Flat):
    """Plays the action with the best rollouts by greedy.

    The parameters are those of ``wistar_env.kit.search.Flat``.
    """

    def reset(self, seed: int) -> None:
        """Do nothing: there is nothing to forget, and ``Batch.seed`` seeds each search."""

    def act(self, batch: Batch) -> list[int]:
        """Return the best action of each row."""
        return [report.best for report in _searched(self, batch)]

    def explain(self, batch: Batch) -> list[Explanation]:
        """Return the same with visits and values of the legal actions."""
        return [report.explanation() for report in _searched(self, batch)]
