"""Final scoring of whole games, compared with an independent implementation."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import pytest

from tests.catalogue import catalogue
from tests.engine import bound, new_game
from tests.independent.players import INVENTOR, STYLES, Player
from tests.independent.printed import SYMBOLS, printed
from tests.independent.scorer import CATEGORIES, Score, order_after, places, score
from tests.independent.starts import enrich, track_cards
from wistar_env.games.rats_of_wistar.rules.actions import LEGAL_SIZE
from wistar_env.games.rats_of_wistar.rules.state import GAME
from wistar_env.kit import single_game, single_game_views
from wistar_env.kit.common_fields import common_fields

GAMES_OF_PLAYERS: Final = 1_500
GAMES_OF_ONE: Final = 1_500
#: Positions in the middle of a game are scored after this many decisions, a prime.
EVERY: Final = 37


@dataclass
class Tally:
    """What occurred: scored positions, categories that were not 0, Endgame effects, ties."""

    games: int = 0
    positions: int = 0
    ties: int = 0
    reordered: int = 0
    categories: Counter[tuple[str, str]] = field(default_factory=Counter)
    endgame: Counter[Any] = field(default_factory=Counter)

    def note(self, who: str, result: Score) -> None:
        """Record the parts of a score."""
        self.categories.update((who, name) for name, vp in result.vp.items() if vp)
        self.endgame.update(source for source, vp in result.endgame.items() if vp)


class ScoredGame:
    """One game and the numbers under test.

    ``seed``: seed of the game and of its players. ``people``: players; 1 is the solo game.
    """

    def __init__(self, seed: int, people: int) -> None:
        self.tables = catalogue().tables
        self.games = np.zeros(1, GAME)
        self.legal = np.zeros(LEGAL_SIZE, np.int16)
        self.solo = people == 1
        self.seats = max(people, 2)
        self.name = f"seed {seed}, {people} players"
        style = seed % STYLES
        self.player = Player(seed, style)
        cards = track_cards(seed // STYLES)
        new_game(self.tables, self.games, 0, people, seed, self.legal, cards)
        self.rules = bound(self.tables)
        if style == INVENTOR:
            enrich(self.games, people)

    def play(self) -> Iterator[bool]:
        """Play to the end; yield False at intervals, and True at the end."""
        decisions = 0
        order: list[int] = []
        while self.legal[0]:
            if decisions % EVERY == 0:
                yield False
            order = self.order()
            action = self.player.choose(self.legal[1 : self.legal[0] + 1].tolist())
            single_game.step(self.rules, common_fields(self.games), 0, action, self.legal)
            decisions += 1
        assert self.games[0]["finished"], self.name
        self.check_order(order)
        yield True

    def order(self) -> list[int]:
        """Return the turn order."""
        order: list[int] = self.games["order"][0, : self.seats].tolist()
        return order

    def check_order(self, before: list[int]) -> None:
        """Compare the turn order of the last round with the one after it (END-02)."""
        assert self.order() == order_after(before, self.hut()), self.name

    def hut(self) -> list[int]:
        """Return whose Chiefs are on the Hut, from left to right."""
        seats: list[int] = self.games["hut"][0, : self.games["hut_size"][0]].tolist()
        return seats

    def scored(self) -> list[list[int]]:
        """Return what the core scores each seat."""
        out = np.zeros(4 * 16, np.int16)
        single_game_views.score(self.rules, common_fields(self.games), 0, out)
        rows: list[list[int]] = out.reshape(4, 16)[: self.seats, : len(CATEGORIES)].tolist()
        return rows

    def ranked(self) -> list[int]:
        """Return the place that the core gives each seat."""
        out = np.zeros(4, np.int16)
        single_game_views.rank(self.rules, common_fields(self.games), 0, out)
        ranks: list[int] = out[: self.seats].tolist()
        return ranks

    def compare(self, tally: Tally) -> list[int]:
        """Compare scores and places of this position; return the totals."""
        results = [score(self.games[0], seat, printed()) for seat in range(self.seats)]
        for seat, (result, row) in enumerate(zip(results, self.scored(), strict=True)):
            assert dict(zip(CATEGORIES, row, strict=True)) == result.vp, (self.name, seat)
            tally.note("bot" if self.solo and seat else "player", result)
        totals = [result.vp["total"] for result in results]
        order = order_after(self.order(), self.hut())
        assert self.ranked() == places(totals, order, self.solo), self.name
        tally.positions += 1
        tally.ties += len(set(totals)) < len(totals)
        return totals

    def level_all(self, totals: list[int]) -> None:
        """Give VP to all seats but the best until all are equal."""
        for seat, total in enumerate(totals):
            self.games["players"]["vp"][0, seat] += max(totals) - total


def compared(people: list[int], games: int) -> Tally:
    """Play games of these player counts in turn, and compare all scores.

    After its end each game is scored once more with equal VP for all.
    """
    tally = Tally()
    for seed in range(games):
        game = ScoredGame(seed, people[seed // STYLES % len(people)])
        totals: list[int] = []
        for _ in game.play():
            totals = game.compare(tally)
        tally.games += 1
        tally.reordered += game.order() != sorted(game.order())
        game.level_all(totals)
        game.compare(tally)
    return tally


def endgame_cards() -> set[int]:
    """Return the Inventions with an Endgame effect."""
    return {
        card for card, invention in enumerate(printed().inventions) if invention.timing == "endgame"
    }


def endgame_spaces() -> set[tuple[str, int, int]]:
    """Return the spaces of Track cards with an Endgame effect."""
    return {
        (symbol, index, place)
        for symbol, sides in zip(SYMBOLS, printed().tracks, strict=True)
        for index, side in enumerate(sides)
        for place, space in enumerate(side.spaces)
        if space.endgame
    }


@pytest.mark.ledger(
    "SCORE-01",
    "SCORE-02",
    "SCORE-03",
    "SCORE-04",
    "SCORE-05",
    "SCORE-06",
    "SCORE-07",
    "SCORE-08",
    "SCORE-09",
    "SCORE-10",
    "ABILITY-01",
    "ABILITY-10",
    "GUEST-02",
    "CARD-10",
    "ELEC-06",
    "END-02",
    "GEN-08",
)
def test_players_score_as_an_independent_reader_of_the_rules_scores_them() -> None:
    tally = compared([2, 3, 4], GAMES_OF_PLAYERS)
    expected = {("player", name) for name in CATEGORIES if name != "bot_tracks"}
    assert tally.categories.keys() == expected
    assert endgame_cards() == tally.endgame.keys()
    assert tally.ties > tally.games
    assert tally.reordered


@pytest.mark.ledger(
    "BOT-92",
    "BOT-93",
    "BOT-94",
    "BOT-111",
    "BOT-112",
    "BOT-113",
    "BOT-114",
    "BOT-115",
    "BOT-116",
    "BOT-117",
    "BOT-118",
)
def test_rat_o_bot_scores_as_an_independent_reader_of_the_rules_scores_it() -> None:
    tally = compared([1], GAMES_OF_ONE)
    never = {"electricity", "leftover_items", "wilds"}
    bot = {name for who, name in tally.categories if who == "bot"}
    assert bot == set(CATEGORIES) - never
    assert endgame_spaces() <= tally.endgame.keys()
    assert tally.ties > tally.games
