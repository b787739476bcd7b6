"""What a server answers with, as its OpenAPI document says it."""

from typing import Literal

from pydantic import BaseModel, Field

Waiting = Literal["yours", "thinking", "step", "finished", "kept"]
Status = Literal["yours", "thinking", "step", "stopped", "finished", "kept"]


class Chair(BaseModel):
    """A chair of a game."""

    name: str
    you: bool


class Entry(BaseModel):
    """A game in the list."""

    id: str
    kind: Literal["play", "watch", "replay"]
    title: str
    players: int
    level: int | None = Field(description="Rat-o-bot's level, in solo games.")
    status: Waiting
    round: int
    decisions: int
    made: float = Field(description="Seconds since 1970.")
    changed: float
    result: str = Field(description="How it ended; empty as long as it has not.")


class Games(BaseModel):
    """All games, that which changed last first."""

    games: list[Entry]
    most: int = Field(description="How many games the server keeps.")


class Kind(BaseModel):
    """A kind of bot."""

    name: str
    title: str
    about: str
    thinks: bool = Field(description="Whether it takes a time to think.")
    players: list[int] = Field(description="The numbers of players that it plays with.")


class Terms(BaseModel):
    """What a game can be begun with."""

    version: str
    bots: list[Kind]


class Choice(BaseModel):
    """A legal action."""

    action: int
    text: str
    effect: str


class Decision(BaseModel):
    """The open decision."""

    seat: int
    name: str
    choices: list[Choice] = Field(description="Empty unless it is yours.")


class Line(BaseModel):
    """What an action led to."""

    number: int
    seat: int
    round: int
    text: list[str]


class Point(BaseModel):
    """A decision that can be taken anew."""

    number: int
    text: str = Field(description="What you did then.")


class Part(BaseModel):
    """What a seat has for one reason."""

    name: str
    vp: int


class Score(BaseModel):
    """The final score of a seat."""

    seat: int
    parts: list[Part] = Field(description="The same for all seats, in the same order.")
    total: int


class State(BaseModel):
    """A game as it is."""

    id: str
    kind: Literal["play", "watch", "replay"]
    title: str
    revision: int
    number: int = Field(description="The number of the open decision; actions name it.")
    status: Status
    trouble: str = Field(description="Why a bot stopped; empty if none did.")
    chairs: list[Chair]
    you: int | None
    level: int | None
    round: int
    decision: Decision | None
    told: list[str] = Field(description="What happened since your last decision.")
    log: list[Line]
    undo: list[Point]
    scores: list[Score] = Field(description="Best first; empty before the end.")
    seed: str | None = Field(description="Told when the game is over.")
    picture: str = Field(description="The board, as SVG.")


class Tried(BaseModel):
    """What a bot thought of an action; null is what it has no opinion about."""

    action: int
    text: str
    visits: int | None
    share: float | None = Field(description="Its share of all visits.")
    probability: float | None = Field(description="What was expected of it before.")
    value: float | None = Field(description="What it was worth, 0 to 1.")


class Position(BaseModel):
    """A game as it was before one of its actions."""

    number: int
    round: int
    decision: str
    seat: int | None
    next: str = Field(description="What is done then; empty at the end.")
    thought: list[Tried] = Field(description="What the bot thought that did it, as far as it told.")
    picture: str


class Hint(BaseModel):
    """What a search thinks of the open decision, the best action first."""

    number: int
    simulations: int
    worth: float | None
    tried: list[Tried]
