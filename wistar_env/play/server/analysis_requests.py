"""The contents of requests of an analysis board: places, searches and attempts."""

from typing import Annotated

from fastapi import Query
from pydantic import BaseModel, ConfigDict, Field

from wistar_env.play.server.analyses import Place
from wistar_env.play.server.requests import MOST_DECISIONS

#: Maximum number of actions after the game's own actions.
_MOST_THEN = 400
_MOST_ACTIONS = 2**31
_LONGEST_POSITION = 12_000

Action = Annotated[int, Field(ge=0, lt=_MOST_ACTIONS)]


def sequence(text: str) -> tuple[int, ...]:
    """Return the action ids in a query such as ``"12-7"``."""
    return tuple(int(each) for each in text.split("-")) if text else ()


Sequence = Annotated[
    str,
    Query(
        max_length=4000,
        pattern=r"^([0-9]{1,9}(-[0-9]{1,9})*)?$",
        description="Action ids in order, separated by hyphens.",
    ),
]
Viewer = Annotated[
    int | None,
    Query(ge=0, lt=64, description="The seat whose view is shown; null for all hands."),
]


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class SearchRequest(_Request):
    """Search a position."""

    number: Annotated[
        int,
        Field(ge=0, le=MOST_DECISIONS, description="How many of the game's actions precede it."),
    ]
    then: list[Action] = Field(
        default_factory=list, max_length=_MOST_THEN, description="Alternative actions after those."
    )
    simulations: int = Field(default=10_000, ge=100, le=100_000)

    @property
    def place(self) -> Place:
        """The position to search."""
        return Place(self.number, tuple(self.then))


class AttemptRequest(_Request):
    """Answer an exercise."""

    action: Action


class PositionRequest(_Request):
    """A position in one line."""

    position: str = Field(
        max_length=_LONGEST_POSITION,
        description="As returned by Replay.to_string or copied from the analysis board.",
    )
