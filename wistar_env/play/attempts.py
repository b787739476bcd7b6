"""Attempts at exercises, which are the worst decisions of a reviewed game."""

from dataclasses import dataclass, replace
from typing import Any

from wistar_env.errors import ReplayError
from wistar_env.kit.replays import Replay
from wistar_env.kit.search.tree_search import Mcts
from wistar_env.play.chances import log_odds, told
from wistar_env.play.review import Reviewed, checked_mark, searched, value_of


@dataclass(frozen=True)
class Attempt:
    """An action tried at a reviewed decision, with its evaluation."""

    action: int
    value: float  # its value for the seat, 0 to 1, at most that of the best action
    visits: int  # the simulations that tried it
    mark: str  # ``"best"``, ``"good"``, or the mark that a review would give it
    reviewed: Reviewed  # the decision


def attempt(
    replay: Replay[Any], search: Mcts, reviewed: Reviewed, action: int, seed: int = 1
) -> Attempt:
    """Judge an action as the review would: by the same search, and large losses by play-outs.

    Raises ReplayError if the action is not legal at that decision.
    """
    game = replay.at(reviewed.number)
    if action not in game.legal_actions():
        raise ReplayError(f"action {action} is not legal at decision {reviewed.number}")
    [(_, found)] = searched(search, {reviewed.number: game}, seed)
    # The same search as in the review, with values shifted to the review's estimate.
    report = told(found, log_odds(reviewed.value) - log_odds(value_of(found, found.best)))
    visits = int(report.visits[report.actions.tolist().index(action)])
    judged = reviewed
    if action != reviewed.action:
        value = min(value_of(report, action), reviewed.value)
        judged = replace(reviewed, action=action, played=value, chance=0.0, checks=0, sure=0.0)
        judged = checked_mark(search, game, judged, seed)
    mark = "best" if action == reviewed.best else judged.mark or "good"
    return Attempt(action, judged.played, visits, mark, reviewed)
