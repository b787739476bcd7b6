"""Rewards, chosen by name; what each seat gets for one step."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from wistar_env.arguments import choice
from wistar_env.game import Game
from wistar_env.rules.limits import SCORE_SCALE

#: Reward of each seat for the step from one position to the next. Own functions may be passed
#: wherever a reward is named; they are called after every step.
RewardFn: TypeAlias = Callable[[Game, Game], Sequence[float]]


def win(before: Game, after: Game) -> list[float]:
    """Return +1 for the winner and -1 for all others; ties as the rules say (GEN-08, BOT-118)."""
    winner = after.winner()
    return [1.0 if seat == winner else -1.0 for seat in range(after.num_seats)]


def rank(before: Game, after: Game) -> list[float]:
    """Return +1 for the first, -1 for the last, evenly spaced between them."""
    ranking = after.ranking()
    step = 2 / (len(ranking) - 1)
    return [1.0 - step * ranking.index(seat) for seat in range(after.num_seats)]


def score(before: Game, after: Game) -> list[float]:
    """Return a seat's final VP minus those of the best other seat, divided by 100."""
    totals = [row["total"] for row in after.scores()]
    best_other = [max(totals[:seat] + totals[seat + 1 :]) for seat in range(len(totals))]
    return [(own - best) / SCORE_SCALE for own, best in zip(totals, best_other, strict=True)]


def _vp(game: Game) -> list[int]:
    return [row["total"] for row in game.scores()] if game.finished else game.vp


def vp(before: Game, after: Game) -> list[float]:
    """Return the change of a seat's VP; the last step adds the final scoring.

    The sum over a game is the final score without the VP that every seat starts with.
    """
    return [float(new - old) for old, new in zip(_vp(before), _vp(after), strict=True)]


@dataclass(frozen=True)
class Reward:
    """A reward function, and whether it pays during the game or only at its end."""

    function: RewardFn
    dense: bool


REWARDS: Final = MappingProxyType(
    {
        "win": Reward(win, dense=False),
        "rank": Reward(rank, dense=False),
        "score": Reward(score, dense=False),
        "vp": Reward(vp, dense=True),
    }
)


def choose_reward(reward: str | RewardFn) -> Reward:
    """Return the reward of a name, or an own function as a reward.

    Raises
    ------
    ValueError
        If no reward has this name.
    """
    if callable(reward):
        return Reward(reward, dense=True)
    choice("reward", reward, tuple(REWARDS))
    return REWARDS[reward]
