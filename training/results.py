"""Play the matches of ``docs/results.md``, and write its tables and plots.

``python -m training.results`` plays every match of the page and rewrites it in place. Finished
games are stored and not played again: to resume, repeat the command. ``--only`` selects tables,
``--only none`` only writes the page. A table whose matches have not all been played stays.
Results of ``training.studies`` are copied to ``docs/results/studies`` first.
"""

import math
import shlex
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import typer
from matplotlib.figure import Figure

from wistar_env.benchmark.arena import tables as tables_of_bots
from wistar_env.benchmark.plots import drawn, save
from wistar_env.benchmark.ratings import anchor_place, rate
from wistar_env.benchmark.report import (
    Estimate,
    Line,
    interval,
    proportion,
    summarise_arena,
    summarise_ladder,
)
from wistar_env.benchmark.results import ResultRow, read
from wistar_env.games.rats_of_wistar import Game
from wistar_env.system.cache import digest
from wistar_env.system.processes import run_module
from wistar_env.text.doc_tables import Tables, present, rewrite, table
from wistar_env.training.commands import option
from wistar_env.training.decision_times import DecisionTimes, Timed, measure
from wistar_env.training.network_costs import networks_table
from wistar_env.training.studies import FOLDER as STUDIED
from wistar_env.training.studies import KEPT, curve_of, parse_numbers
from wistar_env.training.study_results import draw_studies, keep, studies_table

PAGE: Final = Path("docs/results.md")
IMAGES: Final = Path("docs/images")
FOLDER: Final = Path("results/page")
#: The settings of the searches of most tables: the defaults when they were played.
_SETTINGS: Final = "prior_temperature=1,c_puct=0.1"
#: Those of later ones, until the root had a temperature of its own.
_LATER: Final = "prior_temperature=2,c_puct=0.05"
MS: Final = "ms a decision"
#: Longer names of files, which some systems refuse, end with a digest.
MAX_NAME: Final = 120
#: Tables of ladders.
LADDERS: Final = ("ladder", "budget", "longest", "flatter")
#: Tables of arenas of a bot and another one, or several of it.
PAIRS: Final = ("pairs", "among3", "among4", "flatter2", "flatter3", "flatter4")
#: Tables of arenas of all bots, whose games are also those of the table of turn orders.
ARENAS: Final = ("budget2", "players2", "players3", "players4")
#: How many others there are, in words.
_OTHERS: Final = {2: "", 3: "two ", 4: "three "}
_PLACES: Final = ("first", "second", "third", "fourth")


@dataclass(frozen=True)
class Match:
    """One call of ``wistar ladder`` or ``wistar arena``.

    Attributes
    ----------
    table
        The table of the page.
    kind
        ``"ladder"`` or ``"arena"``.
    bots
        Specs of the bots.
    options
        Other options of the command.
    """

    table: str
    kind: str
    bots: tuple[str, ...]
    options: str

    @property
    def command(self) -> list[str]:
        """The arguments of ``wistar``."""
        return [self.kind, *self.bots, *self.options.split()]

    def _value(self, name: str) -> str:
        """Return the value of an option of the command."""
        words = self.options.split()
        return words[words.index(name) + 1]

    @property
    def players(self) -> int:
        """The number of players; 1 against Rat-o-bot."""
        return 1 if self.kind == "ladder" else int(self._value("--players"))

    @property
    def games(self) -> int:
        """The number of its games."""
        games, bots = int(self._value("--games")), len(self.bots)
        if self.kind == "ladder":
            return games * bots * len(parse_numbers(self._value("--levels")))
        return games * len(tables_of_bots(bots, self.players)) * self.players

    @property
    def timed(self) -> Timed:
        """What is measured of its bots."""
        return Timed(Game.spec.name, self.players, self.bots)

    def file(self, folder: Path) -> Path:
        """Return the file of its games."""
        text = "-".join((self.table, *self.bots))
        name = "".join(c if c.isalnum() else "-" for c in text)
        if len(name) > MAX_NAME:
            name = f"{name[:MAX_NAME]}-{digest(text.encode())[:8]}"
        return folder / f"{name}.jsonl"

    def rows(self, folder: Path) -> list[ResultRow]:
        """Return the finished games."""
        file = self.file(folder)
        return read(file)[1] if file.exists() else []

    def play(self, folder: Path) -> int:
        """Play the games that are missing; return the exit status."""
        print(f"wistar {shlex.join(self.command)}", flush=True)
        folder.mkdir(parents=True, exist_ok=True)
        return run_module("wistar_env", *self.command, "--out", str(self.file(folder)))


