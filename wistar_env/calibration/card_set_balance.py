"""Measures how card sets play: ``python -m wistar_env.calibration.card_set_balance``.

It writes the tables and the picture of ``docs/card-sets.md`` anew.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wistar_env.calibration.calibrate import PLAYERS
from wistar_env.calibration.report import RARELY, Scores, score_all
from wistar_env.calibration.usage import SEATS, record_usage
from wistar_env.games.rats_of_wistar import Game
from wistar_env.games.rats_of_wistar.card_sets.set_names import (
    GENERATED,
    PERMUTED,
    SPLITS,
    TEST,
    TRAIN,
    UNHEARD,
    VALIDATION,
    CardSet,
)
from wistar_env.games.rats_of_wistar.components import Components, open_components
from wistar_env.games.rats_of_wistar.rules.categories import TOTAL
from wistar_env.games.rats_of_wistar.rules.difficulty import combinations
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.tables.limits import CARDS
from wistar_env.kit.search import Mcts
from wistar_env.text.doc_tables import rewrite, table

PAGE: Final = Path("docs/card-sets.md")
PICTURE: Final = Path("docs/images/card-sets.svg")
SEED: Final = 1
LEVEL: Final = 5
SIMULATIONS: Final = 100
#: Sets of each group that greedy plays alone, and games of each.
GROUPS: Final = (
    ("permuted", PERMUTED, TRAIN, 20),
    ("generated, train", GENERATED, TRAIN, 120),
    ("generated, validation", GENERATED, VALIDATION, 40),
    ("generated, test", GENERATED, TEST, 40),
    ("unheard, test", UNHEARD, TEST, 20),
)
BUNDLED: Final = "bundled"
GAMES: Final = 200
BUNDLED_GAMES: Final = 2000
#: Sets whose single cards are looked at, with games of greedy against itself; and sets that search
#: plays alone.
CARD_SETS: Final = 20
CARD_GAMES: Final = 1000
SEARCH_SETS: Final = 6
SEARCH_GAMES: Final = 60
#: A card whose players score so much more, for certain, decides games alone: in VP, and in standard
#: errors. A final score of greedy has a standard deviation of 12 VP.
DECIDING: Final = 12.0
CERTAIN: Final = 3.0
#: Players who played a card, below which it is not judged; and games of search with it in the hand.
FEW: Final = 20
HELD_BY_SEARCH: Final = 6


@dataclass(frozen=True)
class Alone:
    """Games of one bot alone against Rat-o-bot, of the sets of a group.

    Attributes
    ----------
    name
        The group.
    vp, wins
        Mean VP of the bot and its share of wins in each set, float64[sets].
    """

    name: str
    vp: NDArray[np.float64]
    wins: NDArray[np.float64]


@dataclass(frozen=True)
class Cards:
    """What players did with each card of some sets; a row for each card that was often held.

    Attributes
    ----------
    played
        Of the games in which it was in a hand, the share in which it was played from there.
    gain
        Mean VP of those who played it less that of those who did not; NaN if it was played seldom.
    error
        The standard error of the gain.
    """

    played: NDArray[np.float64]
    gain: NDArray[np.float64]
    error: NDArray[np.float64]

    @property
    def known_gains(self) -> NDArray[np.float64]:
        """The gains that are known, in rising order."""
        return np.sort(self.gain[~np.isnan(self.gain)])

    @property
    def deciding(self) -> int:
        """How many cards decide games alone."""
        return int((self.gain - CERTAIN * self.error > DECIDING).sum())


def sets_of(kind: str, split: str, count: int) -> list[CardSet]:
    """Return card sets of a kind, spread over the seeds of a split."""
    seeds = SPLITS[split]
    return [CardSet(kind, seeds[k * len(seeds) // count]) for k in range(count)]


def _summary(scores: Scores) -> tuple[float, float]:
    """Return the mean VP of the first seat, and its share of wins."""
    own, other = scores[:, 0, TOTAL].astype(float), scores[:, 1, TOTAL]
    return float(own.mean()), float((own > other).mean())


def greedy_alone(name: str, sets: Sequence[Components], games: int) -> Alone:
    """Let greedy play sets alone at level 5."""
    play, tracks = PLAYERS["greedy"], combinations(LEVEL)
    found = []
    for components in sets:
        parts = [
            play(games // len(tracks), 1, each, SEED + k, components)
            for k, each in enumerate(tracks)
        ]
        found.append(_summary(np.concatenate(parts)))
    vp, wins = np.array(found).T
    return Alone(name, vp, wins)


def _played(player: Any, links: Any) -> Iterator[int]:
    """Yield the cards that a player has played."""
    card = int(player)
    while card != NONE:
        yield card
        card = int(links[card])


def greedy_cards(sets: Sequence[Components], games: int) -> Cards:
    """Let greedy play sets against itself, and look at each card."""
    parts = [_cards_of(components, games) for components in sets]
    return Cards(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _cards_of(components: Components, games: int) -> tuple[NDArray[np.float64], ...]:
    usage = record_usage(games, SEED, components)
    totals = score_all(usage.games, components)[:, :, TOTAL].astype(float).ravel()
    has = np.zeros((CARDS, len(totals)), np.bool_)
    for i, game in enumerate(usage.games):
        for seat in range(SEATS):
            for card in _played(game["players"][seat]["played"], game["next"]):
                has[card, i * SEATS + seat] = True
    counts = has.sum(axis=1)
    own = np.where(counts > 0, has @ totals / np.maximum(counts, 1), np.nan)
    others = (totals.sum() - has @ totals) / (len(totals) - counts)
    gain = np.where(counts >= FEW, own - others, np.nan)
    error = totals.std() / np.sqrt(np.maximum(counts, 1))
    often = usage.held >= RARELY
    played = usage.played / np.maximum(usage.held, 1)
    return played[often], gain[often], error[often]


def search_alone(name: str, sets: Sequence[Components], games: int) -> tuple[Alone, Cards]:
    """Let search play sets alone at level 5, and look at the cards of all of them."""
    search, found = Mcts(SIMULATIONS, network="solo"), []
    held, played = np.zeros((len(sets), CARDS)), np.zeros((len(sets), CARDS))
    for row, components in enumerate(sets):
        scores = []
        for number in range(games):
            game = Game.new(1, SEED + number, data=components, options={"level": LEVEL})
            in_hand = _play(game, search)
            used = set(_played(game.record["players"]["played"][0, 0], game.record["next"][0]))
            held[row, [*in_hand]] += 1
            played[row, [*(in_hand & used)]] += 1
            scores.append(score_all(game.record, components)[0])
        found.append(_summary(np.array(scores)))
    vp, wins = np.array(found).T
    often = held >= HELD_BY_SEARCH
    shares, unknown = (played / np.maximum(held, 1))[often], np.full(int(often.sum()), np.nan)
    return Alone(name, vp, wins), Cards(shares, unknown, unknown)


def _play(game: Game, search: Mcts) -> set[int]:
    """Play a game to its end, and return the cards that were in the hand of its player."""
    in_hand: set[int] = set()
    decisions = 0
    while not game.finished:
        in_hand |= set(_played(game.record["players"]["hand"][0, 0], game.record["next"][0]))
        report = search.search(game, decisions)
        game.step(int(report.actions[np.argmax(report.visits)]))
        decisions += 1
    return in_hand


def _alone_rows(measured: Sequence[Alone]) -> Iterator[list[str]]:
    for each in measured:
        several = len(each.vp) > 1
        yield [
            each.name,
            str(len(each.vp)),
            f"{each.vp.mean():.1f}",
            f"{each.vp.std(ddof=1):.1f}" if several else "",
            f"{each.vp.min():.1f} to {each.vp.max():.1f}" if several else "",
            f"{each.wins.mean():.1%}",
        ]


def alone_table(measured: Sequence[Alone]) -> str:
    """Return the table of games of a bot alone."""
    head = ["sets", "how many", "mean VP", "standard deviation", "lowest to highest", "wins"]
    return table(head, _alone_rows(measured))


def cards_table(measured: Mapping[str, Cards]) -> str:
    """Return the table of what players do with the cards."""
    rows = []
    for name, cards in measured.items():
        low, middle, high = np.percentile(cards.played, [10, 50, 90])
        gains = cards.known_gains
        told = ["", "", ""]
        if len(gains):
            least, most = np.percentile(gains, [5, 95])
            told = [f"{least:+.1f} to {most:+.1f}", f"{gains[-1]:+.1f}", str(cards.deciding)]
        rows.append(
            [
                name,
                str(len(cards.played)),
                f"{low:.0%}, {middle:.0%}, {high:.0%}",
                f"{(cards.played == 0).mean():.1%}",
                *told,
            ]
        )
    head = [
        "games of",
        "cards",
        "played when held (10 %, median, 90 % of the cards)",
        "never played",
        "VP of who played it, less the others' (90 % of the cards)",
        "largest",
        "decide alone",
    ]
    return table(head, rows)


def draw(alone: Sequence[Alone], cards: Mapping[str, Cards], file: Path) -> None:
    """Draw greedy's VP by set, how often cards are played, and what they gain."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "wistar"}):
        figure = Figure(figsize=(10, 3.2), layout="constrained")
        by_set, shares, gains = figure.subplots(1, 3)
        bins = np.arange(52, 80, 1.5)
        generated = np.concatenate([each.vp for each in alone if each.name.startswith(GENERATED)])
        by_set.hist(generated, bins=bins, label="generated", alpha=0.8)
        for each in alone:
            if each.name.startswith((PERMUTED, UNHEARD)):
                by_set.hist(each.vp, bins=bins, label=each.name.split(",")[0], alpha=0.6)
            if each.name == BUNDLED:
                by_set.axvline(each.vp[0], color="black", linestyle=":", label=BUNDLED)
        by_set.set(xlabel="greedy's VP alone, level 5", ylabel="sets")
        by_set.legend(fontsize="small")
        for name, of_bot in cards.items():
            order, known = np.sort(of_bot.played), of_bot.known_gains
            shares.plot(order, np.linspace(0, 1, len(order)), label=name)
            if len(known):
                gains.plot(known, np.linspace(0, 1, len(known)), label=name)
        shares.set(xlabel="played when held", ylabel="share of the cards")
        gains.set(xlabel="VP of who played it, less the others'")
        gains.axvline(DECIDING, color="grey", linestyle=":")
        shares.legend(fontsize="x-small")
        for axes in (by_set, shares, gains):
            axes.grid(alpha=0.25)
        figure.savefig(file, metadata={"Date": None})


