"""How well beliefs fit hidden hands in Lab Rats: ``python -m experiments.belief_scores``.

A belief of a seat gives each kind of card the probability that a card of another player is of this
kind. Its score is the log-likelihood of the true cards, in nats per card: 0 is certainty. Beliefs
are scored whenever a turn begins in games of ``careful``, for the player whose turn it is:

- ``unseen``: any card that the seat does not see may be there;
- ``histories``: the copies of ``Game.determinize``, which agree with all that the seat saw (LAB-77)
  and let others choose uniformly;
- ``choices``: the Doors of the same copies, of which a model of the choices of others says which
  one lies on the table.

The model is a conditional logit (McFadden 1974) with a weight for each kind, fitted to other games.
``python -m experiments.results --only none`` writes the table of the page.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
import typer
from rich.progress import track
from scipy.optimize import minimize

from experiments.best_responses import measured, write
from website.doc_tables import table
from wistar_env import LabRats
from wistar_env.benchmark.matches import Match, play
from wistar_env.benchmark.report import mean
from wistar_env.explanations import Explanation
from wistar_env.games.lab_rats.kinds import DOOR_KINDS
from wistar_env.games.lab_rats.state import BEGIN_TURN, NO_CARD, SLOTS
from wistar_env.kit.bots.registry import load
from wistar_env.kit.game import Game

MEASURED: Final = Path("docs/results/beliefs.json")
PLAYERS: Final = (3, 4, 5)
BELIEFS: Final = ("unseen", "histories", "choices")
POTIONS, DOORS, LAID = CARDS = ("Potions in hands", "Doors in hands", "closed Doors")
#: Stands for an obstacle of the mutation of the player whose turn it is, who passes it for free.
_HARMLESS: Final = DOOR_KINDS
#: Strength of the penalty on squared weights, which bounds those of kinds that are never chosen.
_PENALTY: Final = 1e-4

Counts: TypeAlias = npt.NDArray[np.float64]  # cards by kind
Probabilities: TypeAlias = npt.NDArray[np.float64]  # of kinds


@dataclass
class Choices:
    """Choices of one card of a hand.

    Attributes
    ----------
    hands
        What was to choose from, by kind.
    chosen
        The kinds that were chosen.
    """

    hands: list[Counts] = field(default_factory=list)
    chosen: list[int] = field(default_factory=list)

    def add(self, hand: Counts, kind: int) -> None:
        """Add a choice."""
        self.hands.append(hand)
        self.chosen.append(kind)

    def fit(self) -> Counts:
        """Return the odds of a card of each kind against others: those of maximum likelihood."""
        hands, rows = np.array(self.hands), np.arange(len(self.chosen))

        def loss(weights: Counts) -> float:
            odds = hands * np.exp(weights)
            likelihood = odds[rows, self.chosen] / odds.sum(axis=1)
            return float(_PENALTY * (weights**2).sum() - np.log(likelihood).mean())

        found = minimize(loss, np.zeros(hands.shape[1]))
        return np.asarray(np.exp(found.x), np.float64)


def cards_of(state: Any, seat: int) -> dict[str, Counts]:
    """Return the hidden cards of a seat; its Potions are also those given up for the next round."""
    player, laid = state["players"][seat], np.zeros(DOOR_KINDS)
    if is_closed(state, seat):
        laid[state["table"][seat]] = 1
    return {
        POTIONS: player["potions"].astype(np.float64) + player["put_by"],
        DOORS: player["doors"].astype(np.float64),
        LAID: laid,
    }


def doors_of(state: Any, seat: int) -> Counts:
    """Return the Doors of a seat: its hand, and its closed Door on the table."""
    cards = cards_of(state, seat)
    return np.asarray(cards[DOORS] + cards[LAID], np.float64)


def is_closed(state: Any, place: int) -> bool:
    """Whether a closed Door lies at a place."""
    return bool(state["table"][place] != NO_CARD and not state["opened"] >> place & 1)


def mutation_of(state: Any) -> int:
    """Return the mutation of the player whose turn it is, which is the kind of some obstacles."""
    return int(state["players"][int(state["active"])]["specimen"])


def others_of(state: Any) -> list[int]:
    """Return the seats of the others, for the player whose turn it is."""
    return [seat for seat in range(int(state["seats"])) if seat != state["active"]]


def for_turn(state: Any, doors: Counts) -> Counts:
    """Return Doors by kind, with the harmless obstacle as a kind of its own."""
    mutation = mutation_of(state)
    kinds = np.append(doors, doors[mutation])
    kinds[mutation] = 0
    return kinds


@dataclass
class WatchedMatch(Match):
    """A game that keeps the Doors for each turn, and the positions in which turns begin."""

    laid: Choices = field(default_factory=Choices)
    begun: list[Game] = field(default_factory=list)

    def step(self, action: int, explanation: Explanation | None = None) -> None:
        """Play the action of a bot."""
        state = self.game.record[0]
        if state["asked"] == BEGIN_TURN:
            self.begun.append(self.game.clone())
            for seat in others_of(state):
                if is_closed(state, seat):
                    kind = int(for_turn(state, cards_of(state, seat)[LAID]).argmax())
                    self.laid.add(for_turn(state, doors_of(state, seat)), kind)
        super().step(action, explanation)


def watch(players: int, games: int, seed: int) -> list[WatchedMatch]:
    """Return games that ``careful`` played."""
    matches = [
        WatchedMatch(LabRats.new(players, seed + k), seed + k, (0,) * players, seed, k)
        for k in range(games)
    ]
    play(matches, [load("careful", LabRats.spec.bots.classes)], ["careful"])
    return matches


def fit(matches: Sequence[WatchedMatch]) -> Counts:
    """Return the odds of each kind of Door to be laid in games."""
    every = Choices()
    for match in matches:
        every.hands += match.laid.hands
        every.chosen += match.laid.chosen
    return every.fit()


def unseen_potions(state: Any, seat: int) -> Counts:
    """Return the Potions that a seat does not see: in the deck, and in the hands of others."""
    others = [other for other in range(int(state["seats"])) if other != seat]
    return np.asarray(state["potion_deck"] + sum(cards_of(state, each)[POTIONS] for each in others))


def unseen_doors(state: Any, seat: int) -> Counts:
    """Return the Doors that a seat does not see."""
    seats = int(state["seats"])
    found = state["door_deck"].astype(np.float64)
    found += sum(doors_of(state, other) for other in range(seats) if other != seat)
    for place in range(seats, SLOTS):
        if is_closed(state, place):
            found[state["table"][place]] += 1
    return np.asarray(found, np.float64)


def share_laid(state: Any, doors: Counts, odds: Counts) -> Probabilities:
    """Return the kind of the closed Door of a seat that has some Doors, with odds of each kind."""
    weights = for_turn(state, doors) * odds
    weights[mutation_of(state)] = weights[_HARMLESS]
    return np.asarray(weights[:_HARMLESS] / weights[:_HARMLESS].sum(), np.float64)


def guesses(states: Sequence[Any], other: int, odds: Counts) -> dict[str, Counts]:
    """Return what a seat has in the mean of copies of a position, with odds of Doors to be laid."""
    doors = [doors_of(state, other) for state in states]
    laid = np.array([share_laid(*each, odds) for each in zip(states, doors, strict=True)])
    held = np.array(doors) - laid if is_closed(states[0], other) else np.array(doors)
    potions = np.array([cards_of(state, other)[POTIONS] for state in states])
    by_cards = {POTIONS: potions, DOORS: held, LAID: laid}
    return {cards: np.asarray(each.mean(axis=0)) for cards, each in by_cards.items()}


def log_likelihoods(
    game: Game, laid: Counts, copies: int
) -> dict[tuple[str, str], tuple[float, int]]:
    """Return the log-likelihood of true cards and their number, by kind of cards and belief.

    Parameters
    ----------
    game
        A position in which a turn begins.
    laid
        The odds of each kind of Door to be laid.
    copies
        Number of copies. The kinds of ``unseen`` count as one more, so that none has a probability
        of 0.
    """
    state, seat = game.record[0], game.seat
    states = [game.determinize(seat, k).record[0] for k in range(copies)]
    doors = unseen_doors(state, seat)
    unseen = {POTIONS: unseen_potions(state, seat), DOORS: doors, LAID: doors}
    found: dict[tuple[str, str], tuple[float, int]] = defaultdict(lambda: (0.0, 0))
    for other in others_of(state):
        true = cards_of(state, other)
        beliefs = {
            "unseen": unseen,
            "histories": guesses(states, other, np.ones(_HARMLESS + 1)),
            "choices": guesses(states, other, laid),
        }
        for belief, cards in product(BELIEFS, CARDS):
            if (there := true[cards] > 0).any():
                given = smoothed(beliefs[belief][cards], unseen[cards], copies)[there]
                total, number = found[cards, belief]
                score = float(true[cards][there] @ np.log(given))
                found[cards, belief] = total + score, number + int(true[cards].sum())
    return dict(found)


def smoothed(guess: Probabilities, pool: Counts, copies: int) -> Probabilities:
    """Return probabilities to which the unseen cards count as one more copy."""
    guess, prior = guess / guess.sum(), pool / pool.sum()
    return np.asarray((copies * guess + prior) / (copies + 1), np.float64)


def measure(players: int, games: int, copies: int, seed: int) -> list[dict[str, Any]]:
    """Return the scores with a number of players: for each kind of cards, of all beliefs."""
    laid = fit(watch(players, games, seed + games))
    by_game: dict[tuple[str, str], list[float]] = defaultdict(list)
    numbers: dict[str, int] = defaultdict(int)
    for match in track(watch(players, games, seed), f"{players} players"):
        sums: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0, 0.0])
        for game in match.begun:
            for key, (total, number) in log_likelihoods(game, laid, copies).items():
                sums[key][0] += total
                sums[key][1] += number
        for (cards, belief), (total, cards_scored) in sums.items():
            by_game[cards, belief].append(total / cards_scored)
            numbers[cards] += int(cards_scored) * (belief == BELIEFS[0])
    return [
        {
            "players": players,
            "cards": cards,
            "number": numbers[cards],
            "scores": {
                belief: list(vars(mean(by_game[cards, belief])).values()) for belief in BELIEFS
            },
        }
        for cards in CARDS
    ]


def belief_scores(file: Path = MEASURED) -> str:
    """Return the table: a row for each number of players and kind of cards."""
    return table(
        ["players", "cards of others", "number", *BELIEFS],
        [
            [
                row["players"],
                row["cards"],
                f"{row['number']:,}",
                *("{:.2f} ({:.2f} to {:.2f})".format(*row["scores"][each]) for each in BELIEFS),
            ]
            for row in measured(file)
        ],
    )


def main(
    games: Annotated[int, typer.Option(min=2, help="Games with each number of players.")] = 60,
    copies: Annotated[int, typer.Option(min=1, help="Copies of a position.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything.")] = 1,
    file: Annotated[Path, typer.Option(help="The measurements.")] = MEASURED,
) -> None:
    """Score beliefs about hidden cards, and write the scores."""
    rows = [row for players in PLAYERS for row in measure(players, games, copies, seed)]
    write(rows, file)
    print(belief_scores(file))


if __name__ == "__main__":
    typer.run(main)
