"""The options of a game, and how it begins with them.

They are the level or the Track cards of Rat-o-bot (BOT-09..13).
"""

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
    help="difficulty of Rat-o-bot; 0 is gentle, 9 is hard to beat",
    high=HIGHEST_LEVEL,
    default=3,
    players=(1,),
    label="Level of Rat-o-bot",
    training=(0, HIGHEST_LEVEL),
    evaluation=HIGHEST_LEVEL,
)
TRACKS: Final = Option(
    name="tracks",
    help="difficulty indices of Rat-o-bot's Track cards, such as 2-2-3 in commands; they differ by "
    "at most 1",
    high=HIGHEST_INDEX,
    parts=("Structure", "Tool", "Automaton"),
    players=(1,),
    check=_differ,
    implies=LEVEL.name,
    in_words=lambda tracks: LEVEL.words(sum(tracks)),
)
OPTIONS: Final = (LEVEL, TRACKS)
OPTION_RECORD: Final = option_record(OPTIONS)

#: The report of a finished game, in addition to that of every game.
REPORT: Final = record([("level", I)])
declare("report", REPORT)

Report: TypeAlias = Annotated[Any, "report"]  # one REPORT record

_TRACKS_OF: Final = tracks_by_level()


@inline
def apply_options(g: Any, seed: Seed) -> None:
    """Let the options of a game that was set up take effect.

    The seed picks Track cards of the level, as in ``difficulty.choose_tracks``.
    """
    if g.automata == 1 and g.options.tracks[0] == UNSET:
        chosen = below(stream(seed, FOR_TRACKS), TRACK_CARDS)
        for symbol in range(TRACK_CARDS):
            g.options.tracks[symbol] = _TRACKS_OF[g.options.level, chosen, symbol]
