"""Entry points for the opponents in one game, with the same draws and decisions as in a batch."""

from typing import Annotated, Any, TypeAlias

from wistar_env.compiled.jit import entry
from wistar_env.compiled.streams import FOR_OPPONENT_CHANCES, stream
from wistar_env.compiled.types import DoubleArray, ShortArray
from wistar_env.kit.batch.games import policy_action, set_policies
from wistar_env.kit.batch.rows import Policy
from wistar_env.kit.common_fields import GameArray
from wistar_env.kit.game_calls import deciding, over, play_on
from wistar_env.kit.rules_interface import Legal, TablesArray

RowArray: TypeAlias = Annotated[Any, "row array"]  # dtype GAME_ROW

# As plain integers, which are constants in compiled code.
_RANDOM, _GREEDY = int(Policy.RANDOM), int(Policy.GREEDY)


@entry
def draw_policies(games: GameArray, i: int, rows: RowArray, pool: ShortArray) -> None:
    """Draw the learner's seat and the policies from ``rows[0].seed``, and seed their stream."""
    set_policies(games[i], rows[0], pool)
    rows[0].opponent_rng = stream(rows[0].seed, FOR_OPPONENT_CHANCES)


@entry
def play_compiled(
    tables: TablesArray,
    games: GameArray,
    i: int,
    rows: RowArray,
    legal: Legal,
    weights: DoubleArray,
    scratch: GameArray,
    played: ShortArray,
) -> int:
    """Play compiled policies until another policy decides, the game ends or ``played`` is full.

    Writes the actions to ``played`` and returns their number.
    """
    t, g, row = tables[0], games[i], rows[0]
    count = 0
    while not over(g) and count < len(played):
        who = int(row.policies[deciding(g)])
        if who not in (_RANDOM, _GREEDY):
            return count
        played[count] = policy_action(t, g, row, who, legal, weights, scratch)
        play_on(t, g, int(played[count]), legal)
        count += 1
    return count
