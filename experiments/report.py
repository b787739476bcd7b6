"""Parts of a report: Markdown tables, means, and shares of use."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from wistar_env.benchmark.report import Estimate
from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.rules import actions
from wistar_env.games.rats_of_wistar.rules.categories import CATEGORIES, COLUMNS
from wistar_env.games.rats_of_wistar.spaces.labels import main_actions
from wistar_env.games.rats_of_wistar.tables.catalogue import Catalogue
from wistar_env.games.rats_of_wistar.tables.codes import TYPE_AUTOMATON, TYPE_STRUCTURE, TYPE_TOOL
from wistar_env.games.rats_of_wistar.tables.limits import (
    ABILITIES,
    CARDS,
    MAX_SEATS,
    OBJECTIVES,
    SECTORS,
    SPACES,
)
from wistar_env.kit import single_game_views
from wistar_env.kit.common_fields import common_fields

Counts: TypeAlias = NDArray[np.int64]
Games: TypeAlias = NDArray[Any]
Players: TypeAlias = NDArray[Any]  # dtype PLAYER, (games, players)
Scores: TypeAlias = NDArray[np.int16]  # (..., COLUMNS)

#: A name and its flag, such as ``"never"`` or ``"rarely"``.
Flag: TypeAlias = tuple[str, str]

SELDOM: Final = 0.01
#: Cards held in fewer games are not reported.
RARELY: Final = 20
#: Number of cards listed at either end.
CARDS_LISTED: Final = 10


@dataclass(frozen=True)
class Shares:
    """A table of shares."""

    title: str  # the title of the table
    whole: str  # the unit of ``wholes``
    names: Sequence[str]  # the names of the rows
    # ``parts``, ``wholes``: the count of each row, and the total that it is a share of.
    parts: Counts
    wholes: Counts

    def rows(self) -> list[list[str]]:
        """Return the rows of the table: name, whole, share, and flag."""
        return [
            [name, str(whole), f"{part / whole:.1%}", flag(part / whole)]
            if whole
            else [name, "0", "", ""]
            for name, part, whole in zip(
                self.names, self.parts.tolist(), self.wholes.tolist(), strict=True
            )
        ]

    def lines(self) -> list[str]:
        """Return the table under its title."""
        return titled(self.title, ["name", self.whole, "share", ""], self.rows())

    def flags(self) -> list[Flag]:
        """Return the rows whose share is (nearly) 0 or 1."""
        return [(row[0], row[-1]) for row in self.rows() if row[-1]]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a Markdown table, then an empty line."""
    cells = [[cell.replace("|", "\\|") for cell in line] for line in (head, *rows)]
    lines = [cells[0], ["---"] * len(head), *cells[1:]]
    return ["| " + " | ".join(line) + " |" for line in lines] + [""]


