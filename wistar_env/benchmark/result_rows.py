"""Validation of the rows of a results file."""

from collections.abc import Iterable, Mapping
from typing import Annotated, TypeAlias, TypeVar, cast

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
)

from wistar_env.benchmark.results import ResultRow
from wistar_env.kit.game import GameSpec
from wistar_env.seeds import game_seed
from wistar_env.system.untrusted_files import problem_of

# Far more than any number of a game; larger numbers would overflow in statistics.
_MOST = 2**63 - 1
Count = Annotated[int, Field(ge=0, le=_MOST)]
Number = Annotated[int, Field(ge=-_MOST, le=_MOST)]


def _complete(parts: dict[str, int], info: ValidationInfo) -> dict[str, int]:
    spec = cast(GameSpec, info.context)
    known = [name for k, name in enumerate(spec.score_columns) if k != spec.scores.total_column]
    if strange := sorted({*parts} ^ {*known}):
        which = "lacks the" if strange[0] in known else "has an unknown"
        allowed = ", ".join(known) or "none"
        raise ValueError(
            f"the breakdown {which} category {strange[0]!r}; the categories of {spec.name} are "
            f"{allowed}"
        )
    return parts


#: The points of a seat by category (all categories required), without the final score.
Breakdown: TypeAlias = Annotated[dict[str, Number], AfterValidator(_complete)]


def with_total(spec: GameSpec, score: int, breakdown: Mapping[str, int]) -> dict[str, int]:
    """Return the points of a seat by ``spec.score_columns``, the final score included."""
    return {**breakdown, spec.score_columns[spec.scores.total_column]: score}


class GameRow(BaseModel):
    """The fields of every row: the number of the game, its seed and its length.

    The first row of a unit counts the replies of language models: by bot, all replies and those
    that could not be read.
    """

    model_config = ConfigDict(strict=True, extra="forbid")

    game: Count
    seed: Count
    decisions: Count
    replies: dict[str, Annotated[list[Count], Field(min_length=2, max_length=2)]] | None = None

    def check(self, spec: GameSpec) -> None:
        """Do nothing; subclasses raise ValueError if their fields contradict each other."""


class ArenaRow(GameRow):
    """A game of bots against each other; see ``arena``."""

    rotation: Count
    seats: list[Count]
    scores: list[Number]
    ranks: list[Count]
    breakdowns: list[Breakdown]

    def check(self, spec: GameSpec) -> None:
        """Raise ValueError if seats, scores, breakdowns or ranks contradict each other.

        Seats may tie; the next ranks are then skipped: 1, 1, 3.
        """
        seats = len(self.seats)
        if {len(each) for each in (self.scores, self.ranks, self.breakdowns)} != {seats}:
            raise ValueError(
                f"scores, ranks and breakdowns must each have {seats} items, one for each seat, "
                f"found {len(self.scores)}, {len(self.ranks)} and {len(self.breakdowns)}"
            )
        if self.ranks != [1 + sum(other < rank for other in self.ranks) for rank in self.ranks]:
            raise ValueError(
                f"ranks {self.ranks} are impossible for {seats} seats; seats that tie share a "
                "rank, as in 1, 1, 3"
            )
        if spec.scores.check is not None:
            totals = zip(self.scores, self.breakdowns, strict=True)
            spec.scores.check([with_total(spec, *each) for each in totals], self.ranks)


def with_replies(rows: list[ResultRow], replies: Mapping[str, list[int]]) -> list[ResultRow]:
    """Return the rows of a unit, with the replies of its bots in the first row."""
    return [{**rows[0], "replies": dict(replies)}, *rows[1:]] if replies else rows


def unread_share(rows: Iterable[ResultRow], bot: str) -> float | None:
    """Return the share of a bot's replies that could not be read; None without replies."""
    counts = [row["replies"][bot] for row in rows if bot in (row.get("replies") or {})]
    replies, unread = map(sum, zip(*counts, strict=True)) if counts else (0, 0)
    return unread / replies if replies else None


_Kind = TypeVar("_Kind", bound=GameRow)


def checked(kind: type[_Kind], row: ResultRow, seed: int, spec: GameSpec) -> _Kind:
    """Return a row of a run as a validated model; ``check`` then compares its fields.

    Raises ValueError if the row is not valid, or not of this run; the message names the field and
    the reason.
    """
    try:
        known = kind.model_validate(row, context=spec)
    except ValidationError as error:
        raise ValueError(problem_of(error)) from None
    if known.seed != (wanted := game_seed(seed, known.game)):
        raise ValueError(f"game {known.game} must have the seed {wanted}, found {known.seed}")
    return known
