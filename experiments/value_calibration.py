"""Accuracy of estimated chances of winning: ``python -m experiments.value_calibration``.

Estimates are compared with play-outs, in which hidden information is redrawn and the network plays
for all seats. Each position comes from a separate game, after a stretch of random length in one
style of play. Estimates that use play-outs use other ones than the comparison.

- ``win head``: the network's own estimate, which search maximizes;
- ``chances``: the fitted estimate shown to people (``wistar_env.kit.networks.fitted_chances``);
- ``mcts N``: the estimate shown for the best action of a search (``wistar_env.play.chances``).

Measurements go to ``docs/results/value-calibration.json``, part by part; repeating the command
resumes, and ``--parts 0`` only writes the page.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import matplotlib as mpl
import numpy as np
import typer
from matplotlib.figure import Figure
from numpy.typing import NDArray
from rich.progress import track

from experiments.best_responses import measured, write
from experiments.fit_chances import HOARDED, RANDOM_SHARE, STYLES
from website.doc_tables import rewrite, table
from wistar_env import RatsOfWistar
from wistar_env.games.rats_of_wistar.heuristics.features import HAND_LEFT
from wistar_env.kit.bots import Batch, Player, View
from wistar_env.kit.bots.registry import load
from wistar_env.kit.common_fields import common_fields
from wistar_env.kit.game import Game
from wistar_env.kit.networks.defaults import DefaultNetworks
from wistar_env.kit.networks.fitted_chances import chances
from wistar_env.kit.policies.greedy import choose
from wistar_env.kit.search.play_outs import play_outs
from wistar_env.play.chances import PLAY_OUTS, chance_of, first_action, shift_of, told
from wistar_env.play.review import reviewer, value_of

MEASURED: Final = Path("docs/results/value-calibration.json")
PAGE: Final = Path("docs/value-calibration.md")
PICTURE: Final = Path("docs/images/value-calibration.svg")
PLAYERS: Final = (1, 2, 3, 4)
SIMULATIONS: Final = (100, 400)
ESTIMATES: Final = ("win head", "chances", *(f"mcts {each}" for each in SIMULATIONS))
#: Games of a part, for each player count and style.
GAMES: Final = 8
#: The longest stretch of a style, in decisions per player: nearly a whole game.
_LONGEST: Final = 150
#: The first of the estimates that use play-outs.
_COUNTED: Final = ESTIMATES.index("mcts 100")
_BINS: Final = 8
_SEED: Final = 9_000_000

Rows: TypeAlias = Sequence[dict[str, Any]]


class Hoarder:
    """Plays like greedy, but values cards in the hand ten times as much."""

    def reset(self, seed: int) -> None:
        """Allocate positions for the one-ply lookahead."""
        spec = RatsOfWistar.spec
        self._scratch, self._weights = (
            common_fields(np.zeros(2, spec.record)),
            spec.bots.weights.copy(),
        )
        self._weights[HAND_LEFT] = HOARDED

    def act(self, batch: Batch) -> list[int]:
        """Return the best action of each row."""
        return [
            self._choose(view.determinize(seed), seed)
            for view, seed in zip(batch.views, batch.seed.tolist(), strict=True)
        ]

    def _choose(self, game: Game, seed: int) -> int:
        at = game.data.rules, common_fields(game.record), 0
        return int(choose(*at, seed, self._weights, self._scratch))


def bots_of(style: str) -> tuple[list[Player], list[float]]:
    """Return the bots of a style, and how often each of them decides."""
    mixed = style == "mixed"
    names = ["greedy", "random"] if mixed else [style]
    made: list[Player] = [Hoarder() if name == "hoarder" else load(name) for name in names]
    for each in made:
        each.reset(1)
    return made, [1 - RANDOM_SHARE, RANDOM_SHARE] if mixed else [1.0]


def positions(players: int, style: str, part: int, games: int = GAMES) -> list[tuple[int, Game]]:
    """Return the positions that a style reaches in a part, with their game numbers."""
    rng = np.random.default_rng((_SEED, players, STYLES.index(style), part))
    bots, shares = bots_of(style)
    found = list[tuple[int, Game]]()
    for number in range(part * games, (part + 1) * games):
        level: dict[str, Any] = {"level": int(rng.integers(10))} if players == 1 else {}
        game = RatsOfWistar.new(players, _SEED + number, **level)
        last = int(rng.integers(1, _LONGEST * players))
        while not game.finished and game.num_decisions < last:
            bot = bots[int(rng.choice(len(bots), p=shares))]
            seeds = np.array([game.num_decisions])
            game.step(int(bot.act(Batch((View(game, game.seat),), seeds))[0]))
        if not game.finished:
            found.append((number, game))
    return found


def estimate(game: Game, seed: int, count: int) -> dict[str, Any]:
    """Return the estimates of a position, and the share of play-outs that its seat won."""
    network, seat = DefaultNetworks().for_game(game), game.seat
    known = View(game, seat).determinize(seed)
    found = network.predict(known)
    estimates = [float(np.clip(found.win_probability[seat], 0, 1))]
    estimates.append(float(chances(network, known)[seat]))
    preferred = int(found.actions[found.logits.argmax()])
    chance = None
    for simulations in SIMULATIONS:
        search = reviewer(f"mcts:simulations={simulations}", RatsOfWistar.spec)
        report = search.search(known, seed)
        chance = chance or chance_of(search, known, first_action(report), PLAY_OUTS, seed)
        if report.simulations:
            report = told(report, shift_of(report, chance))
            estimates.append(value_of(report, report.best))
        else:
            estimates.append(chance.value)
    won = play_outs(known, [preferred], count, network, seed + 1).mean()
    return {"estimates": [round(each, 3) for each in estimates], "won": round(float(won), 4)}


def measure(players: int, style: str, part: int, count: int, games: int = GAMES) -> Rows:
    """Return the measurements of a part."""
    return [
        {
            "players": players,
            "style": style,
            "part": part,
            "round": game.presentation.stage,
            "play_outs": count,
            **estimate(game, number, count),
        }
        for number, game in positions(players, style, part, games)
    ]


def _of(rows: Rows) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    """Return estimates, win rates in play-outs, and the sampling variance of these rates."""
    estimates = np.array([row["estimates"] for row in rows])
    won = np.array([row["won"] for row in rows])
    counts = np.array([row["play_outs"] for row in rows])
    return estimates, won, float((won * (1 - won) / (counts - 1)).mean())


def bias_and_error(rows: Rows) -> list[tuple[float, float, float]]:
    """Return the bias, its standard error, and the root-mean-square error of each estimate.

    The last excludes sampling: it is the root of the mean squared difference minus the sampling
    variance, or 0.
    """
    estimates, won, counting = _of(rows)
    told_of = float((won * (1 - won) / PLAY_OUTS).mean())
    found = []
    for k, own in enumerate(estimates.T):
        off = own - won
        variance = counting + (told_of if k >= _COUNTED else 0)
        squared = max(0.0, float((off**2).mean()) - variance)
        sampling = float(off.std(ddof=1)) / math.sqrt(len(off))
        found.append((float(off.mean()), sampling, math.sqrt(squared)))
    return found


def _grouped(rows: Rows, name: str, groups: Iterable[object]) -> str:
    """Return a table with bias and error of each estimate, a row for each value of a field."""
    lines = []
    for group in groups:
        own = [row for row in rows if row[name] == group]
        if len(own) > 1:
            won = np.mean([row["won"] for row in own])
            cells = [
                f"{bias:+.3f} ± {1.96 * sampling:.3f}, {error:.3f}"
                for bias, sampling, error in bias_and_error(own)
            ]
            lines.append([group, len(own), f"{won:.3f}", *cells])
    return table([name, "positions", "won", *ESTIMATES], lines)


def facts(rows: Rows) -> str:
    """Return a sentence on the number of measurements."""
    counts = sorted({row["play_outs"] for row in rows})
    told_of = " or ".join(map(str, counts))
    return f"{len(rows):,} positions, each with {told_of} play-outs."


def draw(rows: Rows, file: Path) -> None:
    """Draw how often positions were won, by estimated chance."""
    estimates, won, _ = _of(rows)
    figure = Figure(figsize=(9, 2.8), layout="constrained")
    for axes, name, own in zip(
        figure.subplots(1, len(ESTIMATES)), ESTIMATES, estimates.T, strict=True
    ):
        axes.plot([0, 1], [0, 1], color="grey", linestyle=":")
        for style in STYLES:
            here = np.array([row["style"] == style for row in rows])
            order = np.argsort(own[here], kind="stable")
            parts = np.array_split(order, _BINS // 2)
            points = [(own[here][k].mean(), won[here][k].mean()) for k in parts if len(k)]
            axes.plot(*np.array(points).T, "o-", markersize=3, label=style)
        axes.set(title=name, xlabel="estimated", ylabel="won")
        axes.grid(alpha=0.25)
    axes.legend(fontsize="small")
    with mpl.rc_context({"svg.hashsalt": "wistar"}):
        figure.savefig(file, metadata={"Date": None})


def main(
    parts: Annotated[
        int, typer.Option(min=0, help="Parts, of 8 games each, per player count and style.")
    ] = 60,
    play_outs_of_each: Annotated[
        int, typer.Option("--play-outs", min=2, help="Play-outs per position.")
    ] = 100,
    share: Annotated[
        float, typer.Option(min=0.01, max=1, help="Share of the games to play.")
    ] = 1.0,
    file: Annotated[Path, typer.Option(help="The measurements.")] = MEASURED,
    page: Annotated[Path, typer.Option(help="The page.")] = PAGE,
    picture: Annotated[Path, typer.Option(help="The plot.")] = PICTURE,
) -> None:
    """Compare estimates of chances of winning with play-outs, and write the page."""
    games = max(1, round(GAMES * share))
    work = [*product(range(parts), PLAYERS, STYLES)]
    for part, players, style in track(work, "positions") if work else ():
        rows = measured(file)
        done = {(row["part"], row["players"], row["style"]) for row in rows}
        if (part, players, style) not in done:
            write([*rows, *measure(players, style, part, play_outs_of_each, games)], file)
    rows = measured(file)
    tables: dict[str, Callable[[], str]] = {
        "facts": lambda: facts(rows),
        "by_players": lambda: _grouped(rows, "players", PLAYERS),
        "by_style": lambda: _grouped(rows, "style", STYLES),
    }
    rewrite(page, tables)
    draw(rows, picture)


if __name__ == "__main__":
    typer.run(main)
