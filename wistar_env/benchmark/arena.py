"""The arena: bots against each other, every game replayed with each rotation of the chairs.

Luck of the cards and of the chair meets every bot alike, so fewer games tell more. A row of the
results file is one game::

    {"game": 17, "seed": 6110932853742651973, "rotation": 1, "seats": [1, 0],
     "scores": [61, 58], "ranks": [1, 2], "decisions": 340, "breakdowns": [{...}, {...}]}

``game`` is its number in the run, and its ``seed`` is ``portions.game_seed`` of that. ``seats``
gives the bot in each chair, by its place on the command line; the lists that follow are by chair
too. A game is played again with ``Game.new(num_players=len(seats), seed=seed)``.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from wistar_env.benchmark.fingerprints import fingerprint
from wistar_env.benchmark.matches import Match
from wistar_env.benchmark.portions import Plan, Portion, game_seed, in_portions
from wistar_env.benchmark.results import Header, Key, ResultRow, data_version
from wistar_env.benchmark.rows import ArenaRow, checked
from wistar_env.components import Components
from wistar_env.errors import BotError
from wistar_env.game import Game
from wistar_env.gate import MAX_SEATS

FEWEST: Final = 2


def rotations(seats: int) -> list[tuple[int, ...]]:
    """Return the seatings of a game's replays: every bot sits in every chair once."""
    return [
        tuple((chair + rotation) % seats for chair in range(seats)) for rotation in range(seats)
    ]


def _row(match: Match) -> ResultRow:
    scores = match.game.scores()
    ranking = list(match.game.ranking())
    return {
        "game": match.number,
        "seed": match.seed,
        "rotation": match.replay,
        "seats": list(match.seating),
        "scores": [score.pop("total") for score in scores],
        "ranks": [ranking.index(chair) + 1 for chair in range(len(scores))],
        "decisions": match.decisions,
        "breakdowns": scores,
    }


def _matches(portion: Portion, components: Components, number: int) -> list[Match]:
    seats, seed = len(portion.bots), game_seed(portion.seed, number)
    return [
        Match(
            Game.new(num_players=seats, seed=seed, data=components),
            seed,
            seating,
            portion.seed,
            number,
            rotation,
        )
        for rotation, seating in enumerate(rotations(seats))
    ]


def play_portion(portion: Portion) -> list[ResultRow]:
    """Play one portion: all rotations of some games."""
    components = portion.components()
    matches = [match for number in portion.games for match in _matches(portion, components, number)]
    portion.play(matches)
    return [_row(match) for match in matches]


def _key_of(seats: int, seed: int, row: ResultRow) -> Key:
    known = checked(ArenaRow, row, seed)
    if known.rotation >= seats or known.seats != [*rotations(seats)[known.rotation]]:
        raise ValueError(f"rotation {known.rotation} with the seats {known.seats}")
    if {len(each) for each in (known.scores, known.ranks, known.breakdowns)} != {seats}:
        raise ValueError(f"not of {seats} seats")
    return known.game, known.rotation


def _keys(portion: Portion) -> list[Key]:
    return [(number, rotation) for number in portion.games for rotation in range(len(portion.bots))]


def plan(
    bots: Sequence[str],
    *,
    games: int,
    seed: int,
    batch: int,
    data: str | None = None,
    bot_timeout: float | None = None,
) -> Plan:
    """Return the plan of an arena.

    Parameters
    ----------
    bots
        Specs of 2 to 4 bots, one a chair; the same bot may sit in several.
    games
        Different games; each is played once for every rotation.
    seed
        Another seed gives other games.
    batch
        Different games that are played together.
    data
        A data folder, None for the package's own.
    bot_timeout
        Seconds that a bot may take to be built, to be reset and for each answer; None for any time.

    Raises
    ------
    BotError
        If there are not 2 to 4 bots, or one cannot be found.
    DataError
        If the data folder is not valid.
    """
    if not FEWEST <= len(bots) <= MAX_SEATS:
        raise BotError(f"the arena takes {FEWEST} to {MAX_SEATS} bots, found {len(bots)}")
    settings = {
        "bots": [[bot, fingerprint(bot, bot_timeout)] for bot in bots],
        "seed": seed,
        "batch": batch,
    }
    version = data_version(data)
    return Plan(
        header=Header("arena", settings, data=version),
        portions=tuple(
            Portion(
                tuple(bots),
                seed,
                numbers,
                data=data,
                data_version=version,
                bot_timeout=bot_timeout,
            )
            for numbers in in_portions(games, batch)
        ),
        play=play_portion,
        key_of=partial(_key_of, len(bots), seed),
        keys=_keys,
    )
