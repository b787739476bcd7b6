"""Measures the balance of card sets: ``python -m experiments.card_set_balance``.

It regenerates the tables and the picture of ``docs/card-sets.md``. To resume, run it again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import numpy as np
import typer
from numpy.typing import NDArray

import wistar_env
from experiments.calibration import PLAYERS
from experiments.report import RARELY, Scores, score_all
from experiments.usage import SEATS, record_usage
from website.doc_tables import rewrite, table
from wistar_env.games.rats_of_wistar import RatsOfWistar
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
from wistar_env.games.rats_of_wistar.scene.seats import cards_of
from wistar_env.games.rats_of_wistar.tables.limits import CARDS
from wistar_env.kit.search import Mcts
from wistar_env.system.atomic_files import replacing
from wistar_env.system.cache import fingerprint
from wistar_env.system.untrusted_arrays import read_arrays
from wistar_env.system.untrusted_files import reading_file

#: The columns of a measurement, which may differ in length.
Columns: TypeAlias = tuple[NDArray[np.float64], ...]

PAGE: Final = Path("docs/card-sets.md")
#: Measurements from before an interruption.
FOLDER: Final = Path("results/card-set-balance")
PICTURE: Final = Path("docs/images/card-sets.svg")
SEED: Final = 1
LEVEL: Final = 5
SIMULATIONS: Final = 100
_HELD_OUT: Final = "held-out words"
#: Groups of sets that greedy plays solo: name, kind, split and number of sets.
GROUPS: Final = (
    ("permuted", PERMUTED, TRAIN, 20),
    ("generated, train", GENERATED, TRAIN, 120),
    ("generated, validation", GENERATED, VALIDATION, 40),
    ("generated, test", GENERATED, TEST, 40),
    (f"{_HELD_OUT}, test", UNHEARD, TEST, 20),
)
BUNDLED: Final = "bundled"
#: The bots whose use of single cards is examined.
BOTS: Final = ("greedy", "search")
#: Greedy's solo games per set, and with the bundled cards.
GAMES: Final = 200
BUNDLED_GAMES: Final = 2000
#: Number of sets whose cards are examined, and games of greedy against itself per set; number of
#: sets that search plays solo, and games per set.
CARD_SETS: Final = 20
CARD_GAMES: Final = 1000
SEARCH_SETS: Final = 6
SEARCH_GAMES: Final = 60
#: A card decides games by itself if players who played it score more by over ``DECIDING`` VP plus
#: ``CERTAIN`` standard errors. Greedy's final score has a standard deviation of 12 VP.
DECIDING: Final = 12.0
CERTAIN: Final = 3.0
#: Minimum number of players that played a card, and of search's games with the card in hand.
FEW: Final = 20
HELD_BY_SEARCH: Final = 6


@dataclass(frozen=True)
class Alone:
    """Solo games of one bot against Rat-o-bot, with the sets of a group."""

    name: str  # the group
    # ``vp``, ``wins``: the bot's mean VP and win rate in each set, float64[sets].
    vp: NDArray[np.float64]
    wins: NDArray[np.float64]


@dataclass(frozen=True)
class Cards:
    """How often players played each card of some sets; one row per card that was often held."""

    played: NDArray[np.float64]  # the share of games with the card in a hand in which it was played
    # Mean VP of players who played it minus mean VP of all others; NaN if rarely played.
    gain: NDArray[np.float64]
    error: NDArray[np.float64]  # the standard error of the gain

    @property
    def known_gains(self) -> NDArray[np.float64]:
        """The gains that are not NaN, in ascending order."""
        return np.sort(self.gain[~np.isnan(self.gain)])

    @property
    def deciding(self) -> int:
        """How many cards decide games by themselves."""
        return int((self.gain - CERTAIN * self.error > DECIDING).sum())


def sets_of(kind: str, split: str, count: int) -> list[CardSet]:
    """Return card sets of a kind, spread over the seeds of a split."""
    seeds = SPLITS[split]
    return [CardSet(kind, seeds[k * len(seeds) // count]) for k in range(count)]


def _summary(scores: Scores) -> tuple[float, float]:
    """Return the mean VP and win rate of the first seat."""
    own, other = scores[:, 0, TOTAL].astype(float), scores[:, 1, TOTAL]
    return float(own.mean()), float((own > other).mean())


def greedy_alone(sets: Sequence[Components], games: int) -> Columns:
    """Let greedy play sets solo at level 5; return the columns of ``Alone``."""
    play, tracks = PLAYERS["greedy"], combinations(LEVEL)
    found = []
    for components in sets:
        parts = [
            play(games // len(tracks), 1, each, SEED + k, components)
            for k, each in enumerate(tracks)
        ]
        found.append(_summary(np.concatenate(parts)))
    vp, wins = np.array(found).T
    return vp, wins


def greedy_cards(sets: Sequence[Components], games: int) -> Columns:
    """Let greedy play sets against itself; return the columns of ``Cards``."""
    parts = [_cards_of(components, games) for components in sets]
    return tuple(np.concatenate(columns) for columns in zip(*parts, strict=True))


def _cards_of(components: Components, games: int) -> Columns:
    usage = record_usage(games, SEED, components)
    totals = score_all(usage.games, components)[:, :, TOTAL].astype(float).ravel()
    has = np.zeros((CARDS, len(totals)), np.bool_)
    for i, game in enumerate(usage.games):
        for seat in range(SEATS):
            has[[*cards_of(game, seat, "played")], i * SEATS + seat] = True
    counts = has.sum(axis=1)
    own = np.where(counts > 0, has @ totals / np.maximum(counts, 1), np.nan)
    others = (totals.sum() - has @ totals) / (len(totals) - counts)
    gain = np.where(counts >= FEW, own - others, np.nan)
    error = totals.std() / np.sqrt(np.maximum(counts, 1))
    often = usage.held >= RARELY
    played = usage.played / np.maximum(usage.held, 1)
    return played[often], gain[often], error[often]


def search_alone(sets: Sequence[Components], games: int) -> Columns:
    """Let search play sets solo at level 5; return the columns of ``Alone`` and ``Cards``."""
    search, found = Mcts(SIMULATIONS), []
    held, played = np.zeros((len(sets), CARDS)), np.zeros((len(sets), CARDS))
    for row, components in enumerate(sets):
        scores = []
        for number in range(games):
            game = RatsOfWistar.new(1, SEED + number, data=components, options={"level": LEVEL})
            in_hand = _play(game, search)
            used = {*cards_of(game.record[0], 0, "played")}
            held[row, [*in_hand]] += 1
            played[row, [*(in_hand & used)]] += 1
            scores.append(score_all(game.record, components)[0])
        found.append(_summary(np.array(scores)))
    vp, wins = np.array(found).T
    often = held >= HELD_BY_SEARCH
    shares, unknown = (played / np.maximum(held, 1))[often], np.full(int(often.sum()), np.nan)
    return vp, wins, shares, unknown, unknown


def _play(game: RatsOfWistar, search: Mcts) -> set[int]:
    """Play a game to its end, and return the cards that were in the player's hand."""
    in_hand: set[int] = set()
    decisions = 0
    while not game.finished:
        in_hand |= {*cards_of(game.record[0], 0, "hand")}
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
    """Return the table of solo games."""
    head = ["sets", "number", "mean VP", "standard deviation", "lowest to highest", "wins"]
    return table(head, _alone_rows(measured))


