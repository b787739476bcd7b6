"""The bodies of an analysis board's responses, as the OpenAPI document describes them."""

from pydantic import BaseModel, Field

from wistar_env.play.server import responses


class ReviewedDecision(BaseModel):
    """The evaluation of a decision by the review."""

    number: int
    seat: int
    value: float = Field(description="The chance of winning by the best action, 0 to 1.")
    loss: float = Field(description="The chance of winning that the action played lost, 0 to 1.")
    mark: str = Field(description="blunder, mistake or inaccuracy; empty if none.")
    missed: str = Field(description="The best action in words; empty without a mark.")


class BoardReview(BaseModel):
    """The review of a game, if it is ready."""

    search: str = Field(description="The spec of its search.")
    decisions: list[ReviewedDecision]


class Analysis(BaseModel):
    """A game on an analysis board: its actions, and curves over it."""

    viewer: int | None = Field(
        description="The seat whose information is used; null if nothing is hidden from you."
    )
    actions: list[int] = Field(description="Action ids; -1 for those of others in a running game.")
    totals: list[list[int]] = Field(
        description="The points of each seat before each action and at the end, if the game ended."
    )
    unit: str = Field(description="The game's name for points.")
    network: str = Field(
        description="The network that estimates chances and expected; empty if the game has none."
    )
    chances: list[list[float]] = Field(
        description="Each seat's chance of winning, indexed like totals; empty without a network."
    )
    expected: list[list[float]] = Field(
        description="Each seat's expected final points, indexed like totals; empty if no network."
    )
    review: BoardReview | None


class BoardPosition(BaseModel):
    """A position of an analysis board."""

    number: int
    then: list[int]
    words: list[str] = Field(description="The actions in then, in words.")
    seats: list[int] = Field(description="The seats that took them.")
    position: str = Field(description="The position as one line of text; empty if not available.")
    progress: str
    stage: str
    seat: int | None
    decision: responses.Decision | None = Field(description="Null at the end.")
    totals: list[int] = Field(description="The points of each seat, if the game ended here.")
    result: str = Field(description="The winners and their points; empty before the end.")
    chances: list[float] = Field(description="As in Analysis, here; empty without a network.")
    expected: list[float] = Field(description="As in Analysis, here; empty without a network.")
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
    value: float | None = Field(description="Its chance of winning for the deciding seat.")


class BoardSearch(BaseModel):
    """A search of a position, with its progress."""

    number: int
    then: list[int]
    running: bool
    done: int = Field(description="Simulations done.")
    total: int
    trees: int = Field(description="Independent trees, which share the simulations.")
    play_outs: int = Field(description="Play-outs that estimate the chance of winning.")
    network: str = Field(description="The network that values positions; empty for the heuristic.")
    seat: int | None
    value: float | None = Field(
        description="The deciding seat's chance of winning with the best action."
    )
    interval: tuple[float, float] | None = Field(description="95% interval from the play-outs.")
    lines: list[PlayLine] = Field(description="The best lines, most visited first.")
    options: list[responses.ExplainedOption] = Field(description="All actions.")
    error: str


class TreeNode(BaseModel):
    """An action in the tree of a search."""

    action: int
    text: str
    seat: int
    visits: int
    prior: float
    value: float | None = Field(description="Its value for the seat that takes it.")


class Tree(BaseModel):
    """The actions that a search has tried after others, the most visited first."""

    path: list[int]
    nodes: list[TreeNode]
    more: int = Field(description="The number of actions left out.")


class Answer(BaseModel):
    """An action of an exercise."""

    action: int
    text: str
    value: float


class Attempt(BaseModel):
    """Comparison of an answer to an exercise with the best and the played action."""

    number: int
    mark: str = Field(description="best, good, inaccuracy, mistake or blunder.")
    chosen: Answer
    visits: int = Field(description="Simulations that tried the chosen action.")
    best: Answer
    played: Answer
    line: list[str] = Field(description="The search's line of play.")
    search: str = Field(description="The spec of the search.")
