"""The arena: bots against each other, every game repeated with each rotation of the seats.

All bots play the same deals from every seat, which reduces variance. With more bots than seats,
every combination of bots is a *table*, and all tables play the same games. A row of the results
file is one game::

    {"game": 17, "seed": 6110932853742651973, "rotation": 1, "seats": [1, 0],
     "scores": [61, 58], "ranks": [1, 2], "decisions": 340, "breakdowns": [{...}, {...}]}

``game`` is the number of the game in the run, from which ``work_units.game_seed`` computes its
``seed``. ``seats`` lists the bot in each seat, by its index on the command line; the other lists
are also by seat. ``rotation`` is the number of the table's seating. In ``ranks``, 1 is the best;
bots may tie. ``breakdowns`` has the points by the game's score columns, without the final score.
``Game.new(num_players=len(seats), seed=seed)``, with the options and the data of the run, starts
the same game.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Final, TypeAlias, Unpack

from wistar_env.arguments import span
from wistar_env.benchmark.matches import Match
from wistar_env.benchmark.planning import PlannedRun, RunSettings
from wistar_env.benchmark.result_rows import ArenaRow, checked
from wistar_env.benchmark.results import Key, ResultRow
from wistar_env.benchmark.work_units import Plan, WorkUnit
from wistar_env.errors import BotError
from wistar_env.kit.game import Game, GameSpec
from wistar_env.kit.game.registry import find_game

FEWEST: Final = 2
MOST_BOTS: Final = 12

#: The bots of a game, by their positions on the command line, ascending.
Table: TypeAlias = tuple[int, ...]


def tables(bots: int, players: int) -> list[Table]:
    """Return the tables: every combination of ``players`` bots out of ``bots``."""
    return list(combinations(range(bots), players))


def rotations(seats: int) -> list[tuple[int, ...]]:
    """Return the bot in each seat for every rotation: every bot sits in every seat once."""
    return [tuple((seat + rotation) % seats for seat in range(seats)) for rotation in range(seats)]


def arena_row(match: Match, rotation: int, seats: Sequence[int]) -> ResultRow:
    """Return the row of a game, with the bot in each seat."""
    spec, scores = match.game.spec, match.game.scores()
    total = spec.score_columns[spec.scores.total_column]
    return {
        "game": match.number,
        "seed": match.seed,
        "rotation": rotation,
        "seats": list(seats),
        "scores": [score.pop(total) for score in scores],
        "ranks": match.game.ranks(),
        "decisions": match.decisions,
        "breakdowns": scores,
    }


def _row(unit: WorkUnit, match: Match) -> ResultRow:
    places = unit.places
    return arena_row(match, match.replay % len(places), [places[bot] for bot in match.seating])


def _key_of(spec: GameSpec, numbers: Mapping[Table, int], seed: int, row: ResultRow) -> Key:
    known = checked(ArenaRow, row, seed, spec)
    table = tuple(sorted(known.seats))
    seats = len(table)
    if (
        table not in numbers
        or known.rotation >= seats
        or known.seats != [table[bot] for bot in rotations(seats)[known.rotation]]
    ):
        raise ValueError(
            f"the run has no game in rotation {known.rotation} with the seats {known.seats}"
        )
    known.check(spec)
    return known.game, numbers[table] * seats + known.rotation


def _keys(unit: WorkUnit) -> list[Key]:
    times = range(unit.first_replay, unit.first_replay + len(unit.seatings))
    return [(number, replay) for number in unit.games for replay in times]


def _check_players(spec: GameSpec, bots: int, players: int | None) -> int:
    """Return the number of bots per game: ``players``, or all bots for None.

    Raises BotError if the game or the arena does not allow it.
    """
    fewest, most = max(FEWEST, spec.min_players), spec.max_players
    if most < fewest:
        raise BotError(
            f"{spec.title} is a game for one player, but the arena needs at least two bots"
        )
    if players is None:
        if not fewest <= bots <= most:
            more = f"; up to {MOST_BOTS} with --players" if most < bots <= MOST_BOTS else ""
            raise BotError(f"the arena takes {span(fewest, most)} bots, found {bots}{more}")
        return bots
    if not FEWEST <= bots <= MOST_BOTS:
        raise BotError(f"the arena takes {span(FEWEST, MOST_BOTS)} bots, found {bots}")
    if not fewest <= players <= most:
        raise BotError(f"--players must be {span(fewest, most)}, found {players}")
    return players


def check_automata(spec: GameSpec, players: int) -> None:
    """Raise BotError if the game has automata, which take seats of bots."""
    if automata := spec.seats_of(players)[1]:
        raise BotError(
            f"{spec.title} with {players} players has {automata} automata, but the "
            "arena has seats only for bots"
        )


def plan(
    game: type[Game] | str,
    bots: Sequence[str],
    *,
    players: int | None = None,
    **settings: Unpack[RunSettings],
) -> Plan:
    """Return the plan of an arena: each table plays each game in every rotation.

    ``bots``: specs of bots, at least 2, and without ``players`` one per seat; at most
    ``MOST_BOTS``. A bot may occur several times. If ``players`` exceeds their number, the last bot
    also takes the seats left over. ``players``: the number of bots per game, at least 2; None for
    all bots.
    Raises BotError if the number of bots or players is out of range, a bot cannot be found, or the
    game has automata with this player count. Raises DataError if the data folder is not valid.
    Raises TypeError, ValueError if an option is unknown or wrong.
    """
    game = find_game(game)
    spec = game.spec
    seats = _check_players(spec, len(bots), players)
    check_automata(spec, seats)
    bots = [*bots, *[bots[-1]] * (seats - len(bots))]
    spec.check_options(seats, settings.get("options") or {})
    planned = PlannedRun(game, seats, bots, settings)
    meeting = {table: number for number, table in enumerate(tables(len(bots), seats))}
    return planned.plan(
        "arena",
        __name__,
        {"bots": [[bot, planned.fingerprint(bot)] for bot in bots], "players": seats},
        (
            planned.unit(
                [bots[place] for place in table],
                numbers,
                seatings=tuple(rotations(seats)),
                first_replay=number * seats,
                places=table,
            )
            for numbers in planned.batches
            for table, number in meeting.items()
        ),
        _row,
        partial(_key_of, spec, meeting, settings["seed"]),
        _keys,
    )
