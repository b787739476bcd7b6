"""Use of Inventions, Sectors, Objectives and ability spaces by greedy against itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np

from experiments.greedy_games import record_games
from experiments.report import (
    Counts,
    Flag,
    Games,
    abilities,
    chiefs,
    inventions,
    mains,
    objectives,
)
from wistar_env.games.rats_of_wistar.components import Folder, open_components
from wistar_env.games.rats_of_wistar.heuristics.features import WEIGHTS
from wistar_env.games.rats_of_wistar.rules.actions import NUM_ACTIONS
from wistar_env.games.rats_of_wistar.rules.difficulty import Tracks
from wistar_env.games.rats_of_wistar.rules.state import GAME
from wistar_env.games.rats_of_wistar.tables.catalogue import Catalogue
from wistar_env.games.rats_of_wistar.tables.limits import CARDS, OBJECTIVES
from wistar_env.kit.common_fields import common_fields

SEATS: Final = 2

#: Reasons why greedy (nearly) never or always takes something, or misses a target: our judgement
#: from the data and greedy's weights, not measured.
REASONS: Final = MappingProxyType(
    {
        "Hut": "the Potion is less valuable than a Main action with its bonus, and greedy gives no "
        "weight to a better place in the turn order.",
        "beds built": "greedy keeps nearly all Workers on the Farm, where Projects and Exploring "
        "bring more than Beds and Rooms, so the Strength of Building Beds is mostly 0 or 1; "
        "weights that make it build more scored less.",
        "rooms dug": "as with Beds: hardly any Workers are in the Forest to dig.",
        "Great Diggers": "it counts Rooms, which greedy hardly digs.",
        "Warm Beds": "it counts Beds, which greedy hardly builds.",
        "Bed discount": "it costs an item, gives no VP, and greedy hardly builds Beds.",
        "Dig discount": "it costs an item, gives no VP, and greedy hardly digs Rooms.",
        "Veranda": "it costs nothing and has the second highest VP of the brown spaces.",
        "3 VP": "it costs nothing and has the highest VP of the brown spaces, and half of a pair.",
        "Main action": "greedy removes about one grey cube per game, and 6 VP goes first.",
        "Hero": "greedy removes about one grey cube per game, and 6 VP goes first.",
    }
)
UNKNOWN: Final = "unknown."


@dataclass(frozen=True)
class Usage:
    """The decisions of greedy in its games against itself."""

    # ``taken``, ``held``, ``played``, ``shown``: counts as in ``record_games``: int64[NUM_ACTIONS],
    # [CARDS], [CARDS], [OBJECTIVES].
    taken: Counts
    held: Counts
    played: Counts
    shown: Counts
    games: Games  # the games at their ends, dtype ``GAME``


def fresh_games(count: int, num_players: int, tracks: Tracks) -> Games:
    """Return records with the player counts and Rat-o-bot's tracks: GAME[count]."""
    games = np.zeros(count, GAME)
    games["seats"], games["automata"] = max(SEATS, num_players), num_players == 1
    if num_players == 1:
        games["options"]["tracks"], games["options"]["level"] = tracks, sum(tracks)
    return games


def record_usage(count: int, seed: int, data: Folder | None = None) -> Usage:
    """Play ``count`` two-player games of greedy against itself, and count its decisions."""
    components, games = open_components(data), fresh_games(count, SEATS, (0, 0, 0))
    taken, held, played, shown = (
        np.zeros(size, np.int64) for size in (NUM_ACTIONS, CARDS, CARDS, OBJECTIVES)
    )
    record_games(
        components.rules,
        components.tables,
        games,
        common_fields(games),
        seed,
        WEIGHTS.copy(),
        common_fields(np.zeros(2, GAME)),
        taken,
        held,
        played,
        shown,
    )
    return Usage(taken, held, played, shown, games)


def together(parts: Sequence[Usage]) -> Usage:
    """Return the sum of several runs."""
    taken, held, played, shown = (
        np.sum([getattr(part, name) for part in parts], axis=0)
        for name in ("taken", "held", "played", "shown")
    )
    return Usage(taken, held, played, shown, np.concatenate([part.games for part in parts]))


def usage_section(usage: Usage, names: Catalogue, flags: list[Flag]) -> list[str]:
    """Report what greedy uses."""
    players = usage.games["players"][:, :SEATS]
    tables = [
        chiefs(names, usage.taken),
        mains(usage.taken),
        objectives(names, players, usage.shown),
        abilities(names, players),
    ]
    lines, said = inventions(names, usage.held, usage.played)
    flags += said
    flags += [each for shares in tables for each in shares.flags()]
    return [
        f"## Components used by greedy, two players, {len(usage.games)} games",
        "",
        *lines,
        *(line for shares in tables for line in shares.lines()),
    ]


def notes_section(flags: Sequence[Flag]) -> list[str]:
    """Report the reasons for all flags; empty without flags."""
    if not flags:
        return []
    lines = [f"- {name} ({said}): {REASONS.get(name, UNKNOWN)}" for name, said in flags]
    return ["## Notes", "", *lines, ""]
