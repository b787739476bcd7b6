"""The options of a game: the level or the Track cards of Rat-o-bot (BOT-09..13)."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, TypeAlias

from wistar_env.compiled.jit import declare, inline
from wistar_env.compiled.records import record
from wistar_env.compiled.streams import FOR_TRACKS, below, stream
from wistar_env.compiled.types import Seed
from wistar_env.games.rats_of_wistar.rules.difficulty import (
    HIGHEST_INDEX,
    HIGHEST_LEVEL,
    is_legal,
    tracks_by_level,
)
from wistar_env.games.rats_of_wistar.tables.layout import I
from wistar_env.games.rats_of_wistar.tables.limits import TRACKS as TRACK_CARDS
from wistar_env.kit.game.options import UNSET, Option, option_record


def _differ(tracks: Sequence[int]) -> str:
    return "" if is_legal(tracks) else "no two indices may differ by 2 or more"


LEVEL: Final = Option(
    name="level",
    help="difficulty of Rat-o-bot, the solo opponent; 9 is hard to beat",
    high=HIGHEST_LEVEL,
    default=3,
    players=(1,),
    label="Level of Rat-o-bot",
    training=(0, HIGHEST_LEVEL),
    evaluation=HIGHEST_LEVEL,
)
TRACKS: Final = Option(
    name="tracks",
    help="difficulty indices of Rat-o-bot's Track cards (on the command line, such as 2-2-3), "
    "replacing the level; they differ by at most 1",
    high=HIGHEST_INDEX,
    parts=("Structure", "Tool", "Automaton"),
    players=(1,),
    check=_differ,
    implies=LEVEL.name,
    in_words=lambda tracks: LEVEL.words(sum(tracks)),
)
OPTIONS: Final = (LEVEL, TRACKS)
OPTION_RECORD: Final = option_record(OPTIONS)

#: Fields of a finished game's report, in addition to those common to all games.
REPORT: Final = record([("level", I)])
declare("report", REPORT)

Report: TypeAlias = Annotated[Any, "report"]  # one REPORT record

_TRACKS_OF: Final = tracks_by_level()


@inline
def apply_options(g: Any, seed: Seed) -> None:
    """Complete the options of a new game.

    Without given Track cards, a solo game gets those that the seed selects for the level, the same
    as from ``difficulty.choose_tracks``.
    """
    if g.automata == 1 and g.options.tracks[0] == UNSET:
        chosen = below(stream(seed, FOR_TRACKS), TRACK_CARDS)
        for symbol in range(TRACK_CARDS):
            g.options.tracks[symbol] = _TRACKS_OF[g.options.level, chosen, symbol]
