"""The ladder of any game: challengers play against increasingly strong bots.

In a game, the challenger has one seat and copies of the opponent have all others. Each game is
repeated with the challenger in every seat, and all challengers play the same games against every
opponent. A row of the results file is one game::

    {"bot": "careful", "opponent": "random", "game": 17, "seed": 6110932853742651973,
     "rotation": 1, "seats": [1, 0, 1], "scores": [1, 4, 0], "ranks": [2, 1, 3],
     "decisions": 243, "breakdowns": [{...}, {...}, {...}]}

The fields are those of the arena, and ``bot`` and ``opponent``: ``seats`` has 0 for the challenger
and 1 for the opponent, and ``rotation`` is the challenger's seat.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final, Unpack

from wistar_env.arguments import span
from wistar_env.benchmark.arena import FEWEST, arena_row, check_automata
from wistar_env.benchmark.matches import Match
from wistar_env.benchmark.planning import PlannedRun, RunSettings, check_once
from wistar_env.benchmark.result_rows import ArenaRow, checked
from wistar_env.benchmark.results import Key, ResultRow
from wistar_env.benchmark.work_units import Plan, WorkUnit
from wistar_env.errors import BotError
from wistar_env.kit.game import Game, GameSpec
from wistar_env.kit.game.registry import find_game

CHALLENGER: Final = 0
OPPONENT: Final = 1


class OpponentRow(ArenaRow):
    """A game of a challenger against copies of one opponent."""

    bot: str
    opponent: str


def seatings(seats: int) -> list[tuple[int, ...]]:
    """Return the seatings of a game: the challenger takes each seat once."""
    return [
        tuple(CHALLENGER if seat == own else OPPONENT for seat in range(seats))
        for own in range(seats)
    ]


def _row(unit: WorkUnit, match: Match) -> ResultRow:
    bot, opponent = unit.bots
    return {"bot": bot, "opponent": opponent, **arena_row(match, match.replay, match.seating)}


def _key_of(
    spec: GameSpec,
    bots: Sequence[str],
    opponents: Sequence[str],
    seats: int,
    seed: int,
    row: ResultRow,
) -> Key:
    known = checked(OpponentRow, row, seed, spec)
    if known.bot not in bots or known.opponent not in opponents:
        raise ValueError(f"the run has no game of bot {known.bot!r} against {known.opponent!r}")
    if known.rotation >= seats or tuple(known.seats) != seatings(seats)[known.rotation]:
        raise ValueError(
            f"the run has no game in rotation {known.rotation} with the seats {known.seats}"
        )
    known.check(spec)
    return known.bot, known.opponent, known.game, known.rotation


def _keys(unit: WorkUnit) -> list[Key]:
    seats = range(unit.num_players)
    return [(*unit.bots, number, seat) for number in unit.games for seat in seats]


def seats_of(spec: GameSpec, players: int | None = None) -> int:
    """Return the player count of a game's ladder; None means the minimum.

    Raises BotError if the game does not support this number, is for one player, or has automata
    with this number.
    """
    fewest, most = max(FEWEST, spec.min_players), spec.max_players
    if most < fewest:
        raise BotError(f"{spec.title} is a game for one player, but this ladder needs opponents")
    seats = fewest if players is None else players
    if not fewest <= seats <= most:
        raise BotError(f"--players must be {span(fewest, most)} for {spec.title}, found {seats}")
    check_automata(spec, seats)
    return seats


def plan(
    game: type[Game] | str,
    bots: Sequence[str],
    *,
    opponents: Sequence[str] = (),
    players: int | None = None,
    **settings: Unpack[RunSettings],
) -> Plan:
    """Return the plan of a ladder: each game is played from every seat against each opponent.

    ``opponents``: specs of different opponents; empty for ``GameSpec.bots.ladder``. ``players``:
    the player count; None for the minimum. Raises BotError if a bot is named twice or cannot be
    found, or the game does not support this player count. Raises DataError if the data folder is
    not valid. Raises TypeError, ValueError if an option is unknown or wrong.
    """
    game = find_game(game)
    spec = game.spec
    seats, opponents = seats_of(spec, players), tuple(opponents) or spec.bots.ladder
    check_once(bots)
    check_once(opponents, "opponent")
    spec.check_options(seats, settings.get("options") or {})
    planned = PlannedRun(game, seats, (*bots, *opponents), settings)
    return planned.plan(
        "ladder",
        __name__,
        {
            "bots": {bot: planned.fingerprint(bot) for bot in bots},
            "opponents": {opponent: planned.fingerprint(opponent) for opponent in opponents},
            "players": seats,
        },
        (
            planned.unit((bot, opponent), numbers, seatings=tuple(seatings(seats)))
            for bot in bots
            for opponent in opponents
            for numbers in planned.batches
        ),
        _row,
        partial(_key_of, spec, bots, opponents, seats, settings["seed"]),
        _keys,
    )