def _opened(sets: Sequence[CardSet]) -> list[Components]:
    return [open_components(str(each)) for each in sets]


def measure(share: float) -> tuple[list[Alone], list[Alone], dict[str, Cards]]:
    """Measure everything: greedy alone, search alone, and the cards of both.

    Parameters
    ----------
    share
        The share of the games and sets of the page, to try it.
    """
    from rich.progress import track

    def less(number: int) -> int:
        return max(6, int(number * share))

    bundled = [open_components()]
    alone = [greedy_alone(BUNDLED, bundled, less(BUNDLED_GAMES))]
    for name, kind, split, count in track(GROUPS, "greedy alone"):
        sets = _opened(sets_of(kind, split, less(count)))
        alone.append(greedy_alone(name, sets, less(GAMES)))
    made = _opened(sets_of(GENERATED, TEST, less(CARD_SETS)))
    cards = {
        "greedy, bundled": greedy_cards(bundled, less(CARD_GAMES)),
        "greedy, generated": greedy_cards(made, less(CARD_GAMES)),
    }
    made = made[: less(SEARCH_SETS)]
    played, cards["search, bundled"] = search_alone(BUNDLED, bundled, less(SEARCH_GAMES))
    others, cards["search, generated"] = search_alone("generated, test", made, less(SEARCH_GAMES))
    return alone, [played, others], cards


def main(words: Sequence[str]) -> None:
    """Measure, and write the tables and the picture of the page."""
    parser = argparse.ArgumentParser(prog="python -m wistar_env.calibration.card_set_balance")
    parser.add_argument(
        "--share", type=float, default=1.0, help="share of the sets and games (default: all)"
    )
    alone, search, cards = measure(parser.parse_args(words).share)
    draw(alone, cards, PICTURE)
    rewrite(
        PAGE,
        {
            "alone": partial(alone_table, alone),
            "search": partial(alone_table, search),
            "cards": partial(cards_table, cards),
        },
    )


if __name__ == "__main__":
    main(sys.argv[1:])
