"""What a server is asked for, as it is checked before anything is done."""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from wistar_env.game import MAX_SEED
from wistar_env.gate import HIGHEST_LEVEL, MAX_SEATS, NUM_ACTIONS
from wistar_env.play.server.opponents import LONGEST, SHORTEST, YOU, opponents_for

#: More decisions than any game has.
MOST_DECISIONS = 100_000

Number = Annotated[
    int,
    Field(
        ge=0,
        le=MOST_DECISIONS,
        description="The number of the decision that this answers, from 0 on.",
    ),
]


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Chair(_Asked):
    """Who sits in a chair."""

    who: Literal["you", "network", "mcts", "greedy", "random"]
    seconds: float = Field(
        default=1.0, ge=SHORTEST, le=LONGEST, description="How long mcts may think."
    )


class NewGame(_Asked):
    """A game to begin: a chair for each player; one chair is the solo game against Rat-o-bot."""

    chairs: list[Chair] = Field(min_length=1, max_length=MAX_SEATS)
    level: int | None = Field(
        default=None, ge=0, le=HIGHEST_LEVEL, description="Solo only: Rat-o-bot's level; 3 if null."
    )
    seed: int | None = Field(default=None, ge=0, le=MAX_SEED, description="Drawn if null.")

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        players = len(self.chairs)
        if self.level is not None and players > 1:
            raise ValueError(f"level is for the solo game, and there are {players} chairs")
        if sum(chair.who == YOU for chair in self.chairs) > 1:
            raise ValueError("you can sit in one chair only")
        known = (YOU, *opponents_for(players))
        for chair in self.chairs:
            if chair.who not in known:
                raise ValueError(
                    f"{chair.who!r} plays no games of {players} players; allowed: {known}"
                )
        return self


class Act(_Asked):
    """An action of yours."""

    number: Number
    action: int = Field(ge=0, lt=NUM_ACTIONS)


class Back(_Asked):
    """Take back what was done from a decision of your turn on."""

    number: Number
    to: int = Field(ge=0, le=MOST_DECISIONS, description="The decision to take anew.")


class Ask(_Asked):
    """Ask what a search would do."""

    number: Number
    simulations: int = Field(default=2000, ge=100, le=20_000)


class Step(_Asked):
    """Let the bot that decides answer."""

    number: Number
