"""The bodies of an analysis board's responses, as the OpenAPI document describes them."""

from pydantic import BaseModel, Field

from wistar_env.play.server import responses


class ReviewedDecision(BaseModel):
    """The evaluation of a decision by the review."""

    number: int
    seat: int
    value: float = Field(description="The chance of winning by the best action, 0 to 1.")
    loss: float = Field(description="What the action played gave away.")
    mark: str = Field(description="blunder, mistake, inaccuracy, or empty.")
    missed: str = Field(description="The best action in words; empty without a mark.")


class BoardReview(BaseModel):
    """The review of a game, if it is ready."""

    search: str = Field(description="The search that made it.")
    decisions: list[ReviewedDecision]


class Analysis(BaseModel):
    """A game on an analysis board: its actions, and curves over it."""

    viewer: int | None = Field(
        description="The seat whose information all of it is; null if nothing is hidden from you."
    )
    actions: list[int] = Field(description="-1 for actions of others in your running game.")
    totals: list[list[int]] = Field(
        description="The points of each seat before each action and at last, if it ended there."
    )
    unit: str = Field(description="What points are called.")
    network: str = Field(description="What estimates the next two; empty if the game has none.")
    chances: list[list[float]] = Field(
        description="The chance of winning of each seat, as for totals; empty without a network."
    )
    expected: list[list[float]] = Field(
        description="The points that each seat ends with, as for totals; empty without a network."
    )
    review: BoardReview | None


class BoardPosition(BaseModel):
    """A position of an analysis board."""

    number: int
    then: list[int]
    words: list[str] = Field(description="The actions of then, in words.")
    seats: list[int] = Field(description="The seats that took them.")
    position: str = Field(description="The position as one line; empty if it has none.")
    progress: str
    stage: str
    seat: int | None
    decision: responses.Decision | None = Field(description="Null at the end.")
    totals: list[int] = Field(description="The points of each seat, if the game ended here.")
    result: str = Field(description="The winners and their points; empty before the end.")
    chances: list[float] = Field(description="As of the analysis; empty without a network.")
    expected: list[float] = Field(description="As of the analysis; empty without a network.")
    scoreboard: list[responses.SeatScore]
    held: list[responses.HeldPiece]
    picture: str = Field(description="Empty if the request names a width.")
    sheet: responses.Sheet | None = Field(description="The board in parts.")


class PlayLine(BaseModel):
    """A line of play that a search has found."""

    actions: list[int]
    words: list[str]
    seats: list[int]
    visits: int
    prior: float
    value: float | None = Field(description="For the seat that decides at the position.")


class BoardSearch(BaseModel):
    """A search of a position, with its progress."""

    number: int
    then: list[int]
    running: bool
    done: int = Field(description="Simulations.")
    total: int
    trees: int = Field(description="Independent trees, which share the simulations.")
    play_outs: int = Field(description="Play-outs that count the chance of winning.")
    network: str = Field(description="What values positions; empty for the game's heuristic.")
    seat: int | None
    value: float | None = Field(
        description="The chance of winning of the seat that decides, by the best action."
    )
    interval: tuple[float, float] | None = Field(description="95%, of counting play-outs.")
    lines: list[PlayLine] = Field(description="The best ones, the most visited first.")
    options: list[responses.ExplainedOption] = Field(description="All actions.")
    error: str


class TreeNode(BaseModel):
    """An action in the tree of a search."""

    action: int
    text: str
    seat: int
    visits: int
    prior: float
    value: float | None = Field(description="For the seat that takes the action.")


class Tree(BaseModel):
    """The actions that a search has tried after others, the most visited first."""

    path: list[int]
    nodes: list[TreeNode]
    more: int = Field(description="Actions that are left out.")


class Answer(BaseModel):
    """An action of an exercise."""

    action: int
    text: str
    value: float


class Attempt(BaseModel):
    """How an answer to an exercise compares."""

    number: int
    mark: str = Field(description="best, good, inaccuracy, mistake or blunder.")
    chosen: Answer
    visits: int = Field(description="Simulations that tried what was chosen.")
    best: Answer
    played: Answer
    line: list[str] = Field(description="What the search would have played.")
    search: str = Field(description="The search that judges.")
