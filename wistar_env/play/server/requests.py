"""The bodies of requests, validated before anything is done.

What depends on the game, such as how many chairs it has, is checked by ``game_service``.
"""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from wistar_env.kit.game import MAX_SEED
from wistar_env.play.server.opponents import (
    MAX_SECONDS,
    MIN_SECONDS,
    YOU,
)

#: More decisions than any game has.
MOST_DECISIONS = 100_000
#: More chairs and actions than any game has.
_MOST_CHAIRS = 64
_MOST_ACTIONS = 2**31

Number = Annotated[
    int,
    Field(
        ge=0,
        le=MOST_DECISIONS,
        description="The number of the current decision, counted from 0.",
    ),
]


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Chair(_Request):
    """The player in a chair."""

    who: Literal["you", "network", "mcts", "greedy", "random"]
    seconds: float = Field(
        default=1.0, ge=MIN_SECONDS, le=MAX_SECONDS, description="Thinking time of mcts."
    )


class NewGame(_Request):
    """A new game with a chair per player."""

    chairs: list[Chair] = Field(min_length=1, max_length=_MOST_CHAIRS)
    options: dict[str, Any] = Field(
        default_factory=dict, description="Options of the game by name."
    )
    seed: int | None = Field(default=None, ge=0, le=MAX_SEED, description="Random if null.")

    @model_validator(mode="after")
    def _validated(self) -> Self:
        if sum(chair.who == YOU for chair in self.chairs) > 1:
            raise ValueError("you can sit in one chair only")
        return self


class ActionRequest(_Request):
    """An action of the user."""

    number: Number
    action: int = Field(ge=0, lt=_MOST_ACTIONS)


class UndoRequest(_Request):
    """Undo the user's turn back to a decision."""

    number: Number
    to: int = Field(ge=0, le=MOST_DECISIONS, description="The decision to go back to.")


class HintRequest(_Request):
    """Ask a search for a hint."""

    number: Number
    simulations: int = Field(default=2000, ge=100, le=20_000)


class StepRequest(_Request):
    """Let the bot to move play."""

    number: Number
