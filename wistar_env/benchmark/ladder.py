"""The ladder of Rats of Wistar: bots play the same games against Rat-o-bot on its levels 0 to 9.

A row of its results file is one game::

    {"bot": "greedy", "level": 3, "game": 17, "seed": 6110932853742651973,
     "tracks": [1, 1, 1], "won": true, "score": 61, "opponent": 58, "decisions": 171,
     "breakdown": {...}, "opponent_breakdown": {...}}

``game`` is the number of the game in the run, from which ``work_units.game_seed`` computes its
``seed``. The breakdowns have the VP by category of the final scoring.
``RatsOfWistar.new(num_players=1, level=level, seed=seed)``, with the data of the run, starts the
same game.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, Unpack, cast

from wistar_env.benchmark.matches import Match
from wistar_env.benchmark.planning import PlannedRun, RunSettings, check_once
from wistar_env.benchmark.result_rows import (
    Breakdown,
    Count,
    GameRow,
    Number,
    checked,
    with_total,
)
from wistar_env.benchmark.results import Key, ResultRow
from wistar_env.benchmark.work_units import Plan, WorkUnit, play_rows
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.games.rats_of_wistar.rules.difficulty import choose_tracks
from wistar_env.games.rats_of_wistar.rules.options import LEVEL, OPTIONS
from wistar_env.games.rats_of_wistar.score_checks import check_sum
from wistar_env.kit import game as kit

HUMAN: Final = 0
RAT_O_BOT: Final = 1


class LadderRow(GameRow):
    """A game of one bot against Rat-o-bot."""

    bot: str
    level: Count
    tracks: list[Count]
    won: bool
    score: Number
    opponent: Number
    breakdown: Breakdown
    opponent_breakdown: Breakdown

    def check(self, spec: kit.GameSpec) -> None:
        """Raise ValueError if scores, breakdowns, winner or tracks contradict each other."""
        check_sum(with_total(spec, self.score, self.breakdown))
        check_sum(with_total(spec, self.opponent, self.opponent_breakdown), "opponent")
        if self.won != (self.score > self.opponent):  # a tie counts as a loss (BOT-118)
            raise ValueError(
                f"won must be {self.score > self.opponent} with a score of {self.score} to "
                f"{self.opponent}, found {self.won}"
            )
        tracks = [*choose_tracks(self.level, self.seed)]
        if self.tracks != tracks:
            raise ValueError(
                f"tracks must be {tracks} at level {self.level} with seed {self.seed}, found "
                f"{self.tracks}"
            )


def has_levels(game: type[kit.Game]) -> bool:
    """Return whether a game's ladder has levels of an automaton instead of opponents."""
    return game is RatsOfWistar


def _row(unit: WorkUnit, match: Match) -> ResultRow:
    game = cast(RatsOfWistar, match.game)
    own, other = game.scores()
    return {
        "bot": unit.bots[0],
        "level": unit.options["level"],
        "game": match.number,
        "seed": match.seed,
        "tracks": list(game.tracks or ()),
        "won": game.winner() == HUMAN,
        "score": own.pop("total"),
        "opponent": other.pop("total"),
        "decisions": match.decisions,
        "breakdown": own,
        "opponent_breakdown": other,
    }


#: Plays one unit: one bot, one level, some games.
play_unit: Final = partial(play_rows, _row)


def _key_of(bots: Sequence[str], levels: Sequence[int], seed: int, row: ResultRow) -> Key:
    known = checked(LadderRow, row, seed, RatsOfWistar.spec)
    if known.bot not in bots or known.level not in levels:
        raise ValueError(f"the run has no game of bot {known.bot!r} at level {known.level}")
    known.check(RatsOfWistar.spec)
    return known.bot, known.level, known.game


def _keys(unit: WorkUnit) -> list[Key]:
    return [(unit.bots[0], unit.options["level"], number) for number in unit.games]


def _check_options(options: Mapping[str, Any]) -> None:
    """Raise ValueError or TypeError for wrong options, and for options that set the level."""
    RatsOfWistar.spec.check_options(1, options)
    for option in OPTIONS:
        if option.name in options and LEVEL.name in (option.name, option.implies):
            raise ValueError(
                f"{option.name} cannot be set, since each level of the ladder sets it: choose "
                "levels instead, such as --levels 3"
            )


def plan(bots: Sequence[str], *, levels: Sequence[int], **settings: Unpack[RunSettings]) -> Plan:
    """Return the plan of a ladder: each bot plays each game at every level.

    ``levels``: levels of Rat-o-bot, 0 to 9. Raises BotError if a bot is named twice or cannot be
    found. Raises DataError if the data folder is not valid. Raises TypeError, ValueError if an
    option is unknown or wrong, or sets the level.
    """
    check_once(bots)
    _check_options(settings.get("options") or {})
    planned = PlannedRun(RatsOfWistar, 1, bots, settings)
    return planned.plan(
        "ladder",
        __name__,
        {"bots": {bot: planned.fingerprint(bot) for bot in bots}, "levels": list(levels)},
        (
            planned.unit((bot,), numbers, {LEVEL.name: level}, seatings=((HUMAN, RAT_O_BOT),))
            for bot in bots
            for level in levels
            for numbers in planned.batches
        ),
        _row,
        partial(_key_of, bots, levels, settings["seed"]),
        _keys,
    )
