"""Validation of the rows of a results file."""

from typing import Annotated, Final, TypeAlias, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from wistar_env.arguments import shown
from wistar_env.benchmark.results import ResultRow
from wistar_env.gate import CATEGORIES, TOTAL, resolve_tracks
from wistar_env.seeds import game_seed

# No number of a game comes near; with more, statistics would overflow.
_MOST = 2**63 - 1
Count = Annotated[int, Field(ge=0, le=_MOST)]
Number = Annotated[int, Field(ge=-_MOST, le=_MOST)]
_PARTS: Final = frozenset(CATEGORIES) - {CATEGORIES[TOTAL]}


def _complete(parts: dict[str, int]) -> dict[str, int]:
    if strange := sorted(parts.keys() ^ _PARTS):
        which = "lacks" if strange[0] in _PARTS else "has the unknown"
        raise ValueError(f"it {which} category {strange[0]!r}; see wistar_env.gate.CATEGORIES")
    return parts


#: The VP of a seat by category, every category once.
Breakdown: TypeAlias = Annotated[dict[str, Number], AfterValidator(_complete)]


def _check_sum(name: str, score: int, breakdown: dict[str, int]) -> None:
    if sum(breakdown.values()) != score:
        raise ValueError(f"{name} {score} is not the sum {sum(breakdown.values())} of its parts")


class GameRow(BaseModel):
    """The fields of every row: the number of the game, its seed and its length."""

    model_config = ConfigDict(strict=True, extra="forbid")

    game: Count
    seed: Count
    decisions: Count

    def check(self) -> None:
        """Raise ValueError if the fields contradict each other."""


class LadderRow(GameRow):
    """A game of one bot against Rat-o-bot; see ``ladder``."""

    bot: str
    level: Count
    tracks: list[Count]
    won: bool
    score: Number
    opponent: Number
    breakdown: Breakdown
    opponent_breakdown: Breakdown

    def check(self) -> None:
        """Raise ValueError if scores, breakdowns, winner or tracks contradict each other."""
        _check_sum("score", self.score, self.breakdown)
        _check_sum("opponent", self.opponent, self.opponent_breakdown)
        if self.won != (self.score > self.opponent):  # a tie is lost (BOT-118)
            raise ValueError(f"won is {self.won} with a score of {self.score} to {self.opponent}")
        if self.tracks != [*(resolve_tracks(1, self.level, None, self.seed) or ())]:
            raise ValueError(f"tracks {self.tracks} are not those of its level and seed")


class ArenaRow(GameRow):
    """A game of bots against each other; see ``arena``."""

    rotation: Count
    seats: list[Count]
    scores: list[Number]
    ranks: list[Count]
    breakdowns: list[Breakdown]

    def check(self) -> None:
        """Raise ValueError if seats, scores, breakdowns or ranks contradict each other."""
        seats = len(self.seats)
        if {len(each) for each in (self.scores, self.ranks, self.breakdowns)} != {seats}:
            raise ValueError(f"not of {seats} seats")
        if sorted(self.ranks) != [*range(1, seats + 1)]:
            raise ValueError(f"ranks {self.ranks}, not each of 1 to {seats} once")
        for score, breakdown in zip(self.scores, self.breakdowns, strict=True):
            _check_sum("score", score, breakdown)
        by_rank = [score for _, score in sorted(zip(self.ranks, self.scores, strict=True))]
        if by_rank != sorted(self.scores, reverse=True):
            raise ValueError(f"ranks {self.ranks} contradict the scores {self.scores}")


_Kind = TypeVar("_Kind", bound=GameRow)


def checked(kind: type[_Kind], row: ResultRow, seed: int) -> _Kind:
    """Return a row of a run in its checked form; ``check`` then compares its fields.

    Parameters
    ----------
    kind
        The required kind.
    row
        The row as read.
    seed
        The seed of the run.

    Raises
    ------
    ValueError
        If the row is not valid, or not of this run; the message names the field and the reason.
    """
    try:
        known = kind.model_validate(row)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        raise ValueError(f"{field}: {first['msg']}, found {shown(first['input'])}") from None
    if known.seed != game_seed(seed, known.game):
        raise ValueError(f"game {known.game} has not the seed {known.seed}")
    return known
