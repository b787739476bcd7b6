"""What a row of a results file must look like, and to which run it may belong."""

from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from wistar_env.benchmark.portions import game_seed
from wistar_env.benchmark.results import ResultRow

# No number of a game comes near; with more, statistics would overflow.
_MOST = 2**63 - 1
Count = Annotated[int, Field(ge=0, le=_MOST)]
Number = Annotated[int, Field(ge=-_MOST, le=_MOST)]


class GameRow(BaseModel):
    """What every row has: the number of the game, its seed and its length."""

    model_config = ConfigDict(strict=True, extra="forbid")

    game: Count
    seed: Count
    decisions: Count


class LadderRow(GameRow):
    """A game of one bot against Rat-o-bot; see ``ladder``."""

    bot: str
    level: Count
    tracks: list[Count]
    won: bool
    score: Number
    opponent: Number
    breakdown: dict[str, Number]
    opponent_breakdown: dict[str, Number]


class ArenaRow(GameRow):
    """A game of bots against each other; see ``arena``."""

    rotation: Count
    seats: list[Count]
    scores: list[Number]
    ranks: list[Count]
    breakdowns: list[dict[str, Number]]


_Kind = TypeVar("_Kind", bound=GameRow)


def _shown(value: object) -> str:
    """Return a value as Python writes it, if it is not too deep for that."""
    try:
        return repr(value)
    except (RecursionError, ValueError):
        return f"{type(value).__name__} beyond measure"


def checked(kind: type[_Kind], row: ResultRow, seed: int) -> _Kind:
    """Return a row of a run in its checked form.

    Parameters
    ----------
    kind
        What it must be.
    row
        As it was read.
    seed
        The seed of the run.

    Raises
    ------
    ValueError
        If it is no such row, or not of this run; the message says which field and why.
    """
    try:
        known = kind.model_validate(row)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        raise ValueError(f"{field}: {first['msg']}, found {_shown(first['input'])}") from None
    if known.seed != game_seed(seed, known.game):
        raise ValueError(f"game {known.game} has not the seed {known.seed}")
    return known