def cards_table(measured: Mapping[str, Cards]) -> str:
    """Return the table of how often cards are played and what they gain."""
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
        "played when held (10th percentile, median, 90th)",
        "never played",
        "score difference when played, VP (middle 90%)",
        "largest, VP",
        "decide alone",
    ]
    return table(head, rows)


def draw(alone: Sequence[Alone], cards: Mapping[str, Cards], file: Path) -> None:
    """Plot greedy's VP by set, and how often cards are played and how much they gain."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "wistar"}):
        figure = Figure(figsize=(10, 3.2), layout="constrained")
        by_set, shares, gains = figure.subplots(1, 3)
        bins = np.arange(52, 80, 1.5)
        generated = np.concatenate([each.vp for each in alone if each.name.startswith(GENERATED)])
        by_set.hist(generated, bins=bins, label="generated", alpha=0.8)
        for each in alone:
            if each.name.startswith((PERMUTED, _HELD_OUT)):
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
        gains.set(xlabel="score difference when played, VP")
        gains.axvline(DECIDING, color="grey", linestyle=":")
        shares.legend(fontsize="x-small")
        for axes in (by_set, shares, gains):
            axes.grid(alpha=0.25)
        figure.savefig(file, metadata={"Date": None})


def _opened(sets: Sequence[CardSet]) -> list[Components]:
    return [open_components(str(each)) for each in sets]


def kept(file: Path, measured: Callable[[], Columns]) -> Columns:
    """Return the measurement in a file; measure and write it if the file is missing."""
    if not file.exists():
        columns = measured()
        file.parent.mkdir(parents=True, exist_ok=True)
        with replacing(file) as unfinished, unfinished.open("wb") as target:
            np.savez(target, *columns)
    with reading_file(file, "a measurement"):
        return tuple(read_arrays(file, most_bytes=2**30, most_arrays=64).values())


def measure(share: float, folder: Path) -> tuple[list[Alone], list[Alone], dict[str, Cards]]:
    """Measure everything: solo games of greedy and search, and the cards of both."""
    from rich.progress import track

    def less(number: int) -> int:
        return max(6, int(number * share))

    bundled = [open_components()]
    made = _opened(sets_of(GENERATED, TEST, less(CARD_SETS)))
    searched = made[: less(SEARCH_SETS)]
    jobs: dict[str, Callable[[], Columns]] = {
        BUNDLED: lambda: greedy_alone(bundled, less(BUNDLED_GAMES)),
        **{
            name: partial(_group_alone, sets_of(kind, split, less(count)), less(GAMES))
            for name, kind, split, count in GROUPS
        },
        "greedy, bundled": lambda: greedy_cards(bundled, less(CARD_GAMES)),
        "greedy, generated": lambda: greedy_cards(made, less(CARD_GAMES)),
        "search, bundled": lambda: search_alone(bundled, less(SEARCH_GAMES)),
        "search, generated": lambda: search_alone(searched, less(SEARCH_GAMES)),
    }
    found = {
        name: kept(folder / f"{name}.npz", job)
        for name, job in track(jobs.items(), "measuring", total=len(jobs))
    }
    alone = [Alone(name, *found[name]) for name in (BUNDLED, *(group[0] for group in GROUPS))]
    searches = {BUNDLED: found["search, bundled"], "generated, test": found["search, generated"]}
    cards = {name: Cards(*found[name][-3:]) for name in jobs if name.startswith(BOTS)}
    return alone, [Alone(name, *each[:2]) for name, each in searches.items()], cards


def _group_alone(sets: Sequence[CardSet], games: int) -> Columns:
    return greedy_alone(_opened(sets), games)


def main(
    share: Annotated[
        float, typer.Option(min=0.001, max=1, help="Share of the sets and games.")
    ] = 1.0,
) -> None:
    """Measure, and write the tables and the picture of the page."""
    package = Path(wistar_env.__file__).parent
    sources = [file for file in package.rglob("*") if file.suffix in (".py", ".toml", ".npz")]
    alone, search, cards = measure(share, FOLDER / fingerprint(sources, share))
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
    typer.run(main)