def _search(simulations: int, network: str, settings: str = _SETTINGS) -> str:
    return f"mcts:simulations={simulations},network={network},{settings}"


def _ladder(bot: str) -> Match:
    return Match("ladder", "ladder", (bot,), "--levels 0-9 --games 400 --seed 1")


def _budget(bot: str, levels: str = "5,7,9") -> Match:
    return Match("budget", "ladder", (bot,), f"--levels {levels} --games 100 --seed 1")


def _longest(bot: str, games: int) -> Match:
    return Match("longest", "ladder", (bot,), f"--levels 9 --games {games} --seed 1")


def _arena(players: int, games: int) -> Match:
    name = f"players{players}"
    bots = ("random", "greedy", f"network:{name}", _search(400, name))
    return Match(name, "arena", bots, f"--players {players} --games {games} --seed 1")


def _pair(bot: str, other: str, games: int) -> Match:
    return Match("pairs", "arena", (bot, other), f"--players 2 --games {games} --seed 1")


def _among(bot: str, other: str, players: int, games: int, table: str = "among") -> Match:
    """Return the match of a bot with others that are all the same."""
    bots = (bot, *(other,) * (players - 1))
    options = f"--players {players} --games {games} --seed 1"
    return Match(f"{table}{players}", "arena", bots, options)


def _longer(players: int, games: int, searched: int) -> tuple[Match, ...]:
    """Return the matches of the network of a longer training."""
    new, old = f"players{players}-160m", f"players{players}"
    searches = {number: _search(number, new, _LATER) for number in (100, 400, 1000)}
    return (
        _among(f"network:{new}", "greedy", players, games),
        _among(f"network:{new}", f"network:{old}", players, games),
        _among(searches[400], "greedy", players, searched),
        _among(searches[400], _search(400, old, _LATER), players, searched),
        _among(searches[1000], searches[100], players, searched),
    )


def _flatter_ladder(simulations: int, games: int) -> Match:
    bot = f"mcts:simulations={simulations},network=solo-410m"
    return Match("flatter", "ladder", (bot,), f"--levels 9 --games {games} --seed 1")


def _flatter(players: int, games: int) -> tuple[Match, ...]:
    """Return matches of searches whose priors are flatter at the root, as by default today."""
    network = {2: "players2-200m", 3: "players3-160m", 4: "players4-160m"}[players]
    few, more, most = (f"mcts:simulations={n},network={network}" for n in (100, 400, 1000))
    return (
        _among(more, "greedy", players, games, "flatter"),
        _among(few, _search(100, network, _LATER), players, 2 * games, "flatter"),
        _among(most, few, players, games, "flatter"),
    )


def _budgets(*simulations: int) -> Match:
    bots = tuple(_search(number, "players2") for number in simulations)
    return Match("budget2", "arena", bots, "--players 2 --games 40 --seed 1")


MATCHES: Final = (
    _ladder("random"),
    _ladder("greedy"),
    _ladder("flat:rollouts=32,width=4"),
    _ladder(f"network:{STUDIED}/sb3/1/network.npz"),
    _ladder("network:solo"),
    _ladder(_search(100, "solo")),
    _ladder(_search(400, "solo")),
    _budget(_search(1000, "solo")),
    _budget(_search(3000, "solo"), "9,7,5"),
    _budget("flat:rollouts=100,width=8"),
    _longest("network:solo", 4000),
    _longest("network:solo-410m", 4000),
    _longest(_search(100, "solo-410m", _LATER), 1000),
    _longest(_search(400, "solo-410m", _LATER), 1000),
    _longest(_search(1400, "solo-410m", _LATER), 400),
    _longest(_search(7000, "solo-410m", _LATER), 100),
    _flatter_ladder(100, 4000),
    _flatter_ladder(1000, 2800),
    _budgets(100, 400, 1000, 3000),
    _arena(2, 100),
    _arena(3, 30),
    _arena(4, 30),
    _pair("network:players2-200m", "greedy", 2000),
    _pair("network:players2-200m", "network:players2", 2000),
    _pair(_search(400, "players2-200m", _LATER), "greedy", 100),
    _pair(_search(400, "players2", _LATER), "greedy", 100),
    _pair(
        _search(400, "players2-200m", _LATER),
        _search(400, "players2", _LATER),
        50,
    ),
    _pair(
        _search(1000, "players2-200m", _LATER),
        _search(100, "players2-200m", _LATER),
        100,
    ),
    *_flatter(2, 150),
    *_flatter(3, 30),
    *_flatter(4, 15),
    *_longer(3, 1000, 50),
    *_longer(4, 750, 30),
)

