"""The arena: bots against each other, every game repeated with each rotation of the chairs.

All bots share the luck of the cards and the chairs, which reduces variance. With more bots than
chairs, every combination of them is a table, and all tables play the same games. A row of the
results file is one game::

    {"game": 17, "seed": 6110932853742651973, "rotation": 1, "seats": [1, 0],
     "scores": [61, 58], "ranks": [1, 2], "decisions": 340, "breakdowns": [{...}, {...}]}

``game`` is its number in the run, and its ``seed`` is ``work_units.game_seed`` of that. ``seats``
has the bot in each chair, by its index on the command line; the other lists are by chair, too.
``rotation`` counts the seatings of a table. ``Game.new(num_players=len(seats), seed=seed)`` starts
the same game.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Final, TypeAlias

from wistar_env.benchmark.fingerprints import identify
from wistar_env.benchmark.matches import Match
from wistar_env.benchmark.results import Header, Key, ResultRow, data_version
from wistar_env.benchmark.rows import ArenaRow, checked
from wistar_env.benchmark.work_units import Plan, WorkUnit, batches_of, game_seed
from wistar_env.components import Components
from wistar_env.errors import BotError
from wistar_env.games.rats_of_wistar import Game
from wistar_env.gate import MAX_SEATS

FEWEST: Final = 2
MOST_BOTS: Final = 12

#: The bots that meet at one table, by their places on the command line, which go up.
Table: TypeAlias = tuple[int, ...]


def tables(bots: int, players: int) -> list[Table]:
    """Return the tables: every combination of this number of bots, once."""
    return list(combinations(range(bots), players))


def rotations(seats: int) -> list[tuple[int, ...]]:
    """Return the seatings of a game's replays: every bot sits in every chair once."""
    return [
        tuple((chair + rotation) % seats for chair in range(seats)) for rotation in range(seats)
    ]


def _row(match: Match, places: Table) -> ResultRow:
    scores = match.game.scores()
    ranking = list(match.game.ranking())
    return {
        "game": match.number,
        "seed": match.seed,
        "rotation": match.replay % len(places),
        "seats": [places[bot] for bot in match.seating],
        "scores": [score.pop("total") for score in scores],
        "ranks": [ranking.index(chair) + 1 for chair in range(len(scores))],
        "decisions": match.decisions,
        "breakdowns": scores,
    }


def _matches(unit: WorkUnit, components: Components, number: int) -> list[Match]:
    seats, seed = len(unit.bots), game_seed(unit.seed, number)
    return [
        Match(
            Game.new(num_players=seats, seed=seed, data=components),
            seed,
            seating,
            unit.seed,
            number,
            unit.table * seats + rotation,
            recorded=unit.saves_replay(number),
        )
        for rotation, seating in enumerate(rotations(seats))
    ]


def play_unit(unit: WorkUnit) -> list[ResultRow]:
    """Play one unit: all rotations of some games at one table."""
    components = unit.components()
    matches = [match for number in unit.games for match in _matches(unit, components, number)]
    unit.play(matches)
    return [_row(match, unit.places) for match in matches]


def _key_of(numbers: Mapping[Table, int], seed: int, row: ResultRow) -> Key:
    known = checked(ArenaRow, row, seed)
    table = tuple(sorted(known.seats))
    seats = len(table)
    if (
        table not in numbers
        or known.rotation >= seats
        or known.seats != [table[bot] for bot in rotations(seats)[known.rotation]]
    ):
        raise ValueError(f"rotation {known.rotation} with the seats {known.seats}")
    known.check()
    return known.game, numbers[table] * seats + known.rotation


def _keys(unit: WorkUnit) -> list[Key]:
    seats = len(unit.bots)
    first = unit.table * seats
    return [(number, first + rotation) for number in unit.games for rotation in range(seats)]


def _replay_files(unit: WorkUnit) -> list[Path]:
    writer, seats = unit.replay_writer, len(unit.bots)
    if writer is None:
        return []
    return [
        writer.named(unit.bots, seating, None, number, unit.table * seats + rotation)
        for number in unit.games
        if unit.saves_replay(number)
        for rotation, seating in enumerate(rotations(seats))
    ]


def _check_players(bots: int, players: int | None) -> int:
    """Return the number of bots per game; None means all of them."""
    if players is None:
        if not FEWEST <= bots <= MAX_SEATS:
            more = f"; up to {MOST_BOTS} with --players" if MAX_SEATS < bots <= MOST_BOTS else ""
            raise BotError(f"the arena takes {FEWEST} to {MAX_SEATS} bots, found {bots}{more}")
        return bots
    if not FEWEST <= bots <= MOST_BOTS:
        raise BotError(f"the arena takes {FEWEST} to {MOST_BOTS} bots, found {bots}")
    most = min(bots, MAX_SEATS)
    if not FEWEST <= players <= most:
        allowed = f"{FEWEST} to {most}" if most > FEWEST else str(FEWEST)
        raise BotError(f"--players {players}: with {bots} bots it is {allowed}")
    return players


def plan(
    bots: Sequence[str],
    *,
    games: int,
    seed: int,
    batch: int,
    players: int | None = None,
    data: str | None = None,
    bot_timeout: float | None = None,
) -> Plan:
    """Return the plan of an arena.

    Parameters
    ----------
    bots
        Specs of 2 to 4 bots, one per chair, or with ``players`` of up to ``MOST_BOTS``; a bot may
        occur several times.
    games
        The number of different games; each is played with every rotation of every table.
    seed
        The seed of the run.
    batch
        The number of different games per work unit.
    players
        The number of bots per game, 2 to 4, in all combinations. None for all bots.
    data
        A data folder, None for the bundled one.
    bot_timeout
        The limit in seconds for building, resetting and each decision of a bot; None for no limit.

    Raises
    ------
    BotError
        If the number of bots is out of range or less than ``players``, or one cannot be found.
    DataError
        If the data folder is not valid.
    """
    seats = _check_players(len(bots), players)
    known = {bot: identify(bot, bot_timeout) for bot in dict.fromkeys(bots)}
    settings = {
        "bots": [[bot, known[bot].fingerprint] for bot in bots],
        "seed": seed,
        "batch": batch,
        # Not named where all play, so that those results files are what they always were.
        **({"players": seats} if seats < len(bots) else {}),
    }
    meeting = tables(len(bots), seats)
    version = data_version(data)
    return Plan(
        header=Header("arena", settings, data=version),
        units=tuple(
            WorkUnit(
                tuple(bots[place] for place in table),
                seed,
                numbers,
                data=data,
                data_version=version,
                bot_timeout=bot_timeout,
                identities=tuple(known[bots[place]] for place in table),
                places=table,
                table=number,
            )
            for numbers in batches_of(games, batch)
            for number, table in enumerate(meeting)
        ),
        play=play_unit,
        key_of=partial(_key_of, {table: number for number, table in enumerate(meeting)}, seed),
        keys=_keys,
        replay_files=_replay_files,
    )
