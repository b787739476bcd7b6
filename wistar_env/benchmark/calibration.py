"""Calibration: how the reconstructed values play, against the targets of reconstruction R17."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.benchmark.report import Estimate, mean, share
from wistar_env.policies import greedy
from wistar_env.policies.features import WEIGHTS
from wistar_env.policies.record import record_games
from wistar_env.rules import actions, core
from wistar_env.rules.actions import NUM_ACTIONS
from wistar_env.rules.difficulty import HIGHEST_LEVEL, combinations
from wistar_env.rules.limits import ABILITIES, CARDS, OBJECTIVES, SECTORS, SPACES
from wistar_env.rules.scoring import CATEGORIES, COLUMNS, TOTAL
from wistar_env.rules.state import GAME
from wistar_env.tables.load import catalogue, load

Scores = npt.NDArray[np.int16]  # (games, seats, COLUMNS)
Games = npt.NDArray[Any]

#: Rat-o-bot's mean final score at a level, and how far it may be off (R17).
BOT_TARGETS: Final = {0: 50, 6: 75, 9: 95}
BOT_TOLERANCE: Final = 8
RANDOM_TARGET: Final = (15, 40)
GREEDY_TARGET: Final = 55  # at least
RARELY: Final = 20  # cards held in fewer games say nothing


#: Why greedy seldom takes some things that a planning player takes: judged, not measured.
REASONS: Final = (
    "Rooms, beds and what makes them cheaper (Dig discount, Bed discount, Great Diggers, Warm "
    "Beds): their VP grow from tile to tile, so the first ones cost more than they give at "
    "once. A player that looks one decision ahead never sees the tiles worth 10 to 16 VP.",
    "Electric Sawmill, Extraction Tower and the other costly Permanent Inventions: they ask for "
    "Electricity or several icons first and pay back over rounds, both beyond one decision.",
    "The Hut: the Potion alone is worth less than a Main action with a bonus, and greedy does "
    "not value a better place in the turn order.",
    "3 VP and Veranda: they are free and certain, so they go first.",
)


@dataclass(frozen=True)
class Usage:
    """What greedy did in its games against itself: counts as in ``record_games``."""

    taken: npt.NDArray[np.int64]
    held: npt.NDArray[np.int64]
    played: npt.NDArray[np.int64]
    shown: npt.NDArray[np.int64]
    games: Games


def _fresh(count: int, num_players: int, tracks: tuple[int, int, int]) -> Games:
    games, legal = np.zeros(count, GAME), np.zeros(NUM_ACTIONS + 1, np.int16)
    seats, solo = max(2, num_players), int(num_players == 1)
    for i in range(count):
        core.new_game(load(), games, i, seats, solo, 0, np.array(tracks, np.int16), legal)
    return games


def _scores(games: Games) -> Scores:
    out = np.zeros((len(games), 4, COLUMNS), np.int16)
    for i in range(len(games)):
        core.score(load(), games, i, out[i])
    return out[:, : int(games[0]["seats"])]


def _greedy(count: int, num_players: int, tracks: tuple[int, int, int], seed: int) -> Scores:
    games = _fresh(count, num_players, tracks)
    greedy.play_games(load(), games, seed, WEIGHTS, np.zeros(2, GAME))
    return _scores(games)


def _random(count: int, num_players: int, tracks: tuple[int, int, int], seed: int) -> Scores:
    games = _fresh(count, num_players, tracks)
    for i in range(count):
        core.playouts(load(), games, i, 1, seed * 1_000_000 + i)
    return _scores(games)


def _at_level(play: Any, level: int, count: int, seed: int) -> Scores:
    tracks = combinations(level)
    parts = [
        play(len(range(k, count, len(tracks))), 1, each, seed + 100 * level + k)
        for k, each in enumerate(tracks)
    ]
    return np.concatenate(parts)


def record_usage(count: int, seed: int) -> Usage:
    """Play ``count`` games of greedy against itself, two players, and count what it does."""
    games = _fresh(count, 2, (0, 0, 0))
    taken, held, played, shown = (
        np.zeros(size, np.int64) for size in (NUM_ACTIONS, CARDS, CARDS, OBJECTIVES)
    )
    record_games(load(), games, seed, WEIGHTS, np.zeros(2, GAME), taken, held, played, shown)
    return Usage(taken, held, played, shown, games)


def _text(estimate: Estimate, form: str = ".1f") -> str:
    return f"{estimate.value:{form}} ({estimate.low:{form}} to {estimate.high:{form}})"


def _table(head: list[str], rows: list[list[str]]) -> list[str]:
    lines = [head, ["---"] * len(head), *rows]
    return ["| " + " | ".join(line) + " |" for line in lines] + [""]


def _met(yes: bool) -> str:
    return "yes" if yes else "no"


def players_section(count: int, seed: int) -> list[str]:
    """Random and greedy against themselves."""
    rows = []
    for num_players in (2, 3, 4):
        for name, play in (("random", _random), ("greedy", _greedy)):
            totals = play(count, num_players, (0, 0, 0), seed)[:, :, TOTAL].ravel()
            average = mean(totals.tolist())
            low, high = RANDOM_TARGET
            target, met = "", ""
            if num_players == 2:
                target = f"{low} to {high}" if name == "random" else f"at least {GREEDY_TARGET}"
                met = _met(
                    low <= average.value <= high
                    if name == "random"
                    else average.value >= GREEDY_TARGET
                )
            rows.append([name, str(num_players), _text(average), target, met])
    head = ["bot", "players", "mean final VP (95% interval)", "target", "met"]
    return ["## Bots against themselves", "", *_table(head, rows)]


def levels_section(count: int, seed: int) -> list[str]:
    """Rat-o-bot's levels against greedy and random."""
    rows, averages, wins = [], [], []
    for level in range(HIGHEST_LEVEL + 1):
        against = _at_level(_greedy, level, count, seed)
        weak = _at_level(_random, level, count, seed)
        bot = mean(against[:, 1, TOTAL].tolist())
        won = share(int((against[:, 0, TOTAL] > against[:, 1, TOTAL]).sum()), len(against))
        averages.append(bot.value)
        wins.append(won.value)
        target = BOT_TARGETS.get(level)
        rows.append(
            [
                str(level),
                _text(bot),
                "" if target is None else f"{target} ± {BOT_TOLERANCE}",
                "" if target is None else _met(abs(bot.value - target) <= BOT_TOLERANCE),
                _text(mean(against[:, 0, TOTAL].tolist())),
                _text(won, ".1%"),
                f"{weak[:, 0, TOTAL].mean():.1f}",
                f"{weak[:, 1, TOTAL].mean():.1f}",
            ]
        )
    head = ["level", "Rat-o-bot's VP", "target", "met", "greedy's VP", "greedy wins"]
    rising = all(a < b for a, b in pairwise(averages))
    falling = all(a >= b for a, b in pairwise(wins))
    return [
        "## Against Rat-o-bot",
        "",
        *_table([*head, "random's VP", "Rat-o-bot's VP against random"], rows),
        f"Rat-o-bot's mean score rises strictly with the level: {_met(rising)}.",
        f"Greedy's win rate never rises with the level: {_met(falling)}.",
        "",
    ]