#: The bots of Lab Rats on the page, whose games are played by hand.
LAB_RATS: Final = (
    Timed("lab-rats", 3, ("careful", "mcts:simulations=100", "greedy", "random")),
    *(Timed("lab-rats", players, (f"network:lab-rats-{players}",)) for players in (3, 4, 5)),
)

#: The consecutive runs that trained ``network:solo``; its card has their commands.
SOLO: Final = (Path("results/solo2"), Path("results/solo3"))


def _of(name: str) -> list[Match]:
    return [match for match in MATCHES if match.table == name]


def timed() -> list[Timed]:
    """Return the bots of tables with milliseconds by game and number of players, each once."""
    bots: dict[tuple[str, int], dict[str, None]] = {}
    matches = (match for match in MATCHES if match.table not in PAIRS)
    for each in (*(match.timed for match in matches), *LAB_RATS):
        bots.setdefault((each.game, each.players), {}).update(dict.fromkeys(each.bots))
    return [Timed(game, players, tuple(found)) for (game, players), found in bots.items()]


def _commands(lines: Iterable[str]) -> str:
    return "\n".join(("```text", *lines, "```"))


def is_played(folder: Path, name: str) -> bool:
    """Return whether every match of a table has all its games."""
    matches = _of(name)
    return bool(matches) and all(len(match.rows(folder)) == match.games for match in matches)


def _share(estimate: Estimate) -> str:
    low, high = (f"{100 * end:.0f}" for end in (estimate.low, estimate.high))
    return f"{100 * estimate.value:.1f} ({low}-{high})"


def _points(estimate: Estimate) -> str:
    if math.isnan(estimate.low):
        return f"{estimate.value:+.0f}"
    return f"{estimate.value:+.0f} ({estimate.low:+.0f} to {estimate.high:+.0f})"


def ladder_lines(name: str, folder: Path) -> list[Line]:
    """Return the lines of the ladders of a table."""
    return [line for match in _of(name) for line in summarise_ladder(match.rows(folder))]


def ladder(name: str, folder: Path) -> str:
    """Return a table of ladders: a row per bot, a column per level."""
    lines, times = ladder_lines(name, folder), DecisionTimes()
    levels = sorted({line.level for line in lines if line.level is not None})
    bots = dict.fromkeys(line.bot for line in lines)
    cells = {(line.bot, line.level): line for line in lines}
    head = ["bot", MS, *(f"level {level}" for level in levels)]
    head += [f"own VP, level {levels[-1]}", "games"]
    rows = []
    for bot in bots:
        own = [cells.get((bot, level)) for level in levels]
        last, games = own[-1], {line.games for line in own if line}
        rows.append(
            [
                f"`{bot}`",
                times.text(_of(name)[0].timed, bot),
                *("" if line is None else _share(line.win_rate) for line in own),
                "" if last is None else f"{last.score:.1f}",
                " or ".join(str(number) for number in sorted(games)),
            ]
        )
    commands = (f"wistar {shlex.join(match.command)}" for match in _of(name) if match.rows(folder))
    return f"{_commands(commands)}\n\n{table(head, rows)}"


def arena(name: str, folder: Path) -> str:
    """Return the table of an arena."""
    (match,) = _of(name)
    rows = match.rows(folder)
    command, times = _commands([f"wistar {shlex.join(match.command)}"]), DecisionTimes()
    seed = int(match.command[-1])
    ratings = rate(rows, match.bots, anchor_place(match.bots, None), seed)
    rated = {each.bot: each.elo for each in ratings.ratings}
    body = [
        [
            f"`{line.bot}`",
            times.text(match.timed, line.bot),
            line.games,
            _share(line.win_rate),
            f"{line.score:.1f}",
            _points(rated[line.bot]),
        ]
        for line in summarise_arena(rows, match.bots)
    ]
    head = ["bot", MS, "games", "wins, %", "own VP", f"rating, {ratings.anchor} = 0"]
    return f"{command}\n\n{table(head, body)}"


def pairs(name: str, folder: Path) -> str:
    """Return a table of arenas of a bot and another one, or several of it."""
    body, matches = [], _of(name)
    for match in matches:
        line, *_ = summarise_arena(match.rows(folder), match.bots)
        own, other = match.bots[:2]
        others = f"{_OTHERS[match.players]}`{other}`"
        ahead = f"{line.margin.value:.1f} ({interval(line.margin, '.1f')})"
        body.append([f"`{own}`", others, _share(line.win_rate), ahead, line.games])
    commands = (f"wistar {shlex.join(match.command)}" for match in matches)
    head = ["bot", "against", "wins, %", "VP ahead", "games"]
    return f"{_commands(commands)}\n\n{table(head, body)}"


