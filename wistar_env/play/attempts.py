"""Attempts at exercises: the worst decisions of a reviewed game, decided again."""

from dataclasses import dataclass
from typing import Any

from wistar_env.errors import ReplayError
from wistar_env.kit.replays import Replay
from wistar_env.kit.search.searcher import Mcts
from wistar_env.play.review import MARKS, Reviewed, searched, value_of


@dataclass(frozen=True)
class Attempt:
    """Another answer to a decision that was reviewed.

    Attributes
    ----------
    action
        The action.
    value
        Its value for the seat, 0 to 1, at most that of the best action.
    visits
        The simulations that tried it.
    reviewed
        The decision.
    """

    action: int
    value: float
    visits: int
    reviewed: Reviewed

    @property
    def loss(self) -> float:
        """What it gives away, 0 to 1."""
        return self.reviewed.value - self.value

    @property
    def mark(self) -> str:
        """``"best"``, ``"good"``, or the mark that a review would give it."""
        if self.action == self.reviewed.best:
            return "best"
        return next((name for least, name in MARKS if self.loss >= least), "good")


def attempt(
    replay: Replay[Any], search: Mcts, reviewed: Reviewed, action: int, seed: int = 1
) -> Attempt:
    """Judge an action by the search that reviewed the decision, as the review would.

    Parameters
    ----------
    replay
        The game.
    search, seed
        Those of the review.
    reviewed
        The decision.
    action
        The action.

    Raises
    ------
    ReplayError
        If the action is not legal there.
    """
    game = replay.at(reviewed.number)
    if action not in game.legal_actions():
        raise ReplayError(f"action {action} is not legal at decision {reviewed.number}")
    [(_, report)] = searched(search, {reviewed.number: game}, seed)
    visits = int(report.visits[report.actions.tolist().index(action)])
    played = action == reviewed.action
    value = reviewed.played if played else min(value_of(report, action), reviewed.value)
    return Attempt(action, value, visits, reviewed)
