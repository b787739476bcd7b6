"""The bodies of requests, validated before anything is done."""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from wistar_env.gate import HIGHEST_LEVEL, MAX_SEATS, NUM_ACTIONS
from wistar_env.kit.game import MAX_SEED
from wistar_env.play.server.opponents import (
    MAX_SECONDS,
    MIN_SECONDS,
    YOU,
    opponents_for,
)

#: More decisions than any game has.
MOST_DECISIONS = 100_000

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
    """A new game with a chair per player; one chair is the solo game against Rat-o-bot."""

    chairs: list[Chair] = Field(min_length=1, max_length=MAX_SEATS)
    level: int | None = Field(
        default=None, ge=0, le=HIGHEST_LEVEL, description="Solo only: Rat-o-bot's level; 3 if null."
    )
    seed: int | None = Field(default=None, ge=0, le=MAX_SEED, description="Random if null.")

    @model_validator(mode="after")
    def _validated(self) -> Self:
        players = len(self.chairs)
        if self.level is not None and players > 1:
            raise ValueError(f"level is for the solo game, found {players} chairs")
        if sum(chair.who == YOU for chair in self.chairs) > 1:
            raise ValueError("you can sit in one chair only")
        known = (YOU, *opponents_for(players))
        for chair in self.chairs:
            if chair.who not in known:
                raise ValueError(
                    f"{chair.who!r} does not support {players} players; allowed: {known}"
                )
        return self


class ActionRequest(_Request):
    """An action of the user."""

    number: Number
    action: int = Field(ge=0, lt=NUM_ACTIONS)


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