def _winner_place(row: ResultRow) -> int:
    """Return the winner's place in the random turn order of the first round (SETUP-20)."""
    game = Game.new(num_players=len(row["ranks"]), seed=row["seed"])
    return game.scene(None).turn_order.index(row["ranks"].index(1))


def turn_order(folder: Path) -> str:
    """Return the table of win rates by place in the turn order of the first round."""
    winners: dict[int, list[int]] = {}
    for match in (each for name in ARENAS for each in _of(name)):
        for row in match.rows(folder):
            winners.setdefault(len(row["ranks"]), []).append(_winner_place(row))
    shares = {
        players: [_share(proportion(won.count(place), len(won))) for place in range(players)]
        for players, won in winners.items()
    }
    head = ["turn", *(f"{players} players" for players in shares)]
    return table(
        head,
        [
            [name, *(own[place] if place < len(own) else "" for own in shares.values())]
            for place, name in enumerate(_PLACES[: max(shares)])
        ],
    )


def tables(folder: Path, kept: Path, page: str) -> Tables:
    """Return a function for each table of the page; those without all their games stay."""
    now = present(page)

    def played(name: str, write: Callable[[], str], *needed: str) -> Callable[[], str]:
        whole = all(is_played(folder, each) for each in needed)
        return write if whole else partial(now.__getitem__, name)

    games = {name: partial(ladder, name, folder) for name in LADDERS}
    games |= {name: partial(arena, name, folder) for name in ARENAS}
    games |= {name: partial(pairs, name, folder) for name in PAIRS}
    return {
        **{name: played(name, write, name) for name, write in games.items()},
        "order": played("order", partial(turn_order, folder), *ARENAS),
        "studies": partial(studies_table, kept),
        "networks": networks_table,
    }


#: Name of a curve, decisions in millions, VP.
Curve: TypeAlias = tuple[str, list[float], list[float]]


def curves_of_solo(runs: Sequence[Path]) -> list[Curve]:
    """Return the curves of runs that continue each other."""
    curves, before = [], 0.0
    for number, run in enumerate(runs, 1):
        if curve := curve_of(run):
            steps = [before + row["steps"] / 1e6 for row in curve]
            curves.append((f"run {number}", steps, [row["eval_score"] for row in curve]))
            before = steps[-1]
    return curves


def draw_curves(curves: Iterable[Curve], file: Path) -> None:
    """Draw own VP at level 9 over decisions."""
    figure = Figure(figsize=(10, 4.8), layout="constrained")
    axes = figure.subplots()
    for name, steps, scores in curves:
        axes.plot(steps, scores, "o-", markersize=3, label=name)
    axes.set_xlabel("decisions, millions")
    axes.set_ylabel("own VP at level 9")
    axes.grid(alpha=0.25)
    axes.legend()
    file.write_bytes(drawn(figure)[".svg"])


def draw(folder: Path, kept: Path, images: Path) -> None:
    """Draw the plots of the page; those without all their games or runs stay."""
    images.mkdir(parents=True, exist_ok=True)
    if is_played(folder, "ladder"):
        save(ladder_lines("ladder", folder), "Wins against Rat-o-bot", images / "ladder")
    draw_studies(kept, images / "studies.svg")
    if curves := curves_of_solo(SOLO):
        draw_curves(curves, images / "solo.svg")


def main(
    only: Annotated[
        str, option("Tables to play, separated by commas, or none; default: all.")
    ] = "",
    folder: Annotated[Path, option("Folder of the games.")] = FOLDER,
    studied: Annotated[Path, option("Folder of the runs of training.studies.")] = STUDIED,
    times: Annotated[
        bool, typer.Option("--times", help="Also measure milliseconds a decision of all bots.")
    ] = False,
) -> None:
    """Play the matches of docs/results.md, and write its tables and plots."""
    names = list(dict.fromkeys(match.table for match in MATCHES))
    asked = names if not only else [] if only == "none" else only.split(",")
    unknown = [name for name in asked if name not in names]
    if unknown:
        raise typer.BadParameter(f"{unknown[0]!r} is not one of {', '.join(names)}")
    for match in MATCHES:
        if match.table in asked and (status := match.play(folder)):
            raise typer.Exit(status)
    if times:
        measure(timed())
    keep(studied, KEPT)
    draw(folder, KEPT, IMAGES)
    rewrite(PAGE, tables(folder, KEPT, PAGE.read_text("utf-8")))


if __name__ == "__main__":
    typer.run(main)
