"""Options of a game: Rat-o-bot's level or Track cards (BOT-09..13).

A batch has an opaque ``OPTIONS`` record for each game; ``choose_tracks`` draws the open values from
the seed of the game.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer
from wistar_env.compiled.jit import declare, inline
from wistar_env.compiled.records import record
from wistar_env.compiled.streams import FOR_LEVEL, FOR_TRACKS, below, stream
from wistar_env.compiled.types import Seed
from wistar_env.games.rats_of_wistar.rules.difficulty import (
    HIGHEST_INDEX,
    HIGHEST_LEVEL,
    Tracks,
    check_agreement,
    check_terms,
    check_tracks,
    tracks_by_level,
)
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.types import Game
from wistar_env.games.rats_of_wistar.tables.layout import I
from wistar_env.games.rats_of_wistar.tables.limits import TRACKS

OPTIONS: Final = record(
    [
        ("level_low", I),  # NONE takes the Track cards of ``tracks``
        ("level_high", I),
        ("tracks", I, (TRACKS,)),
    ]
)
#: The report of a finished game, in addition to that of every game.
REPORT: Final = record([("level", I)])
declare("options", OPTIONS)
declare("report", REPORT)

Options: TypeAlias = Annotated[Any, "options"]  # one OPTIONS record
Report: TypeAlias = Annotated[Any, "report"]  # one REPORT record

#: ``5``; ``range(3, 7)`` or ``(3, 6)``, both drawing 3 to 6 for every game; or a list or array with
#: a level for each game.
Level: TypeAlias = int | range | tuple[int, int] | Sequence[int] | npt.NDArray[Any]

_ALLOWED: Final = f"an integer from 0 to {HIGHEST_LEVEL}, a range of them, or one for each game"
_TRACKS_OF: Final = tracks_by_level()


@inline
def choose_tracks(g: Game, options: Options, seed: Seed) -> None:
    """Choose Rat-o-bot's Track cards as ``difficulty.choose_tracks`` does (BOT-09..13)."""
    if options.level_low == NONE:
        for symbol in range(TRACKS):
            g.bot.indices[symbol] = options.tracks[symbol]
        return
    level = int(options.level_low)
    level += below(stream(seed, FOR_LEVEL), int(options.level_high) - level + 1)
    option = below(stream(seed, FOR_TRACKS), TRACKS)
    for symbol in range(TRACKS):
        g.bot.indices[symbol] = _TRACKS_OF[level, option, symbol]


def levels_of(records: npt.NDArray[Any]) -> npt.NDArray[np.int16]:
    """Return the level of each game, int16, shape (n,); 0 without Rat-o-bot."""
    levels: npt.NDArray[np.int16] = records["level"].copy()
    return levels


def options_for(
    num_players: int, num_games: int, level: Level | None, tracks: Tracks | None
) -> npt.NDArray[Any]:
    """Return the options of each game: shape (num_games,), dtype OPTIONS.

    Raises
    ------
    TypeError, ValueError
        If level or tracks are invalid, do not agree, are missing in a solo game, or given in
        another one.
    """
    check_terms(num_players, level, tracks)
    bounds = level_bounds(level, num_games)
    options = np.zeros(num_games, OPTIONS)
    if tracks is not None:
        options["tracks"] = chosen = check_tracks(tracks)
        if level is not None:
            check_agreement(chosen, level, int(bounds.min()), int(bounds.max()))
            bounds = level_bounds(None, num_games)
    options["level_low"], options["level_high"] = bounds.T
    return options


def _integer(value: object) -> int:
    return integer("level", value, 0, HIGHEST_LEVEL)


def _is_one(level: Sequence[int] | npt.NDArray[Any]) -> bool:
    """Return whether a sequence is meant as one level: text, or an array of no dimension."""
    return isinstance(level, str | bytes) or np.ndim(level) == 0


def level_bounds(level: Level | None, num_games: int) -> npt.NDArray[np.int16]:
    """Return the lowest and the highest level of each game: int16, shape (num_games, 2).

    Without a level all are NONE.

    Raises
    ------
    TypeError
        If a level is no integer.
    ValueError
        If a level is out of range, a range is empty or has gaps, or there is not one level a game.
    """
    if level is None:
        return np.full((num_games, 2), NONE, np.int16)
    if isinstance(level, range):
        if level.step != 1 or len(level) == 0:
            raise ValueError(f"level must be {_ALLOWED}, found {level}")
        level = (level[0], level[-1])
    if isinstance(level, tuple):
        if len(level) != 2 or level[0] > level[1]:
            raise ValueError(f"level must be (lowest, highest) as a tuple, found {level}")
        return np.array([[_integer(bound) for bound in level]] * num_games, np.int16)
    if isinstance(level, Sequence | np.ndarray) and not _is_one(level):
        if np.shape(level) != (num_games,):
            raise ValueError(
                f"level must be {_ALLOWED}: {num_games} games, found shape {np.shape(level)}"
            )
        each = [_integer(value) for value in level]
        return np.array([each, each], np.int16).T.copy()
    return np.full((num_games, 2), _integer(level), np.int16)


#: The ranges of the fields of ``OPTIONS`` and ``REPORT``, for untrusted saves.
OPTION_RANGES: Final = (
    ("level_low", (NONE, HIGHEST_LEVEL)),
    ("level_high", (NONE, HIGHEST_LEVEL)),
    ("tracks", (0, HIGHEST_INDEX)),
)
REPORT_RANGES: Final = (("level", (0, HIGHEST_LEVEL)),)


def wrong_options(options: npt.NDArray[Any]) -> tuple[int, str] | None:
    """Find options with an incomplete or reversed range of levels; return the problem."""
    low, high = options["level_low"], options["level_high"]
    for i in np.flatnonzero((low > high) | ((low == NONE) != (high == NONE)))[:1]:
        least, most = (NONE, NONE) if low[i] == NONE else (low[i], HIGHEST_LEVEL)
        allowed = f"{least} to {most}" if least < most else f"{least}"
        return int(i), f"options.level_high is {high[i]}; allowed: {allowed}"
    return None