def _flag(part: float) -> str:
    return {0.0: "never", 1.0: "always"}.get(part, "")


def _share_rows(names: list[str], parts: npt.NDArray[Any], wholes: npt.NDArray[Any]) -> Any:
    for name, part, whole in zip(names, parts, wholes, strict=True):
        each = float(part) / max(1, int(whole))
        yield [name, str(int(whole)), f"{each:.1%}", _flag(each)]


def _cards(usage: Usage) -> Iterator[str]:
    names = catalogue().cards
    often = np.flatnonzero(usage.held >= RARELY)
    shares = usage.played[often] / usage.held[often]
    order = often[np.argsort(shares, kind="stable")]
    rows = [
        [f"{names[c]} ({c + 1})", str(usage.held[c]), f"{usage.played[c] / usage.held[c]:.1%}"]
        for c in (*order[:10], *order[-10:])
    ]
    yield f"Of {len(often)} Inventions that were in a hand in at least {RARELY} games,"
    yield f"{int((shares == 0).sum())} were never played and {int((shares == 1).sum())} always."
    yield "The ten played least and the ten played most often:"
    yield ""
    yield from _table(["Invention", "games in a hand", "played"], rows)


def usage_section(usage: Usage) -> list[str]:
    """List what greedy uses: Inventions, Sectors, Main actions, Objectives, ability spaces."""
    names = catalogue()
    placed = usage.taken[actions.PLACE : actions.HUT].reshape(SECTORS, SPACES).sum(1)
    chiefs = int(placed.sum() + usage.taken[actions.HUT])
    places = np.append(placed, usage.taken[actions.HUT])
    mains = usage.taken[actions.MAIN : actions.MAIN + SECTORS]
    claims = usage.taken[actions.CLAIM : actions.CLAIM + OBJECTIVES]
    cubes = usage.taken[actions.CUBE : actions.CUBE + ABILITIES]
    head = ["what", "of", "share", ""]
    seats = 2 * len(usage.games)
    main_names = ["Wood", "Digging", "Metal", "Beds", "Projects", "Exploring"]
    return [
        "## What greedy uses, two players",
        "",
        "### Inventions",
        "",
        *_cards(usage),
        "### Chiefs by Sector",
        "",
        *_table(
            head,
            list(_share_rows([*names.sectors, "Hut"], places, np.full(SECTORS + 1, chiefs))),
        ),
        "### Main actions, of all that were carried out",
        "",
        *_table(head, list(_share_rows(main_names, mains, np.full(SECTORS, mains.sum())))),
        "### Objectives, of the players who saw them",
        "",
        *_table(head, list(_share_rows(list(names.objectives), claims, 2 * usage.shown))),
        "### Ability spaces, of all players",
        "",
        *_table(head, list(_share_rows(list(names.abilities), cubes, np.full(ABILITIES, seats)))),
        "### Likely reasons for what is taken seldom or often (judged, not measured)",
        "",
        *(f"- {reason}" for reason in REASONS),
        "",
    ]