def titled(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a Markdown table under a heading of level 3."""
    return [f"### {title}", "", *table(head, rows)]


def with_interval(estimate: Estimate, form: str = "z.1f") -> str:
    """Return an estimate with its interval."""
    return f"{estimate.value:{form}} ({estimate.low:{form}} to {estimate.high:{form}})"


def flag(share: float) -> str:
    """Return a flag for (nearly) never or always; an empty string if neither."""
    if share in (0, 1):
        return "never" if share == 0 else "always"
    if share < SELDOM:
        return "rarely"
    return "nearly always" if share > 1 - SELDOM else ""


def bit_counts(masks: NDArray[np.integer[Any]], bits: int) -> Counts:
    """Count the masks in which each of the lowest bits is set: int64[bits]."""
    return np.array([np.count_nonzero(masks >> bit & 1) for bit in range(bits)], np.int64)


def score_all(games: Games, data: Components) -> Scores:
    """Return the VP of each seat by category: int16[games, seats, COLUMNS]."""
    out = np.zeros((len(games), MAX_SEATS, COLUMNS), np.int16)
    for i in range(len(games)):
        single_game_views.score(data.rules, common_fields(games), i, out[i].reshape(-1))
    return out[:, : int(games[0]["seats"])]


def categories_table(columns: Mapping[str, Scores]) -> list[str]:
    """Return the table of mean VP by category of the final scoring, a column for each name."""
    rows = [
        [name, *(f"{scores[:, k].mean():.1f}" for scores in columns.values())]
        for k, name in enumerate(CATEGORIES)
    ]
    return table(["category", *columns], rows)


def per_game(players: Players) -> dict[str, float]:
    """Return the average actions per player and game."""
    types = players["types"].reshape(-1, players["types"].shape[-1]).mean(0)
    averages = {
        "missions completed": players["mission_cubes"].mean(),
        "Guests at the end": players["guests_size"].mean(),
        "beds built": players["beds_built"].mean(),
        "rooms dug": players["rooms_dug"].mean(),
        "Inventions played": players["tiers"].sum(-1).mean(),
        "Structures played": types[TYPE_STRUCTURE],
        "Tools played": types[TYPE_TOOL],
        "Automata played": types[TYPE_AUTOMATON],
        "Objectives claimed": players["objectives"].mean(),
    }
    return {name: float(average) for name, average in averages.items()}


def per_game_table(averages: Mapping[str, float]) -> list[str]:
    """Return the table of actions per player and game."""
    return table(["statistic", "mean"], [[name, f"{mean:.1f}"] for name, mean in averages.items()])


def chiefs(names: Catalogue, taken: Counts) -> Shares:
    """Count the shares of the Sectors and the Hut among all Chiefs."""
    in_sectors = taken[actions.PLACE : actions.HUT].reshape(SECTORS, SPACES).sum(1)
    placed = np.append(in_sectors, taken[actions.HUT])
    return Shares(
        "Chiefs by Sector",
        "Chiefs placed",
        (*names.sectors, "Hut"),
        placed,
        np.full(len(placed), placed.sum()),
    )


def mains(taken: Counts) -> Shares:
    """Count the shares of the kinds of Main actions; ``taken`` counts each action."""
    chosen = taken[actions.MAIN : actions.BONUS]
    whole = np.full(len(chosen), chosen.sum())
    return Shares("Main actions chosen", "actions", main_actions(), chosen, whole)


def objectives(names: Catalogue, players: Players, shown: Counts) -> Shares:
    """Count the players that claimed each Objective, out of those to whom it was available."""
    offered = players.shape[1] * shown + bit_counts(players["private"], OBJECTIVES)
    claimed = bit_counts(players["claims"], OBJECTIVES)
    title = "Objectives claimed when available"
    return Shares(title, "players", names.objectives, claimed, offered)


def abilities(names: Catalogue, players: Players) -> Shares:
    """Count the players that uncovered each ability space."""
    gone = bit_counts(players["cubes_gone"], ABILITIES)
    whole = np.full(ABILITIES, players.size)
    return Shares("Ability spaces uncovered", "players", names.abilities, gone, whole)


def _named(names: Sequence[str]) -> str:
    return f" ({', '.join(names)})" if names else ""


def inventions(
    names: Catalogue, held: Counts, played: Counts, own: Mapping[int, str] | None = None
) -> tuple[list[str], list[Flag]]:
    """List the Inventions that are played least and most often from a hand."""
    often = np.flatnonzero(held >= RARELY)
    shares = played[often] / held[often]
    order = often[np.argsort(shares, kind="stable")]
    never, always = ([names.cards[card] for card in often[shares == end]] for end in (0, 1))
    low, high = order[:CARDS_LISTED], order[CARDS_LISTED:][-CARDS_LISTED:]
    rows = [
        [
            f"{names.cards[card]} ({card + 1})",
            str(held[card]),
            f"{played[card] / held[card]:.1%}",
            *([] if own is None else [own[card]]),
        ]
        for card in (*low.tolist(), *high.tolist())
    ]
    head = ["Invention", "games in a hand", "played", *([] if own is None else ["own VP then"])]
    lines = [
        "### Inventions",
        "",
        f"{len(often)} of {CARDS} Inventions were in a hand in at least {RARELY} games.",
        f"Of these, never played: {len(never)}{_named(never)}.",
        f"Of these, always played: {len(always)}{_named(always)}.",
        f"The {CARDS_LISTED} least played and the {CARDS_LISTED} most played Inventions:",
        "",
        *table(head, rows),
    ]
    flags = [(name, "never") for name in never] + [(name, "always") for name in always]
    return lines, flags
