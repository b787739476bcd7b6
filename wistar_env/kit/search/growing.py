"""A search in steps: the caller decides how long its trees grow, and can read them in between."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from wistar_env.kit.game import Game
from wistar_env.kit.search.buffers import SearchBuffers
from wistar_env.kit.search.report import Report, report_of


class Node(NamedTuple):
    """Combined statistics of all trees for an action after a sequence of actions."""

    action: int
    seat: int  # the seat that takes the action, to which ``value`` refers
    visits: int
    prior: float  # the prior probability
    value: float  # the mean value, 0 to 1; NaN without visits


@dataclass(frozen=True, eq=False)
class GrowingSearch:
    """The trees of a search in progress; ``Mcts.begin`` returns it.

    One thread at a time may grow or read them.
    """

    game: Game  # the position whose current decision is searched
    trees: tuple[SearchBuffers, ...]  # the buffers of each tree
    grow: Callable[[int], None]  # adds simulations to each tree

    def run(self, simulations: int) -> None:
        """Add simulations to each tree."""
        self.grow(simulations)

    @property
    def report(self) -> Report:
        """The result of the search so far."""
        return report_of([tree.root_edges() for tree in self.trees])

    def children(self, path: Sequence[int] = ()) -> list[Node]:
        """Return the actions after a sequence of actions, the most visited first.

        Determinizations may differ in the seat that decides next, so each node names its seat.
        """
        found: dict[tuple[int, int], list[Any]] = {}
        for tree in self.trees:
            for edge in tree.edges_after(path):
                found.setdefault((int(edge["action"]), int(edge["seat"])), []).append(edge)
        nodes = [_merged(*key, edges, len(self.trees)) for key, edges in found.items()]
        return sorted(nodes, key=lambda node: (-node.visits, -node.prior, node.action))

    def line(self, first: int, length: int, least: int) -> list[int]:
        """Return the most visited line of play that begins with an action.

        The line ends after ``length`` actions, or where the next one has fewer than ``least``
        visits.
        """
        line = [first]
        while len(line) < length:
            after = self.children(line)
            if not after or after[0].visits < least:
                break
            line.append(after[0].action)
        return line


def _merged(action: int, seat: int, edges: Sequence[Any], trees: int) -> Node:
    visits = sum(int(edge["visits"]) for edge in edges)
    value = sum(float(edge["value_sum"]) for edge in edges) / visits if visits else math.nan
    return Node(action, seat, visits, sum(float(edge["prior"]) for edge in edges) / trees, value)
