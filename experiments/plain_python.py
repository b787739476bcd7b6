"""Jewels in a batch and in plain Python, side by side: ``python -m experiments.plain_python``.

Both play random games in turns, on one core. ``PlainJewels`` implements the rules
of ``examples/jewels.py`` in Python without this package.
"""

import random
from typing import Annotated, Any, Final

import numpy as np
import numpy.typing as npt
import typer

from examples.jewels import (
    BUY,
    CARDS,
    FIRST,
    GEMS,
    GOAL,
    KEEP,
    KEPT,
    MOST,
    NONE,
    PASS,
    PLACES,
    SHOWN,
    SLOTS,
    TIERS,
)
from experiments.game_speed import print_ratio, stepping
from wistar_env.speed.timing import Work

_PLAYERS: Final = 2
#: Decisions per round in plain Python.
_ROUND: Final = 64


class PlainJewels:
    """A game of Jewels."""

    def __init__(self, seats: int, rng: random.Random) -> None:
        self.seats = seats
        self.decks = [list(range(FIRST[tier], FIRST[tier + 1])) for tier in range(TIERS)]
        for deck in self.decks:
            rng.shuffle(deck)
        self.market = [self.decks[place // SLOTS].pop() for place in range(PLACES)]
        self.kept: list[list[int]] = [[] for _ in range(seats)]
        self.supply = [min(7, 2 + seats + seats // 4)] * GEMS
        self.gems = [[0] * GEMS for _ in range(seats)]
        self.cards = [[0] * GEMS for _ in range(seats)]
        self.points = [0] * seats
        self.taken = [0] * GEMS
        self.passes = self.mover = 0
        self.finished = False

    def can_buy(self, card: int) -> bool:
        """Whether the deciding seat can pay for a card."""
        gems, cards = self.gems[self.mover], self.cards[self.mover]
        for gem in range(GEMS):
            if CARDS[card][gem] > gems[gem] + cards[gem]:
                return False
        return True

    def legal(self) -> list[int]:
        """Return the legal actions."""
        actions: list[int] = []
        room, kept = MOST - sum(self.gems[self.mover]), self.kept[self.mover]
        if room > 0:
            actions += [gem for gem in range(GEMS) if self.supply[gem] and not self.taken[gem]]
        if not any(self.taken):
            if room > 1:
                actions += [GEMS + gem for gem in range(GEMS) if self.supply[gem] > 3]
            for place, card in enumerate(self.market + kept):
                if card != NONE and self.can_buy(card):
                    actions.append(BUY + place)
            if len(kept) < KEPT:
                actions += [KEEP + place for place in range(PLACES) if self.market[place] != NONE]
        actions.append(PASS)
        return actions

    def step(self, action: int) -> None:
        """Play an action."""
        seat = self.mover
        if action < BUY:
            gem, number = action % GEMS, 1 if action < GEMS else 2
            self.supply[gem] -= number
            self.gems[seat][gem] += number
            self.taken[gem] = 1
            if number == 1 and sum(self.taken) < 3:
                return
        elif action < KEEP:
            self.buy(seat, action - BUY)
        elif action < PASS:
            self.kept[seat].append(self.market[action - KEEP])
            self.refill(action - KEEP)
        self.passes = self.passes + 1 if action == PASS and not any(self.taken) else 0
        self.taken = [0] * GEMS
        self.mover = (seat + 1) % self.seats
        self.finished = self.passes == self.seats or (self.mover == 0 and max(self.points) >= GOAL)

    def buy(self, seat: int, place: int) -> None:
        """Buy the card at a place of the market."""
        if place < PLACES:
            card = self.market[place]
            self.refill(place)
        else:
            card = self.kept[seat].pop(place - PLACES)
        for gem in range(GEMS):
            paid = max(0, CARDS[card][gem] - self.cards[seat][gem])
            self.gems[seat][gem] -= paid
            self.supply[gem] += paid
        self.points[seat] += CARDS[card][GEMS]
        self.cards[seat][CARDS[card][GEMS + 1]] += 1

    def refill(self, place: int) -> None:
        """Put a card of the deck into a place of the market."""
        deck = self.decks[place // SLOTS]
        self.market[place] = deck.pop() if deck else NONE

    def observation(self) -> npt.NDArray[np.float32]:
        """Return what the deciding seat sees, in the order of the declared game."""
        seats = [(self.mover + k) % self.seats for k in range(self.seats)]
        values = [0] * (TIERS * len(CARDS))
        for tier, deck in enumerate(self.decks):
            for card in deck:
                values[tier * len(CARDS) + card] = 1
        kept = [card for seat in seats for card in (self.kept[seat] + [NONE] * KEPT)[:KEPT]]
        for card in self.market + kept:
            values += SHOWN[card] if card != NONE else [0] * len(SHOWN[0])
        values += self.supply
        for seat in seats:
            values += self.gems[seat]
        for seat in seats:
            values += self.cards[seat]
        values += [self.points[seat] for seat in seats]
        values += self.taken
        values.append(self.passes)
        return np.array(values, np.float32)

    def mask(self, legal: list[int]) -> npt.NDArray[np.int8]:
        """Return 1 for each legal action, 0 for the others."""
        mask = np.zeros(PASS + 1, np.int8)
        mask[legal] = 1
        return mask


def playing(observing: bool) -> Work:
    """Return work that makes random decisions in plain Python."""
    rng = random.Random(1)
    game: Any = PlainJewels(_PLAYERS, rng)

    def work(count: int) -> int:
        nonlocal game
        for _ in range(count * _ROUND):
            if game.finished:
                game = PlainJewels(_PLAYERS, rng)
            legal = game.legal()
            if observing:
                game.observation()
                game.mask(legal)
            game.step(legal[int(rng.random() * len(legal))])
        return count * _ROUND

    return work


def main(
    turns: Annotated[
        int, typer.Option(help="Measurements per variant; the variants alternate.", min=2)
    ] = 12,
) -> None:
    """Print the rates of both, and their ratio with its standard error."""
    for observation in ("float32", None):
        works = {
            "plain": playing(observation is not None),
            "batch": stepping("examples.jewels:Jewels", _PLAYERS, observation),
        }
        print_ratio(works, turns, observation)


if __name__ == "__main__":
    typer.run(main)
