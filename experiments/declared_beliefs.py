"""Hidden cards of Lab Rats, dealt by a declaration: ``python -m experiments.declared_beliefs``.

``wistar_env.author`` redraws hidden cards uniformly among the deals that a declaration allows. For
the Potions of Lab Rats, a declaration can say which cards a seat has seen, and which of them it
knows in other hands. This program deals such cards in positions of ``careful``'s games, and
compares the deals with those of the rules (``games.lab_rats.reconstruction``):

- how many deals give a player a hand that pays an Exit, although all know that it cannot pay it;
- in how many positions the number of Potions of some kind in a hand is distributed differently, by
  a chi-square test at a level of 0.0001 divided by the number of tests.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations
from typing import Annotated, Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
import typer
from rich.progress import track
from scipy.stats import chi2_contingency

from wistar_env import LabRats
from wistar_env.benchmark.matches import Match, play
from wistar_env.explanations import Explanation
from wistar_env.games.lab_rats.kinds import (
    ALL_COLOURS,
    EXITS,
    NUM_COLOURS,
    POTION_COLOURS,
    POTION_KINDS,
)
from wistar_env.kit.bots.registry import load
from wistar_env.kit.game import Game

_PLAYERS: Final = 4
#: Decisions between two positions.
_EVERY: Final = 11
_LEVEL: Final = 1e-4

_Hands: TypeAlias = npt.NDArray[np.int64]  # Potions by seat and kind


@dataclass
class KeptMatch(Match):
    """A game that stores some of its positions."""

    kept: list[Game] = field(default_factory=list)  # the stored positions

    def step(self, action: int, explanation: Explanation | None = None) -> None:
        """Play an action; store a copy of every few positions."""
        super().step(action, explanation)
        if self.decisions % _EVERY == 0 and not self.game.finished:
            self.kept.append(self.game.clone())


def positions(games: int, seed: int) -> list[Game]:
    """Return positions of games of ``careful``."""
    matches = [
        KeptMatch(LabRats.new(_PLAYERS, seed=seed + k), seed + k, (0,) * _PLAYERS, seed, k)
        for k in range(games)
    ]
    play(matches, [load("careful", LabRats.spec.bots.classes)], ["careful"])
    return [each for match in matches for each in match.kept]


def declared_deal(game: Game, seat: int, rng: np.random.Generator) -> _Hands:
    """Deal the hidden cards of other hands uniformly, except for cards known to the seat."""
    state = game.record[0]
    players = state["players"][:_PLAYERS]
    hands = players["potions"].astype(np.int64) + players["put_by"]
    known = players["known"][seat][:_PLAYERS].astype(np.int64)
    unseen = hands - known
    unseen[seat] = 0
    pool = np.repeat(np.arange(POTION_KINDS), unseen.sum(axis=0) + state["potion_deck"])
    rng.shuffle(pool)
    dealt: _Hands = known
    first = 0
    dealt[seat] = hands[seat]
    for other in range(_PLAYERS):
        last = first + int(unseen[other].sum())
        dealt[other] += np.bincount(pool[first:last], minlength=POTION_KINDS)
        first = last
    return dealt


def rules_deal(game: Game, seat: int, seed: int) -> _Hands:
    """Return the hands in a copy of the game with hidden cards redrawn by the rules."""
    players = game.determinize(seat, seed).record[0]["players"][:_PLAYERS]
    found: _Hands = players["potions"].astype(np.int64) + players["put_by"]
    return found


def pays(hand: npt.NDArray[np.int64], asked: int) -> bool:
    """Return whether different Potions of a hand have all colours that an Exit requires."""
    cards = [POTION_COLOURS[kind] for kind in np.repeat(np.arange(POTION_KINDS), hand)]
    colours = [1 << k for k in range(NUM_COLOURS) if asked >> k & 1]
    return any(
        all(card & colour for card, colour in zip(chosen, colours, strict=True))
        for chosen in permutations(cards, len(colours))
    )


def is_impossible(game: Game, hands: _Hands, seat: int) -> bool:
    """Return whether with these hands another seat could pay an Exit that it could not pay."""
    data: Any = game.data
    state, exits = game.record[0], data.tables[0]["exits"]
    for other in range(_PLAYERS):
        player = state["players"][other]
        for card in range(EXITS):
            if other != seat and player["unpaid"] >> card & 1:
                mutation = 1 << int(player["specimen"])
                if pays(hands[other], int(exits[card]) & ALL_COLOURS & ~mutation):
                    return True
    return False


def differences(ours: list[_Hands], others: list[_Hands]) -> Iterator[float]:
    """Yield the p-value for each seat and kind whose numbers vary."""
    for seat in range(_PLAYERS):
        for kind in range(POTION_KINDS):
            pair = [[int(hands[seat, kind]) for hands in each] for each in (ours, others)]
            values = sorted({*pair[0], *pair[1]})
            if len(values) > 1:
                table = [[numbers.count(value) for value in values] for numbers in pair]
                yield float(chi2_contingency(table).pvalue)


def main(
    games: Annotated[int, typer.Option(help="Four-player games of careful.")] = 30,
    deals: Annotated[int, typer.Option(help="Deals of each kind per position.")] = 200,
    seed: Annotated[int, typer.Option(help="Seed of all randomness.")] = 1,
) -> None:
    """Compare deals that a declaration allows with those of the rules of Lab Rats."""
    rng = np.random.default_rng(seed)
    found = positions(games, seed)
    unpaid, impossible, tests = 0, 0, 0
    lowest = []
    for game in track(found, "dealing"):
        seat = int(rng.integers(_PLAYERS))
        declared = [declared_deal(game, seat, rng) for _ in range(deals)]
        others = np.arange(_PLAYERS) != seat
        if game.record[0]["players"]["unpaid"][:_PLAYERS][others].any():
            unpaid += 1
            impossible += sum(is_impossible(game, hands, seat) for hands in declared)
        values = [*differences(declared, [rules_deal(game, seat, k) for k in range(deals)])]
        tests += len(values)
        lowest.append(min(values, default=1.0))
    differ = sum(value < _LEVEL / max(1, tests) for value in lowest)
    print(f"positions of {games} games: {len(found)}; another player failed at an Exit in {unpaid}")
    if unpaid:
        share = impossible / (unpaid * deals)
        print(f"deals in these in which it could have paid: {share:.1%}")
    print(f"positions in which some number has another distribution: {differ}, {tests:,} tests")


if __name__ == "__main__":
    typer.run(main)
