"""Lengths of prompts in games of the bot ``greedy``."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean
from types import MappingProxyType
from typing import Any, Final

from wistar_env.agents.greedy import GreedyAgent
from wistar_env.kit.bots import Batch, View
from wistar_env.kit.game import Game
from wistar_env.language_models.prompts import Prompter, tokens_of
from wistar_env.seeds import decision_seeds, game_seed

_NONE: Final[Mapping[str, Any]] = MappingProxyType({})


@dataclass(frozen=True)
class PromptLengths:
    """Lengths of prompts, in tokens estimated from characters."""

    rules: int  # the rules and the instructions for replies
    decisions: int  # the number of measured decisions
    # ``mean``, ``longest``: the mean and greatest length of prompts, without the rules.
    mean: float
    longest: int
    # The mean at the first decision of a turn, the only prompt of a turn with ``whole_turn``.
    first_mean: float
    decisions_per_turn: float  # the mean number of decisions in a turn


def greedy_views(
    game: type[Game], num_players: int, seed: int, options: Mapping[str, Any] = _NONE
) -> Iterator[View]:
    """Yield the view of each decision of a game that greedy plays in all seats."""
    position, player = game.new(num_players, seed, options=options), GreedyAgent()
    while not position.finished:
        view = View(position, position.seat)
        yield view
        seeds = decision_seeds([(seed, position.num_decisions)])
        position.step(player.act(Batch((view,), seeds))[0])


def measure(
    game: type[Game],
    num_players: int,
    games: int,
    seed: int,
    prompter: Prompter,
    options: Mapping[str, Any] = _NONE,
) -> PromptLengths:
    """Return the lengths of prompts for all decisions in ``games`` games that greedy plays."""
    lengths: list[int] = []
    firsts: dict[tuple[Any, ...], int] = {}
    rules = 0
    for number in range(games):
        for view in greedy_views(game, num_players, game_seed(seed, number), options):
            rules = tokens_of(prompter.rules_of(view))
            lengths.append(tokens_of(prompter.question(view).prompt.question))
            firsts.setdefault((number, view.turn), lengths[-1])
    return PromptLengths(
        rules=rules,
        decisions=len(lengths),
        mean=fmean(lengths),
        longest=max(lengths),
        first_mean=fmean(firsts.values()),
        decisions_per_turn=len(lengths) / len(firsts),
    )
