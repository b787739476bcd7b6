"""A sweep of the settings of ``mcts``: ``python -m experiments.search_sweep``.

It plays games with each of several settings, keeps what came out in
``docs/search-settings/``, a file for each scenario, and writes the tables of
``docs/search-settings.md`` from all files there. All settings play the same deals with the same
seeds of decisions, in turns, so a sweep that is interrupted has about as many games of each; to
resume, repeat the command. ``--only none`` only writes the page.

Alone against Rat-o-bot, settings are compared with the first of their scenario, game by game. With
several players one seat plays with the settings, from each chair in turn, and all others with the
first settings of the scenario.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

import numpy as np
import typer

from website.doc_tables import rewrite, table
from wistar_env.benchmark.report import Estimate, mean, proportion, win_share
from wistar_env.errors import ResultsError
from wistar_env.kit.game import Game
from wistar_env.kit.networks.loading import load_network
from wistar_env.kit.networks.network import Network
from wistar_env.kit.search import Mcts
from wistar_env.seeds import decision_seeds, game_seed
from wistar_env.system.atomic_files import append_lines
from wistar_env.system.cache import digest
from wistar_env.system.untrusted_files import read_log, reading_file

PAGE: Final = Path("docs/search-settings.md")
FOLDER: Final = Path("docs/search-settings")
NOT_YET: Final = "Not played yet."
SEED: Final = 23
#: Deals that are played with one setting before it is the turn of the next.
BLOCK: Final = 10


class Setting(NamedTuple):
    """What is varied; the names are those of ``Mcts``."""

    prior_temperature: float
    c_puct: float
    root_prior_temperature: float | None = None

    def saved(self) -> list[float]:
        """Return it as files have it: a temperature of the root only where it differs."""
        return [value for value in self if value is not None]


#: The defaults before the sweep.
FORMER: Final = Setting(1, 0.1)


@dataclass(frozen=True)
class Scenario:
    """Games in which settings are compared.

    Attributes
    ----------
    name
        The name of its file and of its table.
    network
        The network that guides the search.
    simulations
        Simulations of each decision.
    num_players
        Players; one plays against Rat-o-bot at level 9.
    deals
        Deals for each setting. With several players each is played from every chair.
    settings
        What is compared with ``FORMER``.
    """

    name: str
    network: str
    simulations: int
    num_players: int
    deals: int
    settings: tuple[Setting, ...]

    @property
    def played(self) -> tuple[Setting, ...]:
        """The settings to play with: with several players ``FORMER`` is what others play with."""
        return (FORMER, *self.settings) if self.num_players == 1 else self.settings

    @cached_property
    def guide(self) -> Network:
        """The network."""
        return load_network(self.network)

    def searcher(self, setting: Setting) -> Mcts:
        """Return the search with a setting."""
        return Mcts(self.simulations, network=self.guide, **setting._asdict())

    def file(self, folder: Path) -> Path:
        """Return the file of what was measured."""
        return folder / f"{self.name}.jsonl"

    def head(self) -> dict[str, Any]:
        """Return what all results of its file have in common."""
        network = self.guide
        assert network.file is not None
        return {
            "network": self.network,
            "parameters": digest(network.file.read_bytes()),
            "simulations": self.simulations,
            "num_players": self.num_players,
            "compared_with": FORMER.saved(),
            "rules": network.game.spec.rules_version,
            "seed": SEED,
        }


class Score(NamedTuple):
    """The result of a deal: means over its chairs.

    Attributes
    ----------
    lead
        The own VP less the mean of the others.
    wins
        The share of games won.
    """

    lead: float
    wins: float


def play(scenario: Scenario, searchers: Sequence[Mcts], deal: int) -> Game:
    """Play a deal with a search for each chair; return the finished game."""
    options = {"level": 9} if scenario.num_players == 1 else None
    seed = game_seed(SEED, deal)
    game = scenario.guide.game.new(scenario.num_players, seed, options=options)
    while not game.finished:
        seeds = decision_seeds([(seed, game.num_decisions)]).tolist()
        (report,) = searchers[game.seat].search_all([game], seeds)
        game.step(report.best)
    return game


def score(scenario: Scenario, tried: Mcts, others: Mcts, deal: int) -> Score:
    """Play a deal with a setting in every chair."""
    found = []
    for chair in range(scenario.num_players):
        searchers = [others] * scenario.num_players
        searchers[chair] = tried
        game = play(scenario, searchers, deal)
        total = game.spec.score_columns[game.spec.scores.total_column]
        totals = [score[total] for score in game.scores()]
        own = totals.pop(chair)
        found.append((own - float(np.mean(totals)), win_share(game.ranks(), chair)))
    return Score(*np.mean(found, axis=0).tolist())


def scores_in(scenario: Scenario, folder: Path) -> dict[Setting, list[Score]]:
    """Return the scores of each setting, deal by deal; a last line that was cut off is ignored.

    Raises
    ------
    ResultsError
        If the file has results of other games.
    """
    file, found = scenario.file(folder), dict[Setting, list[Score]]()
    if not file.exists():
        return found
    with reading_file(file, "the results of a sweep", ResultsError):
        head, *rows = read_log(file)
        if head != scenario.head():
            raise ResultsError(f"{file} was measured with {head}, not with {scenario.head()}")
        for row in rows:
            pairs = zip(row["leads"], row["wins"], strict=True)
            found.setdefault(Setting(*row["setting"]), []).extend(Score(*pair) for pair in pairs)
    return found


def measure(scenario: Scenario, folder: Path, block: int = BLOCK) -> None:
    """Play what is not played yet, with each setting in turn, and keep it block by block."""
    file, known = scenario.file(folder), scores_in(scenario, folder)
    file.parent.mkdir(parents=True, exist_ok=True)
    if not known:
        file.write_text(f"{json.dumps(scenario.head())}\n", "utf-8")
    others = scenario.searcher(FORMER)
    tried = {setting: scenario.searcher(setting) for setting in scenario.played}
    for first in range(0, scenario.deals, block):
        for setting, searcher in tried.items():
            done = len(known.get(setting, []))
            deals = range(max(first, done), min(first + block, scenario.deals))
            if not deals:
                continue
            scores = [score(scenario, searcher, others, deal) for deal in deals]
            leads, wins = ([round(each, 4) for each in part] for part in zip(*scores, strict=True))
            row = {"setting": setting.saved(), "leads": leads, "wins": wins}
            append_lines(file, f"{json.dumps(row)}\n")
        print(f"{scenario.name}: {min(first + block, scenario.deals)} deals", flush=True)


class Gain(NamedTuple):
    """What a setting brings, compared with ``FORMER`` on the same deals.

    Attributes
    ----------
    deals
        How many there are.
    wins
        Its share of wins.
    lead
        By how much its lead is larger.
    """

    deals: int
    wins: Estimate
    lead: Estimate


def gains(scenario: Scenario, folder: Path) -> dict[Setting, Gain]:
    """Return what each setting that was measured brings."""
    found, gained = scores_in(scenario, folder), {}
    for setting in scenario.played:
        scores = found.get(setting, [])
        # With several players all others are FORMER, whose own lead is 0 on average.
        former = found.get(FORMER, []) if scenario.num_players == 1 else [Score(0, 0)] * len(scores)
        pairs = [*zip(scores, former, strict=False)]
        if pairs:
            wins = [each.wins for each, _ in pairs]
            alone = scenario.num_players == 1
            share = proportion(sum(wins), len(wins)) if alone else mean(wins)
            larger = mean([each.lead - other.lead for each, other in pairs])
            gained[setting] = Gain(len(pairs), share, larger)
    return gained


#: Less flat.
WIDE: Final = Setting(1.5, 0.05)
WIDER: Final = Setting(2, 0.05)
WIDEST: Final = Setting(4, 0.05)
#: As sharp as the policy below the root.
WIDER_ROOT: Final = Setting(1, 0.05, root_prior_temperature=2)
WIDEST_ROOT: Final = Setting(1, 0.05, root_prior_temperature=4)
WIDEST_ROOT_EXPLORING: Final = Setting(1, 0.1, root_prior_temperature=4)
WIDEST_ROOTS: Final = (WIDEST_ROOT, WIDEST_ROOT_EXPLORING)
ROOTS: Final = (WIDER_ROOT, *WIDEST_ROOTS)
#: With more exploration, and with a flatter root, for many simulations.
WIDER_STILL: Final = (Setting(1, 0.2, 4), Setting(1, 0.1, 8))
SCENARIOS: Final = (
    Scenario(
        "solo_200",
        "solo",
        200,
        1,
        80,
        (WIDER, Setting(2, 0.1), Setting(3, 0.05), WIDEST, Setting(1, 0.2)),
    ),
    Scenario("solo_100", "solo", 100, 1, 60, (WIDER,)),
    Scenario("solo_400", "solo", 400, 1, 40, (WIDER,)),
    Scenario("solo_1000", "solo", 1000, 1, 20, (WIDER,)),
    Scenario("solo_longer_100", "solo-410m", 100, 1, 100, (WIDER, *ROOTS)),
    Scenario("solo_longer_400", "solo-410m", 400, 1, 70, (WIDER, *ROOTS)),
    Scenario("solo_longer_1000", "solo-410m", 1000, 1, 50, (WIDER, *ROOTS, *WIDER_STILL)),
    Scenario("reader_100", "solo-reader", 100, 1, 60, (WIDER,)),
    Scenario("two_100", "players2", 100, 2, 60, (WIDER,)),
    Scenario("two_100_widest", "players2", 100, 2, 30, (WIDEST,)),
    Scenario("two_longer_100", "players2-200m", 100, 2, 100, (WIDER, WIDE, *ROOTS)),
    Scenario("two_longer_400", "players2-200m", 400, 2, 60, (WIDER, WIDE, *ROOTS)),
    Scenario("two_longer_1000", "players2-200m", 1000, 2, 40, (WIDER, *ROOTS, *WIDER_STILL)),
    Scenario("three_100", "players3", 100, 3, 12, (WIDER,)),
    Scenario("three_longer_100", "players3-160m", 100, 3, 60, (WIDER, *ROOTS)),
    Scenario("three_longer_400", "players3-160m", 400, 3, 40, (WIDER, *ROOTS)),
    Scenario("three_longer_1000", "players3-160m", 1000, 3, 30, (WIDER, *WIDEST_ROOTS)),
    Scenario("four_100", "players4", 100, 4, 8, (WIDER,)),
    Scenario("four_longer_100", "players4-160m", 100, 4, 40, (WIDER, *ROOTS)),
    Scenario("four_longer_400", "players4-160m", 400, 4, 30, (WIDER, *ROOTS)),
    Scenario("four_longer_1000", "players4-160m", 1000, 4, 20, (WIDER, *WIDEST_ROOTS)),
)


def settings_table(scenario: Scenario, folder: Path) -> str:
    """Return the table of a scenario: a row for each setting."""
    rows = [
        [
            f"{setting.prior_temperature:g}",
            f"{setting.root_prior_temperature or setting.prior_temperature:g}",
            f"{setting.c_puct:g}",
            str(found.deals),
            _text(found.wins, 100, ".1f", ".0f"),
            "" if found.lead.value == 0 else _text(found.lead, 1, "+.1f", "+.1f"),
        ]
        for setting, found in gains(scenario, folder).items()
    ]
    if not rows:
        return NOT_YET
    settings = ("prior_temperature", "root_prior_temperature", "c_puct")
    head = [*(f"`{name}`" for name in settings), "deals", "wins, %", "VP gained"]
    return table(head, rows)


def _text(estimate: Estimate, factor: float, form: str, ends: str) -> str:
    low, high = (f"{factor * end:{ends}}" for end in (estimate.low, estimate.high))
    return f"{factor * estimate.value:{form}} ({low} to {high})"


def tables(folder: Path) -> dict[str, Callable[[], str]]:
    """Return what writes each table of the page."""
    return {each.name: partial(settings_table, each, folder) for each in SCENARIOS}


def main(
    only: Annotated[
        str, typer.Option(help="Names of scenarios, separated by commas, or none; default: all.")
    ] = "",
    folder: Annotated[Path, typer.Option(help="Folder of the results.")] = FOLDER,
) -> None:
    """Compare settings of search, and write docs/search-settings.md."""
    scenarios = {each.name: each for each in SCENARIOS}
    asked = [*scenarios] if not only else [] if only == "none" else only.split(",")
    unknown = [name for name in asked if name not in scenarios]
    if unknown:
        raise typer.BadParameter(f"{unknown[0]!r} is none of {', '.join(scenarios)}")
    for name in asked:
        measure(scenarios[name], folder)
    rewrite(PAGE, tables(folder))


if __name__ == "__main__":
    typer.run(main)
