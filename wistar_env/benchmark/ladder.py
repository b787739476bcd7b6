"""The ladder of Rats of Wistar: bots play the same games against Rat-o-bot on its levels 0 to 9.

A row of its results file is one game::

    {"bot": "greedy", "level": 3, "game": 17, "seed": 6110932853742651973,
     "tracks": [1, 1, 1], "won": true, "score": 61, "opponent": 58, "decisions": 171,
     "breakdown": {...}, "opponent_breakdown": {...}}

``game`` is its number in the run, and its ``seed`` is ``work_units.game_seed`` of that. The
breakdowns have the VP by category of the final scoring.
``RatsOfWistar.new(num_players=1, level=level, seed=seed)`` starts the same game.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, cast

from wistar_env.benchmark.fingerprints import identify
from wistar_env.benchmark.matches import Match
from wistar_env.benchmark.result_rows import (
    Breakdown,
    Count,
    GameRow,
    Number,
    checked,
    with_total,
)
from wistar_env.benchmark.results import (
    Header,
    Key,
    ResultRow,
    common_settings,
    data_version,
    rules_version,
)
from wistar_env.benchmark.work_units import Plan, WorkUnit, batches_of, play_rows
from wistar_env.errors import BotError
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
        if self.won != (self.score > self.opponent):  # a tie is lost (BOT-118)
            raise ValueError(f"won is {self.won} with a score of {self.score} to {self.opponent}")
        if self.tracks != [*choose_tracks(self.level, self.seed)]:
            raise ValueError(f"tracks {self.tracks} are not those of its level and seed")


def has_levels(game: type[kit.Game]) -> bool:
    """Whether bots of a game climb levels of an automaton; all others climb ``opponents``."""
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
        raise ValueError(f"of bot {known.bot!r} on level {known.level}")
    known.check(RatsOfWistar.spec)
    return known.bot, known.level, known.game


def _keys(unit: WorkUnit) -> list[Key]:
    return [(unit.bots[0], unit.options["level"], number) for number in unit.games]


def _check_options(options: Mapping[str, Any]) -> None:
    """Raise ValueError or TypeError for wrong options, and for those that decide the level."""
    RatsOfWistar.spec.check_options(1, options)
    for option in OPTIONS:
        if option.name in options and LEVEL.name in (option.name, option.implies):
            raise ValueError(
                f"the levels of the ladder decide {option.name}: choose levels instead, such as "
                "--levels 3"
            )


def plan(
    bots: Sequence[str],
    *,
    levels: Sequence[int],
    games: int,
    seed: int,
    batch: int,
    data: str | None = None,
    bot_timeout: float | None = None,
    options: Mapping[str, Any] | None = None,
) -> Plan:
    """Return the plan of a ladder.

    Parameters
    ----------
    bots
        Specs of the bots (``players.parse``), each different.
    levels
        Levels of Rat-o-bot, 0 to 9.
    games
        Games of each bot on each level.
    seed
        The seed of the run.
    batch
        The number of games per call of a bot.
    data
        A data folder or the name of a card set, None for the bundled data.
    bot_timeout
        The limit in seconds for building, resetting and each decision of a bot; None for no limit.
    options
        Options of all games, by name, but not those that the levels decide.

    Raises
    ------
    BotError
        If a bot is named twice or cannot be found.
    DataError
        If the data folder is not valid.
    TypeError, ValueError
        If an option is unknown or wrong, or decides the level.
    """
    if len(set(bots)) < len(bots):
        raise BotError("the ladder accepts each bot only once")
    given = dict(options or {})
    _check_options(given)
    known = {bot: identify(bot, RatsOfWistar.spec, bot_timeout) for bot in bots}
    settings = {
        **common_settings(RatsOfWistar, data, seed, batch, given),
        "bots": {bot: known[bot].fingerprint for bot in bots},
        "levels": list(levels),
    }
    version = data_version(RatsOfWistar, data)
    return Plan(
        header=Header(
            "ladder", settings, data=version, rules=rules_version(RatsOfWistar, __name__)
        ),
        units=tuple(
            WorkUnit(
                RatsOfWistar,
                (bot,),
                seed,
                numbers,
                options={**given, LEVEL.name: level},
                seatings=((HUMAN, RAT_O_BOT),),
                data=data,
                data_version=version,
                bot_timeout=bot_timeout,
                identities=(known[bot],),
            )
            for bot in bots
            for level in levels
            for numbers in batches_of(games, batch)
        ),
        play=play_unit,
        key_of=partial(_key_of, bots, levels, seed),
        keys=_keys,
    )