def totals_section(usage: Usage) -> list[str]:
    """Per player and game: what R17 expects of good players, and VP by category."""
    players = usage.games["players"][:, :2]
    scores = _scores(usage.games)
    played = players["tiers"].sum(-1)
    rows = [
        ["missions completed", f"{players['mission_cubes'].mean():.1f}", "4 to 6"],
        ["beds built", f"{players['beds_built'].mean():.1f}", "4, good player"],
        ["rooms dug", f"{players['rooms_dug'].mean():.1f}", "5, good player"],
        ["Inventions played", f"{played.mean():.1f}", "6 to 9"],
    ]
    parts = [
        [name, f"{scores[:, :, k].mean():.1f}"]
        for k, name in enumerate(CATEGORIES)
        if name != "bot_tracks"
    ]
    return [
        "## Greedy, per player and game, two players",
        "",
        *_table(["what", "mean", "R17"], rows),
        *_table(["VP", "mean"], parts),
    ]


def calibrate(count: int, seed: int) -> Iterator[list[str]]:
    """Measure everything; yields the report section by section.

    Parameters
    ----------
    count
        Games for each table row.
    seed
        The same seed gives the same report.
    """
    yield players_section(count, seed)
    yield levels_section(count, seed)
    usage = record_usage(count, seed)
    yield totals_section(usage)
    yield usage_section(usage)


SECTIONS: Final = 4
